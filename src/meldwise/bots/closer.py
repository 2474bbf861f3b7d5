"""Holds like the holder, and thinks when the end is near: who lays what, and in which order."""

from __future__ import annotations

from typing import Any, ClassVar

from meldwise import rummy17, tilegame
from meldwise.bots.card_master import MasterCards
from meldwise.bots.cards import CardTurns
from meldwise.bots.endgame import Endgame
from meldwise.bots.holder import HeldCards, Holder, near_end
from meldwise.solver.cards import Turn
from meldwise.tiles import AnyTile

NODES = 1_500
"""Questions to the solver in one turn, some 50 ms."""


class ClosingCards(HeldCards):
    """Holds its cards, and when the stock or another hand is small, plays games out to see what goes best."""

    def __init__(self, seed: object = 0) -> None:
        super().__init__(seed)
        self._end = MasterCards(seed)

    def watch(self, event: Any) -> None:
        """Remember what went by."""
        self._end.watch(event)

    def takes(self, view: rummy17.View) -> bool:
        """Take as a holder, or as games go best."""
        return self._thinks().takes(view) if near_end(view) else super().takes(view)

    def knocks(self, view: rummy17.View) -> bool:
        """Knock likewise."""
        return self._thinks().knocks(view) if near_end(view) else super().knocks(view)

    def lays(self, view: rummy17.View) -> Turn:
        """Lay likewise."""
        return self._thinks().lays(view) if near_end(view) else super().lays(view)

    def throws(self, view: rummy17.View) -> AnyTile:
        """Throw likewise."""
        return self._thinks().throws(view) if near_end(view) else super().throws(view)

    def _thinks(self) -> MasterCards:
        self._end.out_of_time = self.out_of_time
        self._end.share = self.share
        return self._end


class Closer(Holder):
    """Draws like a holder, and searches the end."""

    cards: ClassVar[type[CardTurns]] = ClosingCards

    def __init__(self, seed: object = 0, *, nodes: int = NODES, **more: Any) -> None:
        super().__init__(seed, **more)
        self.nodes = nodes
        self._cards.share = nodes / NODES

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Hold while there is a pool; then search."""
        assert view.seat is not None
        if view.pool:
            return super().tile_action(view)
        return Endgame(view, self.nodes, self.seed, self.tidy, self.spent).action()

"""Lays as many tiles as it can, every turn: what every public opponent does."""

from __future__ import annotations

from typing import Any

from meldwise import rummy17, tilegame
from meldwise.bots.cards import CardTurns
from meldwise.bots.opponent import Opponent, rest
from meldwise.solver import best


class GreedyTiles(Opponent):
    """The play that sheds most tiles, whatever it opens for others."""

    def __init__(self, seed: object = 0, *, tidy: bool = False) -> None:
        super().__init__(seed, tidy=tidy)
        self._cards = CardTurns()

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Lay the most tiles, or draw."""
        return laid(view, "tiles", self.tidy)

    def card_action(self, view: rummy17.View) -> Any:
        """Lay the most cards."""
        return self._cards.act(view)


def laid(view: tilegame.View, goal: Any, tidy: bool) -> tilegame.Action:
    """Return the best play by *goal*; where nothing can be laid, draw or pass."""
    assert view.seat is not None
    found = best(view.table, view.rack, view.rules, view.opened[view.seat], goal, tidy=tidy)
    return tilegame.Play(view.seat, found.table) if found.play else rest(view)

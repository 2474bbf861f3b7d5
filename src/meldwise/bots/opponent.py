"""What all opponents share: one seat, one game, and only what that seat may see."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from typing import Any, ClassVar

from meldwise import rummy17, tilegame
from meldwise.bots.cards import CardTurns
from meldwise.bots.hands import Hands, smaller
from meldwise.rummy17.state import TAKE
from meldwise.solver import can_open

Laying = rummy17.LayMeld | rummy17.Extend
SHARE = 0.8
"""The part of the time allowed after which nothing new is begun."""


class Opponent:
    """A player for one seat of one game; with *tidy* it leaves tables that people recognise, and takes longer.

    *hand* and *apart* make its hands human: the most tiles it lays in a turn, and the most sets it takes apart.
    *seconds* bounds the time of a turn by the clock, for live play; without it only counted budgets bound it, and the
    same seed plays the same game everywhere.
    """

    cards: ClassVar[type[CardTurns]] = CardTurns
    """How it plays Rummy 17."""

    def __init__(
        self,
        seed: object = 0,
        *,
        tidy: bool = False,
        hand: int | None = None,
        apart: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self.seed = seed
        self.tidy = tidy
        self.hands = Hands(hand, apart)
        self.seconds = seconds
        self._until: float | None = None
        self._cards = self.cards(seed)
        self._cards.out_of_time = self.spent
        self._cards.most = hand
        self._held = 0

    def act(self, view: Any) -> Any:
        """Return what to do now."""
        if self.seconds is not None:
            self._until = time.monotonic() + SHARE * self.seconds
        if isinstance(view, rummy17.View):
            if view.phase == TAKE:
                self._held = len(view.hand) + 1
            return self.card_action(view)
        action = self.tile_action(view)
        return self._by_hand(view, action) if self.hands.limited and isinstance(action, tilegame.Play) else action

    def spent(self, ahead: float = 0.0) -> bool:
        """Tell whether the time of this turn is used up, or will be in so many seconds."""
        return self._until is not None and time.monotonic() + ahead >= self._until

    def _by_hand(self, view: tilegame.View, action: tilegame.Play) -> tilegame.Action:
        """Return an action, or the best part of it that hands can do."""
        if self.hands.can(view.table, action.table):
            return action
        table = smaller(view, action.table, self.hands, random.Random(f"hands {self.seed} {view.counts} {view.pool}"))
        return tilegame.Play(action.seat, table) if table else rest(view)

    def within_hands(self, view: rummy17.View, layings: Iterable[Laying]) -> list[Laying]:
        """Return the ways to lay cards that hands can do after what was laid in this turn."""
        if self.hands.tiles is None:
            return list(layings)
        left = self.hands.tiles - (self._held - len(view.hand))
        return [laying for laying in layings if _cards_laid(view, laying) <= left]

    def watch(self, event: Any) -> None:
        """Take note of something that happened, as the seat sees it."""
        self._cards.watch(event)

    @classmethod
    def listens(cls) -> bool:
        """Tell whether it wants to hear what happens at all."""
        return cls.watch is not Opponent.watch or cls.cards.watch is not CardTurns.watch

    def aside(self, view: Any) -> tilegame.Announce | None:
        """Return what to say after drawing, where a book lets an opening be announced (T41); None is silence."""
        assert view.seat is not None
        return tilegame.Announce(view.seat) if can_open(view.rack, view.rules) else None

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Return what to do in a tile game."""
        raise NotImplementedError

    def card_action(self, view: rummy17.View) -> Any:
        """Return what to do in Rummy 17."""
        return self._cards.act(view)


def _cards_laid(view: rummy17.View, laying: Laying) -> int:
    """Count the cards that leave the hand."""
    return sum(card in view.hand for card in laying.cards)


def rest(view: tilegame.View) -> tilegame.Draw | tilegame.Pass:
    """Return the turn that lays nothing: draw, or pass where the pool is empty."""
    assert view.seat is not None
    return tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)

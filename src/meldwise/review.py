"""A recorded game looked at afterwards: what each turn laid, beside the most it could have laid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from meldwise import rummy17, tilegame
from meldwise.bots.cards import actions
from meldwise.record import Record, Step, replay
from meldwise.rummy17.state import LAYING
from meldwise.solver import Best, best, cards
from meldwise.tiles import Joker


class Turn(Struct, frozen=True):
    """One turn of a game: between the steps *first* and *last* of its replay, the deal being step 0."""

    seat: int
    first: int
    last: int
    laid: int
    """How many tiles or cards left the rack or the hand by being laid."""
    most: int
    """How many could have; never fewer."""
    better: tuple[Any, ...]
    """Actions that lay most, from the state after step `first - 1`; none where no more could have been laid."""
    proven: bool
    """Whether more than *most* is impossible; only a deadline leaves that open."""


def review(record: Record, deadline: float | None = None) -> Iterator[tuple[Step, Turn | None]]:
    """Yield the steps of a replay, each that ends a turn with what could have been laid in it.

    *deadline* bounds the thinking about each turn, in seconds.
    """
    turns = Turns(deadline)
    for number, step in enumerate(replay(record)):
        yield step, turns.after(number, step)


class Turns:
    """Follows a replay and looks at its turns."""

    def __init__(self, deadline: float | None = None) -> None:
        self._deadline = deadline
        self._before: Any = None
        """The state before the turn, where one has begun."""
        self._first = 0

    def after(self, number: int, step: Step) -> Turn | None:
        """Take note of the next step; return the turn that it ended."""
        before, state = self._before, step.state
        if before is None or step.action is None:
            self._begin(number, state)
            return None
        if isinstance(state, rummy17.State):
            return self._card_step(number, state, before)
        turn = None
        if not isinstance(step.action, tilegame.Announce):
            turn = self._tile_turn(number, before, state)
        self._begin(number, state)
        return turn

    def _begin(self, number: int, state: Any) -> None:
        self._before, self._first = state, number + 1

    def _tile_turn(self, number: int, before: tilegame.State, after: tilegame.State) -> Turn:
        laid = sum(map(len, after.table)) - sum(map(len, before.table))
        found = self._best(before, tidy=False)
        if found.tiles > laid:
            found = self._best(before, tidy=True)  # takes longer, and people see it
        most = found.tiles if found.proven else max(laid, found.tiles)
        better = (tilegame.Play(before.turn, found.table),) if most > laid else ()
        return Turn(before.turn, self._first, number, laid, most, better, found.proven)

    def _best(self, state: tilegame.State, tidy: bool) -> Best:
        seat = state.turn
        return best(state.table, state.racks[seat], state.rules, state.opened[seat], "tiles", self._deadline, tidy)

    def _card_step(self, number: int, state: rummy17.State, before: rummy17.State) -> Turn | None:
        laying = before.phase == LAYING
        if laying and state.phase == LAYING and state.turn == before.turn:
            return None
        turn = self._card_turn(number, state, before) if laying else None
        self._begin(number, state)
        return turn

    def _card_turn(self, number: int, after: rummy17.State, before: rummy17.State) -> Turn:
        seat = before.turn
        melds = [meld.cards for meld in before.melds]
        edge = [card for card in before.edge if isinstance(card, Joker)]
        found = cards.best_turn(before.hands[seat], melds, edge, before.rules, before.melded[seat])
        discarded = len(after.pile) - len(before.pile)
        laid = len(before.hands[seat]) - len(after.hands[seat]) - discarded
        better = tuple(actions(found, seat)) if len(found.cards) > laid else ()
        return Turn(seat, self._first, number, laid, len(found.cards), better, True)

"""A card game at one moment: a frozen value that says everything."""

from __future__ import annotations

import msgspec

from meldwise.ruleset import CardRules
from meldwise.rummy17.cards import Card, Meld
from meldwise.tiles import Rack, TileSet

TAKE, KNOCKING, LAYING, OVER = "take", "knocking", "laying", "over"


class Result(msgspec.Struct, frozen=True):
    """How a game ended: `out` or `stock-empty`, with everything the score is made of."""

    ended: str
    out: int | None
    doubled: bool
    penalty: tuple[int, ...]
    bonus: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    awards: tuple[tuple[str, tuple[int, ...]], ...]


class Before(msgspec.Struct, frozen=True):
    """What a turn can go back to: the hand, the melds and the edge as they were when laying began."""

    hand: Rack
    melds: tuple[Meld, ...]
    edge: Rack
    melded: bool


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know of a game; what a seat may know is cut from it by `view`."""

    rules: CardRules
    stock: Rack
    pile: Rack
    hands: tuple[Rack, ...]
    melds: tuple[Meld, ...]
    edge: Rack
    bonus: tuple[str, ...]
    dealer: int
    turn: int
    phase: str
    melded: tuple[bool, ...]
    answers: tuple[bool | None, ...]
    taken: Card | None = None
    source: str = ""
    loose: Rack = ()
    before: Before | None = None
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    def melds_of(self, seat: int) -> tuple[TileSet, ...]:
        """Return the melds that lie before a seat."""
        return tuple(meld.cards for meld in self.melds if meld.owner == seat)


def result(state: State) -> Result | None:
    """Return how the game ended, or None while it goes on."""
    return state.result


def actors(state: State) -> tuple[int, ...]:
    """Return the seats the game waits for: during knocking, everyone who has not answered."""
    if state.result:
        return ()
    if state.phase == KNOCKING:
        order = [(state.turn + 1 + i) % state.seats for i in range(state.seats - 1)]
        return tuple(seat for seat in order if state.answers[seat] is None)
    return (state.turn,)

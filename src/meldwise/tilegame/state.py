"""A tile game at one moment: a frozen value that says everything."""

from __future__ import annotations

import msgspec

from meldwise.ruleset import TileRules
from meldwise.tilegame.scoring import FinalRack
from meldwise.tiles import Rack, Table


class Result(msgspec.Struct, frozen=True):
    """How a game ended: `out` or `pool-empty`, who won, everyone's score and what every rack was worth."""

    ended: str
    winner: int
    scores: tuple[int, ...]
    worths: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, as a match counts it."""
        return (self.winner,)


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything there is to know of a game; what a seat may know is cut from it by `view`."""

    rules: TileRules
    pool: Rack
    racks: tuple[Rack, ...]
    table: Table
    turn: int
    starter: int
    opened: tuple[bool, ...]
    had_turn: tuple[bool, ...]
    last_drawn: tuple[Rack, ...]
    may_announce: tuple[bool, ...]
    announced: tuple[bool, ...]
    passes: int = 0
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.racks)

    def final_racks(self) -> list[FinalRack]:
        """Return the players as the score sees them, seat by seat."""
        return [
            FinalRack(self.racks[i], self.opened[i], self.had_turn[i], self.announced[i], self.last_drawn[i])
            for i in range(self.seats)
        ]


def result(state: State) -> Result | None:
    """Return how the game ended, or None while it goes on."""
    return state.result


def actors(state: State) -> tuple[int, ...]:
    """Return the seats the game waits for."""
    return () if state.result else (state.turn,)

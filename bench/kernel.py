"""Time our own solver: in the kernel, and through Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from tools.positions import Position

from bench.clock import MICRO, stopwatch
from meldwise.ruleset import TileRules
from meldwise.solver import best
from meldwise.solver.best import Search, open_scenes
from meldwise.tiles import Rack, Table

REPEATS = 5
LONG = 20_000.0
"""Microseconds after which once is enough."""
LIMIT = 5.0
"""Seconds after which a position is given up and counted as not proven."""


class Solved(msgspec.Struct, frozen=True):
    """What the kernel found and its microseconds, the fewest of a few runs; *whole* is all of `best`."""

    tiles: int
    proven: bool
    micros: float
    whole: float = 0.0


def search(position: Position, repeats: int = REPEATS, limit: float = LIMIT) -> Solved:
    """Time finding and proving alone."""
    fewest, tiles, proven = float("inf"), 0, True
    for _ in range(repeats):
        found, micros = stopwatch(lambda: look(position.table, position.rack, position.rules, position.opened, limit))
        # Its own clock is a wall clock: on a busy machine the CPU time of the whole call may be less.
        fewest = min(fewest, micros, max(1, found.micros))
        tiles, proven = len(found.found.play) if found.found else 0, found.proven
        if fewest > LONG:
            break
    return Solved(tiles, proven, fewest)


def look(table: Table, rack: Rack, rules: TileRules, opened: bool, limit: float) -> Search:
    """Find and prove the best play, without laying the table out for people."""
    looking = Search(rules, "tiles", limit)
    for scene in open_scenes(table, rack, rules, opened):
        looking.look(scene, 0 if opened else rules.opening_points)
    return looking


def searched(positions: Iterable[Position], repeats: int = REPEATS) -> list[Solved]:
    return [search(position, repeats) for position in positions]


def solved(positions: Sequence[Position], repeats: int = REPEATS) -> list[Solved]:
    """Time the kernel, and `best` as Python calls it: the table laid out for people included."""
    return [_solved(position, repeats) for position in positions]


def _solved(position: Position, repeats: int) -> Solved:
    try:
        return msgspec.structs.replace(search(position, repeats), whole=_whole(position, repeats))
    except ValueError as error:  # a fault to mend, but no reason to lose the rest of a long run
        print(f"{position.id}: {error}", flush=True)
        return Solved(0, False, LIMIT * MICRO, LIMIT * MICRO)


def _whole(position: Position, repeats: int) -> float:
    fewest = float("inf")
    for _ in range(repeats):
        _, micros = stopwatch(
            lambda: best(position.table, position.rack, position.rules, position.opened, deadline=LIMIT)
        )
        fewest = min(fewest, micros)
        if fewest > LONG:
            break
    return fewest

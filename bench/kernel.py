"""Time our own solver: in the kernel, and through Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import msgspec
from tools.positions import Position

from bench.clock import stopwatch
from meldwise.ruleset import TileRules
from meldwise.solver import best
from meldwise.solver.best import Search, open_scenes
from meldwise.tiles import Rack, Table

REPEATS = 5
LONG = 20_000.0
"""Microseconds after which once is enough."""
LIMIT = 5.0
"""Seconds after which a position is given up and counted as not proven."""


class Solved(msgspec.Struct):
    """What the kernel found and its microseconds, the fewest of a few runs.

    *bare* is `best` without a table to look at, *whole* is all of it.
    """

    tiles: int = 0
    proven: bool = True
    micros: float = math.inf
    bare: float = 0.0
    whole: float = 0.0


def searched(positions: Sequence[Position], repeats: int = REPEATS, limit: float = LIMIT) -> list[Solved]:
    """Time finding and proving alone, one position after the other, and again from the first."""
    found = [Solved() for _ in positions]
    for _ in range(repeats):
        for position, one in zip(positions, found, strict=True):
            if one.micros > LONG and one.micros < math.inf:
                continue
            asked, micros = stopwatch(
                partial(look, position.table, position.rack, position.rules, position.opened, limit)
            )
            # Its own clock is a wall clock: on a busy machine the CPU time of the whole call may be less.
            one.micros = min(one.micros, micros, max(1, asked.micros))
            one.tiles, one.proven = len(asked.found.play) if asked.found else 0, asked.proven
    return found


def look(table: Table, rack: Rack, rules: TileRules, opened: bool, limit: float) -> Search:
    """Find and prove the best play, without laying the table out for people."""
    looking = Search(rules, "tiles", limit)
    for scene in open_scenes(table, rack, rules, opened):
        looking.look(scene, 0 if opened else rules.opening_points)
    return looking


def solved(positions: Sequence[Position], repeats: int = REPEATS) -> list[Solved]:
    """Time the kernel, and `best` as Python calls it, without and with a table laid out for people."""
    found = searched(positions, repeats)
    for _ in range(repeats):
        for position, one in zip(positions, found, strict=True):
            if one.whole > LONG:
                continue
            call = partial(best, position.table, position.rack, position.rules, position.opened, deadline=LIMIT)
            one.bare = min(one.bare or math.inf, stopwatch(partial(call, tidy=False))[1])
            one.whole = min(one.whole or math.inf, stopwatch(call)[1])
    return found

"""Whole games played by simple rules in the kernel, thousands of turns a second: for opponents that look ahead.

The kernel keeps which tiles are on the table, not how they lie; where sets with jokers are frozen (T32), a playout is
only like a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

import msgspec

from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.problem import kernel_of, kinds_of
from meldwise.tiles import Rack, Table


class Manner(IntEnum):
    """How a seat plays a game out."""

    HOLDER = 0
    TILES = 1
    POINTS = 2
    IDLE = 3
    WAITER = 4


class Deal(msgspec.Struct, frozen=True):
    """A game at one moment, with everything in it known."""

    table: Table
    racks: tuple[Rack, ...]
    opened: tuple[bool, ...]
    pool: Rack
    turn: int = 0
    passes: int = 0


class Finish(msgspec.Struct, frozen=True):
    """How a game ended: the seat that went out, or None; the racks then, and the seat that would play next.

    *states* is how many the kernel looked at, a measure of the work that is the same on every machine.
    """

    out: int | None
    racks: tuple[Rack, ...]
    opened: tuple[bool, ...]
    pool: int
    turn: int
    turns: int
    states: int


def playouts(
    deals: Iterable[Deal], rules: TileRules, manners: Sequence[Manner], effort: int | None = None
) -> list[Finish]:
    """Play games out, each seat in its manner; *effort* bounds the states looked at in a turn: then less is seen."""
    kinds = kinds_of(rules)
    tiles, points = kinds.weights("tiles"), kinds.weights("points")
    games = [
        _kernel.Game(
            kinds.counts(tile for row in deal.table for tile in row),
            [kinds.counts(rack) for rack in deal.racks],
            deal.opened,
            manners,
            [kinds.index[tile] for tile in deal.pool],
            tiles=tiles,
            points=points,
            turn=deal.turn,
            passes=deal.passes,
            opening=rules.opening_points,
            first_pass_ends=rules.first_pass_ends,
            effort=-1 if effort is None else effort,
        )
        for deal in deals
    ]
    return [
        Finish(
            None if end.out < 0 else end.out,
            tuple(kinds.listed(rack) for rack in end.racks),
            tuple(end.opened),
            end.pool,
            end.turn,
            end.turns,
            end.states,
        )
        for end in kernel_of(rules).play_out(games)
    ]

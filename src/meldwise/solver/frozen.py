"""The turns that the law of frozen joker sets leaves open, as problems without frozen sets (T32).

Each frozen set stays and may grow, or its joker is taken for a tile of the rack; then it is an ordinary set, and the
joker lies in a new set whose other tiles leave the rack. There are few sets with jokers, so all ways are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import msgspec

from meldwise import sets
from meldwise.fates import Fate, fates
from meldwise.ruleset import TileRules
from meldwise.table import without
from meldwise.tiles import JOKER, AnyTile, Rack, Table, Tile, TileSet


class Scene(msgspec.Struct, frozen=True):
    """One choice of fates: what lies free, what is kept, and what the rack has left."""

    free: Table
    rack: Rack
    put: Rack = ()
    runs: Table = ()
    groups: Table = ()

    @property
    def exchanged(self) -> int:
        """Jokers taken, each to be laid in a set of its own."""
        return len(self.put)


def scenes(table: Table, rack: Rack, rules: TileRules) -> Iterator[Scene]:
    """Yield every choice of fates that the rack allows, the one without an exchange first."""
    free = tuple(row for row in table if JOKER not in row)
    frozen = [row for row in table if JOKER in row]
    seen = set()
    for choice in product(*(_distinct(row, rules) for row in frozen)):
        put: Rack = tuple(tile for fate in choice for tile in fate.put)
        if Counter(put) - Counter(rack):
            continue
        kept = [fate for fate in choice if JOKER in fate.row]
        scene = Scene(
            (*free, *(fate.row for fate in choice if JOKER not in fate.row)),
            without(rack, put),
            put,
            tuple(fate.row for fate in kept if fate.reading.kind == sets.RUN),
            tuple(fate.row for fate in kept if fate.reading.kind == sets.GROUP),
        )
        if scene not in seen:
            seen.add(scene)
            yield scene


def _distinct(row: TileSet, rules: TileRules) -> list[Fate]:
    """Return the fates of a set, those that take no joker first."""
    return sorted(fates(row, rules), key=lambda fate: len(fate.put))


def kept_run(row: TileSet, colors: list[str]) -> tuple[int, int, int, int]:
    """Return a kept run as the kernel wants it: colour, lowest and highest number, jokers."""
    place, tile = next((i, tile) for i, tile in enumerate(row) if isinstance(tile, Tile))
    low = tile.number - place
    return colors.index(tile.color), low, low + len(row) - 1, _jokers(row)


def kept_group(row: TileSet, colors: list[str]) -> tuple[int, int, int]:
    """Return a kept group: number, the colours it may still take as a mask, jokers."""
    tiles = [tile for tile in row if isinstance(tile, Tile)]
    lacking = sum(1 << i for i, color in enumerate(colors) if color not in {tile.color for tile in tiles})
    return tiles[0].number, lacking if len(row) == 3 else 0, _jokers(row)


def _jokers(row: tuple[AnyTile, ...]) -> int:
    return row.count(JOKER)

"""Tables and racks as counts: what moved between two tables, and which tiles are where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

from meldwise.tiles import AnyTile, Rack, Table, TileSet, ordered

T = TypeVar("T")


def changed_sets(before: Table, after: Table) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets that are gone and the sets that are new; what lies as it lay is in neither."""
    kept: dict[TileSet, int] = {}
    for tile_set in before:
        kept[tile_set] = kept.get(tile_set, 0) + 1
    new = []
    for tile_set in after:
        left = kept.get(tile_set, 0)
        if left:
            kept[tile_set] = left - 1
        else:
            new.append(tile_set)
    gone = [tile_set for tile_set, count in kept.items() if count for _ in range(count)]
    return gone, new


def tile_counts(sets: Iterable[TileSet]) -> Counter[AnyTile]:
    """Count the tiles of several sets."""
    return Counter(chain.from_iterable(sets))


def without(rack: Rack, tiles: Iterable[AnyTile]) -> Rack:
    """Return the rack less *tiles*, which must all be on it."""
    left = list(rack)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def with_tiles(rack: Rack, tiles: Iterable[AnyTile]) -> Rack:
    """Return the rack with *tiles* put in their places."""
    return ordered((*rack, *tiles))


def listed(counts: Counter[AnyTile]) -> Rack:
    """Return counted tiles one by one, in rack order; counts below one are left out."""
    return ordered(counts.elements())


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return *values* with another value in one place."""
    if values[index] is value:
        return values
    return (*values[:index], value, *values[index + 1 :])

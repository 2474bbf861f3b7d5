"""Tables and racks as counts: what moved between two tables, and which tiles are where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from meldwise.tiles import AnyTile, Rack, Table, TileSet, ordered

T = TypeVar("T")


def changed_sets(before: Table, after: Table) -> tuple[list[TileSet], list[TileSet]]:
    """Return the sets that are gone and the sets that are new; what lies as it lay is in neither.

    Most sets of a table are the very same values as before it: only the others are compared tile by tile.
    """
    lay, lie = set(map(id, before)), set(map(id, after))
    if len(lay) == len(before) and len(lie) == len(after):
        return _unequal([one for one in before if id(one) not in lie], [one for one in after if id(one) not in lay])
    return _unequal(before, after)


def _unequal(before: Sequence[TileSet], after: Sequence[TileSet]) -> tuple[list[TileSet], list[TileSet]]:
    """Return what is only in the one and what is only in the other; equal sets are counted."""
    gone, new = list(before), []
    for tile_set in after:
        if tile_set in gone:
            gone.remove(tile_set)
        else:
            new.append(tile_set)
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


def listed(counts: Mapping[AnyTile, int]) -> Rack:
    """Return counted tiles one by one, in rack order; counts below one are left out."""
    return ordered([tile for tile, count in counts.items() if count > 0 for _ in range(count)])  # most are 0


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return *values* with another value in one place."""
    if values[index] is value:
        return values
    changed = list(values)
    changed[index] = value
    return tuple(changed)

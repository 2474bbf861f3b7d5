"""What becomes of frozen joker sets (T32), as steps of the model.

Each frozen set has one fate: its jokers are kept or taken, each taken one for the tile it stands for. A set that still
holds a joker lies whole in one of its `homes`; one that holds none is tiles like any others. Each taken joker begins a
set of its own, and all other tiles of that set come from the rack, as do the tiles put in the jokers' places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import msgspec

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver.reference.walks import Arc, Purse
from meldwise.solver.rows import plain_groups, plain_runs
from meldwise.tiles import JOKER, AnyTile, Rack, Tile, TileSet, ordered

LONGEST = 5
"""A longer run is two: of six tiles three and three, each with a number tile, for there are two jokers at most."""


class Fate(msgspec.Struct, frozen=True):
    """One way a frozen set may go: the tiles put for its jokers; while it holds one, the rows it may then lie in."""

    put: tuple[Tile, ...]
    holds_joker: bool
    homes: tuple[Arc, ...]


def fates(row: TileSet, rack: Rack, purse: Purse, rules: TileRules) -> list[Fate]:
    """Return every lawful way for a frozen set, in each reading open to it (T11)."""
    found = []
    for reading in sets.readings(row, rules):
        for changed, put in _exchanges(row, reading):
            if sets.readings(changed, rules) and not Counter[AnyTile](put) - Counter(rack):
                homes = _homes(changed, reading.kind, purse, rules) if JOKER in changed else ()
                found.append(Fate(put, JOKER in changed, tuple(homes)))
    return found


def fresh_sets(rack: Rack, rules: TileRules) -> list[Arc]:
    """Return the sets in which a taken joker may lie: with it, the rack alone makes them."""
    purse: Purse = Counter((*rack, JOKER))
    rows = (row for row in (*plain_groups(purse, rules), *plain_runs(purse, rules)) if JOKER in row)
    found = {ordered(row): row for row in rows if len(row) <= LONGEST and sets.readings(row, rules)}
    return [Arc(None, None, row) for row in found.values()]


def _exchanges(row: TileSet, reading: sets.Reading) -> Iterator[tuple[TileSet, tuple[Tile, ...]]]:
    """Yield the row with some of its jokers replaced by what they stand for, and the tiles put there."""
    for count in range(len(reading.jokers) + 1):
        for taken in combinations(reading.jokers, count):
            for put in product(*([Tile(color, stand.numbers[0]) for color in stand.colors] for stand in taken)):
                places = {stand.position: tile for stand, tile in zip(taken, put, strict=True)}
                yield tuple(places.get(i, tile) for i, tile in enumerate(row)), put


def _homes(row: TileSet, kind: str, purse: Purse, rules: TileRules) -> list[Arc]:
    """Return the rows of this kind that hold *row* whole."""
    rows = (*_grown_group(row, rules),) if kind == sets.GROUP else (*_grown_run(row, rules),)
    valid = [grown for grown in rows if any(reading.kind == kind for reading in sets.readings(grown, rules))]
    return [arc for arc in (Arc(None, None, grown) for grown in valid) if arc.laid <= purse]


def _grown_group(row: TileSet, rules: TileRules) -> Iterator[TileSet]:
    number = next(tile.number for tile in row if isinstance(tile, Tile))
    more = [*(Tile(color, number) for color in rules.box.colors), JOKER]
    for count in range(len(rules.box.colors) - len(row) + 1):
        yield from ((*row, *tiles) for tiles in combinations(more, count))


def _grown_run(row: TileSet, rules: TileRules) -> Iterator[TileSet]:
    """Yield the run grown by up to two tiles at each end: three or more would be a set by themselves."""
    at, tile = next((i, tile) for i, tile in enumerate(row) if isinstance(tile, Tile))
    low, high = tile.number - at, tile.number - at + len(row) - 1
    for start, end in product(range(max(1, low - 2), low + 1), range(high, min(rules.numbers, high + 2) + 1)):
        below = product(*((Tile(tile.color, number), JOKER) for number in range(start, low)))
        above = [*product(*((Tile(tile.color, number), JOKER) for number in range(high + 1, end + 1)))]
        yield from ((*lower, *row, *upper) for lower in below for upper in above)

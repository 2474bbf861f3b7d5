"""A lean integer program of a turn: a whole number for each set that the box, or the tiles in play, can form.

The sets of the box are the same for every position, so that such a program needs to be made only once; the program
cut down to the tiles in play is smaller, but is made anew each time. Runs have three to five tiles, for longer ones
fall apart into such. Every tile of the table is used, of the rack what is there. Frozen joker sets add their fates, as
in `meldwise.solver.reference`. The rulesets with special jokers have too many sets for this; they go to the reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import msgspec

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver.reference.frozen import fates, fresh_sets
from meldwise.table import tile_counts
from meldwise.tiles import JOKER, AnyTile, Joker, Rack, Table, Tile, TileSet, ordered

Row = tuple[str, object]
"""The name of a constraint: `("tile", k5)`."""


class Column(msgspec.Struct, frozen=True):
    """A variable: its most, what one of it adds to the goal, and its part in the constraints."""

    most: int
    gain: int
    parts: dict[Row, int]


class Program(msgspec.Struct):
    """Variables from 0 to their most; constraints between a least and a most; the goal is greatest."""

    columns: list[Column]
    bounds: dict[Row, tuple[int, int]]


def program(table: Table, rack: Rack, rules: TileRules, cut: bool = False) -> Program:
    """Return the program whose greatest goal is the most tiles of the rack that can be laid, the table's besides.

    *cut* leaves out the sets that the tiles in play cannot form.
    """
    lying, held = tile_counts(table), Counter(rack)
    purse = lying + held
    all_tiles = purse if cut else Counter(rules.box.counts)
    lean = Program([], {("tile", tile): (lying[tile], purse[tile]) for tile in all_tiles})
    for row in set_types(purse, rules) if cut else _box_types(rules):
        lean.columns.append(_laid(row, all_tiles))
    if rules.joker_sets_frozen:
        _freeze(lean, [row for row in table if JOKER in row], rack, purse, rules)
    return lean


def _laid(row: TileSet, purse: Counter[AnyTile], parts: dict[Row, int] | None = None) -> Column:
    tiles = Counter(row)
    used: dict[Row, int] = {("tile", tile): count for tile, count in tiles.items()}
    return Column(min(purse[tile] // count for tile, count in tiles.items()), len(row), used | (parts or {}))


def set_types(purse: Counter[AnyTile], rules: TileRules) -> list[TileSet]:
    """Return every set of at most five tiles that *purse* can form, each once whatever its order."""
    found = {ordered(row): row for places in _places(rules) for row in _filled(places, purse)}
    return [row for row in found.values() if not Counter(row) - purse and sets.readings(row, rules)]


@cache
def _box_types(rules: TileRules) -> list[TileSet]:
    return set_types(Counter(rules.box.counts), rules)


def _places(rules: TileRules) -> Iterator[tuple[Tile, ...]]:
    for color in rules.box.colors:
        for size in (3, 4, 5):
            for low in range(1, rules.numbers - size + 2):
                yield tuple(Tile(color, low + i) for i in range(size))
    for number in range(1, rules.numbers + 1):
        for size in (3, 4):
            for colors in combinations(rules.box.colors, size):
                yield tuple(Tile(color, number) for color in colors)


def _filled(places: tuple[Tile, ...], purse: Counter[AnyTile]) -> Iterator[TileSet]:
    options = [[tile for tile in (place, Joker("J", place.color), JOKER) if purse[tile]] for place in places]
    yield from product(*options)


def _freeze(lean: Program, rows: list[TileSet], rack: Rack, purse: Counter[AnyTile], rules: TileRules) -> None:
    """Give each frozen set one fate and each taken joker a new set; both are provided for by the rack (T32)."""
    lean.bounds["taken", ""] = (0, 0)
    lean.bounds |= {("rack", tile): (purse[tile] - rack.count(tile), purse.total()) for tile in {*rack} - {JOKER}}
    for column in lean.columns:
        column.parts.update(_from_rack(column, rack))
    for i, row in enumerate(rows):
        lean.bounds["fate", i] = (1, 1)
        for j, fate in enumerate(fates(row, rack, purse, rules)):
            put = Counter(fate.put)
            parts: dict[Row, int] = {("fate", i): 1, ("taken", ""): -len(fate.put)}
            parts |= {("rack", tile): -count for tile, count in put.items()}
            if fate.holds_joker:
                parts["home", (i, j)] = -1
                lean.bounds["home", (i, j)] = (0, 0)
            lean.columns.append(Column(1, 0, parts))
            for home in fate.homes:
                column = _laid(tuple(home.laid.elements()), purse, {("home", (i, j)): 1})
                column.parts.update(_from_rack(column, rack))
                lean.columns.append(column)
    for arc in fresh_sets(rack, rules) if rows else ():
        lean.columns.append(_laid(tuple(arc.laid.elements()), purse, {("taken", ""): 1}))


def _from_rack(column: Column, rack: Rack) -> dict[Row, int]:
    """Return a set's part in "what is laid beyond the table's own tiles covers what the exchanges took"."""
    return {
        ("rack", tile): count
        for (name, tile), count in column.parts.items()
        if name == "tile" and tile in {*rack} - {JOKER}
    }

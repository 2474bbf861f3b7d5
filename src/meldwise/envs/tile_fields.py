"""What a seat sees of a tile game, as numbers.

Seats stand in turn order from the one that looks. How sets lie is left out where it does not matter to what can follow;
where sets with jokers are frozen (T32), those stand in a field of their own.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldwise import sets
from meldwise.envs.fields import MOST_SCORE, Field, Fields
from meldwise.ruleset import TileRules
from meldwise.solver.problem import KINDS, TILES, kinds_of
from meldwise.tiles import JOKER, Table, Tile

LAID, DREW, PASSED = 1, 2, 3
FROZEN_SETS = 2
"""Sets with jokers there can be where those are frozen: the box has two ordinary jokers."""


@lru_cache(maxsize=64)
def tile_fields(rules: TileRules, seats: int, privileged: bool = False) -> Fields:
    """Return the fields of a ruleset's observations."""
    most = len(rules.box.tiles)
    fields = [
        Field("rack", (KINDS,), 2),
        Field("table", (KINDS,), 2),
        Field("unseen", (KINDS,), 2),
        Field("picked", (KINDS,), 2),
        Field("sizes", (seats,), most),
        Field("opened", (seats,), 1),
        Field("announced", (seats,), 1),
        Field("turn", (seats,), 1),
        Field("pool", (1,), most),
        Field("passes", (1,), seats),
        Field("recent", (seats, 3 + KINDS), 2),
        Field("scores", (seats,), MOST_SCORE, -MOST_SCORE),
    ]
    if rules.joker_sets_frozen:
        fields.append(Field("joker_sets", (FROZEN_SETS, 2, TILES), 2))
    if privileged:
        fields.append(Field("racks", (seats, KINDS), 2))
    return Fields(fields)


def joker_sets(table: Table, rules: TileRules) -> NDArray[np.float32]:
    """Return the frozen sets of a table: for each its number tiles, then the tiles its jokers may stand for."""
    kinds = kinds_of(rules)
    found = np.zeros((FROZEN_SETS, 2, TILES), np.float32)
    for part, row in zip(found, [row for row in table if JOKER in row], strict=False):
        for tile in row:
            if isinstance(tile, Tile):
                part[0, kinds.index[tile]] += 1
        for reading in sets.readings(row, rules):
            for stand in reading.jokers:
                for color in stand.colors:
                    part[1, kinds.index[Tile(color, stand.numbers[0])]] = 1
    return found

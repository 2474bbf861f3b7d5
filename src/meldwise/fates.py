"""What may become of a set that the law of frozen joker sets holds (T32)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import msgspec

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.sets import Reading
from meldwise.tiles import Tile, TileSet


class Fate(msgspec.Struct, frozen=True):
    """One lawful way a frozen set may go: what is left of it, how it reads, and the tiles put for its jokers."""

    row: TileSet
    reading: Reading
    put: tuple[Tile, ...]


def fates(row: TileSet, rules: TileRules) -> Iterator[Fate]:
    """Yield every way to keep or replace the jokers of a frozen set, in every reading open to it (T11)."""
    for reading in sets.readings(row, rules):
        for count in range(len(reading.jokers) + 1):
            for taken in combinations(reading.jokers, count):
                choices = [[Tile(color, stand.numbers[0]) for color in stand.colors] for stand in taken]
                for put in product(*choices):
                    changed = list(row)
                    for stand, tile in zip(taken, put, strict=True):
                        changed[stand.position] = tile
                    if sets.readings(tuple(changed), rules):
                        yield Fate(tuple(changed), reading, put)

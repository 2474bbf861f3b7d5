"""Tiles in no order put into the order of a set, as a player who throws them down would wish.

Runs are sought by filling places upwards from the lowest possible number, mirrors by filling both sides from the
outside inwards. Of several orders the one worth most points is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from meldwise import sets
from meldwise.ruleset import Ruleset
from meldwise.sets.reading import width
from meldwise.tiles import MIRROR, AnyTile, Joker, Rack, Tile, TileSet, ordered

MOST_TILES = 27
"""No set is longer: a mirror and both its sides from 1 to 13."""


def arranged(tiles: TileSet, rules: Ruleset) -> TileSet | None:
    """Return *tiles* in an order that is a set: as given, else the order worth most; None where there is none."""
    if sets.readings(tiles, rules):
        return tiles
    return _best(ordered(tiles), rules)


@lru_cache(maxsize=1 << 14)
def _best(tiles: Rack, rules: Ruleset) -> TileSet | None:
    if not sets.SMALLEST <= len(tiles) <= MOST_TILES or not any(isinstance(tile, Tile) for tile in tiles):
        return None
    rows = {row for row in _orders(tiles, rules) if sets.readings(row, rules)}
    return max(rows, key=lambda row: (sets.most_points(row, rules), row), default=None)


def _orders(tiles: Rack, rules: Ruleset) -> Iterator[TileSet]:
    """Yield orders worth trying: enough to find every way the tiles are a set."""
    counts = Counter(tiles)
    if counts[MIRROR] == 1:
        yield from _mirrors(counts - Counter([MIRROR]), rules)
        return
    yield tiles  # a group has no order
    for low in range(1, rules.numbers + 1):
        yield from _runs(counts, (), low, rules)


def _runs(left: Counter[AnyTile], row: TileSet, number: int, rules: Ruleset) -> Iterator[TileSet]:
    """Yield every order of all tiles *left* that fills consecutive places from *number* up."""
    if not left:
        yield row
    if number > rules.numbers or any(isinstance(tile, Tile) and tile.number < number for tile in left):
        return
    for tile in left:
        if not isinstance(tile, Tile) or tile.number == number:
            yield from _runs(left - Counter([tile]), (*row, tile), number + width(tile), rules)


def _mirrors(tiles: Counter[AnyTile], rules: Ruleset) -> Iterator[TileSet]:
    """Yield orders around a mirror: every group number, and every outer number of a run, climbing and falling."""
    for number in range(1, rules.numbers + 1):
        for step in (0, 1, -1):
            yield from _sides(tiles, (), (), number, step)


def _sides(left: Counter[AnyTile], outer: TileSet, facing: TileSet, number: int, step: int) -> Iterator[TileSet]:
    """Fill both sides from the outside inwards, the one behind first; facing places hold equal tiles or jokers."""
    done, behind = _places(outer), _places(facing)
    if not left:
        if len(done) == len(behind):
            yield (*outer, MIRROR, *reversed(facing))
        return
    for tile in left:
        place = min(len(done), len(behind))
        if isinstance(tile, Tile) and tile.number != number + step * place:
            continue
        rest = left - Counter([tile])
        if len(done) <= len(behind):
            yield from _sides(rest, (*outer, tile), facing, number, step)
        elif isinstance(tile, Joker) or isinstance(done[place], Joker) or tile is done[place]:
            yield from _sides(rest, outer, (*facing, tile), number, step)


def _places(side: TileSet) -> list[AnyTile]:
    return [tile for tile in side for _ in range(width(tile))]

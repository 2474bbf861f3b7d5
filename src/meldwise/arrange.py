"""Tiles in no order put into the order of a set, as a player who throws them down would wish.

Runs are sought by filling places upwards from the lowest possible number, mirrors by filling both sides from the
outside inwards. Of several orders the one worth most points is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from meldwise import sets
from meldwise.ruleset import Ruleset
from meldwise.sets.reading import width
from meldwise.tiles import COLOR_CHANGE, MIRROR, AnyTile, Joker, Rack, Tile, TileSet, ordered


def arranged(tiles: TileSet, rules: Ruleset) -> TileSet | None:
    """Return *tiles* in an order that is a set: as given, else the order worth most; None where there is none."""
    if sets.readings(tiles, rules):
        return tiles
    if not sets.SMALLEST <= len(tiles) <= sets.LONGEST or not any(isinstance(tile, Tile) for tile in tiles):
        return None
    return _best(ordered(tiles), rules)


@lru_cache(maxsize=1 << 14)
def _best(tiles: Rack, rules: Ruleset) -> TileSet | None:
    rows = {row for row in _orders(tiles, rules) if sets.readings(row, rules)}
    return max(rows, key=lambda row: (sets.most_points(row, rules), row), default=None)


def _orders(tiles: Rack, rules: Ruleset) -> Iterator[TileSet]:
    """Yield orders worth trying: enough to find every way the tiles are a set."""
    counts = Counter(tiles)
    if counts[MIRROR]:
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
    """Yield orders around a mirror: as a group, and as a run from every outer number, climbing and falling."""
    size, odd = divmod(sum(count * width(tile) for tile, count in tiles.items()), 2)
    numbers = Counter(tile.number for tile in tiles.elements() if isinstance(tile, Tile))
    if odd or size > rules.numbers or _too_many_alone(tiles):
        return
    if len(numbers) == 1 and size <= len(rules.box.colors) and not tiles[COLOR_CHANGE]:
        for colors in permutations(rules.box.colors, size):
            yield from _both_sides(tiles, [[Tile(color, number)] for color in colors for number in numbers])
    if max(numbers.values()) > 2:
        return  # in a run a number stands once on each side
    for low in range(max(1, max(numbers) - size + 1), min(numbers, default=1) + 1):
        climbing = [[Tile(c, n) for c in rules.box.colors] for n in range(low, min(low + size, rules.numbers + 1))]
        if len(climbing) == size:
            yield from _both_sides(tiles, climbing)
            yield from _both_sides(tiles, climbing[::-1])


def _too_many_alone(tiles: Counter[AnyTile]) -> bool:
    """Tell whether there are more tiles without a twin than jokers can face."""
    alone = sum(count % 2 for tile, count in tiles.items() if isinstance(tile, Tile))
    return alone > sum(count * width(tile) for tile, count in tiles.items() if isinstance(tile, Joker))


def _both_sides(tiles: Counter[AnyTile], places: list[list[Tile]]) -> Iterator[TileSet]:
    """Yield every order with these places on both sides, from the outside inwards."""
    for left, rest in _filled(tiles, (), 0, places):
        for right, none in _filled(rest, (), 0, places):
            if not none:
                yield (*left, MIRROR, *reversed(right))


def _filled(
    left: Counter[AnyTile], side: TileSet, place: int, places: list[list[Tile]]
) -> Iterator[tuple[TileSet, Counter[AnyTile]]]:
    """Yield every way to fill a side, and what is left; each place names the tiles that may stand there."""
    if place == len(places):
        yield side, left
    for tile in left if place < len(places) else ():
        if (isinstance(tile, Joker) and place + width(tile) <= len(places)) or tile in places[place]:
            yield from _filled(left - Counter([tile]), (*side, tile), place + width(tile), places)

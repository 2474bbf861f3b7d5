"""Rows that given tiles can form, made place by place.

Rows may come twice, or not be sets: whoever asks checks them with `readings`. A stretch of jokers alone is given every
colour in turn, so nothing is missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from meldwise.ruleset import TileRules
from meldwise.tiles import COLOR_CHANGE, DOUBLE, JOKER, MIRROR, AnyTile, Color, Joker, Tile, TileSet

Purse = Counter[AnyTile]
Place = Tile | None
"""The number tile a place wants, or None where a colour-change joker stands."""


def plain_groups(purse: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield every group of three or four colours; their order matters only to a double joker."""
    choose = permutations if purse[DOUBLE] else combinations
    for number in range(1, rules.numbers + 1):
        for count in (3, 4):
            for colors in choose(rules.box.colors, count):
                for row, _ in _fill(tuple(Tile(color, number) for color in colors), purse):
                    yield row


def plain_runs(purse: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield every run of three tiles or more."""
    for row, _, _ in _runs(purse, rules):
        if len(row) >= 3:
            yield row


def mirror_groups(purse: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield every mirror group."""
    for number in range(1, rules.numbers + 1):
        for count in range(1, len(rules.box.colors) + 1):
            for colors in permutations(rules.box.colors, count):
                places = tuple(Tile(color, number) for color in colors)
                for left, rest in _fill(places, _spend(purse, MIRROR)):
                    for right, _ in _fill(places, rest):
                        yield (*left, MIRROR, *reversed(right))


def mirror_runs(purse: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield every mirror run, climbing and falling."""
    for left, places, rest in _runs(_spend(purse, MIRROR), rules):
        for right, _ in _fill(places, rest):
            yield (*left, MIRROR, *reversed(right))
            yield (*reversed(left), MIRROR, *right)


def _runs(purse: Purse, rules: TileRules) -> Iterator[tuple[TileSet, tuple[Place, ...], Purse]]:
    """Yield every row that climbs, of one tile or more, with the places it fills and what is left."""
    for low in range(1, rules.numbers + 1):
        for color in rules.box.colors:
            yield from _climb(purse, (), (), low, color, rules)


def _climb(
    purse: Purse, row: TileSet, places: tuple[Place, ...], number: int, color: Color, rules: TileRules
) -> Iterator[tuple[TileSet, tuple[Place, ...], Purse]]:
    if row:
        yield row, places, purse
    if number > rules.numbers:
        return
    wanted = tuple(Tile(color, n) for n in range(number, min(number + 2, rules.numbers + 1)))
    for tile, count in _fillers(wanted, purse):
        rest = _spend(purse, tile)
        yield from _climb(rest, (*row, tile), (*places, *wanted[:count]), number + count, color, rules)
    if purse[COLOR_CHANGE] and (row[-1] is not COLOR_CHANGE if row else rules.color_change_starts):
        rest = _spend(purse, COLOR_CHANGE)
        for other in rules.box.colors:
            if other is not color:
                yield from _climb(rest, (*row, COLOR_CHANGE), (*places, None), number + 1, other, rules)


def _fill(places: tuple[Place, ...], purse: Purse) -> Iterator[tuple[TileSet, Purse]]:
    """Yield every way to fill these places in their order, and what is left."""
    if not places:
        yield (), purse
        return
    for tile, count in _fillers(places, purse):
        for row, rest in _fill(places[count:], _spend(purse, tile)):
            yield (tile, *row), rest


def _fillers(places: tuple[Place, ...], purse: Purse) -> list[tuple[AnyTile, int]]:
    """Return what may fill the first of these places, and how many of them it fills."""
    wanted = places[0]
    if wanted is None:
        return [(COLOR_CHANGE, 1)] if purse[COLOR_CHANGE] else []
    options: list[tuple[AnyTile, int]] = [(wanted, 1), (Joker("J", wanted.color), 1), (JOKER, 1)]
    if len(places) > 1 and places[1] is not None:
        options.append((DOUBLE, 2))
    return [(tile, count) for tile, count in options if purse[tile]]


def _spend(purse: Purse, tile: AnyTile) -> Purse:
    left = purse.copy()
    left[tile] -= 1
    return left

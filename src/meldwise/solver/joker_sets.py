"""Which sets with jokers a play can leave on the table, where those are frozen and so matter to what follows (T32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.frozen import Scene
from meldwise.solver.problem import KINDS, kernel_of, kinds_of
from meldwise.solver.rows import plain_groups, plain_runs
from meldwise.tiles import JOKER, AnyTile, Table, TileSet, ordered

Purse = Counter[AnyTile]
Growing = Callable[[TileSet, Purse, TileRules], Iterator[TileSet]]


def joker_sets(scene: Scene, rules: TileRules) -> Iterator[Table]:
    """Yield the sets with jokers of every table that a scene can end with, all of its rack laid; some come twice."""
    tiles = Counter(scene.rack) + Counter(tile for row in scene.free for tile in row)
    kept: list[tuple[TileSet, Growing]] = [(row, _longer) for row in scene.runs]
    kept += [(row, _wider) for row in scene.groups]
    yield from _chosen((), kept, scene.exchanged, tiles, Counter(scene.rack), rules)


def _chosen(
    rows: Table, kept: list[tuple[TileSet, Growing]], exchanged: int, tiles: Purse, rack: Purse, rules: TileRules
) -> Iterator[Table]:
    """Choose a set for each kept one, then for each exchanged joker, then for the jokers of the rack."""
    if kept:
        old, grown = kept[0]
        for row in grown(old, tiles, rules):
            added = Counter(row) - Counter(old)
            yield from _chosen((*rows, row), kept[1:], exchanged, tiles - added, rack, rules)
    elif exchanged:
        for row in _rows((rack & tiles) + Counter([JOKER]), rules):  # what a kept set took is there no more
            spent = Counter(row) - Counter([JOKER])
            yield from _chosen((*rows, row), kept, exchanged - 1, tiles - spent, rack - spent, rules)
    elif tiles[JOKER]:
        for row in _rows(tiles, rules):
            yield from _chosen((*rows, row), kept, exchanged, tiles - Counter(row), rack, rules)
    elif remainder(tiles, rules) is not None:
        yield tuple(sorted(rows))


def _wider(row: TileSet, tiles: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield a kept group as it lies, and with every tile it may take."""
    yield row
    for tile in tiles:
        if any(reading.kind == sets.GROUP for reading in sets.readings((*row, tile), rules)):
            yield (*row, tile)


def _longer(row: TileSet, tiles: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield a kept run as it lies, and with more at either end."""
    yield from _up(row, tiles, rules)
    for tile in tiles:
        if _is_run((tile, *row), rules):
            yield from _longer((tile, *row), tiles - Counter([tile]), rules)


def _up(row: TileSet, tiles: Purse, rules: TileRules) -> Iterator[TileSet]:
    yield row
    for tile in tiles:
        if _is_run((*row, tile), rules):
            yield from _up((*row, tile), tiles - Counter([tile]), rules)


def _is_run(row: TileSet, rules: TileRules) -> bool:
    return any(reading.kind == sets.RUN for reading in sets.readings(row, rules))


def _rows(tiles: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield every set with a joker that the tiles can form."""
    found = {row for row in plain_runs(tiles, rules) if JOKER in row and sets.readings(row, rules)}
    groups = {ordered(row) for row in plain_groups(tiles, rules) if JOKER in row and sets.readings(row, rules)}
    yield from sorted(found | groups)


def remainder(tiles: Purse, rules: TileRules) -> Table | None:
    """Return tiles without jokers laid in sets, all of them; None where they cannot be."""
    kinds = kinds_of(rules)
    none = [0] * KINDS
    answer = kernel_of(rules).solve(_kernel.Problem(kinds.counts(tiles.elements()), none, none))
    return tuple(tuple(kinds.tiles[code] for code in row) for row in answer.rows) if answer.found else None

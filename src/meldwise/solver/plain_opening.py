"""Can these tiles open? A plain exact search, for racks that no box can hold (a score is asked about any rack).

Every row the rack can form is made place by place and asked for its points. One row worth enough settles it, so only
rows worth less are ever collected; then disjoint rows are added up, the dearest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver.rows import mirror_groups, mirror_runs, plain_groups, plain_runs
from meldwise.tiles import MIRROR, AnyTile, Rack, Tile, TileSet, ordered

Purse = Counter[AnyTile]
JOKERS_MORE = 2


def opens(rack: Rack, rules: TileRules) -> bool:
    """Tell whether some sets from *rack* alone are worth an opening.

    Jokers make rows many, and a rack that opens mostly opens with few of them: so a few are tried before all.
    """
    numbers = tuple(tile for tile in rack if isinstance(tile, Tile))
    jokers = tuple(tile for tile in rack if not isinstance(tile, Tile))
    if not numbers:
        return False  # jokers alone are no set (T10)
    few = range(0, len(jokers), JOKERS_MORE)
    return any(_opens((*numbers, *jokers[:count]), rules) for count in (*few, len(jokers)))


def _opens(rack: Rack, rules: TileRules) -> bool:
    worth: dict[Rack, int] = {}
    for row in rows(Counter(rack), rules):
        found = sets.readings(row, rules)
        if not found:
            continue
        points = found[0].points
        if points >= rules.opening_points:
            return True
        tiles = ordered(row)
        worth[tiles] = max(points, worth.get(tiles, 0))
    dearest = sorted(worth.items(), key=lambda item: -item[1])
    return _adds_up([(Counter(tiles), points) for tiles, points in dearest], 0, Counter(rack), rules.opening_points)


def rows(purse: Purse, rules: TileRules) -> Iterator[TileSet]:
    """Yield rows the tiles can form: every multiset of tiles that is a set, in its order worth most, is among them."""
    yield from plain_groups(purse, rules)
    yield from plain_runs(purse, rules)
    if purse[MIRROR]:
        yield from mirror_groups(purse, rules)
        yield from mirror_runs(purse, rules)


def _adds_up(rows: list[tuple[Purse, int]], first: int, left: Purse, needed: int) -> bool:
    """Tell whether disjoint rows from *first* on reach *needed* points with the tiles *left*."""
    for i in range(first, len(rows)):
        tiles, points = rows[i]
        if points * (left.total() // sets.SMALLEST) < needed:
            return False
        if tiles <= left and (points >= needed or _adds_up(rows, i, left - tiles, needed - points)):
            return True
    return False

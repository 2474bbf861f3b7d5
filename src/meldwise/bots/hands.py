"""Human hands: a turn that lays at most so many tiles, and takes at most so many sets of the table apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from meldwise import tilegame
from meldwise.solver import best, plays
from meldwise.solver.tidy import put_in_order
from meldwise.table import changed_sets, tile_counts, with_tiles
from meldwise.tiles import Rack, Table

TRIES = 12
"""Parts by chance of a play that is too large;"""
OWN, OPENINGS = 6, 60
"""and so many plays that leave the table as it is, or openings."""


class Hands(msgspec.Struct, frozen=True):
    """How much a seat can do in a turn; None is no limit."""

    tiles: int | None = None
    sets: int | None = None

    @property
    def limited(self) -> bool:
        """Whether there is a limit at all."""
        return self.tiles is not None or self.sets is not None

    def can(self, before: Table, after: Table) -> bool:
        """Tell whether a turn is small enough."""
        few = self.tiles is None or sum(map(len, after)) - sum(map(len, before)) <= self.tiles
        return few and (self.sets is None or taken_apart(before, after) <= self.sets)


def taken_apart(before: Table, after: Table) -> int:
    """Count the sets of a table that do not lie whole within a set afterwards."""
    gone, new = changed_sets(before, after)
    counts = [Counter(row) for row in new]
    apart = 0
    for row in gone:
        home = next((one for one in counts if not Counter(row) - one), None)
        if home is None:
            apart += 1
        else:
            home.subtract(row)
    return apart


def smaller(view: tilegame.View, table: Table, hands: Hands, dice: random.Random) -> Table | None:
    """Return the table after the part of a play that hands can do and that sheds most points, if any was found."""
    assert view.seat is not None
    played = with_tiles((), (tile_counts(table) - tile_counts(view.table)).elements())
    found = []
    for near, far, part in _parts(view, played, hands, dice):
        one = best(near, part, view.rules, view.opened[view.seat], "points", tidy=False)
        after = (*far, *one.table)
        if one.play and hands.can(view.table, after):
            found.append((one.points, after))
    return put_in_order(view.table, max(found)[1]) if found else None


def _parts(view: tilegame.View, played: Rack, hands: Hands, dice: random.Random) -> Iterator[tuple[Table, Table, Rack]]:
    """Yield sets that may be touched, the others, and tiles: parts by chance, then those that are surely something."""
    assert view.seat is not None
    most = len(played) if hands.tiles is None else min(hands.tiles, len(played))
    if not view.opened[view.seat]:
        openings = plays(view.table, played, view.rules, False, "points", OPENINGS)
        yield from (((), view.table, one.play) for one in openings if one.tiles <= most)
        return
    for near, far in _reaches(view.table, hands, dice):
        yield near, far, with_tiles((), dice.sample(played, most))
    for one in plays((), played, view.rules, goal="points", most=OWN):
        if one.tiles <= most:
            yield (), view.table, one.play
    if hands.sets is None:
        yield from ((view.table, (), (tile,)) for tile in sorted(set(played)))


def _reaches(table: Table, hands: Hands, dice: random.Random) -> Iterator[tuple[Table, Table]]:
    """Yield sets of the table that may be touched, and the others: all, or by turns as many as hands can take apart."""
    if hands.sets is None:
        yield from [(table, ())] * TRIES
        return
    size = min(hands.sets, len(table))
    for _ in range(TRIES + len(table)):
        picked = set(dice.sample(range(len(table)), size))
        near = tuple(row for i, row in enumerate(table) if i in picked)
        yield near, tuple(row for i, row in enumerate(table) if i not in picked)

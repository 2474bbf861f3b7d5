"""Every distinct play, best first: for opponents that weigh them, and for research.

What can follow depends on which tiles leave the rack, and hardly on how the table lies, so a play is the tiles it lays.
Where joker sets are frozen the sets with jokers stay, so there plays also differ by those sets (T32).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec
from msgspec.structs import replace

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.best import Search, open_scenes, problem, rows_of
from meldwise.solver.frozen import Scene
from meldwise.solver.joker_sets import joker_sets, remainder
from meldwise.solver.problem import KINDS, Goal, kernel_of, kinds_of
from meldwise.solver.tidy import tidied
from meldwise.table import tile_counts
from meldwise.tiles import Rack, Table, Tile, ordered

MOST = 100


class Play(msgspec.Struct, frozen=True):
    """A play: the rack tiles and points it sheds, the tiles, and, where they are frozen, the sets with jokers then."""

    tiles: int
    points: int
    play: Rack
    joker_sets: Table | None = None


def plays(
    table: Table,
    rack: Rack,
    rules: TileRules,
    opened: bool = True,
    goal: Goal = "tiles",
    most: int = MOST,
    deadline: float | None = None,
) -> list[Play]:
    """Return the distinct plays, at most *most* of them, best first.

    They stand by *goal*, among equals by the other figure, then in an order that is the same everywhere. Past the
    *deadline*, in seconds, those found so far come back: they are the best, but there may be more.
    """
    found: Iterable[Play] = distinct(table, rack, rules, opened, goal, most, deadline)
    if rules.joker_sets_frozen:
        found = (told for play in found for told in layouts(table, play, rules, opened))
    return list(islice(found, most))


def distinct(
    table: Table,
    rack: Rack,
    rules: TileRules,
    opened: bool = True,
    goal: Goal = "tiles",
    most: int = MOST,
    deadline: float | None = None,
) -> list[Play]:
    """Return the same plays told apart by their tiles alone; `layouts` says how each can leave the sets with jokers."""
    search = Search(rules, goal, deadline)
    values: dict[Rack, int] = {}
    for scene in open_scenes(table, rack, rules, opened):
        for value, play in _of_scene(scene, search, 0 if opened else rules.opening_points, most):
            values.setdefault(play, value)
    best_first = sorted(values, key=lambda play: -values[play])[:most]
    return [Play(len(play), search.kinds.worth(play), play) for play in best_first]


def lay(table: Table, play: Play, rules: TileRules, opened: bool = True, tidy: bool = True) -> Table:
    """Return the table after a play that `plays` returned; without *tidy* lawful, but not laid out to be recognised."""
    if play.joker_sets is not None:
        bound = play.joker_sets
        loose = Counter(play.play) + (tile_counts(table) if opened else Counter()) - tile_counts(bound)
        rest = remainder(loose, rules)
        assert rest is not None
        rows: Table = (*bound, *rest)
        if not opened:
            return (*table, *rows)
        return tidied(table, rows, rules, bound=bound) if tidy else rows
    kinds = kinds_of(rules)
    none = [0] * KINDS
    before = kinds.counts(tile for row in table for tile in row) if opened else none
    asked = _kernel.Problem(
        before, none, none, forced=kinds.counts(play.play), threshold=0 if opened else rules.opening_points
    )
    rows = rows_of(kernel_of(rules).solve(asked), Scene((), ()), kinds)
    if not opened:
        return (*table, *rows)
    return tidied(table, rows, rules) if tidy else rows


def layouts(table: Table, play: Play, rules: TileRules, opened: bool = True) -> Iterator[Play]:
    """Yield a play once for each choice of sets with jokers, where those are frozen."""
    seen = set()
    for scene in open_scenes(table, play.play, rules, opened):
        for rows in joker_sets(scene, rules):
            if rows not in seen and (opened or _opens(play, rows, rules)):
                seen.add(rows)
                yield replace(play, joker_sets=rows)


def _opens(play: Play, rows: Table, rules: TileRules) -> bool:
    """Tell whether an opening with these sets is worth enough: every other tile counts its number (T24)."""
    rest = Counter(play.play) - tile_counts(rows)
    numbers = sum(tile.number for tile in rest.elements() if isinstance(tile, Tile))
    return sum(sets.most_points(row, rules) for row in rows) + numbers >= rules.opening_points


def _of_scene(scene: Scene, search: Search, threshold: int, most: int) -> Iterator[tuple[int, Rack]]:
    put = sum(search.weights[search.kinds.index[tile]] for tile in scene.put)
    asked = problem(scene, search.kinds, search.weights, threshold, -1 if put else 0, search.time_left())
    found, proven, micros = search.kernel.plays(asked, most)
    search.micros += micros
    search.proven = search.proven and proven
    for value, counts in found:
        yield value + put, ordered((*scene.put, *search.kinds.listed(counts)))

"""The table afterwards as people recognise it: most sets untouched, then fewest neighbours parted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from meldwise.ruleset import TileRules
from meldwise.solver.problem import Kinds, kernel_of, kinds_of
from meldwise.solver.steps import grown_from
from meldwise.table import changed_sets, listed, tile_counts
from meldwise.tiles import JOKER, Table, TileSet


def tidied(table: Table, rows: Table, rules: TileRules, micros: int = -1, bound: Table | None = None) -> Table:
    """Return *rows* laid again so that little of *table* changes.

    The *bound* rows stay as they are. Where joker sets are frozen, those that did not change are bound, or else all
    that *rows* has, so that the law stays met.
    """
    gone, _ = changed_sets(table, rows)
    if not gone:
        return put_in_order(table, rows)
    if bound is None:
        changed = any(JOKER in row for row in gone)
        bound = tuple(row for row in (rows if changed else table) if rules.joker_sets_frozen and JOKER in row)
    found = _arranged(table, rows, bound, rules, micros)
    return put_in_order(table, rows if found is None else found)


def _arranged(table: Table, rows: Table, bound: Table, rules: TileRules, micros: int) -> Table | None:
    """Ask the kernel to lay all tiles but those of the *bound* rows, breaking as few sets as it can."""
    kinds = kinds_of(rules)
    loose = tile_counts(rows) - tile_counts(bound)
    sets: list[TileSet] = [] if bound else [*table]
    for row in table if bound else ():
        if not Counter(row) - loose:
            sets.append(row)
            loose -= Counter(row)
    if not bound:
        loose -= tile_counts(table)
    coded = [_coded(row, kinds) for row in sets]
    done = kernel_of(rules).arrange(coded, kinds.counts(listed(loose)), micros)
    if not done.found:
        return None
    new = [tuple(kinds.tiles[code] for code in row) for row in done.rows]
    return (*bound, *(sets[i] for i in done.kept), *new)


def _coded(row: TileSet, kinds: Kinds) -> bytes:
    return bytes(kinds.index[tile] for tile in row)


def put_in_order(table: Table, rows: Sequence[TileSet]) -> Table:
    """Return *rows* with untouched sets where they lay, grown ones in the place of the old, new ones last."""
    gone, new = changed_sets(table, tuple(rows))
    bases = grown_from(gone, new)
    left = dict(enumerate(gone))
    ordered: list[TileSet] = []
    for row in table:
        old = next((i for i, other in left.items() if other == row), None)
        if old is None:
            ordered.append(row)
        else:
            del left[old]
            ordered += [heir for heir, base in zip(new, bases, strict=True) if base == old]
    return (*ordered, *(row for row, base in zip(new, bases, strict=True) if base is None))

"""A turn in the making: rows and rack as the person has pushed them about; nothing is final before the turn ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from meldwise import sets
from meldwise.arrange import arranged
from meldwise.cli.prompt import Slip
from meldwise.ruleset import Ruleset, TileRules
from meldwise.table import put, tile_counts, with_tiles, without
from meldwise.tilegame import View
from meldwise.tiles import AnyTile, Rack, Table, TileSet, ordered


class Taken(msgspec.Struct, frozen=True):
    """A tile picked up: from a row, or where *row* is None from the rack; *column* is where it was typed."""

    row: int | None
    tile: AnyTile
    column: int


class Draft(msgspec.Struct, frozen=True):
    """The turn so far, and what it began with. A row that was emptied keeps its number until the turn ends."""

    rules: TileRules
    opened: bool
    table: Table
    held: Rack
    rows: Table
    rack: Rack

    @property
    def laid(self) -> Rack:
        """What has left the rack this turn."""
        return without(self.held, self.rack)

    @property
    def result(self) -> Table:
        """The table as it would lie at the end of the turn."""
        return tuple(row for row in self.rows if row)

    @property
    def changed(self) -> bool:
        """Whether anything was done."""
        return self.rows != self.table

    @property
    def opening(self) -> int:
        """What the finished new rows count for an opening."""
        new = [row for row in self.rows[len(self.table) :] if sets.readings(row, self.rules)]
        return sum(sets.most_points(row, self.rules) for row in new)


def begin(view: View) -> Draft:
    """Return the turn before anything is done."""
    assert view.seat is not None
    return Draft(view.rules, view.opened[view.seat], view.table, view.rack, view.table, view.rack)


def move(draft: Draft, taken: Sequence[Taken], target: int | None) -> Draft:
    """Return the draft with tiles moved to a row, or to a new one where *target* is None."""
    _check_opened(draft, taken, target)
    moved = _without(draft, taken, "new" if target is None else str(target + 1))
    tiles = tuple(one.tile for one in taken)
    if target is None:
        return replace(moved, rows=(*moved.rows, joined((), tiles, draft.rules)))
    return replace(moved, rows=put(moved.rows, target, joined(moved.rows[target], tiles, draft.rules)))


def take_back(draft: Draft, taken: Sequence[Taken]) -> Draft:
    """Return the draft with tiles put back on the rack; only what was laid this turn may go there (T28)."""
    moved = _without(draft, taken, "new")
    rack = moved.rack
    for one in taken:
        if rack.count(one.tile) >= draft.held.count(one.tile):
            raise Slip("slip.stays", one.column, tile=str(one.tile))
        rack = with_tiles(rack, [one.tile])
    return replace(moved, rack=rack)


def reorder(draft: Draft, row: int, tiles: TileSet) -> Draft:
    """Return the draft with one row lying in another order."""
    if ordered(tiles) != ordered(draft.rows[row]):
        raise Slip("slip.other-tiles", row=row + 1)
    return replace(draft, rows=put(draft.rows, row, tiles))


def joined(row: TileSet, added: TileSet, rules: Ruleset) -> TileSet:
    """Return a row with tiles added: around it where that is a set, else as `arranged` puts them, else at its end."""
    extra = ordered(added) if row else added
    for cut in range(len(extra) + 1):
        grown = (*extra[:cut], *row, *extra[cut:])
        if sets.readings(grown, rules):
            return grown
    thrown = (*row, *added)
    return arranged(thrown, rules) or thrown


def marks(draft: Draft) -> list[Rack]:
    """Return, row by row, the tiles that came from the rack this turn; of equal tiles any will do."""
    laid = Counter(draft.laid)
    found = []
    for i, row in enumerate(draft.rows):
        before = draft.table[i] if i < len(draft.table) else ()
        here = (Counter(row) - Counter(before)) & laid
        laid -= here
        found.append(tuple(here.elements()))
    return found


def _without(draft: Draft, taken: Sequence[Taken], target: str) -> Draft:
    """Pick the tiles up, or say which is not there; *target* is where they were to go."""
    rows, rack = draft.rows, draft.rack
    for one in taken:
        if one.row is None:
            if one.tile not in rack:
                raise _not_on_rack(one, draft, target)
            rack = without(rack, [one.tile])
        else:
            if one.tile not in rows[one.row]:
                raise Slip("slip.not-in-row", one.column, tile=str(one.tile), row=one.row + 1)
            rows = put(rows, one.row, without(rows[one.row], [one.tile]))
    return replace(draft, rows=rows, rack=rack)


def _not_on_rack(taken: Taken, draft: Draft, target: str) -> Slip:
    tile, told = taken.tile, str(taken.tile)
    if tile in draft.rack:
        code = "slip.only-once" if draft.rack.count(tile) == 1 else "slip.only-twice"
        return Slip(code, taken.column, tile=told)
    if not tile_counts(draft.rows)[tile]:
        return Slip("slip.not-on-rack", taken.column, tile=told)
    row = next(i for i, row in enumerate(draft.rows, start=1) if tile in row)
    return Slip("slip.on-table", taken.column, tile=told, row=row, target=target)


def _check_opened(draft: Draft, taken: Sequence[Taken], target: int | None) -> None:
    """Stop a person who has not opened from touching what lay there (T25); the judge would refuse it anyway."""
    if draft.opened:
        return
    lying = len(draft.table)
    touched = next((one for one in taken if one.row is not None and one.row < lying), None)
    if touched or (target is not None and target < lying):
        column = touched.column if touched else 0
        raise Slip("slip.not-opened", column, points=draft.rules.opening_points)

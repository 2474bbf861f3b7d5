"""A play as steps a person can follow: take these from that set, add those to another, lay a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from meldwise.notation import write_tiles
from meldwise.table import changed_sets, listed
from meldwise.tiles import AnyTile, Rack, Table, TileSet


class Step(msgspec.Struct, frozen=True):
    """One thing to do: a code with its facts, as reasons have; the words are made at the edge."""

    code: str
    facts: dict[str, str]


def steps(table: Table, to: Table) -> list[Step]:
    """Return what to do to turn *table* into *to*."""
    gone, new = changed_sets(table, to)
    bases = grown_from(gone, new)
    lost = [Counter(row) - Counter(new[bases.index(i)] if i in bases else ()) for i, row in enumerate(gone)]
    told: list[Step] = []
    for row, base in sorted(zip(new, bases, strict=True), key=lambda pair: pair[1] is None):
        wanted = Counter(row) - Counter(gone[base] if base is not None else ())
        taken: Counter[AnyTile] = Counter()
        for source, tiles in _sources(wanted, lost):
            taken += tiles
            told.append(Step("step-take", {"tiles": write_tiles(listed(tiles)), "set": write_tiles(gone[source])}))
        told += _laid(row, gone[base] if base is not None else None, listed(wanted), listed(wanted - taken))
    return told


def grown_from(gone: list[TileSet], new: list[TileSet]) -> list[int | None]:
    """Return for each new set the old one it grew from, which shares most tiles with it; None where it is all new.

    No old set is given twice.
    """
    shared = sorted(
        ((i, j) for i in range(len(gone)) for j in range(len(new))),
        key=lambda pair: -(Counter(gone[pair[0]]) & Counter(new[pair[1]])).total(),
    )
    bases: list[int | None] = [None] * len(new)
    for i, j in shared:
        if i not in bases and bases[j] is None and Counter(gone[i]) & Counter(new[j]):
            bases[j] = i
    return bases


def _sources(wanted: Counter[AnyTile], lost: list[Counter[AnyTile]]) -> Iterator[tuple[int, Counter[AnyTile]]]:
    """Yield which tiles that a set wants come from which old set; they are then lost to it no more."""
    missing = Counter(wanted)
    for source, tiles in enumerate(lost):
        found = missing & tiles
        if found:
            missing -= found
            tiles.subtract(found)
            yield source, found


def _laid(row: TileSet, base: TileSet | None, added: Rack, rack: Rack) -> list[Step]:
    facts = {"row": write_tiles(row), "rack": write_tiles(rack)}
    if base is not None:
        grown = facts | {"tiles": write_tiles(added), "set": write_tiles(base)}
        if added:
            return [Step("step-add", grown)]
        return [] if _lies_in(row, base) else [Step("step-turn", grown)]
    if len(rack) == len(row):
        return [Step("step-lay", facts)]
    return [Step("step-lay-with" if rack else "step-lay-moved", facts)]


def _lies_in(row: TileSet, base: TileSet) -> bool:
    """Tell whether *row* is *base* with some tiles taken out, in the same order."""
    left = iter(base)
    return all(any(tile is other for other in left) for tile in row)

"""A play as steps a person can follow: take these from that set, add those to another, lay a new one."""

from __future__ import annotations

from collections import Counter

import msgspec

from meldwise.notation import write_tiles
from meldwise.table import changed_sets, listed
from meldwise.tiles import AnyTile, Rack, Table, TileSet


class Step(msgspec.Struct, frozen=True):
    """One thing to do: a code with its facts, as reasons have; the words are made at the edge."""

    code: str
    facts: dict[str, str]


def steps(table: Table, to: Table) -> list[Step]:
    """Return what to do to turn *table* into *to*; every set that a step names lies there as it is named.

    Sets that exchange no tiles with each other are dealt with one after the other: what grows from the rack alone
    first, and in each part first take what moves, then add to sets, then lay new ones.
    """
    gone, new = changed_sets(table, to)
    bases = grown_from(gone, new)
    parted = [_parted(row, new[bases.index(i)] if i in bases else ()) for i, row in enumerate(gone)]
    stays = [parted[base][0] if base is not None else () for base in bases]
    lost = [Counter(moved) for _, moved in parted]
    sources = [_sources(Counter(row) - Counter(stay), lost) for row, stay in zip(new, stays, strict=True)]
    told: list[Step] = []
    for part in _parts(bases, sources):
        givers = sorted({i for j in part for i in (*sources[j], bases[j]) if i is not None})
        told += [
            Step("step-take", {"tiles": write_tiles(parted[i][1]), "set": write_tiles(gone[i])})
            for i in givers
            if parted[i][1]
        ]
        for j in sorted(part, key=lambda j: bases[j] is None):
            added = Counter(new[j]) - Counter(stays[j])
            rack = added - sum(sources[j].values(), Counter[AnyTile]())
            told += _laid(new[j], stays[j], listed(added), listed(rack))
    return told


def _parts(bases: list[int | None], sources: list[dict[int, Counter[AnyTile]]]) -> list[list[int]]:
    """Return the new sets in parts, so that no tiles move between two parts; parts where none move come first."""
    touched = [{*given, *([] if base is None else [base])} for base, given in zip(bases, sources, strict=True)]
    parts: list[tuple[set[int], list[int]]] = []
    for j, olds in enumerate(touched):
        joined = [part for part in parts if part[0] & olds]
        parts = [part for part in parts if not part[0] & olds]
        parts.append((olds.union(*(part[0] for part in joined)), sorted([j, *(i for part in joined for i in part[1])])))
    return [part for _, part in sorted(parts, key=lambda part: (any(sources[j] for j in part[1]), part[1]))]


def _sources(wanted: Counter[AnyTile], lost: list[Counter[AnyTile]]) -> dict[int, Counter[AnyTile]]:
    """Return which tiles that a set wants come from which old set; they are then lost to it no more."""
    found: dict[int, Counter[AnyTile]] = {}
    for source, tiles in enumerate(lost):
        if here := wanted & tiles:
            wanted -= here
            lost[source] = tiles - here
            found[source] = here
    return found


def _parted(row: TileSet, heir: TileSet) -> tuple[TileSet, Rack]:
    """Return the tiles of *row* that its *heir* holds too, and the others."""
    left = Counter(heir)
    stay: list[AnyTile] = []
    moved: list[AnyTile] = []
    for tile in row:
        (stay if left[tile] > 0 else moved).append(tile)
        left[tile] -= 1
    return tuple(stay), tuple(moved)


def grown_from(gone: list[TileSet], new: list[TileSet]) -> list[int | None]:
    """Return for each new set the old one it grew from, which shares most tiles with it; None where it is all new.

    No old set is given twice.
    """
    holders: dict[AnyTile, list[int]] = {}
    for j, row in enumerate(new):
        for tile in row:
            holders.setdefault(tile, []).append(j)
    shared: dict[tuple[int, int], int] = {}
    for i, row in enumerate(gone):
        for tile, count in Counter(row).items():
            for j in {*holders.get(tile, ())}:
                shared[i, j] = shared.get((i, j), 0) + min(count, holders[tile].count(j))
    bases: list[int | None] = [None] * len(new)
    for i, j in sorted(shared, key=lambda pair: (-shared[pair], pair)):
        if i not in bases and bases[j] is None:
            bases[j] = i
    return bases


def _laid(row: TileSet, stay: TileSet, added: Rack, rack: Rack) -> list[Step]:
    facts = {"row": write_tiles(row), "rack": write_tiles(rack)}
    if stay:
        grown = facts | {"tiles": write_tiles(added), "set": write_tiles(stay)}
        if added:
            return [Step("step-add", grown)]
        return [] if row == stay else [Step("step-turn", grown)]
    if len(rack) == len(row):
        return [Step("step-lay", facts)]
    return [Step("step-lay-with" if rack else "step-lay-moved", facts)]

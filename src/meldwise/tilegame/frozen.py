"""The law of frozen joker sets (T32).

A set that held a joker when the turn began only grows, with its joker in its place. Its joker may be taken by putting
the tile it stands for, from the rack, in its place; the joker then goes into a new set whose other tiles all come from
the rack. Equal tiles are interchangeable, so the law is met when some assignment of them meets it: we look for one.
The tile put in the joker's place and the tiles of the new set are different tiles: each leaves the rack once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from meldwise import sets
from meldwise.errors import Reason
from meldwise.fates import Fate, fates
from meldwise.notation import write_tiles
from meldwise.ruleset import TileRules
from meldwise.table import changed_sets
from meldwise.tiles import JOKER, AnyTile, Table, Tile, TileSet, ordered


def frozen_reasons(table: Table, to: Table, played: Mapping[AnyTile, int], rules: TileRules) -> list[Reason]:
    """Say which frozen set was broken on the way from *table* to *to*; [] where none was."""
    frozen = [row for row in table if JOKER in row]
    gone, _ = changed_sets(tuple(map(_as_it_lies, frozen)), tuple(map(_as_it_lies, to)))
    if not gone:
        return []
    targets = [row for row in to if JOKER in row]
    if _some_assignment(frozen, targets, Counter(played), rules):
        return []
    broken = next(row for row in frozen if _as_it_lies(row) == gone[0])
    return [_reason(broken, to, played, rules)]


def _some_assignment(
    frozen: Sequence[TileSet], targets: list[TileSet], rack: Counter[AnyTile], rules: TileRules
) -> bool:
    """Find for each frozen set a fate, where no target is used twice and the rack suffices for all of them."""
    if not frozen:
        return True
    for fate in fates(frozen[0], rules):
        for used, needed in _settlements(fate, targets, rules):
            left = Counter(rack)
            left.subtract(needed)
            rest = [target for i, target in enumerate(targets) if i not in used]
            if min(left.values(), default=0) >= 0 and _some_assignment(frozen[1:], rest, left, rules):
                return True
    return False


def _settlements(fate: Fate, targets: list[TileSet], rules: TileRules) -> Iterator[tuple[set[int], Counter[AnyTile]]]:
    """Yield where the set (while it holds a joker) and each taken joker may lie, and what the rack gives for it."""
    homes: list[list[int]] = []
    if JOKER in fate.row:
        homes.append([i for i, target in enumerate(targets) if _holds(target, fate, rules)])
    homes += [list(range(len(targets)))] * len(fate.put)
    for places in product(*homes):
        if len(set(places)) == len(places):
            needed: Counter[AnyTile] = Counter(fate.put)
            for place in places[len(places) - len(fate.put) :]:
                needed.update(targets[place])
                needed[JOKER] -= 1
            yield set(places), needed


def _holds(target: TileSet, fate: Fate, rules: TileRules) -> bool:
    """Tell whether the frozen set lies whole in *target*, its joker standing for what it stood for."""
    if not any(reading.kind == fate.reading.kind for reading in sets.readings(target, rules)):
        return False
    if fate.reading.kind == sets.GROUP:
        return not Counter(fate.row) - Counter(target)
    size = len(fate.row)
    return any(target[start : start + size] == fate.row for start in range(len(target) - size + 1))


def _as_it_lies(row: TileSet) -> TileSet:
    """Return a key that forgets the order of tiles in a group, which does not matter."""
    numbers = {tile.number for tile in row if isinstance(tile, Tile)}
    return ordered(row) if len(numbers) == 1 else row


def _reason(row: TileSet, to: Table, played: Mapping[AnyTile, int], rules: TileRules) -> Reason:
    """Say what a player most likely did wrong with the frozen set *row*."""
    ways = list(fates(row, rules))
    if any(_holds(target, fate, rules) for fate in ways if not fate.put for target in to):
        code = "joker-set-frozen"
    elif any(all(played.get(tile, 0) > 0 for tile in fate.put) for fate in ways if fate.put):
        code = "freed-joker-needs-rack"
    elif any(not Counter(fate.row) - Counter(lying) for fate in ways if fate.put for lying in to):
        code = "joker-exchange-needs-rack"
    else:
        code = "joker-set-frozen"
    return Reason(code, {"set": write_tiles(row)}, ("T32",))

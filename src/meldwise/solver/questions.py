"""Questions whose answer is yes or no, or which tiles: each a search that stops as soon as it knows."""

from __future__ import annotations

from collections import Counter

from meldwise.ruleset import TileRules
from meldwise.solver import plain_opening
from meldwise.solver.best import Search, open_scenes
from meldwise.solver.frozen import Scene
from meldwise.tiles import AnyTile, Rack, Table, ordered


def can_open(rack: Rack, rules: TileRules) -> bool:
    """Tell whether some sets from *rack* alone are worth an opening (T23, T40)."""
    if Counter(rack) - rules.box.counts:
        return plain_opening.opens(rack, rules)
    search = Search(rules, "tiles")
    if rules.opening_points:
        search.weights = [0] * len(search.weights)  # whatever opens will do
        search.look(Scene((), rack), rules.opening_points, floor=-1)
    else:
        search.look(Scene((), rack))
    return search.found is not None


def can_go_out(table: Table, rack: Rack, rules: TileRules, opened: bool = True) -> bool:
    """Tell whether the whole rack can be laid in one turn (T31)."""
    search = Search(rules, "tiles")
    search.weights = [1] * len(search.weights)
    for scene in open_scenes(table, rack, rules, opened):
        search.look(scene, 0 if opened else rules.opening_points, floor=len(rack) - 1)
    return bool(rack) and search.found is not None


def playable_tiles(table: Table, rack: Rack, rules: TileRules, opened: bool = True) -> Rack:
    """Return the tiles of the rack, each kind once, that take part in some legal play, in rack order."""
    known: set[AnyTile] = set()
    for tile in ordered(set(rack)):
        if tile in known:
            continue
        search = Search(rules, "tiles")
        search.weights = [int(i == search.kinds.index[tile]) for i in range(len(search.weights))]
        for scene in open_scenes(table, rack, rules, opened):
            search.look(scene, 0 if opened else rules.opening_points)
        if search.found:
            known.update(search.found.play)
    return ordered(known)

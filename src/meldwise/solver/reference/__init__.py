"""The same problem as `best`, solved slowly and plainly by another method: an integer model, given to CP-SAT.

Every set is a walk through a graph (`walks`), and a table is a flow through it: how often each step is taken. A spot is
left as often as it is reached, so a flow falls apart into walks, each of them a set; and every table of valid sets is
such a flow. The tiles laid are all tiles of the table and some of the rack. Before the opening only tiles of the rack
are laid, and the points of the steps add up to enough. Frozen joker sets add their fates to the model (`frozen`).

CP-SAT comes with `ortools`, a development dependency: nothing here is needed to play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

import msgspec

from meldwise.ruleset import TileRules
from meldwise.solver.reference.frozen import fates, fresh_sets
from meldwise.solver.reference.walks import Arc, Purse, Spot, arcs_of, row_of
from meldwise.table import listed, tile_counts
from meldwise.tiles import JOKER, AnyTile, Rack, Table, Tile, TileSet

Goal = Literal["tiles", "points"] | Mapping[AnyTile, int]

WORKERS = 8
"""Ways of searching that CP-SAT tries at once, on however few cores: fewer leave some out, and take far longer."""


class Reference(msgspec.Struct, frozen=True):
    """The best move: its value, the rack tiles laid, the table then, and whether nothing can be better."""

    value: int
    play: Rack
    table: Table
    proven: bool


def best(
    table: Table, rack: Rack, rules: TileRules, opened: bool = True, goal: Goal = "tiles", seconds: float = 60.0
) -> Reference:
    """Return the move that sheds most by the goal's measure; where it is worth nothing, the table as given."""
    model = Model(table if opened else (), rack, rules)
    if not opened:
        model.need_points(rules.opening_points)
    elif rules.joker_sets_frozen:
        model.freeze([row for row in table if JOKER in row])
    weights = {tile: _weight(tile, goal, rules) for tile in rack}
    return model.solve(weights, seconds, table)


def _weight(tile: AnyTile, goal: Goal, rules: TileRules) -> int:
    if isinstance(goal, Mapping):
        return goal.get(tile, 0)
    if goal == "tiles":
        return 1
    return tile.number if isinstance(tile, Tile) else rules.joker_penalty


class Model:
    """An integer model of every table a turn may end with."""

    def __init__(self, lying: Table, rack: Rack, rules: TileRules) -> None:
        self.sat = _cp_sat()
        self.model = self.sat.CpModel()
        self.rules = rules
        self.rack = rack
        self.lying = tile_counts(lying)
        self.purse: Purse = self.lying + Counter(rack)
        self.arcs: list[Arc] = []
        self.times: list[Any] = []
        for arc in arcs_of(self.purse, rules):
            self._add(arc)
        self.played = {t: self.model.new_int_var(0, n, f"{t} played") for t, n in Counter(rack).items()}
        self._keep_flowing()

    def _add(self, arc: Arc) -> Any:
        """Return how often this step is taken."""
        most = min((self.purse[tile] // count for tile, count in arc.laid.items()), default=self.purse.total())
        self.arcs.append(arc)
        self.times.append(self.model.new_int_var(0, most, ""))
        return self.times[-1]

    def _keep_flowing(self) -> None:
        """As often as a spot is reached, it is left."""
        reached: defaultdict[Spot, list[Any]] = defaultdict(list)
        left: defaultdict[Spot, list[Any]] = defaultdict(list)
        for arc, times in zip(self.arcs, self.times, strict=True):
            if arc.head:
                reached[arc.head].append(times)
            if arc.tail and not arc.begins:
                left[arc.tail].append(times)
        for spot in reached.keys() | left.keys():
            self.model.add(sum(reached[spot]) == sum(left[spot]))

    def need_points(self, points: int) -> None:
        """Ask for an opening worth enough (T23)."""
        self.model.add(sum(arc.points * times for arc, times in zip(self.arcs, self.times, strict=True)) >= points)

    def freeze(self, rows: Sequence[TileSet]) -> None:
        """Give each frozen set one fate, each taken joker a new set, and have the rack provide for both (T32)."""
        from_rack: defaultdict[AnyTile, list[Any]] = defaultdict(list)
        taken = list[Any]()
        for row in rows:
            chosen = list[Any]()
            for fate in fates(row, self.rack, self.purse, self.rules):
                chosen.append(self.model.new_bool_var(""))
                taken += [chosen[-1]] * len(fate.put)
                for put in fate.put:
                    from_rack[put].append(chosen[-1])
                if fate.holds_joker:
                    self.model.add(sum(map(self._add, fate.homes)) == chosen[-1])
            self.model.add_exactly_one(chosen)
        fresh = list[Any]()
        for arc in fresh_sets(self.rack, self.rules):
            fresh.append(self._add(arc))
            for tile, count in (arc.laid - Counter([JOKER])).items():
                from_rack[tile].append(fresh[-1] * count)
        self.model.add(sum(fresh) == sum(taken))
        for tile, needed in from_rack.items():
            self.model.add(sum(needed) <= self.played.get(tile, 0))

    def solve(self, weights: Mapping[AnyTile, int], seconds: float, table: Table) -> Reference:
        """Return the best of all these tables."""
        self._count_tiles()
        shed = self.model.new_int_var(0, sum(weights[tile] for tile in self.rack), "shed")
        self.model.add(shed == sum(weight * self.played[tile] for tile, weight in weights.items()))
        self.model.maximize(shed)
        solver = self.sat.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = WORKERS
        solver.parameters.cp_model_probing_level = 0  # it takes most of a minute here and finds little
        status = solver.solve(self.model)
        assert status != self.sat.MODEL_INVALID
        assert status != self.sat.INFEASIBLE or not self.lying  # the table as it lies is among the answers
        proven = status in (self.sat.OPTIMAL, self.sat.INFEASIBLE)
        if status not in (self.sat.OPTIMAL, self.sat.FEASIBLE) or solver.value(shed) == 0:
            return Reference(0, (), table, proven)
        play = listed(Counter({tile: solver.value(count) for tile, count in self.played.items()}))
        untouched = () if self.lying else table
        rows = self._rows([solver.value(times) for times in self.times])
        return Reference(solver.value(shed), play, (*untouched, *rows), proven)

    def _count_tiles(self) -> None:
        """Every tile of the table is laid, and those played from the rack."""
        uses: defaultdict[AnyTile, list[Any]] = defaultdict(list)
        for arc, times in zip(self.arcs, self.times, strict=True):
            for tile, count in arc.laid.items():
                uses[tile].append(times * count)
        for tile in self.purse:
            self.model.add(sum(uses[tile]) == self.lying[tile] + self.played.get(tile, 0))

    def _rows(self, times: list[int]) -> list[TileSet]:
        """Take the flow apart into walks."""
        left = Counter({arc: count for arc, count in zip(self.arcs, times, strict=True) if count})
        onward: defaultdict[Spot | None, list[Arc]] = defaultdict(list)
        for arc in left:
            onward[arc.tail].append(arc)
        rows = list[TileSet]()
        for first in [arc for arc in left.elements() if arc.begins]:
            walk = [first]
            while walk[-1].head:
                step = next(arc for arc in onward[walk[-1].head] if left[arc])
                left[step] -= 1
                walk.append(step)
            rows.append(row_of(walk))
        return rows


def _cp_sat() -> Any:
    try:
        return import_module("ortools.sat.python.cp_model")
    except ImportError as error:
        raise ImportError("the reference solver needs ortools: pip install ortools") from error

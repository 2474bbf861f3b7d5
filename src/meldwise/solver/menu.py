"""What one turn may lay, asked tile by tile: the kernel's menu for a seat, by counts and for frozen sets too."""

from __future__ import annotations

from functools import lru_cache

from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.best import open_scenes, problem
from meldwise.solver.problem import KINDS, kernel_of, kinds_of
from meldwise.tiles import Rack, Table

NOTHING = bytes(KINDS)


def menu(table: bytes, rack: bytes, rules: TileRules, opened: bool = True) -> _kernel.Menu:
    """Return the menu of a seat; tables and racks are counts by kind. Not where frozen sets lie on the table."""
    solver, like = _prepared(rules)
    if opened:
        return _kernel.Menu(solver, like, table, rack)
    return _kernel.Menu(solver, like, NOTHING, rack, rules.opening_points)


def frozen_menu(table: Table, rack: Rack, rules: TileRules) -> _kernel.Menu:
    """Return the menu of a seat that has opened, where sets with jokers are frozen (T32)."""
    kinds = kinds_of(rules)
    scenes = list(open_scenes(table, rack, rules, opened=True))
    weights = kinds.weights("tiles")
    problems = [problem(scene, kinds, weights) for scene in scenes]
    return _kernel.Menu(kernel_of(rules), problems, [bytes(kinds.counts(scene.put)) for scene in scenes])


@lru_cache(maxsize=64)
def _prepared(rules: TileRules) -> tuple[_kernel.Solver, _kernel.Problem]:
    none = [0] * KINDS
    return kernel_of(rules), _kernel.Problem(none, none, kinds_of(rules).weights("tiles"))

"""Other solvers on the same positions, each in a process of its own: `python -m bench.peers glpk 20 < positions`.

They clash in one process, and one that hangs or grows must not take the run with it. What is timed is the
published package's whole call, and of the integer programs only the search; to make them is free.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import msgspec
from tools.positions import Position

from bench import lean, samples
from bench.clock import stopwatch
from meldwise.solver import reference
from meldwise.tiles import JOKER, Tile


class Timed(msgspec.Struct, frozen=True):
    """A solver's answer: tiles laid, whether it is proven, and the microseconds it took."""

    tiles: int
    proven: bool
    micros: float


def ask(peer: str, positions: Sequence[Position], seconds: float = 20.0, processes: int = 1) -> list[Timed]:
    """Return a peer's answers, with at most *seconds* for each position."""
    with ThreadPoolExecutor(processes) as pool:
        parts = list(
            pool.map(lambda part: _ask(peer, part, seconds), [positions[i::processes] for i in range(processes)])
        )
    answers: list[Timed] = [parts[i % processes][i // processes] for i in range(len(positions))]
    return answers


def _ask(peer: str, positions: Sequence[Position], seconds: float) -> list[Timed]:
    command = [sys.executable, "-m", "bench.peers", peer, str(seconds)]
    ran = subprocess.run(command, input=samples.lines(positions), stdout=subprocess.PIPE, text=True, check=True)
    return [msgspec.json.decode(line, type=Timed) for line in ran.stdout.splitlines()]


def by_glpk(position: Position, seconds: float, cut: bool = False) -> Timed:
    """Solve the lean program with GLPK; its own presolve is off, for it loses answers."""
    glp: Any = import_module("swiglpk")
    model = lean.program(position.table, position.rack, position.rules, cut)
    task = _glpk_task(glp, model)
    simplex, search = glp.glp_smcp(), glp.glp_iocp()
    glp.glp_init_smcp(simplex)
    glp.glp_init_iocp(search)
    simplex.msg_lev = search.msg_lev = glp.GLP_MSG_OFF
    search.tm_lim = int(seconds * 1000)
    failed, micros = stopwatch(lambda: glp.glp_simplex(task, simplex) or glp.glp_intopt(task, search))
    tiles = round(glp.glp_mip_obj_val(task)) - samples.table_tiles(position)
    proven = not failed and glp.glp_mip_status(task) == glp.GLP_OPT
    glp.glp_delete_prob(task)
    return Timed(max(0, tiles), proven, micros)


def _glpk_task(glp: Any, model: lean.Program) -> Any:
    task = glp.glp_create_prob()
    glp.glp_set_obj_dir(task, glp.GLP_MAX)
    glp.glp_add_rows(task, len(model.bounds))
    glp.glp_add_cols(task, len(model.columns))
    index = {row: i for i, row in enumerate(model.bounds, 1)}
    for row, (least, most) in model.bounds.items():
        glp.glp_set_row_bnds(task, index[row], glp.GLP_FX if least == most else glp.GLP_DB, least, most)
    for j, column in enumerate(model.columns, 1):
        glp.glp_set_col_kind(task, j, glp.GLP_IV)
        glp.glp_set_col_bnds(task, j, glp.GLP_DB if column.most else glp.GLP_FX, 0, column.most)
        glp.glp_set_obj_coef(task, j, column.gain)
        rows, parts = glp.intArray(len(column.parts) + 1), glp.doubleArray(len(column.parts) + 1)
        for k, (row, part) in enumerate(column.parts.items(), 1):
            rows[k], parts[k] = index[row], part
        glp.glp_set_mat_col(task, j, len(column.parts), rows, parts)
    return task


def by_cpsat(position: Position, seconds: float) -> Timed:
    """Solve the lean program with CP-SAT, one worker."""
    sat: Any = import_module("ortools.sat.python.cp_model")
    lean_program = lean.program(position.table, position.rack, position.rules, cut=True)
    model, sums = sat.CpModel(), {row: list[Any]() for row in lean_program.bounds}
    goal = []
    for column in lean_program.columns:
        times = model.new_int_var(0, column.most, "")
        goal.append(times * column.gain)
        for row, part in column.parts.items():
            sums[row].append(times * part)
    for row, (least, most) in lean_program.bounds.items():
        model.add_linear_constraint(sum(sums[row]), least, most)
    model.maximize(sum(goal))
    solver = sat.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_probing_level = 0  # most of its time, for little
    solver.parameters.max_time_in_seconds = seconds
    status, micros = stopwatch(lambda: solver.solve(model))
    found = status in (sat.OPTIMAL, sat.FEASIBLE)
    tiles = round(solver.objective_value) - samples.table_tiles(position) if found else 0
    return Timed(max(0, tiles), status == sat.OPTIMAL, micros)


def by_reference(position: Position, seconds: float) -> Timed:
    """Solve with the flow model that all rulesets have, CP-SAT trying several ways at once."""
    model = reference.Model(position.table, position.rack, position.rules)
    if position.rules.joker_sets_frozen:
        model.freeze([row for row in position.table if JOKER in row])
    weights = dict.fromkeys(position.rack, 1)
    found, micros = stopwatch(lambda: model.solve(weights, seconds, position.table))
    return Timed(len(found.play), found.proven, micros)


def by_package(position: Position, seconds: float) -> Timed:  # noqa: ARG001 (it knows no limit)
    """Solve with rummikub-solver and its fastest backend, GLPK by way of cvxopt."""
    game, mode = _package()
    state = game.new_game()
    state.add_table(*(_number(tile) for row in position.table for tile in row))
    state.add_rack(*map(_number, position.rack))
    state.initial = False
    found, micros = stopwatch(lambda: game.solve(state, mode))
    return Timed(len(found.tiles) if found else 0, True, micros)


def _number(tile: object) -> int:
    return "krbo".index(tile.color) * 13 + tile.number if isinstance(tile, Tile) else 53


_RULES: list[Any] = []


def _package() -> tuple[Any, Any]:
    """Return the package's rules, made and tried once."""
    package: Any = import_module("rummikub_solver")
    if not _RULES:
        _RULES.append(package.RuleSet(solver_backend=package.MILPSolver.GLPK_MI))
        state = _RULES[0].new_game()
        state.add_rack(1, 2, 3)
        _RULES[0].solve(state, package.SolverMode.TILE_COUNT)
    return _RULES[0], package.SolverMode.TILE_COUNT


PEERS: dict[str, Callable[[Position, float], Timed]] = {
    "glpk": by_glpk,
    "glpk-cut": lambda position, seconds: by_glpk(position, seconds, cut=True),
    "cpsat": by_cpsat,
    "reference": by_reference,
    "package": by_package,
}


def answers(peer: str, seconds: float, lines: Iterable[str]) -> None:
    for position in samples.read(lines):
        print(msgspec.json.encode(PEERS[peer](position, seconds)).decode(), flush=True)


if __name__ == "__main__":
    answers(sys.argv[1], float(sys.argv[2]), sys.stdin)

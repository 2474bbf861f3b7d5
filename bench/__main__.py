"""`make bench`: how fast, as ratios to a yardstick in the same run; absolute figures are guides on one core.

The yardstick of a batch is the bare JSON round trip of the same lines; that of a turn is judging every set of the
table anew; that of a game is copying each state through its bytes. The solver and the environments
have their own parts (`bench.solver`, `bench.envs`), and so have the tables (`bench.tables`).
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import envs, solver
from bench.tables import __main__ as tables
from meldwise import catalog, new_game, sets
from meldwise.bots import BOTS
from meldwise.cli import cases, check
from meldwise.game import Game, from_bytes, to_bytes
from meldwise.ruleset import TileRules
from meldwise.tilegame import judge_play
from meldwise.tiles import Rack, Table, Tile

CASES = Path(__file__).parent.parent / "tests" / "cases"
PARTS = ("rules", "envs", "solver", "tables")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="few positions, in a minute; the page stays as it is")
    size.add_argument("--full", action="store_true", help="more positions, and a minute for each slow peer")
    for part in PARTS:
        parser.add_argument(f"--{part}", action="append_const", dest="parts", const=part, help=f"only the {part}")
    options = parser.parse_args()
    asked = options.parts or PARTS
    if "rules" in asked:
        rules()
    if "envs" in asked:
        envs.main(1.0 if options.quick else 4.0)
    if "solver" in asked:
        sizes = {options.quick: solver.QUICK, options.full: solver.FULL}
        solver.main(sizes.get(True, solver.Size()), write=not options.quick)
    if "tables" in asked:
        tables.main(options.quick)


def rules() -> None:
    """Measure reading, judging and playing."""
    print(f"{'what':44}{'rate':>16}{'guide':>12}{'  ratio to the yardstick'}")
    lines = sample_lines(60_000)
    batch(lines)
    distinct_rows()
    turns()
    games()
    memory()


def rate(count: int, work: Callable[[], object]) -> float:
    """Return how often a second, the best of three runs."""
    best = min(timed(work) for _ in range(3))
    return count / best


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def show(what: str, found: float, guide: int, ratio: str) -> None:
    print(f"{what:44}{found:>14,.0f}/s{guide:>10,}/s  {ratio}")


def sample_lines(count: int) -> list[str]:
    """Return lines for `check --batch`: every case of the case file, again and again, as scripts send them."""
    rows = (CASES / "check.jsonl").read_text("utf-8").splitlines()
    asked = [json.loads(row) for row in rows]
    plain = [json.dumps({key: case[key] for key in ("id", "rules", "set")}) for case in asked]
    return [plain[i % len(plain)] for i in range(count)]


def batch(lines: list[str]) -> None:
    mine = rate(len(lines), lambda: [len(row) for row in cases.answers(lines, check.answer, {})])
    bare = rate(len(lines), lambda: [len(json.dumps(json.loads(line))) for line in lines])
    show("check --batch, sets", mine, 20_000, f"1 : {bare / mine:.1f} of a JSON round trip")


def distinct_rows() -> None:
    """Measure rows never seen before: nothing is remembered."""
    parsed = []
    for line in sample_lines(1_600):
        case = json.loads(line)
        rules = catalog.find(case["rules"])
        parsed.append((tuple(rules.box.names[tile] for tile in case["set"].lower().split()), rules))

    def read_all() -> None:
        sets.remembered.cache_clear()
        for row, rules in parsed:
            sets.verdict(row, rules)

    show("readings of rows never seen, sets", rate(len(parsed), read_all), 20_000, "nothing remembered")


def turns() -> None:
    rules = catalog.find("pl-standard")
    assert isinstance(rules, TileRules)
    positions = [turn_position(rules, random.Random(seed)) for seed in range(200)]

    def judge_all() -> None:
        for _ in range(50):
            for table, rack, to in positions:
                judge_play(table, rack, to, rules)

    def judge_anew() -> None:
        for _, _, to in positions:
            sets.remembered.cache_clear()
            for row in to:
                sets.verdict(row, rules)

    assert all(judge_play(table, rack, to, rules) == [] for table, rack, to in positions)
    mine, anew = rate(50 * len(positions), judge_all), rate(len(positions), judge_anew)
    show("judge, 60-tile tables, two sets changed", mine, 20_000, f"{mine / anew:.1f} : 1 of judging every set anew")


def turn_position(rules: TileRules, dice: random.Random) -> tuple[Table, Rack, Table]:
    """Return a table of 60 tiles in twenty sets, and a turn that adds a tile to two of them."""
    runs = [tuple(Tile(color, low + i) for i in range(3)) for color in rules.box.colors for low in (1, 5, 9)]
    groups = [tuple(Tile(color, number) for color in "krb") for number in (2, 4, 6, 7, 8, 11, 12, 13)]
    table: Table = tuple(dice.sample([*runs, *groups], 20))
    grown = list(table)
    rack: list[Tile] = []
    for i in dice.sample([i for i, row in enumerate(table) if row in runs], 2):
        last = table[i][-1]
        assert isinstance(last, Tile)
        tile = Tile(last.color, last.number + 1)
        grown[i] = (*table[i], tile)
        rack.append(tile)
    return table, tuple(rack), tuple(grown)


def games() -> None:
    for key in ("pl-standard", "hu-twist", "rummy17"):
        played = []
        for seed in range(5):
            game = new_game(key, 3, seed=seed)
            begun = game.state
            bots = [BOTS["chance"](seat) for seat in range(3)]
            while game.result is None:
                game.apply(bots[game.actors[0]].act(game.view(game.actors[0])))
            played.append((begun, game.actions))
        steps = sum(len(actions) for _, actions in played)
        engine = catalog.game_of(catalog.find(key))

        def replay_all(played: list[tuple[object, list[object]]] = played, engine: Game = engine) -> None:
            for begun, actions in played:
                state = begun
                for action in actions:
                    state, _ = engine.apply(state, action)

        def copy_all(played: list[tuple[object, list[object]]] = played) -> None:
            for state, actions in played:
                for _ in actions:
                    from_bytes(to_bytes(state), type(state))

        mine, copied = rate(steps, replay_all), rate(steps, copy_all)
        show(
            f"apply, whole random games of {key}, steps", mine, 10_000, f"{mine / copied:.1f} : 1 of copying the state"
        )


def memory() -> None:
    """Measure the peak memory of a small and of a large batch, as the system counts it for a process of its own."""
    program = (
        "import pathlib, re, sys; from meldwise.cli.main import main; main(['check', '--batch', sys.argv[1]]); "
        "print(re.search(r'VmHWM:\\s*(\\d+)', pathlib.Path('/proc/self/status').read_text())[1], file=sys.stderr)"
    )
    peaks = []
    for count in (2_000, 200_000):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(sample_lines(count)))
            file.flush()
            ran = subprocess.run([sys.executable, "-c", program, file.name], capture_output=True, text=True, check=True)
            peaks.append(int(ran.stderr) // 1024)
    print(f"{'check --batch, peak memory':44}{peaks[0]} MB for 2,000 lines, {peaks[1]} MB for 200,000")


if __name__ == "__main__":
    main()

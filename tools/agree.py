"""Ask other judges about the kernel's answers: `make agree` takes hours, `python -m tools.agree --share 20` minutes.

Every answer is put before `judge_play`, and its worth before the reference, which solves the same position by another
method. On a reduced box, where it mostly ends in time, and where the reference leaves a position undecided, a third
judge is the kernel's own sweep with nothing pruned. Each disagreement is printed as a case that `meldwise best --case`
takes; weights of one's own stand in it under `weights`, a reduced box under `numbers`, both of which that command
ignores.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Any

import msgspec

from meldwise.api import tile_rules
from meldwise.solver import Best, Goal, best, reference
from meldwise.solver.best import Search, open_scenes, problem
from meldwise.table import tile_counts
from meldwise.tilegame import judge_play
from meldwise.tiles import AnyTile, Rack, Tile
from tools import positions
from tools.positions import Position

CORES = 2
PATIENCE = 60.0
"""Seconds for a judge; past it a position is undecided."""
SWEEP_PATIENCE = 3.0
"""Seconds for the sweep with nothing pruned: small tables take it less, full ones hours."""
GLANCE = 1.0
"""Seconds for the reference to search in one way only, which mostly suffices where jokers are few."""
STEP = 10_000
"""More than all of a box is worth by the figure that settles ties."""
HEAVIEST = 20


class Lot(msgspec.Struct, frozen=True):
    """Positions of one ruleset to ask about."""

    rules: str
    count: int
    numbers: int = 13
    swept: bool = False  # by the sweep with nothing pruned too, else only where the reference leaves it undecided

    def positions(self, kind: str, share: int, seed: object) -> Iterator[Position]:
        """Yield one *share*-th of them, at least one of each kind."""
        rules = positions.reduced(tile_rules(self.rules), self.numbers)
        return positions.positions(rules, max(1, self.count // 2 // share), seed, kind)


class Verdict(msgspec.Struct, frozen=True):
    """What the judges said of one position."""

    case: dict[str, Any]
    wrong: tuple[str, ...] = ()
    decided: bool = True
    swept: bool = False
    micros: int = 0
    seconds: float = 0.0


class Row(msgspec.Struct):
    """One line of the closing table."""

    rules: str
    kind: str
    positions: int = 0
    agreed: int = 0
    undecided: int = 0
    swept: int = 0
    micros: int = 0
    seconds: float = 0.0

    def add(self, verdict: Verdict) -> None:
        """Count one verdict."""
        self.positions += 1
        self.agreed += verdict.decided and not verdict.wrong
        self.undecided += not verdict.decided
        self.swept += verdict.swept
        self.micros = max(self.micros, verdict.micros)
        self.seconds = max(self.seconds, verdict.seconds)


BOOKS = [
    Lot("fi-classic", 2000),
    Lot("pl-standard", 2000),
    Lot("pl-expert", 2000),
    *(Lot(rules, 668, 7, swept=True) for rules in ("hu-twist", "sk-twist", "pl-twist")),
]
LARGE = [Lot(rules, 68) for rules in ("hu-twist", "sk-twist", "pl-twist")]
FULL_BOX = [
    "fi-classic+joker_limit=0",
    "fi-classic+joker_limit=2",
    "fi-classic+opening_points=0",
    "fi-classic+jokers=J",
    "pl-standard+joker_limit=1",
    "pl-standard+joker_sets_frozen=true",
    "pl-standard+joker_limit=1+joker_sets_frozen=true",
    "pl-standard+opening_points=0",
    "pl-standard+opening_points=50",
    "pl-standard+opening_points=100",
    "pl-expert+joker_limit=1",
    "pl-expert+joker_limit=2",
    "pl-expert+joker_limit=3",
    "pl-expert+jokers=Jk,Jk,Jr",
]
SMALL_BOX = [
    "hu-twist+joker_limit=1",
    "hu-twist+joker_limit=2",
    "hu-twist+joker_limit=3",
    "hu-twist+mirror_side=2",
    "hu-twist+mirror_side=3",
    "sk-twist+mirror_side=2",
    "hu-twist+color_change_starts=true",
    "sk-twist+color_change_starts=true",
    "hu-twist+mirror_counts=false",
    "sk-twist+mirror_counts=true+mirror_side=3",
    "hu-twist+opening_points=0",
    "hu-twist+opening_points=50",
    "sk-twist+opening_points=100",
    "hu-twist+jokers=J,D,C,M",
    "hu-twist+jokers=C,C,M,M",
    "sk-twist+jokers=D,D,M+joker_limit=2",
    "pl-twist+color_change_starts=true+mirror_side=2+joker_limit=3",
]
HOUSE = [*(Lot(rules, 20) for rules in FULL_BOX), *(Lot(rules, 20, 7, swept=True) for rules in SMALL_BOX)]


def goal_of(position: Position) -> Goal:
    """Draw what this position is asked for: tiles, points, or weights of its own."""
    dice = random.Random(f"goal {position.id}")
    weights = {tile: dice.randrange(HEAVIEST) for tile in position.rules.box.counts}
    return dice.choice(["tiles", "points", weights])


def worth(tile: AnyTile, goal: Goal, position: Position) -> int:
    """Return what a tile weighs: by the goal first, then by the figure that settles ties."""
    points = tile.number if isinstance(tile, Tile) else position.rules.joker_penalty
    if goal == "tiles":
        return STEP + points
    return STEP * (points if goal == "points" else goal.get(tile, 0)) + 1


def case_of(position: Position, goal: Goal) -> dict[str, Any]:
    """Return the position as a case, with what it was asked for."""
    asked = {"goal": goal} if isinstance(goal, str) else {"weights": {str(tile): n for tile, n in goal.items()}}
    return position.case() | asked


def misdescribed(position: Position, answer: Best) -> Iterator[str]:
    """Yield what `judge_play` and plain counting find wrong with an answer."""
    laid = tile_counts(answer.table)
    laid.subtract(tile_counts(position.table))
    if +laid != Counter(answer.play) or -laid:
        yield "the play is not what the new table has more"
    if answer.tiles != len(answer.play) or answer.points != sum(rack_points(answer.play, position)):
        yield f"{answer.tiles} tiles and {answer.points} points do not describe the play"
    if not answer.proven:
        yield "not proven without a deadline"
    if not answer.play:
        if answer.table != position.table:
            yield "nothing played, but the table is another"
        return
    for reason in judge_play(position.table, position.rack, answer.table, position.rules, position.opened):
        yield f"{reason.code}: {reason.plain}"
    if not position.opened and answer.table[: len(position.table)] != position.table:
        yield "the opening does not follow the table's own sets"


def rack_points(play: Rack, position: Position) -> list[int]:
    """Return what each tile counts on a rack (T38)."""
    return [tile.number if isinstance(tile, Tile) else position.rules.joker_penalty for tile in play]


def referee(position: Position, goal: Goal, seconds: float) -> reference.Reference:
    """Ask the reference for the goal's figure and, among equals, the other."""
    weights = {tile: worth(tile, goal, position) for tile in position.rack}
    asked = (position.table, position.rack, position.rules, position.opened, weights)
    workers = reference.WORKERS
    if len(position.rules.box.jokers) <= 2:
        try:
            reference.WORKERS = 1
            glanced = reference.best(*asked, seconds=min(GLANCE, seconds))
        finally:
            reference.WORKERS = workers
        if glanced.proven:
            return glanced
    return reference.best(*asked, seconds=seconds)


def swept(position: Position, goal: Goal, seconds: float) -> tuple[int, bool]:
    """Return what the kernel's sweep with nothing pruned finds, by its own weights, and whether it came to an end."""
    search = Search(position.rules, goal)
    threshold = 0 if position.opened else position.rules.opening_points
    found, ended = 0, True
    for scene in open_scenes(position.table, position.rack, position.rules, position.opened):
        put = weighed(scene.put, search)
        micros = int(seconds * 1_000_000)
        asked = problem(scene, search.kinds, search.weights, threshold, found - put, micros, strict=True, plain=True)
        try:
            answer = search.kernel.solve(asked)
        except ValueError:  # with nothing pruned there may be more states than the kernel numbers
            return found, False
        ended = ended and answer.proven
        found = max(found, answer.value + put) if answer.found else found
    return found, ended


def weighed(tiles: Rack, search: Search) -> int:
    """Return what tiles weigh in the kernel."""
    return sum(search.weights[search.kinds.index[tile]] for tile in tiles)


def asked(position: Position, goal: Goal, sweep: bool = False, seconds: float = PATIENCE) -> Verdict:
    """Put one position before the kernel, and its answer before the judges."""
    start = perf_counter()
    answer = best(position.table, position.rack, position.rules, position.opened, goal)
    wrong = [*misdescribed(position, answer)]
    mine = sum(worth(tile, goal, position) for tile in answer.play)
    known = referee(position, goal, seconds)
    if known.value > mine or (known.proven and known.value != mine):
        wrong.append(f"worth {mine}, the reference has {known.value}")
    if known.play and judge_play(position.table, position.rack, known.table, position.rules, position.opened):
        wrong.append("the reference breaks a rule")
    ended = False
    if sweep or not known.proven:
        found, ended = swept(position, goal, min(SWEEP_PATIENCE, seconds))
        mine = weighed(answer.play, Search(position.rules, goal))
        if found > mine or (ended and found != mine):
            wrong.append(f"worth {mine}, the sweep with nothing pruned has {found}")
    return Verdict(
        case_of(position, goal), tuple(wrong), known.proven or ended, ended, answer.micros, perf_counter() - start
    )


def _asked(job: tuple[Position, bool, float]) -> Verdict:
    position, sweep, seconds = job
    goal = goal_of(position)
    try:
        return asked(position, goal, sweep, seconds)
    except Exception as error:  # a broken answer is a finding, and the others are still to be asked
        return Verdict(case_of(position, goal), (f"{type(error).__name__}: {error}",))


def agree(lots: Iterable[Lot], share: int, seed: object, seconds: float = PATIENCE) -> tuple[list[Row], list[Verdict]]:
    """Ask about all positions, on every core; return the table and what is not agreed."""
    rows, doubts = list[Row](), list[Verdict]()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(CORES, mp_context=context) as pool:
        for lot in lots:
            for kind in ("random", "played"):
                rows.append(Row(lot.rules if lot.numbers == 13 else f"{lot.rules}, 1–{lot.numbers}", kind))
                jobs = [(position, lot.swept, seconds) for position in lot.positions(kind, share, seed)]
                for verdict in pool.map(_asked, jobs):
                    rows[-1].add(verdict)
                    _say(verdict)
                    doubts += [verdict] if verdict.wrong or not verdict.decided else []
            print(f"{rows[-1].rules}: {rows[-2].agreed + rows[-1].agreed} agreed", file=sys.stderr, flush=True)
    return rows, doubts


def _say(verdict: Verdict) -> None:
    for wrong in verdict.wrong:
        print(f"DISAGREED {wrong}", flush=True)
    if verdict.wrong or not verdict.decided:
        print(f"{'' if verdict.wrong else 'undecided '}{json.dumps(verdict.case)}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.agree", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--share", type=int, default=1, metavar="N", help="ask about one N-th of the positions")
    parser.add_argument("--seed", default="agree")
    parser.add_argument("--seconds", type=float, default=PATIENCE, help="for each judge and position")
    parser.add_argument("--rules", default="", help="only rulesets whose text holds this")
    options = parser.parse_args()
    lots = [lot for lot in (*BOOKS, *HOUSE, *LARGE) if options.rules in lot.rules]
    rows, doubts = agree(lots, options.share, options.seed, options.seconds)
    line = "{:62} {:7} {:>9} {:>7} {:>9} {:>6} {:>13} {:>13}"
    print(line.format("ruleset", "kind", "positions", "agreed", "undecided", "swept", "slowest best", "slowest judge"))
    for row in rows:
        shown = (f"{row.micros / 1000:.1f} ms", f"{row.seconds:.1f} s")
        print(line.format(row.rules, row.kind, row.positions, row.agreed, row.undecided, row.swept, *shown))
    return 1 if any(verdict.wrong for verdict in doubts) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Play the ladder, or go on with it, and write its figures, pages and plots."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from meldwise.bots import BOTS
from meldwise.simulation import Plan, standings
from tools.ladder import page, plan, plots, summary
from tools.ladder.figures import ladder, meeting
from tools.ladder.pace import pace
from tools.ladder.play import ROOT, Deals, code, executor, play

PARTS = ("ladder", "hands", "thinking", "pages")
SEATS = (2, 4)


def main(words: Sequence[str] | None = None) -> None:
    given = _options(words)
    found = summary.read()
    if given.part != "pages":
        folder = given.results or ROOT / "build" / "ladder" / code()
        print(f"Results are kept in {folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder}.")
        with executor(given.workers, given.cluster) as workers:
            PLAY[given.part](found, given, folder, workers)
        summary.write(found)
        found = summary.read()  # the pages show the figures as they are kept, rounded
    for path in page.write(found):
        print(f"written: {path.relative_to(ROOT)}")
    plots.draw(found)


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.ladder", description=__doc__)
    known = ", ".join(plan.DEALS)
    parser.add_argument("--part", choices=PARTS, default="ladder", help="pages only writes them again")
    parser.add_argument("--rules", type=_rules, default=list(plan.DEALS), help=f"some rulesets of {known}")
    parser.add_argument("--share", type=int, default=1, help="play one in so many deals, for a quick look")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", help="the scheduler of a Dask cluster that does the work")
    parser.add_argument("--results", type=Path, help="where results are kept, unless in build/ladder/")
    return parser.parse_args(words)


def _rules(text: str) -> list[str]:
    keys = text.replace(",", " ").split() or list(plan.DEALS)
    for key in keys:
        if key not in plan.DEALS:
            raise argparse.ArgumentTypeError(f"the ladder has no {key}")
    return keys


class Teller:
    """Says what is done, and how much is left."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.left = len(plans)
        self.start = time.monotonic()

    def __call__(self, played: Plan, deals: Deals) -> None:
        self.left -= 1
        told = ", ".join(f"{one.name} {one.wins.mean:.0%} {one.score.mean:+.1f}" for one in standings(deals))
        minutes = (time.monotonic() - self.start) / 60
        print(f"{minutes:5.1f} min, {self.left:3} left  {played.rules}: {len(deals)} deals, {told}", flush=True)


def play_ladder(found: summary.Summary, given: argparse.Namespace, folder: Path, workers: Executor) -> None:
    plans = {(key, seats): plan.meetings(key, seats, BOTS, given.share) for key in given.rules for seats in SEATS}
    every = [one for some in plans.values() for one in some]
    played = play(every, folder, workers, Teller(every))
    for (key, seats), some in plans.items():
        summed = ladder({one: played[one] for one in some}, given.share)
        found.rulesets[key] = found.rulesets.get(key, {}) | {seats: summed}


def play_hands(found: summary.Summary, given: argparse.Namespace, folder: Path, workers: Executor) -> None:
    plans = plan.hands(given.share)
    played = play(plans, folder, workers, Teller(plans))
    found.hands = [meeting(one, deals) for one, deals in played.items()]


def play_thinking(found: summary.Summary, given: argparse.Namespace, folder: Path, workers: Executor) -> None:
    plans = plan.thinking(given.share)
    played = play(plans, folder, workers, Teller(plans))
    found.thinking = [
        summary.Thought(int(one.seats[0].rpartition("=")[2]), *pace(one), meeting(one, deals))
        for one, deals in played.items()
    ]


PLAY = {"ladder": play_ladder, "hands": play_hands, "thinking": play_thinking}

if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")

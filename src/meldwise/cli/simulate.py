"""`meldwise simulate`: opponents against each other, every deal in every order of the seats."""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from meldwise.bots import BOTS, split_seats
from meldwise.cli import main
from meldwise.errors import CaseError
from meldwise.simulation import Figure, Plan, Played, Standing, on_cluster, simulate, standings
from meldwise.words import decimal, listed, percent, sentence

HELP = "play opponents against each other and count"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    known = ", ".join(BOTS)
    parser.add_argument(
        "--seats", required=True, metavar="A,B", help=f"who plays, one a seat: {known}; closer:nodes=500 sets it"
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games, rounded up to whole deals (100)")
    parser.add_argument("--seed", default="0", help="equal seeds give equal games")
    parser.add_argument("--circle", action="store_true", help="a deal only as often as there are seats, in a circle")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="W", help="processes; one for each core unless told")
    where.add_argument(
        "--cluster", metavar="tcp://HOST:PORT", help="the scheduler of a Dask cluster that does the work"
    )
    parser.add_argument("--keep", metavar="FILE", help="keep results there, and go on with what it holds")
    parser.add_argument("--records", metavar="DIR", help="keep every game as a record there")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(given: argparse.Namespace) -> int:
    """Simulate, and tell who won how often."""
    plan = asked(given)
    plan.check()  # its number of games too
    start = time.perf_counter()
    chosen = _cluster(given.cluster) if given.cluster else _executor(given.workers)
    with chosen as executor, _bar(plan, quiet=given.json) as progress:
        try:
            keep, records = (Path(path) if path else None for path in (given.keep, given.records))
            deals = simulate(plan, executor, keep, records, progress)
        except BrokenProcessPool:
            raise CaseError("worker-died") from None
    seconds = time.perf_counter() - start
    if given.json:
        print(json.dumps(plain(plan, deals)))
    else:
        _show(plan, deals, seconds)
    return 0


def asked(given: argparse.Namespace) -> Plan:
    """Return the plan a person asked for, games rounded up to whole deals."""
    seats = split_seats(given.seats)
    plan = Plan(main.rules_text(given.rules or "pl-standard"), seats, 1, str(given.seed), given.circle)
    plan.check()  # before there are too many orders to count
    return msgspec.structs.replace(plan, deals=-(-given.games // len(plan.orders(0))))


def plain(plan: Plan, deals: list[list[Played]]) -> dict[str, Any]:
    """Return what was found as plain data; it depends on the plan alone."""
    return {
        "rules": plan.rules,
        "seats": list(plan.seats),
        "seed": plan.seed,
        "circle": plan.circle,
        "deals": len(deals),
        "games": sum(map(len, deals)),
        "actions": sum(game.actions for games in deals for game in games),
        "opponents": [_plain(standing) for standing in standings(deals)],
    }


def _plain(standing: Standing) -> dict[str, Any]:
    wins, score = standing.wins, standing.score
    return {
        "name": standing.name,
        "wins": wins.mean,
        "wins_95": [wins.low, wins.high],
        "score": score.mean,
        "score_95": [score.low, score.high],
    }


@contextlib.contextmanager
def _executor(asked: int | None) -> Iterator[Executor | None]:
    workers = (os.cpu_count() or 1) if asked is None else asked
    if workers < 1:
        raise CaseError("no-workers", workers=workers)
    if workers == 1:
        yield None
        return
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """Give a cluster; what goes wrong is told in a sentence, not in Dask's log."""
    logging.disable(logging.CRITICAL)
    try:
        with on_cluster(address) as executor:
            yield executor
    finally:
        logging.disable(logging.NOTSET)


@contextlib.contextmanager
def _bar(plan: Plan, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show how far it is, where someone looks."""
    console = Console(stderr=True)
    shown = not quiet and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not shown, transient=True) as bar:
        task = bar.add_task(sentence("cli.deals"), total=plan.deals)
        yield lambda done: bar.update(task, completed=done)


def _show(plan: Plan, deals: list[list[Played]], seconds: float) -> None:
    games = [game for one in deals for game in one]
    table = Table(box=None, pad_edge=False)
    table.add_column(sentence("cli.opponent"))
    for heading in ("cli.won", "cli.between", "cli.score", "cli.between"):
        table.add_column(sentence(heading), justify="right")
    for one in standings(deals):
        wins, score = one.wins, one.score
        between = _between(wins, percent), _between(score, decimal)
        table.add_row(one.name, percent(wins.mean), between[0], decimal(score.mean), between[1])
    console = Console(file=sys.stdout, highlight=False)
    length = sum(game.actions for game in games) / len(games)
    facts = {"games": len(games), "actions": round(length), "deals": len(deals)}
    told = sentence("cli.played-circle" if plan.circle else "cli.played-orders", facts)
    console.print(f"{plan.rules}: {told}")
    console.print(table)
    print(sentence("cli.rate", {"games": round(len(games) / seconds)}), file=sys.stderr)


def _between(figure: Figure, written: Callable[[float], str]) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return listed([written(figure.low), written(figure.high)])

"""Many deals on any `concurrent.futures.Executor`; what is done is kept, so that a run stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path

import msgspec

from meldwise.errors import CaseError
from meldwise.simulation.deal import Plan, Played, play_deal

CHUNK = 8
"""Deals a worker is given at once at most, so that it is seldom idle and seldom asked."""
CHUNKS = 64
"""Tasks a run has at least, where it has as many deals, so that all workers end at about the same time."""

Deals = dict[int, list[Played]]


class Kept(msgspec.Struct, frozen=True):
    """One deal in a file of results."""

    deal: int
    games: list[Played]


def simulate(
    plan: Plan,
    executor: Executor | None = None,
    keep: Path | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[list[Played]]:
    """Play all deals of a plan and return them in order.

    Without *executor* they are played here, one after the other. *keep* is a file of results: deals it holds are not
    played again, and every new one is added as soon as it is known. *progress* hears how many deals are done.
    """
    plan.check()
    done = read_kept(keep, plan) if keep else {}
    if records:
        records.mkdir(parents=True, exist_ok=True)
    left = [deal for deal in range(plan.deals) if deal not in done]
    tell = progress or _say_nothing
    tell(plan.deals - len(left))
    with _Keeper(keep, plan) as keeper:
        for deal, games in _played(plan, left, executor, records):
            if deal not in done:  # a task that was run twice counts once
                done[deal] = games
                keeper.add(deal, games)
                tell(len(done))
    return [done[deal] for deal in range(plan.deals)]


def _say_nothing(_: int) -> None:
    """Nobody wants to hear of progress."""


def _played(
    plan: Plan, deals: list[int], executor: Executor | None, records: Path | None
) -> Iterator[tuple[int, list[Played]]]:
    if executor is None:
        for deal in deals:
            yield deal, play_deal(plan, deal, records)
        return
    size = max(1, min(CHUNK, len(deals) // CHUNKS))
    chunks = [deals[i : i + size] for i in range(0, len(deals), size)]
    futures: list[Future[list[tuple[int, list[Played]]]]] = []
    try:
        futures += [executor.submit(play_chunk, plan, chunk, records) for chunk in chunks]
        for future in as_completed(futures):
            yield from future.result()
    finally:
        for future in futures:
            future.cancel()


def play_chunk(plan: Plan, deals: list[int], records: Path | None = None) -> list[tuple[int, list[Played]]]:
    """Play some deals: one task of a worker."""
    return [(deal, play_deal(plan, deal, records)) for deal in deals]


# ---- results in a file: the plan, then a line a deal ----


def read_kept(path: Path, plan: Plan) -> Deals:
    """Return the deals a file holds; a last line cut off by a crash is left out."""
    if not path.exists() or not path.stat().st_size:
        return {}
    first, *lines = path.read_bytes().split(b"\n")
    try:
        kept = msgspec.json.decode(first, type=Plan)
        deals = [msgspec.json.decode(line, type=Kept) for line in lines[:-1]]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CaseError("not-results", file=path.name) from error
    if msgspec.structs.replace(kept, deals=plan.deals) != plan:
        raise CaseError("other-plan", file=path.name, plan=msgspec.json.encode(kept).decode())
    return {one.deal: one.games for one in deals if one.deal < plan.deals}


class _Keeper:
    """Adds deals to a file, each in one write; without a file it does nothing."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.file = None
        if path:
            self.file = path.open("ab")
            whole = path.read_bytes().rfind(b"\n") + 1  # what a crash cut off goes
            self.file.truncate(whole)
            if not whole:
                self._write(msgspec.json.encode(plan))

    def __enter__(self) -> _Keeper:
        return self

    def __exit__(self, *error: object) -> None:
        if self.file:
            self.file.close()

    def add(self, deal: int, games: list[Played]) -> None:
        """Write one deal."""
        self._write(msgspec.json.encode(Kept(deal, games)))

    def _write(self, line: bytes) -> None:
        if self.file:
            self.file.write(line + b"\n")
            self.file.flush()

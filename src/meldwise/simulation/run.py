"""Many deals on any `concurrent.futures.Executor`; what is done is kept, so that a run stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path

import msgspec

from meldwise.errors import CaseError
from meldwise.simulation.deal import Dealt, Plan, Played, play_deal

CHUNK = 8
"""Deals a worker is given at once at most, so that it is seldom idle and seldom asked."""
CHUNKS = 64
"""Tasks a run has at least, where it has as many deals, so that all workers end at about the same time."""

CLAIM = "plan.json"
"""Says in a directory of records whose they are."""

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
    played again, and every new one is added as soon as it is known. *records* is a directory for every game played
    now; it is written here, so that workers may be on other machines. *progress* hears how many deals are done.
    """
    plan.check()
    done = read_kept(keep, plan) if keep else {}
    if records:
        _claim(records, plan)
    left = [deal for deal in range(plan.deals) if deal not in done]
    tell = progress or _say_nothing
    tell(plan.deals - len(left))
    with _Keeper(keep, plan) as keeper:
        for dealt in _played(plan, left, executor, records is not None):
            if dealt.deal not in done:  # a task that was run twice counts once
                done[dealt.deal] = dealt.games
                _write_records(dealt, records)
                keeper.add(dealt.deal, dealt.games)
                tell(len(done))
    return [done[deal] for deal in range(plan.deals)]


def _say_nothing(_: int) -> None:
    """Nobody wants to hear of progress."""


def _claim(records: Path, plan: Plan) -> None:
    """Make a directory for the records of a plan; those of another are not written over."""
    records.mkdir(parents=True, exist_ok=True)
    claim = records / CLAIM
    if claim.exists():
        _same(claim, _plan(claim, claim.read_bytes()), plan)
    else:
        claim.write_bytes(msgspec.json.encode(plan) + b"\n")


def _write_records(dealt: Dealt, records: Path | None) -> None:
    if records:
        for number, text in enumerate(dealt.records):
            (records / f"{dealt.deal:06}-{number}.record").write_text(text, encoding="utf-8")


def _played(plan: Plan, deals: list[int], executor: Executor | None, records: bool) -> Iterator[Dealt]:
    if executor is None:
        for deal in deals:
            yield play_deal(plan, deal, records)
        return
    size = max(1, min(CHUNK, len(deals) // CHUNKS))
    chunks = [deals[i : i + size] for i in range(0, len(deals), size)]
    futures: list[Future[list[Dealt]]] = []
    try:
        futures += [executor.submit(play_chunk, plan, chunk, records) for chunk in chunks]
        for future in as_completed(futures):
            yield from future.result()
    finally:
        for future in futures:
            future.cancel()


def play_chunk(plan: Plan, deals: list[int], records: bool = False) -> list[Dealt]:
    """Play some deals: one task of a worker."""
    return [play_deal(plan, deal, records) for deal in deals]


# ---- results in a file: the plan, then a line a deal ----


def read_kept(path: Path, plan: Plan) -> Deals:
    """Return the deals a file holds; a last line cut off by a crash is left out."""
    if not path.exists() or not path.stat().st_size:
        return {}
    first, *lines = path.read_bytes().split(b"\n")
    if not lines and msgspec.json.encode(plan).startswith(first):
        return {}
    _same(path, _plan(path, first), plan)
    try:
        deals = [msgspec.json.decode(line, type=Kept) for line in lines[:-1]]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CaseError("not-results", file=path.name) from error
    return {one.deal: one.games for one in deals if one.deal < plan.deals}


def _plan(path: Path, line: bytes) -> Plan:
    """Read the plan whose results a file holds."""
    try:
        return msgspec.json.decode(line, type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CaseError("not-results", file=path.name) from error


def _same(path: Path, kept: Plan, plan: Plan) -> None:
    """Refuse results of another plan; only the number of deals may differ."""
    for field in ("rules", "seats", "seed", "circle"):
        if (other := getattr(kept, field)) != getattr(plan, field):
            told = ",".join(other) if isinstance(other, tuple) else str(other)
            raise CaseError("other-plan", file=path.name, field=field, value=told)


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

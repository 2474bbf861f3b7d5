"""Play plans, several at once, and keep what is done: a file for each, so that a ladder that was stopped goes on."""

from __future__ import annotations

import hashlib
import multiprocessing
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from meldwise.simulation import Plan, Played, on_cluster, simulate

Deals = list[list[Played]]
ROOT = Path(__file__).parent.parent.parent
APART = ("cli", "words", "__pycache__")
"""Parts of the package that no game depends on."""
AT_ONCE = 4
"""Plans that are played at once, so that nobody waits for the last deal of one."""


def code() -> str:
    """Return a short name for the code that plays: results of other code are other results."""
    found = hashlib.sha256()
    package = ROOT / "src" / "meldwise"
    files = [path for path in package.rglob("*") if path.is_file() and path.relative_to(package).parts[0] not in APART]
    for path in sorted([*files, *(ROOT / "native").glob("*")]):
        if path.suffix not in {".pyc", ".so"}:
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def file_of(plan: Plan, folder: Path) -> Path:
    """Return where a plan's results are kept."""
    names = "-".join(re.sub(r"[^a-z0-9]+", "_", name) for name in plan.seats)
    return folder / plan.rules / f"{len(plan.seats)}-{names}.jsonl"


def play(
    plans: Sequence[Plan], folder: Path, executor: Executor, tell: Callable[[Plan, Deals], None]
) -> dict[Plan, Deals]:
    """Play what is not kept yet, and return everything; *tell* hears of each plan that is done."""
    with ThreadPoolExecutor(AT_ONCE) as hosts:
        running = {hosts.submit(_play_one, plan, folder, executor): plan for plan in plans}
        try:
            for future in as_completed(running):
                tell(running[future], future.result())
        except BaseException:  # a person's Ctrl-C among them
            _stop(hosts, executor)
            raise
    done = {plan: future.result() for future, plan in running.items()}
    return {plan: done[plan] for plan in plans}


def _stop(hosts: ThreadPoolExecutor, executor: Executor) -> None:
    """End what is under way, so that nobody waits for it: processes here die, a cluster forgets its tasks."""
    hosts.shutdown(wait=False, cancel_futures=True)
    for child in multiprocessing.active_children():
        child.terminate()
    executor.shutdown(wait=False)


def _play_one(plan: Plan, folder: Path, executor: Executor) -> Deals:
    keep = file_of(plan, folder)
    keep.parent.mkdir(parents=True, exist_ok=True)
    return simulate(plan, executor, keep)


@contextmanager
def executor(workers: int, cluster: str | None) -> Iterator[Executor]:
    """Give processes here, or a Dask cluster."""
    if cluster:
        with on_cluster(cluster) as found:
            yield found
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool

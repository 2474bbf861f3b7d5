"""Simulation on a real Dask cluster: a scheduler and its workers as processes, some of which die."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from distributed import Client

from meldwise.cli.main import main
from meldwise.errors import CaseError
from meldwise.simulation import Plan, on_cluster, simulate
from meldwise.simulation.run import read_kept

PLAN = Plan("pl-standard", ("greedy-tiles", "holder"), 60, "cluster")
PATIENCE = 120
"""Seconds a crowded machine may need to start a scheduler and its workers."""
DASK = str(Path(sys.executable).parent / "dask")


class Dask:
    """A scheduler and workers on this machine, each a process."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--no-show")
        self.address = self._address()
        self.workers = [
            self._start("worker", "--no-nanny", "--nthreads", "1", "--name", f"w{i}") for i in range(workers)
        ]

    def _start(self, role: str, *options: str) -> "subprocess.Popen[bytes]":
        words = (DASK, role, "--scheduler-file", str(self.file), "--host", "127.0.0.1", "--no-dashboard", *options)
        return subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _address(self) -> str:
        """Wait until the scheduler has written down where it is, to the last letter."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
                return str(json.loads(self.file.read_text())["address"])
            time.sleep(0.05)
        raise AssertionError("the scheduler did not start")

    def watcher(self):
        """Return a client that looks on, once all workers are there."""
        client = Client(self.address, set_as_default=False)
        client.wait_for_workers(len(self.workers), timeout=PATIENCE)
        return client

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def dask(request, tmp_path):
    made = Dask(tmp_path, request.param)
    try:
        yield made
    finally:
        made.stop()


@pytest.mark.parametrize("dask", [2], indirect=True)
def test_the_games_of_a_worker_that_dies_are_played_again_and_none_counts_twice(dask, tmp_path, capsys):
    victim, keep, heard, lost = dask.workers[0].pid, tmp_path / "results.jsonl", list[int](), list[str]()

    def progress(done):
        heard.append(done)
        if done == 10:
            os.kill(victim, signal.SIGSTOP)  # whatever it has been given now, it never gives back
        if done == 30:
            (address,) = (one for one, facts in watcher.scheduler_info()["workers"].items() if facts["name"] == "w0")
            lost.extend(watcher.processing()[address])
            os.kill(victim, signal.SIGKILL)

    with dask.watcher() as watcher, on_cluster(dask.address, wait=PATIENCE) as executor:
        found = simulate(PLAN, executor, keep, tmp_path / "far", progress)
    assert lost, "it died with games in hand"
    assert dask.workers[0].wait() == -signal.SIGKILL
    assert found == simulate(PLAN, records=tmp_path / "near")
    assert heard == list(range(PLAN.deals + 1))
    assert len(keep.read_bytes().splitlines()) == 1 + PLAN.deals
    assert read_kept(keep, PLAN) == dict(enumerate(found))
    near, far = ({path.name: path.read_bytes() for path in (tmp_path / side).iterdir()} for side in ("near", "far"))
    assert near == far
    assert len(near) == 2 * PLAN.deals + 1  # and the plan

    asked = ["simulate", "--seats", "simple,chance", "--games", "6", "--json"]
    assert main([*asked, "--cluster", dask.address]) == main([*asked, "--workers", "1"]) == 0
    there, here = capsys.readouterr().out.splitlines()
    assert there == here


@pytest.mark.parametrize("dask", [1], indirect=True)
def test_a_scheduler_that_goes_away_is_told_and_what_is_done_is_kept(dask, tmp_path):
    keep = tmp_path / "results.jsonl"

    def progress(done):
        if done == 5:
            dask.scheduler.kill()

    with pytest.raises(CaseError, match="was lost"), on_cluster(dask.address, wait=PATIENCE) as executor:
        simulate(PLAN, executor, keep, progress=progress)
    done = len(read_kept(keep, PLAN))
    assert 5 <= done < PLAN.deals
    heard: list[int] = []
    assert simulate(PLAN, keep=keep, progress=heard.append) == simulate(PLAN)
    assert heard[0] == done


@pytest.mark.parametrize("dask", [0], indirect=True)
def test_a_cluster_without_workers_is_refused(dask):
    with pytest.raises(CaseError, match="has no workers"), on_cluster(dask.address, wait=1):
        pass


@pytest.mark.parametrize("dask", [1], indirect=True)
def test_workers_with_another_meldwise_are_refused(dask, monkeypatch):
    monkeypatch.setattr("meldwise.simulation.cluster.version", lambda _: "9.9")
    with (
        pytest.raises(CaseError, match=r"must have meldwise 9\.9 too; found: 0\.1"),
        on_cluster(dask.address, wait=PATIENCE),
    ):
        pass


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "127.0.0.1:8786", "tcp://127.0.0.1", "nonsense", "tcp://127.0.0.1:99999999"]
)
def test_an_address_where_nobody_answers_is_told(address, capsys):
    assert main(["simulate", "--seats", "holder,holder", "--cluster", address]) == 2
    assert capsys.readouterr().err.startswith(f"meldwise: Nobody answers at {address}")


def test_without_dask_the_extra_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "--seats", "holder,holder", "--cluster", "tcp://127.0.0.1:8786"]) == 2
    assert "install meldwise[cluster]" in capsys.readouterr().err

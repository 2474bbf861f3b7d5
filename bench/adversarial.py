"""The slowest positions known, one line each in `adversarial.jsonl`: solve them all, and say how much memory it took.

`python -m bench.adversarial` does so in a process that solves nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
from tools.positions import Position

from bench import samples
from bench.kernel import Solved, searched

STORED = Path(__file__).parent / "adversarial.jsonl"


class Hardest(msgspec.Struct, frozen=True):
    """The stored positions by name, each with its time; peak memory in MiB, of the worst alone and of all in turn."""

    solved: dict[str, Solved]
    alone: float
    peak: float


def stored() -> list[Position]:
    return list(samples.read(STORED.read_text("utf-8").splitlines())) if STORED.exists() else []


def measure() -> Hardest:
    """Solve the stored positions in a process of their own."""
    ran = subprocess.run([sys.executable, "-m", "bench.adversarial"], stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(ran.stdout, type=Hardest)


def peak_memory() -> float:
    """Return the most memory this process has had, as the system counts it, in MiB."""
    found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text("utf-8"))
    assert found
    return int(found[1]) / 1024


def main() -> None:
    positions = stored()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        alone = max(pool.map(_alone, positions))
    solved = {position.id: one for position, one in zip(positions, searched(positions, repeats=2), strict=True)}
    print(json.dumps(msgspec.to_builtins(Hardest(solved, alone, peak_memory()))))


def _alone(position: Position) -> float:
    searched([position], repeats=1)
    return peak_memory()


if __name__ == "__main__":
    main()

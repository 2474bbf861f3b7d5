"""The slowest positions known, one line each in `adversarial.jsonl`: solve them all, and say how much memory it took.

`python -m bench.adversarial` does so in a process that solves nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
from tools.positions import Position

from bench import samples
from bench.kernel import LIMIT, Solved, search

STORED = Path(__file__).parent / "adversarial.jsonl"


class Hardest(msgspec.Struct, frozen=True):
    """The stored positions by name, each with its time, and the peak memory in MiB."""

    solved: dict[str, Solved]
    before: float
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
    positions, before = stored(), peak_memory()
    solved = {position.id: search(position, repeats=2, limit=LIMIT) for position in positions}
    print(json.dumps(msgspec.to_builtins(Hardest(solved, before, peak_memory()))))


if __name__ == "__main__":
    main()

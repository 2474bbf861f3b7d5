"""What is measured, each time on a server just started: moves a processor second, how soon they are seen, memory."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from itertools import count
from pathlib import Path

import msgspec
import psutil

from bench.report import quantile
from bench.tables import servers
from bench.tables.load import Load
from bench.tables.players import Table
from bench.tables.seating import boardgame_tables, our_tables
from bench.tables.servers import ROOT, Server

SETTLED = 2.0
"""Seconds after which sockets that do nothing are taken to be idle."""
TURN, PACED_TURN = 0.5, 5.0
"""Seconds for which servers are under load in turn, and at a move a second and table: whoever has just rested is slow
at first, which is no hundredth of the moves then."""
FEW = 25
"""Tables that are there before memory is looked at, so that only what grows with sockets is counted."""
FLUSHED = 3 * 4096
"""Bytes that SQLite writes for a move, more or less."""
_numbers = count(1)


class Size(msgspec.Struct, frozen=True):
    """How much a run measures."""

    tables: int = 250
    seconds: float = 5.0
    """Under full load, in a run."""
    paced: float = 20.0
    """At a move a second and table: of few moves the slowest hundredth would be a handful."""
    rounds: int = 5
    idle: int = 1250
    """Tables of idle sockets."""


QUICK = Size(tables=25, seconds=1.0, paced=1.0, rounds=1, idle=50)


class Kind(msgspec.Struct, frozen=True):
    """A server and how to sit down at its tables."""

    name: str
    start: Callable[[Path], AbstractContextManager[Server]]
    seat: Callable[[Server, int, int], Awaitable[list[Table]]]


class Run(msgspec.Struct, frozen=True):
    """What one run found."""

    rate: float
    """Moves a second of the processor, the server being asked for all it can do."""
    busy: float
    """The share of the time in which the server's processor was."""
    p50: float
    p99: float
    """Seconds until everyone has seen a move, at a move a second and table."""
    late: int
    """Moves that were not sent in time because the one before had not been seen."""


OURS = Kind("meldwise, SQLite", servers.ours, our_tables)


def boardgames() -> list[Kind]:
    """Return boardgame.io on each Node.js there is here, the newest first."""
    return [
        Kind(f"boardgame.io, memory, Node.js {line}", partial(servers.boardgame, node), boardgame_tables)
        for line, node in servers.nodes().items()
    ]


class Side:
    """A server under load, and what was seen at its tables so far."""

    def __init__(self, server: Server, load: Load, aside: Server | None = None) -> None:
        self.server = server
        self.load = load
        self.aside = aside
        """Its database, where that is a server of its own."""
        self.used = self.aside_used = self.seconds = 0.0
        self.seen = 0

    async def saturate(self) -> None:
        """Ask for all it can do, for one turn."""
        clock = asyncio.get_running_loop().time
        began, seen = clock(), len(self.load.took)
        await self.load.saturate(TURN)
        await self.load.stop()
        self.seconds += clock() - began
        self.seen += len(self.load.took) - seen

    async def pace(self, rate: float, seconds: float) -> None:
        """Ask for so many moves a second, for one turn."""
        await self.load.pace(rate, seconds)
        await self.load.stop()

    def count(self, sign: int) -> None:
        """Begin (-1) or end (1) to count the seconds of the processor."""
        self.used += sign * self.server.cpu()
        self.aside_used += sign * (self.aside.cpu() if self.aside else 0.0)


async def moves(kinds: Sequence[Kind], size: Size) -> list[Run]:
    """Ask servers for all they can do, in short turns, and then for one move a second at every table."""
    async with AsyncExitStack() as stack:
        sides = [await stack.enter_async_context(_filled(kind, size)) for kind in kinds]
        await _saturate(sides, size)
        for side in sides:
            side.load.took.clear()
        turn = min(size.paced, PACED_TURN)
        for side in _turns(sides, size.paced, turn):
            await side.pace(size.tables, turn)
        return [_run(side) for side in sides]


def _run(side: Side) -> Run:
    slow, slowest = quantile(side.load.took, 0.5), quantile(side.load.took, 0.99)
    return Run(side.seen / side.used, side.used / side.seconds, slow, slowest, side.load.late)


async def costs(nodes: Sequence[int], size: Size) -> list[tuple[float, float]]:
    """Return the seconds a move costs so many nodes together, and their PostgreSQL; the seats of a table are split."""
    async with AsyncExitStack() as stack:
        sides = [await stack.enter_async_context(_on_postgres(count, size)) for count in nodes]
        await _saturate(sides, size)
        return [(side.used / side.seen, side.aside_used / side.seen) for side in sides]


async def _saturate(sides: Sequence[Side], size: Size) -> None:
    """Ask servers for all they can do; what one does between its turns counts too, for it only tidies up then."""
    for side in sides:
        side.count(-1)
    for side in _turns(sides, size.seconds, TURN):
        await side.saturate()
    for side in sides:
        side.count(1)


def _turns(sides: Sequence[Side], seconds: float, turn: float) -> Iterator[Side]:
    """Let servers take turns, so that a machine that is slower for a while is so for all of them."""
    for _ in range(round(seconds / turn)):
        yield from sides


def flushes(size: Size) -> list[float]:
    """Return the seconds the disk alone takes to keep a few pages, asked as often as moves are made: nobody is told
    of a move before that is done."""
    took = []
    with folder() as place, (place / "pages").open("w+b", buffering=0) as file:
        file.write(bytes(FLUSHED * 1000))
        os.fsync(file)
        for number in range(int(size.tables * size.seconds)):
            began = time.perf_counter()
            os.pwrite(file.fileno(), os.urandom(FLUSHED), FLUSHED * (number % 1000))
            os.fdatasync(file)
            took.append(time.perf_counter() - began)
            time.sleep(max(0.0, 1 / size.tables - took[-1]))
    return took


async def idle(kind: Kind, size: Size) -> float:
    """Return the bytes of memory that one more socket takes, which sits at a table in play and does nothing."""
    with folder() as place, kind.start(place) as server:
        some = Load(await kind.seat(server, FEW, 0))
        await some.open()
        await asyncio.sleep(SETTLED)
        before = server.memory()
        many = Load(await kind.seat(server, size.idle, FEW))
        await many.open()
        await asyncio.sleep(SETTLED)
        grown = server.memory() - before
        for load in (some, many):
            load.close()
        return grown / (4 * size.idle)


@asynccontextmanager
async def _filled(kind: Kind, size: Size, aside: Server | None = None) -> AsyncIterator[Side]:
    """Start a server and put tables there, at all stages of their games."""
    with folder() as place, kind.start(place) as server:
        load = Load(await kind.seat(server, size.tables, 0))
        await load.open()
        await load.spread()
        yield Side(server, load, aside)
        load.close()


@asynccontextmanager
async def _on_postgres(nodes: int, size: Size) -> AsyncIterator[Side]:
    """Start so many nodes on a PostgreSQL of their own."""
    with folder() as place, servers.postgres(place) as database:
        url = database.get_uri()
        kind = Kind("meldwise, PostgreSQL", lambda place: servers.ours(place, url, nodes), our_tables)
        async with _filled(kind, size, Server((), (database.get_pid(),))) as side:
            yield side


@contextmanager
def folder() -> Iterator[Path]:
    """Return a folder on a real disk, beside the project's other builds, for as long as it is needed."""
    place = ROOT / "build" / "bench" / str(next(_numbers))
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def disk() -> str:
    """Return the kind of file system the servers write to."""
    parts = [part for part in psutil.disk_partitions(all=True) if str(ROOT).startswith(part.mountpoint)]
    return str(max(parts, key=lambda part: len(part.mountpoint)).fstype)

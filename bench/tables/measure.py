"""What is measured, each time on a server just started: moves a processor second, how soon they are seen, memory."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

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
FEW = 25
"""Tables that are there before memory is looked at, so that only what grows with sockets is counted."""
FLUSHED = 3 * 4096
"""Bytes that SQLite writes for a move, more or less."""
_numbers = count(1)


class Size(msgspec.Struct, frozen=True):
    """How much a run measures."""

    tables: int = 250
    seconds: float = 5.0
    rounds: int = 5
    idle: int = 1250
    """Tables of idle sockets."""


QUICK = Size(tables=25, seconds=1.0, rounds=1, idle=50)


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
BOARDGAME = Kind("boardgame.io, memory", servers.boardgame, boardgame_tables)


async def moves(kind: Kind, size: Size) -> Run:
    """Ask a server for all it can do, then for one move a second at every table."""
    with folder() as place, kind.start(place) as server:
        load = await _filled(kind, server, size)
        used, seconds, seen = await _saturated(load, server, size)
        load.took.clear()
        await load.pace(size.tables, size.seconds)
        await load.stop()
        load.close()
        slow, slowest = quantile(load.took, 0.5), quantile(load.took, 0.99)
        return Run(seen / used, used / seconds, slow, slowest, load.late)


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


async def cost(database: Any, nodes: int, size: Size) -> tuple[float, float]:
    """Return the seconds a move costs the nodes together, and PostgreSQL; the seats of a table are split over them."""
    url = database.get_uri()
    kind = Kind("meldwise, PostgreSQL", lambda place: servers.ours(place, url, nodes), our_tables)
    postgres = Server((), (database.get_pid(),))
    with folder() as place, kind.start(place) as server:
        load = await _filled(kind, server, size)
        before = postgres.cpu()
        used, _, seen = await _saturated(load, server, size)
        database_used = postgres.cpu() - before
        load.close()
        return used / seen, database_used / seen


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


async def _filled(kind: Kind, server: Server, size: Size) -> Load:
    """Return tables at all stages of their games."""
    load = Load(await kind.seat(server, size.tables, 0))
    await load.open()
    await load.spread()
    return load


async def _saturated(load: Load, server: Server, size: Size) -> tuple[float, float, int]:
    """Return the processor seconds used, the seconds that went by, and the moves seen meanwhile."""
    clock = asyncio.get_running_loop().time
    used, began, seen = server.cpu(), clock(), len(load.took)
    await load.saturate(size.seconds)
    found = server.cpu() - used, clock() - began, len(load.took) - seen
    await load.stop()
    return found


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

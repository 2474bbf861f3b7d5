"""Rooms in one SQLite file: nothing to set up, and on disk before anyone hears of it (WAL, synchronous=FULL)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import structlog
from msgspec.structs import astuple

from meldwise.errors import CaseError
from meldwise.server.store import IN_PLAY, SILENT, Card, Draft, Noticed, Outage, Row, Write, tell
from meldwise.server.store.migrations import migrations

log = structlog.get_logger("meldwise.sqlite")
T = TypeVar("T")
MOST_BATCH = 500
MANY, GATHER = 8, 0.004
"""Writes of a commit after which the next one waits for more, and the seconds it does: few and large ones cost less."""
CACHE = 16_000
"""Kilobytes of pages kept in memory: a room's last pages are needed again at its next event."""
PAGE = 2_048
"""Bytes of a page in a new file: rooms grow in turn, a row each, and whoever adds a row writes its pages whole."""
CHECKPOINT = 10_000
"""Writes after which the log of changes is worked into the file: the same pages change again and again, so seldom.
The log takes some 50 MB until then."""
MOST_PAGES = 80_000
"""Pages of that log after which the writer stops to do it itself, should it always be ahead of whoever does it."""
_SIZES = (64, 16, 4, 1)
"""Rows a statement inserts: few statements, each of which the connection remembers."""
_WORK_IN = "pragma wal_checkpoint(passive)"
"""Works the log of changes into the file as far as it goes; what is written once all of it is there begins it anew.
Where it only grew, each commit would also have to note that it did, and take the disk half as long again."""
_CARD = """insert into room (id, phase, listed, at, summary) values (?, ?, ?, ?, ?)
    on conflict (id) do update set phase = excluded.phase, listed = excluded.listed, at = excluded.at,
    summary = excluded.summary"""
_SNAPSHOT = "insert into snapshot (room, body) values (?, ?) on conflict (room) do update set body = excluded.body"
_DRAFT = """insert into draft (room, n, seat, body) values (?, ?, ?, ?)
    on conflict (room) do update set n = excluded.n, seat = excluded.seat, body = excluded.body"""


def _insert(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return f"insert into event (room, n, seat, command, body, at) values {values}"


_EVENTS = {size: _insert(size) for size in _SIZES}
_IF_FREE = f"{_insert(1)} on conflict do nothing"


Errand = tuple[Callable[[sqlite3.Connection], Any], Future[Any]]
"""Something else to be written, and whoever waits for what came of it."""


class SqliteStore:
    """One thread that writes, and commits what has gathered meanwhile; one that reads, and one that tidies up.

    Nothing is written but by the first: whoever finds the file locked by another waits for much longer than that takes.
    """

    shared = False
    failures: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: Path) -> None:
        self.path = path
        self._errands: deque[Errand] = deque()
        self._queue: queue.SimpleQueue[Sequence[Write] | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "meldwise-read")
        self._tidier = ThreadPoolExecutor(1, "meldwise-tidy", _make_way)
        self._db: sqlite3.Connection | None = None
        self._lock: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._many = False
        """Whether the last commit had many writes."""
        self._closed = False

    async def open(self, _node: str, _noticed: Noticed, /) -> None:
        """Open the file, or make it."""
        self._loop = asyncio.get_running_loop()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # racks and secrets are in it
        await self._read(self._take)
        await self._read(self._migrate)
        self._writer = threading.Thread(target=self._write_all, name="meldwise-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is waiting and let go."""
        self._closed = True
        self._queue.put(None)
        if self._writer is not None:
            await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._tidier.shutdown)
        await self._read(self._let_go)
        self._reader.shutdown()

    def write(self, *items: Write) -> None:
        """Queue something for the next commit."""
        self._queue.put(items)

    async def read(self, room: str, since: int) -> list[Row]:
        """Return the events after *since*, in order."""
        sql = "select room, n, seat, command, body, at from event where room = ? and n > ? order by n"
        return [Row(*row) for row in await self._all(sql, room, since)]

    async def snapshot(self, room: str) -> bytes | None:
        """Return the last snapshot of a room."""
        found: bytes | None = await self._one("select body from snapshot where room = ?", room)
        return found

    async def draft(self, room: str) -> Draft | None:
        """Return the last draft of a room."""
        found = await self._all("select room, n, seat, body from draft where room = ?", room)
        return Draft(*found[0]) if found else None

    async def commands(self, room: str, most: int) -> dict[str, int]:
        """Return the last commands of a room and the events they made."""
        sql = "select command, n from event where room = ? order by n desc limit ?"
        return dict(reversed(await self._all(sql, room, most)))

    async def find_command(self, room: str, command: str) -> int | None:
        """Return the event a command made, if any."""
        found: int | None = await self._one("select n from event where room = ? and command = ?", room, command)
        return found

    async def lobby(self, most: int) -> list[bytes]:
        """Return the summaries of listed rooms that are not over, the latest first."""
        sql = """select summary from room where listed = 1 and phase not in ('over', 'closed', 'still')
            order by at desc limit ?"""
        return [row[0] for row in await self._all(sql, most)]

    async def beat(self, node: str, now: int) -> None:
        """Say that a node is up; the first after a silence of all nodes notes the outage."""
        await self._change(lambda db: _beat(db, node, now))

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended after a time."""
        return [Outage(*row) for row in await self._all("select began, ended from outage where ended > ?", since)]

    async def alive(self, now: int) -> set[str]:
        """Return the nodes that are up."""
        return {row[0] for row in await self._all("select id from node where seen > ?", now - SILENT)}

    async def claim(self, node: str, now: int, most: int, wanted: Sequence[str]) -> list[str]:
        """Take over rooms that no node runs which is up: those in play, in the lobby, or *wanted*."""
        sql = f"""update room set keeper = ? where id in (
            select id from room where (phase in ({_marks(IN_PLAY)}) or (phase = 'waiting' and listed = 1)
                or id in (select value from json_each(?)))
            and (keeper is null or keeper not in (select id from node where seen > ?)) limit ?) returning id"""
        values = (node, *IN_PLAY, json.dumps(wanted), now - SILENT, most)
        return [row[0] for row in await self._change(lambda db: db.execute(sql, values).fetchall())]

    async def keep(self, room: str, node: str, now: int) -> bool:
        """Make a node the one that runs a room, unless another one that is up does."""
        sql = """update room set keeper = ? where id = ?
            and (keeper is null or keeper = ? or keeper not in (select id from node where seen > ?))"""
        return await self._change(lambda db: db.execute(sql, (node, room, node, now - SILENT)).rowcount == 1)

    async def release(self, node: str, room: str | None = None) -> None:
        """Give a room up, or all that a node runs."""
        sql = "update room set keeper = null where keeper = ? and id = coalesce(?, id)"
        await self._change(lambda db: db.execute(sql, (node, room)).fetchall())

    async def expire(self, before: int, most: int) -> list[str]:
        """Return rooms that nothing has happened in since a time, any of them: some may never be closed."""
        sql = "select id from room where at < ? and phase <> 'closed' order by random() limit ?"
        return [row[0] for row in await self._all(sql, before, most)]

    async def ready(self) -> bool:
        """Tell whether the file answers and the writer lives."""
        alive = self._writer is not None and self._writer.is_alive()
        return alive and await self._one("select 1") == 1

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return await self._read(lambda db: db.execute(sql, values).fetchall())

    async def _one(self, sql: str, *values: Any) -> Any:
        found = await self._all(sql, *values)
        return found[0][0] if found else None

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """Ask in the reading thread, which has a connection of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, lambda: ask(self._connection()))

    async def _change(self, do: Callable[[sqlite3.Connection], T]) -> T:
        """Let the writing thread do something between two commits."""
        if self._closed:
            raise sqlite3.ProgrammingError("the store is closed")
        done: Future[T] = Future()
        self._errands.append((do, done))
        self._queue.put(())
        return await asyncio.wrap_future(done)

    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = _connect(self.path)
        return self._db

    def _take(self, _db: sqlite3.Connection) -> None:
        """Lock the file for this server, as long as its process lives: two would not hear of each other."""
        self._lock = sqlite3.connect(self.path.with_suffix(".lock"), isolation_level=None, timeout=0)
        try:
            self._lock.execute("begin exclusive")
        except sqlite3.OperationalError:
            raise CaseError("data-in-use", file=str(self.path)) from None

    def _let_go(self, db: sqlite3.Connection) -> None:
        db.close()
        if self._lock is not None:
            self._lock.close()

    def _migrate(self, db: sqlite3.Connection) -> None:
        db.execute("create table if not exists schema (version integer primary key)")
        with _transaction(db):
            done = {row[0] for row in db.execute("select version from schema")}
            for migration in migrations("sqlite"):
                if migration.number not in done:
                    for statement in migration.sql.split(";"):
                        db.execute(statement)
                    db.execute("insert into schema values (?)", (migration.number,))

    def _write_all(self) -> None:
        """Commit what has gathered, again and again."""
        db, written = _connect(self.path), 0
        tidied: Future[None] | None = None
        with contextlib.closing(db):
            while (batch := self._gathered()) is not None:
                if batch:
                    outcomes = _commit(db, batch)
                    assert self._loop is not None
                    with contextlib.suppress(RuntimeError):  # the loop may be closed already
                        self._loop.call_soon_threadsafe(tell, batch, outcomes)
                self._run_errands(db)
                written += len(batch)
                if tidied is None and written >= CHECKPOINT:
                    written = 0
                    with _tidying():
                        tidied = self._tidier.submit(self._tidy)
                elif tidied is not None and tidied.done():  # with the little that came meanwhile the log begins anew
                    tidied = None
                    with _tidying():
                        db.execute(_WORK_IN)
            self._run_errands(db)

    def _run_errands(self, db: sqlite3.Connection) -> None:
        """Do what else there is to be written, unless nobody waits for it any more, and tell what came of it."""
        while self._errands:
            do, done = self._errands.popleft()
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(do(db))
                except BaseException as error:
                    done.set_exception(error)

    def _tidy(self) -> None:
        """Work the log of changes into the file, while the writer goes on: nobody waits for it."""
        with _tidying(), contextlib.closing(_connect(self.path)) as db:
            db.execute(_WORK_IN)

    def _gathered(self) -> list[Write] | None:
        """Wait for something to write, and take all there is; None once there will be nothing more."""
        some = self._queue.get()
        if self._many:
            time.sleep(GATHER)
        batch: list[Write] = []
        while some is not None:
            batch += some
            if len(batch) >= MOST_BATCH or self._queue.empty():
                self._many = len(batch) >= MANY
                return batch
            some = self._queue.get()
        self._queue.put(None)  # for the next round
        return batch or None


def _make_way() -> None:
    """Let this thread run behind all others of the server; not far behind, for it needs Python's lock now and then."""
    if sys.platform == "linux":  # where a thread has a priority of its own
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    db.execute(f"pragma page_size = {PAGE}")
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma busy_timeout = 30000")
    db.execute("pragma temp_store = memory")  # what a statement may have to undo needs no file
    db.execute(f"pragma cache_size = -{CACHE}")
    db.execute(f"pragma wal_autocheckpoint = {MOST_PAGES}")
    return db


@contextlib.contextmanager
def _tidying() -> Iterator[None]:
    """Do without what could not be tidied up: the next time will do."""
    try:
        yield
    except Exception:
        log.exception("the log of changes cannot be worked into the file")


def _commit(db: sqlite3.Connection, batch: Sequence[Write]) -> list[bool | None]:
    """Write a batch in one transaction; None for all where it cannot be written."""
    try:
        if len(batch) == 1 and batch[0].row is not None and not _has_more(batch[0]):  # a statement is one by itself
            return [db.execute(_IF_FREE, astuple(batch[0].row)).rowcount == 1]
        with _transaction(db):
            return _put(db, batch)
    except Exception:
        log.exception("the file cannot be written")
        return [None] * len(batch)


@contextlib.contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Do everything or nothing; a transaction that failed is not left open, for it would lock everyone else out."""
    try:
        db.execute("begin immediate")
        yield
        db.execute("commit")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("rollback")
        raise


def _put(db: sqlite3.Connection, batch: Sequence[Write]) -> list[bool | None]:
    """Write everything that goes with rows that are taken; tell which those are."""
    outcomes: list[bool | None] = [True] * len(batch)
    try:
        _insert_all(db, [astuple(item.row) for item in batch if item.row is not None])
    except sqlite3.IntegrityError:  # another process was first with one of them, or it was done long ago
        db.execute("rollback")
        db.execute("begin immediate")
        outcomes = [item.row is None or db.execute(_IF_FREE, astuple(item.row)).rowcount == 1 for item in batch]
    for item, taken in zip(batch, outcomes, strict=True):
        if taken and _has_more(item):
            _put_more(db, item)
    return outcomes


def _insert_all(db: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows, all of them."""
    at = 0
    for size in _SIZES:
        while len(rows) - at >= size:
            db.execute(_EVENTS[size], tuple(chain.from_iterable(rows[at : at + size])))
            at += size


def _has_more(item: Write) -> bool:
    return bool(item.card or item.snapshot or item.draft)


def _put_more(db: sqlite3.Connection, item: Write) -> None:
    if item.card is not None:
        db.execute(_CARD, _card(item.card))
    if item.snapshot is not None and item.row is not None:
        db.execute(_SNAPSHOT, (item.row.room, item.snapshot))
    if item.draft is not None:
        db.execute(_DRAFT, (item.draft.room, item.draft.n, item.draft.seat, item.draft.table))


def _card(card: Card) -> tuple[Any, ...]:
    return (card.room, card.phase, card.listed, card.at, card.summary)


def _beat(db: sqlite3.Connection, node: str, now: int) -> None:
    """Say that this node is up; the file is its own, so every other one has been down since its last sign of life."""
    with _transaction(db):
        last, known = db.execute("select max(seen), max(id = ?) from node", (node,)).fetchone()
        if last is not None and now - last > (SILENT if known else 0):
            db.execute("insert or ignore into outage values (?, ?)", (last, now))
        db.execute("delete from node where id <> ?", (node,))
        db.execute("insert into node values (?, ?) on conflict (id) do update set seen = excluded.seen", (node, now))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))

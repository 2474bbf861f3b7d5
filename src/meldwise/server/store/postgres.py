"""Rooms in PostgreSQL, for several nodes: each commits what has gathered, and tells the others once a commit."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import asyncpg
import msgspec
import structlog

from meldwise.server.store import IN_PLAY, SILENT, Draft, Notice, Noticed, Outage, Row, Write, notice_of, tell
from meldwise.server.store.migrations import migrations

log = structlog.get_logger("meldwise.postgres")
CHANNEL = "meldwise"
MOST_BATCH = 500
MANY, GATHER = 4, 0.01
"""Writes of a commit after which the next one waits for more, and the seconds it does: each costs every node work."""
MOST_NOTICE = 7_500
"""Bytes of a notification; PostgreSQL allows 8,000."""
LISTENING = 10.0
"""Seconds between two signs that the connection on which other nodes are heard still stands."""
RETRY = 0.5
LINGER = 3.0
"""Seconds to write what is waiting, and then to say good-bye, when the server stops."""
PASSING = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it restarts
    asyncpg.TooManyConnectionsError,
)
"""Answers of the database that say nothing against a batch; nor does anything that is no answer.

Whether it was written or not, it is written again, and taken once.
"""
_NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
"""The database's own time, in milliseconds: nodes whose clocks differ must not take each other for dead."""
_UP = f"seen > {_NOW} - {SILENT}"
_SCHEMA_LOCK = 6_177_617
_ROWS = """with given as (
        select * from unnest($1::text[], $2::int[], $3::smallint[], $4::text[], $5::bytea[], $6::bigint[],
            $7::text[], $8::int[], $9::text[], $10::boolean[], $11::bytea[], $12::bytea[])
        as given (room, n, seat, command, body, at, told, part, phase, listed, summary, snapshot)),
    taken as (insert into event (room, n, seat, command, body, at)
        select room, n, seat, command, body, at from given on conflict do nothing
        returning room, n, command),
    written as (select given.* from given join taken using (room, n, command)),
    noticed as (select pg_notify($13, $14 || ' [' || string_agg(told, ',') || ']') from written group by part),
    cards as (insert into room (id, phase, listed, at, summary)
        select room, phase, listed, at, summary from written where phase is not null order by room
        on conflict (id) do update set phase = excluded.phase, listed = excluded.listed, at = excluded.at,
        summary = excluded.summary),
    snapshots as (insert into snapshot (room, body)
        select room, snapshot from written where snapshot is not null order by room
        on conflict (room) do update set body = excluded.body)
    select room, n, command, (select count(*) from noticed) from taken"""
"""Takes the rows that are the next of their rooms with what goes with them, and tells the other nodes of those, some in
each notification; one statement is a transaction, and one journey to the database."""
_DRAFTS = """with drafts as (insert into draft (room, n, seat, body)
        select * from unnest($1::text[], $2::int[], $3::smallint[], $4::text[])
        on conflict (room) do update set n = excluded.n, seat = excluded.seat, body = excluded.body)
    select pg_notify($7, $8 || ' [' || string_agg(told, ',') || ']')
    from unnest($5::text[], $6::int[]) as given (told, part) group by part"""


class PostgresStore:
    """One connection that writes, one that listens, and a few that read."""

    shared = True
    failures: tuple[type[Exception], ...] = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool: asyncpg.Pool[Any] | None = None
        self._db: Any = None
        """The connection that writes."""
        self._queue: asyncio.Queue[Write | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._many = False
        """Whether the last commit had many writes."""
        self._node = ""
        self._noticed: Noticed = lambda _: None

    async def open(self, node: str, noticed: Noticed, /) -> None:
        """Connect, bring the schema up to date, and listen to other nodes."""
        self._node, self._noticed = node, noticed
        self._pool = await asyncpg.create_pool(
            self.url, min_size=1, max_size=4, command_timeout=30, connection_class=_Reader
        )
        async with self._pool.acquire() as db, db.transaction():
            await _migrate(db)
        loop = asyncio.get_running_loop()
        listening = asyncio.Event()
        self._tasks = [loop.create_task(self._write_all()), loop.create_task(self._listen(listening))]
        await listening.wait()

    async def close(self) -> None:
        """Write what is waiting and let go."""
        self._queue.put_nowait(None)
        if self._tasks:
            await asyncio.wait(self._tasks[:1], timeout=LINGER)
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), LINGER)
            except Exception:
                self._pool.terminate()

    def write(self, *items: Write) -> None:
        """Queue something for the next commit."""
        for item in items:
            self._queue.put_nowait(item)

    async def read(self, room: str, since: int) -> list[Row]:
        """Return the events after *since*, in order."""
        sql = "select room, n, seat, command, body, at from event where room = $1 and n > $2 order by n"
        return [Row(*row) for row in await self._all(sql, room, since)]

    async def snapshot(self, room: str) -> bytes | None:
        """Return the last snapshot of a room."""
        found: bytes | None = await self._one("select body from snapshot where room = $1", room)
        return found

    async def draft(self, room: str) -> Draft | None:
        """Return the last draft of a room."""
        found = await self._all("select room, n, seat, body from draft where room = $1", room)
        return Draft(*found[0]) if found else None

    async def commands(self, room: str, most: int) -> dict[str, int]:
        """Return the last commands of a room and the events they made."""
        sql = "select command, n from event where room = $1 order by n desc limit $2"
        return {row[0]: row[1] for row in reversed(await self._all(sql, room, most))}

    async def find_command(self, room: str, command: str) -> int | None:
        """Return the event a command made, if any."""
        found: int | None = await self._one("select n from event where room = $1 and command = $2", room, command)
        return found

    async def lobby(self, most: int) -> list[bytes]:
        """Return the summaries of listed rooms that are not over, the latest first."""
        sql = """select summary from room where listed and phase not in ('over', 'closed', 'still')
            order by at desc limit $1"""
        return [row[0] for row in await self._all(sql, most)]

    async def beat(self, node: str, _now: int) -> int:
        """Say that a node is up, and return the time; the first after a silence of all nodes notes the outage."""
        try:
            return await self._beat(node)
        except asyncpg.ReadOnlySQLTransactionError:  # connections made later may lead to one that can be written to
            assert self._pool is not None
            await self._pool.expire_connections()
            raise

    async def _beat(self, node: str) -> int:
        async with self._connected() as db, db.transaction():
            await db.execute("select pg_advisory_xact_lock($1)", _SCHEMA_LOCK)
            last, present = await db.fetchrow(f"select max(seen), {_NOW} from node")
            await db.execute(
                "insert into node values ($1, $2) on conflict (id) do update set seen = excluded.seen", node, present
            )
            if last is not None and present - last > SILENT:
                await db.execute("insert into outage values ($1, $2) on conflict do nothing", last, present)
            return int(present)

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended after a time."""
        return [Outage(*row) for row in await self._all("select began, ended from outage where ended > $1", since)]

    async def alive(self, _now: int) -> set[str]:
        """Return the nodes that are up."""
        return {row[0] for row in await self._all(f"select id from node where {_UP}")}

    async def claim(self, node: str, _now: int, most: int, wanted: Sequence[str]) -> list[str]:
        """Take over rooms that no node runs which is up: those in play, in the lobby, or *wanted*."""
        sql = f"""update room set keeper = $1 where id in (
            select id from room where (phase = any($2) or (phase = 'waiting' and listed) or id = any($4))
            and (keeper is null or keeper not in (select id from node where {_UP}))
            limit $3 for update skip locked) returning id"""
        return [row[0] for row in await self._all(sql, node, list(IN_PLAY), most, wanted)]

    async def keep(self, room: str, node: str, _now: int) -> bool:
        """Make a node the one that runs a room, unless another one that is up does."""
        sql = f"""update room set keeper = $1 where id = $2
            and (keeper is null or keeper = $1 or keeper not in (select id from node where {_UP})) returning id"""
        return bool(await self._all(sql, node, room))

    async def release(self, node: str, room: str | None = None) -> None:
        """Give a room up, or all that a node runs."""
        sql = """update room set keeper = null where id in (
            select id from room where keeper = $1 and id = coalesce($2, id) order by id for update)"""
        await self._all(sql, node, room)

    async def expire(self, before: int, most: int) -> list[str]:
        """Return rooms that nothing has happened in since a time, any of them: some may never be closed."""
        sql = "select id from room where at < $1 and phase <> 'closed' order by random() limit $2"
        return [row[0] for row in await self._all(sql, before, most)]

    async def ready(self) -> bool:
        """Tell whether the database answers, and the writer and the listener live."""
        return not any(task.done() for task in self._tasks) and bool(await self._one("select 1") == 1)

    def _connected(self) -> Any:
        assert self._pool is not None
        return self._pool.acquire()

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        async with self._connected() as db:
            found: list[Any] = await db.fetch(sql, *values)
            return found

    async def _one(self, sql: str, *values: Any) -> Any:
        async with self._connected() as db:
            return await db.fetchval(sql, *values)

    async def _write_all(self) -> None:
        """Commit what has gathered, again and again; of what the database refuses, each for itself."""
        while batch := await self._gathered():
            outcomes = await self._written(batch)
            if None in outcomes and len(batch) > 1:
                outcomes = [outcome for item in batch for outcome in await self._written([item])]
            tell(batch, outcomes)
        if self._db is not None:
            await self._db.close()

    async def _written(self, batch: Sequence[Write]) -> Sequence[bool | None]:
        """Commit a batch, on a new connection where one is lost; None for all of it where the database refuses it."""
        while True:
            try:
                if self._db is None or self._db.is_closed():
                    self._db = await asyncpg.connect(self.url, command_timeout=30)
                return await self._commit(self._db, batch)
            except asyncpg.TransactionRollbackError:  # another node was in the way
                log.info("a batch is written again", exc_info=True)
            except Exception as error:
                if self._db is not None:  # it may be the connection that is wrong
                    self._db.terminate()
                    self._db = None
                if isinstance(error, asyncpg.PostgresError) and not isinstance(error, PASSING):
                    log.exception("the database refused a batch")
                    return [None] * len(batch)
                log.warning("the database is out of reach", exc_info=True)
                await asyncio.sleep(RETRY)

    async def _gathered(self) -> list[Write]:
        """Wait for something to write, and take all there is; [] once there will be nothing more."""
        item = await self._queue.get()
        if self._many:
            await asyncio.sleep(GATHER)
        batch: list[Write] = []
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_BATCH or self._queue.empty():
                self._many = len(batch) >= MANY
                return batch
            item = self._queue.get_nowait()
        self._queue.put_nowait(None)  # for the next round
        return batch

    async def _commit(self, db: Any, batch: Sequence[Write]) -> list[bool]:
        """Write a batch, its rows last: where anything is refused, none of these was taken. Tell which were.

        Of a row that came twice the first is written: who creates a room may say so as often as one likes.
        """
        first: dict[tuple[str, int, str], Write] = {}
        for item in batch:
            if item.row is not None:
                first.setdefault(_key(item.row), item)
        taken: set[tuple[str, int, str]] = set()
        if drafts := {item.draft.room: item.draft for item in batch if item.draft is not None}:
            await self._write_drafts(db, [drafts[room] for room in sorted(drafts)])
        if first:
            taken = await self._write_rows(db, list(first.values()))
        return [item.row is None or (first[_key(item.row)] is item and _key(item.row) in taken) for item in batch]

    async def _write_rows(self, db: Any, items: list[Write]) -> set[tuple[str, int, str]]:
        """Write rows with what goes with them, in an order in which no two nodes can stand in each other's way."""
        items.sort(key=_place)
        told = [_told(item) for item in items]
        cards = [item.card or _NO_CARD for item in items]
        values = (
            *_columns([item.row for item in items], ("room", "n", "seat", "command", "body", "at")),
            told,
            _parts(told),
            *_columns(cards, ("phase", "listed", "summary")),
            [item.snapshot for item in items],
        )
        found = await db.fetch(_ROWS, *values, CHANNEL, self._node)
        return {(room, n, command) for room, n, command, _ in found}

    async def _write_drafts(self, db: Any, drafts: Sequence[Draft]) -> None:
        told = [msgspec.json.encode(Notice(draft.room, 0)).decode() for draft in drafts]
        columns = _columns(drafts, ("room", "n", "seat", "table"))
        await db.fetch(_DRAFTS, *columns, told, _parts(told), CHANNEL, self._node)

    async def _listen(self, listening: asyncio.Event) -> None:
        """Hear what other nodes have written; after a lost connection, everything may have been missed."""
        while True:
            closed = asyncio.Event()
            try:
                db = await asyncpg.connect(self.url)
                db.add_termination_listener(lambda _, closed=closed: closed.set())
                await db.add_listener(CHANNEL, self._notice)
                if listening.is_set():
                    self._noticed(None)
                listening.set()
                await _still_there(db, closed)
            except Exception:  # of many kinds, some of them the client's own confusion when the server goes down
                log.warning("cannot listen to other nodes", exc_info=True)
            finally:
                with contextlib.suppress(Exception):
                    db.terminate()
            await asyncio.sleep(RETRY)

    def _notice(self, _db: Any, _pid: int, _channel: str, payload: Any) -> None:
        if payload.startswith(self._node):
            return
        try:
            notices = _read_notices(payload.partition(" ")[2])
        except msgspec.DecodeError:  # sent by a node of another version, or by somebody else
            log.warning("a notice cannot be read", exc_info=True)
            self._noticed(None)
        else:
            self._noticed(notices)


class _Reader(asyncpg.Connection):  # type: ignore[misc]
    """A connection that is handed back as it was: nothing here sets anything that would have to be undone."""

    def get_reset_query(self) -> str:
        """Ask the database for nothing between two uses."""
        return ""


async def _still_there(db: Any, closed: asyncio.Event) -> None:
    """Wait until a connection is closed, or lost on the way: nothing else would tell that."""
    while not closed.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(closed.wait(), LISTENING)
        if not closed.is_set():
            await db.fetchval("select 1", timeout=LISTENING)


async def _migrate(db: Any) -> None:
    await db.execute("select pg_advisory_xact_lock($1)", _SCHEMA_LOCK)
    await db.execute("create table if not exists schema (version integer primary key)")
    done = {row[0] for row in await db.fetch("select version from schema")}
    for migration in migrations("postgres"):
        if migration.number not in done:
            await db.execute(migration.sql)
            await db.execute("insert into schema values ($1)", migration.number)


def _columns(items: Sequence[object], names: Sequence[str]) -> tuple[list[Any], ...]:
    return tuple([getattr(item, name) for item in items] for name in names)


class _NoCard:
    """Stands where the lobby need not be told anything."""

    phase = listed = summary = None


_NO_CARD = _NoCard()


def _place(item: Write) -> tuple[str, int]:
    assert item.row is not None
    return item.row.room, item.row.n


def _key(row: Row) -> tuple[str, int, str]:
    return row.room, row.n, row.command


_read_notices = msgspec.json.Decoder(list[Notice]).decode


def _told(item: Write) -> str:
    """Return what other nodes are told of a row: as much as is short enough, so that they need not ask or think."""
    row, told = item.row, item.told
    assert row is not None
    text = msgspec.json.encode(notice_of(row, told))
    if told is not None and len(text) >= MOST_NOTICE:
        text = msgspec.json.encode(notice_of(row))
    if len(text) >= MOST_NOTICE:
        text = msgspec.json.encode(Notice(row.room, row.n))
    return text.decode()


def _parts(told: Sequence[str]) -> list[int]:
    """Put what is told into as few notifications as hold it; return the number of each one's."""
    parts, part, size = [], 0, 0
    for one in told:
        length = len(one.encode()) + 1
        if size + length > MOST_NOTICE:
            part, size = part + 1, 0
        parts.append(part)
        size += length
    return parts

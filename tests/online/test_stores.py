"""Both stores keep the same promises: a row is taken once, in order, and nothing one writes locks others out."""

import asyncio
import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import threading

import asyncpg
import pytest
from structlog.testing import capture_logs

from meldwise.errors import CaseError
from meldwise.rooms.messages import Messages
from meldwise.server.store import Card, Draft, Notice, Row, Write, notice_of
from meldwise.server.store import postgres as postgres_store
from meldwise.server.store import sqlite as sqlite_store
from meldwise.server.store.migrations import Migration, migrations
from meldwise.server.store.postgres import CHANNEL, MOST_NOTICE, PostgresStore
from meldwise.server.store.sqlite import SqliteStore
from tests.online.nodes import PATIENCE, Place

NOW = 1_700_000_000_000


def store_at(place):
    return PostgresStore(place.url) if place.url else SqliteStore(place.file)


@contextlib.asynccontextmanager
async def opened(place, node="one", noticed=lambda _: None):
    store = store_at(place)
    await store.open(node, noticed)
    try:
        yield store
    finally:
        await store.close()


def row(room, n, command=None, body=b"{}"):
    return Row(room, n, 0, command or f"{room}.{n}", body, NOW)


def card(room, phase="playing"):
    return Card(room, phase, True, NOW, room.encode())


async def put(store, *rows, lobby=True, **more):
    """Write rows at once, with what the lobby is to know, and return what became of each."""
    outcomes = [asyncio.get_running_loop().create_future() for _ in rows]
    for one, outcome in zip(rows, outcomes, strict=True):
        store.write(Write(outcome.set_result, one, card(one.room) if lobby else None, **more))
    return await asyncio.gather(*outcomes)


def run(place, test):
    async def begin():
        async with opened(place) as store:
            await test(store)

    asyncio.run(begin())


@pytest.mark.parametrize("lobby", [True, False])
def test_an_event_is_taken_once_and_a_command_too(place, lobby):
    async def test(store):
        assert await put(store, row("a", 1), row("b", 1), lobby=lobby) == [True, True]
        assert await put(store, row("a", 1, "other"), lobby=lobby) == [False]
        assert await put(store, row("a", 2, "a.1"), lobby=lobby) == [False]
        assert await put(store, row("a", 2), lobby=lobby) == [True]
        assert [one.n for one in await store.read("a", 0)] == [1, 2]
        assert await store.find_command("a", "a.2") == 2
        assert await store.find_command("b", "a.2") is None
        assert await store.commands("a", 1) == {"a.2": 2}

    run(place, test)


def test_a_row_that_is_not_taken_brings_nothing_else_with_it(place):
    async def test(store):
        await put(store, row("a", 1), snapshot=b"first")
        await put(store, row("a", 1, "other"), snapshot=b"second")
        assert await store.snapshot("a") == b"first"
        store.write(Write(lambda _: None, draft=Draft("a", 7, 1, "b3 b4 b5")))
        await put(store, row("a", 2))
        assert await store.draft("a") == Draft("a", 7, 1, "b3 b4 b5")

    run(place, test)


def test_of_the_drafts_of_a_room_that_are_written_together_the_last_is_kept(place):
    async def test(store):
        for room, table in (("b", "r1 r2 r3"), ("a", "b3 b4"), ("a", "b3 b4 b5"), ("b", "r1 r2 r3 r4")):
            store.write(Write(lambda _: None, draft=Draft(room, 7, 1, table)))
        await put(store, row("a", 1))
        assert await store.draft("a") == Draft("a", 7, 1, "b3 b4 b5")
        assert await store.draft("b") == Draft("b", 7, 1, "r1 r2 r3 r4")

    run(place, test)


def test_what_the_database_refuses_keeps_nothing_else_of_a_batch_from_being_written(postgres_place):
    """Whoever sent it is told that nothing was done."""

    async def test(store):
        await store._all("alter table draft add check (n < 0)")
        await store._all("alter table event add check (room <> 'b')")
        drafted = asyncio.get_running_loop().create_future()
        store.write(Write(drafted.set_result, draft=Draft("a", 7, 1, "b3 b4 b5")))
        assert await put(store, row("a", 1), row("b", 1), row("c", 1)) == [True, None, True]
        assert (await drafted, await store.draft("a")) == (None, None)
        assert [len(await store.read(room, 0)) for room in "abc"] == [1, 0, 1]

    run(postgres_place, test)


@pytest.mark.parametrize("lobby", [True, False])
def test_what_a_file_refuses_harms_nothing_that_comes_after_it(sqlite_place, lobby):
    async def test(store):
        with capture_logs() as said:
            assert await put(store, row("a", 1, body=None), lobby=lobby) == [None]
        assert [line["event"] for line in said] == ["the file cannot be written"]
        assert await put(store, row("a", 1), lobby=lobby) == [True]
        assert [one.n for one in await store.read("a", 0)] == [1]

    run(sqlite_place, test)


def test_a_row_that_comes_twice_at_once_is_taken_once_and_harms_no_other(place):
    async def test(store):
        assert await put(store, row("a", 1), row("a", 1), row("b", 1)) == [True, False, True]
        assert [len(await store.read(room, 0)) for room in "ab"] == [1, 1]

    run(place, test)


async def sleep(store, now, milliseconds):
    """Let all nodes be silent for a while; PostgreSQL goes by its own clock, so there their last word ages."""
    if isinstance(store, PostgresStore):
        await store._all("update node set seen = seen - $1", milliseconds)
    return now + milliseconds


def test_rooms_have_one_keeper_and_another_when_that_is_down(place):
    async def test(store):
        await put(store, row("a", 1), row("b", 1))
        await store.beat("one", NOW)
        assert await store.keep("a", "one", NOW)
        assert not await store.keep("a", "two", NOW)
        assert await store.claim("two", NOW, 10, []) == ["b"]
        now = await sleep(store, NOW, 4_000)
        assert sorted(await store.claim("two", now, 10, [])) == ["a", "b"]
        await store.release("two")
        assert await store.keep("a", "one", now)

    run(place, test)


def test_of_rooms_that_are_not_in_play_those_of_the_lobby_and_those_that_are_wanted_are_taken_over(place):
    async def test(store):
        cards = [
            Card("listed", "waiting", True, NOW, b""),
            Card("private", "waiting", False, NOW, b""),
            Card("over", "over", True, NOW, b""),
            Card("still", "still", True, NOW, b""),
        ]
        for one in cards:
            outcome = asyncio.get_running_loop().create_future()
            store.write(Write(outcome.set_result, row(one.room, 1), one))
            assert await outcome
        await store.beat("one", NOW)
        assert await store.keep("over", "one", NOW)
        assert sorted(await store.claim("two", NOW, 10, ["private", "over"])) == ["listed", "private"]
        now = await sleep(store, NOW, 4_000)
        await store.beat("two", now)
        assert await store.claim("two", now, 10, ["private", "over"]) == ["over"]

    run(place, test)


def test_the_lobby_does_not_look_at_rooms_that_are_over(place):
    async def test(store):
        asked = []
        ask = store._all

        async def noted(sql, *values):
            asked.append(sql)
            return await ask(sql, *values)

        store._all = noted
        await store.lobby(10)
        [sql] = asked
        if place.url:
            async with store._connected() as db, db.transaction():
                await db.execute("set local enable_seqscan = off")  # as with many rooms
                plan = await db.fetch(f"explain {sql}", 10)
        else:
            plan = await ask(f"explain query plan {sql}", 10)
        assert "room_lobby" in str(plan)
        indexes = "select indexdef from pg_indexes" if place.url else "select sql from sqlite_master"
        assert any("room_lobby" in str(one) and "still" in str(one) for one in await ask(indexes))

    run(place, test)


def test_a_database_that_could_only_be_read_is_written_to_when_that_is_over(postgres, postgres_place):
    """As after a failover: connections that were made meanwhile would refuse for ever."""
    name = postgres_place.url.partition("?")[0].rpartition("/")[2]
    read_only = f"alter database {name} set default_transaction_read_only"
    end_all = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"

    async def test(store):
        for sql in (f"{read_only} = on", end_all):
            await asyncio.to_thread(postgres.run, sql)
        async with asyncio.timeout(PATIENCE):
            assert await put(store, row("a", 1)) == [None]
            with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
                await beaten(store)
        await asyncio.to_thread(postgres.run, f"{read_only} = off")
        async with asyncio.timeout(PATIENCE):
            assert await put(store, row("a", 1)) == [True]
            await beaten(store)

    run(postgres_place, test)


async def beaten(store):
    """Give a sign of life; not on a connection that was ended."""
    while True:
        with contextlib.suppress(asyncpg.AdminShutdownError, asyncpg.InterfaceError, OSError):
            return await store.beat("one", NOW)
        await asyncio.sleep(0.05)


def test_a_silence_of_all_nodes_is_an_outage(place):
    async def test(store):
        await store.beat("one", NOW)
        await store.beat("one", NOW + 1_000)
        assert await store.outages(0) == []
        await store.beat("one", await sleep(store, NOW + 1_000, 8_000))
        [outage] = await store.outages(0)
        assert 8_000 <= outage.ended - outage.began < 20_000
        assert await store.outages(outage.ended) == []

    run(place, test)


def test_a_store_of_an_earlier_version_is_brought_up_to_date_once_and_keeps_what_it_has(place, monkeypatch):
    def brought_to(change):
        for module in (sqlite_store, postgres_store):
            monkeypatch.setattr(module, "migrations", lambda kind: change(migrations(kind)))

    brought_to(lambda steps: steps[:1])
    run(place, lambda store: put(store, row("a", 1)))
    later = Migration(99, "later", "alter table room add column later integer not null default 7")
    brought_to(lambda steps: [*steps, later])

    async def test(store):
        assert await store._all("select later from room") in ([(7,)], [[7]])
        assert await put(store, row("a", 1), row("a", 2, "a.1"), row("a", 2)) == [False, False, True]
        assert [one.n for one in await store.read("a", 0)] == [1, 2]

    run(place, test)
    run(place, lambda store: store.read("a", 0))


def test_a_new_folder_is_its_owners_alone(tmp_path):
    run(Place(tmp_path / "new" / "data"), lambda store: put(store, row("a", 1)))
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


def test_a_file_has_one_server(sqlite_place):
    async def test(_):
        with pytest.raises(CaseError, match="in use"):
            async with opened(sqlite_place):
                pass

    run(sqlite_place, test)
    run(sqlite_place, lambda store: put(store, row("a", 1)))


def refused(*options):
    """Return the one sentence a server says that cannot start."""
    command = [sys.executable, "-m", "meldwise", "serve", "--port", "0", *map(str, options)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "a-secret" not in ended.stderr
    assert (ended.stderr.startswith("meldwise: "), ended.stderr.count("\n")) == (True, 1), ended.stderr
    return ended.stderr


def test_a_server_whose_file_is_in_use_says_so(sqlite_place):
    async def test(_):
        told = await asyncio.to_thread(refused, "--data", sqlite_place.folder)
        assert f"{sqlite_place.file} is in use by another server" in told

    run(sqlite_place, test)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://nobody:a-secret@127.0.0.1:1/none", "database postgresql://127.0.0.1:1/none cannot be opened"),
        ("postgresql://nobody:1/a-secret@127.0.0.1:1/none", "The database postgresql:// cannot be opened"),
        ("postgresql://nobody:a-secret/1@127.0.0.1:1/none", "The database postgresql:// cannot be opened"),
        ("mysql://nobody:a-secret@127.0.0.1/none", "a database is a postgresql:// address, not mysql"),
    ],
)
def test_a_server_that_cannot_reach_its_database_says_which_and_no_password(url, told):
    assert told in refused("--database", url)


def test_a_server_whose_file_is_no_database_says_so(tmp_path):
    for name in ("meldwise.sqlite", "meldwise.lock"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_text("no database " * 1000)
        told = refused("--data", folder)
        assert f"The database {folder / 'meldwise.sqlite'} cannot be opened: file is not a database." in told


def test_a_server_whose_file_is_damaged_says_so(sqlite_place):
    run(sqlite_place, lambda store: put(store, row("a", 1)))
    whole = sqlite_place.file.read_bytes()
    sqlite_place.file.write_bytes(whole[:2048] + b"x" * (len(whole) - 2048))
    assert f"{sqlite_place.file} cannot be opened: database disk image is malformed." in refused(
        "--data", sqlite_place.folder
    )


def test_a_server_whose_folder_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    assert f"{folder / 'meldwise.sqlite'} cannot be opened: Not a directory." in refused("--data", folder)


def test_a_sign_of_life_that_fails_locks_nobody_out(sqlite_place):
    async def test(store):
        with contextlib.closing(sqlite3.connect(sqlite_place.file)) as db:
            db.execute("alter table outage rename to elsewhere")
        await store.beat("one", NOW)
        with pytest.raises(sqlite3.OperationalError):
            await store.beat("one", NOW + 9_000)
        async with asyncio.timeout(PATIENCE):
            assert await put(store, row("a", 1)) == [True]

    run(sqlite_place, test)


def test_after_a_commit_of_many_writes_the_next_waits_for_more(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "GATHER", 0.3)
    sizes, commit = [], sqlite_store._commit

    def noted(db, batch):
        sizes.append(len(batch))
        return commit(db, batch)

    monkeypatch.setattr(sqlite_store, "_commit", noted)

    async def test(store):
        many = sqlite_store.MANY
        await put(store, *(row("a", n) for n in range(1, many + 1)))
        first = asyncio.create_task(put(store, row("a", many + 1)))
        await asyncio.sleep(0.05)
        assert await put(store, row("a", many + 2)) == [True]
        assert await first == [True]
        await put(store, row("a", many + 3))
        assert sizes == [many, 2, 1]

    run(sqlite_place, test)


class SlowCommit:
    """Lets commits wait until they may go on."""

    def __init__(self, monkeypatch):
        self.begun, self.go_on = threading.Event(), threading.Event()
        self._commit = sqlite_store._commit
        monkeypatch.setattr(sqlite_store, "_commit", self)

    def __call__(self, db, batch):
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return self._commit(db, batch)


def test_nothing_but_the_writer_writes(sqlite_place, monkeypatch):
    async def test(store):
        await put(store, row("a", 1))
        commit = SlowCommit(monkeypatch)
        first = asyncio.create_task(put(store, row("a", 2)))
        await asyncio.to_thread(commit.begun.wait)
        others = store.beat("one", NOW), store.claim("one", NOW, 5, []), store.keep("a", "one", NOW)
        waiting = [asyncio.create_task(other) for other in (*others, store.release("one"))]
        done, _ = await asyncio.wait(waiting, timeout=0.2)
        assert not done
        assert len(await store.read("a", 0)) == 1  # reading waits for nobody
        commit.go_on.set()
        assert await first == [True]
        assert await asyncio.gather(*waiting) == [None, ["a"], True, None]

    run(sqlite_place, test)


def test_what_is_to_be_written_as_the_store_closes_is_written(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "GATHER", 0.3)

    async def begin():
        async with opened(sqlite_place) as store:
            await put(store, *(row("a", n) for n in range(1, sqlite_store.MANY + 1)))
            last = asyncio.create_task(store.keep("a", "one", NOW))
            await asyncio.sleep(0.05)  # the writer waits for more, and then hears that there will be nothing
        async with asyncio.timeout(PATIENCE):
            assert await last
        with pytest.raises(sqlite3.ProgrammingError):
            await store.beat("one", NOW)

    asyncio.run(begin())


def test_the_log_of_changes_begins_anew_though_not_all_of_it_was_worked_in_at_once(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "CHECKPOINT", 40)
    log_of_changes = sqlite_place.file.with_name(sqlite_place.file.name + "-wal")

    async def test(store):
        tidied, tidy = threading.Event(), store._tidy

        def noted():
            tidy()
            tidied.set()

        store._tidy = noted
        with contextlib.closing(sqlite3.connect(sqlite_place.file, isolation_level=None)) as reader:
            for n in range(1, 40):
                await put(store, row("a", n))
                if n == 20:
                    reader.execute("begin")
                    assert reader.execute("select count(*) from event").fetchone() == (20,)
            await put(store, row("a", 40))
            assert await asyncio.to_thread(tidied.wait, PATIENCE)  # as far as nobody still reads
            await asyncio.to_thread(store._tidier.submit(int).result)
        await put(store, row("a", 41))
        await put(store, row("a", 42))
        size = log_of_changes.stat().st_size
        for n in range(43, 63):
            await put(store, row("a", n))
        assert log_of_changes.stat().st_size == size
        assert len(await store.read("a", 0)) == 62

    run(sqlite_place, test)


def test_who_tidies_up_makes_way_for_the_others(sqlite_place):
    async def test(store):
        def priority():
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        behind = await asyncio.to_thread(store._tidier.submit(priority).result) > await asyncio.to_thread(priority)
        assert behind is (sys.platform == "linux")  # elsewhere threads have no priority of their own

    run(sqlite_place, test)


def test_the_log_of_changes_is_worked_into_the_file_while_rows_are_written(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "CHECKPOINT", 40)

    async def test(store):
        for n in range(1, 101):
            assert await put(store, row("a", n)) == [True]
        await asyncio.to_thread(store._tidier.submit(int).result)  # what was begun before is done now
        alone = sqlite_place.folder / "alone.sqlite"
        alone.write_bytes(sqlite_place.file.read_bytes())  # without the log, as if that had been lost
        with contextlib.closing(sqlite3.connect(alone)) as db:
            assert db.execute("select count(*) from event").fetchone()[0] >= 80
        assert len(await store.read("a", 0)) == 100

    run(sqlite_place, test)


def test_two_nodes_that_write_to_the_same_rooms_at_once_do_not_stop_each_other(postgres_place):
    """Each event is taken from one of them, whatever the order in which they come to the rooms."""
    rooms = [f"room{number:03}" for number in range(400)]
    dice = random.Random(5)

    async def test(one):
        async with opened(postgres_place, "two") as two:
            for n in range(1, 16):
                batches = [
                    [row(room, n, f"{node}.{n}") for room in dice.sample(rooms, len(rooms))] for node in ("one", "two")
                ]
                found = await asyncio.gather(put(one, *batches[0]), put(two, *batches[1]))
                taken = [
                    [item.room for item, outcome in zip(batch, outcomes, strict=True) if outcome]
                    for batch, outcomes in zip(batches, found, strict=True)
                ]
                assert None not in found[0] + found[1]
                assert sorted(taken[0] + taken[1]) == rooms

    with capture_logs() as logged:
        run(postgres_place, test)
    assert logged == []  # no batch had to be written again


def test_nodes_hear_what_others_write_and_nothing_of_their_own(postgres_place):
    heard: list[Notice] = []

    async def test(one):
        async with opened(postgres_place, "two", heard.extend) as two:
            await put(one, row("a", 1), row("b", 1))
            one.write(Write(lambda _: None, draft=Draft("c", 0, 0, "")))
            await put(two, row("d", 1))
            async with asyncio.timeout(PATIENCE):
                while len(heard) < 3:
                    await asyncio.sleep(0.01)
        rows = [notice_of(row(room, 1)) for room in "ab"]
        assert sorted(heard, key=lambda one: one.room) == [*rows, Notice("c", 0)]

    run(postgres_place, test)


def test_a_row_too_long_for_a_notification_is_told_by_its_number_and_many_rows_in_several(postgres_place):
    heard: list[Notice] = []
    calls: list[int] = []

    def noticed(notices):
        calls.append(len(notices))
        heard.extend(notices)

    long = row("long", 1, body=b'{"text":"' + b"x" * MOST_NOTICE + b'"}')
    rows = [row(f"room{number:03}", 1, body='{"text":"ąé…"}'.encode()) for number in range(300)]

    async def test(one):
        async with opened(postgres_place, "two", noticed):
            assert all(await put(one, long, *rows))
            async with asyncio.timeout(PATIENCE):
                while len(heard) < 301:
                    await asyncio.sleep(0.01)
        assert sorted(heard, key=lambda one: one.room) == [Notice("long", 1), *map(notice_of, rows)]
        assert 1 < len(calls) < 30
        assert await one.read("long", 0) == [long]

    run(postgres_place, test)


def test_what_viewers_are_told_goes_along_where_there_is_room_for_it(postgres_place):
    heard: list[Notice] = []
    told = [
        Messages(1, '{"t":"event","said":"ąé…"}'.encode(), {0: '{"t":"event","id":"ż"}'.encode()}),
        Messages(1, f'"{"x" * MOST_NOTICE}"'.encode(), {}),
    ]

    async def test(one):
        async with opened(postgres_place, "two", heard.extend):
            for room, one_told in zip("ab", told, strict=True):
                one.write(Write(lambda _: None, row(room, 1), told=one_told))
            async with asyncio.timeout(PATIENCE):
                while len(heard) < 2:
                    await asyncio.sleep(0.01)
        assert sorted(heard, key=lambda one: one.room) == [notice_of(row("a", 1), told[0]), notice_of(row("b", 1))]

    run(postgres_place, test)


def test_nobody_is_told_of_a_row_that_was_not_taken(postgres_place):
    heard: list[Notice] = []

    async def test(one):
        async with opened(postgres_place, "two", heard.extend) as two:
            await put(two, row("a", 1))
            assert await put(one, row("a", 1, "other"), row("b", 1)) == [False, True]
            assert await bare(one, row("a", 1, "another"), row("c", 1)) == [False, True]
            async with asyncio.timeout(PATIENCE):
                while len(heard) < 2:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
        assert heard == [notice_of(row("b", 1)), notice_of(row("c", 1))]

    run(postgres_place, test)


@pytest.mark.parametrize("payload", ["another", "another [", 'another [["a",1,"of another version"]]'])
def test_a_notice_that_cannot_be_read_may_have_been_of_anything(postgres_place, payload):
    heard: list[object] = []

    async def test(one):
        async with opened(postgres_place, "two", heard.append):
            await one._all("select pg_notify($1, $2)", CHANNEL, payload)
            await put(one, row("a", 1))
            async with asyncio.timeout(PATIENCE):
                while len(heard) < 2:
                    await asyncio.sleep(0.01)
        assert heard == [None, [notice_of(row("a", 1))]]

    run(postgres_place, test)


def test_old_rooms_that_cannot_be_closed_do_not_hide_the_others(place):
    async def test(store):
        await put(store, *(row(f"old{number}", 1) for number in range(6)))
        found = [frozenset(await store.expire(NOW + 1, 3)) for _ in range(60)]
        assert {len(some) for some in found} == {3}
        assert len(frozenset.union(*found)) == 6
        assert await store.expire(NOW, 3) == []

    run(place, test)


async def bare(store, *rows):
    """Write rows with nothing that goes with them, which is one statement."""
    outcomes = [asyncio.get_running_loop().create_future() for _ in rows]
    for one, outcome in zip(rows, outcomes, strict=True):
        store.write(Write(outcome.set_result, one))
    return await asyncio.gather(*outcomes)


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_what_was_being_written_when_postgresql_restarts_is_written_once(postgres, postgres_place, how):
    heard: list[object] = []

    async def test(one):
        async with opened(postgres_place, "two", heard.append):
            restart = asyncio.create_task(asyncio.to_thread(postgres.restart, how))
            n = 0
            while not restart.done() or n < 10:
                n += 1
                async with asyncio.timeout(PATIENCE):
                    assert (await put(one, row("a", n)))[0] is not None
            await restart
            assert [found.n for found in await one.read("a", 0)] == list(range(1, n + 1))
            async with asyncio.timeout(PATIENCE):
                while None not in heard:  # whoever listened may have missed something
                    await asyncio.sleep(0.05)

    run(postgres_place, test)


def test_a_store_closes_also_where_the_database_is_gone(postgres, postgres_place, monkeypatch):
    monkeypatch.setattr(postgres_store, "LINGER", 0.5)

    async def begin():
        async with opened(postgres_place) as store:
            await asyncio.to_thread(postgres.stop)
            store.write(Write(lambda _: None, row("a", 1)))
            await asyncio.sleep(0.1)
            began = asyncio.get_running_loop().time()
        assert asyncio.get_running_loop().time() - began < PATIENCE  # twice LINGER, on a crowded machine

    try:
        asyncio.run(begin())
    finally:
        postgres.restart()

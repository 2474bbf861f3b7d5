"""Rooms in PostgreSQL: nodes hear of each other, and nothing is lost when the database fails or starts again."""

import asyncio
import contextlib
import random

import asyncpg
import pytest
from structlog.testing import capture_logs

from meldwise.rooms.messages import Messages
from meldwise.server.store import Draft, Notice, Write, notice_of
from meldwise.server.store import postgres as postgres_store
from meldwise.server.store.postgres import CHANNEL, MOST_NOTICE
from tests.online.nodes import PATIENCE
from tests.online.stores import NOW, opened, put, refused, row, run


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


async def beaten(store):
    """Give a sign of life; not on a connection that was ended."""
    while True:
        with contextlib.suppress(asyncpg.AdminShutdownError, asyncpg.InterfaceError, OSError):
            return await store.beat("one", NOW)
        await asyncio.sleep(0.05)


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

"""Both stores keep the same promises: a row is taken once, in order, and nothing one writes locks others out."""

import asyncio

import pytest

from meldwise.server.store import Card, Draft, Write
from meldwise.server.store import postgres as postgres_store
from meldwise.server.store import sqlite as sqlite_store
from meldwise.server.store.migrations import Migration, migrations
from meldwise.server.store.postgres import PostgresStore
from tests.online.stores import NOW, put, row, run


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


def test_old_rooms_that_cannot_be_closed_do_not_hide_the_others(place):
    async def test(store):
        await put(store, *(row(f"old{number}", 1) for number in range(6)))
        found = [frozenset(await store.expire(NOW + 1, 3)) for _ in range(60)]
        assert {len(some) for some in found} == {3}
        assert len(frozenset.union(*found)) == 6
        assert await store.expire(NOW, 3) == []

    run(place, test)

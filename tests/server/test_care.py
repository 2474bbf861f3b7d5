"""What a hall looks after: who is really there, rooms that cannot be read, seats with too many sockets, time."""

import asyncio
import time

from meldwise.rooms import events as e
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server import hall as halls
from meldwise.server import keeper as keepers
from meldwise.server.desk import Job
from meldwise.server.store import Card, Notice, Row, Write
from tests.server.stage import Stage, reads_of, secret, until
from tests.server.test_sockets import begun, played

QUIET = Options(pace=0, clock=ClockOptions("none"))


async def unreadable(stage, room):
    """Write an event that this version does not know, and return its number."""
    written = asyncio.get_running_loop().create_future()
    last = (await stage.hall.store.read(room, 0))[-1]
    row = Row(room, last.n + 1, None, "@later", b'{"type":"invented-later"}', last.at)
    stage.hall.store.write(Write(written.set_result, row))
    assert await written
    return row.n


@played
async def test_an_arrival_that_was_not_written_is_told_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room(QUIET)
        write = stage.hall.store.write
        stage.hall.store.write = lambda item: item.done(None)
        await stage.sit("Anna")
        assert not desk.room.seats[0].node
        stage.hall.store.write = write
        await stage.hall.keeper.care()
        await stage.quiet()
        assert desk.room.seats[0].node == stage.hall.node


@played
async def test_others_go_on_while_many_rooms_are_looked_after(tmp_path, monkeypatch):
    monkeypatch.setattr(keepers, "PAUSE", 0.05)
    async with Stage(tmp_path) as stage:
        keeper, group = stage.hall.keeper, keepers.AT_ONCE
        seen: list[int] = []
        monkeypatch.setattr(keeper, "_reconcile", seen.append)
        monkeypatch.setattr(stage.hall, "desks", {str(number): number for number in range(3 * group)})
        looking = asyncio.create_task(keeper._see_who_is_there())
        between = set()
        while not looking.done():
            await asyncio.sleep(0.001)
            between.add(len(seen))
        assert {group, 2 * group} < between
        assert seen == list(range(3 * group))
        stage.hall.desks.clear()


@played
async def test_rooms_of_a_node_that_is_down_are_claimed_however_long_looking_after_the_others_takes(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room(QUIET)
        store, claims = stage.hall.store, []
        keep, claim = store.keep, store.claim

        async def slowly(*asked):
            for _ in range(4):
                stage.now += 1_000
                await stage.hall._sign()
            return await keep(*asked)

        async def claimed(*asked):
            claims.append(asked)
            return await claim(*asked)

        async def with_another(_):
            return {stage.hall.node, "another"}

        store.keep, store.claim, alive = slowly, claimed, store.alive
        store.alive = with_another
        await stage.hall.keeper.care()
        store.alive, desk.kept = alive, False
        for _ in range(3):
            await stage.hall._beat()
        assert desk.kept
        assert len(claims) == 4


@played
async def test_a_departure_that_was_not_written_is_told_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        write = stage.hall.store.write
        stage.hall.store.write = lambda item: item.done(None)
        lines[1].hang_up()
        await stage.quiet()
        assert desk.room.seats[1].node
        stage.hall.store.write = write
        await stage.hall.keeper.care()
        await stage.quiet()
        assert not desk.room.seats[1].node


@played
async def test_an_old_room_that_cannot_be_read_keeps_no_other_from_expiring(tmp_path):
    async with Stage(tmp_path) as stage:
        for room in ("one", "two"):
            await stage.room(QUIET, room=room)
        await unreadable(stage, "one")
    async with Stage(tmp_path, late=8 * 86_400_000) as stage:
        await stage.hall.keeper.care()
        await stage.quiet()
        two = await stage.hall.desk("two")
        assert two.room.phase == "closed"


@played
async def test_a_room_in_play_that_can_never_be_read_is_tried_once(tmp_path):
    async with Stage(tmp_path) as stage:
        await begun(stage)
        await unreadable(stage, "room")
        card = Card("room", "playing", False, stage.now, b"")
        stage.hall.store.write(Write(lambda _: None, card=card))
    async with Stage(tmp_path, late=60_000) as stage:
        assert await stage.hall.store.keep("room", stage.hall.node, stage.now)
        reads = reads_of(stage.hall.store)
        for _ in range(3):
            await stage.hall.keeper.care()
        assert "room" not in stage.hall.desks
        assert not reads  # it was tried as the hall was opened


@played
async def test_an_event_of_another_version_is_the_end_of_this_nodes_part(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        desk.hear(Notice("room", await unreadable(stage, "room")))
        await until(lambda: lines[0].closed == halls.RESTART)
        assert "room" not in stage.hall.desks
        answers: list[bytes] = []
        desk.submit(Job(0, "0:too-late", lambda _: e.Said(0, "too late"), answers.append))
        await until(lambda: answers)
        assert b'"code":"server-error"' in answers[0]  # and no more attempts at a place in the log that is taken
        assert not desk.busy


@played
async def test_the_oldest_socket_of_a_seat_goes_when_there_are_too_many(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        lines = [await stage.sit("Anna") for _ in range(halls.MOST_PER_SEAT + 1)]
        await until(lambda: lines[0].closed is not None)
        assert lines[0].closed == halls.TOO_MANY
        assert [line.closed for line in lines[1:]] == [None] * halls.MOST_PER_SEAT


@played
async def test_sockets_of_a_seat_that_come_all_at_once_are_as_few(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room(QUIET)
        lines = [stage.line() for _ in range(20)]
        for line in lines:
            line.say({"t": "hello", "room": "room", "token": secret("Anna"), "since": 10**9})
        await until(lambda: sum(line.closed is not None for line in lines) == len(lines) - halls.MOST_PER_SEAT)
        await stage.quiet()
        assert len(desk.sockets[0]) == halls.MOST_PER_SEAT
        assert {line.closed for line in lines} == {None, halls.TOO_MANY}


@played
async def test_a_host_who_comes_back_late_to_a_table_that_waits_keeps_the_seat(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
    async with Stage(tmp_path, late=3_600_000) as stage:
        line = await stage.sit("Anna")
        await asyncio.sleep(0.1)
        assert line.closed is None
        assert stage.hall.desks["room"].room.seats[0].here


def test_the_clock_never_goes_back(monkeypatch):
    began = time.time() * 1000
    clock = halls.steady_clock()
    before = clock()
    assert began - 100 < before < time.time() * 1000 + 100
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert clock() >= before

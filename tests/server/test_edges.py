"""Sockets at the edge of what is allowed: what arrives there is still a message with a reason, and never another's."""

import asyncio

import msgspec
import pytest

from meldwise.rooms import events as e
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server.desk import RECENT, Job
from meldwise.server.hall import RESTART
from meldwise.server.missed import MOST_MISSED
from meldwise.server.store import Notice
from tests.server.stage import Stage, reads_of, secret, until
from tests.server.test_care import unreadable
from tests.server.test_sockets import QUIET, begun, played, played_out


def slowly_read(stage):
    """Let the log be read slowly: return an event that comes when it is, and one that it waits for then."""
    reading, goes_on = asyncio.Event(), asyncio.Event()
    read = stage.hall.store.read

    async def slow_read(room, since):
        rows = await read(room, since)
        reading.set()
        await goes_on.wait()
        return rows

    stage.hall.store.read = slow_read
    return reading, goes_on


DEEP = ['{"t":' * 1500, '{"x":' + "[" * 8000, '{"t":"do","id":"12345678","do":{"a":' + "[" * 3000]


@pytest.mark.parametrize("text", DEEP, ids=["tag", "field", "command"])
def test_a_message_nested_too_deeply_is_refused_and_the_socket_stays(tmp_path, text):
    async def run():
        async with Stage(tmp_path) as stage:
            await stage.room(QUIET)
            line = await stage.sit("Anna")
            line.say(text)
            line.say({"t": "ping"})
            await stage.quiet()
            assert [one.get("code") for one in line.messages if one["t"] != "event"][-2:] == ["bad-message", None]
            assert line.last["t"] in ("pong", "event")
            assert line.closed is None

    asyncio.run(run())


@played
async def test_a_socket_is_served_until_the_last_word_is_sent(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        line = stage.line()
        sent = line.outbox._send

        async def slowly(text):
            await asyncio.sleep(0.05)
            await sent(text)

        line.outbox._send = slowly
        line.say({"t": "hello", "room": "room", "token": "x" * 22})
        await line.task
        assert [one["code"] for one in line.messages] == ["unknown-token"]
        assert line.closed == 1008


@played
async def test_who_missed_much_is_sent_everything_and_not_closed(tmp_path):
    async with Stage(tmp_path, messages_per_second=1000) as stage:
        desk, lines = await begun(stage, Options(pace=0, grace=3600, clock=ClockOptions("none")))
        lines[1].hang_up()
        await stage.quiet()
        since = desk.room.n
        watcher = await stage.sit()
        for number in range(MOST_MISSED + 20):
            lines[0].do({"type": "mute", "seat": 1, "on": number % 2 == 0}, f"mute-{number:08}")
            await stage.quiet()
        assert watcher.last["n"] > since + MOST_MISSED
        for behind, kind in [(desk.room.n - since, "welcome"), (MOST_MISSED, "event")]:
            again = await stage.sit("Bela", since=desk.room.n - behind)
            assert again.messages[0]["t"] == kind
            assert again.last["n"] == desk.room.n
            assert again.closed is None
            again.hang_up()
            await stage.quiet()


@played
async def test_whoever_loses_the_seat_while_coming_back_hears_nothing_of_it(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[1].hang_up()
        await stage.quiet()
        desk.recent.clear()
        reading, goes_on = slowly_read(stage)
        back = stage.line()
        back.say({"t": "hello", "room": "room", "token": secret("Bela"), "since": desk.room.seats[1].joined})
        await reading.wait()
        lines[0].do({"type": "remove", "seat": 1}, "remove-bela-1")
        await stage.quiet()
        goes_on.set()
        await back.task
        assert [one["t"] for one in back.messages] == ["refused"]
        assert (back.last["code"], back.closed) == ("unknown-token", 1008)
        assert 1 not in desk.sockets


@played
async def test_whoever_missed_more_than_is_kept_while_the_log_was_read_misses_nothing(tmp_path):
    async with Stage(tmp_path, messages_per_second=1000) as stage:
        desk, lines = await begun(stage)
        lines[1].hang_up()
        await stage.quiet()
        since = desk.room.n - 1
        desk.recent.clear()
        reading, goes_on = slowly_read(stage)
        back = stage.line()
        back.say({"t": "hello", "room": "room", "token": secret("Bela"), "since": since})
        await reading.wait()
        for number in range(RECENT + 4):
            lines[0].do({"type": "mute", "seat": 1, "on": number % 2 == 0}, f"mute-{number:08}")
            await stage.quiet()
        goes_on.set()
        await stage.answer(back)
        first = back.messages[0]
        seen = first["n"] if first["t"] == "welcome" else since
        told = [one["n"] for one in back.messages if one["t"] == "event"]
        assert told == list(range(seen + 1, desk.room.n + 1))


@played
async def test_whoever_comes_to_a_room_that_turns_out_unreadable_is_sent_away(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[1].hang_up()
        await stage.quiet()
        n = await unreadable(stage, "room")
        back = await stage.sit("Bela", since=n)
        await until(lambda: back.closed == RESTART)
        assert [one.get("code") for one in back.messages] == ["server-error"]
        assert 1 not in desk.sockets


@played
async def test_a_command_that_fails_is_refused_and_the_table_goes_on(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn

        def broken(*_):
            raise KeyError("k7")

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("meldwise.server.desk.evolve", broken)
            lines[turn].do({"type": "act", "action": "draw"}, "a-broken-draw")
            await stage.quiet()
        assert lines[turn].last["code"] == "server-error"
        assert lines[turn].last["id"] == "a-broken-draw"
        lines[turn].do({"type": "act", "action": "draw"}, "a-second-draw")
        await stage.quiet()
        assert lines[turn].last["id"] == "a-second-draw"


@played
async def test_whoever_no_longer_waits_for_a_write_keeps_nobody_else_waiting(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        waiting = asyncio.ensure_future(desk.do(Job(None, "@mute 1", lambda _: e.Muted(1, True))))
        lines[0].do({"type": "say", "text": "hello"}, "hello-there-1")
        await asyncio.sleep(0)
        waiting.cancel()
        await stage.quiet()
        assert desk.room.seats[1].muted
        assert lines[0].last["id"] == "hello-there-1"


@played
async def test_the_log_is_gone_through_once_for_all_who_come_back(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        for number in range(6):
            lines[desk.room.state.turn].do({"type": "act", "action": "draw"}, f"draw-number-{number}")
            await stage.quiet()
        heard = [one for one in lines[0].messages if one["t"] == "event"]
        recent = list(desk.recent)
        desk.recent.clear()
        reads = reads_of(stage.hall.store)
        since = heard[2]["n"]
        for _ in range(3):
            again = await stage.sit("Anna", since=since)
            assert [one for one in again.messages if one["t"] == "event"][: len(heard) - 3] == heard[3:]
        assert len(reads) == 1
        assert list(desk.recent)[: len(recent)] == recent


@played
async def test_a_game_that_was_asked_for_is_kept_ready(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, msgspec.structs.replace(QUIET, games=2))
        over = await played_out(stage, desk, lines)
        lines[0].do({"type": "start"}, "start-second")
        await stage.quiet()
        assert desk.room.game == 2
        first = await desk.room_after(1)
        assert first == over
        assert await desk.room_after(1) is first
        assert [await desk.room_after(game) for game in (-1, 0, 3, 10**30)] == [None] * 4


@played
async def test_the_log_is_not_read_while_something_is_being_written(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        read, reading = stage.hall.store.read, asyncio.Event()

        async def slow_read(*given):
            await reading.wait()
            return await read(*given)

        stage.hall.store.read = slow_read
        n = desk.room.n
        mute = Job(None, "@mute 1", lambda _: e.Muted(1, True))
        unmute = Job(None, "@mute 0", lambda _: e.Muted(1, False))
        mute.ended = lambda _: desk.submit(unmute)  # as whoever is told may ask for more at once
        desk.submit(mute)
        desk.hear(Notice("room", n + 2))  # another node's word, while that is being written
        for _ in range(40):
            await asyncio.sleep(0.005)
        reading.set()
        await stage.quiet()
        lines[0].do({"type": "say", "text": "hello"}, "hello-there-1")
        await stage.quiet()
        rows = await read("room", 0)
        assert [row.n for row in rows] == list(range(1, n + 4))
        assert desk.room.n == n + 3
        assert not desk.room.seats[1].muted

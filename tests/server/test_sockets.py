"""A table over a socket: who gets in, what they hear, and what they are refused."""

import asyncio
import functools
import json

import pytest

from meldwise.rooms.clock import IDLE_TIME
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server import desk as desks
from meldwise.server import drafts
from meldwise.server.desk import Job
from meldwise.server.keys import hashed
from meldwise.server.store import Write
from tests.server.stage import PATIENCE, Stage, joining, secret, until

QUIET = Options(pace=0, clock=ClockOptions("none"))


def played(test):
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(**fixtures):
        asyncio.run(test(**fixtures))

    return run


async def begun(stage, options=QUIET, names=("Anna", "Bela"), room="room"):
    """Return a room in play and the lines of its people."""
    desk = await stage.room(options, names, room=room)
    lines = [await stage.sit(name, room) for name in names]
    lines[0].do({"type": "start"}, "start-game")
    await stage.quiet()
    for number, line in enumerate(lines):
        line.do({"type": "share", "value": f"{number}a"}, f"share-{number}-")
    await until(lambda: desk.room.phase == "playing")
    await stage.quiet()
    return desk, lines


async def played_out(stage, desk, lines):
    """Draw and pass until the game is over, and return the room as it is then."""
    while desk.room.phase == "playing":
        action = "draw" if desk.room.state.pool else "pass"
        lines[desk.room.state.turn].do({"type": "act", "action": action}, f"turn-number-{desk.room.n}")
        await stage.quiet()
    return desk.room


@played
async def test_everyone_hears_of_a_move_once_it_is_written(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        watcher = await stage.sit()
        turn = desk.room.state.turn
        lines[turn].do({"type": "act", "action": "draw"}, "my-first-draw")
        await stage.quiet()
        mine, theirs, public = lines[turn].last, lines[1 - turn].last, watcher.last
        assert mine["id"] == "my-first-draw"
        assert "id" not in theirs
        assert len(mine["view"]["rack"]) == 15
        assert "rack" not in theirs["view"]
        assert theirs == public
        assert mine["game"][0]["tiles"] != []
        assert theirs["game"][0]["tiles"] == []
        rows = await stage.hall.store.read("room", 0)
        assert rows[-1].n == mine["n"] == desk.room.n


@played
async def test_a_command_sent_again_is_not_done_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn
        for _ in range(3):
            lines[turn].do({"type": "act", "action": "draw"}, "once-only")
        await stage.quiet()
        n = desk.room.n
        assert [one["t"] for one in lines[turn].messages[-3:]] == ["event", "done", "done"]
        assert lines[turn].last == {"t": "done", "id": "once-only", "n": n}
        lines[turn].hang_up()
        await stage.quiet()
        again = await stage.sit(["Anna", "Bela"][turn], since=n)
        again.do({"type": "act", "action": "draw"}, "once-only")
        await stage.quiet()
        assert {"t": "done", "id": "once-only", "n": n} in again.messages


@played
async def test_who_comes_back_is_sent_only_what_was_missed(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[1].hang_up()
        await stage.quiet()
        since = lines[1].messages[-1]["n"]
        for _ in range(3):
            lines[0].do({"type": "say", "text": "hello"}, f"hello-{_}-----")
        await stage.quiet()
        expected = [one for one in lines[0].messages if one.get("n", 0) > since]
        again = await stage.sit("Bela", since=since)
        told = [one for one in again.messages if one["t"] == "event"]
        assert [one["n"] for one in told] == [one["n"] for one in expected] + [desk.room.n]
        assert not any(one["t"] == "welcome" for one in again.messages)
        assert any(one["t"] == "caught" for one in again.messages)


@played
async def test_what_was_missed_is_the_same_from_memory_and_from_the_log(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        for number in range(8):
            turn = desk.room.state.turn
            lines[turn].do({"type": "act", "action": "draw"}, f"draw-number-{number}")
            await stage.quiet()
        seen = [text for text in lines[0].heard if '"t":"event"' in text]
        since = json.loads(seen[0])["n"] - 1
        desk.recent.clear()
        again = await stage.sit("Anna", since=since)
        assert [text for text in again.heard if '"t":"event"' in text][: len(seen)] == seen


@played
async def test_a_server_that_was_killed_goes_on_where_it_was(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn
        lines[turn].do({"type": "act", "action": "draw"}, "a-draw-before")
        await stage.quiet()
        room = desk.room
    async with Stage(tmp_path) as stage:
        desk = await stage.hall.desk("room")
        assert desk.room.state == room.state
        assert desk.room.actions == room.actions
        line = await stage.sit("Anna")
        assert line.messages[0]["t"] == "welcome"
        assert line.messages[0]["view"]["rack"] == [tile.text for tile in room.state.racks[0]]


@played
async def test_after_an_outage_the_turn_has_its_time_back(tmp_path):
    options = Options(pace=0, clock=ClockOptions("turn", 60))
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, options)
        left = desk.room.watch.due - stage.now
    async with Stage(tmp_path) as stage:
        stage.now += 1_000_000
        await stage.hall._beat()
        desk = await stage.hall.desk("room")
        await stage.quiet()
        await stage.sit("Anna")
        assert desk.room.watch.left == left


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", "bad-message"),
        ("[]", "bad-message"),
        ('{"t":"do"}', "bad-message"),
        ('{"t":"do","id":"x","do":{"type":"start"}}', "bad-message"),
        ('{"t":"do","id":"12345678","do":{"type":"fly"}}', "bad-message"),
        ('{"t":"do","id":"12345678","do":{"type":"start","now":1}}', "bad-message"),
        ('{"t":"do","id":"12345678\\n","do":{"type":"start"}}', "bad-message"),
        ('{"t":"do","id":"12345678","do":{"type":"share","value":"a0\\n"}}', "bad-message"),
        ('{"t":"hello","room":"room"}', "hello-once"),
        ('{"t":"draft","table":"b1 b2 b3"}', None),
        ("\ud800", "bad-message"),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_socket_stays(tmp_path, message, code):
    async def run():
        async with Stage(tmp_path) as stage:
            await stage.room(QUIET)
            line = await stage.sit("Anna")
            line.say(message)
            await stage.quiet()
            assert line.last["t"] == "refused"
            assert line.last["message"]
            assert code in (None, line.last["code"])
            line.say({"t": "ping"})
            await stage.quiet()
            assert line.last["t"] == "pong"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ('{"t":"do","id":"short","do":{"type":"start"}}', "short"),
        ('{"t":"do","id":"12345678","do":{"type":"fly"}}', "12345678"),
        ('{"t":"fly","id":"12345678"}', "12345678"),
        ('{"id":"' + "x" * 64 + '"}', "x" * 64),
        ('{"id":"' + "x" * 65 + '"}', None),
        ('{"t":"do","id":7,"do":{"type":"start"}}', None),
        ('{"t":"do","do":{"type":"start"}}', None),
        ("[" * 5000, None),
    ],
)
def test_whoever_waits_for_an_answer_to_what_cannot_be_read_gets_one(tmp_path, message, name):
    async def run():
        async with Stage(tmp_path) as stage:
            await stage.room(QUIET)
            line = await stage.sit("Anna")
            line.say(message)
            await stage.quiet()
            assert (line.last["code"], line.last["id"]) == ("bad-message", name)

    asyncio.run(run())


@played
async def test_whoever_takes_a_seat_over_may_use_the_ids_of_who_sat_there(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room(QUIET)
        line = await stage.sit("Bela")
        line.do({"type": "say", "text": "from Bela"}, "number-1")
        line.do({"type": "leave"}, "number-2")
        await stage.quiet()
        await desk.do(Job(None, "join:cecil", joining("Cecil")))
        line = await stage.sit("Cecil")
        assert line.messages[0]["you"] == 1
        line.do({"type": "say", "text": "from Cecil"}, "number-1")
        line.do({"type": "say", "text": "from Cecil"}, "number-1")
        await stage.quiet()
        assert [said.text for said in desk.room.chat] == ["from Bela", "from Cecil"]


@played
async def test_spectators_only_watch(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        line = await stage.sit()
        assert line.messages[0]["you"] is None
        line.do({"type": "start"})
        await stage.quiet()
        assert line.last["code"] == "only-watching"


@played
async def test_strangers_do_not_get_in(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        line = await stage.sit("Stranger")
        assert (line.last["code"], line.closed) == ("unknown-token", 1008)
        line = await stage.sit("Anna", room="nowhere")
        assert (line.last["code"], line.closed) == ("no-such-room", 1008)
        line = stage.line()
        line.say({"t": "ping"})
        await stage.answer(line)
        assert (line.last["code"], line.closed) == ("hello-first", 1008)


@played
async def test_a_seat_that_was_taken_away_is_lost_to_its_sockets(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[0].do({"type": "remove", "seat": 1}, "remove-bela-1")
        lines[1].do({"type": "act", "action": "draw"}, "too-late-draw")
        await stage.quiet()
        assert lines[1].closed == 4001
        assert desk.room.seats[1].kind == "opponent"
        refused = await stage.sit("Bela")
        assert refused.last["code"] == "unknown-token"


@played
async def test_who_leaves_hears_that_it_was_done_before_the_socket_is_closed(tmp_path):
    async with Stage(tmp_path) as stage:
        _, lines = await begun(stage)
        lines[1].do({"type": "leave"}, "leave-for-good")
        await stage.quiet()
        assert (lines[1].last["told"]["kind"], lines[1].last["id"]) == ("left", "leave-for-good")
        assert lines[1].closed == 4001
        assert "id" not in next(one for one in lines[0].messages if one["n"] == lines[1].last["n"])


@played
async def test_who_does_not_read_is_closed_and_hurts_nobody(tmp_path):
    async with Stage(tmp_path, messages_per_second=1000, commands_per_second=1000) as stage:
        desk, lines = await begun(stage, Options(pace=0, grace=3600, clock=ClockOptions("none")))
        stuck = stage.line()

        async def never(_):
            await asyncio.sleep(3600)

        stuck.outbox._send = never
        stuck.say({"t": "hello", "room": "room"})
        await stage.quiet()
        for number in range(120):
            for on in (True, False):
                lines[0].do({"type": "mute", "seat": 1, "on": on}, f"mute-{number:06}-{on}")
                await stage.quiet()
        assert stuck.outbox.closed
        assert desk.room.n > 240
        assert lines[0].last["n"] == desk.room.n


@played
async def test_chat_has_a_limit_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(desks, "TALK_RATE", 0.0)  # else a slow disk gives somebody time for one more
    async with Stage(tmp_path) as stage:
        _, lines = await begun(stage)
        for number in range(10):
            lines[0].do({"type": "say", "text": "hello"}, f"hello-{number}-----")
        await stage.quiet()
        codes = [one.get("code") for one in lines[0].messages]
        assert codes.count("too-much-talk") == 4


@played
async def test_a_flood_is_refused_and_then_closed(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        line = await stage.sit("Anna")
        for _ in range(200):
            line.say({"t": "ping"})
        await until(lambda: line.closed is not None)
        codes = {one.get("code") for one in line.messages}
        assert "too-many-messages" in codes
        assert line.closed == 1008


@played
async def test_drafts_are_shown_kept_and_lie_when_time_is_up(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn
        tile = desk.room.state.racks[turn][0].text
        lines[turn].say({"t": "draft", "table": tile})
        await stage.quiet()
        assert lines[1 - turn].last == {"t": "drafted", "seat": turn, "table": tile}
        async with asyncio.timeout(PATIENCE):
            while (kept := await stage.hall.store.draft("room")) is None:  # it is kept about once a second
                await asyncio.sleep(0.05)
        assert (kept.seat, kept.table) == (turn, tile)
        lines[1 - turn].say({"t": "draft", "table": tile})
        await stage.quiet()
        assert lines[1 - turn].last["code"] == "no-draft-now"
    async with Stage(tmp_path) as stage:
        line = await stage.sit(["Anna", "Bela"][turn])
        assert line.messages[0]["draft"] == tile


async def arranged(stage):
    """Return a room in which one has drawn and the other, in turn, arranges a tile; its lines, and both seats."""
    desk, lines = await begun(stage)
    first = desk.room.state.turn
    lines[first].do({"type": "act", "action": "draw"}, "draw-number-1")
    await stage.quiet()
    lines[1 - first].say({"t": "draft", "table": desk.room.state.racks[1 - first][0].text})
    await stage.quiet()
    return desk, lines, first, 1 - first


@played
async def test_a_draft_stays_when_another_seat_announces_an_opening(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines, first, turn = await arranged(stage)
        tile = desk.drafts.shown_to(None)
        lines[first].do({"type": "act", "action": "announce"}, "announcing-1")
        await stage.quiet()
        assert desk.room.state.announced[first]
        assert [one["t"] for one in lines[first].messages[-2:]] == ["event", "drafted"]  # an event puts a draft away
        assert desk.drafts.table() == ((desk.room.state.racks[turn][0],),)  # as it lies when time is up
    async with Stage(tmp_path) as stage:
        line = await stage.sit(["Anna", "Bela"][turn])
        assert line.messages[0]["draft"] == tile


@played
async def test_a_draft_stays_when_an_announcement_is_taken_back_and_after_a_crash(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines, first, turn = await arranged(stage)
        tile = desk.drafts.shown_to(None)
        async with asyncio.timeout(PATIENCE):
            while await stage.hall.store.draft("room") is None:
                await asyncio.sleep(0.05)
        lines[first].do({"type": "act", "action": "announce"}, "announcing-1")
        lines[first].do({"type": "ask", "what": "take-back"}, "taking-it-back")
        await stage.quiet()
        lines[turn].do({"type": "answer", "agrees": True}, "so-be-it-then")
        await stage.quiet()
        assert not desk.room.state.announced[first]
        assert desk.drafts.shown_to(None) == tile
        assert lines[first].last == {"t": "drafted", "seat": turn, "table": tile}
        desk.drafts.save = lambda: None  # it is not asked to stop
    async with Stage(tmp_path) as stage:
        line = await stage.sit(["Anna", "Bela"][turn])
        assert line.messages[0]["draft"] == tile


@played
async def test_who_arranges_tiles_is_not_away(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn
        stage.now += IDLE_TIME - 1_000
        lines[turn].say({"t": "draft", "table": desk.room.state.racks[turn][0].text})
        await stage.quiet()
        for later, away in ((2_000, False), (IDLE_TIME, True)):
            stage.now += later
            await stage.hall.pulse.sign(stage.hall.store.beat(stage.hall.node, stage.now))
            stage.hall.pulse.missed = False
            stage.hall.pacemaker._look(desk)
            await stage.quiet()
            assert desk.room.seats[turn].away is away


@played
async def test_a_table_may_keep_drafts_to_their_owner(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, Options(pace=0, drafts=False, clock=ClockOptions("none")))
        turn = desk.room.state.turn
        lines[turn].say({"t": "draft", "table": desk.room.state.racks[turn][0].text})
        await stage.quiet()
        assert all(one["t"] != "drafted" for one in lines[1 - turn].messages)
        newcomer = await stage.sit()
        assert newcomer.messages[0]["draft"] is None


@played
async def test_no_secret_is_kept_but_as_a_hash(tmp_path):
    async with Stage(tmp_path) as stage:
        await begun(stage)
        rows = await stage.hall.store.read("room", 0)
    kept = b"".join(row.body for row in rows) + b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret("Anna").encode() not in kept
    assert hashed(secret("Anna")).encode() in kept


@played
async def test_a_seat_that_sends_too_much_takes_nothing_from_the_others(tmp_path):
    async with Stage(tmp_path, messages_per_second=1000) as stage:
        desk, lines = await begun(stage)
        loud = [lines[0], *[await stage.sit("Anna") for _ in range(4)]]
        for number in range(500):
            loud[number % 5].do({"type": "act", "action": "fly"}, f"flying-{number:04}")
        lines[1].do({"type": "say", "text": "let me speak"}, "a-quiet-word")
        await stage.quiet()
        assert [one.get("code") for line in loud for one in line.messages].count("too-busy") >= 300
        assert desk.room.chat[-1].text == "let me speak"


@played
async def test_drafts_do_not_pile_up_while_nothing_can_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(drafts, "SAVED_EVERY", 0.01)
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn = desk.room.state.turn
        write = stage.hall.store.write
        waiting: list[Write] = []
        stage.hall.store.write = waiting.append
        for tile in (*desk.room.state.racks[turn], desk.room.state.racks[turn][0]):
            lines[turn].say({"t": "draft", "table": tile.text})
            await stage.quiet()
            await asyncio.sleep(0.03)
        assert len(waiting) == 1
        stage.hall.store.write = write
        waiting[0].done(True)
        async with asyncio.timeout(PATIENCE):
            while (kept := await stage.hall.store.draft("room")) is None:
                await asyncio.sleep(0.01)
        assert kept.table == desk.room.state.racks[turn][0].text


@played
async def test_a_draft_that_could_not_be_written_is_written_later(tmp_path, monkeypatch):
    monkeypatch.setattr(drafts, "SAVED_EVERY", 0.01)
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        turn, write = desk.room.state.turn, stage.hall.store.write
        failed: list[Write] = []
        stage.hall.store.write = failed.append
        lines[turn].say({"t": "draft", "table": desk.room.state.racks[turn][0].text})
        await until(lambda: failed)
        stage.hall.store.write = write
        failed[0].done(None)
        async with asyncio.timeout(PATIENCE):
            while await stage.hall.store.draft("room") is None:
                await asyncio.sleep(0.01)


@played
async def test_a_room_takes_only_so_many_commands_whoever_sends_them(tmp_path):
    async with Stage(tmp_path, messages_per_second=1000, commands_per_second=5) as stage:
        desk, lines = await begun(stage)
        n = desk.room.n
        for number in range(40):
            lines[number % 2].do({"type": "act", "action": "fly"}, f"flying-{number:04}")
        await stage.quiet()
        codes = [one.get("code") for line in lines for one in line.messages]
        assert codes.count("too-busy") >= 20
        assert desk.room.n == n

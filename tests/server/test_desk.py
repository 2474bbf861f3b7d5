"""One room as a node serves it: what was done long ago, what goes wrong, and what others wrote."""

import asyncio

import pytest

from meldwise.game import to_bytes
from meldwise.rooms import events as e
from meldwise.rooms.decide import Refused
from meldwise.rooms.evolve import evolve
from meldwise.rooms.messages import messages
from meldwise.server import desk as module
from meldwise.server.desk import Job
from meldwise.server.store import Notice, Row, Write, notice_of
from tests.server.stage import Stage, joining
from tests.server.test_sockets import begun, played


@played
async def test_a_command_from_long_ago_is_not_done_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[0].do({"type": "say", "text": "hello"}, "said-long-ago")
        await stage.quiet()
        n = desk.room.n
        desk._done.clear()
        lines[0].do({"type": "say", "text": "hello"}, "said-long-ago")
        await stage.quiet()
        assert lines[0].last == {"t": "done", "id": "said-long-ago", "n": n}
        assert (desk.room.n, len(desk.room.chat)) == (n, 1)


@played
async def test_of_many_commands_the_latest_are_known_by_heart_and_the_others_looked_up(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "REMEMBERED", 4)
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        for number in range(6):
            lines[0].do({"type": "say", "text": "hello"}, f"said-number-{number}")
            await stage.quiet()
            assert len(desk._done) <= 4
            assert f"0.1:said-number-{number}" in desk._done
        lines[0].do({"type": "say", "text": "hello"}, "said-number-0")
        await stage.quiet()
        assert (lines[0].last["t"], len(desk.room.chat)) == ("done", 6)


@played
async def test_what_was_said_already_does_not_count_as_too_much_talk(tmp_path):
    async with Stage(tmp_path) as stage:
        _, lines = await begun(stage)
        for number in range(6):
            lines[0].do({"type": "say", "text": "hello"}, f"said-number-{number}")
        for number in range(6):
            lines[0].do({"type": "say", "text": "hello"}, f"said-number-{number}")
        await stage.quiet()
        assert [one["t"] for one in lines[0].messages[-6:]] == ["done"] * 6


@played
async def test_a_mistake_of_the_program_is_refused_and_the_room_goes_on(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        answers: list[bytes] = []

        def mistaken(_):
            raise KeyError("nothing")

        desk.submit(Job(0, "0:a-mistake", mistaken, answers.append))
        await stage.quiet()
        assert b'"code":"server-error"' in answers[0]
        lines[0].do({"type": "say", "text": "hello"}, "hello-after-it")
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "hello"


def fail(_):
    raise RuntimeError


@played
async def test_what_fails_as_it_is_decided_keeps_nobody_else_from_it(tmp_path):
    async with Stage(tmp_path) as stage:
        _, lines = await begun(stage)
        stage.hall.write_together(lambda: fail(None))
        lines[0].do({"type": "say", "text": "hello"}, "hello-after-it")
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "hello"


@played
async def test_an_event_that_cannot_be_written_is_refused_and_the_room_goes_on(tmp_path, monkeypatch):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n = desk.room.n
        with monkeypatch.context() as broken:
            broken.setattr(stage.hall, "card", lambda _before, _after: fail(None))
            lines[0].do({"type": "say", "text": "lost"}, "a-lost-word")
            await stage.quiet()
        assert (lines[0].last["code"], desk.room.n, desk.busy) == ("server-error", n, False)
        lines[0].do({"type": "say", "text": "hello"}, "hello-after-it")
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "hello"


@played
async def test_who_cannot_bear_to_hear_what_was_written_does_not_keep_it_from_others(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)

        stage.hall.write(Write(fail))
        lines[0].do({"type": "say", "text": "hello"}, "hello-after-it")
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "hello"
        assert not desk.busy


@played
async def test_a_job_that_cannot_be_answered_does_not_hold_up_the_next(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)

        desk._busy = True  # as long as something is being written
        desk.submit(Job(0, "0:unheard", lambda _: e.Left(9), fail))
        lines[0].do({"type": "say", "text": "hello"}, "hello-after-it")
        await asyncio.sleep(0.01)
        desk._busy = False
        desk.pump()
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "hello"


@played
async def test_who_waits_for_a_log_that_cannot_be_read_is_told_so_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "READ_TIME", 0.1)
    monkeypatch.setattr(module, "RETRY", 0.01)
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage)
        read = stage.hall.store.read

        async def failing(*_):
            raise OSError

        stage.hall.store.read = failing
        desk._shared = True
        with pytest.raises(Refused):
            await desk.acquaint("a token of nobody")
        assert not desk._eager
        waiting = asyncio.ensure_future(desk.refresh())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await asyncio.sleep(0.05)
        assert not desk._eager
        stage.hall.store.read = read
        await desk.refresh()


@played
async def test_what_others_wrote_is_read_as_soon_as_it_can_be(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "RETRY", 0.01)
    async with Stage(tmp_path) as stage:
        _, lines = await begun(stage)
        read, failures = stage.hall.store.read, [OSError(), OSError()]

        async def failing(room, since):
            if failures:
                raise failures.pop()
            return await read(room, since)

        stage.hall.store.read = failing
        await elsewhere(stage, e.Said(1, "from elsewhere"))
        await stage.quiet()
        assert lines[0].last["told"]["text"] == "from elsewhere"
        assert not failures


async def elsewhere(stage, event, room="room"):
    """Let another node write an event, and tell of it."""
    row = await written(stage, event, room)
    stage.hall._noticed([Notice(room, row.n)])


async def written(stage, event, room="room"):
    rows = await stage.hall.store.read(room, 0) if room not in stage.hall.desks else None
    n = (rows[-1].n if rows else stage.hall.desks[room].room.n) + 1
    row = Row(room, n, None, f"@elsewhere.{n}", to_bytes(event), stage.now)
    assert await put(stage, row)
    return row


async def put(stage, row):
    """Write a row as another node does, and tell whether it was taken."""
    outcome: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
    stage.hall.write(Write(outcome.set_result, row))
    return await outcome


@played
async def test_what_is_written_while_a_desk_reads_is_read_too(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        find = stage.hall.store.find_command

        async def meanwhile(room, command):
            await elsewhere(stage, e.Said(1, "meanwhile"))
            return await find(room, command)

        stage.hall.store.find_command = meanwhile
        stage.hall.store.shared = desk._shared = True
        lines[1].do({"type": "answer", "agrees": True}, "nothing-asked")
        await stage.quiet()
        assert [line.text for line in desk.room.chat] == ["meanwhile"]
        assert lines[1].last["code"] == "nothing-asked"


class Unread:
    """Counts how often a log is read."""

    def __init__(self, store):
        self.times = 0
        self._read = store.read
        store.read = self

    async def __call__(self, room, since):
        self.times += 1
        return await self._read(room, since)


async def written_elsewhere(stage, *texts):
    """Let another node write lines of chat that nobody here has heard of; return its notices."""
    n, notices = stage.hall.desks["room"].room.n, []
    for number, text in enumerate(texts, n + 1):
        row = Row("room", number, None, f"@elsewhere.{number}", to_bytes(e.Said(1, text)), stage.now)
        assert await put(stage, row)
        notices.append(notice_of(row))
    return notices


def said(line):
    """Return the lines of chat somebody was told, with the numbers of their events."""
    return [(one["n"], one["told"]["text"]) for one in line.messages if one.get("told", {}).get("kind") == "said"]


@played
async def test_an_event_that_comes_along_with_its_notice_is_not_read_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n, log = desk.room.n, Unread(stage.hall.store)
        for notice in await written_elsewhere(stage, "one", "two"):
            stage.hall._noticed([notice])
        assert desk.room.n == n + 2  # known at once
        await stage.quiet()
        assert said(lines[0]) == [(n + 1, "one"), (n + 2, "two")]
        assert log.times == 0
        lines[0].do({"type": "say", "text": "three"}, "said-after-them")
        await stage.quiet()
        assert said(lines[1])[-1] == (n + 3, "three")


@played
async def test_a_notice_that_comes_twice_counts_once(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n, log = desk.room.n, Unread(stage.hall.store)
        [notice] = await written_elsewhere(stage, "once")
        stage.hall._noticed([notice, notice])
        stage.hall._noticed([notice, Notice("room", notice.n)])
        await stage.quiet()
        assert said(lines[0]) == [(n + 1, "once")]
        assert (desk.room.n, log.times) == (n + 1, 0)


@played
async def test_a_gap_between_notices_is_filled_from_the_log(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n, log = desk.room.n, Unread(stage.hall.store)
        _, second, third = await written_elsewhere(stage, "one", "two", "three")
        stage.hall._noticed([third])
        stage.hall._noticed([second])
        await stage.quiet()
        assert said(lines[0]) == [(n + 1, "one"), (n + 2, "two"), (n + 3, "three")]
        assert (desk.room.n, log.times) == (n + 3, 1)


@played
async def test_notices_that_come_in_another_order_while_a_desk_is_busy_are_followed_in_theirs(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n, write = desk.room.n, stage.hall.store.write
        held: list[Write] = []
        stage.hall.store.write = held.append  # its own event is on its way to the disk
        lines[0].do({"type": "say", "text": "own"}, "said-at-the-start")
        while not held:
            await asyncio.sleep(0.002)
        stage.hall.store.write = write
        rows = [Row("room", n + i, None, f"@elsewhere.{i}", to_bytes(e.Said(1, f"{i}")), stage.now) for i in (2, 3)]
        log = Unread(stage.hall.store)
        stage.hall._noticed([notice_of(row) for row in reversed(rows)])
        assert desk.room.n == n
        for item in held:
            item.done(True)
        await stage.quiet()
        assert said(lines[1]) == [(n + 1, "own"), (n + 2, "2"), (n + 3, "3")]
        assert log.times == 0


@pytest.mark.parametrize(("heard", "news", "reads"), [("before", 0.01, 0), ("after", 30, 0), ("never", 0.01, 1)])
@played
async def test_another_node_that_was_first_is_followed_and_the_command_decided_again(
    tmp_path, monkeypatch, heard, news, reads
):
    """The log is asked only where that node did not say what it wrote."""
    monkeypatch.setattr(module, "NEWS", news)
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        n, write = desk.room.n, stage.hall.store.write
        held: list[Write] = []
        notices = await written_elsewhere(stage, "first")
        log = Unread(stage.hall.store)
        stage.hall.store.write = held.append
        lines[0].do({"type": "say", "text": "second"}, "said-a-bit-later")
        while not held:
            await asyncio.sleep(0.002)
        stage.hall.store.write = write
        if heard == "before":
            stage.hall._noticed(notices)
        for item in held:
            item.done(False)
        if heard == "after":
            await asyncio.sleep(0.02)
            assert desk.room.n == n
            stage.hall._noticed(notices)
        await stage.quiet()
        assert said(lines[0]) == [(n + 1, "first"), (n + 2, "second")]
        assert log.times == reads
        assert [row.n for row in await stage.hall.store.read("room", n)] == [n + 1, n + 2]


@played
async def test_what_another_node_told_its_viewers_is_passed_on(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        event, n = e.Said(1, "hello"), desk.room.n + 1
        after, happened = evolve(desk.room, event, stage.now)
        told = messages(desk.room, after, event, happened, 1, "said-elsewhere")
        row = Row("room", n, 1, "1:said-elsewhere", to_bytes(event), stage.now)
        stage.hall._noticed([notice_of(row, told)])
        await stage.quiet()
        assert [lines[0].heard[-1], lines[1].heard[-1]] == [told.public.decode(), told.to(1).decode()]
        assert lines[1].last["id"] == "said-elsewhere"
        assert desk.room == after


@played
async def test_what_a_seat_read_at_another_node_it_reads_here_when_it_comes_back(tmp_path):
    """That part of a message did not come along; the log has all it is made of."""
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        lines[1].hang_up()
        await stage.quiet()
        event, since = e.Said(1, "hello"), desk.room.n
        after, happened = evolve(desk.room, event, stage.now)
        told = messages(desk.room, after, event, happened, 1, "said-elsewhere")
        row = Row("room", since + 1, 1, "1:said-elsewhere", to_bytes(event), stage.now)
        assert await put(stage, row)
        log = Unread(stage.hall.store)
        stage.hall._noticed([notice_of(row, told)])
        assert (desk.room, desk.recent[-1].lacking, log.times) == (after, (1,), 0)
        watcher = await stage.sit(since=since)
        assert (watcher.heard[0], log.times) == (told.public.decode(), 0)
        back = await stage.sit("Bela", since=since)
        assert (back.heard[0], log.times) == (told.to(1).decode(), 1)
        assert back.messages[0]["id"] == "said-elsewhere"


@played
async def test_nodes_that_share_rooms_write_down_what_they_tell(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        write = stage.hall.store.write
        items: list[Write] = []

        def kept(item):
            items.append(item)
            write(item)

        stage.hall.store.write = kept
        lines[0].do({"type": "say", "text": "alone"}, "said-alone-1")
        await stage.quiet()
        desk._shared = True
        lines[0].do({"type": "say", "text": "together"}, "said-together")
        await stage.quiet()
        assert items[0].told is None
        assert items[1].told is not None
        assert items[1].told.to(0).decode() == lines[0].heard[-1]


@played
async def test_who_took_a_seat_at_another_node_is_known_though_its_notice_has_not_come_yet(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room(names=("Anna",))
        desk._shared = True
        event = joining("Bela")(desk.room)
        row = Row("room", desk.room.n + 1, None, "99:elsewhere", to_bytes(event), stage.now)
        outcome: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        stage.hall.write(Write(outcome.set_result, row))
        assert await outcome
        line = await stage.sit("Bela")
        assert (line.messages[0]["t"], line.messages[0]["you"]) == ("welcome", event.seat)
        log = Unread(stage.hall.store)
        stranger = await stage.sit("Nobody")
        assert (stranger.last["code"], stranger.closed, log.times) == ("unknown-token", 1008, 1)

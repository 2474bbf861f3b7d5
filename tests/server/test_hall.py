"""All rooms of a node: what it takes over, what it lets go, and what it must not miss."""

import shutil

from meldwise.rooms import events as e
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server.replay import decode_event
from meldwise.server.store import Outage
from tests.server.stage import Stage
from tests.server.test_desk import elsewhere
from tests.server.test_sockets import begun, played

TIMED = Options(pace=0, clock=ClockOptions("turn", 60))


@played
async def test_a_person_others_took_for_gone_is_there_again(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage)
        await elsewhere(stage, e.Gone(0))
        await stage.quiet()
        assert [one["told"]["kind"] for one in lines[0].messages[-2:]] == ["gone", "here"]
        assert desk.room.seats[0].here


@played
async def test_what_is_written_elsewhere_while_a_room_is_loaded_is_not_missed(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room()
    async with Stage(tmp_path) as stage:
        draft = stage.hall.store.draft

        async def meanwhile(room):
            await elsewhere(stage, e.Said(1, "meanwhile"))
            return await draft(room)

        stage.hall.store.draft = meanwhile
        desk = await stage.hall.desk("room")
        await stage.quiet()
        assert [line.text for line in desk.room.chat] == ["meanwhile"]


@played
async def test_a_room_is_not_let_go_while_somebody_comes(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room()
    async with Stage(tmp_path) as stage:
        stage.now += 100_000
        keep = stage.hall.store.keep

        async def slow(*values):
            await stage.hall.keeper._let_go()
            return await keep(*values)

        stage.hall.store.keep = slow
        line = await stage.sit("Anna")
        desk = stage.hall.desks["room"]
        assert list(desk.outboxes()) == [line.outbox]
        line.hang_up()
        await stage.quiet()
        stage.now += 100_000
        await stage.hall.keeper._let_go()
        assert "room" not in stage.hall.desks


@played
async def test_a_room_that_cannot_be_loaded_yet_does_not_hold_up_the_others(tmp_path):
    async with Stage(tmp_path) as stage:
        for room in ("one", "two"):
            await stage.room(room=room)
    async with Stage(tmp_path) as stage:
        stage.hall.keeper._owed = {"one", "two"}
        read, failures = stage.hall.store.read, [OSError()]

        async def failing(room, since):
            if room == "one" and failures:
                raise failures.pop()
            return await read(room, since)

        stage.hall.store.read = failing
        await stage.hall.keeper._take_over()
        assert set(stage.hall.desks) == {"two"}
        await stage.hall.keeper._take_over()
        assert set(stage.hall.desks) == {"one", "two"}


@played
async def test_an_outage_is_given_back_though_something_else_was_written_first(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, TIMED)
        began, due = stage.now, desk.room.watch.due
        stage.now += 12_000
        await elsewhere(stage, e.Said(1, "I was first"))
        await stage.quiet()

        async def outages(_since):
            return [Outage(began + 1_000, began + 11_000)]

        stage.hall.store.outages = outages
        for _ in range(2):
            await stage.hall.keeper.keep(desk)
            await stage.quiet()
        assert (await events(stage))[-2:] == ["said", "outage"]
        assert desk.room.watch.due == due + 10_000


@played
async def test_an_outage_is_given_back_whole_though_somebody_spoke_in_it(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, TIMED)
        due = desk.room.watch.due
        stage.now += 20_000
        lines[1].do({"type": "say", "text": "is it back?"}, "first-words")
        await stage.quiet()
        await stage.hall._beat()
        await stage.quiet()
        assert (await events(stage))[-2:] == ["said", "outage"]
        assert desk.room.watch.due == due + 20_000


@played
async def test_time_that_could_not_be_given_back_at_once_is_at_a_later_beat_and_does_not_run_out_before(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, TIMED)
        due, write = desk.room.watch.due, stage.hall.store.write
        stage.now += 20_000
        stage.hall.store.write = lambda item: item.done(None) if item.row else write(item)
        await stage.hall._beat()
        await stage.quiet()
        assert not stage.hall.pulse.in_outage
        assert stage.hall.keeper.in_outage(desk)
        stage.hall.store.write = write
        stage.now += 1_000
        await stage.hall._beat()
        await stage.quiet()
        assert desk.room.watch.due == due + 21_000
        await stage.hall._beat()
        assert not stage.hall.keeper.in_outage(desk)


@played
async def test_a_table_that_waits_and_that_nobody_runs_any_more_is_run_where_somebody_is(tmp_path):
    async with Stage(tmp_path) as stage:
        desk = await stage.room()
        await stage.sit("Anna")
        desk.kept = False  # another node did, and let it go
        await stage.hall.store.release(stage.hall.node, "room")
        await stage.hall._beat()
        assert desk.kept


@played
async def test_a_table_at_which_nobody_is_after_a_crash_is_not_in_the_lobby(tmp_path):
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with Stage(tmp_path) as stage:
        await stage.room(Options(listed=True))
        await stage.sit("Anna")
        assert await stage.hall.store.lobby(10)
        for file in tmp_path.glob("rooms.sqlite*"):
            shutil.copy(file, crashed)
    async with Stage(crashed, late=10_000) as stage:
        await stage.hall._beat()
        await stage.quiet()
        assert not await stage.hall.store.lobby(10)
        await stage.sit("Anna")
        assert await stage.hall.store.lobby(10)


@played
async def test_an_outage_before_the_turn_began_is_nothing_to_it(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, TIMED)

        async def outages(_since):
            return [Outage(stage.now - 20_000, stage.now - 10_000)]

        stage.hall.store.outages = outages
        await stage.hall.keeper.keep(desk)
        await stage.quiet()
        assert "outage" not in await events(stage)


@played
async def test_a_short_outage_is_given_back_too_where_the_file_has_one_server(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, TIMED)
        left = desk.room.watch.due - stage.now
    async with Stage(tmp_path, late=1_500) as stage:
        desk = stage.hall.desks["room"]
        await stage.quiet()
        assert desk.kept
        assert desk.room.watch.left == left


@played
async def test_a_node_that_was_silent_gives_others_time_to_come_back(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, TIMED)
        stage.hall.keeper.alive.add("other")
        stage.now += 10_000
        await stage.hall._beat()
        assert "other" in stage.hall.keeper.alive
        await stage.quiet()
        assert "outage" in await events(stage)
        for _ in range(4):
            stage.now += 1_000
            await stage.hall._beat()
        assert "other" not in stage.hall.keeper.alive
        assert desk.kept


@played
async def test_rooms_are_handed_over_when_a_node_stops(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage)
        keep, store = stage.hall.store.keep, stage.hall.store
        assert not await keep("room", "another", stage.now)
        await stage.hall._part()
        assert await keep("room", "another", stage.now)
        assert store is desk.hall.store


async def events(stage, room="room"):
    return [decode_event(row.body).__struct_config__.tag for row in await stage.hall.store.read(room, 0)]

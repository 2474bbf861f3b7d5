"""A log gone through again: no further back than needed, and never by other rules."""

import msgspec
import pytest

from meldwise.errors import CaseError
from meldwise.rooms import kept
from meldwise.ruleset import RULES_VERSION
from meldwise.server import desk as desks
from meldwise.server import replay
from meldwise.server.replay import beginning, steps
from tests.server.stage import Stage, reads_of
from tests.server.test_sockets import QUIET, begun, played, played_out

EVERY = 12


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(desks, "SNAPSHOT_EVERY", EVERY)


async def draws(stage, until):
    """Let two people draw until an event's number; return what Anna heard, by number."""
    desk, lines = await begun(stage)
    for number in range(until - desk.room.n):
        lines[desk.room.state.turn].do({"type": "act", "action": "draw"}, f"draw-number-{number}")
        await stage.quiet()
    assert desk.room.n == until
    return {one["n"]: one for one in lines[0].messages if one["t"] == "event"}


async def snapshot_n(stage):
    """Return the number of the last event in the snapshot."""
    room, _ = await beginning(stage.hall.store, "room")
    assert room is not None
    return room.n


@pytest.mark.parametrize(("since", "read"), [(2 * EVERY, 2 * EVERY), (2 * EVERY + 3, 2 * EVERY), (2 * EVERY - 1, 0)])
@played
async def test_who_comes_back_after_a_restart_costs_no_more_than_the_log_since_the_snapshot(
    tmp_path, often, since, read
):
    async with Stage(tmp_path) as stage:
        heard = await draws(stage, 2 * EVERY + 6)
        last = stage.hall.desks["room"].room.n
    async with Stage(tmp_path) as stage:
        await stage.hall.desk("room")
        await stage.quiet()
        stage.hall.desks["room"].recent.clear()
        reads = reads_of(stage.hall.store)
        again = await stage.sit("Anna", since=since)
        assert reads == [read]
        told = {one["n"]: one for one in again.messages if one["t"] == "event"}
        wanted = range(since + 1, last + 1)
        assert {n: told[n] for n in wanted} == {n: heard[n] for n in wanted}


@played
async def test_a_game_before_the_snapshot_is_found_in_the_whole_log(tmp_path, often):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, msgspec.structs.replace(QUIET, games=2))
        over = await played_out(stage, desk, lines)
        lines[0].do({"type": "start"}, "start-second")
        await stage.quiet()
        reads = reads_of(stage.hall.store)
        kept_n = await snapshot_n(stage)
        assert await desk.room_after(1) == over
        while desk.room.n < kept_n + EVERY:  # until there is a snapshot of the second game
            lines[0].do({"type": "mute", "seat": 1, "on": True}, f"mute-number-{desk.room.n}")
            await stage.quiet()
        desk._ended.clear()
        assert await desk.room_after(1) == over
        assert reads == [kept_n, kept_n, 0]


@played
async def test_a_snapshot_by_other_rules_is_not_gone_on_with(tmp_path, often, monkeypatch):
    async with Stage(tmp_path) as stage:
        await draws(stage, EVERY + 3)
        room = stage.hall.desks["room"].room
        assert await snapshot_n(stage) == EVERY
        monkeypatch.setattr(kept, "RULES_VERSION", RULES_VERSION + 1)
        monkeypatch.setattr(replay.log, "exception", lambda *_, **__: None)
        begun_at, rows = await beginning(stage.hall.store, "room")
        assert (begun_at, rows[0].n) == (None, 1)
        with pytest.raises(CaseError) as caught:
            list(steps(rows))
        assert caught.value.code == "room-of-other-rules"
        monkeypatch.undo()
        assert [step.after for step in steps(rows)][-1] == room

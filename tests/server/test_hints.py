"""Hints: thought of apart from opponents, so many at a time, and not for ever."""

import asyncio
import time

import msgspec
import pytest

from meldwise import catalog, rummy17
from meldwise.rooms.decide import Refused
from meldwise.server import hints, thoughts
from tests.server.stage import PATIENCE, Stage
from tests.server.test_sockets import QUIET, begun, played


def stuck(_view, _seconds):
    time.sleep(3600)


def slow(view, seconds):
    time.sleep(0.3)
    return hints.think(view, seconds)


async def asked(stage, count):
    """Return rooms in play, and hints that were asked for there and are being thought of."""
    rooms = [(await begun(stage, room=f"room{number}"))[0].room for number in range(count)]
    asking = [asyncio.create_task(stage.hall.hints.ask(room, room.state.turn)) for room in rooms]
    await stage.quiet()
    return rooms, asking


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
@played
async def test_a_hint_is_for_the_seat_whose_turn_it_is(tmp_path, rules):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, msgspec.structs.replace(QUIET, rules=rules))
        turn = desk.room.state.turn
        assert (await stage.hall.hints.ask(desk.room, turn)).action
        with pytest.raises(Refused, match="not your turn"):
            await stage.hall.hints.ask(desk.room, 1 - turn)


@played
async def test_whoever_waits_for_the_others_knocking_is_told_so(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, msgspec.structs.replace(QUIET, rules="rummy17"))
        turn = desk.room.state.turn
        knocking, _ = catalog.game_of(desk.room.rules).apply(desk.room.state, rummy17.TakeStock(turn))
        with pytest.raises(Refused) as refused:
            await stage.hall.hints.ask(msgspec.structs.replace(desk.room, state=knocking), turn)
        assert refused.value.code == "wait-for-knocking"
        assert (await stage.hall.hints.ask(msgspec.structs.replace(desk.room, state=knocking), 1 - turn)).action


@played
async def test_opponents_think_while_a_hint_is_stuck(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "think", stuck)
    monkeypatch.setattr(hints, "PATIENCE", 600.0)
    async with Stage(tmp_path) as stage:
        await stage.hall.minds.wake()
        _, asking = await asked(stage, 1)
        assert await stage.hall.minds.call("room0", abs, -1) == 1
        assert not asking[0].done()


@played
async def test_a_hint_that_does_not_come_is_refused_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "think", stuck)
    monkeypatch.setattr(hints, "PATIENCE", 0.2)
    async with Stage(tmp_path) as stage:
        _, asking = await asked(stage, 1)
        with pytest.raises(Refused) as caught:
            await asking[0]
        assert caught.value.code == "hints-busy"


@played
async def test_so_many_hints_wait_and_the_next_is_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "think", slow)
    monkeypatch.setattr(thoughts, "MOST_WAITING", 2)
    async with Stage(tmp_path) as stage:
        (first, _, _), asking = await asked(stage, 3)
        with pytest.raises(Refused) as caught:
            await asking[2]
        assert caught.value.code == "hints-busy"
        assert not asking[0].done()
        again = await stage.hall.hints.ask(first, first.state.turn)  # waits for the same answer, and takes no place
        assert again == await asking[0]
        await asking[1]
        assert (await stage.hall.hints.ask(first, first.state.turn)).action == again.action


@played
async def test_a_server_that_stops_waits_for_no_hint(tmp_path, monkeypatch):
    monkeypatch.setattr(hints, "think", stuck)
    async with Stage(tmp_path) as stage:
        _, asking = await asked(stage, 2)
        began = time.monotonic()
    assert time.monotonic() - began < PATIENCE  # far less than a hint that is stuck
    await asyncio.wait(asking, timeout=PATIENCE)
    assert all(task.cancelled() for task in asking)


@played
async def test_whoever_asks_when_a_server_has_stopped_starts_no_process(tmp_path):
    async with Stage(tmp_path) as stage:
        room = (await begun(stage))[0].room
    with pytest.raises(Refused) as caught:
        await stage.hall.hints.ask(room, room.state.turn)
    assert caught.value.code == "hints-busy"

"""Opponents keep their turns, whatever comes between: a table never waits for a program."""

import asyncio
import time

import pytest

from meldwise import catalog, tilegame
from meldwise.rooms.clock import MOST_LATE
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server import pacemaker
from meldwise.tilegame.events import Drew
from tests.server.stage import Stage, until
from tests.server.test_sockets import begun, played

OPTIONS = Options(pace=0, clock=ClockOptions("none"), grace=3600)


class Slow:
    """Minds that answer when a test lets them."""

    seconds = 1.0

    def __init__(self):
        self.asked = 0
        self.go = asyncio.Event()
        self.heard = []
        self.action = lambda view: tilegame.Draw(view.seat)

    async def act(self, _key, view, heard, _fresh):
        self.asked += 1
        self.heard = heard
        await self.go.wait()
        return self.action(view)

    async def aside(self, _key, _view):
        return None

    def close(self):
        pass


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(pacemaker, "SOON", 0.05)


async def thinking(stage, options=OPTIONS):
    """Return a table at which an opponent is thinking, and the line of the person who waits for it."""
    stage.hall.minds.close()
    minds = stage.hall.minds = Slow()
    desk = await stage.room(options, ("Anna",), ("easy",))
    line = await stage.sit("Anna")
    line.do({"type": "start"}, "start-game")
    await stage.quiet()
    line.do({"type": "share", "value": "aa"}, "my-own-share")
    await until(lambda: desk.room.phase == "playing")
    if desk.room.state.turn == 0:
        line.do({"type": "act", "action": "draw"}, "my-own-draw")
    await until(lambda: minds.asked == 1)
    return desk, line, minds


def drawn(desk):
    return [action.seat for action in desk.room.actions][-1]


@played
async def test_an_opponent_that_thought_while_everybody_was_gone_plays_when_one_is_back(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, line, minds = await thinking(stage)
        moves = desk.room.moves
        line.hang_up()
        await stage.quiet()
        assert desk.room.stands_still
        minds.go.set()
        await stage.quiet()
        assert desk.room.moves == moves
        await stage.sit("Anna")
        await until(lambda: desk.room.moves == moves + 1)
        assert drawn(desk) == 1


@played
async def test_an_opponent_that_thought_during_a_pause_plays_after_it(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, line, minds = await thinking(stage)
        moves = desk.room.moves
        line.do({"type": "ask", "what": "pause"}, "ask-for-a-pause")
        await stage.quiet()
        assert desk.room.paused
        minds.go.set()
        await stage.quiet()
        line.do({"type": "continue"}, "now-go-on")
        await until(lambda: desk.room.moves == moves + 1)


@played
async def test_an_opponent_acts_in_time_though_its_pace_is_slower_than_the_clock(tmp_path):
    async with Stage(tmp_path) as stage:
        began = time.monotonic()
        await thinking(stage, Options(rules="fi-classic", pace=10_000, clock=ClockOptions("turn", 5)))
        assert time.monotonic() - began < 10


@played
async def test_an_opponent_plays_as_soon_as_the_store_takes_it(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, line, minds = await thinking(stage)
        moves, write = desk.room.moves, stage.hall.store.write
        stage.hall.store.write = lambda item: item.done(None)
        minds.go.set()
        await until(lambda: minds.asked > 2)
        assert desk.room.moves == moves
        stage.hall.store.write = write
        await until(lambda: desk.room.moves == moves + 1)
        await stage.quiet()
        assert line.last["told"] == {"kind": "acted", "seat": 1, "cause": "opponent"}


def illegal(view):
    return tilegame.Play(view.seat, (view.rack[:2],))  # two tiles are never a set


def failing(_):
    return catalog.find("no such ruleset")


@pytest.mark.parametrize("action", [illegal, failing])
@played
async def test_an_opponent_that_fails_or_does_something_illegal_has_its_turn_skipped(tmp_path, action):
    async with Stage(tmp_path) as stage:
        desk, line, minds = await thinking(stage)
        moves = desk.room.moves
        minds.action = action
        minds.go.set()
        await until(lambda: desk.room.moves == moves + 1)
        await stage.quiet()
        assert line.last["told"] == {"kind": "acted", "seat": 1, "cause": "skip"}


@played
async def test_who_is_replaced_in_mid_game_is_followed_by_an_opponent_that_knows_what_happened(tmp_path):
    async with Stage(tmp_path) as stage:
        stage.hall.minds.close()
        minds = stage.hall.minds = Slow()
        desk = await stage.room(OPTIONS, ("Anna", "Berta"))
        lines = [await stage.sit("Anna"), await stage.sit("Berta")]
        lines[0].do({"type": "start"}, "start-game")
        await stage.quiet()
        for number, line in enumerate(lines):
            line.do({"type": "share", "value": "aa"}, f"share-of-{number}")
        await until(lambda: desk.room.phase == "playing")
        for number in range(5):
            seat, moves = desk.room.state.turn, desk.room.moves
            lines[seat].do({"type": "act", "action": "draw"}, f"draw-number-{number}")
            await until(lambda moves=moves: desk.room.moves > moves)
        assert desk.happened is None  # nobody would have asked
        lines[0].do({"type": "replace", "seat": 1, "level": "easy"}, "replace-berta")
        await stage.quiet()
        if desk.room.state.turn == 0:
            lines[0].do({"type": "act", "action": "draw"}, "one-more-draw")
        await until(lambda: minds.asked == 1)
        drew = [event for event in minds.heard if isinstance(event, Drew)]
        assert [event.seat for event in drew] == [action.seat for action in desk.room.actions]
        assert all(bool(event.tiles) == (event.seat == 1) for event in drew)
        minds.go.set()
        await until(lambda: drawn(desk) == 1)


@played
async def test_whoever_was_late_too_often_is_away_as_soon_as_the_turn_comes(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, Options(pace=0, clock=ClockOptions("turn", 60)))
        lazy = desk.room.state.turn
        while not desk.room.seats[lazy].away:
            if desk.room.state.turn == lazy and desk.room.seats[lazy].late < MOST_LATE:
                stage.now = desk.room.watch.due
                await stage.hall.pulse.sign(stage.hall.store.beat(stage.hall.node, stage.now))
                stage.hall.pulse.missed = False  # it signed all the while
                desk.timer.cancel()
                stage.hall.pacemaker._look(desk)
            elif desk.room.state.turn != lazy:
                lines[1 - lazy].do({"type": "act", "action": "draw"}, f"draw-number-{desk.room.n}")
            else:
                now = stage.now
                await until(lambda: desk.room.seats[lazy].away)
                assert stage.now == now
            await stage.quiet()

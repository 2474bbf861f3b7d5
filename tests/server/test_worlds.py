"""No byte a seat or a spectator is sent depends on what it may not know: whole sessions in two worlds, compared."""

import asyncio
import random
import re

import pytest

from meldwise import catalog
from meldwise.notation import write_tiles
from meldwise.rooms.events import Acted
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server.desk import Job
from meldwise.server.hints import think
from meldwise.server.missed import missed
from tests.rooms.worlds import started, swapped
from tests.server.stage import Stage, until

NAMES = ("Anna", "Bela", "Cili")
NEVER = ["play k1 k1 k1", "play k1 k1 k1 / J", "meld k1 k1 k1", "add 9 k1 k2 k3", "exchange 9"]
"""What nobody may ever do."""
OUT_OF_TURN = ["draw", "pass", "announce", "stock", "pile", "knock yes", "play b1 b2 b3", "meld k1 k2 k3", "discard k1"]


async def session(folder, key, pool, actions, seat):
    """Play a history with somebody at *seat* who tries everything out of turn; return every byte that one was sent."""
    options = Options(rules=key, seats=3, pace=0, clock=ClockOptions("none"))
    often = {"messages_per_second": 10_000, "commands_per_second": 10_000}
    async with Stage(folder, pool=write_tiles(pool), **often) as stage:
        desk = await stage.room(options, NAMES)
        lines = [await stage.sit(name) for name in NAMES]
        watcher = await stage.sit()
        lines[0].do({"type": "start"}, "begin-the-game")
        await stage.quiet()
        for number, line in enumerate(lines):
            line.do({"type": "share", "value": f"{number}"}, f"share-{number}-value")
            await stage.quiet()
        await until(lambda: desk.room.phase == "playing")
        hints = []
        for step, action in enumerate(actions):
            await act(stage, desk, lines, action, step)
            waited_for = seat in catalog.game_of(desk.room.rules).actors(desk.room.state)
            for number, text in enumerate(NEVER if waited_for else OUT_OF_TURN):
                lines[seat].do({"type": "act", "action": text}, f"try-{step}-{number}-------")
            lines[seat].say({"t": "draft", "table": "b1 b2 b3"})
            watcher.do({"type": "act", "action": "draw"}, f"watch-{step}-----")
            await stage.quiet()
            if step % 10 == 0 and waited_for:
                hints.append(str(think(catalog.game_of(desk.room.rules).view(desk.room.state, seat), None)))
        again = [await missed(desk, viewer, desk.room.n - 5) for viewer in (seat, None)]
        late = [await stage.sit(NAMES[seat]), await stage.sit()]
        return [*lines[seat].heard, *watcher.heard, *hints, *map(str, again), *late[0].heard, *late[1].heard]


async def act(stage, desk, lines, action, step):
    """Let a player do something, or the clock."""
    seat, _, text = action.partition(" ")
    if text.split(" ")[0] in ("time", "knock-time"):
        desk.submit(Job(None, f"@clock {step}", lambda _: Acted(action, "clock")))
    else:
        lines[int(seat)].do({"type": "act", "action": text}, f"step-{step}-of-{seat}--")
    await stage.quiet()


def masked(texts):
    """Return what was sent with the shuffle's commitment and the node's random name left out."""
    return [re.sub(r'"commitment":"[0-9a-f]{64}"', '"commitment":""', text) for text in texts]


@pytest.mark.parametrize("key", list(catalog.rulesets()))
def test_every_byte_is_the_same_in_worlds_that_differ_only_in_hidden_tiles(tmp_path, key):
    dice = random.Random(f"sessions {key}")
    setup, actions, game = started(key, 3, "sessions")
    upto = min(24, len(actions) - 1)
    seat = dice.randrange(3)
    worlds = [setup.pool, swapped(setup, game, seat, upto, dice)]
    assert worlds[0] != worlds[1]
    sessions = []
    for number, pool in enumerate(worlds):
        folder = tmp_path / str(number)
        sessions.append(masked(asyncio.run(session(folder, key, pool, actions[:upto], seat))))
    assert sessions[0] == sessions[1]
    assert len(sessions[0]) > 100

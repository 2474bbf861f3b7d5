"""The bot that the docs tell of plays a whole match at a real server, in every kind of game."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from examples import wire_bot

from meldwise import new_game
from meldwise.bots import named
from meldwise.client import Refused
from tests.online.nodes import Node, Place

BOT = Path(__file__).parent.parent.parent / "examples" / "wire_bot.py"


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
def test_the_example_plays_a_match(tmp_path, rules):
    with Node(Place(tmp_path)) as server:
        words = [sys.executable, str(BOT), server.url, "--rules", rules, "--against", "easy", "--games", "1"]
        said = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True).stdout
    assert re.fullmatch(r"over: \[-?\d+, -?\d+\], you are seat 0\n", said)


class Hasty:
    """A table that goes on without waiting for the bot, until it is over."""

    phase, you, actors, fields = "playing", 0, (0,), {"still": False}

    def __init__(self, codes):
        self._game = new_game("pl-standard", seats=2, seed="1")
        self._codes = codes
        self.rules = self._game.rules

    async def until(self, holds):
        assert holds()

    def game_view(self):
        return self._game.view(self._game.state.turn)

    async def act(self, _):
        code = self._codes.pop(0)
        if not self._codes:
            self.phase = "over"
        raise Refused(code)


def test_the_example_bears_being_late_and_nothing_else():
    bot = named("greedy-tiles")("1")
    late: Any = Hasty(["moved-on", "paused", "not-now"])
    asyncio.run(wire_bot.play(late, bot))
    wrong: Any = Hasty(["clocks-own"])
    with pytest.raises(Refused) as caught:
        asyncio.run(wire_bot.play(wrong, bot))
    assert caught.value.code == "clocks-own"

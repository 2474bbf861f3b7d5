"""The bot that the docs tell of plays a whole match at a real server, in every kind of game."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.online.nodes import Node, Place

BOT = Path(__file__).parent.parent.parent / "examples" / "wire_bot.py"


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
def test_the_example_plays_a_match(tmp_path, rules):
    with Node(Place(tmp_path)) as server:
        words = [sys.executable, str(BOT), server.url, "--rules", rules, "--against", "easy", "--games", "1"]
        said = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True).stdout
    assert re.fullmatch(r"over: \[-?\d+, -?\d+\], you are seat 0\n", said)

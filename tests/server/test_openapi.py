"""Schemathesis against a real server: whatever the OpenAPI document allows or forbids is answered as it says."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from meldwise.client import Client, ClockOptions, Options
from tests.online.nodes import PATIENCE, Node, Place

ROOT = Path(__file__).parent.parent.parent
LEFT_OUT = ("positive_data_acceptance", "ensure_resource_availability", "ignored_auth")
"""What it cannot know: that house rules, seats and levels fit together no schema can say, a private table is hidden
and not forbidden, and our hooks bring tokens that are good."""


async def tables(url):
    """Set up tables in all phases, and return how to get at them."""
    async with Client(url) as client:
        waiting = await client.create(Options(listed=True, seats=4), name="Anna")
        hidden = await client.create(Options(seats=3), name="Anna")
        still = Options(clock=ClockOptions("none"), grace=3600)
        playing = await client.create(still, name="Anna", opponents=("easy",))
        async with client.sit(playing) as table:
            await table.start()
            await table.until(lambda: table.phase == "playing", PATIENCE)
        over = await client.create(Options(pace=0, games=1, listed=True), opponents=("easy", "easy"))
        async with client.sit(over) as table:
            await table.start()
            await table.until(lambda: table.phase == "over", 2 * PATIENCE)
        assert (await client.record(over, 1)).startswith("meldwise record")
    return [{"room": one.room, "token": one.token, "link": one.link or ""} for one in (waiting, hidden, playing, over)]


def tried(folder, *options):
    """Let schemathesis try a server; return how many requests it made. It fails with everything that it found."""
    with Node(Place(folder)) as node:
        known = asyncio.run(tables(node.url))
        run = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run", f"{node.url}/api/openapi.json", "--no-color"),
                *("--mode", "all", "--exclude-checks", ",".join(LEFT_OUT), "--suppress-health-check", "all"),
                *("--max-response-time", str(PATIENCE), "--request-timeout", str(2 * PATIENCE), *options),
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd=folder,
            env=os.environ
            | {
                "MELDWISE_TABLES": json.dumps(known),
                "SCHEMATHESIS_HOOKS": "tests.server.schemathesis_hooks",
                "PYTHONPATH": str(ROOT),
            },
        )
        assert node.running
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr[-2000:]
    assert not node.errors(), "".join(node.errors())
    made = re.search(r"(\d[\d,]*) generated", run.stdout)
    assert made, run.stdout
    return int(made[1].replace(",", ""))


def test_what_the_document_says_is_so(tmp_path):
    assert tried(tmp_path, "--max-examples", "15", "--seed", "17", "--generation-deterministic") > 250


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_the_document_says_is_so_at_length(tmp_path, seed):
    assert tried(tmp_path, "--max-examples", "600", "--seed", str(seed)) > 3_000

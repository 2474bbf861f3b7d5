"""Stores at work, and what is put into them."""

import asyncio
import contextlib
import subprocess
import sys

from meldwise.server.store import Card, Row, Write
from meldwise.server.store.postgres import PostgresStore
from meldwise.server.store.sqlite import SqliteStore
from tests.online.nodes import PATIENCE

NOW = 1_700_000_000_000


def store_at(place):
    return PostgresStore(place.url) if place.url else SqliteStore(place.file)


@contextlib.asynccontextmanager
async def opened(place, node="one", noticed=lambda _: None):
    store = store_at(place)
    await store.open(node, noticed)
    try:
        yield store
    finally:
        await store.close()


def row(room, n, command=None, body=b"{}"):
    return Row(room, n, 0, command or f"{room}.{n}", body, NOW)


def card(room, phase="playing"):
    return Card(room, phase, True, NOW, room.encode())


async def put(store, *rows, lobby=True, **more):
    """Write rows at once, with what the lobby is to know, and return what became of each."""
    outcomes = [asyncio.get_running_loop().create_future() for _ in rows]
    for one, outcome in zip(rows, outcomes, strict=True):
        store.write(Write(outcome.set_result, one, card(one.room) if lobby else None, **more))
    return await asyncio.gather(*outcomes)


def run(place, test):
    async def begin():
        async with opened(place) as store:
            await test(store)

    asyncio.run(begin())


def refused(*options):
    """Return the one sentence a server says that cannot start."""
    command = [sys.executable, "-m", "meldwise", "serve", "--port", "0", *map(str, options)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "a-secret" not in ended.stderr
    assert (ended.stderr.startswith("meldwise: "), ended.stderr.count("\n")) == (True, 1), ended.stderr
    return ended.stderr

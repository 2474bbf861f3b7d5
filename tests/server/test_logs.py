"""What a server logs of a whole session: enough to find what went wrong, and nothing that is anybody's secret."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from meldwise import catalog
from meldwise.bots import named
from meldwise.client import Client, ClockOptions, Options, Refused
from meldwise.errors import NotationError
from meldwise.rooms import commands as c
from meldwise.server.logs import without_words
from tests.online.nodes import PATIENCE, Node, Place
from tests.online.players import hinted

SAID = "the quick brown fox"
TILE = re.compile(r"(?<![\w-])[krbogy](?:1[0-7]|[1-9])(?![\w-])")
"""A tile or card in notation, as a word of its own."""


async def session(node):
    """Create, join, play, talk, ask for hints, do wrong things; return every secret there was."""
    async with Client(node.url) as client:
        options = Options(pace=0, seats=3, clock=ClockOptions("none"), title="A hidden title")
        seat = await client.create(options, name="Anastasia", opponents=("hard",))
        other = await client.join(seat.room, "Bartholomew", link=seat.link)
        async with client.sit(seat) as table, client.sit(other) as second:
            await table.start()
            await table.until(lambda: table.phase == "playing", PATIENCE)
            await table.do(c.Say(SAID))
            tiles = await play([table, second], client, [seat, other], node)
            with contextlib.suppress(Refused):
                await table.act("play b1 b2 b3")
            for wrong in ("{", f'{{"t":"{seat.token}"}}', '{"t":"draft","table":"b1 b2 b3"}', "x" * 9000):
                await table._send(wrong)
                await asyncio.sleep(0.05)
        with pytest.raises(Refused):
            await client.record(seat, 2)
    await nonsense(node, seat.token)
    return [seat.token, seat.link, other.token, SAID, "Anastasia", "Bartholomew", "A hidden title", *tiles]


async def play(tables, client, seats, node):
    """Play some turns, fewer where the game ends; kill the process in which the opponent thinks, once."""
    first, tiles = tables[0], set()
    for number in range(9):
        await first.until(lambda: first.phase != "playing" or first.game_view().turn != 2, PATIENCE)
        if first.phase != "playing":
            break
        turn = first.game_view().turn
        table = tables[turn]
        await table.until(lambda table=table: table.n >= first.n, PATIENCE)
        view = table.game_view()
        if len(view.rack) > 2:  # one or two might be in any random name
            tiles.add(" ".join(tile.text for tile in view.rack))
        if number == 1:
            node.strike(signal.SIGKILL)
        await hinted(client, seats[turn])
        await table.arrange(" / ".join(" ".join(tile.text for tile in row) for row in view.table))
        action = named("greedy-tiles")(number).act(view)
        await table.act(catalog.game_of(table.rules).write_action(action).partition(" ")[2])
    return tiles


async def nonsense(node, token):
    """Send what no client would, with a secret in it."""
    strange = f"GET /{token} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n"
    for raw in (f"{token}\r\n\r\n", strange, "\xff\xff\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(raw.encode("latin-1"))
        with contextlib.suppress(TimeoutError, ConnectionError):
            await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()


def test_the_log_of_a_session_holds_nobodys_secrets(tmp_path):
    with Node(Place(tmp_path), "--log", "debug") as node:
        secrets = asyncio.run(session(node))
        assert node.running
    log = "".join(node.log)
    lines = [json.loads(line) for line in log.splitlines()]
    assert "Invalid HTTP request received." in {line["event"] for line in lines}
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    for secret in secrets:
        assert secret not in log
    assert not re.search(r"\d+\.\d+\.\d+\.\d+", log)
    assert not TILE.search(log)
    assert str(tmp_path) not in log


def test_a_server_tells_of_its_life_to_whoever_looks_for_an_error(tmp_path):
    async def visit(node):
        async with Client(node.url) as client:
            seat = await client.create(Options(pace=0, seats=3), name="Anna", opponents=("easy",))
            async with client.sit(seat) as table:
                await table.until(lambda: table.n > 0, PATIENCE)
        return seat

    with Node(Place(tmp_path), "--log", "debug") as node:
        seat = asyncio.run(visit(node))
        for path in (
            f"/readyz?{seat.token}",
            f"/table/{seat.room}?{seat.token}",
            f"/{seat.token}",
            f"/rules/{seat.token}",
        ):
            httpx.get(node.url + path)
        httpx.get(f"{node.url}/api/rooms/{seat.token}")
        httpx.head(f"{node.url}/healthz", headers={"host": "evil.example"})
        node.stop()
    log = "".join(node.log)
    assert seat.token not in log
    lines = [json.loads(line) for line in log.splitlines()]
    assert [line["port"] for line in lines if line["event"] == "the server has started"] == [node.port]
    assert [line["event"] for line in lines][-2:] == ["the server stops", "the server has stopped"]
    opened, closed = (
        next(line for line in lines if line["event"] == f"a socket was {how}") for how in ("opened", "closed")
    )
    assert opened["room"] == closed["room"] == seat.room
    asked = [line for line in lines if line["event"] == "a request"]
    assert all(line["milliseconds"] >= 0 for line in asked)
    visits = [(line["method"], line["path"], line["status"]) for line in asked]
    assert ("POST", "/api/rooms", 201) in visits
    assert ("GET", "/readyz", 200) in visits
    assert ("GET", "?", 404) in visits
    assert ("HEAD", "?", 421) in visits
    assert ("GET", "/api/rooms/{room}", 404) in visits


def test_a_server_in_good_health_is_quiet(tmp_path):
    with Node(Place(tmp_path)) as node:
        assert httpx.get(f"{node.url}/healthz").text == "ok"
        node.stop()
    assert node.log == []


def test_an_error_is_logged_by_its_kind_and_place_alone():
    def fail():
        try:
            raise NotationError("no-tile", "b77 secret", 3, colors="", numbers="")
        except NotationError as error:
            raise KeyError("secret") from error

    with pytest.raises(KeyError) as caught:
        fail()
    for given in (caught.value, (KeyError, caught.value, None)):
        told = without_words(None, "error", {"event": "it failed", "exc_info": given})
        assert "secret" not in str(told)
        assert [one[0] for one in told["error"]] == ["KeyError", "no-tile"]
        assert "test_logs.py" in str(told["error"][1])
    try:
        raise ValueError("secret")
    except ValueError:
        assert "secret" not in str(without_words(None, "error", {"exc_info": True}))
    assert sys.exc_info() == (None, None, None)
    assert without_words(None, "info", {"event": "all is well"}) == {"event": "all is well"}


def test_a_log_that_cannot_be_written_stops_nobody():
    program = """if True:
        import logging
        import structlog
        from meldwise.server.logs import configure_logs
        configure_logs("info")
        for _ in range(100):
            structlog.get_logger("test").error("something failed " * 20)
            logging.getLogger("other").error("something else failed")
        print("went on")"""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=full, check=False)
    assert done.stdout == b"went on\n"

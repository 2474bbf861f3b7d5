"""A storm over the wire: tables of every ruleset, beset by people who try everything, and by programs that try worse.

Everything that anybody hears is kept, and held afterwards against the log, as the rules let that viewer see it.
"""

import asyncio
import contextlib
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from meldwise import catalog, rummy17, tilegame
from meldwise.bots import named
from meldwise.client import Client, ClockOptions, Options, Refused, Seat
from meldwise.game import from_plain
from meldwise.rooms import commands as c
from meldwise.rooms import wire
from meldwise.ruleset import CardRules
from meldwise.server.store import Row
from tests.online.nodes import PATIENCE
from tests.rooms.mischief import LINES, Mischief
from tests.rooms.storm import any_options


def _do(command: str) -> str:
    return f'{{"t":"do","id":"12345678","do":{command}}}'


MALFORMED: tuple[str | bytes, ...] = (
    *("", "{", "}", "[]", "null", "0", '"hello"', "{}", "\x00", "\ufeff{}", "x" * 8000, "[" * 8000, '{"x":' * 1500),
    *('{"t":1}', '{"t":null}', '{"t":"nonsense"}', '{"t":"do"}', '{"t":"welcome"}', '{"t":"event","n":1}'),
    *('{"t":"hello"}', '{"t":"hello","room":"../../etc"}', '{"t":"hello","room":"x","since":1.5}'),
    *('{"t":"ping","extra":1}', '{"t":"draft","table":[]}', '{"t":"draft","table":"b1\\u0000"}', '{"t":' + "[" * 8000),
    *('{"t":"do","id":7,"do":{"type":"start"}}', '{"t":"do","id":"x","do":{"type":"leave"}}'),
    *(_do("null"), _do("{}"), _do('{"type":"fly"}'), _do('{"type":"act"}'), _do('{"type":"act","action":7}')),
    *(_do('{"type":"remove","seat":99}'), _do('{"type":"remove","seat":-1}'), _do('{"type":"mute","seat":1e400}')),
    *(_do('{"type":"remove","seat":' + "9" * 5000 + "}"), _do('{"type":"answer","agrees":"yes"}')),
    *(_do('{"type":"react","sign":"x"}'), _do('{"type":"share","value":"XYZ"}'), _do('{"type":"start","now":1}')),
    *(_do('{"type":"share","value":"a0\\n"}'), '{"t":"do","id":"12345678\\n","do":{"type":"leave"}}'),
    *(_do('{"type":"say","text":"' + "a" * 301 + '"}'), _do('{"type":"say","text":"\\ud800"}')),
    *(b"", b"\xff\xfe", b"\x00" * 100, b"[" * 8000, b'{"t":"draft","table":"\xff"}'),
)
"""Whole messages, none of which a sound client sends; the socket must outlive twenty of them."""
STAY = 6.0
"""Seconds people stay at a table."""
ENDING: tuple[str | bytes, ...] = ("y" * 9000, b"z" * 20_000)
"""Messages that end a socket at once."""


@dataclass
class Heard:
    """One connection: who it was, at which table, what it heard and how it ended."""

    room: str
    viewer: int | None
    since: int | None = None
    texts: list[str | bytes] = field(default_factory=list)
    closed: int | None = None


@dataclass
class Place:
    """A table with the people who know of it."""

    seats: list[Seat]
    options: Options

    @property
    def room(self) -> str:
        return self.seats[0].room


@dataclass
class Outcome:
    """What came of a storm."""

    places: list[Place]
    heard: list[Heard]
    tried: Counter[str]
    healthy: list[float]
    """How long each move at the table next to it took."""


class Weather:
    """Makes the storm."""

    def __init__(self, url: str, seed: object, seconds: float, enough: Mapping[str, int] | None = None) -> None:
        self.url = url
        self.enough = enough or {}
        """How often what is to be heard, or tried; on a crowded machine the storm goes on until it was."""
        self.latest = time.monotonic() + seconds + PATIENCE
        self.dice = random.Random(f"weather {seed}")
        self.until = time.monotonic() + seconds
        self.heard: list[Heard] = []
        self.places: list[Place] = []
        self.tried: Counter[str] = Counter()
        self.acted: set[tuple[str, int]] = set()

    @property
    def over(self) -> bool:
        now = time.monotonic()
        if now < self.until or now > self.latest:
            return now > self.latest
        found = self.tried | Counter(acted=len(self.acted))
        return all(found[what] > number for what, number in self.enough.items())

    async def blow(self) -> Outcome:
        """Let it happen, and return what came of it."""
        async with Client(self.url) as client:
            healthy = asyncio.create_task(self._play_in_peace(client))
            async with asyncio.TaskGroup() as group:
                for key in catalog.rulesets():
                    group.create_task(self._tables(client, key))
                for kind in (
                    self._mute,
                    self._deaf,
                    self._garbage,
                    self._slow,
                    self._asker,
                    self._flood,
                    self._stranger,
                ):
                    group.create_task(self._again(kind))
            times = await healthy
        return Outcome(self.places, self.heard, self.tried, times)

    async def _tables(self, client: Client, key: str) -> None:
        """Beset one table of a ruleset after the other: people leave, or are removed, and a table is left alone."""
        while not self.over:
            place = await self._place(client, key)
            self.places.append(place)
            watching = Seat(place.room, link=place.seats[0].link)
            async with asyncio.TaskGroup() as group:
                for seat in [*place.seats, watching]:
                    group.create_task(self._person(place, seat))

    async def _place(self, client: Client, key: str) -> Place:
        options = any_options(self.dice, key)
        clock = self.dice.choice([ClockOptions("none"), ClockOptions("turn", 5), ClockOptions("bank", 20, 1)])
        options = replaced(
            options, clock=clock, pace=0, grace=self.dice.choice([1, 60]), listed=self.dice.random() < 0.5
        )
        persons = self.dice.randint(1, min(3, options.seats))
        opponents = ("easy",) * (options.seats - persons)
        first = await client.create(options, name="Anna", opponents=opponents)
        others = [await client.join(first.room, name, link=first.link) for name in ("Béla", "<b>C</b>")[: persons - 1]]
        return Place([first, *others], options)

    async def _person(self, place: Place, seat: Seat) -> None:
        """Come and go, and try things at one's own table."""
        dice = random.Random(self.dice.random())
        since: int | None = None
        until = time.monotonic() + STAY
        while time.monotonic() < until and not self.over:
            visitor = Visitor(self, place, seat, dice, since)
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, InvalidMessage, OSError):
                await visitor.visit()
            self.tried["visits"] += 1
            if any('"unknown-token"' in str(text)[:60] for text in visitor.heard.texts[:1]):
                return
            since = dice.choice([None, visitor.n, visitor.n, 0, 1, 10**6]) if visitor.n else None
            await asyncio.sleep(dice.choice([0, 0.05, 0.3]))

    async def _stranger(self, place: Place) -> None:
        """Knock with tokens and links that are not right."""
        wrong: dict[str, Any] = self.dice.choice([
            {"token": "x" * 24}, {"link": "x" * 22}, {"token": place.seats[0].token, "room": "nowhere"}, {},
            {"token": "x" * 21}, {"since": -1}, {"room": "A"}, {"room": ""}, {"link": "x" * 65},
        ])  # fmt: skip
        heard = Heard(place.room, None)
        self.heard.append(heard)
        async with self._socket() as socket:
            await socket.send(json.dumps({"t": "hello", "room": place.room} | wrong))
            async with asyncio.timeout(0.5):
                while True:
                    heard.texts.append(await socket.recv())

    async def _again(self, kind: Any) -> None:
        while not self.over:
            await asyncio.sleep(0.05)
            if not self.places:
                continue
            with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError):
                await kind(self.dice.choice(self.places[-10:]))
            self.tried[kind.__name__.strip("_")] += 1

    async def _mute(self, _place: Place) -> None:
        """Say nothing at all, or stop in the middle of a word."""
        reader, writer = await self._bare()
        with contextlib.closing(writer):
            writer.write(self.dice.choice([b"", b"GET /api/play HT", b"\x16\x03\x01"]))
            await asyncio.wait_for(reader.read(), 0.5)

    async def _deaf(self, place: Place) -> None:
        """Open a socket, say hello, and never read."""
        async with self._socket(max_queue=1) as socket:
            await socket.send(json.dumps(hello_of(place.seats[0])))
            for _ in range(self.dice.randint(1, 15)):
                await socket.send('{"t":"ping"}')
                await asyncio.sleep(0.02)
            socket.transport.abort()

    async def _garbage(self, place: Place) -> None:
        """Send frames that are none, after a good handshake and perhaps a good hello."""
        async with self._socket() as socket:
            if self.dice.random() < 0.5:
                await socket.send(json.dumps(hello_of(place.seats[0])))
            socket.transport.write(self.dice.randbytes(self.dice.randint(1, 2000)))
            await asyncio.wait_for(socket.wait_closed(), 0.3)

    async def _slow(self, _place: Place) -> None:
        """Send a request letter by letter."""
        _, writer = await self._bare()
        with contextlib.closing(writer):
            for letter in b"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1":
                writer.write(bytes([letter]))
                await asyncio.sleep(0.01)

    async def _asker(self, place: Place) -> None:
        """Ask for what is not one's own over HTTP."""
        wrong = {"Authorization": self.dice.choice(["Bearer x", "", f"Bearer {place.seats[-1].token}"])}
        async with httpx.AsyncClient(base_url=f"{self.url}/api/rooms/") as http:
            for path in ("", "/records/1", "/records/99"):
                answer = await http.get(f"{place.room}{path}", headers=wrong)
                assert answer.status_code in (200, 403, 404), answer.text
            answer = await http.post(f"{place.room}/hint", headers=wrong)
            assert answer.status_code in (200, 401, 403, 404, 409, 429, 503), answer.text
            body = {"id": "command-1", "token": "t" * 24, "name": "Eve", "link": self.dice.choice([None, "x" * 22])}
            answer = await http.post(f"{place.room}/join", json=body)
            assert answer.status_code in (200, 404, 409) or '"too-busy"' in answer.text, answer.text

    async def _flood(self, place: Place) -> None:
        """Send far more than one may."""
        async with self._socket() as socket:
            await socket.send(json.dumps(hello_of(self.dice.choice(place.seats))))
            for number in range(1500):
                await socket.send(
                    json.dumps({"t": "do", "id": f"flood-{number:06}", "do": {"type": "say", "text": "x"}})
                )

    def _socket(self, **more: Any) -> connect:
        url = self.url.replace("http", "ws", 1) + "/api/play"
        return connect(url, compression=None, max_size=None, open_timeout=5, close_timeout=1, **more)

    async def _bare(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = self.url.removeprefix("http://").split(":")
        return await asyncio.open_connection(host, int(port))

    async def _play_in_peace(self, client: Client) -> list[float]:
        """Play at a table of one's own, and take the time of every move."""
        seat = await client.create(Options(pace=0, clock=ClockOptions("none"), games=99), name="Dora")
        other = await client.join(seat.room, "Emil", link=seat.link)
        times: list[float] = []
        async with client.sit(seat) as first, client.sit(other) as second:
            tables = [first, second]
            await first.start()
            while not self.over:
                await first.until(lambda: first.phase in ("playing", "between"), PATIENCE)
                if first.phase == "between":
                    await first.start()
                    continue
                table = tables[first.game_view().turn]
                await table.until(lambda table=table: table.n >= first.n, PATIENCE)
                text = legal_text(table.game_view(), table.rules)
                began = time.monotonic()
                await table.act(text)
                times.append(time.monotonic() - began)
                self.tried["moves in peace"] += 1
                await first.until(lambda table=table: first.n >= table.n, PATIENCE)
                await asyncio.sleep(0.02)
        return times


class Visitor:
    """One connection of somebody who tries things."""

    def __init__(self, weather: Weather, place: Place, seat: Seat, dice: random.Random, since: int | None) -> None:
        self.weather = weather
        self.seat = seat
        self.dice = dice
        self.rules = catalog.find(place.options.rules)
        self.mischief = Mischief(dice, place.options.seats)
        self.heard = Heard(place.room, seat.seat, since)
        self.n: int | None = None
        self.fields: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.sent: list[str] = []

    async def visit(self) -> None:
        """Come, try some things, and go in one way or another."""
        self.weather.heard.append(self.heard)
        async with self.weather._socket() as socket:
            await socket.send(json.dumps(hello_of(self.seat) | {"since": self.heard.since}))
            listening = asyncio.create_task(self._listen(socket))
            try:
                for _ in range(self.dice.randint(1, 120)):
                    if self.weather.over or listening.done():
                        break
                    await self._something(socket)
                    await asyncio.sleep(self.dice.choice([0, 0.005, 0.02] if self.heard.viewer is not None else [0.1]))
                if self.dice.random() < 0.4:
                    socket.transport.abort()
            finally:
                await self._hang_up(socket, listening)

    async def _hang_up(self, socket: ClientConnection, listening: asyncio.Task[None]) -> None:
        await socket.close()
        with contextlib.suppress(ConnectionClosed, asyncio.CancelledError):
            await asyncio.wait_for(listening, 2)
        self.heard.closed = socket.protocol.close_rcvd.code if socket.protocol.close_rcvd else None

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.heard.texts.append(text)
            message = json.loads(text)
            self.weather.tried[message["t"]] += 1
            if message.get("told", {}).get("kind") == "acted":
                self.weather.acted.add((self.heard.room, message["n"]))
            if message["t"] == "welcome":
                self.n, self.fields, self.view = message["n"], message["fields"], message["view"]
            elif message["t"] == "event":
                self.n = message["n"]
                self.fields |= message.get("fields", {})
                if "view" in message:
                    self.view = None if message["view"] is None else (self.view or {}) | message["view"]
            elif message["t"] == "caught":
                self.n = message["n"]

    async def _something(self, socket: ClientConnection) -> None:
        doings = [self._play, self._try, self._wrong, self._repeat, self._draft, self._twice, self._burst]
        await self.dice.choices(doings, [60, 20, 3, 6, 5, 1, 1])[0](socket)

    async def _play(self, socket: ClientConnection) -> None:
        """Do what the game waits for, if it waits for this one."""
        phase = self.fields.get("phase")
        if phase == "waiting":
            await self._do(socket, c.Start())
        elif phase == "sharing":
            await self._do(socket, c.Share(f"{self.dice.getrandbits(32):x}"))
        elif phase == "over":
            await self._do(socket, c.Ask("rematch"))
        elif phase == "playing" and self.view is not None and self.seat.seat is not None:
            await self._move(socket)

    async def _move(self, socket: ClientConnection) -> None:
        kind = rummy17.View if isinstance(self.rules, CardRules) else tilegame.View
        view: Any = from_plain(self.view | {"rules": self.rules, "seat": self.seat.seat} if self.view else None, kind)
        if view.result is None and waits_for(view):
            if self.dice.random() < 0.2:
                await self._draft(socket)
            await self._do(socket, self.mischief.action(view))

    async def _try(self, socket: ClientConnection) -> None:
        await self._do(socket, self.mischief.command())

    async def _wrong(self, socket: ClientConnection) -> None:
        self.weather.tried["malformed"] += 1
        await socket.send(self.dice.choice(ENDING if self.dice.random() < 0.03 else MALFORMED))

    async def _repeat(self, socket: ClientConnection) -> None:
        """Send again what was sent before, on this connection."""
        for text in self.dice.sample(self.sent, min(3, len(self.sent))):
            await socket.send(text)

    async def _draft(self, socket: ClientConnection) -> None:
        table = [list(row) for row in (self.view or {}).get("table", [])]
        rack = (self.view or {}).get("rack", [])
        if rack and self.dice.random() < 0.7:
            table.append(self.dice.sample(rack, min(len(rack), 3)))
        text = " / ".join(" ".join(row) for row in table)
        await socket.send(wire.encode(wire.Draft(text[:1200])).decode())

    async def _twice(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps(hello_of(self.seat)))

    async def _burst(self, socket: ClientConnection) -> None:
        for _ in range(40):
            await socket.send('{"t":"ping"}')
        await self._do(socket, c.Say(self.dice.choice(LINES)))

    async def _do(self, socket: ClientConnection, command: c.Command) -> None:
        self.weather.tried[type(command).__name__] += 1
        text = wire.encode(wire.Do(f"cmd-{self.dice.getrandbits(64):x}", command)).decode()
        self.sent.append(text)
        await socket.send(text)


def hello_of(seat: Seat) -> dict[str, Any]:
    return {"t": "hello", "room": seat.room, "token": seat.token, "link": seat.link}


def replaced(options: Options, **changes: Any) -> Options:
    return Options(**{name: getattr(options, name) for name in options.__struct_fields__} | changes)


def waits_for(view: Any) -> bool:
    """Tell whether a game waits for the seat that sees it so."""
    if getattr(view, "phase", "") == "knocking":
        return bool(view.seat != view.turn and not view.answered[view.seat])
    return bool(view.turn == view.seat)


def legal_text(view: Any, rules: Any) -> str:
    action = named("simple")(0).act(view)
    return catalog.game_of(rules).write_action(action).partition(" ")[2]


def logged(path: Any) -> dict[str, list[Row]]:
    """Return every room's rows, from the file itself."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        found: dict[str, list[Row]] = {}
        for values in db.execute("select room, n, seat, command, body, at from event order by room, n"):
            found.setdefault(values[0], []).append(Row(*values))
        return found


__all__ = ["Heard", "Outcome", "Place", "Refused", "Weather", "logged"]

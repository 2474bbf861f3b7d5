"""A server's hall on a stage: real rooms, a real store, sockets that are lists, and a clock one turns by hand."""

import asyncio
import json
from pathlib import Path

from meldwise.rooms import events as e
from meldwise.rooms.decide import join
from meldwise.rooms.options import Options
from meldwise.ruleset import RULES_VERSION
from meldwise.server.desk import Job
from meldwise.server.hall import Hall
from meldwise.server.keys import hashed
from meldwise.server.minds import Minds
from meldwise.server.outbox import Outbox
from meldwise.server.settings import Settings
from meldwise.server.sockets import Socket
from meldwise.server.store.sqlite import SqliteStore

SWIFT = Options(pace=0)
PATIENCE = 180.0
"""Seconds a crowded machine may need for what takes a moment."""
STEPS = 50
"""Steps of the loop in which whatever was said is heard, answered and sent, however long a crowded machine takes."""


class Line:
    """A socket whose other end is the test."""

    def __init__(self, hall, address):
        self.heard = []
        self.closed = None
        self._inbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.outbox = Outbox(self._send, self._close)
        socket = Socket(hall, self._inbox.get, self.outbox, address=address)
        self.task = asyncio.get_running_loop().create_task(socket.run())

    @property
    def unheard(self):
        """Whether something was said that the server has not taken yet."""
        return not (self._inbox.empty() or self.task.done())

    def say(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def do(self, command, name="command-1"):
        self.say({"t": "do", "id": name, "do": command})

    def hang_up(self):
        self._inbox.put_nowait({"type": "websocket.disconnect"})

    @property
    def messages(self):
        return [json.loads(text) for text in self.heard]

    @property
    def last(self):
        return self.messages[-1]

    async def _send(self, text):
        self.heard.append(text.decode())

    async def _close(self, code):
        self.closed = code
        self.hang_up()


class Stage:
    """A hall one can look into."""

    def __init__(self, folder, late=0, **settings):
        self.now = 1_700_000_000_000 + late
        self.settings = Settings(data=str(folder), **settings)
        self.hall = Hall(
            SqliteStore(Path(folder) / "rooms.sqlite"), Minds(1, 1.0), self.settings, clock=lambda: self.now
        )
        self._lines: list[Line] = []

    async def __aenter__(self):
        """Open the hall; its beats, which go by real time, come only where a test asks for one."""
        await self.hall.open()
        for beat in list(self.hall._tasks):
            beat.cancel()
        return self

    async def __aexit__(self, *_):
        await self.hall.close()

    async def room(self, options=SWIFT, names=("Anna", "Bela"), opponents=(), room="room"):
        """Create a room and let people join it."""
        host = names[0] if names else None
        event = e.Created(options, RULES_VERSION, hashed(secret(host)), "", host, tuple(opponents))
        desk = await self.hall.create(room, event, "create:1")
        assert desk is not None
        for name in names[1:]:
            await desk.do(Job(None, f"99:{name}", joining(name)))
        return desk

    def line(self, address="192.0.2.1"):
        self._lines.append(Line(self.hall, address))
        return self._lines[-1]

    async def sit(self, name=None, room="room", address="192.0.2.1", **more):
        """Connect to a room: as a person by name, or as a spectator."""
        line = self.line(address)
        hello = {"t": "hello", "room": room} | ({} if name is None else {"token": secret(name)}) | more
        line.say(hello)
        await self.answer(line)
        return line

    async def answer(self, line, beyond=0):
        """Wait until a line has heard more than so many messages, or was closed, and everything is quiet."""
        await until(lambda: len(line.heard) > beyond or line.closed is not None)
        await self.quiet()

    async def quiet(self):
        """Wait until everything that was said is written and told."""
        async with asyncio.timeout(PATIENCE):
            still = 0
            while still < STEPS:
                still = 0 if self._moves else still + 1
                await asyncio.sleep(0.002 if self._moves else 0)

    @property
    def _moves(self):
        return any(desk.busy for desk in self.hall.desks.values()) or any(line.unheard for line in self._lines)


async def until(holds):
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


def reads_of(store):
    """Return a list that fills with the number after which each log is read."""
    reads, read = [], store.read

    async def noted(room, since):
        reads.append(since)
        return await read(room, since)

    store.read = noted
    return reads


def joining(name):
    return lambda room: join(room, name, hashed(secret(name)))


def secret(name):
    """Return the token of a person in a test."""
    return f"token-of-{name}".ljust(24, "-")

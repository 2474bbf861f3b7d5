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


class Line:
    """A socket whose other end is the test."""

    def __init__(self, hall, address):
        self.heard = []
        self.closed = None
        self._inbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.outbox = Outbox(self._send, self._close)
        socket = Socket(hall, self._inbox.get, self.outbox, address=address)
        self.task = asyncio.get_running_loop().create_task(socket.run())

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
        self.heard.append(text)

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

    async def __aenter__(self):
        await self.hall.open()
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
        return Line(self.hall, address)

    async def sit(self, name=None, room="room", address="192.0.2.1", **more):
        """Connect to a room: as a person by name, or as a spectator."""
        line = self.line(address)
        hello = {"t": "hello", "room": room} | ({} if name is None else {"token": secret(name)}) | more
        line.say(hello)
        await self.answer(line)
        return line

    async def answer(self, line, beyond=0):
        """Wait until a line has heard more than so many messages, or was closed, and everything is quiet."""
        for _ in range(5_000):
            if len(line.heard) > beyond or line.closed is not None:
                break
            await asyncio.sleep(0.002)
        await self.quiet()

    async def quiet(self):
        """Wait until everything that was said is written and told."""
        for _ in range(400):
            await asyncio.sleep(0.002)
            if all(not desk.busy for desk in self.hall.desks.values()):
                await asyncio.sleep(0.004)
                if all(not desk.busy for desk in self.hall.desks.values()):
                    return
        raise AssertionError("it does not come to rest")


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

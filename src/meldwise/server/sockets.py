"""One socket at a room: it says who it is, hears what it missed, and then commands go one way and events the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

import msgspec

from meldwise import fair
from meldwise.errors import MeldwiseError
from meldwise.rooms import wire
from meldwise.rooms.commands import Command, React, Say
from meldwise.rooms.decide import Refused, decide
from meldwise.rooms.events import Event
from meldwise.rooms.messages import welcome
from meldwise.rooms.state import CLOSED, Room
from meldwise.server.desk import PASSING, Desk, Job, command_of
from meldwise.server.door import DEFAULT
from meldwise.server.hall import RESTART, Hall
from meldwise.server.keys import hashed, same
from meldwise.server.limits import Bucket
from meldwise.server.missed import missed
from meldwise.server.outbox import Outbox
from meldwise.words import sentence

HELLO_TIME = 10.0
MOST_BAD = 20
"""Messages a socket may get wrong before it is closed."""
GOING_AWAY, POLICY = 1001, 1008
TALK = (Say, React)
LOST = "server-error"
"""Why somebody is turned away who may come back: the room cannot be read here."""

Receive = Callable[[], Awaitable[Any]]


class Line(Protocol):
    """Something that can give messages to a function as they arrive, instead of having them received."""

    hear: Callable[[str], None] | None


class Socket:
    """Speaks for one viewer of one room."""

    def __init__(
        self,
        hall: Hall,
        receive: Receive,
        outbox: Outbox,
        line: Line | None = None,
        address: str = "",
        language: str | None = None,
    ) -> None:
        self.hall = hall
        self.language = language or DEFAULT
        """In which refusals are told; the table's own only once one was let in: a secret table's tells that it is."""
        self.outbox = outbox
        self.address = address
        self._receive = receive
        self._line = line
        self._bad = 0
        rate = hall.settings.messages_per_second
        self._time = asyncio.get_running_loop().time  # to find the loop anew costs a call of the system
        self._bucket = Bucket(rate, 3 * rate, self._time())

    async def run(self) -> None:
        """Serve the socket until it closes, and let what was said last arrive."""
        await self._serve()
        await self.outbox.hung_up()

    async def _serve(self) -> None:
        try:
            hello = await asyncio.wait_for(self._hello(), HELLO_TIME)
        except TimeoutError:
            self.outbox.close(POLICY)
            return
        if hello is None:
            return
        try:
            desk, viewer = await self._enter(hello)
        except MeldwiseError as error:
            self._refuse(error)
            self.outbox.close(RESTART if error.code in (LOST, *PASSING) else POLICY)
            return
        if self._line is not None:
            self._line.hear = partial(self._hear, desk, viewer)
        try:
            await self._listen(desk, viewer)
        finally:
            self.outbox.closed = True
            if self._line is not None:
                self._line.hear = None
            self.hall.places.leave(desk.room, viewer, self.address)
            self.hall.disconnect(desk, viewer, self.outbox)

    async def _hello(self) -> wire.Hello | None:
        message = await self._next()
        if isinstance(message, wire.Hello):
            self.language = message.lang or self.language
            return message
        if message is not None:
            self._refuse(Refused("hello-first"))
        self.outbox.close(POLICY)
        return None

    async def _enter(self, hello: wire.Hello) -> tuple[Desk, int | None]:
        """Let a viewer in and send what it missed; Refused where it may not even look."""
        desk = await self.hall.desk(hello.room)
        if desk is None:
            raise Refused("no-such-room")
        await desk.acquaint(hello.token and hashed(hello.token))
        viewer = self._viewer(desk, hello)
        if hello.since is not None and hello.since > desk.room.n:  # seen at another node, which told this one too late
            await desk.refresh()
        later = None if hello.since is None else await missed(desk, viewer, hello.since)
        if self._viewer(desk, hello) != viewer:  # while the log was read
            raise Refused("unknown-token")
        if self.hall.desks.get(desk.room.id) is not desk:  # given up meanwhile: another node may know better
            raise Refused(LOST)
        self.language = hello.lang or desk.room.options.language
        self._catch_up(desk, viewer, later)
        self.hall.places.take(desk.room, viewer, self.address)
        self.hall.connect(desk, viewer, self.outbox)
        return desk, viewer

    def _viewer(self, desk: Desk, hello: wire.Hello) -> int | None:
        """Return who one is at a room now; Refused where one may not even look, or there is no place left."""
        viewer = self._known(desk.room, hello)
        if viewer is None and len(desk.sockets.get(None, ())) >= self.hall.settings.spectators:
            raise Refused("too-many-spectators")
        self.hall.places.check(desk.room, viewer, self.address)
        return viewer

    def _known(self, room: Room, hello: wire.Hello) -> int | None:
        """Return whose secrets these are."""
        if room.phase == CLOSED:
            raise Refused("no-such-room")
        viewer = None if hello.token is None else room.seat_of(hashed(hello.token))
        if viewer is None and room.link and not same(hello.link or "", room.link):
            raise Refused("no-such-room")  # also with a token that holds no seat: it is no key to what is secret
        if viewer is None and hello.token is not None:
            raise Refused("unknown-token")
        return viewer

    def _catch_up(self, desk: Desk, viewer: int | None, later: list[bytes] | None) -> None:
        """Send what was missed since the last event seen, or everything."""
        now, draft = self.hall.now(), desk.drafts.shown_to(viewer)
        if later is None:
            self.outbox.push(welcome(desk.room, viewer, now, draft))
            return
        for message in later:
            self.outbox.push(message)
        self.outbox.push(wire.encode(wire.Caught(desk.room.n, now, draft)))

    async def _listen(self, desk: Desk, viewer: int | None) -> None:
        while (text := await self._text()) is not None:
            self._hear(desk, viewer, text)

    def _hear(self, desk: Desk, viewer: int | None, text: str | bytes) -> None:
        """Do what a message asks."""
        message = self._read(text)
        if message is None:
            return
        try:
            self._take(desk, viewer, message)
        except MeldwiseError as error:
            self._refuse(error, message.id if isinstance(message, wire.Do) else None)

    def _take(self, desk: Desk, viewer: int | None, message: wire.Incoming) -> None:
        if isinstance(message, wire.Do) and viewer is not None:
            if not desk.rates[viewer].take(self.outbox.heard):
                raise Refused("too-busy")
            decision = _decision(desk, message.do, viewer)
            command = command_of(viewer, desk.room.who(viewer), message.id)
            desk.submit(Job(viewer, command, decision, self.outbox.push, language=self.language))
        elif isinstance(message, wire.Ping):
            self.outbox.push(wire.encode(wire.Pong(self.hall.now())))
        elif isinstance(message, wire.Hello):
            raise Refused("hello-once")
        elif viewer is None or isinstance(message, wire.Do):
            raise Refused("only-watching")
        else:
            desk.drafts.change(viewer, message.table)

    async def _next(self) -> wire.Incoming | None:
        """Return the next message that can be read; None once there is none."""
        while (text := await self._text()) is not None:
            if (message := self._read(text)) is not None:
                return message
        return None

    async def _text(self) -> str | bytes | None:
        """Return the next message as it came; None once there is none."""
        while not self.outbox.closed:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                self.outbox.closed = True
            elif event["type"] == "websocket.receive":
                return event.get("text") or event.get("bytes") or b""
        return None

    def _read(self, text: str | bytes) -> wire.Incoming | None:
        """Read a message, unless there are too many of them or it cannot be read."""
        now = self.outbox.heard = self._time()
        if self.outbox.closed:
            return None
        if not self._bucket.take(now):
            self._wrong("too-many-messages", {})
            return None
        try:
            message: wire.Incoming = wire.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._wrong("bad-message", {"why": str(error)[:200]}, wire.id_in(text))
            return None
        return message

    def _wrong(self, code: str, facts: dict[str, Any], command: str | None = None) -> None:
        self._bad += 1
        self.outbox.push(wire.encode(wire.Refusal(code, sentence(code, facts, self.language), command)))
        if self._bad >= MOST_BAD:
            self.outbox.close(POLICY)

    def _refuse(self, error: MeldwiseError, command: str | None = None) -> None:
        self.outbox.push(wire.encode(wire.Refusal(error.code, error.said(self.language), command)))


def _decision(desk: Desk, command: Command, seat: int) -> Callable[[Room], Event]:
    """Decide a command, unless the seat is another's by the time its turn comes, or talks too much."""
    token = desk.room.token_of(seat)
    counted = not isinstance(command, TALK)

    def decision(room: Room) -> Event:
        if room.token_of(seat) != token:
            raise Refused("unknown-token")
        nonlocal counted
        if not counted and not desk.talk.take(str(seat)):
            raise Refused("too-much-talk")
        counted = True
        return decide(room, seat, command, fair.new_value)

    return decision

"""One table over a WebSocket: what one may see of it, kept up to date, and commands that are done at most once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from itertools import cycle
from secrets import token_hex, token_urlsafe
from typing import Any

import msgspec
from msgspec import UNSET
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from meldwise import catalog, rummy17, tilegame
from meldwise.game import from_plain
from meldwise.rooms import commands as c
from meldwise.rooms import wire
from meldwise.rooms.decide import Refused
from meldwise.rooms.options import Language
from meldwise.ruleset import AnyRules, CardRules
from meldwise.rummy17.state import KNOCKING

FINAL = (1008, 4001, 4002)
"""Close codes after which coming back is of no use."""
MOST_KEPT = 10_000
WAITS = (0.0, 0.2, 0.5, 1.0, 2.0)
MOST_FAILURES = 40
"""Attempts in a row to connect before a table is given up: more than a minute."""
TOO_FAST = 0.5
"""Seconds to wait before saying again what the server had no time for."""
_decode = msgspec.json.Decoder(wire.Outgoing).decode


class Lost(ConnectionError):
    """The table cannot be reached any more."""


class Table:
    """A table as one viewer sees it; *share* adds a random value to each shuffle by itself."""

    def __init__(
        self,
        urls: Sequence[str],
        room: str,
        token: str | None = None,
        link: str | None = None,
        *,
        share: bool = True,
        lang: Language | None = None,
    ) -> None:
        self.room = room
        self.n = -1
        self.you: int | None = None
        self.fields: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.options: Any = None
        self.draft: str | None = None
        self.revealed: dict[str, Any] | None = None
        self.shares: dict[int, str] = {}
        """The values this client added, game by game."""
        self.commitments: dict[int, str] = {}
        """The commitments it saw before."""
        self.messages: asyncio.Queue[wire.Outgoing] = asyncio.Queue(MOST_KEPT)
        """Everything that arrives, for whoever wants to follow."""
        self._urls = cycle(urls)
        self._token = token
        self._link = link
        self._share = share
        self._lang = lang
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[str, asyncio.Future[int]]] = {}
        self._changed = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self._error: Exception | None = None
        self._turned_away: Refused | None = None
        """Why the server did not let it in the last time."""
        self._failures = 0
        self._again: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Table:
        self._reader = asyncio.get_running_loop().create_task(self._run())
        try:
            await self.until(lambda: self.n >= 0)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:  # first, so that the server hears good-bye
            await self._socket.close()
        for task in (self._reader, self._again):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    @property
    def rules(self) -> AnyRules:
        """The rules of the table."""
        return catalog.find(self.options.rules)

    @property
    def phase(self) -> str:
        """Where the table is: waiting, sharing, playing, between, over."""
        return str(self.fields["phase"])

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats the game waits for."""
        if self.view is None or self.view["result"] is not None:
            return ()
        turn: int = self.view["turn"]
        if self.view.get("phase") != KNOCKING:
            return (turn,)
        return tuple(seat for seat, said in enumerate(self.view["answered"]) if seat != turn and not said)

    def game_view(self) -> Any:
        """Return the game as the rules library's view, for a bot to think about."""
        assert self.view is not None
        kind = rummy17.View if isinstance(self.rules, CardRules) else tilegame.View
        seat = self.you if self.you is not None and self.you >= 0 else None
        return from_plain(self.view | {"rules": msgspec.to_builtins(self.rules), "seat": seat}, kind)

    async def until(self, holds: Any, seconds: float | None = None) -> None:
        """Wait until something holds; Lost where it never will."""
        async with asyncio.timeout(seconds):
            async with self._changed:
                await self._changed.wait_for(lambda: self._error is not None or holds())
        if self._error is not None and not holds():
            raise self._error

    async def do(self, command: c.Command, given: str | None = None) -> int:
        """Do something and return the event it made; Refused where it was not done.

        It is sent again after a lost connection, or with the same *given* id, and done once all the same.
        """
        name = given or token_urlsafe(12)
        text = wire.encode(wire.Do(name, command)).decode()
        if len(text.encode()) > wire.MOST_BYTES:  # the server would hang up, as often as it were sent
            raise Refused("too-large")
        _, future = self._waiting.get(name) or (text, asyncio.get_running_loop().create_future())
        self._waiting[name] = (text, future)
        try:
            await self._send(text)
            return await asyncio.shield(future)
        finally:
            if self._waiting.get(name) == (text, future):  # else it was answered, and somebody has asked again since
                del self._waiting[name]

    async def start(self) -> int:
        """Begin the match, or its next game."""
        return await self.do(c.Start())

    async def act(self, action: str) -> int:
        """Do something in the game, in the turn it is now: `draw`, `play b3 b4 b5`."""
        return await self.do(c.Act(action, self.n))

    async def arrange(self, table: str) -> None:
        """Show how one is arranging the table."""
        await self._send(wire.encode(wire.Draft(table)).decode())

    async def drop(self) -> None:
        """Break the connection off, as a bad network would; it comes back by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _send(self, text: str) -> None:
        if self._error is not None:
            raise self._error
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent again on the next connection
                await self._socket.send(text)

    async def _run(self) -> None:
        """Stay connected."""
        try:
            while True:
                try:
                    await self._once()
                except (OSError, InvalidHandshake, ConnectionClosed) as error:
                    if isinstance(error, ConnectionClosed) and error.rcvd and error.rcvd.code in FINAL:
                        raise self._turned_away or Lost(f"the server closed the table ({error.rcvd.code})") from error
                    self._failures += 1
                    if self._failures > MOST_FAILURES:
                        raise self._turned_away or Lost(str(error)) from error
                    await asyncio.sleep(WAITS[min(self._failures, len(WAITS) - 1)])
        except Exception as error:  # told to whoever waits
            await self._fail(error)

    async def _once(self) -> None:
        url = next(self._urls).replace("http", "ws", 1)
        async with connect(f"{url}/api/play", compression=None, max_size=None, ping_interval=20) as socket:
            hello = wire.Hello(self.room, self._token, self._link, self.n if self.n >= 0 else None, self._lang)
            await socket.send(wire.encode(hello).decode())
            self._socket = socket
            try:
                first = _decode(await socket.recv())
                await self._take(first)
                if isinstance(first, wire.Refusal):
                    self._turned_away = Refused(first.code, told=first.message)
                else:
                    self._failures, self._turned_away = 0, None
                    await self._send_waiting(socket)
                async for received in socket:
                    await self._take(_decode(received))
            finally:
                self._socket = None
            raise ConnectionClosed(socket.protocol.close_rcvd, socket.protocol.close_sent, None)

    async def _send_waiting(self, socket: ClientConnection) -> None:
        """Say everything again that was not answered."""
        for text, _ in list(self._waiting.values()):
            await socket.send(text)

    async def _slow_down(self) -> None:
        await asyncio.sleep(TOO_FAST)
        self._again = None
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._send_waiting(self._socket)

    async def _fail(self, error: Exception) -> None:
        async with self._changed:
            self._error = error
            for _, future in self._waiting.values():
                if not future.done():
                    future.set_exception(error)
            self._changed.notify_all()

    async def _take(self, message: wire.Outgoing) -> None:
        async with self._changed:
            self._put(message)
            if self.messages.full():
                self.messages.get_nowait()
            self.messages.put_nowait(message)
            self._changed.notify_all()
        if isinstance(message, wire.Welcome | wire.Event | wire.Caught):
            await self._add_share(arrived=not isinstance(message, wire.Event))

    def _put(self, message: wire.Outgoing) -> None:
        match message:
            case wire.Welcome():
                self.n, self.you, self.options = message.n, message.you, message.options
                self.fields, self.view, self.draft = message.fields, message.view, message.draft
                self.revealed = message.revealed
            case wire.Event():
                self._happened(message)
            case wire.Drafted():
                self.draft = message.table
            case wire.Caught():
                self.draft = message.draft
            case wire.Done():
                self._answer(message.id, message.n)
            case wire.Refusal():
                self._refused(message)

    def _happened(self, event: wire.Event) -> None:
        if event.n <= self.n:
            return
        assert event.n == self.n + 1, f"event {event.n} after {self.n}"
        self.n = event.n
        if event.fields is not UNSET:
            self.fields = self.fields | event.fields  # what arrived stays as it was
            if event.fields.get("phase") == "sharing":  # the next game: what the last one laid open is over
                self.revealed = None
        if event.view is not UNSET:
            self.view = None if event.view is None else (self.view or {}) | event.view
            self.draft = None
        if event.revealed is not UNSET:
            self.revealed = event.revealed
        if event.id is not UNSET:
            self._answer(event.id, event.n)

    def _answer(self, name: str, n: int) -> None:
        if name in self._waiting and not self._waiting[name][1].done():
            self._waiting[name][1].set_result(n)

    def _refused(self, message: wire.Refusal) -> None:
        error = Refused(message.code, told=message.message)
        if message.id in self._waiting and not self._waiting[message.id][1].done():
            self._waiting[message.id][1].set_exception(error)
        elif message.code == "too-many-messages" and self._again is None:
            self._again = asyncio.get_running_loop().create_task(self._slow_down())

    async def _add_share(self, arrived: bool) -> None:
        """Add to the shuffle when it is time, and once more after a new connection: it may have been lost."""
        game = self.fields.get("game", 0)
        seated = self.you is not None and self.you >= 0
        if self.fields.get("phase") != "sharing" or not seated or not self._share:
            return
        assert self.you is not None
        new = game not in self.shares
        if new:
            self.commitments[game] = self.fields["commitment"]
            self.shares[game] = token_hex(16)
        if not self.fields["shared"][self.you] and (new or arrived):
            await self._send(wire.encode(wire.Do(token_urlsafe(12), c.Share(self.shares[game]))).decode())

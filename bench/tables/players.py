"""Four players at a table of either server: each move is sent by the player in turn and seen by all four."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from bench.tables.script import SEATS, Script, scripts
from bench.tables.socket import Socket, connect

_encode = msgspec.json.Encoder().encode


class Table(ABC):
    """One table: it plays games of the script, one after the other."""

    def __init__(self, number: int, ports: Sequence[int]) -> None:
        self.number = number
        self.moves = 0
        """How many everyone has seen."""
        self.noted: Callable[[float], None] = lambda _: None
        """Hears how many seconds a move took, from being sent to being seen by all."""
        self.free: Callable[[Table], None] = lambda _: None
        """Hears that the next move may be sent."""
        self.failed: Callable[[str], None] = lambda _: None
        self.sockets: list[Socket] = []
        self.entered = asyncio.Event()
        """Whether the first may be followed by the others."""
        self.closing = False
        self.ports = ports
        self._script: Script = scripts()[0]
        self._at = 0
        self._missing = SEATS
        self._sent = 0.0

    async def open(self) -> None:
        """Sit down."""
        for seat in range(SEATS):
            port = self.ports[seat % len(self.ports)]
            self.sockets.append(await connect(port, self.path, partial(self.hear, seat), self._lost))
            self.greet(seat)
            await self.entered.wait()

    def close(self) -> None:
        """Get up."""
        self.closing = True
        for socket in self.sockets:
            socket.close()

    def move(self) -> None:
        """Send the next move."""
        self._missing = SEATS
        self._sent = time.perf_counter()
        self.send_move(self._at)

    def seen(self) -> None:
        """Count that one more has seen the move; the last one makes the table free for the next."""
        self._missing -= 1
        if self._missing:
            return
        self.moves += 1
        self.noted(time.perf_counter() - self._sent)
        self._at += 1
        if self._at < len(self._script.moves):
            self.free(self)
        else:
            self.next_game()

    def begin(self, starter: int) -> None:
        """Begin a game of the script."""
        self._script = scripts()[starter]
        self._at = 0
        self.free(self)

    def _lost(self, why: str) -> None:
        if not self.closing:
            self.failed(f"table {self.number}: {why}")

    path: str

    @abstractmethod
    def greet(self, seat: int) -> None:
        """Say who one is."""

    @abstractmethod
    def hear(self, seat: int, message: bytes) -> None:
        """Take a message."""

    @abstractmethod
    def send_move(self, at: int) -> None:
        """Send a move of the script."""

    @abstractmethod
    def next_game(self) -> None:
        """Have the next game dealt."""


class _Told(msgspec.Struct, frozen=True):
    kind: str = ""


class _View(msgspec.Struct):
    turn: int = 0


class _Heard(msgspec.Struct):
    """What a player has to look at in a message of ours."""

    t: str
    told: _Told = _Told()
    view: _View | None = None
    message: str = ""


_heard = msgspec.json.Decoder(_Heard).decode


class OurTable(Table):
    """A table of ours, its seats taken already with these tokens; over several ports the seats are split."""

    path = "/api/play"

    def __init__(self, number: int, ports: Sequence[int], room: str, tokens: Sequence[str]) -> None:
        super().__init__(number, ports)
        self.room = room
        self.tokens = tokens
        self._commands = 0
        self._waiting = SEATS

    def greet(self, seat: int) -> None:
        self.sockets[seat].send(_encode({"t": "hello", "room": self.room, "token": self.tokens[seat]}))

    def hear(self, seat: int, message: bytes) -> None:
        heard = _heard(message)
        if heard.t == "event":
            self._happened(seat, heard)
        elif heard.t == "welcome":
            self.entered.set()  # who is there from now on hears of all who come
        else:
            self.failed(f"table {self.number}: {heard.message or heard.t}")

    def _happened(self, seat: int, heard: _Heard) -> None:
        kind = heard.told.kind
        if kind == "acted":
            self.seen()
        elif kind == "committed":
            self._do(seat, {"type": "share", "value": "5eed"})
        elif kind == "dealt" and self._all():
            assert heard.view is not None
            self.begin(heard.view.turn)
        elif kind == "here" and seat == 0 and self._all():  # the host came first, and hears of everyone
            self.next_game()

    def _all(self) -> bool:
        """Tell whether this was the last of the four."""
        self._waiting = (self._waiting or SEATS) - 1
        return not self._waiting

    def send_move(self, at: int) -> None:
        move = self._script.moves[at]
        self._do(move.seat, {"type": "act", "action": move.text})

    def next_game(self) -> None:
        self._do(0, {"type": "start"})

    def _do(self, seat: int, command: dict[str, Any]) -> None:
        self._commands += 1
        self.sockets[seat].send(_encode({"t": "do", "id": f"command-{self._commands}", "do": command}))


class _State(msgspec.Struct, rename={"number": "_stateID"}):
    number: int


class _Update(msgspec.Struct, array_like=True):
    kind: str
    match: str
    state: _State


_updated = msgspec.json.Decoder(_Update).decode
_NAMESPACE = b"/tiles,"


class BoardgameTable(Table):
    """A match of boardgame.io, spoken to as its own client does: engine.io and socket.io, version 4."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, number: int, ports: Sequence[int], match: str, secrets: Sequence[str]) -> None:
        super().__init__(number, ports)
        self.match = match
        self._secrets = secrets
        """What holds each seat, as the tokens of ours do."""
        self.entered.set()  # nobody hears of the others
        self._number = 0
        self._synced = 0
        self._turn = 0
        self._dealing = False

    def greet(self, seat: int) -> None:
        self.sockets[seat].send(b"40" + _NAMESPACE)

    def hear(self, seat: int, message: bytes) -> None:
        if message.startswith(b'42/tiles,["update"'):
            self._updated(_updated(message[9:]))
        elif message == b"2":
            self.sockets[seat].send(b"3")
        elif message.startswith(b"40"):
            self._emit(seat, ["sync", self.match, str(seat), self._secrets[seat], SEATS])
        elif message.startswith(b'42/tiles,["sync"'):
            self._synced += 1
            if self._synced == SEATS:
                self.begin(0)
        elif message.startswith(b"44"):
            self.failed(f"table {self.number}: {message!r}")

    def _updated(self, update: _Update) -> None:
        self._number = update.state.number
        if not self._dealing:
            self.seen()
            return
        self._missing -= 1
        if not self._missing:
            self._dealing = False
            self.begin(self._turn)

    def send_move(self, at: int) -> None:
        move = self._script.moves[at]
        self._act(move.seat, move.name, move.args)

    def next_game(self) -> None:
        """Let the player in turn deal; the next one starts."""
        self._dealing = True
        self._missing = SEATS
        self._act(self._turn, "deal", [])

    def _act(self, seat: int, name: str, args: Sequence[Any]) -> None:
        payload = {"type": name, "args": args, "playerID": str(seat), "credentials": self._secrets[seat]}
        self._turn = (seat + 1) % SEATS
        self._emit(seat, ["update", {"type": "MAKE_MOVE", "payload": payload}, self._number, self.match, str(seat)])

    def _emit(self, seat: int, event: Sequence[Any]) -> None:
        self.sockets[seat].send(b"42" + _NAMESPACE + _encode(event))

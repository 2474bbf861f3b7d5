"""HTTP and WebSocket connections as uvicorn serves them, with an end to everyone's patience.

Uvicorn waits for ever for a request that does not come and for answers to be read, and answers every ping. Here a
request has to arrive in time, one address has so many connections, and whoever no longer reads is cut off.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from meldwise.server.door import DEFAULT, HEADERS, MOST_HEADERS, counted
from meldwise.server.line import Burst, Line
from meldwise.server.requests import Problem
from meldwise.server.settings import Settings
from meldwise.words import sentence

REQUEST_TIME = 15.0
"""Seconds from a connection, or from the last answer on it, to the end of the next request's head."""
ANSWER_TIME = 180.0
"""Seconds after which a request is given up that is neither answered nor is its answer read."""
CLOSE_TIME = 10.0
"""Seconds to read the last words of a socket."""
MOST_UNREAD = 1 << 16
"""Bytes of answers to pings that may wait to be read."""
SPARE = 300
"""Connections of an address beyond its sockets."""


class Crowd:
    """Counts the connections of each address."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._here: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """Count one more, and tell whether it is within the limit."""
        self._here[address] += 1
        return self._most is None or self._here[address] <= self._most

    def go(self, address: str) -> None:
        """Count one less."""
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


class Http(H11Protocol):
    """Requests, each of which has to arrive in time."""

    crowd: Crowd
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        if self.crowd.come(_address(self)):
            self._wait(REQUEST_TIME)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        self.crowd.go(_address(self))
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait(REQUEST_TIME)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, with no more headers than the other side takes."""
        if len(self.headers) > MOST_HEADERS:
            self.send_400_response("there are too many headers")
            return
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP in the shape of every refusal."""
        message = sentence("bad-request", {"why": msg.rstrip(".")}, DEFAULT)
        body = msgspec.json.encode(Problem("bad-request", message))
        headers = [(b"content-type", b"application/json"), (b"connection", b"close"), *HEADERS]
        start = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for part in (start, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(seconds, self._give_up, seconds)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self, waited: float) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering and waited < ANSWER_TIME:
            self._wait(ANSWER_TIME)
        else:
            self.transport.abort()


class Socket(Line):
    """Sockets, of which each is cut off that does not read."""

    crowd: Crowd

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.crowd.go(_address(self))
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, unless the answers to earlier ones lie unread."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Cut off whoever does not answer a ping: what was not read by now never will be."""
        super().keepalive_timeout()
        self.loop.call_later(CLOSE_TIME, self.transport.abort)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Let the last words be read, but not for ever."""
        super().on_task_complete(task)
        self.loop.call_later(CLOSE_TIME, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send something; to refuse a handshake is to complete it."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True


def protocols(settings: Settings) -> tuple[type[Http], type[Socket]]:
    """Return the protocols of a server; behind a proxy all connections come from one address and are not counted."""
    crowd = Crowd(None if settings.proxies else settings.sockets_per_address + SPARE)
    return type("Http", (Http,), {"crowd": crowd}), type("Socket", (Socket,), {"crowd": crowd, "burst": Burst()})


def _address(connection: Http | Socket) -> str:
    return counted(connection.client[0]) if connection.client else ""

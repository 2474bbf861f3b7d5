"""What a server logs: one JSON object a line, and never a token, a link, a tile, a line of chat or an address."""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import time
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, TextIO, cast

import msgspec
import structlog

from meldwise.errors import MeldwiseError
from meldwise.rooms import wire
from meldwise.server.door import App, Message, Receive, Scope, Send

log = structlog.get_logger("meldwise.visits")
ROOM = re.compile(r"[a-z2-7]{16}")
"""A room's name, which is public; nobody's secret looks like it."""
PAGE = re.compile(r"/(table|rules)/.*", re.DOTALL)
"""Addresses of the page with a name in them."""


def configure_logs(level: str) -> None:
    """Log to standard error, our own lines and those of other packages."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_words,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping().get(level.upper(), 20)),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Unfailing(sys.stderr))),
    )
    root = logging.getLogger()
    root.handlers = [Forwarded()]
    root.setLevel(logging.WARNING)


def without_words(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tell an error by its kind and its places: what it says may quote a tile or a secret."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else (given if isinstance(given, tuple) else sys.exc_info())[1]
    told = []
    while given and error is not None:
        kind = error.code if isinstance(error, MeldwiseError) else type(error).__name__
        places = [f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
        told.append([kind, *places])
        error = error.__cause__ or error.__context__
    return {**event, "error": told} if told else event


class _Unfailing:
    """Standard error; that nothing can be written there, to a full disk say, is no reason to stop."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write, if that can be done."""
        with contextlib.suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        """Write what waits, if that can be done."""
        with contextlib.suppress(OSError):
            self._stream.flush()


class Forwarded(logging.Handler):
    """Lets what other packages log appear among our own lines; what any client can cause is only worth a debug line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record as one of ours."""
        caused = record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError)
        said = structlog.get_logger()
        say = said.debug if caused or record.levelno < logging.ERROR else said.error
        say(record.getMessage().strip().partition("\n")[0], source=record.name, exc_info=record.exc_info)


class Visits:
    """Logs each request and each socket for whoever looks for an error; what was asked for only as far as we know it.

    Anybody can put anything into an address, a secret too: logged are our own addresses, not what stands in their gaps.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered, and log that."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.monotonic(), None

        async def answer(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            told = {"method": _method(scope), "path": _path(scope, status), **_room(scope), "status": status}
            log.debug("a request", **told, milliseconds=_milliseconds(began))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, code, hello, room = time.monotonic(), None, False, {}

        async def answer(message: Message) -> None:
            nonlocal code
            code = message.get("status", message.get("code", code))
            await send(message)

        async def hear() -> Message:
            nonlocal code, hello, room
            message = await receive()
            code = message.get("code", code)
            if message["type"] == "websocket.receive" and not hello:
                hello, room = True, _asked(message)
                log.debug("a socket was opened", **room)
            return message

        try:
            await self.app(scope, hear, answer)
        finally:
            log.debug("a socket was closed", **room, code=code, milliseconds=_milliseconds(began))


def _method(scope: Scope) -> str:
    """Return the method, unless somebody made it up."""
    method: str = scope["method"]
    return method if method in ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE") else "?"


def _path(scope: Scope, status: int | None) -> str:
    """Return the address of ours that was asked for; a question mark where it is none."""
    if template := scope.get("path_template"):
        return str(template)
    return PAGE.sub(r"/\1/{name}", scope["path"]) if status is not None and status < 400 else "?"


def _room(scope: Scope) -> dict[str, str]:
    """Return the room that stands in the address, if one does."""
    room = str(scope.get("path_params", {}).get("room", ""))
    return {"room": room} if ROOM.fullmatch(room) else {}


def _asked(message: Message) -> dict[str, str]:
    """Return the room that a socket's first message asks for, if it is such a message."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        hello = wire.decode(message.get("text") or message.get("bytes") or b"")
        if isinstance(hello, wire.Hello) and ROOM.fullmatch(hello.room):
            return {"room": hello.room}
    return {}


def _milliseconds(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)

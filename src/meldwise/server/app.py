"""The application: the page, HTTP for tables, records, hints and rules, a WebSocket for play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from meldwise.errors import MeldwiseError
from meldwise.server import api, documents, health
from meldwise.server.door import Door, address_of, asked_language, language_of
from meldwise.server.hall import Hall
from meldwise.server.line import LINE, Line
from meldwise.server.outbox import Outbox
from meldwise.server.pages import Pages
from meldwise.server.problems import pause_headers, status_of
from meldwise.server.requests import Problem
from meldwise.server.settings import Settings
from meldwise.server.sockets import Socket
from meldwise.words import sentence

log = structlog.get_logger("meldwise.app")
FAILED = 1011
"""The close code where something went wrong on the server."""


@websocket("/api/play")
async def play(socket: WebSocket[Any, Any, State], state: State) -> None:
    """Play at a table."""
    await socket.accept()
    send, receive = socket.send, socket.receive

    async def say(text: bytes) -> None:
        await send({"type": "websocket.send", "text": text.decode(), "bytes": None})

    async def hang_up(code: int) -> None:
        await send({"type": "websocket.close", "code": code, "reason": None})

    extensions: Any = socket.scope.get("extensions") or {}
    line: Line | None = extensions.get(LINE)  # None where something else than `serve` serves
    outbox = Outbox(say, hang_up) if line is None else Outbox(say, hang_up, line.write, line.transport.abort)
    try:
        address, language = address_of(socket.scope), asked_language(socket.scope)
        await Socket(state.hall, receive, outbox, line, address, language).run()
    except Exception:
        log.exception("a socket failed")
        outbox.close(FAILED)
        await outbox.hung_up()


def problem(request: Request[Any, Any, State], error: MeldwiseError) -> Response[Problem]:
    """Answer an error with its code and its sentence."""
    status = status_of(error.code)
    headers = {"www-authenticate": "Bearer"} if status == 401 else pause_headers(status, error.code)
    return Response(Problem(error.code, error.said(language_of(request.scope))), status_code=status, headers=headers)


def http_problem(request: Request[Any, Any, State], error: HTTPException) -> Response[Problem]:
    """Answer what the framework refuses in the same shape."""
    if error.status_code >= 500:
        return failure(request, error)
    code = {404: "not-found", 405: "wrong-method"}.get(error.status_code, "bad-request")
    answer = Problem(code, sentence(code, {"why": _why(error)}, language_of(request.scope)))
    return Response(answer, status_code=error.status_code, headers=error.headers)


def failure(request: Request[Any, Any, State], error: Exception) -> Response[Problem]:
    """Answer where something went wrong here, and log it."""
    log.error("a request failed", exc_info=error)
    hall: Hall = request.app.state.hall
    code = "store-failed" if isinstance(error, hall.store.failures) else "server-error"
    return Response(Problem(code, sentence(code, {}, language_of(request.scope))), status_code=status_of(code))


def _why(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    return "; ".join(str(one.get("message", one)) for one in extra)[:300] or str(error.detail)[:300]


def application(hall: Hall, settings: Settings) -> Door:
    """Return the whole application for a hall, behind its door."""

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    app = Litestar(
        [play, *api.HANDLERS, *documents.HANDLERS, *health.HANDLERS],
        state=State({"hall": hall, "limits": api.Limits(settings)}),
        lifespan=[opened],
        exception_handlers={
            MeldwiseError: problem,
            HTTPException: http_problem,
            Exception: failure,
        },
        openapi_config=None,
        request_max_body_size=None,
        logging_config=None,
    )
    return Door(Pages(app), settings)  # type: ignore[arg-type]

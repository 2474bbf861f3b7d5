"""Starts a server and stops it without losing anything."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
import uvicorn

from meldwise.errors import CaseError, MeldwiseError
from meldwise.rooms.wire import MOST_BYTES
from meldwise.server.app import application
from meldwise.server.door import Door
from meldwise.server.hall import Hall
from meldwise.server.logs import Visits, configure_logs
from meldwise.server.minds import Minds
from meldwise.server.protocols import protocols
from meldwise.server.settings import Settings, default_environment, unheeded
from meldwise.server.store import Store
from meldwise.server.store.sqlite import SqliteStore
from meldwise.words import sentence

log = structlog.get_logger("meldwise.serve")
LINGER = 3.0
"""Seconds for requests to be answered and sockets to close before the server stops all the same."""
LAST_WORDS = 0.5
"""Seconds for those to be read who were not served any more."""
COLLECT_AFTER = (10_000, 20, 20)
"""Objects after which Python looks for cycles: rooms make many objects and hardly a cycle, and looking through them
all as often as Python does by itself costs a third of a server's time."""
LACKING = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""What a machine says that lacks an address; where a name has several, the others are enough."""
WHY_NOT = {
    errno.EADDRINUSE: "detail.address-in-use",
    errno.EADDRNOTAVAIL: "detail.address-not-here",
    errno.EACCES: "detail.not-allowed",
}
"""Why one cannot listen somewhere, in our words."""


def store_for(settings: Settings) -> Store:
    """Return the store the settings ask for."""
    if settings.database:
        from meldwise.server.store.postgres import PostgresStore

        return PostgresStore(settings.database)
    return SqliteStore(_file(settings))


def _file(settings: Settings) -> Path:
    return Path(settings.data) / "meldwise.sqlite"


def serve(settings: Settings, then: Callable[[str], object] | None = None) -> None:
    """Serve until told to stop; *then* is called with the address once there is one."""
    configure_logs(settings.log)
    for name in unheeded(default_environment()):
        log.warning("no setting has this name", variable=name)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # once all is written, uvicorn lets the signal have its way
    sockets = bound(settings)  # before anything is written
    server = server_for(settings)
    server.then = then
    logging.getLogger("uvicorn.error").addFilter(lambda _: server.hall.failed is None)  # of that `_tell_why` tells
    gc.freeze()  # what was imported stays
    gc.set_threshold(*COLLECT_AFTER)
    try:
        server.run(sockets)
    except SystemExit:  # uvicorn's word when it cannot start, and that of the signal when it stops
        _tell_why(server.hall.failed, settings)
        raise
    finally:
        for one in sockets:
            one.close()
    if not server.started:
        raise SystemExit(3)


def bound(settings: Settings) -> list[socket.socket]:
    """Return a socket for each address the host has, made as uvicorn makes them; CaseError where that cannot be."""
    made: list[socket.socket] = []
    lacking: OSError | None = None
    try:
        found = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, kind, protocol, _, address in dict.fromkeys(found):
            try:
                made.append(_bound(socket.AddressFamily(family), kind, protocol, address))
            except OSError as error:
                if error.errno not in LACKING:
                    raise
                lacking = error
        if lacking is not None and not made:
            raise lacking
    except (OSError, UnicodeError) as error:
        for one in made:
            one.close()
        raise cannot_listen(settings, error) from None
    return made


def _bound(family: socket.AddressFamily, kind: int, protocol: int, address: Any) -> socket.socket:
    made = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let another server take the port too
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made


def cannot_listen(settings: Settings, error: OSError | UnicodeError) -> CaseError:
    """Return what to say where nobody can listen; a name without an address may be one that cannot be asked for."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    code = "detail.no-address"
    if isinstance(error, OSError) and not isinstance(error, socket.gaierror):
        code = WHY_NOT.get(error.errno or 0, "")
    why = {"code": code, "facts": {}} if code else (getattr(error, "strerror", None) or type(error).__name__)
    return CaseError("cannot-listen", where=f"{host}:{settings.port}", why=why)


def _tell_why(failed: Exception | None, settings: Settings) -> None:
    """Say why the store could not be opened, if it could not; of anything else the log has told."""
    if isinstance(failed, MeldwiseError):
        raise failed
    if failed is not None:
        log.debug("the database cannot be opened", exc_info=failed)
        raise CaseError("cannot-open-database", where=where(settings), why=_why(failed, settings.database)) from None


def where(settings: Settings) -> str:
    """Return where the store is, for people: nothing of who connects to it, and no password."""
    if not settings.database:
        return str(_file(settings))
    scheme, place, path, query, rest = urlsplit(settings.database)
    if "@" in path + query + rest:  # some of it may belong to a password that is not written as an address wants it
        return f"{scheme}://"
    return f"{scheme}://{place.rpartition('@')[2]}{path}"


def _why(failed: Exception, database: str) -> str:
    """Return what went wrong, as the system or the database says it; only its kind where it may quote a password."""
    told = (failed.strerror if isinstance(failed, OSError) else None) or str(failed)
    if database and not isinstance(failed, OSError) and type(failed).__module__ != "asyncpg.exceptions":
        told = ""
    return told.strip().partition("\n")[0].rstrip(".") or type(failed).__name__


def server_for(settings: Settings) -> Server:
    """Return a server that has not begun yet."""
    hall = Hall(store_for(settings), Minds(settings.workers, settings.seconds), settings)
    http, play = protocols(settings)
    door = application(hall, settings)
    config = uvicorn.Config(
        Visits(door) if settings.log == "debug" else door,
        host=settings.host,
        port=settings.port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=http,
        ws=play,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        log_level="warning",
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=round(LINGER + LAST_WORDS) + 2,  # by then nobody is left to wait for
    )
    return Server(config, hall, door)


class Server(uvicorn.Server):
    """Says where it listens once it does, and when it stops waits for nobody for long."""

    def __init__(self, config: uvicorn.Config, hall: Hall, door: Door) -> None:
        super().__init__(config)
        self.hall = hall
        self.door = door
        self.then: Callable[[str], object] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and say where."""
        try:
            await super().startup(sockets)
            if self.started and None in [one for server in self.servers for one in server.sockets]:
                raise OSError(errno.EADDRINUSE, "")  # uvloop keeps it to itself
        except OSError as error:  # who was bound to the same port meanwhile was the first to listen
            await self.lifespan.shutdown()
            raise cannot_listen(self.hall.settings, error) from None
        if self.started:
            self.hall.spawn(self.hall.minds.wake())
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            address = f"http://{shown}:{port}"
            log.debug("the server has started", port=port)
            print(sentence("cli.serves", {"address": address}), flush=True)
            if self.then is not None:
                self.then(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; who still waits after a while is told to come again, and who does not read it is cut off."""
        log.debug("the server stops")
        loop = asyncio.get_running_loop()
        loop.call_later(LINGER, self.door.hurry)
        loop.call_later(LINGER + LAST_WORDS, self._cut_off)
        await super().shutdown(sockets)
        log.debug("the server has stopped")

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()

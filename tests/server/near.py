"""A server in this process, behind real connections, so that a test can be less patient than it is."""

import asyncio
import contextlib
import json
import re
from typing import Any

from meldwise.server.protocols import Socket
from meldwise.server.serve import server_for
from meldwise.server.settings import Settings

PATIENCE = 180.0
"""Seconds a crowded machine may need for an answer."""
OPEN = {"rooms_per_minute": 100_000, "requests_per_second": 100_000, "sockets_per_address": 2000}
"""Limits that do not get into a test's way."""


class Near:
    """A real server on a free port; *seen* are the addresses that were asked for."""

    def __init__(self, folder, ping=20.0, **settings):
        self.settings = Settings(data=str(folder), port=0, **(OPEN | settings))
        self.server = server_for(self.settings)
        self.server.config.ws_ping_interval = self.server.config.ws_ping_timeout = ping
        self.seen: list[str] = []
        app: Any = self.server.config.app

        async def watched(scope, receive, send):
            if scope["type"] != "lifespan":
                self.seen.append(scope["path"] + "?" + scope["query_string"].decode())
            await app(scope, receive, send)

        self.server.config.app = watched

    async def __aenter__(self):
        self._task = asyncio.create_task(self.server._serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
            assert not self._task.done(), self._task
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.should_exit = True
        await self._task

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self):
        return self.server.hall

    @property
    def sockets(self):
        """The WebSocket connections there are."""
        return [one for one in self.server.server_state.connections if isinstance(one, Socket)]

    async def connect(self):
        """Return the two ends of a bare connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def raw(self, sent, seconds=PATIENCE):
        """Send bytes on a connection of their own; return the answer, or what comes until it closes or falls silent."""
        reader, writer = await self.connect()
        with contextlib.closing(writer), contextlib.suppress(ConnectionError):
            writer.write(sent)
            return await until_silent(reader, seconds)
        return b""

    async def ask(self, method, path, headers=(), body=b"", host=None):
        """Ask for something with just these headers; return the status, the headers and the body."""
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host if host is None else host}", "connection: close"]
        lines += [f"{name}: {value}" for name, value in headers]
        if body:
            lines.append(f"content-length: {len(body)}")
        return answered(await self.raw("\r\n".join([*lines, "", ""]).encode() + body))

    @property
    def host(self):
        return f"127.0.0.1:{self.port}"


async def until_silent(reader, seconds):
    found = b""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while part := await reader.read(65536):
                found += part
                if found.startswith(b"HTTP/1.1 101") or whole(found):  # what follows is for somebody else
                    break
    return found


def whole(answer):
    """Tell whether all of an answer is there that says how long it is, or where it ends."""
    head, end, body = answer.partition(b"\r\n\r\n")
    if b"\r\ntransfer-encoding: chunked" in head.lower():
        return body.endswith(b"0\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: (\d+)", head.lower())
    return bool(end) and length is not None and len(body) >= int(length[1])


def answered(raw):
    """Split an answer; its headers by name, its body as JSON where it is. Who was cut off has the status 0."""
    if not raw:
        return 0, {}, b""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = b"".join(part for part in body.split(b"\r\n")[1::2])
    told = json.loads(body) if "json" in headers.get("content-type", "") and body else body
    return int(first.split()[1]), headers, told

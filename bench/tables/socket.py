"""A WebSocket client just good enough for a load on this machine: whole text frames, and nothing else.

Both servers are driven through it, so that the one who asks is never the slower one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

_HELLO = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_NO_MASK = b"\0\0\0\0"
"""A mask that changes nothing; a server takes it off all the same."""


class Socket(asyncio.Protocol):
    """One connection; *heard* is given every message, *lost* a word about a connection that ends."""

    def __init__(self, port: int, path: str, heard: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self.opened = asyncio.get_running_loop().create_future()
        self._hello = _HELLO.format(path=path, port=port).encode()
        self._heard = heard
        self._lost = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))
        self._lost(str(error or "the server hung up"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, mark, data = data.partition(b"\r\n\r\n")
            if not mark:
                self._rest = head
                return
            if b" 101 " not in head:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self.opened.set_result(None)
        self._rest = data[self._frames(data) :]

    def _frames(self, data: bytes) -> int:
        """Take every whole frame; return where the rest begins."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                if end < begin:
                    break
                size = int.from_bytes(data[at + 2 : begin], "big")
            if end < begin + size:
                break
            self._frame(data[at] & 15, data[begin : begin + size])
            at = begin + size
        return at

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self._heard(payload)
        elif kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self.close()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._write(_TEXT, message)

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None:
            return
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + length + _NO_MASK + payload)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


async def connect(
    port: int, path: str, heard: Callable[[bytes], None], lost: Callable[[str], None] = lambda _: None
) -> Socket:
    """Open a connection to a server on this machine."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(port, path, heard, lost), "127.0.0.1", port)
    await socket.opened
    return socket

"""A socket as uvicorn serves it, with a short way for what nearly all of its traffic is: whole messages of text.

Everything else about the protocol stays uvicorn's and websockets': the handshake, pings, closing, fragments, refusing
what is malformed or too long. What is read is cut into whole frames first, so that they are always between two frames.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled here
    from websockets.utils import apply_mask

LINE = "meldwise.line"
"""The name under which an ASGI scope knows its line."""
_TEXT, _MASKED = 0x81, 0x80
"""The first bytes of a final frame of text without extensions, and of one whose sender masked it."""
_short = Struct("!BB").pack
_middle = Struct("!BBH").pack
_long = Struct("!BBQ").pack


class Burst:
    """What is sent in one turn of the loop, to whomever: it goes out in one go, and wakes those who read it once."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Any, bytes]] = []

    def put(self, line: Line, text: bytes) -> None:
        """Send a message at the end of this turn."""
        if not self._waiting:
            line.loop.call_soon(self.send)
        self._waiting.append((line.transport, text))

    def send(self) -> None:
        """Send everything now; most messages go to several sockets one after the other."""
        waiting, self._waiting = self._waiting, []
        last = frame = b""
        for transport, text in waiting:
            if text is not last:
                last, frame = text, frame_head(len(text)) + text
            if not transport.is_closing():
                transport.write(frame)


class Line(WebSocketsSansIOProtocol):
    """Gives messages to *hear* as they arrive, and writes in this turn of the loop where the other end reads."""

    burst: Burst

    hear: Callable[[str], None] | None = None
    """Takes messages from now on; without it they wait for the application to receive them."""
    _rest = b""
    _full = False
    """Whether the other end does not read what is sent."""

    def handle_connect(self, event: Request) -> None:
        """Show the line to the application that is about to be called."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def data_received(self, data: bytes) -> None:
        """Take what was read, frame by frame; a head that is no handshake, and has no answer, is the end."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self.transport.abort()
            return
        if self._rest:
            data = self._rest + data
        at = 0
        while end := frame_end(data, at, self.config.ws_max_size):
            self._take(data[at:end])
            at = end
        self._rest = data[at:]

    def _take(self, frame: bytes) -> None:
        """Hear a frame at once, unless it has to wait for what came before it another way."""
        text = None if self.hear is None or not self.queue.empty() else self._text(frame)
        if text is None:
            super().data_received(frame)
        else:
            assert self.hear is not None
            self.hear(text)

    def _text(self, frame: bytes) -> str | None:
        """Return the text of a frame that is a whole message; None where it is not, or comes at a wrong time."""
        size = frame[1]
        if frame[0] != _TEXT or size < _MASKED or self.conn.state is not OPEN or self.conn.current_size is not None:
            return None
        begin = 6 if size < _MASKED + 126 else 8
        if size == _MASKED + 127 or len(frame) - begin > self.config.ws_max_size:
            return None
        try:
            return apply_mask(frame[begin:], frame[begin - 4 : begin]).decode()
        except UnicodeDecodeError:
            return None

    def pause_writing(self) -> None:
        """Hear that much is waiting to be read."""
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        """Hear that it was read."""
        super().resume_writing()
        self._full = False

    def write(self, text: bytes) -> bool:
        """Send a message; False where it cannot be sent just now."""
        if self._full or self.close_sent:
            return False
        self.burst.put(self, text)
        return True

    async def send(self, message: Any) -> None:
        """Send something else, after what was written before it."""
        self.burst.send()
        await super().send(message)


def frame_end(data: bytes, at: int, most: int) -> int:
    """Return where the frame that begins at *at* ends; 0 while it is not all there.

    One that is longer than it may be ends with the data, to be refused without waiting for it.
    """
    ready = len(data) - at
    if ready < 2:
        return 0
    size, head = data[at + 1] & 127, 2
    if size >= 126:
        head = 4 if size == 126 else 10
        if ready < head:
            return 0
        size = int.from_bytes(data[at + 2 : at + head], "big")
    if size > most:
        return len(data)
    if data[at + 1] & _MASKED:
        head += 4
    return at + head + size if ready >= head + size else 0


def frame_head(size: int) -> bytes:
    """Return what stands before a text of so many bytes."""
    if size < 126:
        return _short(_TEXT, size)
    return _middle(_TEXT, 126, size) if size < 1 << 16 else _long(_TEXT, 127, size)

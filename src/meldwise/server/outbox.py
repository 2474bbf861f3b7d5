"""What is waiting to be sent to one socket: bounded, so that a reader who does not read hurts nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger("meldwise.outbox")
MOST_WAITING = 200
MOST_BYTES = 1 << 20
LINGER = 5.0
"""Seconds to send what is waiting before hanging up."""
TOO_SLOW = 1013
"""The close code of a socket that does not read: try again later."""


class Outbox:
    """Sends in order; whoever falls too far behind is closed.

    *write* sends at once where that is possible and else returns False; without it every message waits for its turn.
    *abort* ends the connection without another word.
    """

    __slots__ = ("_abort", "_close", "_hanging", "_send", "_size", "_task", "_waiting", "_write", "closed", "heard")

    def __init__(
        self,
        send: Callable[[bytes], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        write: Callable[[bytes], bool] = lambda _: False,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        self._send = send
        self._close = close
        self._write = write
        self._abort = abort
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._task: asyncio.Task[None] | None = None
        self._hanging: asyncio.Task[None] | None = None
        self.closed = False
        self.heard = asyncio.get_running_loop().time()
        """When it last said something."""

    def push(self, message: bytes) -> None:
        """Send a message as soon as those before it are sent."""
        if self.closed or (self._task is None and self._write(message)):
            return
        self._waiting.append(message)
        self._size += len(message)
        if len(self._waiting) > MOST_WAITING or self._size > MOST_BYTES:
            self._waiting.clear()
            self.close(TOO_SLOW)
            if self._task is not None:
                self._task.cancel()
        elif self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    def close(self, code: int) -> None:
        """Take nothing more, send what is waiting, and hang up."""
        if not self.closed:
            self.closed = True
            self._hanging = asyncio.get_running_loop().create_task(self._hang_up(code, self._task))

    async def hung_up(self) -> None:
        """Wait for the end, if hanging up has begun: whoever serves the socket must not go before."""
        if self._hanging is not None:
            await asyncio.wait([self._hanging])

    async def _drain(self) -> None:
        try:
            while self._waiting:
                message = self._waiting.popleft()
                self._size -= len(message)
                await self._send(message)
        except Exception:  # the socket is gone: whoever reads from it will notice
            self.closed = True
        finally:
            self._task = None

    async def _hang_up(self, code: int, sending: asyncio.Task[None] | None) -> None:
        try:
            async with asyncio.timeout(LINGER):
                if sending is not None:
                    await asyncio.wait([sending])
                await self._close(code)
        except TimeoutError:  # it does not even read that it is the end
            self._abort()
        except Exception:
            log.debug("a socket was gone before it was closed", exc_info=True)

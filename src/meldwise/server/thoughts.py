"""Thoughts that take a while: one after another in a process of their own, so many at a time, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from meldwise.rooms.decide import Refused
from meldwise.server.minds import Minds

MOST_WAITING = 8
"""Thoughts that are under way or wait for that; who asks for one more is asked to come back."""


class Thoughts:
    """A short queue before one process, which starts with the first thought.

    *seconds* is the longest one takes where all is well, *patience* how long whoever asks waits, and *busy* the code
    with which the others are refused.
    """

    def __init__(self, seconds: float, patience: float, busy: str) -> None:
        self.seconds = seconds
        self._patience = patience
        self._busy = busy
        self._minds = Minds(1, seconds)
        self._waiting: dict[Hashable, asyncio.Task[Any]] = {}
        self._closed = False

    async def ask(self, about: Hashable, work: Any, *values: Any) -> Any:
        """Return what *work* comes to; who asks twice *about* the same waits for the same answer."""
        try:
            return await asyncio.wait_for(self._thought(about, work, *values), self._patience)
        except (TimeoutError, BrokenProcessPool):
            raise Refused(self._busy) from None

    async def close(self) -> None:
        """Think no more, and end the process."""
        self._closed = True
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._minds.close()

    async def _thought(self, about: Hashable, work: Any, *values: Any) -> Any:
        task = self._waiting.get(about)
        if task is None:
            if self._closed or len(self._waiting) >= MOST_WAITING:
                raise Refused(self._busy)
            task = asyncio.get_running_loop().create_task(self._minds.call("", work, *values))
            self._waiting[about] = task
            task.add_done_callback(lambda done: self._thought_of(about, done))
        return await asyncio.shield(task)

    def _thought_of(self, about: Hashable, task: asyncio.Task[Any]) -> None:
        del self._waiting[about]
        if not task.cancelled():
            task.exception()  # whoever still waits hears of it

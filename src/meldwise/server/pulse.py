"""A node's signs of life, and what they tell: whether the store answers, and whether time was lost meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from meldwise.server.store import SILENT

T = TypeVar("T")


class Pulse:
    """Goes by a steady clock in milliseconds that also runs while the machine sleeps."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._signed: int | None = None
        """When the last sign of life was given that the store took."""
        self._asked: int | None = None
        """Since when the store has not answered."""
        self.missed = False
        """Whether the node was silent for long, and running clocks have not got that time back yet."""

    async def sign(self, beat: Awaitable[T]) -> T:
        """Give a sign of life, and return the store's answer to it."""
        now = self._clock()
        self._asked = now if self._asked is None else self._asked
        answer = await beat
        self.missed |= self._signed is not None and now - self._signed > SILENT
        self._signed, self._asked = now, None
        return answer

    @property
    def in_outage(self) -> bool:
        """Whether the store takes nothing, or has only just begun to again: nobody's time runs out then."""
        return self.missed or self._signed is None or self._clock() - self._signed > SILENT

    @property
    def store_fails(self) -> bool:
        """Whether the store has taken nothing for a while, though it was asked to."""
        return self._asked is not None and self._clock() - self._asked > SILENT

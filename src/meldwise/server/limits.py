"""How much one sender may ask for: a bucket that fills slowly, and nothing unbounded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MOST_KNOWN = 20_000
"""Addresses remembered; the one not heard of for longest is forgotten first."""


class Bucket:
    """Lets through *rate* a second, and a burst of so many at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Tell whether one more is within the limit, and count it."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Limiter:
    """A bucket for each address, or whatever else is counted."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Tell whether one more is within the limit of a key."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > MOST_KNOWN:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)

"""The figures of one node: plain numbers while it works, made into what Prometheus reads when that asks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class Count:
    """How many."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self) -> None:
        """Count one more."""
        self.value += 1

    def dec(self) -> None:
        """Count one less."""
        self.value -= 1


class Times:
    """How long things took, in seconds: how many took at most so long, and so on."""

    __slots__ = ("_counts", "_most", "_sum")

    def __init__(self, *most: float) -> None:
        self._most = most
        self._counts = [0] * (len(most) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Take one time down."""
        self._counts[bisect_left(self._most, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, meaning: str) -> HistogramMetricFamily:
        """Return the times as Prometheus knows them."""
        names = [*(f"{most:g}" for most in self._most), "+Inf"]
        buckets = list(zip(names, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """What Prometheus reads; no names, no rooms, no addresses."""

    def __init__(self, rooms: Callable[[], int]) -> None:
        self.rooms = rooms
        self.events = Count()
        self.refused = Count()
        self.failed = Count()
        self.sockets = Count()
        self.commit = Times(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """Return every figure as it is now."""
        yield CounterMetricFamily("meldwise_events", "Events written and told.", self.events.value)
        yield CounterMetricFamily("meldwise_refused", "Commands refused.", self.refused.value)
        yield CounterMetricFamily("meldwise_store_failures", "Writes the store did not take.", self.failed.value)
        yield GaugeMetricFamily("meldwise_sockets", "Sockets at rooms.", self.sockets.value)
        yield GaugeMetricFamily("meldwise_rooms", "Rooms open on this node.", self.rooms())
        yield self.commit.family("meldwise_commit_seconds", "From a decision to its being on disk.")

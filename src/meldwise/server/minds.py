"""Opponents think in processes of their own: a long thought never holds up a table."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from secrets import token_hex
from typing import Any

from meldwise import catalog
from meldwise.bots import LEVELS, Opponent, named

MOST_MINDS = 2000
"""Opponents a process remembers; one that is forgotten is told its game again."""
MARGIN = 2.0
"""Seconds beyond its time after which an opponent is taken to be stuck."""
STARTING = 30.0
"""Seconds a new process may need on a crowded machine before it can think at all."""

Key = tuple[str, int, int, str]
"""A room, its game, a seat and a level."""


class Forgotten(Exception):
    """A process does not know this opponent up to here; tell it the game from the start."""


class Minds:
    """A few processes; the opponents of a room always think in the same one."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.seconds = seconds
        self._pools: list[ProcessPoolExecutor | None] = [None] * processes
        self._awake: set[int] = set()
        """The processes that have answered once."""

    async def act(self, key: Key, view: Any, heard: Sequence[Any], fresh: int) -> Any:
        """Return what an opponent does; *heard* is all it has been told, of which the last *fresh* are new to it."""
        try:
            return await self._ask(key, _act, key, view, tuple(heard[len(heard) - fresh :]), len(heard), self.seconds)
        except Forgotten:
            return await self._ask(key, _act, key, view, tuple(heard), len(heard), self.seconds)

    async def aside(self, key: Key, view: Any) -> Any:
        """Return what an opponent says after drawing (T41); None is silence."""
        return await self._ask(key, _aside, key, view)

    async def call(self, place: str, work: Any, *values: Any) -> Any:
        """Do some other work there: a hint, a record."""
        return await self._ask((place, 0, 0, ""), work, *values)

    async def wake(self) -> None:
        """Start all processes, so that nobody waits for one; one that is ended meanwhile is started when needed."""
        starting = [self._answer(at, os.getpid) for at in range(len(self._pools))]
        with contextlib.suppress(TimeoutError, BrokenProcessPool):
            await asyncio.gather(*starting)

    def close(self) -> None:
        """End the processes."""
        for at in range(len(self._pools)):
            self._drop(at, wait=True)

    async def _ask(self, key: Key, work: Any, *values: Any) -> Any:
        """Ask the process of a room; where it died, of whatever, ask the next one once more."""
        at = zlib.crc32(key[0].encode()) % len(self._pools)
        try:
            return await self._answer(at, work, *values)
        except BrokenProcessPool:
            return await self._answer(at, work, *values)

    async def _answer(self, at: int, work: Any, *values: Any) -> Any:
        pool = self._pools[at] or self._start(at)
        try:
            future = asyncio.get_running_loop().run_in_executor(pool, work, *values)
            found = await asyncio.wait_for(_unless_dropped(future), self._limit(at, pool))
        except (TimeoutError, BrokenProcessPool):
            if self._pools[at] is pool:
                self._drop(at)
            raise
        self._awake.add(at)
        return found

    def _limit(self, at: int, pool: ProcessPoolExecutor) -> float:
        """Return the seconds to wait for an answer, those included that others who asked before may take."""
        start = 0 if at in self._awake else STARTING
        return start + MARGIN + self.seconds * (1 + len(pool._pending_work_items))

    def _start(self, at: int) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)
        self._pools[at] = pool
        return pool

    def _drop(self, at: int, wait: bool = False) -> None:
        """End a process; *wait* for the pool's own thread too, which Python would stumble over when it exits."""
        pool, self._pools[at] = self._pools[at], None
        self._awake.discard(at)
        if pool is not None:
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=wait, cancel_futures=True)


async def _unless_dropped(future: asyncio.Future[Any]) -> Any:
    """Wait for an answer; one that was given up because another was late is as good as broken off."""
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        if future.cancelled():
            raise BrokenProcessPool("the process was ended") from None
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise


_MINDS: OrderedDict[Key, tuple[Opponent, int]] = OrderedDict()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """End also where the server was killed and could not say so."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)


def _act(key: Key, view: Any, news: Sequence[Any], heard: int, seconds: float) -> Any:
    """Let an opponent act that has heard everything before the news."""
    bot, before = _mind(key, view, seconds) if len(news) == heard else _MINDS.get(key, (None, -1))
    if bot is None or before + len(news) != heard:
        raise Forgotten
    for event in news:
        bot.watch(event)
    _MINDS[key] = (bot, heard)
    _MINDS.move_to_end(key)
    return bot.act(view)


def _aside(key: Key, view: Any) -> Any:
    bot, _ = _MINDS.get(key) or _mind(key, view, 1.0)
    return bot.aside(view)


def _mind(key: Key, view: Any, seconds: float) -> tuple[Opponent, int]:
    """Make an opponent that has heard nothing yet."""
    while len(_MINDS) >= MOST_MINDS:
        _MINDS.popitem(last=False)
    level = LEVELS[key[3]].opponent_in(view.rules)
    return named(level)(token_hex(8), tidy=True, seconds=seconds), 0


def replayed(rules: str, names: Sequence[str], setup: Any, actions: Sequence[Any]) -> list[Any]:
    """Return all that happened in a game, from the deal on."""
    found = catalog.find(rules)
    game = catalog.game_of(found)
    state, events = game.start(found, len(names), setup)
    happened = list(events)
    for action in actions:
        state, events = game.apply(state, action)
        happened += events
    return happened

"""Processes in which opponents think: one that hangs or dies costs nobody more than a little time."""

import asyncio
import os
import signal
import time

import pytest

from meldwise.server import minds as module
from meldwise.server.minds import Minds


@pytest.fixture
def thinking():
    """Return a function that runs a test's coroutine with one process."""

    def run(test, seconds=0.5):
        async def begin():
            minds = Minds(1, seconds)
            try:
                assert await minds.call("room", os.getpid) != os.getpid()
                await test(minds)
            finally:
                minds.close()

        asyncio.run(begin())

    return run


def test_a_process_that_died_idle_is_replaced(thinking):
    async def test(minds):
        first = await minds.call("room", os.getpid)
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert await minds.call("room", os.getpid) != first

    thinking(test)


def test_what_was_asked_of_a_process_that_dies_is_asked_again(thinking):
    async def test(minds):
        first = await minds.call("room", os.getpid)
        asking = [asyncio.create_task(minds.call("room", work, *values)) for work, *values in WORK]
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        assert await asyncio.gather(*asking) == [None, 1, 4]

    thinking(test)


WORK = [(time.sleep, 0.3), (abs, -1), (pow, 2, 2)]


def test_a_process_that_hangs_is_given_up_and_those_who_waited_for_it_are_answered(thinking, monkeypatch):
    monkeypatch.setattr(module, "MARGIN", 0.5)

    async def test(minds):
        stuck = asyncio.create_task(minds.call("room", time.sleep, 3600))
        await asyncio.sleep(0.1)
        waiting = [asyncio.create_task(minds.call("room", pow, number, 2)) for number in range(6)]
        with pytest.raises(TimeoutError):
            await stuck
        assert await asyncio.gather(*waiting) == [0, 1, 4, 9, 16, 25]

    thinking(test, seconds=3)  # who waits for the stuck one must be sure to wait for longer


def test_a_process_that_is_stopped_like_a_machine_without_power_is_given_up_too(thinking, monkeypatch):
    monkeypatch.setattr(module, "MARGIN", 0.5)

    async def test(minds):
        first = await minds.call("room", os.getpid)
        os.kill(first, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await minds.call("room", abs, -1)
        assert await minds.call("room", abs, -1) == 1

    thinking(test)


def test_a_process_that_ends_while_it_starts_is_started_when_it_is_needed(thinking):
    async def test(minds):
        first = await minds.call("room", os.getpid)
        os.kill(first, signal.SIGSTOP)  # it has not answered yet
        waking = asyncio.create_task(minds.wake())
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        await waking
        assert await minds.call("room", os.getpid) != first

    thinking(test)

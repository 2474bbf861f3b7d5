import asyncio

import pytest

from meldwise.server.pulse import Pulse


class Clock:
    """A clock one turns by hand."""

    def __init__(self):
        self.now = 50_000

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pulse(clock):
    return Pulse(clock)


def sign(pulse, clock, takes=0):
    """Give a sign of life to a store that takes so long to answer."""

    async def beat():
        clock.now += takes
        return "taken"

    assert asyncio.run(pulse.sign(beat())) == "taken"


def fail(pulse, clock, takes=0):
    """Give a sign of life that a store does not take."""

    async def beat():
        clock.now += takes
        raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(pulse.sign(beat()))


def test_nobody_loses_time_before_the_first_sign_of_life_and_none_was_missed_then(pulse, clock):
    assert pulse.in_outage
    clock.now += 10_000
    sign(pulse, clock, takes=10_000)
    assert not pulse.missed


def test_while_signs_follow_each_other_time_runs(pulse, clock):
    for _ in range(5):
        sign(pulse, clock)
        clock.now += 3_000
        assert not pulse.in_outage
        assert not pulse.store_fails


def test_a_machine_that_slept_is_in_an_outage_before_anything_is_looked_at(pulse, clock):
    sign(pulse, clock)
    clock.now += 3_600_000
    assert pulse.in_outage
    assert not pulse.store_fails  # nobody has asked it
    sign(pulse, clock)
    assert pulse.missed
    assert pulse.in_outage
    pulse.missed = False  # the time was given back
    assert not pulse.in_outage


def test_a_store_that_took_long_to_answer_is_asked_once_more_before_time_runs_out(pulse, clock):
    sign(pulse, clock)
    clock.now += 1_000
    sign(pulse, clock, takes=4_000)  # it has noted the sign as of a second ago, and so no silence yet
    assert not pulse.missed
    assert pulse.in_outage
    clock.now += 1_000
    sign(pulse, clock)
    assert pulse.missed


def test_a_store_fails_that_was_asked_and_has_not_answered_for_a_while(pulse, clock):
    sign(pulse, clock)
    fail(pulse, clock, takes=2_000)
    assert not pulse.store_fails
    fail(pulse, clock, takes=2_000)
    assert pulse.store_fails
    assert pulse.in_outage
    sign(pulse, clock)
    assert not pulse.store_fails

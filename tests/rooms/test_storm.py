"""Rooms in a storm: nothing but refusals goes wrong, nobody learns too much, and no room is ever stuck."""

import pytest

from meldwise import catalog
from tests.rooms.storm import Storm

RULES = list(catalog.rulesets())


def weather(seed, key, steps):
    storm = Storm(seed, key)
    for number in range(steps):
        storm.step()
        if number % 40 == 0:
            storm.check_not_stuck()
    storm.check_kept()
    storm.check_not_stuck()
    return storm


@pytest.mark.parametrize("key", RULES)
def test_a_room_outlives_a_storm(key):
    refused = set()
    happened = set()
    for seed in range(8):
        storm = weather(seed, key, 200)
        refused |= set(storm.refused)
        happened |= {type(event).__name__ for event, _ in storm.log}
    assert len(refused) >= 10
    assert happened >= {"Committed", "Dealt", "Acted", "Asked", "Said", "Here", "Gone"}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("key", RULES)
def test_many_rooms_outlive_a_storm(key, part):
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        weather(seed, key, 600)

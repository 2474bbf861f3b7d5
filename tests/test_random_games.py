"""Random games of every ruleset and number of seats: they end, conserve tiles, replay, and leak nothing."""

import random

import pytest

from meldwise import catalog, record, rulesets
from meldwise.game import from_bytes, to_bytes
from tests.playing import all_tiles, random_game, reshuffled, seat_bytes

QUICK, LONG = 50, 1_000


def play_through(key, seats, seed):
    """Play one game and check it at every step and at its end."""
    dice = random.Random(f"look {key} {seats} {seed}")
    box = rulesets()[key].box.counts
    states = []
    for game in random_game(key, seats, seed):
        states.append(to_bytes(game.state))
        assert all_tiles(game.state) == box
        for seat in (*range(seats), None):
            assert seat_bytes(reshuffled(game.state, seat, dice), seat) == seat_bytes(game.state, seat)
    assert sum(game.result.scores) == 0 or key in ("rummy17", "pl-standard", "pl-twist", "pl-expert")
    told = record.read(record.write(game.record()))
    assert [to_bytes(step.state) for step in record.replay(told)] == states
    assert from_bytes(states[-1], type(game.state)) == game.state


def deals(key, count):
    most = rulesets()[key].max_players
    return [(2 + i % (most - 1), i) for i in range(count)]


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("key", list(catalog.rulesets()))
def test_random_games_end_conserve_replay_and_leak_nothing(key, part):
    for seats, seed in deals(key, QUICK)[part::5]:
        play_through(key, seats, seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", list(catalog.rulesets()))
def test_a_thousand_random_games_end_conserve_replay_and_leak_nothing(key, part):
    for seats, seed in deals(key, QUICK + LONG)[QUICK + part :: 10]:
        play_through(key, seats, seed)

"""What OpenSpiel asks of a game, a golden playthrough a ruleset, and that seats are told no more than they see."""

import random

import pyspiel
import pytest
from tools.playthroughs import FOLDER, playthrough

from meldwise import catalog
from meldwise.envs import openspiel
from meldwise.errors import RulesetError
from meldwise.rummy17.state import KNOCKING
from tests.envs.games import KEYS


def loaded(key, **params):
    asked = ",".join(f"{name}={value}" for name, value in params.items())
    return pyspiel.load_game(f"{openspiel.short_name(catalog.find(key))}({asked})")


def rollout(game, seed, stop=10_000):
    dice = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(stop):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(dice.choices(outcomes, chances)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("key", KEYS)
def test_openspiel_finds_nothing_wrong(key):
    game = loaded(key, players=2, turn_limit=30)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("key", ["fi-classic", "rummy17"])
def test_openspiel_finds_nothing_wrong_with_more_players(key):
    game = loaded(key, players=4, turn_limit=12)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("key", KEYS)
def test_the_golden_playthrough_is_what_the_game_claims_today(key):
    path = FOLDER / f"{key}.playthrough"
    assert path.read_text("utf-8") == playthrough(key), f"read the diff, then make golden RULES={key}"


def test_every_playthrough_belongs_to_a_ruleset():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_returns_are_the_scores_and_within_their_bounds(key):
    game = loaded(key, players=3)
    state = rollout(game, key)
    assert state.returns() == list(state.game.state.result.scores)
    assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())
    if game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert sum(state.returns()) == 0


def test_games_can_pay_for_winning():
    assert sorted(rollout(loaded("pl-standard", players=2, reward="win"), 1).returns()) == [-1, 1]


@pytest.mark.parametrize("key", KEYS)
def test_what_others_hold_is_in_no_information_state(key):
    state = rollout(loaded(key, players=3), key, stop=90)
    for seat in range(3):
        lines = state.information_state_string(seat).splitlines()
        dealt = [line for line in lines if line.startswith("dealt")]
        assert len(dealt) == (10 if key == "rummy17" else 14)
        drawn = [line.split() for line in lines if " draws" in line]
        assert all((len(words) == 3) == (words[0] == str(seat)) for words in drawn)
        picked = [line for line in lines if ": pick" in line or "knock" in line.split(":")[1:]]
        assert all(line.startswith(f"{seat}:") for line in picked)
        assert not [line for line in lines if "lay nothing" in line and not line.startswith(f"{seat}:")]


def test_house_rules_make_a_game_too():
    game = loaded("pl-standard", house="rack_size:7+opening_points:40")
    state = rollout(game, 1, stop=15)
    assert [len(rack) for rack in state.game.state.racks] == [7, 7]
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.rules == game.rules == catalog.find("pl-standard+rack_size=7+opening_points=40")
    assert same.history() == state.history()
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    even = loaded("pl-standard", house="pool_empty_scores:difference")
    assert even.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    with pytest.raises(RulesetError, match="rack_syze"):
        loaded("pl-standard", house="rack_syze:7")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("players", [2, 3])
def test_games_that_pay_for_winning_say_what_they_pay(key, players):
    game = loaded(key, players=players, reward="win", turn_limit=12)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=False)


def test_what_a_seat_does_in_secret_tells_the_others_nothing():
    """Neither that it picks, nor how often, nor that it lays nothing though it could."""
    game, dice = loaded("rummy17", players=3, turn_limit=40), random.Random(5)
    state, secret = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
            continue
        action, seat = dice.choice(state.legal_actions()), state.current_player()
        hides = state.game.secret(action) and not state.game.draws(action)
        knocking = state.game.state.phase == KNOCKING
        before = [state.information_state_string(other) for other in range(3)]
        state.apply_action(action)
        if hides and not knocking:
            secret += 1
            after = [state.information_state_string(other) for other in range(3)]
            assert [one == two for one, two in zip(before, after, strict=True)] == [other != seat for other in range(3)]
    assert secret > 10


def test_only_what_one_seat_sees_is_observed():
    game = loaded("pl-standard")
    nobody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert game.make_py_observer(nobody) is None
    with pytest.raises(ValueError, match="no observation parameters"):
        game.make_py_observer(params={"loud": True})

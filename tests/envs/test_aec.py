"""All seats as agents: rewards at the end, stops, privileges, drawings."""

import random
import subprocess
import sys

import numpy as np
import pytest

from meldwise.envs import GameEnv
from meldwise.errors import CaseError, IllegalAction
from meldwise.live import shuffle
from tests.envs.games import KEYS


def play_out(env, seed):
    """Play by chance and return everyone's reward, and who was truncated."""
    dice = random.Random(seed)
    env.reset(seed=seed)
    paid, cut = {}, set()
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            paid[agent] = reward
            cut |= {agent} if truncated else set()
            env.step(None)
        else:
            assert reward == 0
            env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return paid, cut


@pytest.mark.parametrize("key", KEYS)
def test_everyone_gets_the_score_of_the_ruleset(key):
    env = GameEnv(key, 3, encoding="tiles")
    paid, cut = play_out(env, 6)
    assert list(paid.values()) == list(env.game.state.result.scores)
    assert cut == set()


def test_rewards_can_be_winning_and_losing():
    env = GameEnv("pl-standard", 4, encoding="tiles", reward="win")
    paid, _ = play_out(env, 1)
    assert sorted(paid.values()) == [-1, -1, -1, 1]
    assert paid[f"seat_{env.game.state.result.winner}"] == 1


def test_a_stopped_game_is_truncated_for_all():
    paid, cut = play_out(GameEnv("rummy17", 3, turn_limit=4), 1)
    assert cut == {"seat_0", "seat_1", "seat_2"}
    assert set(paid.values()) == {0}


def test_a_deal_can_be_brought_along():
    env = GameEnv("pl-standard")
    setup = shuffle(env.options.rules, 2, "brought", 1)
    env.reset(options={"setup": setup})
    assert env.agent_selection == "seat_1"
    assert env.game.state.racks[0] == tuple(sorted(setup.pool[:14]))


def test_a_refused_action_leaves_everything_as_it_was():
    env = GameEnv("pl-standard")
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"].tobytes(), env.agent_selection
    with pytest.raises(IllegalAction, match=r"action 63 is not open now; open are: .*64"):
        env.step(63)
    with pytest.raises(CaseError):
        env.step(None)
    assert (env.observe("seat_0")["observation"].tobytes(), env.agent_selection) == before


def test_the_state_of_all_seats_is_a_privilege():
    env = GameEnv("pl-standard")
    env.reset(seed=1)
    with pytest.raises(CaseError, match="privileged"):
        env.state()
    env = GameEnv("pl-standard", privileged=True)
    env.reset(seed=1)
    assert env.state()[env.game.fields.places["racks"]].sum() == 28
    assert env.state_space.contains(env.state())


def test_calls_in_a_wrong_order_are_told():
    env = GameEnv("pl-standard")
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(CaseError, match="reset"):
            call()
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _, ended, stopped, _ = env.last()
        env.step(None if ended or stopped else int(seen["action_mask"].argmax()))
        assert agent in env.possible_agents
    with pytest.raises(CaseError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("key", ["pl-twist", "rummy17"])
def test_a_drawing_shows_one_rack_or_all_with_the_privilege(key):
    for privileged in (False, True):
        env = GameEnv(key, 2, render_mode="ansi", privileged=privileged)
        env.reset(seed=1)
        shown = sum(line.startswith("  \x1b") for line in env.render().splitlines())
        assert shown == (2 if privileged else 1)


def test_all_pictures_of_a_game_have_one_size_and_show_the_tiles():
    env = GameEnv("hu-twist", 4, encoding="tiles", render_mode="rgb_array", privileged=True)
    dice = random.Random(1)
    env.reset(seed=1)
    shapes, bare = set(), None
    for _ in env.agent_iter(160):
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        picture = env.render()
        bare = picture if bare is None else bare
        shapes.add(picture.shape)
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert len(shapes) == 1
    assert (env.render() != bare).mean() > 0.01


def test_without_a_mode_nothing_is_drawn():
    env = GameEnv("pl-standard")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render mode"):
        assert env.render() is None


def test_candidates_can_be_part_of_the_observation():
    env = GameEnv("pl-standard", show_candidates=True)
    env.reset(seed=3)
    dice = random.Random(3)
    laid = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        rack = env.game.fields.split(seen["observation"])["rack"]
        count = int(seen["action_mask"][:-1].sum())
        assert (seen["candidates"][:count].sum(1) > 0).all()
        assert not seen["candidates"][count:].any()
        assert (seen["candidates"] <= rack).all()
        laid += count
        other = next(one for one in env.agents if one != agent)
        assert not env.observe(other)["candidates"].any()
        env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert laid > 0


def test_nothing_but_the_environments_needs_their_packages():
    asked = "import sys, meldwise, meldwise.cli.main, meldwise.simulation; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert "meldwise.simulation" in loaded
    assert not {"numpy", "gymnasium", "pettingzoo", "pyspiel"} & set(loaded)

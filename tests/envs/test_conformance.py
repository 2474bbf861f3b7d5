"""What PettingZoo and Gymnasium themselves ask of an environment, for every ruleset and both encodings."""

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from meldwise.envs import GameEnv, SeatEnv
from tests.envs.games import ENCODINGS, KEYS

pytestmark = [
    # They would rather have an observation without a mask, as theirs were once.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    # A seat that is not to choose has nothing open.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]
each = pytest.mark.parametrize("key", KEYS)
both = pytest.mark.parametrize("encoding", ENCODINGS)


@each
@both
def test_pettingzoo_finds_nothing_wrong(key, encoding):
    api_test(GameEnv(key, encoding=encoding), num_cycles=60, verbose_progress=False)


@each
@both
def test_equal_seeds_give_equal_games(key, encoding):
    seed_test(lambda: GameEnv(key, 3 if key != "sk-twist" else 2, encoding=encoding), num_cycles=12)


@each
def test_every_render_mode_draws(key, capsys):
    render_test(lambda render_mode: GameEnv(key, render_mode=render_mode))
    assert "seat 0" in capsys.readouterr().out


@pytest.mark.parametrize("options", [{"flat": False}, {"show_candidates": True}, {"privileged": True}], ids=str)
@pytest.mark.parametrize("key", ["fi-classic", "rummy17"])
def test_pettingzoo_finds_nothing_wrong_with_other_observations(key, options):
    api_test(GameEnv(key, **options), num_cycles=40, verbose_progress=False)


@each
@both
@pytest.mark.filterwarnings("ignore:.*render_modes.*:UserWarning")
@pytest.mark.filterwarnings("ignore:.*not contain 'render_fps'.*:UserWarning")
def test_gymnasium_finds_nothing_wrong(key, encoding):
    check_env(SeatEnv(key, "simple", encoding=encoding, illegal="last"), skip_render_check=True)


def test_gymnasium_draws_in_every_mode():
    for mode, kind in (("ansi", str), ("rgb_array", object), ("human", type(None))):
        env = gymnasium.make("meldwise/pl-standard-v0", render_mode=mode, opponents="simple")
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


@each
def test_every_ruleset_has_a_gymnasium_name(key):
    env = gymnasium.make(f"meldwise/{key}-v0", opponents=["chance", "simple"])
    seen, info = env.reset(seed=3)
    assert seen in env.observation_space
    assert info["truncated"] in (False, True)
    assert seen["observation"].shape == SeatEnv(key, seats=3).spaces.fields.flat_space().shape

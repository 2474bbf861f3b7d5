"""One seat against opponents: they play by their views, the learner gets the end's worth."""

import gymnasium
import numpy as np
import pytest

from meldwise import tilegame
from meldwise.bots import GreedyTiles, Simple
from meldwise.envs import SeatEnv
from meldwise.errors import CaseError, IllegalAction
from tests.envs.games import KEYS


def play_out(env, seed, choose=lambda mask, dice: dice.choice(np.flatnonzero(mask))):
    """Play one game and return the steps it took, what it paid, and whether it was terminated or truncated."""
    dice = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    for step in range(2_000):
        seen, reward, terminated, truncated, _ = env.step(choose(seen["action_mask"], dice))
        assert seen in env.observation_space
        if terminated or truncated:
            assert not seen["action_mask"].any()
            return step, reward, terminated, truncated
        assert reward == 0
        assert env.game.actor == env.seat
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("opponents", ["chance", ["greedy-tiles", "simple"]], ids=str)
def test_a_game_ends_with_its_score(key, opponents):
    for encoding in ("candidates", "tiles"):
        env = SeatEnv(key, opponents, encoding=encoding)
        _, reward, terminated, truncated = play_out(env, 11)
        assert (terminated, truncated) == (True, False)
        assert reward == env.game.state.result.scores[0]


def test_winning_and_losing_are_one_and_minus_one():
    opponents = ("chance", "greedy-points")
    paid = {play_out(SeatEnv("fi-classic", one, reward="win"), seed)[1] for one in opponents for seed in range(4)}
    assert paid == {1.0, -1.0}


def test_a_stopped_game_pays_nothing():
    env = SeatEnv("rummy17", "simple", turn_limit=6)
    _, reward, terminated, truncated = play_out(env, 1)
    assert (reward, terminated, truncated) == (0, False, True)


def test_the_seat_may_be_drawn():
    env = SeatEnv("pl-standard", "chance", seats=4, seat=None)
    sat = {env.reset(seed=seed) and env.seat for seed in range(20)}
    assert sat == {0, 1, 2, 3}


def test_equal_seeds_give_equal_games_and_the_ones_after_differ():
    one, other = SeatEnv("hu-twist", "simple"), SeatEnv("hu-twist", "simple")
    assert play_out(one, 4) == play_out(other, 4)
    first, _ = one.reset(seed=4)
    second, _ = one.reset()
    assert first["observation"].tobytes() != second["observation"].tobytes()


def test_an_action_that_is_not_open_is_refused_or_replaced():
    env = SeatEnv("pl-standard", "chance")
    seen, _ = env.reset(seed=2)
    masked = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match="is not open now"):
        env.step(masked)
    env = SeatEnv("pl-standard", "chance", illegal="last")
    env.reset(seed=2, options={"starter": 0})
    *_, info = env.step(masked)
    assert info["refused"] == masked
    assert isinstance(env.game.events[1], tilegame.events.Drew)


def test_opponents_hear_what_their_seats_may_see():
    heard = []

    class Listening(Simple):
        def watch(self, event):
            heard.append(event)

    env = SeatEnv("sk-twist", Listening)
    play_out(env, 3)
    drawn = [event for event in heard if isinstance(event, tilegame.events.Drew)]
    assert {event.seat for event in drawn} == {0, 1}
    assert all((event.tiles == ()) == (event.seat == 0) for event in drawn)
    assert len(heard) == len(env.game.events)


@pytest.mark.rule("T41")
def test_opponents_announce_as_they_like():
    class Silent(GreedyTiles):
        def tile_action(self, view):
            return tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)

        def aside(self, view):
            return None

    class Loud(Silent):
        def aside(self, view):
            return tilegame.Announce(view.seat)

    for opponent, wanted in ((Silent, False), (Loud, True)):
        env = SeatEnv("pl-standard", opponent)
        env.reset(seed=9, options={"starter": 0})
        env.step(env.game.size - 1)
        assert env.game.state.announced[1] is wanted


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "nobody"},
        {"opponents": ["simple"], "seats": 3},
        {"seat": 2},
        {"encoding": "letters"},
        {"reward": "fame"},
        {"render_mode": "smell"},
        {"seats": 9},
        {"seats": 0},
        {"seats": -1},
        {"seats": "2"},
        {"seat": 0.5},
        {"illegal": "lst"},
        {"flat": "no"},
        {"candidates": "a"},
        {"candidates": 0},
        {"turn_limit": 0},
        {"opponents": 5},
        {"opponents": [7]},
        {"rules": None},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_at_once(options):
    with pytest.raises(CaseError):
        SeatEnv(**{"rules": "pl-standard"} | options)


@pytest.mark.parametrize("scores", [(1,), ("a", "b"), (10**7, 0), (0.5, 0)])
def test_scores_that_do_not_fit_are_refused(scores):
    with pytest.raises(CaseError, match="scores"):
        SeatEnv("pl-standard").reset(options={"scores": scores})


@pytest.mark.parametrize("key", ["pl-standard", "fi-classic", "hu-twist"])
def test_drawing_changes_nothing(key):
    """The same game is played whether or not someone looks, also by opponents that see how the table lies."""
    told = []
    for mode in (None, "ansi"):
        env = SeatEnv(key, "simple:apart=1", render_mode=mode)
        seen, _ = env.reset(seed=3)
        steps = [seen["observation"].tobytes()]
        over = False
        while not over:
            seen, _, ended, stopped, _ = env.step(int(seen["action_mask"].argmax()))
            over = ended or stopped
            steps.append(seen["observation"].tobytes())
            if mode:
                assert env.render()
        told.append(steps)
    assert told[0] == told[1]


def test_the_name_of_an_environment_can_be_written_down():
    env = gymnasium.make("meldwise.envs:meldwise/pl-standard-v0", opponents="simple")
    assert env.spec is not None
    assert "meldwise.envs.solo:SeatEnv" in env.spec.to_json()


def test_nothing_goes_before_a_reset():
    with pytest.raises(CaseError, match="reset"):
        SeatEnv("pl-standard").step(0)

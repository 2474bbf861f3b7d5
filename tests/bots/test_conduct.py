"""How opponents behave over many games: nothing illegal, nothing seen that a seat may not see, no time overdrawn.

`make test` plays a few hundred games, `make soak` ten thousand of the quick opponents and two hundred with a master.
"""

import copy
import random
import time

import pytest

from meldwise import catalog, new_game
from meldwise.bots import BOTS, LEVELS, named
from tests.playing import reshuffled

RULES = list(catalog.rulesets())
QUICK = [name for name in BOTS if name not in ("closer", "master")]
LOOKS = 0.1
"""How often an opponent is asked again with all it may not see dealt anew."""
SECONDS = 0.3


def play(key, names, seed, **settings):
    """Play a game, every action judged, and return the longest turn of each seat, in seconds of work."""
    rules, dice = catalog.rulesets()[key], random.Random(f"conduct {key} {seed}")
    game, cut = new_game(rules, len(names), seed=f"conduct {seed}"), catalog.game_of(rules)
    bots = [named(name)(f"{seed}/{seat}", **settings) for seat, name in enumerate(names)]
    longest = [0.0] * len(names)
    while game.result is None:
        seat = game.actors[0]
        twin = copy.deepcopy(bots[seat]) if bots[seat].seconds is None and dice.random() < LOOKS else None
        began = time.thread_time()
        action = bots[seat].act(game.view(seat))
        longest[seat] = max(longest[seat], time.thread_time() - began)
        if twin:
            assert twin.act(cut.view(reshuffled(game.state, seat, dice), seat)) == action
        assert game.judge(action) == []
        for event in game.apply(action):
            for other, bot in enumerate(bots):
                bot.watch(cut.seen(event, other))
    return longest


def field(key, seed):
    dice = random.Random(f"field {key} {seed}")
    return dice.choices(QUICK, k=dice.randint(2, 4))


@pytest.mark.parametrize("key", RULES)
def test_quick_opponents_behave(key):
    for seed in range(20):
        play(key, field(key, seed), seed)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("key", RULES)
def test_quick_opponents_behave_in_ten_thousand_games(key, part):
    for seed in range(72 * part, 72 * (part + 1)):
        play(key, field(key, seed), f"soak {seed}")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("key", RULES)
def test_a_master_behaves_in_two_hundred_games(key, part):
    """Half of them by the clock: no turn takes a tenth more than it may."""
    for seed in range(6 * part, 6 * (part + 1)):
        clock = f":seconds={SECONDS},states=999999999" if seed % 2 else ":states=20000"
        longest = play(key, [f"master{clock}", *field(key, seed)[:3]], f"master {seed}")
        if seed % 2:
            assert longest[0] < 1.1 * SECONDS


@pytest.mark.soak
@pytest.mark.parametrize("key", RULES)
def test_levels_behave_as_people_meet_them(key):
    """With tables that are tidied, and a second a turn."""
    rules = catalog.rulesets()[key]
    names = [level.opponent_in(rules) for level in LEVELS.values()]
    for seed in range(5):
        longest = play(key, names, f"levels {seed}", tidy=True, seconds=1.0)
        assert max(longest) < 1.1

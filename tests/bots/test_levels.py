"""Levels: each better than the one before, and none that only draws."""

import itertools

import pytest

from meldwise import catalog, tilegame, words
from meldwise.bots import LEVELS, named
from meldwise.live import shuffle
from meldwise.simulation import Plan, play_out, simulate, standings

TILE_GAMES = [key for key in catalog.rulesets() if key != "rummy17"]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_character(level):
    assert words.sentence(LEVELS[level].character, {}).startswith(f"{level.capitalize()}: ")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", TILE_GAMES)
def test_a_level_opens_and_plays_to_the_table(key, level):
    """After its opening it lays in one turn of six at least, and soon."""
    rules = catalog.rulesets()[key]
    turns = []
    for deal in range(3):
        bots = [named(LEVELS[level].opponent)(deal), named("simple")(deal)]
        _state, actions = play_out(rules, shuffle(rules, 2, f"fun {deal}", starter=0), bots)
        done = [one for one in actions if not one.seat and not isinstance(one, tilegame.Announce)]
        mine = [isinstance(one, tilegame.Play) for one in done]
        assert True in mine
        played = mine[mine.index(True) + 1 :]
        turns += played
        rests = [len(list(group)) for laid, group in itertools.groupby(played) if not laid]
        assert max(rests, default=0) <= 12
    assert sum(turns) / len(turns) > 1 / 6


@pytest.mark.parametrize(("lower", "higher"), list(itertools.pairwise(LEVELS)))
@pytest.mark.parametrize("key", ["pl-standard", "hu-twist"])
def test_a_level_beats_the_one_before(key, lower, higher):
    plan = Plan(key, (LEVELS[lower].opponent, LEVELS[higher].opponent), 6, "levels")
    first = standings(deal for deal in simulate(plan))[0]
    assert first.name == LEVELS[higher].opponent
    assert first.wins.mean > 0.55

"""Levels: each better than the one before, and none that only draws."""

import itertools

import pytest

from meldwise import catalog, tilegame, words
from meldwise.bots import LEVELS, named
from meldwise.live import shuffle
from meldwise.simulation import Plan, play_out, simulate, standings

TILE_GAMES = [key for key in catalog.rulesets() if key != "rummy17"]


@pytest.mark.parametrize("key", ["pl-standard", "rummy17"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_character(level, key):
    rules = catalog.rulesets()[key]
    assert words.sentence(LEVELS[level].character_in(rules), {}).startswith(f"{level.capitalize()}: ")


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


@pytest.mark.parametrize(
    ("key", "lower", "higher"),
    [
        *((key, *pair) for key in ("pl-standard", "hu-twist") for pair in itertools.pairwise(LEVELS)),
        ("rummy17", "easy", "medium"),
        ("rummy17", "medium", "hard"),
        pytest.param("rummy17", "hard", "master", marks=pytest.mark.soak),  # a minute
    ],
)
def test_a_level_beats_the_one_before(key, lower, higher):
    """Far in the tile games; in Rummy 17 luck is large, and more games are needed to see it."""
    cards = key == "rummy17"
    names = [LEVELS[level].opponent_in(catalog.rulesets()[key]) for level in (lower, higher)]
    first = standings(deal for deal in simulate(Plan(key, tuple(names), 40 if cards else 6, "levels")))[0]
    assert first.name == names[1]
    assert first.wins.mean > (0.5 if cards else 0.55)

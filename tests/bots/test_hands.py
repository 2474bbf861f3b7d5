"""Human hands: a turn that is too large is cut to what they can do, and stays legal."""

import pytest

from meldwise import catalog, tilegame
from meldwise.bots import BOTS, GreedyTiles
from meldwise.bots.hands import Hands, taken_apart
from meldwise.live import shuffle
from meldwise.notation import parse_table
from meldwise.simulation import play_out
from meldwise.tiles import Table
from tests.bots.test_opponents import seen

RULES = catalog.rulesets()


@pytest.mark.parametrize(
    ("before", "after", "apart"),
    [
        ("k1 k2 k3", "k1 k2 k3", 0),
        ("k1 k2 k3", "k1 k2 k3 k4", 0),
        ("k1 k2 k3 k4", "k1 k2 k3 / k4 k5 k6", 1),
        ("k1 k2 k3 / k4 k5 k6", "k1 k2 k3 k4 k5 k6", 0),
        ("k4 r4 b4 / k5 r5 b5 / k6 r6 b6", "k4 k5 k6 / r4 r5 r6 / b4 b5 b6", 3),
    ],
)
def test_a_set_that_lies_whole_in_another_is_not_taken_apart(before, after, apart):
    rules = RULES["pl-standard"]
    assert taken_apart(parse_table(before, rules), parse_table(after, rules)) == apart


def test_a_great_play_is_cut_to_what_the_hands_can_lay():
    view = seen("pl-standard", "k1 k2 k3", "k4 k5 k6 r1 r2 r3 b7 o7 r7 k13")
    sizes = []
    for hand in (None, 7, 5, 3, 1):
        action = GreedyTiles(hand=hand).act(view)
        sizes.append(sum(map(len, action.table)) - 3)
    assert sizes[0] == 9
    assert all(0 < size <= hand for size, hand in zip(sizes[1:], (7, 5, 3, 1), strict=True))


def test_who_takes_nothing_apart_still_lays_sets_of_its_own():
    view = seen("pl-standard", "k4 r4 b4 o4", "k5 k6 r10 r11 r12")
    assert sum(map(len, GreedyTiles().act(view).table)) == 9
    careful = GreedyTiles(apart=0).act(view)
    assert isinstance(careful, tilegame.Play)
    assert taken_apart(view.table, careful.table) == 0
    assert sum(map(len, careful.table)) == 7


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("key", [key for key in RULES if key != "rummy17"])
def test_no_turn_of_a_game_is_beyond_the_hands(key, name):
    rules = RULES[key]
    hands = Hands(5, 1)
    bots = [BOTS[one](seat, hand=5, apart=1) for seat, one in enumerate([name, "simple"])]
    _state, actions = play_out(rules, shuffle(rules, 2, f"hands {key}", starter=0), bots)
    table: Table = ()
    for action in actions:
        if isinstance(action, tilegame.Play):
            assert hands.can(table, action.table)
            table = action.table
    assert table

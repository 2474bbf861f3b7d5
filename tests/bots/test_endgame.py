"""The empty pool: what laying most would lose, and thinking saves."""

import pytest

from meldwise import tilegame
from meldwise.bots import Closer, GreedyPoints
from meldwise.bots.endgame import Endgame
from meldwise.notation import parse_rack, write_tiles
from meldwise.solver.playouts import Deal
from meldwise.tilegame import judge_play
from tests.bots.test_opponents import seen


def chosen(rules, table, mine, theirs, nodes=2_000, passes=0):
    """Return the tiles the search lays where both racks are known."""
    view = seen(rules, table, mine, pool=0)
    search = Endgame(view, nodes)
    racks = (view.rack, parse_rack(theirs, view.rules))
    move = search.best_move([Deal(view.table, racks, (True, True), (), 0, passes)])
    return write_tiles(move.played)


def test_nothing_is_laid_that_lets_the_other_go_out():
    table, mine, theirs = "k1 k2 k3", "k4 r1", "k5 k6"
    assert isinstance(GreedyPoints().act(seen("pl-standard", table, mine, pool=0)), tilegame.Play)
    assert chosen("pl-standard", table, mine, theirs) == ""


def test_what_helps_nobody_else_is_laid():
    assert chosen("pl-standard", "k1 k2 k3", "k4 r1", "b7 o9") == "k4"


def test_going_out_comes_first():
    assert chosen("pl-standard", "k1 k2 k3 / r1 b1 o1", "k1 k4", "k5 k6") == "k1 k4"


def test_the_tile_another_waits_for_is_kept_and_the_rest_laid():
    table = "k1 k2 k3 / r10 r11 r12"
    assert chosen("pl-standard", table, "k4 r13 o1", "k5 k6") == "r13"


@pytest.mark.rule("T37")
def test_where_the_first_pass_ends_the_game_a_lead_is_taken_home():
    """Ahead, passing wins at once, and the red 13 would let two 13s go; behind, one must lay."""
    table, mine = "k1 k2 k3 / r10 r11 r12", "r13 k4 b9"
    assert chosen("hu-twist", table, mine, "k5 k6 o13 b13") == ""
    assert chosen("hu-twist", table, mine, "k5 k6 o2") == "r13"


@pytest.mark.parametrize("rack", ["k4 r1", "k4 k5 k6 k7 r1 r5 r9 b1 b5 b9 o1 o5 o9"])
def test_a_search_without_budget_still_answers(rack):
    assert "k4" in chosen("pl-standard", "k1 k2 k3", rack, "b7 o9", nodes=0)


@pytest.mark.parametrize("key", ["fi-classic", "pl-expert", "sk-twist"])
def test_a_closer_plays_three_at_an_empty_pool(key):
    view = seen(key, "k1 k2 k3", "k4 k5 r1", pool=0, seats=3)
    action = Closer().act(view)
    assert isinstance(action, tilegame.Play)
    assert judge_play(view.table, view.rack, action.table, view.rules) == []

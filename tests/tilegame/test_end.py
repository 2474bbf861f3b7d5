"""When a game ends, and who wins at an empty pool (T31, T37, T42, R18, R21)."""

import pytest

from meldwise import tilegame
from meldwise.tilegame.events import Ended, Passed
from meldwise.tilegame.state import Result
from tests.tilegame.states import POLISH, TILE_GAMES, after, middle, step, why_not

PASS_ROUND = ("fi-classic", "sk-twist", *POLISH)

in_a_row = pytest.mark.parametrize("key", PASS_ROUND)


@pytest.mark.rule("T37", "R18")
@in_a_row
def test_the_game_ends_when_all_have_passed_in_a_row(key):
    state = middle(key, ["k9", "k2", "k5"])
    for seat in range(2):
        state, events = step(state, f"{seat} pass")
        assert events == [Passed(seat)]
        assert state.result is None
    over, events = step(state, "2 pass")
    assert [type(event) for event in events] == [Passed, Ended]
    assert over.result is not None
    assert (over.result.ended, over.result.winner) == ("pool-empty", 1)


@pytest.mark.rule("T37", "R18")
@in_a_row
def test_a_play_between_the_passes_begins_the_row_anew(key):
    state = middle(key, ["k9", "k2", "b5 k5"], table="b2 b3 b4")
    state = after(state, "0 pass", "1 pass", "2 play b2 b3 b4 b5", "0 pass", "1 pass")
    assert state.result is None
    assert state.turn == 2
    assert after(state, "2 pass").result is not None


@pytest.mark.rule("T37", "R18")
@in_a_row
def test_one_who_passed_may_play_in_a_later_turn(key):
    state = middle(key, ["b6 k9", "b5 k5"], table="b2 b3 b4")
    state = after(state, "0 pass", "1 play b2 b3 b4 b5", "0 play b2 b3 b4 b5 b6")
    assert (state.result, state.passes) == (None, 0)


@pytest.mark.rule("T37")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hu_twist_ends_at_the_first_who_does_not_play(seats):
    over, events = step(middle("hu-twist", ["k9", "k2", "k5", "k4"][:seats]), "0 pass")
    assert [type(event) for event in events] == [Passed, Ended]
    assert over.result is not None
    assert (over.result.ended, over.result.winner) == ("pool-empty", 1)
    assert tilegame.actors(over) == ()


@pytest.mark.rule("T37")
def test_hu_twist_goes_on_while_each_player_plays():
    state = middle("hu-twist", ["b5 k9", "b6 k2", "b7 k5"], table="b2 b3 b4")
    state = after(state, "0 play b2 b3 b4 b5", "1 play b2 b3 b4 b5 b6")
    assert state.result is None
    over = after(state, "2 pass")
    assert over.result is not None
    assert over.result.winner == 1


@pytest.mark.rule("T37", "T34")
def test_hu_twist_ends_when_time_is_up_at_an_empty_pool():
    over = after(middle("hu-twist", ["b5 k9", "k2"], table="b2 b3 b4"), "0 time b2 b3 b4 / k9")
    assert over.result is not None
    assert (over.result.ended, over.result.winner) == ("pool-empty", 1)


@pytest.mark.rule("T37")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_the_last_tile_drawn_does_not_end_the_game(key):
    state = after(middle(key, ["k9", "b5"], table="b2 b3 b4", pool="k2"), "0 draw")
    assert (state.pool, state.result, state.turn) == ((), None, 1)
    over = after(state, "1 play b2 b3 b4 b5")
    assert over.result is not None
    assert over.result.ended == "out"


@pytest.mark.rule("T37")
@in_a_row
def test_the_one_who_drew_the_last_tile_has_not_passed(key):
    state = after(middle(key, ["k9", "b5"], pool="k2"), "0 draw", "1 pass")
    assert state.result is None
    assert after(state, "0 pass").result is not None


@pytest.mark.rule("T37")
def test_a_full_pool_never_ends_a_game_by_drawing():
    state = middle("hu-twist", ["k9", "b5"], pool="k1 k2 k3 k4 k5")
    assert after(state, "0 draw", "1 draw", "0 draw", "1 draw").result is None
    assert why_not(state, "0 pass") == ["pool-not-empty"]


# Ties


@pytest.mark.rule("T42", "R21")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_a_tie_goes_to_fewer_tiles(key):
    state = middle(key, ["k5 r5", "k1 r9", "k10", "k11"], passes=3)
    over = after(state, "0 pass")
    assert over.result is not None
    assert over.result.winner == 2


@pytest.mark.rule("T42", "R21")
@pytest.mark.parametrize("key", TILE_GAMES)
@pytest.mark.parametrize(("last", "winner"), [(0, 1), (1, 3), (2, 3), (3, 0)])
def test_a_tie_in_tiles_too_goes_to_the_one_who_would_play_next(key, last, winner):
    state = middle(key, ["k10", "r10", "b11", "o10"], turn=last, passes=3)
    over = after(state, f"{last} pass")
    assert over.result is not None
    assert over.result.winner == winner


@pytest.mark.rule("T42", "R21")
def test_the_one_whose_pass_ended_the_game_comes_last_in_a_tie():
    racks = ["k10", "b11", "o12", "r10"]
    won = [after(middle("hu-twist", racks, turn=last), f"{last} pass").result for last in range(4)]
    assert [result.winner for result in won if result] == [3, 3, 3, 0]


@pytest.mark.rule("T42")
def test_the_least_worth_wins_however_many_tiles_it_is():
    over = after(middle("pl-standard", ["k1 r1 b1 o1", "k5", "J"], passes=2), "0 pass")
    assert over.result is not None
    assert over.result.winner == 0


# The end itself


@pytest.mark.rule("T31", "T39")
def test_the_end_tells_everyone_the_same():
    over, events = step(middle("fi-classic", ["k1 k2", "r13 J", "b5"], table="b2 b3 b4", turn=2), "2 play b2 b3 b4 b5")
    assert over.result == Result("out", 2, (-3, -43, 46), (3, 43, 0))
    assert events[-1] == Ended("out", 2, (-3, -43, 46))
    assert over.result.winners == (2,)


@pytest.mark.rule("T31")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_going_out_at_an_empty_pool_is_going_out(key):
    over = after(middle(key, ["b5", "k1"], table="b2 b3 b4", turn=0, passes=1), "0 play b2 b3 b4 b5")
    assert over.result is not None
    assert (over.result.ended, over.result.winner, over.result.scores) == ("out", 0, (1, -1))


def test_nothing_can_be_announced_once_the_game_is_over():
    state = middle("pl-standard", ["b5", "k10 r10"], "b2 b3 b4", "b10 k1", turn=1, opened=(True, False))
    over = after(state, "1 draw", "0 play b2 b3 b4 b5")
    assert why_not(over, "1 announce") == ["game-over"]
    assert over.may_announce == (False, False)

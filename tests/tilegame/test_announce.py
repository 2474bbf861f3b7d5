"""Announcing an opening (T41, R20): who may, when, what clears it, and what it saves."""

import pytest
from msgspec.structs import replace

from meldwise import tilegame
from meldwise.api import new_game, tile_rules
from meldwise.game import Setup
from meldwise.tilegame import State
from meldwise.tilegame.events import Announced
from tests.tilegame.states import OTHERS, POLISH, after, middle, order_of, step, why_not

polish = pytest.mark.parametrize("key", POLISH)

UNOPENED = (False, False, False)


def three(key: str = "pl-standard", pool: str = "o9 o8 o7 o6 o5 o4") -> State:
    return middle(key, ["k10 r10 k1", "r1 r2", "b1 b2"], pool=pool, opened=UNOPENED)


@pytest.mark.rule("T41", "R20")
@polish
def test_a_seat_that_drew_may_announce_at_once(key):
    state = after(three(key), "0 draw")
    announced, events = step(state, "0 announce")
    assert events == [Announced(0)]
    assert announced == replace(state, announced=(True, False, False))


@pytest.mark.rule("R20")
def test_nobody_announces_before_drawing():
    state = three()
    for seat in range(3):
        assert why_not(state, f"{seat} announce") == ["announce-after-drawing"]


@pytest.mark.rule("R20")
def test_a_seat_may_announce_until_its_next_turn_begins():
    state = after(three(), "0 draw")
    assert why_not(state, "0 announce") == []
    state = after(state, "1 draw")
    assert why_not(state, "0 announce") == []
    state = after(state, "2 draw")
    assert state.turn == 0
    assert why_not(state, "0 announce") == ["announce-after-drawing"]
    assert why_not(state, "1 announce") == []


@pytest.mark.rule("R20")
def test_two_players_may_announce_while_the_other_is_in_turn():
    state = middle("pl-standard", ["k10", "r1"], pool="o9 o8 o7 o6", opened=(False, False))
    state = after(state, "0 draw", "0 announce", "1 draw")
    assert why_not(state, "0 announce") == ["announced-already"]
    assert why_not(state, "1 announce") == []
    assert after(state, "1 announce").announced == (True, True)


@pytest.mark.rule("R20")
def test_a_seat_that_has_opened_does_not_announce():
    state = middle("pl-standard", ["k10", "r1"], pool="o9 o8", opened=(True, False))
    assert why_not(after(state, "0 draw"), "0 announce") == ["opened-already"]


@pytest.mark.rule("R20")
def test_a_pass_gives_no_right_to_announce():
    assert why_not(after(three(pool=""), "0 pass"), "0 announce") == ["announce-after-drawing"]


@pytest.mark.rule("R20")
def test_an_announcement_is_made_once():
    assert why_not(after(three(), "0 draw", "0 announce"), "0 announce") == ["announced-already"]


@pytest.mark.rule("T41")
@pytest.mark.parametrize("key", OTHERS)
def test_the_other_books_know_no_announcing(key):
    assert why_not(after(three(key), "0 draw"), "0 announce") == ["no-announcing"]


@pytest.mark.rule("R20")
def test_a_draw_for_lateness_gives_the_right_to_announce_too():
    assert why_not(after(three(), "0 time"), "0 announce") == []


@pytest.mark.rule("R20")
def test_everyone_sees_an_announcement():
    state, events = step(after(three(), "0 draw"), "0 announce")
    for seat in (0, 1, 2, None):
        assert tilegame.view(state, seat).announced == (True, False, False)
        assert [tilegame.seen(event, seat) for event in events] == [Announced(0)]


@pytest.mark.rule("R20")
def test_an_announcement_binds_to_nothing():
    state = middle("pl-standard", ["k10 r10 b10 k1", "r1"], pool="o9 o8 o7 o6", opened=(False, False))
    state = after(state, "0 draw", "0 announce", "1 draw")
    assert state.announced == (True, False)
    assert why_not(state, "0 play k10 r10 b10") == []
    assert why_not(state, "0 draw") == []
    assert after(state, "0 draw").opened == (False, False)


@pytest.mark.rule("R20")
@pytest.mark.parametrize("again", ["0 draw", "0 time"])
def test_the_next_draw_clears_it(again):
    state = after(three(), "0 draw", "0 announce", "1 draw", "2 draw")
    assert state.announced == (True, False, False)
    cleared = after(state, again)
    assert cleared.announced == UNOPENED
    assert why_not(cleared, "0 announce") == []


@pytest.mark.rule("R20")
def test_the_draws_of_others_do_not_clear_it():
    state = after(three(), "0 draw", "0 announce", "1 draw", "1 announce", "2 draw")
    assert state.announced == (True, True, False)


@pytest.mark.rule("R20")
def test_an_opening_leaves_no_announcement_behind():
    state = middle("pl-standard", ["k10 r10 k1", "r1"], pool="b10 o8 o7 o6", opened=(False, False))
    state = after(state, "0 draw", "0 announce", "1 draw", "0 play k10 r10 b10")
    assert (state.announced, state.opened) == ((False, False), (True, False))


# What it saves, through a whole game: seat 0 goes out with four elevens, seat 1 has not opened.


def scores(held: str, drawn: str, *lines: str, key: str = "pl-standard") -> tuple[int, ...]:
    """Play: seat 0 draws its fourth eleven, seat 1 draws *drawn*, then *lines*, then seat 0 goes out."""
    rules = tile_rules(f"{key}+rack_size=3")
    game = new_game(rules, 2, setup=Setup(order_of(rules, f"k11 r11 b11 {held} o11 {drawn} o13 k2")))
    for line in ("0 draw", "1 draw", *lines, "0 play k11 r11 b11 o11"):
        game.apply(tilegame.read_action(line, rules))
    assert game.result is not None
    return game.result.scores


@pytest.mark.rule("T40", "T41")
@polish
def test_an_opening_held_back_costs_two_hundred(key):
    assert scores("k10 r10 k1", "b10", key=key) == (200, -200)


@pytest.mark.rule("T41")
@polish
def test_an_announced_opening_costs_one_hundred(key):
    assert scores("k10 r10 k1", "b10", "1 announce", key=key) == (100, -100)


@pytest.mark.rule("T41")
@pytest.mark.parametrize(("held", "drawn"), [("k10 r10 b10", "k1"), ("k10 r10 b10", "o10"), ("k10 r10 b10", "b10")])
def test_announcing_saves_nothing_where_the_rack_could_open_without_the_drawn_tile(held, drawn):
    assert scores(held, drawn, "1 announce") == (200, -200)


@pytest.mark.rule("T40")
def test_a_rack_that_cannot_open_costs_one_hundred_announced_or_not():
    assert scores("k10 r10 k1", "b9") == scores("k10 r10 k1", "b9", "1 announce") == (100, -100)


@pytest.mark.rule("T41", "R20")
@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        (["1 draw", "0 play b2 b3 b4 b5"], 200),
        (["1 draw", "1 announce", "0 play b2 b3 b4 b5"], 100),
        (["1 draw", "1 announce", "0 draw", "1 draw", "0 play b2 b3 b4 b5 b6"], 200),
        (["1 draw", "1 announce", "0 draw", "1 time", "0 play b2 b3 b4 b5 b6"], 200),
        (["1 draw", "0 draw", "1 draw", "1 announce", "0 play b2 b3 b4 b5 b6"], 200),
    ],
    ids=["unannounced", "announced", "then drew", "then was late", "announced a draw too late"],
)
def test_only_an_announcement_of_the_last_drawn_tile_is_a_shelter(lines, lost):
    racks, pool = ["b5", "k10 r10 k1"], "b10 b6 k2 b7"
    over = after(middle("pl-standard", racks, "b2 b3 b4", pool, turn=1, opened=(True, False)), *lines)
    assert over.result is not None
    assert over.result.scores == (lost, -lost)


@pytest.mark.rule("T41", "R20")
@pytest.mark.parametrize(("again", "lost"), [([], 200), (["1 announce"], 100)])
def test_an_announcement_does_not_shelter_the_tile_drawn_after_it(again, lost):
    state = middle("pl-standard", ["b5", "k10 r10 k1"], "b2 b3 b4", "b9 b6 b10 b7", turn=1, opened=(True, False))
    over = after(state, "1 draw", "1 announce", "0 draw", "1 draw", *again, "0 play b2 b3 b4 b5 b6")
    assert over.result is not None
    assert over.result.scores == (lost, -lost)

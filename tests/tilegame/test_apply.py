"""How a turn goes: playing, drawing, passing, the clock, and what is refused (T25-T27, T31, T33-T35)."""

from collections import Counter

import pytest

import meldwise
from meldwise import tilegame
from meldwise.api import tile_rules
from meldwise.errors import IllegalAction
from meldwise.game import to_bytes
from meldwise.notation import parse_table, parse_tiles, write_table, write_tiles
from meldwise.tilegame.events import Drew, Ended, Passed, Played
from tests.tilegame.states import TILE_GAMES, after, middle, rack, step, why_not

LATE = {"fi-classic": 3, "hu-twist": 3, "sk-twist": 3, "pl-standard": 1, "pl-expert": 1, "pl-twist": 1}

all_rulesets = pytest.mark.parametrize("key", TILE_GAMES)


# Drawing


@pytest.mark.rule("T27")
@all_rulesets
def test_drawing_takes_the_next_tile_of_the_pool_and_ends_the_turn(key):
    state = middle(key, ["k1", "r1"], pool="b9 b8 b7")
    moved, events = step(state, "0 draw")
    assert events == [Drew(0, 1, parse_tiles("b9", state.rules), False)]
    assert (rack(moved, 0), rack(moved, 1), write_tiles(moved.pool)) == ("k1 b9", "r1", "b8 b7")
    assert moved.turn == 1


@pytest.mark.rule("T27")
def test_a_drawn_tile_is_not_played_in_the_same_turn():
    state = after(middle("pl-standard", ["b5", "r1"], table="b2 b3 b4", pool="b6"), "0 draw")
    assert why_not(state, "0 play b2 b3 b4 b5 b6") == ["not-your-turn"]


@pytest.mark.rule("T27")
def test_one_who_could_play_may_draw_instead():
    state = middle("pl-standard", ["b5", "r1"], table="b2 b3 b4", pool="k13")
    assert why_not(state, "0 play b2 b3 b4 b5") == []
    assert rack(after(state, "0 draw"), 0) == "k13 b5"


@pytest.mark.rule("T26")
@all_rulesets
def test_nobody_has_to_open_when_able_to(key):
    state = middle(key, ["k11 r11 b11 o1", "r1"], pool="k13", opened=(False, True))
    assert why_not(state, "0 play k11 r11 b11") == []
    moved = after(state, "0 draw")
    assert moved.opened == (False, True)
    assert len(moved.racks[0]) == 5


# Playing


@pytest.mark.rule("T27")
@pytest.mark.parametrize("to", ["b2 b3 b4 / k5 r5 b5", "k5 b5 r5 / b2 b3 b4"])
def test_a_play_lays_at_least_one_tile_of_the_rack(to):
    state = middle("pl-standard", ["b6", "r1"], table="b2 b3 b4 / k5 r5 b5", pool="k13")
    assert why_not(state, f"0 play {to}") == ["nothing-played"]


@pytest.mark.rule("T27")
def test_rearranging_alone_is_no_play():
    state = middle("pl-standard", ["k13", "r1"], table="b2 b3 b4 / b5 b6 b7", pool="k12")
    assert why_not(state, "0 play b2 b3 b4 b5 b6 b7") == ["nothing-played"]


@pytest.mark.rule("T27")
def test_a_play_moves_tiles_from_the_rack_to_the_table_and_ends_the_turn():
    state = middle("pl-standard", ["b5 b6 k1", "r1"], table="b2 b3 b4", pool="k13")
    moved, events = step(state, "0 play b2 b3 b4 b5 b6")
    table = parse_table("b2 b3 b4 b5 b6", state.rules)
    assert events == [Played(0, parse_tiles("b5 b6", state.rules), table, False, 0, 1)]
    assert (rack(moved, 0), moved.table, moved.pool) == ("k1", table, state.pool)
    assert moved.turn == 1


@pytest.mark.rule("T25")
def test_before_the_opening_a_set_on_the_table_is_not_even_added_to():
    state = middle("pl-standard", ["b5 k1", "r1"], table="b2 b3 b4", opened=(False, True))
    assert why_not(state, "0 play b2 b3 b4 b5") == ["table-touched"]


@pytest.mark.rule("T25")
@all_rulesets
def test_on_the_opening_turn_the_table_stays_as_it_lies(key):
    state = middle(key, ["k11 r11 b11 b5 o1", "r1"], table="b2 b3 b4", opened=(False, True))
    assert why_not(state, "0 play b2 b3 b4 b5 / k11 r11 b11") == ["table-touched"]
    assert why_not(state, "0 play b2 b3 b4 / k11 r11 b11") == []


@pytest.mark.rule("T25")
def test_the_turn_after_the_opening_may_touch_the_table():
    state = middle("pl-standard", ["k11 r11 b11 b5 o1", "r1"], table="b2 b3 b4", pool="k1", opened=(False, False))
    opened, events = step(state, "0 play b2 b3 b4 / k11 r11 b11")
    assert (events[0].opened, events[0].points, opened.opened) == (True, 33, (True, False))
    moved, events = step(after(opened, "1 draw"), "0 play b2 b3 b4 b5 / k11 r11 b11")
    assert write_table(moved.table) == "b2 b3 b4 b5 / k11 r11 b11"
    assert (events[0].opened, events[0].points) == (False, 0)


@pytest.mark.rule("T25", "T31")
@all_rulesets
def test_a_player_may_go_out_with_the_opening(key):
    state = middle(key, ["k11 r11 b11", "r1 r2"], pool="k13", opened=(False, True))
    moved = after(state, "0 play k11 r11 b11")
    assert moved.result is not None
    assert (moved.result.ended, moved.result.winner) == ("out", 0)


@pytest.mark.rule("T31")
@all_rulesets
def test_emptying_the_rack_by_a_play_ends_the_game_at_once(key):
    state = middle(key, ["b5", "r1 r2", "k4"], table="b2 b3 b4", pool="k13")
    moved, events = step(state, "0 play b2 b3 b4 b5")
    assert [type(event) for event in events] == [Played, Ended]
    assert moved.result is not None
    assert (moved.result.ended, moved.result.winner) == ("out", 0)
    assert tilegame.result(moved) == moved.result
    assert tilegame.actors(moved) == ()
    for line in ("0 draw", "1 draw", "1 pass", "1 announce", "1 play b2 b3 b4 b5", "1 time"):
        assert why_not(moved, line) == ["game-over"]


@pytest.mark.rule("T31")
def test_one_tile_left_is_not_out():
    state = after(middle("pl-standard", ["b5 k1", "r1"], table="b2 b3 b4", pool="k13"), "0 play b2 b3 b4 b5")
    assert state.result is None
    assert tilegame.actors(state) == (1,)


def test_the_opening_counts_only_the_new_sets_even_where_a_group_lies_in_another_order():
    state = middle("pl-standard", ["k11 r11 b11 o1", "r1"], table="k13 r13 b13", opened=(False, True))
    _, events = step(state, "0 play b13 k13 r13 / k11 r11 b11")
    assert (events[0].tiles, events[0].points) == (parse_tiles("k11 r11 b11", state.rules), 33)


# Refusing


def test_passing_is_for_an_empty_pool():
    assert why_not(middle("pl-standard", ["k1", "r1"], pool="k13"), "0 pass") == ["pool-not-empty"]
    assert why_not(middle("pl-standard", ["k1", "r1"]), "0 pass") == []


def test_nobody_draws_from_an_empty_pool():
    assert why_not(middle("pl-standard", ["k1", "r1"]), "0 draw") == ["pool-empty"]


@pytest.mark.rule("T6")
@pytest.mark.parametrize("line", ["1 draw", "1 pass", "1 play b2 b3 b4 b5", "1 time b2 b3 b4 b5", "2 draw"])
def test_only_the_seat_in_turn_acts(line):
    state = middle("pl-standard", ["b5 k1", "b5 r1", "b1"], table="b2 b3 b4", pool="k13")
    assert why_not(state, line) == ["not-your-turn"]


@pytest.mark.parametrize("seat", [-1, 2, 9])
@pytest.mark.parametrize("kind", [tilegame.Draw, tilegame.Pass, tilegame.Announce])
def test_a_seat_nobody_sits_on_is_refused(kind, seat):
    state = middle("pl-standard", ["b5 k1", "b5 r1"], pool="k13")
    assert [reason.code for reason in tilegame.judge(state, kind(seat))] == ["no-such-seat"]


def test_a_refused_action_leaves_everything_as_it_was():
    game = meldwise.new_game("pl-standard", 2, seed=4, starter=0)
    before, told = to_bytes(game.state), list(game.events)
    hand = game.state.racks[0]
    for action in (tilegame.Play(0, (hand[:3],)), tilegame.Draw(1), tilegame.Pass(0), tilegame.Announce(0)):
        with pytest.raises(IllegalAction) as refused:
            game.apply(action)
        assert refused.value.reasons
        assert refused.value.code == refused.value.reasons[0].code
    assert to_bytes(game.state) == before
    assert (game.events, game.actions) == (told, [])


def test_a_refused_play_gives_every_reason():
    state = middle("pl-standard", ["b5 k1", "r1"], table="b2 b3 b4", pool="k13")
    assert why_not(state, "0 play b3 b4 b5 o9") == ["tile-not-yours", "tile-gone", "invalid-set"]


def test_a_whole_game_conserves_its_tiles():
    game = meldwise.new_game("pl-twist", 3, seed="conserve")
    while game.state.pool:
        seat = game.actors[0]
        game.apply(tilegame.TimeUp(seat, ()) if len(game.actions) % 3 else tilegame.Draw(seat))
        held = [tile for tiles in (*game.state.racks, *game.state.table, game.state.pool) for tile in tiles]
        assert Counter(held) == game.rules.box.counts


# The clock


@pytest.mark.rule("T33")
@all_rulesets
def test_a_turn_lasts_sixty_seconds_unless_the_host_says_otherwise(key):
    assert tile_rules(key).turn_seconds == 60
    assert tile_rules(f"{key}+turn_seconds=90").turn_seconds == 90
    assert tile_rules(f"{key}+turn_seconds=0").turn_seconds == 0


@pytest.mark.rule("T34")
@all_rulesets
def test_when_time_is_up_everything_goes_back_and_the_penalty_is_drawn(key):
    state = middle(key, ["b5 k1", "r1"], table="b2 b3 b4", pool="o9 o8 o7 o6 o5")
    moved, events = step(state, "0 time b2 b3 b4 b5 / k1")
    count = LATE[key]
    assert events == [Drew(0, count, state.pool[:count], True)]
    assert moved.table == state.table
    assert Counter(moved.racks[0]) == Counter([*state.racks[0], *state.pool[:count]])
    assert moved.pool == state.pool[count:]
    assert (moved.turn, moved.opened, moved.result) == (1, (True, True), None)


@pytest.mark.rule("T34")
@pytest.mark.parametrize("lying", ["b2 b3 b4", "", "b2 b3 b4 / b2 b3 b4", "b3 b4 b5", "b2 b3 b4 o9"])
def test_a_table_that_is_no_legal_end_of_turn_costs_the_penalty(lying):
    state = middle("hu-twist", ["b5 k1", "r1"], table="b2 b3 b4", pool="o9 o8 o7 o6 o5")
    moved, events = step(state, f"0 time {lying}")
    assert [type(event) for event in events] == [Drew]
    assert (moved.table, len(moved.racks[0])) == (state.table, 5)


@pytest.mark.rule("T34")
@pytest.mark.parametrize(("pool", "drawn"), [("o9", 1), ("o9 o8", 2), ("o9 o8 o7", 3)])
def test_a_small_pool_gives_what_it_has(pool, drawn):
    moved, events = step(middle("sk-twist", ["b5", "r1"], pool=pool), "0 time")
    assert (events[0].count, len(moved.racks[0]), moved.pool) == (drawn, 1 + drawn, ())
    assert moved.result is None
    assert moved.turn == 1


@pytest.mark.rule("T34")
@pytest.mark.parametrize("key", ["fi-classic", "pl-standard", "pl-expert", "pl-twist", "sk-twist"])
def test_at_an_empty_pool_time_up_is_a_pass(key):
    state = middle(key, ["b5", "r1"], table="b2 b3 b4")
    moved, events = step(state, "0 time")
    assert events == [Passed(0)]
    assert (moved.racks, moved.table, moved.passes, moved.turn) == (state.racks, state.table, 1, 1)
    over, events = step(moved, "1 time b2 b3 b4")
    assert [type(event) for event in events] == [Passed, Ended]
    assert over.result is not None
    assert over.result.ended == "pool-empty"


@pytest.mark.rule("T35", "R17")
@all_rulesets
def test_a_legal_table_as_it_lies_is_finished_without_penalty(key):
    state = middle(key, ["b5 k1", "r1"], table="b2 b3 b4", pool="o9 o8 o7 o6")
    moved, events = step(state, "0 time b2 b3 b4 b5")
    assert [type(event) for event in events] == [Played]
    assert (rack(moved, 0), write_table(moved.table), moved.pool) == ("k1", "b2 b3 b4 b5", state.pool)
    assert moved == after(state, "0 play b2 b3 b4 b5")


@pytest.mark.rule("T35", "R17")
@all_rulesets
def test_finished_sets_beside_an_unfinished_one_do_not_stay(key):
    state = middle(key, ["b5 k8 r8 b8 k1", "r1"], table="b2 b3 b4", pool="o9 o8 o7 o6")
    moved, _ = step(state, "0 time b2 b3 b4 / k8 r8 b8 / k1")
    assert write_table(moved.table) == "b2 b3 b4"
    assert len(moved.racks[0]) == 5 + LATE[key]


@pytest.mark.rule("T35")
def test_an_opening_lying_when_time_is_up_counts_and_one_too_low_does_not():
    state = middle("pl-standard", ["k10 r10 b10 k9 r9 b9", "r1"], pool="o9 o8", opened=(False, False))
    high, _ = step(state, "0 time k10 r10 b10")
    assert (high.opened, len(high.racks[0])) == ((True, False), 3)
    low, _ = step(state, "0 time k9 r9 b9")
    assert (low.opened, len(low.racks[0]), low.table) == ((False, False), 7, ())


@pytest.mark.rule("T35", "T31")
def test_a_table_lying_complete_when_time_is_up_goes_out():
    moved, events = step(middle("sk-twist", ["b5", "r1"], table="b2 b3 b4", pool="o9"), "0 time b2 b3 b4 b5")
    assert [type(event) for event in events] == [Played, Ended]
    assert moved.result is not None
    assert moved.result.winner == 0


@pytest.mark.rule("T35")
def test_at_an_empty_pool_a_legal_table_is_finished_and_is_no_pass():
    moved = after(middle("hu-twist", ["b5 k1", "r1"], table="b2 b3 b4"), "0 time b2 b3 b4 b5")
    assert (moved.result, moved.passes, write_table(moved.table)) == (None, 0, "b2 b3 b4 b5")

"""Is this table a legal end of a turn? (T22-T31, R13, R14; what jokers may stand for, T11)"""

import pytest

import meldwise
from tests.tilegame.states import TILE_GAMES, TWIST, after, middle, rack, step, why_not


def codes(table: str, rack: str, to: str, rules: str, opened: bool = True) -> list[str]:
    return [reason.code for reason in meldwise.judge(table, rack, to, rules, opened)]


def opening(rack: str, to: str, rules: str, table: str = "") -> list[str]:
    return codes(table, rack, to, rules, opened=False)


# The opening


@pytest.mark.rule("T23")
@pytest.mark.parametrize("to", ["r9 r10 r11", "k10 r10 b10", "r1 r2 r3 / k8 r8 b8"])
def test_thirty_points_open_everywhere_but_in_fi_classic(to):
    laid = to.replace("/", "")
    for rules in TILE_GAMES:
        assert opening(laid, to, rules) == (["opening-too-low"] if rules == "fi-classic" else [])


@pytest.mark.rule("T23")
def test_one_point_less_is_too_low_and_one_more_is_enough_everywhere():
    for rules in TILE_GAMES:
        assert opening("r2 r3 r4 k5 r5 b5 o5", "r2 r3 r4 / k5 r5 b5 o5", rules) == ["opening-too-low"]  # 29
        assert opening("r10 r11 r12", "r10 r11 r12", rules) == []  # 33
        assert opening("r1 r2 r3 r4 k7 r7 b7", "r1 r2 r3 r4 / k7 r7 b7", rules) == []  # 31


@pytest.mark.rule("T23")
def test_a_low_opening_is_told_its_points():
    (reason,) = meldwise.judge("", "r8 r9 r10", "r8 r9 r10", "pl-standard", opened=False)
    assert (reason.code, reason.rules) == ("opening-too-low", ("T23",))
    assert reason.facts == {"points": 27, "needed": 30, "missing": 3}
    (reason,) = meldwise.judge("", "r9 r10 r11", "r9 r10 r11", "fi-classic", opened=False)
    assert reason.facts == {"points": 30, "needed": 31, "missing": 1}


@pytest.mark.rule("T23", "R13")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_several_sets_add_up_to_one_opening_beside_what_lies_there(rules):
    table = "b1 b2 b3 / k4 r4 o4"
    laid = "r1 r2 r3 / k9 b9 o9"
    assert opening("r1 r2 r3 k9 b9 o9", f"{table} / {laid}", rules, table) == []
    assert opening("r1 r2 r3 k9 b9 o9", f"{laid} / k4 r4 o4 / b1 b2 b3", rules, table) == []  # in any order


@pytest.mark.rule("T23", "T25")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_only_the_new_sets_count_for_an_opening(rules):
    table = "b10 b11 b12 / k10 r10 o10"
    assert opening("r1 r2 r3", f"{table} / r1 r2 r3", rules, table) == ["opening-too-low"]


@pytest.mark.rule("T23")
def test_a_house_rule_raises_the_opening():
    rules = "pl-standard+opening_points=50"
    assert opening("r9 r10 r11", "r9 r10 r11", rules) == ["opening-too-low"]
    assert opening("r9 r10 r11 k7 b7 o7", "r9 r10 r11 / k7 b7 o7", rules) == []


@pytest.mark.rule("T24")
@pytest.mark.parametrize(
    ("rules", "to", "points"),
    [
        ("pl-standard", "r9 J r11", 30),  # the joker counts the 10 it stands for
        ("pl-standard", "r8 J r10", 27),
        ("pl-standard", "J k10 r10", 30),
        ("fi-classic", "r10 J r12", 33),
        ("pl-expert", "b9 Jb b11", 30),
        ("pl-expert", "Jb b10 b11", 30),
        ("pl-expert", "Jb Jr k9", 27),
        ("hu-twist", "b7 D b10", 34),  # a double joker counts both numbers
        ("hu-twist", "b5 D b8", 26),
        ("hu-twist", "b7 r7 D", 28),
        ("hu-twist", "b8 r8 D", 32),
        ("hu-twist", "b9 C r11", 30),  # a colour-change joker its number
        ("hu-twist", "b8 b9 C", 27),
        ("hu-twist", "b6 r6 M r6 b6", 30),  # the mirror the number in the middle
        ("pl-twist", "b6 r6 M r6 b6", 30),
        ("sk-twist", "b6 r6 M r6 b6", 24),  # but nothing in sk-twist
        ("hu-twist", "b5 b6 M b6 b5", 29),
        ("hu-twist", "b3 J b5 M b5 b4 b3", 30),
        ("sk-twist", "b3 J b5 M b5 b4 b3", 24),
        ("sk-twist", "b4 J b6 M b6 J b4", 30),
        ("hu-twist", "b10 M b10", 31),
        ("sk-twist", "b13 M b13", 26),
    ],
)
def test_a_joker_counts_what_it_stands_for(rules, to, points):
    needed = 31 if rules == "fi-classic" else 30
    reasons = meldwise.judge("", to, to, rules, opened=False)
    if points >= needed:
        assert reasons == []
    else:
        (reason,) = reasons
        assert (reason.code, reason.facts["points"]) == ("opening-too-low", points)


@pytest.mark.rule("T11", "T23", "R6")
@pytest.mark.parametrize(
    ("to", "points"),
    [
        ("J J r10", 30),  # a group of tens; the run would be worth 27
        ("J J r9", 27),
        ("r9 J J", 30),  # a run to eleven; the group would be worth 27
        ("J r9 J", 27),
    ],
)
def test_for_an_opening_the_reading_worth_most_counts(to, points):
    wanted = [] if points >= 30 else ["opening-too-low"]
    assert opening(to, to, "pl-standard") == wanted


@pytest.mark.rule("T25")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 b4 b5", "b6", "b3 b4 b5 b6"),  # added to
        ("b3 b4 b5", "b6 r10 r11 r12", "b3 b4 b5 b6 / r10 r11 r12"),  # added to with an opening
        ("k8 r8 b8", "o8 r10 r11 r12", "k8 r8 b8 o8 / r10 r11 r12"),
        ("b3 b4 b5 b6", "r6 k6 r10 r11 r12", "b3 b4 b5 / b6 r6 k6 / r10 r11 r12"),  # taken from
        ("b9 b10 b11 b12", "b11 b13 b10", "b9 b10 b11 / b10 b11 b12 b13"),  # split
        ("b3 b4 b5 / b6 b7 b8", "r10 r11 r12", "b3 b4 b5 b6 b7 b8 / r10 r11 r12"),  # joined
    ],
)
def test_before_and_with_the_opening_no_set_on_the_table_is_touched(table, rack, to, rules):
    assert opening(rack, to, rules, table) == ["table-touched"]


@pytest.mark.rule("T25")
def test_a_joker_is_not_exchanged_with_the_opening():
    table, rack = "r7 k7 J", "b7 r10 r11 r12 o1 o2"
    for rules in ("fi-classic", "pl-standard", "hu-twist"):
        assert opening(rack, "r7 k7 b7 / r10 r11 r12 / o1 o2 J", rules, table) == ["table-touched"]
        assert codes(table, rack, "r7 k7 b7 / r10 r11 r12 / o1 o2 J", rules) == []


@pytest.mark.rule("T25")
@pytest.mark.parametrize(
    ("table", "moved", "free"),
    [
        ("k8 r8 b8", "b8 k8 r8", True),  # the order of a group does not matter
        ("k8 J b8", "J k8 b8", True),
        ("b8 r8 D", "D b8 r8", True),
        ("J b4 b5", "b4 b5 J", False),  # this joker stands for another tile now
        ("b3 r3 M r3 b3", "r3 b3 M b3 r3", False),  # around a mirror the order matters
    ],
)
def test_the_order_in_which_a_group_lies_is_free_even_before_the_opening(table, moved, free):
    wanted = [] if free else ["table-touched"]
    assert opening("r10 r11 r12", f"r10 r11 r12 / {moved}", "hu-twist", table) == wanted


@pytest.mark.rule("T25")
def test_equal_sets_are_told_apart_by_number_only():
    table, rack = "r10 r11 r12", "r10 r11 r12"
    assert opening(rack, "r10 r11 r12 / r10 r11 r12", "pl-standard", table) == []
    assert opening(rack, "r10 r11 r12", "pl-standard", table) == ["nothing-played"]


@pytest.mark.rule("T25", "T31")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_a_player_may_go_out_with_the_opening(rules):
    state = middle(rules, ["r10 r11 r12", "k1 k2"], opened=(False, False), pool="b1 b2")
    ended = after(state, "0 play r10 r11 r12")
    assert ended.result is not None
    assert (ended.result.ended, ended.result.winner) == ("out", 0)


@pytest.mark.rule("T26")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_nobody_has_to_open(rules):
    state = middle(rules, ["r10 r11 r12", "k1 k2"], opened=(False, False), pool="b1 b2")
    assert why_not(state, "0 draw") == []
    drawn = after(state, "0 draw")
    assert rack(drawn, 0) == "r10 r11 r12 b1"
    assert drawn.opened == (False, False)


# A turn


@pytest.mark.rule("T27")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_a_play_lays_at_least_one_tile_from_the_rack(rules):
    table = "b3 b4 b5 b6 b7 b8 / k7 r7 o7"
    assert codes(table, "k1", table, rules) == ["nothing-played"]
    assert codes(table, "k1", "b3 b4 b5 / b6 b7 b8 / k7 r7 o7", rules) == ["nothing-played"]  # moving alone is no play
    assert opening("k1", table, rules, table) == ["nothing-played"]


@pytest.mark.rule("T27")
def test_a_joker_freed_from_the_table_alone_is_not_played_from_the_rack():
    table = "k1 k2 J / r1 b1 o1 / r2 b2 o2 / o8 o9 o10"
    freed = "k1 r1 b1 o1 / k2 r2 b2 o2 / o8 o9 o10 J"
    assert codes(table, "r5", freed, "pl-standard") == ["nothing-played"]
    assert codes(table, "o11", f"{freed.removesuffix(' J')} o11 J", "pl-standard") == []


@pytest.mark.rule("T27")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_declining_to_play_is_allowed_and_a_drawn_tile_waits_for_the_next_turn(rules):
    state = middle(rules, ["b6 k1", "r1 r2"], table="b3 b4 b5", pool="b7 o9")
    assert why_not(state, "0 draw") == []  # although b6 could be laid
    drawn, _ = step(state, "0 draw")
    assert (rack(drawn, 0), drawn.turn, len(drawn.pool)) == ("k1 b6 b7", 1, 1)
    assert why_not(drawn, "0 play b3 b4 b5 b6 b7") == ["not-your-turn"]


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b4 b5 b6", "b3", "b3 b4 b5 b6"),  # extended
        ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 / r6 r7 r8"),  # split
        ("b3 b4 b5 / b7 b8 b9", "b6", "b3 b4 b5 b6 b7 b8 b9"),  # joined
        ("k4 r4 b4 o4", "b3 b5 b6", "k4 r4 o4 / b3 b4 b5 b6"),  # taken from
        ("b4 b5 b6", "k7 r7 o7", "b4 b5 b6 / k7 r7 o7"),  # a new set, of any worth
        ("", "b1 b2 b3", "b1 b2 b3"),
        ("k3 r3 b3 / k4 r4 b4 / k5 r5 b5", "k6", "k3 k4 k5 k6 / r3 r4 r5 / b3 b4 b5"),  # rearranged
    ],
)
def test_sets_are_extended_split_joined_and_rearranged_freely(table, rack, to, rules):
    assert codes(table, rack, to, rules) == []


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("r4 r5 r6", "r8", "r4 r5 r6 r8"),
        ("r4 r5 r6", "b9", "r4 r5 r6 / b9"),  # a tile left single
        ("r4 r5 r6 r7", "k7 b7", "r4 r5 / r6 / r7 k7 b7"),
        ("r4 r5 r6", "r7 r8", "r4 r5 / r6 r7 r8"),  # two tiles left over
        ("r4 r5 r6", "r7 r8", "r6 r7 r8 / r4 r5"),
        ("", "k7 r7 b7 o1 o2 o4", "k7 r7 b7 / o1 o2 o4"),
    ],
)
def test_at_the_end_every_tile_lies_in_a_valid_set(table, rack, to, rules):
    found = codes(table, rack, to, rules)
    assert found
    assert set(found) == {"invalid-set"}


@pytest.mark.rule("T28")
def test_an_invalid_set_is_named_with_what_is_wrong_in_it():
    (reason,) = meldwise.judge("r4 r5 r6", "r8", "r4 r5 r6 r8", "pl-standard")
    assert reason.rules == ("T28", "T8")
    assert reason.facts["set"] == "r4 r5 r6 r8"
    assert reason.facts["why"]["code"] == "not-consecutive"


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("opened", [True, False])
def test_no_tile_that_lay_on_the_table_goes_or_comes_back_to_a_rack(rules, opened):
    assert "tile-gone" in codes("b3 b4 b5 b6", "r10 r11 r12", "b3 b4 b5 / r10 r11 r12", rules, opened)
    assert "tile-gone" in codes("b3 b4 b5", "r10 r11 r12", "r10 r11 r12", rules, opened)
    assert "tile-gone" in codes("b3 b4 b5 / b3 b4 b5", "r10 r11 r12", "b3 b4 b5 / r10 r11 r12", rules, opened)


@pytest.mark.rule("T28")
def test_a_joker_is_not_taken_home_for_a_tile():
    assert codes("b3 J b5", "b4", "b3 b4 b5", "pl-standard") == ["tile-gone"]
    assert codes("b3 r3 D", "o3 k3", "b3 r3 o3 k3", "hu-twist") == ["tile-gone"]


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("rack", ["r11 r12", "r10 r11", "b3 r12"])
def test_what_is_laid_was_on_the_rack(rules, opened, rack):
    assert "tile-not-yours" in codes("b3 b4 b5", rack, "b3 b4 b5 / r10 r11 r12", rules, opened)


@pytest.mark.rule("T28")
def test_one_tile_on_the_rack_is_not_laid_twice():
    assert codes("", "k5 r5 b5 o5", "k5 r5 b5 / o5 r5 b5", "pl-standard") == ["tile-not-yours"]
    (reason,) = meldwise.judge("", "k5 r5 b5 o5", "k5 r5 b5 / o5 r5 b5", "pl-standard")
    assert reason.facts == {"tiles": "r5 b5"}


@pytest.mark.rule("T28")
def test_which_of_two_equal_tiles_came_from_the_rack_never_matters():
    table, to = "r6 r7 r8 / k6 b6 o6", "r4 r5 r6 / r6 r7 r8 / k6 b6 o6"
    assert codes(table, "r4 r5 r6", to, "pl-standard") == []
    assert codes(table, "r4 r5 r6", "r4 r5 r6 r7 r8 / r6 k6 b6 o6", "pl-standard") == []


@pytest.mark.rule("T11", "T12", "R6")
def test_a_joker_may_stand_for_a_tile_both_copies_of_which_lie_on_the_table():
    table = "b4 k4 r4 / b4 r4 o4"
    for rules in ("fi-classic", "pl-standard", "hu-twist"):
        assert codes(table, "b3 J b5", f"{table} / b3 J b5", rules) == []


# Sets with jokers


@pytest.mark.rule("T29", "T30", "R14")
@pytest.mark.parametrize(
    ("rules", "table", "rack", "to"),
    [
        ("pl-standard", "r7 k7 J", "b7 o1 o2", "r7 k7 b7 / o1 o2 J"),
        ("pl-standard", "r7 k7 J", "o7 o1 o2", "r7 k7 o7 / o1 o2 J"),  # either missing colour
        ("pl-standard", "r7 k7 J / b7 b8 b9 b10", "o1 o2", "r7 k7 b7 / b8 b9 b10 / o1 o2 J"),  # by a table tile
        ("pl-standard", "J r5 r6 r7 / k9 k10 k11", "k12", "r5 r6 r7 / k9 k10 k11 k12 J"),  # into an old set
        ("pl-standard", "b3 J b5", "b4", "b3 b4 b5 J"),  # into the same set
        ("pl-standard", "b3 J b5", "b4", "J b3 b4 b5"),
        ("pl-standard", "b3 J b5 / k5 r5 o5", "k3 r3 b6 b7", "b3 k3 r3 / b5 k5 r5 o5 / J b6 b7"),  # by rearranging
        ("pl-expert", "r10 o10 Jb", "k10 b1 b2", "r10 o10 k10 / b1 b2 Jb"),
        ("hu-twist", "b3 r3 D", "o3 k1 k4", "b3 r3 o3 / k1 D k4"),  # one tile may free a double joker
        ("hu-twist", "b3 r3 D", "o3 k3 k1 k4", "b3 r3 o3 k3 / k1 D k4"),  # or both
        ("hu-twist", "b2 b3 b4 D", "k1 k4", "b2 b3 b4 / k1 D k4"),  # or rearranging
        ("hu-twist", "b3 b4 C", "b5 k5 r7", "b3 b4 b5 / k5 C r7"),  # a tile may free a colour-change joker
        ("hu-twist", "b3 r3 M r3 b3", "k3 o3 k7 k7", "b3 r3 k3 / b3 r3 o3 / k7 M k7"),  # the mirror is freed too
        ("sk-twist", "b3 r3 D", "J k1 k4", "b3 r3 J / k1 D k4"),  # by another joker (R7, R14)
    ],
)
def test_only_the_table_at_the_end_of_the_turn_is_judged(rules, table, rack, to):
    assert codes(table, rack, to, rules) == []


@pytest.mark.rule("T29")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 b4 b5 J", "b2 k6 r6", "b2 b3 b4 b5 / k6 r6 J"),  # the joker leaves
        ("J b5 b6 b7", "k7 r7", "J b5 b6 / b7 k7 r7"),  # a tile leaves
        ("b3 b4 J b6 b7", "b2 b8", "b2 b3 b4 / J b6 b7 b8"),  # split at the joker
    ],
)
def test_sets_with_jokers_are_manipulated_like_any_other_except_in_fi_classic(table, rack, to):
    for rules in ("pl-standard", *TWIST):
        assert codes(table, rack, to, rules) == []
    assert len(codes(table, rack, to, "fi-classic")) == 1


@pytest.mark.rule("T30", "R14")
def test_a_freed_joker_is_laid_again_in_the_same_turn():
    assert codes("b3 J b5", "b4 o1 o2", "b3 b4 b5 / o1 o2 J", "pl-standard") == []
    assert codes("b3 J b5", "b4 o1 o2", "b3 b4 b5", "pl-standard") == ["tile-gone"]
    assert "invalid-set" in codes("b3 J b5", "b4 o1 o2", "b3 b4 b5 / o1 J", "pl-standard")


@pytest.mark.rule("T22")
@pytest.mark.parametrize("rules", TWIST)
def test_what_joins_one_side_of_a_mirror_joins_the_other_in_the_same_turn(rules):
    table = "b2 b3 M b3 b2"
    assert codes(table, "b1 b1", "b1 b2 b3 M b3 b2 b1", rules) == []
    assert codes(table, "b1 b1", "b1 b2 b3 M b3 b2", rules) == ["invalid-set"]
    assert codes(table, "b1 b1", "b2 b3 M b3 b2 b1", rules) == ["invalid-set"]
    assert codes("b3 r3 M r3 b3", "k3 k3", "b3 r3 k3 M k3 r3 b3", rules) == []
    assert codes("b3 r3 M r3 b3", "k3 k3", "b3 r3 k3 M r3 b3", rules) == ["invalid-set"]


@pytest.mark.rule("T22")
@pytest.mark.parametrize("rules", TWIST)
def test_what_leaves_one_side_of_a_mirror_leaves_the_other_in_the_same_turn(rules):
    table, rack = "b1 b2 b3 M b3 b2 b1", "r1 k1 o1 r1"
    assert codes(table, rack, "b2 b3 M b3 b2 / b1 r1 k1 / b1 o1 r1", rules) == []
    assert codes(table, rack, "b2 b3 M b3 b2 b1 / b1 r1 k1", rules) == ["invalid-set"]


@pytest.mark.rule("T31")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_the_game_ends_at_once_when_a_play_empties_the_rack(rules):
    state = middle(rules, ["b6", "k1 k2", "b7 r1"], table="b3 b4 b5", pool="o1 o2")
    ended = after(state, "0 play b3 b4 b5 b6")
    assert ended.result is not None
    assert (ended.result.ended, ended.result.winner) == ("out", 0)
    assert why_not(ended, "1 draw") == ["game-over"]
    going_on = after(middle(rules, ["b6 k9", "k1 k2"], table="b3 b4 b5", pool="o1"), "0 play b3 b4 b5 b6")
    assert going_on.result is None

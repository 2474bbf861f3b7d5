"""The worked examples of the printed books, their lost pictures written in notation after the text around them."""

import pytest

import meldwise
from tests.tilegame.states import TILE_GAMES, TWIST


def codes(table: str, rack: str, to: str, rules: str, opened: bool = True) -> list[str]:
    return [reason.code for reason in meldwise.judge(table, rack, to, rules, opened)]


def read(row: str, rules: str) -> list[tuple[str, int]]:
    return [(reading.kind, reading.points) for reading in meldwise.readings(row, rules)]


MANIPULATIONS = {
    "tiles added to a run and to a group": ("b4 b5 b6 / k8 r8 o8", "b3 b8", "b3 b4 b5 b6 / k8 r8 o8 b8"),
    "the same, with the group of 000": ("b4 b5 b6 / k8 r8 b8", "b3 o8", "b3 b4 b5 b6 / k8 r8 b8 o8"),
    "the fourth tile taken from a group": ("k4 r4 b4 o4", "b3 b5 b6", "k4 r4 o4 / b3 b4 b5 b6"),
    "a fourth tile added and another taken": ("b8 b9 b10", "b11 k8 r8", "b9 b10 b11 / k8 r8 b8"),
    "a run split": ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 / r6 r7 r8"),
    "a combined split": ("o1 o2 o3 o4 / k1 r1 b1 o1", "b1", "o2 o3 o4 / k1 b1 o1 / r1 b1 o1"),
    "a multiple split": (
        "o5 o6 o7 / r5 r6 r7 / k5 k6 k7 k8 k9",
        "k10 b5",
        "k5 r5 b5 o5 / k6 r6 o6 / k7 r7 o7 / k8 k9 k10",
    ),
}


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("example", MANIPULATIONS)
def test_the_manipulations_the_books_show_are_legal(example, rules):
    assert codes(*MANIPULATIONS[example], rules) == []


@pytest.mark.rule("T25")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("example", MANIPULATIONS)
def test_none_of_them_is_legal_before_the_opening(example, rules):
    assert codes(*MANIPULATIONS[example], rules, opened=False) == ["table-touched"]


@pytest.mark.rule("T28")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("example", MANIPULATIONS)
def test_none_of_them_may_leave_its_last_set_away(example, rules):
    table, rack, to = MANIPULATIONS[example]
    assert codes(table, rack, " / ".join(to.split(" / ")[:-1]), rules)


# The four ways to free an ordinary joker; it is laid again with two tiles of the rack, o10 and o11

RETRIEVALS = {
    "1a one of two threes": ("r3 b3 J", "k3 o3", "r3 b3 k3"),
    "1b the other": ("r3 b3 J", "k3 o3", "r3 b3 o3"),
    "1c both": ("r3 b3 J", "k3 o3", "r3 b3 k3 o3"),
    "2 the run split": ("r2 r3 J r5 r6", "r1 r7", "r1 r2 r3 / r5 r6 r7"),
    "3 the run filled": ("b3 b4 J", "b5", "b3 b4 b5"),
    "3 the run filled at its other end": ("J b3 b4", "b5", "b3 b4 b5"),
    "4 the run dissolved": ("k1 k2 J / r1 b1 o1 / r2 b2 o2", "", "k1 r1 b1 o1 / k2 r2 b2 o2"),
}
FINNISH = {"1a one of two threes", "1b the other", "1c both", "3 the run filled"}
"""Where the tile the joker stands for comes from the rack and takes its place (004)."""


@pytest.mark.rule("T12", "T29", "T30", "R14")
@pytest.mark.parametrize("rules", ["pl-standard", *TWIST])
@pytest.mark.parametrize("example", RETRIEVALS)
def test_the_four_ways_to_free_a_joker_are_legal(example, rules):
    table, rack, to = RETRIEVALS[example]
    assert codes(table, f"{rack} o10 o11", f"{to} / o10 o11 J", rules) == []


@pytest.mark.rule("T32", "R15")
@pytest.mark.parametrize("example", RETRIEVALS)
def test_of_the_four_ways_the_finnish_book_allows_only_the_exchange_for_a_rack_tile(example):
    table, rack, to = RETRIEVALS[example]
    legal = codes(table, f"{rack} o10 o11", f"{to} / o10 o11 J", "fi-classic") == []
    assert legal is (example in FINNISH)


@pytest.mark.rule("T28", "T30")
@pytest.mark.parametrize("rules", ["fi-classic", "pl-standard", *TWIST])
@pytest.mark.parametrize("example", RETRIEVALS)
def test_the_freed_joker_stays_on_the_table(example, rules):
    table, rack, to = RETRIEVALS[example]
    assert "tile-gone" in codes(table, f"{rack} o10 o11 o12", f"{to} / o10 o11 o12", rules)


@pytest.mark.rule("T25")
@pytest.mark.parametrize("rules", ["fi-classic", "pl-standard", *TWIST])
@pytest.mark.parametrize("example", RETRIEVALS)
def test_no_joker_is_freed_before_the_opening(example, rules):
    table, rack, to = RETRIEVALS[example]
    assert codes(table, f"{rack} o10 o11", f"{to} / o10 o11 J", rules, opened=False) == ["table-touched"]


@pytest.mark.rule("T27")
def test_a_joker_freed_without_a_rack_tile_is_no_play():
    table, _, to = RETRIEVALS["4 the run dissolved"]
    assert codes(f"{table} / o7 o8 o9", "k5", f"{to} / o7 o8 o9 J", "pl-standard") == ["nothing-played"]


# Sets and openings the books print


@pytest.mark.rule("T7", "T8")
@pytest.mark.parametrize("rules", TILE_GAMES)
def test_the_first_examples_of_every_book(rules):
    assert read("k7 r7 b7 o7", rules) == [("group", 28)]
    assert read("b3 b4 b5 b6", rules) == [("run", 18)]
    assert read("b12 b13 b1", rules) == []


@pytest.mark.rule("T23")
def test_the_polish_opening_of_nine_ten_eleven_is_exactly_enough():
    assert codes("", "r9 r10 r11", "r9 r10 r11", "pl-standard", opened=False) == []
    assert codes("", "r9 r10 r11", "r9 r10 r11", "fi-classic", opened=False) == ["opening-too-low"]


@pytest.mark.rule("T15", "T24")
@pytest.mark.parametrize("rules", TWIST)
def test_the_double_joker_between_two_and_five_is_worth_seven(rules):
    assert read("b2 D b5", rules) == [("run", 2 + 7 + 5)]
    (group,) = meldwise.readings("b3 r3 D", rules)
    (double,) = group.jokers
    assert set(double.colors) == {"o", "k"}


@pytest.mark.rule("T15", "T30")
@pytest.mark.parametrize("rules", TWIST)
def test_the_double_joker_is_freed_by_both_its_tiles_or_by_rearranging(rules):
    assert codes("b2 D b5", "b3 b4 k1 k4", "b2 b3 b4 b5 / k1 D k4", rules) == []
    assert codes("b3 r3 D", "o3 k3 k7 k10", "k3 r3 b3 o3 / k7 D k10", rules) == []
    assert codes("b2 b3 b4 D", "k7 k10", "b2 b3 b4 / k7 D k10", rules) == []


@pytest.mark.rule("T16", "T17")
@pytest.mark.parametrize("rules", TWIST)
def test_the_colour_change_example(rules):
    assert read("b3 b4 C r6", rules) == [("run", 18)]
    assert read("b3 b4 C b6", rules) == []


@pytest.mark.rule("T16", "T30")
@pytest.mark.parametrize("rules", TWIST)
def test_a_colour_change_joker_is_freed_by_breaking_its_set_up(rules):
    assert codes("b2 b3 b4 C r6 r7 r8", "k5 o7", "b2 b3 b4 / r6 r7 r8 / k5 C o7", rules) == []


@pytest.mark.rule("T18", "T19", "T20")
def test_the_mirror_examples():
    for rules in TWIST:
        assert [kind for kind, _ in read("b2 b3 M b3 b2", rules)] == ["mirror run"]
        assert [kind for kind, _ in read("b3 r3 M r3 b3", rules)] == ["mirror group"]
    for rules in ("hu-twist", "pl-twist"):
        assert read("b3 b4 M b4 b3", rules) == [("mirror run", 3 + 4 + 5 + 4 + 3)]  # the mirror is a 5
    assert read("b3 b4 M b4 b3", "sk-twist") == [("mirror run", 3 + 4 + 4 + 3)]  # the mirror is only a mirror


@pytest.mark.rule("T21")
@pytest.mark.parametrize("rules", TWIST)
def test_a_mirror_may_hold_further_jokers(rules):
    assert [kind for kind, _ in read("b4 J b6 M b6 J b4", rules)] == ["mirror run"]
    assert [kind for kind, _ in read("b3 J b5 M b5 b4 b3", rules)] == ["mirror run"]


@pytest.mark.rule("T22")
@pytest.mark.parametrize("rules", TWIST)
def test_a_number_put_to_one_end_of_a_mirror_is_put_to_the_other_too(rules):
    assert codes("b2 b3 M b3 b2", "b1 b1", "b1 b2 b3 M b3 b2 b1", rules) == []
    assert codes("b2 b3 M b3 b2", "b1 b1", "b1 b2 b3 M b3 b2", rules) == ["invalid-set"]


@pytest.mark.rule("T13")
def test_the_expert_examples():
    assert read("b4 b5 Jb", "pl-expert") == [("run", 15)]
    assert read("r4 r5 Jb", "pl-expert") == []
    assert read("r10 y10 Jb", "pl-expert") == [("group", 30)]
    assert read("b10 r10 k10 Jb", "pl-expert") == []

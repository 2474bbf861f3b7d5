"""Which rows are melds of Rummy 17 (C5, C7)."""

import pytest

import meldwise


def read(row: str) -> list[str]:
    return [reading.kind for reading in meldwise.readings(row, "rummy17")]


@pytest.mark.rule("C5")
@pytest.mark.parametrize("row", ["r1 b1 g1", "r1 b1 g1 y1", "k1 y1 g1 b1 r1", "r17 g17 k17"])
def test_three_to_five_cards_of_one_number_are_a_set(row):
    assert read(row) == ["set"]


@pytest.mark.rule("C5")
@pytest.mark.parametrize("row", ["r1 r2 r3", "y15 y16 y17", "g12 g13 g14", "k4 k5 k6 k7"])
def test_consecutive_numbers_of_one_colour_are_a_run_up_to_seventeen(row):
    assert read(row) == ["run"]


@pytest.mark.rule("C5")
def test_all_seventeen_numbers_are_a_run():
    assert read(" ".join(f"b{n}" for n in range(1, 18))) == ["run"]


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    "row",
    [
        "",
        "r1 b1",  # too few
        "r4 r5",
        "r7 b7 b7",  # a colour twice
        "r1 b1 g1 y1 k1 r1",
        "r7 b7 g8",  # two numbers
        "r4 b5 r6",  # two colours
        "r4 r5 r7",
        "r6 r5 r4",
        "r16 r17 r1",  # nothing wraps
        "r17 r1 r2",
    ],
)
def test_anything_else_is_no_meld(row):
    assert read(row) == []


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("r5 Jr r7", "run"),
        ("Jr r6 r7", "run"),
        ("r15 r16 Jr", "run"),
        ("b9 g9 Jr", "set"),
        ("Jk r1 b1 g1 y1", "set"),
    ],
)
def test_a_joker_stands_for_a_card_of_its_own_colour(row, kind):
    assert read(row) == [kind]


@pytest.mark.rule("C7")
@pytest.mark.parametrize("row", ["r5 Jb r7", "Jg r6 r7", "r9 b9 Jr", "b9 r9 Jb", "r1 b1 g1 y1 k1 Jr"])
def test_a_joker_stands_for_no_other_colour_and_no_card_comes_twice(row):
    assert read(row) == []


@pytest.mark.rule("C5", "C7")
@pytest.mark.parametrize("row", ["r16 r17 Jr", "Jr r1 r2", "Jr r1", "r5 Jr r8"])
def test_a_joker_finds_no_place_where_no_card_would_fit(row):
    assert read(row) == []


@pytest.mark.rule("C7")
@pytest.mark.parametrize("row", ["r4 Jr Jr r7", "Jg Jb g4", "Jr Jb g9 y9", "Jr Jb Jg", "r4 r5 Jr r7 Jr"])
def test_a_meld_holds_one_joker_at_most(row):
    assert read(row) == []

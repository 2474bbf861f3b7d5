"""Melds, and adding to them (C5, C6, C7, R28)."""

import pytest

from meldwise.rummy17.events import Extended, Melded
from tests.rummy17.positions import broken, cards, do, ended, events, hand, laying, refusal, table

OTHERS = ("g1 g3", "y1 y3")


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    "meld",
    [
        "r5 b5 g5",
        "k5 y5 r5 b5",
        "r5 b5 g5 y5 k5",
        "r17 b17 g17",
        "r5 r6 r7",
        "b1 b2 b3",
        "g15 g16 g17",
        "y4 y5 y6 y7 y8 y9 y10 y11",
        "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17",
    ],
)
def test_a_set_or_a_run_of_three_or_more_may_be_laid(meld):
    state = do(laying(f"{meld} k9", "g12", "y13", taken="k14"), f"0 meld {meld}")
    assert table(state) == [(0, meld)]
    assert set(state.hands[0]) == set(cards("k9 k14"))
    assert state.melded == (True, False, False)


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    ("meld", "hands"),
    [
        ("r5 b5", "r5 b5 k9"),
        ("r5 r6", "r5 r6 k9"),
        ("r5", "r5 k9"),
        ("r5 r7 r8", "r5 r7 r8 k9"),
        ("r5 r6 b7", "r5 r6 b7 k9"),
        ("r5 b6 g7", "r5 b6 g7 k9"),
        ("r5 b5 g6", "r5 b5 g6 k9"),
        ("r16 r17 r1", "r16 r17 r1 k9"),
        ("r17 r1 r2", "r17 r1 r2 k9"),
        ("r7 r6 r5", "r5 r6 r7 k9"),
        ("r5 r5 r5", "r5 r6 k9"),
        ("r5 b5 r5", "r5 b5 k9"),
    ],
)
def test_anything_else_is_no_meld(meld, hands):
    state = laying(hands, *OTHERS)
    assert refusal(state, f"0 meld {meld}") == "invalid-meld"
    assert "C5" in broken(state, f"0 meld {meld}")


@pytest.mark.rule("C5")
def test_a_meld_comes_from_the_own_hand():
    state = laying("r5 r6 k9", "r7 r8 g1", melds=[(1, "b7 g7 y7")])
    assert refusal(state, "0 meld r5 r6 r7") == "card-not-yours"
    assert refusal(state, "0 meld b7 g7 y7") == "card-not-yours"


@pytest.mark.rule("C5")
def test_the_card_just_taken_may_be_melded():
    state = do(laying("r5 r6 k9", *OTHERS, taken="r7"), "0 meld r5 r6 r7")
    assert table(state) == [(0, "r5 r6 r7")]
    assert hand(state, 0) == "k9"


@pytest.mark.rule("C5")
def test_several_melds_may_be_laid_in_a_turn():
    state = do(laying("r5 r6 r7 b2 g2 y2 k9", *OTHERS), "0 meld r5 r6 r7", "0 meld b2 g2 y2", "0 discard k9")
    assert table(state) == [(0, "r5 r6 r7"), (0, "b2 g2 y2")]
    assert hand(state, 0) == "k17"


@pytest.mark.rule("C5")
def test_a_meld_lies_before_who_laid_it():
    state = do(laying("k1 k3", "r5 r6 r7 k9", turn=1), "1 meld r5 r6 r7")
    assert state.melds_of(1) == (cards("r5 r6 r7"),)
    assert state.melds_of(0) == ()


@pytest.mark.rule("C5")
def test_a_meld_is_told():
    assert events(laying("r5 r6 r7 k9", *OTHERS), "0 meld r5 r6 r7") == [Melded(0, 0, cards("r5 r6 r7"), False)]


@pytest.mark.rule("C6")
@pytest.mark.parametrize("owner", [0, 1])
def test_nothing_is_added_before_the_own_first_meld(owner):
    state = laying("r8 k9 k10", "g1 g3", melds=[(owner, "r5 r6 r7")], melded=[1])
    assert refusal(state, "0 add 0 r5 r6 r7 r8") == "meld-first"


@pytest.mark.rule("C6")
def test_adding_is_allowed_in_the_turn_of_the_first_meld():
    state = do(laying("b2 g2 y2 r8 k9", "g1 g3", melds=[(1, "r5 r6 r7")]), "0 meld b2 g2 y2", "0 add 0 r5 r6 r7 r8")
    assert table(state) == [(1, "r5 r6 r7 r8"), (0, "b2 g2 y2")]


@pytest.mark.rule("C6")
def test_adding_is_allowed_in_later_turns():
    state = do(
        laying("b2 g2 y2 r8 k9", "g1 g3", melds=[(1, "r5 r6 r7")]),
        *("0 meld b2 g2 y2", "0 discard k9", "1 pile", "1 discard k9", "0 pile", "0 add 0 r5 r6 r7 r8"),
    )
    assert table(state)[0] == (1, "r5 r6 r7 r8")
    assert hand(state, 0) == "k9 k17"


@pytest.mark.rule("C6", "R28")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_cards_join_any_meld_and_lie_before_its_owner(owner):
    state = laying("r8 k9", *OTHERS, melds=[(owner, "r5 r6 r7"), (0, "b2 g2 y2")])
    state = do(state, "0 add 0 r5 r6 r7 r8")
    assert table(state) == [(owner, "r5 r6 r7 r8"), (0, "b2 g2 y2")]
    assert hand(state, 0) == "k9 k17"


@pytest.mark.rule("R28")
def test_cards_added_to_anothers_meld_count_for_its_owner():
    state = laying("r8 r9 k9", "g1 g3", melds=[(0, "b2 g2 y2"), (1, "r5 r6 r7")], taken="r10")
    final = ended(do(state, "0 add 1 r5 r6 r7 r8 r9 r10", "0 discard k9"))
    assert dict(final.awards)["most-cards"] == (1,)


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("meld", "cards_held", "longer"),
    [
        ("r5 r6 r7", "r4", "r4 r5 r6 r7"),
        ("r5 r6 r7", "r8 r9", "r5 r6 r7 r8 r9"),
        ("r5 r6 r7", "r4 r8", "r4 r5 r6 r7 r8"),
        ("r14 r15 r16", "r17", "r14 r15 r16 r17"),
        ("r2 r3 r4", "r1", "r1 r2 r3 r4"),
        ("r5 b5 g5", "y5", "r5 b5 g5 y5"),
        ("r5 b5 g5", "y5 k5", "k5 r5 y5 b5 g5"),
        ("r5 Jr r7", "r4", "r4 r5 Jr r7"),
        ("Jr r5 r6", "r3", "r3 Jr r5 r6"),
        ("r5 r6 Jr", "r8", "r5 r6 Jr r8"),
        ("Jr b5 g5", "y5", "Jr b5 g5 y5"),
    ],
)
def test_a_meld_may_grow_as_long_as_it_stays_a_meld(meld, cards_held, longer):
    state = laying(f"{cards_held} k9", "g1 g3", melds=[(0, "b2 g2 y2"), (1, meld)])
    state = do(state, f"0 add 1 {longer}")
    assert table(state)[1] == (1, longer)
    assert hand(state, 0) == "k9 k17"


@pytest.mark.rule("C5", "C6")
@pytest.mark.parametrize(
    ("meld", "held", "wrong"),
    [
        ("r5 r6 r7", "r9", "r5 r6 r7 r9"),
        ("r5 r6 r7", "b8", "r5 r6 r7 b8"),
        ("r5 r6 r7", "b5", "r5 r6 r7 b5"),
        ("r15 r16 r17", "r1", "r15 r16 r17 r1"),
        ("r1 r2 r3", "r17", "r17 r1 r2 r3"),
        ("r5 b5 g5", "y6", "r5 b5 g5 y6"),
        ("r5 b5 g5", "r6", "r5 b5 g5 r6"),
    ],
)
def test_what_does_not_fit_a_meld_is_not_added(meld, held, wrong):
    state = laying(f"{held} k9", "g1 g3", melds=[(0, "b2 g2 y2"), (1, meld)])
    assert refusal(state, f"0 add 1 {wrong}") == "invalid-meld"


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("meld", "held", "other"),
    [
        ("r5 r6 r7 r8", "r9", "r6 r7 r8 r9"),
        ("r5 r6 r7 r8", "r9", "r5 r6 r7"),
        ("r5 r6 r7 r8", "b5 g5", "r5 b5 g5"),
        ("r5 b5 g5", "r6 r7", "r5 r6 r7"),
        ("r5 b5 g5", "y5", "r5 b5 y5"),
        ("r5 b5 g5", "y5 k5", "y5 k5 r5"),
        ("r5 r6 Jr", "r7", "r5 r6 r7 Jr"),
        ("Jr r5 r6", "r4", "Jr r4 r5 r6"),
        ("r5 Jr r7", "r6", "r5 r6 r7 Jr"),
        ("r5 Jr r7", "r6", "r5 r6 r7"),
        ("Jr b5 g5", "y5", "b5 g5 y5"),
    ],
)
def test_melds_are_never_rearranged_or_split(meld, held, other):
    state = laying(f"{held} k9", "g1 g3", melds=[(0, "b2 g2 y2"), (0, meld)])
    assert refusal(state, f"0 add 1 {other}") == "meld-rearranged"


@pytest.mark.rule("C6")
def test_melds_are_never_joined():
    state = laying("r8 k9", "g1 g3", melds=[(0, "r5 r6 r7"), (0, "r9 r10 r11")])
    assert refusal(state, "0 add 0 r5 r6 r7 r8 r9 r10 r11") == "card-not-yours"


@pytest.mark.rule("C6")
def test_cards_that_lie_are_not_laid_again():
    state = laying("r8 r9 k9", "g1 g3", melds=[(0, "r5 r6 r7")])
    assert refusal(state, "0 meld r7 r8 r9") == "card-not-yours"


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("meld", "same"), [("r5 r6 r7", "r5 r6 r7"), ("r5 b5 g5", "g5 b5 r5")])
def test_adding_adds_something(meld, same):
    assert refusal(laying("k9 k10", "g1 g3", melds=[(0, meld)]), f"0 add 0 {same}") == "nothing-added"


@pytest.mark.rule("C6")
def test_cards_are_added_from_the_own_hand():
    state = laying("k9 k10", "r8 g3", melds=[(0, "r5 r6 r7")])
    assert refusal(state, "0 add 0 r5 r6 r7 r8") == "card-not-yours"


@pytest.mark.parametrize("index", [1, 7, 999])
def test_a_meld_that_is_not_there_cannot_grow(index):
    assert refusal(laying("r8 k9", "g1 g3", melds=[(0, "r5 r6 r7")]), f"0 add {index} r5 r6 r7 r8") == "no-such-meld"


@pytest.mark.rule("C6")
def test_what_was_added_is_told():
    state = laying("r8 k9", "g1 g3", melds=[(0, "r5 r6 r7")])
    assert events(state, "0 add 0 r5 r6 r7 r8") == [Extended(0, 0, cards("r5 r6 r7 r8"))]


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    "meld",
    ["Jb r5 r6 r7", "r4 r5 Jb r7", "r5 r6 r7 Jb", "Jr r1 r2 r3", "r15 r16 r17 Jr", "r5 r6 r8 Jr"],
)
def test_a_joker_stands_only_for_a_card_of_its_own_colour_that_exists(meld):
    state = laying("r1 r2 r3 r4 r5 r6 r7 r8 r15 r16 r17 k9", *OTHERS)
    assert refusal(state, f"0 meld {meld}") == "invalid-meld"


@pytest.mark.rule("C7")
@pytest.mark.parametrize("meld", ["r5 Jr Jr r8", "Jr b5 Jg y5", "Jr Jb Jg", "Jr Jb g5"])
def test_a_meld_holds_one_joker_at_most(meld):
    state = laying("r5 r8 b5 y5 g5 k9", *OTHERS)
    assert refusal(state, f"0 meld {meld}") == "invalid-meld"
    assert "C7" in broken(state, f"0 meld {meld}")


@pytest.mark.rule("C7")
def test_a_set_does_not_hold_a_card_and_the_joker_standing_for_it():
    state = laying("r5 b2 k9", "g1 g3", melds=[(0, "Jr b5 g5 y5")])
    assert refusal(state, "0 add 0 Jr r5 b5 g5 y5") == "invalid-meld"
    assert "C7" in broken(state, "0 add 0 Jr r5 b5 g5 y5")


@pytest.mark.rule("C7")
def test_a_run_does_not_hold_a_card_and_the_joker_standing_for_it():
    state = laying("r6 b2 k9", "g1 g3", melds=[(0, "r5 Jr r7")])
    assert refusal(state, "0 add 0 r5 Jr r6 r7") == "invalid-meld"
    assert refusal(state, "0 add 0 r5 r6 Jr r7") == "invalid-meld"


@pytest.mark.rule("C7")
def test_a_joker_may_stand_for_a_card_that_lies_in_another_meld():
    state = do(laying("r4 r5 r7 k9", *OTHERS, melds=[(0, "r6 b6 g6")]), "0 meld r4 r5 Jr r7")
    assert table(state)[1] == (0, "r4 r5 Jr r7")

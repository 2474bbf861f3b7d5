"""Jokers from the edge and by exchange (C7, C8, C9, R29)."""

import pytest

from meldwise.rummy17.events import Exchanged, Melded, TookBack
from tests.rummy17.positions import broken, cards, do, events, hand, laying, position, refusal, table

OTHER = "g1 g3"
OWN = (0, "b2 g2 y2")
"""A meld that makes seat 0 a player who has melded."""


@pytest.mark.rule("C7", "C8")
@pytest.mark.parametrize(
    "meld",
    [
        "r4 Jr r6 r7",
        "r4 r5 Jr r7",
        "Jr r5 r6 r7",
        "r4 r5 r6 Jr",
        "r1 r2 r3 Jr",
        "Jr r15 r16 r17",
        "r4 r5 Jr r7 r8 r9",
    ],
)
def test_a_new_run_of_four_takes_its_joker_from_the_edge_as_a_first_meld_too(meld):
    held = meld.replace("Jr ", "").replace(" Jr", "")
    before = laying(f"{held} k9", OTHER)
    state = do(before, f"0 meld {meld}")
    assert table(state) == [(0, meld)]
    assert set(state.edge) == set(cards("Jb Jg Jy Jk"))
    assert set(state.hands[0]) == set(cards("k9 k17"))
    assert state.melded == (True, False)


@pytest.mark.rule("C8", "R29")
@pytest.mark.parametrize(
    "meld",
    [
        *("r5 r6 Jr", "r5 Jr r7", "Jr r6 r7"),
        *("Jr b5 g5", "Jr b5 g5 y5", "Jr b5 g5 y5 k5"),
    ],
)
@pytest.mark.parametrize("melds", [[], [OWN]])
def test_a_run_of_three_or_a_set_takes_no_joker_from_the_edge(meld, melds):
    state = laying("r5 r6 r7 b5 g5 y5 k5 k9", OTHER, melds=melds)
    assert refusal(state, f"0 meld {meld}") == "edge-joker-needs-run"
    assert broken(state, f"0 meld {meld}") == {"C8"}


@pytest.mark.rule("C8", "R29")
@pytest.mark.parametrize(
    ("meld", "longer"),
    [
        ("r5 r6 r7", "r5 r6 r7 Jr"),
        ("r5 r6 r7", "r4 r5 r6 r7 Jr"),
        ("r5 r6 r7 r8", "Jr r5 r6 r7 r8"),
        ("b5 g5 y5", "Jr b5 g5 y5"),
    ],
)
def test_a_joker_from_the_edge_extends_nothing(meld, longer):
    state = laying("r4 k9", OTHER, melds=[OWN, (0, meld)])
    assert refusal(state, f"0 add 1 {longer}") == "edge-joker-extends"
    assert broken(state, f"0 add 1 {longer}") == {"C8"}


@pytest.mark.rule("C8")
def test_a_run_of_three_from_the_hand_does_not_take_a_joker_in_a_second_step():
    state = do(laying("r5 r6 r7 k9", OTHER), "0 meld r5 r6 r7")
    assert refusal(state, "0 add 0 r5 r6 r7 Jr") == "edge-joker-extends"


@pytest.mark.rule("C8")
def test_a_joker_that_has_left_the_edge_is_not_there_any_more():
    state = laying("r4 r5 r7 k9", OTHER, melds=[OWN, (1, "r10 Jr r12 r13")])
    assert refusal(state, "0 meld r4 r5 Jr r7") == "joker-not-free"


@pytest.mark.rule("C8")
def test_each_joker_is_taken_from_the_edge_once():
    state = do(laying("r4 r5 r7 r9 r10 r11 k9", OTHER), "0 meld r4 r5 Jr r7")
    assert refusal(state, "0 meld r9 r10 r11 Jr") == "joker-not-free"


@pytest.mark.rule("C8")
def test_jokers_of_two_colours_may_be_taken_in_one_turn():
    state = do(laying("r4 r5 r7 b4 b5 b7 k9", OTHER), "0 meld r4 r5 Jr r7", "0 meld b4 b5 Jb b7")
    assert set(state.edge) == set(cards("Jg Jy Jk"))


@pytest.mark.rule("C8")
def test_the_other_cards_of_a_run_with_a_joker_come_from_the_hand():
    assert refusal(laying("r4 r5 k9", "r7 g3"), "0 meld r4 r5 Jr r7") == "card-not-yours"


@pytest.mark.rule("C8")
def test_a_joker_from_the_edge_is_told():
    told = events(laying("r4 r5 r7 k9", OTHER), "0 meld r4 r5 Jr r7")
    assert told == [Melded(0, 0, cards("r4 r5 Jr r7"), True)]


@pytest.mark.rule("C9")
@pytest.mark.parametrize(
    ("meld", "card", "after"),
    [
        ("r5 Jr r7 r8", "r6", "r5 r6 r7 r8"),
        ("Jr r5 r6 r7", "r4", "r4 r5 r6 r7"),
        ("r5 r6 r7 Jr", "r8", "r5 r6 r7 r8"),
        ("b5 Jr g5", "r5", "b5 r5 g5"),
        ("b5 Jk g5", "k5", "b5 k5 g5"),
    ],
)
@pytest.mark.parametrize("owner", [0, 1])
def test_the_card_a_joker_stands_for_takes_its_place(meld, card, after, owner):
    before = laying(f"{card} k9", OTHER, melds=[OWN, (owner, meld)])
    state = do(before, "0 exchange 1")
    joker = next(part for part in meld.split() if part.startswith("J"))
    assert table(state) == [OWN, (owner, after)]
    assert set(state.hands[0]) == set(cards("k9 k17"))
    assert state.loose == cards(joker)
    assert state.edge == before.edge


@pytest.mark.rule("C9")
def test_only_the_very_card_a_joker_stands_for_frees_it():
    state = laying("r5 r9 b6 k9", OTHER, melds=[OWN, (1, "Jr r7 r8"), (1, "b10 Jg y10")])
    assert refusal(state, "0 exchange 1") == "card-not-yours"
    state = laying("r10 k10 g11", OTHER, melds=[OWN, (1, "b10 Jg y10")])
    assert refusal(state, "0 exchange 1") == "card-not-yours"


@pytest.mark.rule("C9")
def test_a_joker_keeps_what_it_stands_for_while_its_run_grows():
    state = laying("r4 r6 k9", OTHER, melds=[OWN, (1, "Jr r7 r8")])
    state = do(state, "0 exchange 1")
    assert table(state)[1] == (1, "r6 r7 r8")
    state = laying("r5 r6 k9", OTHER, melds=[OWN, (1, "Jr r7 r8")])
    state = do(state, "0 add 1 r5 Jr r7 r8", "0 exchange 1")
    assert table(state)[1] == (1, "r5 r6 r7 r8")


@pytest.mark.rule("C9")
@pytest.mark.parametrize("owner", [0, 1])
def test_who_has_not_melded_exchanges_nothing(owner):
    state = laying("r6 k9", OTHER, melds=[(owner, "r5 Jr r7 r8")], melded=[1])
    assert refusal(state, "0 exchange 0") == "meld-first"


@pytest.mark.rule("C9")
def test_a_meld_of_the_same_turn_allows_an_exchange():
    state = do(laying("r6 b2 g2 y2 k9", OTHER, melds=[(1, "r5 Jr r7 r8")]), "0 meld b2 g2 y2", "0 exchange 0")
    assert state.loose == cards("Jr")


@pytest.mark.rule("C9")
def test_exchanging_is_for_the_player_in_turn_after_taking():
    melds = [(0, "b2 g2 y2"), (1, "r5 Jr r7 r8")]
    state = position("r6 k9", "g1 r9", melds=melds)
    assert refusal(state, "0 exchange 1") == "take-first"
    assert refusal(position("k8 k9", "r6 r9", melds=melds), "1 exchange 1") == "not-your-turn"
    assert refusal(do(state, "0 stock"), "0 exchange 1") == "wait-for-knocking"


@pytest.mark.rule("C9")
def test_the_card_for_an_exchange_comes_from_the_hand():
    state = laying("k9 k10", OTHER, melds=[OWN, (1, "r5 Jr r7 r8"), (0, "r6 b6 g6 y6")])
    assert refusal(state, "0 exchange 1") == "card-not-yours"


@pytest.mark.rule("C9")
def test_there_must_be_a_joker_to_exchange():
    state = laying("r6 k9", OTHER, melds=[OWN])
    assert refusal(state, "0 exchange 0") == "no-joker-there"
    assert refusal(state, "0 exchange 1") == "no-such-meld"


@pytest.mark.rule("C9")
def test_an_exchanged_joker_is_never_kept():
    state = do(laying("r6 k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8")]), "0 exchange 1")
    assert refusal(state, "0 discard k9") == "joker-not-laid"
    assert refusal(state, "0 discard Jr") == "joker-not-laid"
    assert cards("Jr")[0] not in state.hands[0]


@pytest.mark.rule("C9", "R29")
@pytest.mark.parametrize(
    ("held", "meld"),
    [
        ("b10 g10", "Jr b10 g10"),
        ("b10 g10 y10 k10", "b10 g10 Jr y10 k10"),
        ("r10 r12", "r10 Jr r12"),
        ("r10 r11 r12", "r10 r11 r12 Jr"),
    ],
)
def test_an_exchanged_joker_goes_into_a_new_meld_of_any_kind_from_three_cards_on(held, meld):
    state = do(laying(f"r6 {held} k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8")]), "0 exchange 1", f"0 meld {meld}")
    assert table(state)[2] == (0, meld)
    assert state.loose == ()
    assert len(state.edge) == 4
    assert do(state, "0 discard k9").turn == 1


@pytest.mark.rule("C7", "C9")
@pytest.mark.parametrize("meld", ["Jr b10", "Jr r10 b10", "b10 Jr b12", "Jr Jb g10"])
def test_an_exchanged_joker_goes_into_valid_melds_only(meld):
    state = laying("r6 b10 r10 b12 g10 k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8")])
    assert refusal(do(state, "0 exchange 1"), f"0 meld {meld}") == "invalid-meld"


@pytest.mark.rule("C9")
@pytest.mark.parametrize(
    ("index", "longer"),
    [
        (1, "r5 r6 r7 r8 Jr"),
        (1, "Jr r5 r6 r7 r8"),
        (2, "r10 r11 r12 Jr"),
        (3, "b10 g10 y10 Jr"),
    ],
    ids=["the same meld, above", "the same meld, below", "another run", "a set"],
)
def test_an_exchanged_joker_may_join_a_meld_on_the_table_the_same_one_too(index, longer):
    melds = [OWN, (1, "r5 Jr r7 r8"), (1, "r10 r11 r12"), (1, "b10 g10 y10")]
    state = do(laying("r6 k9", OTHER, melds=melds), "0 exchange 1", f"0 add {index} {longer}")
    assert table(state)[index] == (1, longer)
    assert state.loose == ()
    assert hand(do(state, "0 discard k17"), 0) == "k9"


@pytest.mark.rule("C7", "C9")
def test_an_exchanged_joker_does_not_join_a_meld_that_has_one_or_has_its_card():
    melds = [OWN, (1, "r5 Jr r7 r8"), (1, "b10 Jg y10"), (1, "r12 b12 g12")]
    state = do(laying("r6 k9", OTHER, melds=melds), "0 exchange 1")
    assert refusal(state, "0 add 2 b10 Jg y10 Jr") == "invalid-meld"
    assert refusal(state, "0 add 3 r12 b12 g12 Jr") == "invalid-meld"


@pytest.mark.rule("C9")
def test_two_exchanges_in_a_turn_leave_two_jokers_to_lay():
    melds = [OWN, (1, "r5 Jr r7 r8"), (1, "b5 Jb b7 b8"), (1, "k11 g11 y11")]
    state = do(laying("r6 b6 k9", OTHER, melds=melds), "0 exchange 1", "0 exchange 2")
    assert set(state.loose) == set(cards("Jr Jb"))
    assert refusal(state, "0 discard k9") == "joker-not-laid"
    state = do(state, "0 add 1 r5 r6 r7 r8 Jr")
    assert state.loose == cards("Jb")
    assert refusal(state, "0 discard k9") == "joker-not-laid"
    state = do(state, "0 add 3 k11 g11 y11 Jb", "0 discard k9")
    assert table(state)[1:] == [(1, "r5 r6 r7 r8 Jr"), (1, "b5 b6 b7 b8"), (1, "k11 g11 y11 Jb")]


@pytest.mark.rule("C7", "C9")
def test_two_exchanged_jokers_do_not_share_a_meld():
    melds = [OWN, (1, "r5 Jr r7 r8"), (1, "b5 Jb b7 b8"), (1, "k11 g11 y11")]
    state = do(laying("r6 b6 k10 g10 k9", OTHER, melds=melds), "0 exchange 1", "0 exchange 2")
    assert refusal(state, "0 meld Jr Jb k10 g10") == "invalid-meld"
    assert refusal(state, "0 add 3 k11 g11 y11 Jr Jb") == "invalid-meld"


@pytest.mark.rule("C9")
def test_a_joker_laid_again_may_be_exchanged_again_by_the_next_player():
    melds = [OWN, (1, "r5 Jr r7 r8")]
    state = do(laying("r6 k9 k10", "r9 g1 g3", melds=melds), "0 exchange 1", "0 add 1 r5 r6 r7 r8 Jr", "0 discard k9")
    state = do(state, "1 pile", "1 exchange 1")
    assert table(state)[1] == (1, "r5 r6 r7 r8 r9")
    assert state.loose == cards("Jr")


@pytest.mark.rule("C9")
def test_a_joker_in_a_meld_is_not_free_without_an_exchange():
    state = laying("r6 b10 g10 r10 r11 r12 k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8"), (0, "b11 g11 y11")])
    assert refusal(state, "0 meld Jr b10 g10") == "joker-not-free"
    assert refusal(state, "0 add 2 b11 g11 y11 Jr") == "joker-not-free"


@pytest.mark.rule("C9")
def test_an_exchange_is_told():
    state = laying("r6 k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8")])
    assert events(state, "0 exchange 1") == [Exchanged(0, 1, cards("r6")[0], cards("Jr")[0])]


def test_taking_back_undoes_everything_laid_this_turn():
    melds = [(1, "r5 Jr r7 r8"), (1, "k11 g11 y11")]
    before = laying("r6 r11 b2 g2 y2 b4 b5 b7 k9", OTHER, melds=melds)
    state = do(
        before,
        *("0 meld b2 g2 y2", "0 meld b4 b5 Jb b7", "0 exchange 0", "0 add 1 k11 g11 y11 r11"),
    )
    assert state.loose == cards("Jr")
    assert do(state, "0 back") == before
    assert events(state, "0 back") == [TookBack(0)]


@pytest.mark.rule("C9")
def test_who_cannot_lay_an_exchanged_joker_takes_back_and_goes_on():
    before = laying("r6 k9", OTHER, melds=[OWN, (1, "b6 Jr g6 y6 k6")], taken="k14")
    state = do(before, "0 exchange 1", "0 back")
    assert state == before
    assert do(state, "0 discard k9").turn == 1


@pytest.mark.rule("C6", "C9")
def test_a_first_meld_taken_back_was_none():
    state = laying("r9 b2 g2 y2 k9", OTHER, melds=[(1, "r5 Jr r7 r8")])
    state = do(state, "0 meld b2 g2 y2", "0 back")
    assert state.melded == (False, True)
    assert refusal(state, "0 add 0 r5 Jr r7 r8 r9") == "meld-first"
    assert refusal(state, "0 exchange 0") == "meld-first"


def test_taking_back_leaves_earlier_turns_alone():
    state = laying("r9 b10 g10 y10 k9", OTHER, melds=[OWN, (1, "r5 Jr r7 r8")])
    state = do(state, "0 add 1 r5 Jr r7 r8 r9", "0 meld b10 g10 y10", "0 back")
    assert table(state) == [OWN, (1, "r5 Jr r7 r8")]
    assert state.melded == (True, True)


@pytest.mark.rule("C3", "C4")
def test_taking_back_returns_neither_the_card_taken_nor_what_was_knocked_for():
    before = position("b2 g2 y2 k9", OTHER, pile="k4 k13", stock="g12 y12")
    state = do(before, "0 stock", "1 knock yes", "0 meld b2 g2 y2", "0 back")
    assert set(state.hands[0]) == set(cards("b2 g2 y2 k9 g12"))
    assert set(state.hands[1]) == set(cards("g1 g3 k13"))
    assert state.pile[-1:] == cards("k4")
    assert refusal(state, "0 stock") == "taken-already"

"""The time runs out (C15, R34)."""

from collections import Counter

import pytest

from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import State
from meldwise.rummy17.events import Answered, Discarded, Knocked, Took, TookBack
from meldwise.tiles import AnyTile
from tests.rummy17.positions import cards, do, ended, events, hand, laying, position, refusal, table

HANDS = ("r5 r6 r7 b9", "g1 g2 g9", "y1 y3 y9")


def everything(state: State) -> Counter[AnyTile]:
    """Count every card, wherever it lies."""
    melded = [card for meld in state.melds for card in meld.cards]
    held = [card for each in state.hands for card in each]
    return Counter([*state.stock, *state.pile, *state.edge, *state.loose, *melded, *held])


@pytest.mark.rule("C15")
def test_the_book_knows_no_time_limit():
    assert RULES.turn_seconds == 0


@pytest.mark.rule("C15", "R34")
def test_who_has_not_taken_takes_the_top_of_the_stock_and_discards_it():
    state = do(position(*HANDS, pile="k4 b4", stock="g12 y12"), "0 time")
    assert hand(state, 0) == HANDS[0]
    assert state.stock == cards("y12")
    assert state.pile[-2:] == cards("b4 g12")
    assert (state.turn, state.phase) == (1, "take")


@pytest.mark.rule("C15", "R34")
def test_a_card_taken_from_the_pile_is_discarded_when_time_is_up():
    state = do(position(*HANDS, pile="k4 b4"), "0 pile", "0 time")
    assert hand(state, 0) == HANDS[0]
    assert state.pile == cards("k4 b4")
    assert (state.turn, state.phase) == (1, "take")


@pytest.mark.rule("C15", "R34")
def test_a_card_taken_from_the_stock_is_discarded_when_time_is_up():
    state = do(position(*HANDS, stock="g12 y12"), "0 stock", "1 knock no", "2 knock no", "0 time")
    assert hand(state, 0) == HANDS[0]
    assert state.pile[-2:] == cards("k17 g12")
    assert state.turn == 1


@pytest.mark.rule("C15", "R34", "R27")
def test_time_up_during_knocking_leaves_the_card_to_who_has_knocked_and_ends_the_turn():
    state = do(position(*HANDS, pile="k4 b4", stock="g12 y12"), "0 stock", "2 knock yes", "0 time")
    assert hand(state, 2) == "b4 y1 y3 y9"
    assert hand(state, 0) == HANDS[0]
    assert state.pile[-2:] == cards("k4 g12")
    assert (state.turn, state.phase) == (1, "take")


@pytest.mark.rule("C15", "R34", "R27")
def test_time_up_during_knocking_counts_silence_as_no():
    state = do(position(*HANDS, pile="k4 b4", stock="g12 y12"), "0 stock", "1 knock no", "0 time")
    assert [len(held) for held in state.hands] == [4, 3, 3]
    assert state.pile[-2:] == cards("b4 g12")


@pytest.mark.rule("C15", "R34")
def test_a_meld_of_this_turn_goes_back_to_the_hand():
    state = do(laying(*HANDS, taken="k10"), "0 meld r5 r6 r7", "0 time")
    assert table(state) == []
    assert hand(state, 0) == HANDS[0]
    assert state.melded == (False, False, False)
    assert state.pile[-1:] == cards("k10")
    assert state.turn == 1


@pytest.mark.rule("C15", "R34")
def test_a_taken_card_that_was_melded_comes_back_and_is_discarded():
    state = do(laying("r5 r6 b9", *HANDS[1:], taken="r7"), "0 meld r5 r6 r7", "0 time")
    assert table(state) == []
    assert hand(state, 0) == "r5 r6 b9"
    assert state.pile[-1:] == cards("r7")


@pytest.mark.rule("C15", "R34")
def test_cards_added_to_anothers_meld_go_back():
    melds = [(0, "b2 y2 k2"), (1, "r5 r6 r7")]
    before = laying("r8 b9", "g1 g9", melds=melds, taken="k10")
    state = do(before, "0 add 1 r5 r6 r7 r8", "0 time")
    assert table(state) == melds
    assert hand(state, 0) == "r8 b9"
    assert state.melded == (True, True)


@pytest.mark.rule("C15", "R34")
def test_a_joker_from_the_edge_goes_back_to_the_edge():
    before = laying("r4 r5 r7 b9", "g1 g9", taken="k10")
    state = do(before, "0 meld r4 r5 Jr r7", "0 time")
    assert set(state.edge) == set(cards("Jr Jb Jg Jy Jk"))
    assert len(state.edge) == 5
    assert table(state) == []
    assert set(state.hands[0]) == set(cards("r4 r5 r7 b9"))


@pytest.mark.rule("C15", "R34")
def test_an_exchanged_joker_not_yet_laid_goes_back_to_its_meld():
    melds = [(0, "b2 g2 y2"), (1, "r5 Jr r7 r8")]
    state = do(laying("r6 b9", "g1 g9", melds=melds, taken="k10"), "0 exchange 1", "0 time")
    assert table(state) == melds
    assert state.loose == ()
    assert hand(state, 0) == "r6 b9"
    assert state.turn == 1


@pytest.mark.rule("C15", "R34")
def test_an_exchanged_joker_laid_again_goes_back_to_its_meld():
    melds = [(0, "b2 g2 y2"), (1, "r5 Jr r7 r8")]
    before = laying("r6 b9 b10 g10", "g1 g9", melds=melds, taken="k10")
    state = do(before, "0 exchange 1", "0 meld Jr b10 g10", "0 time")
    assert table(state) == melds
    assert state.edge == before.edge
    assert set(state.hands[0]) == set(cards("r6 b9 b10 g10"))


@pytest.mark.rule("C15", "R34")
def test_everything_at_once_goes_back():
    melds = [(1, "r5 Jr r7 r8"), (2, "k11 g11 y11")]
    before = laying("r6 r11 b2 g2 y2 b4 b5 b7 k9", "g1 g9", "y1 y9", melds=melds, taken="k10")
    lines = ("0 meld b2 g2 y2", "0 meld b4 b5 Jb b7", "0 exchange 0", "0 add 1 k11 g11 y11 r11")
    for count in range(len(lines) + 1):
        state = do(before, *lines[:count], "0 time")
        assert table(state) == melds
        assert set(state.hands[0]) == set(cards("r6 r11 b2 g2 y2 b4 b5 b7 k9"))
        assert (state.edge, state.loose) == (before.edge, ())
        assert state.melded == (False, True, True)
        assert everything(state) == everything(before)


@pytest.mark.rule("C15")
def test_the_next_turn_starts_clean():
    state = do(laying(*HANDS, taken="k10"), "0 meld r5 r6 r7", "0 time", "1 pile")
    assert hand(state, 1) == "k10 g1 g2 g9"
    assert refusal(state, "1 add 0 r5 r6 r7 r8") == "meld-first"


@pytest.mark.rule("C10", "C15")
def test_time_up_on_the_last_card_of_the_stock_ends_the_game_and_nobody_went_out():
    before = position("r5 r6", "g1 g3", pile="b4", stock="g17")
    for lines in (["0 time"], ["0 stock", "0 time"], ["0 stock", "1 knock no", "0 time"]):
        state = do(before, *lines)
        final = ended(state)
        assert (final.ended, final.out, final.doubled) == ("stock-empty", None, False)
        assert hand(state, 0) == "r5 r6"
        assert state.pile[-1:] == cards("g17")


@pytest.mark.rule("C10", "C15")
def test_time_up_before_the_last_discard_is_no_going_out():
    state = do(laying("r5 r6 r7", "g1 g3", taken="k17"), "0 meld r5 r6 r7", "0 time")
    assert state.result is None
    assert hand(state, 0) == "r5 r6 r7"


@pytest.mark.rule("C15")
def test_a_late_discard_is_told_as_late():
    before = position(*HANDS, pile="k4 b4", stock="g12 y12")
    g12, b4 = cards("g12 b4")
    assert events(before, "0 time") == [Took(0, "stock", g12), Discarded(0, g12, 4, late=True)]
    told = events(before, "0 stock", "2 knock yes", "0 time")
    assert told == [Knocked((2,), 2, b4), Discarded(0, g12, 4, late=True)]
    assert events(before, "0 stock", "2 knock yes") == [Answered(2)]


@pytest.mark.rule("C15")
def test_what_goes_back_at_time_up_is_told():
    before = laying(*HANDS, taken="k10")
    assert [type(event) for event in events(before, "0 meld r5 r6 r7", "0 time")] == [TookBack, Discarded]
    assert [type(event) for event in events(before, "0 time")] == [Discarded]

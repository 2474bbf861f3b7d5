"""How a game ends (C10, C13, R30)."""

import pytest

from meldwise.rummy17 import actors, result
from meldwise.rummy17.events import Discarded, Ended
from tests.rummy17.positions import cards, do, ended, events, hand, laying, position, refusal, table

OTHER = "g1 g13"
ONE_LEFT = ("r5 r6 r7", OTHER)


@pytest.mark.rule("C10")
def test_discarding_the_last_card_ends_the_game():
    state = do(laying("r5 r6 r7", OTHER, taken="k9"), "0 meld r5 r6 r7")
    assert result(state) is None
    state = do(state, "0 discard k9")
    final = ended(state)
    assert (final.ended, final.out, final.doubled) == ("out", 0, False)
    assert state.phase == "over"
    assert state.pile[-1:] == cards("k9")
    assert state.hands[0] == ()


@pytest.mark.rule("C10")
def test_cards_added_and_exchanged_lead_out_too():
    melds = [(0, "b2 g2 y2"), (1, "r5 Jr r7 r8")]
    state = laying("r6 k2", OTHER, melds=melds, taken="k9")
    state = do(state, "0 add 0 b2 g2 y2 k2", "0 exchange 1", "0 add 1 r5 r6 r7 r8 Jr", "0 discard k9")
    assert ended(state).out == 0


@pytest.mark.rule("C10")
def test_a_card_in_hand_after_the_discard_keeps_the_game_going():
    state = do(laying("r5 r6 r7 k8", OTHER, taken="k9"), "0 meld r5 r6 r7", "0 discard k9")
    assert result(state) is None
    assert hand(state, 0) == "k8"
    assert (state.turn, state.phase) == (1, "take")


@pytest.mark.rule("C10", "R30")
def test_nobody_melds_every_card():
    state = laying("r5 r6", OTHER, taken="r7")
    assert refusal(state, "0 meld r5 r6 r7") == "keep-one-to-discard"


@pytest.mark.rule("C10", "R30")
def test_nobody_melds_every_card_with_a_joker_either():
    assert refusal(laying("r5 r6", OTHER, taken="r7"), "0 meld r5 r6 r7 Jr") == "keep-one-to-discard"


@pytest.mark.rule("C10", "R30")
def test_nobody_adds_the_last_card():
    state = laying("r8", OTHER, melds=[(0, "r5 r6 r7")], taken="r9")
    assert refusal(state, "0 add 0 r5 r6 r7 r8 r9") == "keep-one-to-discard"
    state = do(state, "0 add 0 r5 r6 r7 r8")
    assert refusal(state, "0 add 0 r5 r6 r7 r8 r9") == "keep-one-to-discard"
    assert ended(do(state, "0 discard r9")).out == 0


@pytest.mark.rule("C9", "C10", "R30")
def test_nobody_exchanges_the_last_card():
    state = laying("r6", OTHER, melds=[(0, "r5 Jr r7"), (0, "b2 g2 y2")], taken="k2")
    state = do(state, "0 add 1 b2 g2 y2 k2")
    assert refusal(state, "0 exchange 0") == "keep-one-to-discard"


@pytest.mark.rule("C9", "C10")
def test_the_joker_of_an_exchange_costs_no_card_so_the_last_one_is_left_to_discard():
    state = laying("r6", OTHER, melds=[(0, "r5 Jr r7")], taken="k9")
    state = do(state, "0 exchange 0", "0 add 0 r5 r6 r7 Jr", "0 discard k9")
    assert ended(state).out == 0


@pytest.mark.rule("C10")
def test_the_turn_with_the_last_card_of_the_stock_is_the_last():
    before = position("r5 r6 r7 k8", OTHER, pile="b4", stock="g12")
    state = do(before, "0 stock", "1 knock no")
    assert result(state) is None
    state = do(state, "0 meld r5 r6 r7")
    assert result(state) is None
    state = do(state, "0 discard k8")
    final = ended(state)
    assert (final.ended, final.out) == ("stock-empty", None)
    assert table(state) == [(0, "r5 r6 r7")]
    assert hand(state, 0) == "g12"


@pytest.mark.rule("C10")
def test_the_last_card_but_one_of_the_stock_ends_nothing():
    state = do(position("r5 r6 r7 k8", OTHER, pile="b4", stock="g12 y12"), "0 stock", "1 knock no", "0 discard k8")
    assert result(state) is None
    state = do(state, "1 pile", "1 discard g1")
    assert result(state) is None
    assert ended(do(state, "0 stock", "1 knock no", "0 discard y12")).ended == "stock-empty"


@pytest.mark.rule("C10", "C13")
def test_going_out_with_the_last_card_of_the_stock_is_going_out():
    state = do(position(*ONE_LEFT, pile="b4", stock="g12"), "0 stock", "1 knock no", "0 meld r5 r6 r7", "0 discard g12")
    final = ended(state)
    assert (final.ended, final.out, final.doubled) == ("out", 0, False)
    assert dict(final.awards)["finisher"] == (0,)


@pytest.mark.rule("C10", "C13")
def test_going_out_with_a_17_and_the_last_card_of_the_stock_doubles():
    state = do(position(*ONE_LEFT, pile="b4", stock="g17"), "0 stock", "1 knock no", "0 meld r5 r6 r7", "0 discard g17")
    final = ended(state)
    assert (final.ended, final.out, final.doubled) == ("out", 0, True)


@pytest.mark.rule("C13")
@pytest.mark.parametrize("color", "rbgyk")
def test_going_out_with_a_17_doubles(color):
    state = do(laying("k5 k6 k7", OTHER, taken=f"{color}17"), "0 meld k5 k6 k7", f"0 discard {color}17")
    final = ended(state)
    assert final.doubled
    assert final.penalty == (0, 6)  # g1 costs 1, g13 costs 2


@pytest.mark.rule("C13")
def test_a_17_discarded_without_going_out_doubles_nothing():
    state = do(position("r5 r6 r7 k17", OTHER, pile="b4", stock="g12"), "0 stock", "1 knock no", "0 discard k17")
    final = ended(state)
    assert (final.ended, final.doubled) == ("stock-empty", False)
    assert final.penalty == (5, 3)


@pytest.mark.rule("C13")
def test_only_the_very_last_discard_doubles():
    under = position("r15 r16 r17", OTHER, pile="k17 k9")
    final = ended(do(under, "0 pile", "0 meld r15 r16 r17", "0 discard k9"))
    assert (final.ended, final.doubled) == ("out", False)
    assert final.penalty == (0, 3)


@pytest.mark.rule("C10")
def test_the_end_is_told_with_the_scores():
    state = do(laying(*ONE_LEFT, taken="k9"), "0 meld r5 r6 r7")
    told = events(state, "0 discard k9")
    # most-cards, most-runs, longest-run, fewest-jokers (both) and finisher, 3 each; seat 1 holds g1 g13
    assert told == [Discarded(0, cards("k9")[0], 0), Ended("out", 0, False, (15, 0))]


@pytest.mark.rule("C10")
@pytest.mark.parametrize(
    "act",
    [
        *("0 stock", "1 stock", "1 pile", "0 knock yes", "1 knock no", "0 knock-time", "0 meld r5 r6 r7"),
        *("0 add 0 r5 r6 r7 r8", "0 exchange 0", "0 back", "1 discard g1", "0 time", "1 time"),
    ],
)
def test_nothing_is_played_after_the_end(act):
    out = do(laying(*ONE_LEFT, taken="k9"), "0 meld r5 r6 r7", "0 discard k9")
    empty = do(position("r5 r6", OTHER, pile="b4", stock="g12"), "0 stock", "1 knock no", "0 discard g12")
    assert refusal(out, act) == "game-over"
    assert refusal(empty, act) == "game-over"
    assert actors(out) == actors(empty) == ()


@pytest.mark.rule("C10")
def test_another_seat_than_the_first_goes_out_as_well():
    state = do(laying("k1 k3", "r5 r6 r7", "g1 g3", turn=1, taken="k9"), "1 meld r5 r6 r7", "1 discard k9")
    assert (ended(state).out, ended(state).winners) == (1, (1,))

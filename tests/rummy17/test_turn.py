"""A turn: take, perhaps lay, discard (C3, R26)."""

import pytest

from meldwise.rummy17 import Knock, TakeStock, actors, judge
from meldwise.rummy17.events import Discarded, Took
from tests.rummy17.positions import cards, do, events, hand, laying, position, refusal

HANDS = ("r5 r6 r7 b9", "g1 g2 g9", "y1 y3 y9")
IN_TURN = ["stock", "pile", "meld r5 r6 r7", "add 0 k1 k2 k3 k4", "exchange 0", "back", "discard b9"]


@pytest.mark.rule("C3")
def test_the_top_card_of_the_stock_goes_to_the_hand():
    before = position(*HANDS, stock="g12 y12")
    state = do(before, "0 stock")
    assert hand(state, 0) == "r5 r6 r7 b9 g12"
    assert state.stock == cards("y12")
    assert state.pile == before.pile


@pytest.mark.rule("C3")
def test_the_top_discard_goes_to_the_hand():
    before = position(*HANDS, pile="k4 b4")
    state = do(before, "0 pile")
    assert hand(state, 0) == "r5 r6 r7 b4 b9"
    assert state.pile == cards("k4")
    assert state.stock == before.stock


@pytest.mark.rule("C3")
def test_what_was_taken_is_told():
    state = position(*HANDS, pile="b4", stock="g12 y12")
    assert events(state, "0 stock") == [Took(0, "stock", cards("g12")[0])]
    assert events(state, "0 pile") == [Took(0, "pile", cards("b4")[0])]


@pytest.mark.rule("C3")
@pytest.mark.parametrize("act", ["meld r5 r6 r7", "add 0 k1 k2 k3 k4", "exchange 0", "back", "discard b9"])
def test_a_card_is_taken_before_anything_else(act):
    state = position(*HANDS, melds=[(0, "k1 k2 k3")])
    assert refusal(state, f"0 {act}") == "take-first"


@pytest.mark.rule("C3")
@pytest.mark.parametrize("again", ["stock", "pile"])
@pytest.mark.parametrize("first", [("0 pile",), ("0 stock", "1 knock no", "2 knock no")])
def test_only_one_card_is_taken_in_a_turn(first, again):
    state = do(position(*HANDS, pile="k4 b4"), *first)
    assert refusal(state, f"0 {again}") == "taken-already"


@pytest.mark.rule("C3")
@pytest.mark.parametrize("act", [*IN_TURN, "knock-time", "time"])
@pytest.mark.parametrize("seat", [0, 2])
def test_only_the_player_in_turn_acts(act, seat):
    for state in [
        position(*HANDS, turn=1),
        do(position(*HANDS, turn=1), "1 stock"),
        laying(*HANDS, turn=1),
    ]:
        assert refusal(state, f"{seat} {act}") == "not-your-turn"


@pytest.mark.rule("C3")
def test_laying_is_never_forced():
    state = do(laying("r5 r6 r7 b9", *HANDS[1:]), "0 discard b9")
    assert hand(state, 0) == "k17 r5 r6 r7"
    assert state.melds == ()
    assert (state.turn, state.phase) == (1, "take")


@pytest.mark.rule("C3")
def test_a_discard_goes_on_top_of_the_pile_and_ends_the_turn():
    state = do(position(*HANDS, pile="k4 b4"), "0 pile", "0 discard b9")
    assert state.pile == cards("k4 b9")
    assert hand(state, 0) == "r5 r6 r7 b4"
    assert (state.turn, state.phase) == (1, "take")
    assert refusal(state, "0 discard r5") == "not-your-turn"


@pytest.mark.rule("C3")
def test_the_next_player_may_take_the_card_just_discarded():
    state = do(laying(*HANDS), "0 discard b9", "1 pile")
    assert hand(state, 1) == "b9 g1 g2 g9"


@pytest.mark.rule("C3")
def test_the_last_seat_is_followed_by_the_first():
    assert do(laying(*HANDS, turn=2), "2 discard y9").turn == 0


@pytest.mark.rule("C3")
def test_a_discard_is_told_with_what_is_left_in_the_hand():
    assert events(laying(*HANDS), "0 discard b9") == [Discarded(0, cards("b9")[0], 4)]


@pytest.mark.rule("C3")
@pytest.mark.parametrize("card", ["g9", "y17", "Jr"])
def test_a_card_that_is_not_in_the_hand_cannot_be_discarded(card):
    assert refusal(laying(*HANDS), f"0 discard {card}") == "card-not-yours"


@pytest.mark.rule("C3")
def test_a_card_laid_this_turn_cannot_be_discarded():
    state = do(laying(*HANDS), "0 meld r5 r6 r7")
    assert refusal(state, "0 discard r5") == "card-not-yours"


@pytest.mark.rule("C3", "R26")
def test_the_card_just_taken_from_the_pile_may_be_discarded():
    state = do(position(*HANDS, pile="k4 b4"), "0 pile", "0 discard b4")
    assert state.pile == cards("k4 b4")
    assert hand(state, 0) == HANDS[0]
    assert state.turn == 1


@pytest.mark.rule("C3", "R26")
def test_the_card_just_taken_from_the_stock_may_be_discarded():
    state = do(position(*HANDS, pile="b4", stock="g12 y12"), "0 stock", "1 knock no", "2 knock no", "0 discard g12")
    assert state.pile[-2:] == cards("b4 g12")
    assert hand(state, 0) == HANDS[0]


@pytest.mark.rule("C3")
def test_the_game_waits_for_the_player_in_turn():
    assert actors(position(*HANDS, turn=2)) == (2,)
    assert actors(laying(*HANDS, turn=2)) == (2,)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_nobody_sits_on_is_refused(seat):
    state = position(*HANDS)
    assert [reason.code for reason in judge(state, TakeStock(seat))] == ["no-such-seat"]
    assert [reason.code for reason in judge(do(state, "0 stock"), Knock(seat, True))] == ["no-such-seat"]

"""Knocking for the top discard (C4, R27)."""

import pytest

from meldwise import catalog
from meldwise.rules.rummy17 import RULES
from meldwise.ruleset import CardRules
from meldwise.rummy17 import actors
from meldwise.rummy17.events import Answered, Knocked
from tests.rummy17.positions import cards, do, events, hand, position, refusal

HANDS = ("r5 r6 r7 b9", "g1 g2 g9", "y1 y3 y9", "k1 k3 k9")
MELDS = [(0, "b10 Jb b12 b13")]


def asked(turn: int = 0, pile: str = "b4 b17"):
    """Return a game in which the others are asked whether they knock."""
    return do(position(*HANDS, pile=pile, turn=turn, melds=MELDS), f"{turn} stock")


@pytest.mark.rule("C4")
def test_who_knocks_gets_the_top_discard():
    state = do(asked(), "1 knock no", "2 knock yes", "3 knock no")
    assert hand(state, 2) == "b17 y1 y3 y9"
    assert state.pile == cards("b4")
    assert (state.turn, state.phase) == (0, "laying")


@pytest.mark.rule("C4")
def test_where_nobody_knocks_the_discard_stays():
    state = do(asked(), "1 knock no", "2 knock no", "3 knock no")
    assert state.pile == cards("b4 b17")
    assert [len(held) for held in state.hands] == [5, 3, 3, 3]
    assert state.phase == "laying"


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("turn", "knockers", "winner"),
    [
        (0, (1, 2, 3), 1),
        (0, (2, 3), 2),
        (0, (3,), 3),
        (1, (0, 2, 3), 2),
        (1, (0, 3), 3),
        (2, (0, 1, 3), 3),
        (2, (0, 1), 0),
        (3, (0, 1, 2), 0),
        (3, (1, 2), 1),
    ],
)
def test_of_several_the_first_clockwise_from_the_player_in_turn_gets_it(turn, knockers, winner):
    others = [seat for seat in range(4) if seat != turn]
    for order in (others, others[::-1]):  # who knocks first in time does not matter
        state = do(asked(turn), *(f"{seat} knock {'yes' if seat in knockers else 'no'}" for seat in order))
        got = [seat for seat in range(4) if cards("b17")[0] in state.hands[seat]]
        assert got == [winner]


@pytest.mark.rule("C4")
def test_a_knocker_does_not_discard():
    state = do(asked(), "1 knock no", "2 knock yes", "3 knock no")
    assert refusal(state, "2 discard y1") == "not-your-turn"
    state = do(state, "0 discard b9")
    assert (state.turn, state.phase) == (1, "take")
    assert hand(state, 2) == "b17 y1 y3 y9"


@pytest.mark.rule("C4")
def test_a_knockers_hand_stays_one_larger_through_the_own_turn():
    state = do(asked(), "1 knock yes", "2 knock no", "3 knock no", "0 discard b9", "1 pile", "1 discard g1")
    assert len(state.hands[1]) == len(cards(HANDS[1])) + 1


@pytest.mark.rule("C4")
def test_a_card_goes_to_one_knocker_only_and_the_card_below_stays():
    state = do(asked(pile="b4 b17"), "1 knock yes", "2 knock yes", "3 knock yes")
    assert state.pile == cards("b4")
    assert [len(held) for held in state.hands] == [5, 4, 3, 3]


@pytest.mark.rule("C4")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_card_below_cannot_be_knocked_for(seat):
    state = do(asked(pile="b4 b17"), "1 knock yes", "2 knock no", "3 knock no")
    assert refusal(state, f"{seat} knock yes") == "no-knocking-now"


@pytest.mark.rule("C4")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_there_is_no_knocking_when_the_discard_was_taken(seat):
    state = do(position(*HANDS, pile="b4 b17"), "0 pile")
    assert state.phase == "laying"
    assert refusal(state, f"{seat} knock yes") == "no-knocking-now"


@pytest.mark.rule("C4")
def test_there_is_no_knocking_before_a_card_is_taken():
    assert refusal(position(*HANDS), "1 knock yes") == "no-knocking-now"


@pytest.mark.rule("C4")
def test_there_is_no_knocking_after_a_meld_or_a_discard():
    state = do(asked(), "1 knock no", "2 knock no", "3 knock no", "0 meld r5 r6 r7")
    assert refusal(state, "1 knock yes") == "no-knocking-now"
    assert refusal(do(state, "0 discard b9"), "2 knock yes") == "no-knocking-now"


@pytest.mark.rule("C4")
def test_the_player_in_turn_does_not_knock():
    assert refusal(asked(turn=1), "1 knock yes") == "knocking-is-for-others"


@pytest.mark.rule("C4", "R27")
@pytest.mark.parametrize(
    "answered", [(), ("1 knock yes",), ("3 knock no", "1 knock no"), ("2 knock yes", "1 knock no")]
)
@pytest.mark.parametrize(
    "act", ["meld r5 r6 r7", "add 0 b9 b10 Jb b12 b13", "exchange 0", "discard b9", "back", "stock", "pile"]
)
def test_the_player_in_turn_waits_until_all_have_answered(answered, act):
    assert refusal(do(asked(), *answered), f"0 {act}") == "wait-for-knocking"


@pytest.mark.rule("C4", "R27")
@pytest.mark.parametrize("act", ["meld r5 r6 r7", "add 0 b9 b10 Jb b12 b13", "discard b9"])
def test_after_the_answers_the_player_in_turn_goes_on(act):
    state = do(asked(), "1 knock no", "2 knock yes", "3 knock no", f"0 {act}")
    assert len(state.hands[0]) < 5


@pytest.mark.rule("R27")
def test_the_game_waits_for_everyone_who_has_not_answered():
    state = asked(turn=1)
    assert actors(state) == (2, 3, 0)
    assert actors(do(state, "3 knock yes")) == (2, 0)
    assert actors(do(state, "3 knock no")) == (2, 0)
    assert actors(do(state, "3 knock yes", "0 knock no", "2 knock no")) == (1,)


@pytest.mark.rule("R27")
@pytest.mark.parametrize(("first", "second"), [("yes", "no"), ("no", "yes"), ("no", "no")])
def test_an_answer_stands(first, second):
    assert refusal(do(asked(), f"2 knock {first}"), f"2 knock {second}") == "answered-already"


@pytest.mark.rule("R27")
def test_no_answer_means_no():
    state = do(asked(), "0 knock-time")
    assert state.phase == "laying"
    assert state.pile == cards("b4 b17")
    assert [len(held) for held in state.hands] == [5, 3, 3, 3]


@pytest.mark.rule("C4", "R27")
def test_when_the_knocking_time_is_up_those_who_knocked_count_and_the_silent_do_not():
    state = do(asked(), "3 knock yes", "2 knock yes", "0 knock-time")
    assert hand(state, 2) == "b17 y1 y3 y9"
    assert [len(held) for held in state.hands] == [5, 3, 4, 3]
    assert state.phase == "laying"


@pytest.mark.rule("R27")
def test_once_the_knocking_time_is_up_it_is_too_late():
    assert refusal(do(asked(), "0 knock-time"), "1 knock yes") == "no-knocking-now"


@pytest.mark.rule("R27")
def test_the_knocking_time_runs_only_during_knocking():
    before = position(*HANDS)
    assert refusal(before, "0 knock-time") == "no-knocking-now"
    assert refusal(do(before, "0 pile"), "0 knock-time") == "no-knocking-now"
    assert refusal(do(before, "0 stock", "0 knock-time"), "0 knock-time") == "no-knocking-now"


@pytest.mark.rule("R27")
def test_the_knocking_time_is_ten_seconds_unless_the_host_sets_another():
    assert RULES.knock_seconds == 10
    changed = catalog.find("rummy17+knock_seconds=30")
    assert isinstance(changed, CardRules)
    assert changed.knock_seconds == 30


@pytest.mark.rule("C4")
def test_with_two_players_the_other_alone_is_asked():
    state = do(position(*HANDS[:2], pile="b17", turn=1), "1 stock")
    assert actors(state) == (0,)
    assert hand(do(state, "0 knock yes"), 0) == "r5 r6 r7 b9 b17"


@pytest.mark.rule("C4")
def test_the_others_may_knock_when_the_last_card_of_the_stock_was_taken():
    state = do(position(*HANDS, pile="b17", stock="g12"), "0 stock", "1 knock yes", "2 knock no", "3 knock no")
    assert hand(state, 1) == "b17 g1 g2 g9"
    assert state.result is None


@pytest.mark.rule("C4")
def test_the_discard_of_the_first_deal_can_be_knocked_for_and_the_pile_may_become_empty():
    state = do(asked(pile="b17"), "1 knock yes", "2 knock no", "3 knock no")
    assert state.pile == ()
    assert do(state, "0 discard b9").pile == cards("b9")


@pytest.mark.rule("C4", "R27")
def test_the_answers_of_one_turn_say_nothing_in_the_next():
    state = do(asked(), "1 knock no", "2 knock yes", "3 knock no", "0 discard b9", "1 stock")
    assert actors(state) == (2, 3, 0)
    assert hand(do(state, "1 knock-time"), 2) == "b17 y1 y3 y9"


@pytest.mark.rule("C4")
def test_who_knocked_and_who_got_the_card_is_told_at_the_end():
    state = asked()
    assert events(state, "3 knock yes") == [Answered(3)]
    told = events(state, "3 knock yes", "1 knock no", "2 knock yes")
    assert told == [Answered(2), Knocked((2, 3), 2, cards("b17")[0])]
    assert events(state, "0 knock-time") == [Knocked((), None, cards("b17")[0])]

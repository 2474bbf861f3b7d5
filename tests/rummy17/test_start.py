"""The box and the deal (C1, C2, R25)."""

from collections import Counter

import pytest

from meldwise.errors import CaseError
from meldwise.game import Setup
from meldwise.match import new_match
from meldwise.notation import write_tiles
from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import BONUS_CARDS, deck, start
from meldwise.rummy17.events import Dealt
from meldwise.rummy17.scoring import Score
from meldwise.tiles import AnyTile
from tests.rummy17.positions import BONUS, cards, deal, do


@pytest.mark.rule("C1", "R25")
def test_the_deck_has_the_numbers_1_to_17_once_in_each_of_five_colours():
    wanted = {f"{color}{number}" for color in "rbgyk" for number in range(1, 18)}
    assert len(wanted) == len(deck(RULES)) == 85
    assert {card.text for card in deck(RULES)} == wanted


@pytest.mark.rule("R25")
def test_the_colours_are_red_blue_green_yellow_and_black():
    assert {color.name for color in RULES.box.colors} == {"RED", "BLUE", "GREEN", "YELLOW", "BLACK"}


@pytest.mark.rule("C1")
def test_there_are_five_jokers_one_of_each_colour():
    assert Counter(joker.text for joker in RULES.box.jokers) == Counter(["Jr", "Jb", "Jg", "Jy", "Jk"])


@pytest.mark.rule("C1")
def test_there_are_twelve_different_bonus_cards():
    assert set(BONUS_CARDS) == {
        *("most-cards", "most-sets", "most-runs", "longest-set", "longest-run", "most-123", "most-8-16"),
        *("most-red", "fewest-blue", "fewest-jokers", "highest-triple", "finisher"),
    }
    assert len(BONUS_CARDS) == 12


@pytest.mark.rule("C1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_can_play(seats):
    assert deal(seats).seats == seats


@pytest.mark.rule("C1")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play(seats):
    with pytest.raises(CaseError) as error:
        deal(seats)
    assert error.value.code == "wrong-players"


@pytest.mark.rule("C2")
@pytest.mark.parametrize("seats", [2, 6])
def test_everyone_gets_ten_cards_and_the_next_card_opens_the_discard_pile(seats):
    state = deal(seats)
    whole = deck(RULES)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [set(hand) for hand in state.hands] == [set(whole[10 * i : 10 * i + 10]) for i in range(seats)]
    assert state.pile == (whole[10 * seats],)
    assert state.stock == whole[10 * seats + 1 :]


@pytest.mark.rule("C2")
def test_the_stock_is_drawn_from_the_card_after_the_first_discard():
    assert do(deal(2), "0 stock").taken == deck(RULES)[21]


@pytest.mark.rule("C2")
def test_every_card_of_the_deck_is_dealt_out_once():
    state = deal(4)
    dealt: Counter[AnyTile] = Counter([*state.stock, *state.pile, *(card for hand in state.hands for card in hand)])
    assert dealt == Counter(deck(RULES))


@pytest.mark.rule("C2")
def test_the_five_jokers_lie_open_at_the_edge_and_nothing_is_melded():
    state = deal()
    assert set(state.edge) == set(cards("Jr Jb Jg Jy Jk"))
    assert len(state.edge) == 5
    assert state.melds == ()
    assert state.melded == (False, False, False)


@pytest.mark.rule("C2")
def test_five_bonus_cards_lie_open():
    assert deal().bonus == BONUS
    assert len(BONUS) == 5


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    "bonus",
    [
        (),
        BONUS[:4],
        (*BONUS, "most-red"),
        (*BONUS[:4], BONUS[0]),
        (*BONUS[:4], "most-green"),
    ],
)
def test_anything_but_five_different_bonus_cards_is_refused(bonus):
    with pytest.raises(CaseError) as error:
        deal(bonus=bonus)
    assert error.value.code == "bonus-not-the-cards"


@pytest.mark.rule("C1", "C2")
@pytest.mark.parametrize(
    "stock",
    [
        deck(RULES)[1:],
        (*deck(RULES)[1:], deck(RULES)[1]),
        (*deck(RULES), deck(RULES)[0]),
        (*deck(RULES), *cards("Jr")),
        (*deck(RULES)[1:], *cards("Jr")),
    ],
    ids=["a card short", "a card twice", "a card more", "a joker more", "a joker in a card's place"],
)
def test_a_stock_that_is_not_the_deck_is_refused(stock):
    with pytest.raises(CaseError) as error:
        start(RULES, 3, Setup(stock, 0, (), BONUS))
    assert error.value.code == "stock-not-the-deck"


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("starter", "dealer"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_the_player_to_the_dealers_left_starts(starter, dealer):
    state = deal(4, starter)
    assert (state.turn, state.dealer) == (starter, dealer)
    assert state.phase == "take"


@pytest.mark.rule("C2")
def test_play_goes_clockwise_and_comes_round():
    state = deal(3, starter=1)
    turns = [state.turn]
    for _ in range(4):
        seat = state.turn
        state = do(state, f"{seat} pile")
        state = do(state, f"{seat} discard {state.hands[seat][0]}")
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1, 2]


@pytest.mark.rule("C2")
def test_the_deal_moves_clockwise_from_game_to_game():
    match = new_match(RULES, 3, games=4, first_starter=1)
    dealers = []
    for _ in range(4):
        dealers.append(deal(3, match.starter).dealer)
        match = match.add(Score((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 1, 2), (), False))
    assert dealers == [0, 1, 2, 0]


@pytest.mark.rule("C2")
@pytest.mark.parametrize("starter", [-1, 3])
def test_a_starter_who_does_not_sit_there_is_refused(starter):
    with pytest.raises(CaseError) as error:
        deal(3, starter)
    assert error.value.code == "no-such-seat"


@pytest.mark.rule("C2")
def test_the_deal_tells_everyone_what_lies_open_and_no_hand():
    _, told = start(RULES, 2, Setup(deck(RULES), 1, (), BONUS))
    assert told == [Dealt(0, (10, 10), 64, deck(RULES)[20], BONUS)]
    assert write_tiles([deck(RULES)[20]]) == "b4"

"""Penalties, bonus points, doubling, scores (C11-C14, R33)."""

import pytest

from meldwise.match import new_match
from meldwise.notation import parse_rack, parse_table, parse_tiles
from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import BONUS_CARDS, FinalHand, score
from meldwise.rummy17.scoring import Score, penalty
from tests.rummy17.positions import do, ended, hand, laying, position


def player(hand_text: str, melds: str = "") -> FinalHand:
    """Return a player at the end."""
    return FinalHand(parse_rack(hand_text, RULES), parse_table(melds, RULES))


def final(*players: FinalHand, bonus: tuple[str, ...] = (), out: int | None = None, last: str = "") -> Score:
    """Score a finished game."""
    return score(players, bonus, out, parse_tiles(last, RULES)[0] if last else None, RULES)


@pytest.mark.rule("C11")
@pytest.mark.parametrize(("number", "cost"), [(n, 1) for n in range(1, 10)] + [(n, 2) for n in range(10, 18)])
@pytest.mark.parametrize("color", ["r", "k"])
def test_a_card_in_hand_costs_one_up_to_9_and_two_from_10_on(color, number, cost):
    assert penalty(parse_rack(f"{color}{number}", RULES), RULES) == cost


@pytest.mark.rule("C11")
@pytest.mark.parametrize(
    ("held", "cost"),
    [
        ("", 0),
        ("r1 b4 g9 y8", 4),
        ("r3 k12 g7", 4),
        ("r10 b17 g13", 6),
        ("r2 b9 g10 k16", 6),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11", 13),
    ],
)
def test_a_hand_costs_the_sum_of_its_cards(held, cost):
    assert penalty(parse_rack(held, RULES), RULES) == cost


@pytest.mark.rule("C11", "C14")
def test_everyone_pays_for_the_own_hand():
    result = final(player("r1 r10"), player("b2"), player("k17 k16 k15"))
    assert result.penalty == (3, 1, 6)
    assert result.scores == (-3, -1, -6)
    assert result.winners == (1,)


@pytest.mark.rule("C12", "C14")
def test_a_bonus_card_gives_three_points_and_ties_give_three_to_each():
    bonus = ("most-cards", "most-red", "fewest-jokers")
    result = final(player("k1", "r5 r6 r7"), player("k2", "b9 g9 y9"), player("k3"), bonus=bonus)
    assert result.awards == (("most-cards", (0, 1)), ("most-red", (0,)), ("fewest-jokers", (0, 1, 2)))
    assert result.bonus == (9, 6, 3)
    assert result.scores == (8, 5, 2)
    assert result.winners == (0,)


@pytest.mark.rule("C14", "R33")
def test_the_score_is_bonus_less_penalty_and_nothing_for_laid_cards():
    laid = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 / b12 g12 y12 k12 / b17 g17 y17"
    result = final(player("k1", laid), player("k2"), bonus=("most-sets",))
    assert result.bonus == (3, 0)
    assert result.scores == (2, -1)
    assert final(player("k1", laid), player("k2")).scores == (-1, -1)


@pytest.mark.rule("C13")
def test_rummy_17_doubles_every_bonus_and_every_penalty_for_everyone():
    players = [player("", "r5 r6 r7"), player("b2 k12", "b9 g9 y9 k9"), player("k17 k16 y1")]
    bonus = ("finisher", "most-cards", "fewest-blue")
    plain = final(*players, bonus=bonus, out=0, last="r16")
    doubled = final(*players, bonus=bonus, out=0, last="r17")
    assert (plain.penalty, plain.bonus, plain.scores) == ((0, 3, 5), (6, 3, 3), (6, 0, -2))
    assert (doubled.penalty, doubled.bonus, doubled.scores) == ((0, 6, 10), (12, 6, 6), (12, 0, -4))
    assert (plain.doubled, doubled.doubled) == (False, True)
    assert plain.awards == doubled.awards


@pytest.mark.rule("C13")
@pytest.mark.parametrize("last", [f"{color}{number}" for color in "rbgyk" for number in (1, 7, 15, 16)])
def test_no_other_last_discard_doubles(last):
    assert not final(player(""), player("b2"), out=0, last=last).doubled


@pytest.mark.rule("C13")
def test_a_17_doubles_only_where_someone_went_out():
    result = final(player("r3"), player("b12"), bonus=("fewest-jokers",), out=None, last="r17")
    assert (result.penalty, result.bonus, result.doubled) == ((1, 2), (3, 3), False)


@pytest.mark.rule("C13")
def test_without_a_last_discard_nothing_doubles():
    assert not final(player(""), player("b12"), out=0).doubled


@pytest.mark.rule("C14")
def test_equal_scores_win_together():
    assert final(player("r3"), player("b12"), player("k3")).winners == (0, 2)


@pytest.mark.rule("C11", "C12", "C13", "C14")
def test_a_game_played_to_rummy_17_is_scored_so():
    bonus = ("most-cards", "most-sets", "most-runs", "fewest-blue", "finisher")
    melds = [(1, "b2 g2 y2"), (2, "y5 y6 y7 y8")]
    state = laying("r5 r6 r7", "k1 k10", "k3 k4 k12 k13", melds=melds, taken="g17", bonus=bonus)
    result = ended(do(state, "0 meld r5 r6 r7", "0 discard g17"))
    assert dict(result.awards) == {
        "most-cards": (2,),
        "most-sets": (1,),
        "most-runs": (0, 2),
        "fewest-blue": (0, 2),
        "finisher": (0,),
    }
    assert result.bonus == (18, 6, 18)
    assert result.penalty == (0, 6, 12)
    assert result.scores == (18, 0, 6)
    assert result.winners == (0,)


@pytest.mark.rule("C11", "C14")
def test_at_an_empty_stock_everyone_pays_also_who_finished_the_last_turn():
    state = position("r5 r6", "k1 k10 k11", pile="b4", stock="g12", bonus=BONUS_CARDS[:5])
    state = do(state, "0 stock", "1 knock yes", "0 discard r6")
    assert (hand(state, 0), hand(state, 1)) == ("r5 g12", "k1 k10 k11 b4")
    assert ended(state).penalty == (3, 6)
    assert ended(state).scores == (-3, -6)


def game(*scores: int) -> Score:
    """Return a game that ended with these scores."""
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return Score((0,) * len(scores), (0,) * len(scores), scores, winners, (), False)


@pytest.mark.rule("C14")
def test_over_several_games_the_totals_decide_not_the_games_won():
    match = new_match(RULES, 3, games=3).add(game(5, 4, -9)).add(game(5, 4, -2)).add(game(-8, 1, 2))
    assert match.totals == (2, 9, -9)
    assert match.wins == (2, 0, 1)
    assert match.places == (2, 1, 3)


@pytest.mark.rule("C14")
def test_equal_totals_share_the_place():
    match = new_match(RULES, 3, games=2).add(game(5, 2, -9)).add(game(-1, 2, -2))
    assert match.totals == (4, 4, -11)
    assert match.places == (1, 1, 3)

"""The twelve bonus cards (C12, R31, R32)."""

import pytest

from meldwise.notation import parse_table
from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import BONUS_CARDS, FinalHand, score
from tests.rummy17.positions import do, ended, laying, position

FEWEST = ("fewest-blue", "fewest-jokers")


def awarded(bonus: str, *players: str, out: int | None = None) -> tuple[int, ...]:
    """Return who gets a bonus card, from the melds before each player."""
    hands = [FinalHand((), parse_table(melds, RULES)) for melds in players]
    return dict(score(hands, [bonus], out, None, RULES).awards)[bonus]


DECIDED = [
    # Each loser is better at a card it could be taken for.
    ("most-cards", "r1 r2 r3 r4 r5 r6 r7", "b9 g9 y9 / b12 g12 y12", (0,)),
    ("most-cards", "r1 r2 r3 r4 r5 r6", "b9 g9 y9 / b12 g12 y12 k12", (1,)),
    ("most-sets", "r1 r2 r3 / r5 r6 r7 / b9 g9 y9", "b1 g1 y1 / b12 g12 y12", (1,)),
    ("most-sets", "r1 b1 g1 y1 k1 / r5 r6 r7 r8 r9", "b2 g2 y2 / b12 g12 y12", (1,)),
    ("most-runs", "b1 g1 y1 / b12 g12 y12 / r1 r2 r3", "r5 r6 r7 / r9 r10 r11", (1,)),
    ("most-runs", "r1 r2 r3 r4 r5 r6 r7 r8", "y5 y6 y7 / y9 y10 y11", (1,)),
    ("longest-set", "b9 g9 y9 / b12 g12 y12 / r1 r2 r3 r4 r5 r6", "r8 b8 g8 y8", (1,)),
    ("longest-set", "b9 g9 y9 k9", "r1 b1 g1 y1 k1", (1,)),
    ("longest-run", "r1 r2 r3 / r5 r6 r7 / b9 g9 y9 r9 k9", "y1 y2 y3 y4", (1,)),
    ("longest-run", "r1 r2 r3 r4 r5 r6", "y9 y10 y11 y12 y13", (0,)),
    ("most-123", "r1 r2 r3 / b2 g2 y2", "r4 r5 r6 r7 r8 r9 / b1 g1 y1 k1", (0,)),
    ("most-123", "b4 g4 y4 k4", "r3 r4 r5", (1,)),
    ("most-123", "b1 g1 y1", "b3 g3 y3 k3", (1,)),
    ("most-8-16", "r8 b8 g8", "r15 r16 r17 / g14 g15 g16", (0,)),
    ("most-8-16", "b8 g8 y8", "b16 g16 y16 k16", (1,)),
    ("most-8-16", "b9 g9 y9 k9 / b17 g17 y17 / b15 g15 y15", "r6 r7 r8", (1,)),
    ("most-8-16", "r7 r8 r9", "g14 g15 g16 / y14 y15 y16", (1,)),
    ("most-red", "r1 r2 r3", "r5 b5 g5 / r7 b7 g7 y7", (0,)),
    ("most-red", "b1 b2 b3 b4", "r5 b5 g5", (1,)),
    ("fewest-blue", "b1 g1 y1", "r5 r6 r7 r8", (1,)),
    ("fewest-blue", "b1 b2 b3", "b5 g5 y5 / r5 r6 r7 / b7 g7 y7", (1,)),
    ("fewest-jokers", "r1 Jr r3 r4", "b1 b2 b3", (1,)),
    ("fewest-jokers", "r1 Jr r3 r4 / b1 Jb b3 b4", "g1 Jg g3", (1,)),
    ("highest-triple", "r9 r10 r11", "b11 g11 y11", (1,)),
    ("highest-triple", "r15 r16 r17 / b1 b2 b3", "b17 g17 y17", (1,)),
    ("highest-triple", "b1 b2 b3 / g4 g5 g6", "r3 r4 r5", (0,)),
    ("highest-triple", "b17 g17 y17 k17 / r14 r15 r16 r17", "b1 b2 b3", (1,)),
]


@pytest.mark.rule("C12")
@pytest.mark.parametrize(("bonus", "first", "second", "winners"), DECIDED)
def test_a_bonus_card_goes_to_who_meets_it_best(bonus, first, second, winners):
    assert awarded(bonus, first, second) == winners
    assert awarded(bonus, second, first) == tuple(1 - winner for winner in winners)


@pytest.mark.rule("C12")
def test_every_bonus_card_is_decided_above_or_by_going_out():
    assert {case[0] for case in DECIDED} | {"finisher"} == set(BONUS_CARDS)


@pytest.mark.rule("C12")
@pytest.mark.parametrize("out", [0, 1])
def test_the_finisher_is_who_went_out_whatever_lies(out):
    assert awarded("finisher", "r1 r2 r3 r4 r5", "b1 b2 b3", out=out) == (out,)


@pytest.mark.rule("C10", "C12")
def test_the_finisher_card_is_won_in_play_by_the_last_discard():
    state = laying("k1 k3", "r5 r6 r7", turn=1, taken="k9", melds=[(0, "b1 b2 b3 b4 b5")])
    final = ended(do(state, "1 meld r5 r6 r7", "1 discard k9"))
    assert dict(final.awards)["finisher"] == (1,)


@pytest.mark.rule("C10", "C12")
def test_nobody_is_the_finisher_when_the_stock_ran_out():
    state = do(position("r5 r6", "g1 g3", pile="b4", stock="g12"), "0 stock", "1 knock no", "0 discard g12")
    final = ended(state)
    assert dict(final.awards)["finisher"] == ()


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("bonus", "tied", "third"),
    [
        ("most-cards", ("r1 r2 r3 r4 r5 r6", "b9 g9 y9 / b12 g12 y12"), "k1 k2 k3 k4 k5"),
        ("most-sets", ("b9 g9 y9 / b12 g12 y12", "r1 b1 g1 y1 k1 / r2 b2 g2"), "r5 b5 g5 / y5 y6 y7"),
        ("most-runs", ("r1 r2 r3", "b1 b2 b3 b4"), "r9 b9 g9"),
        ("longest-set", ("b9 g9 y9", "b12 g12 y12 / b1 g1 y1"), "r1 r2 r3 r4"),
        ("longest-run", ("r1 r2 r3 r4", "g9 g10 g11 g12"), "k1 k2 k3"),
        ("most-123", ("r1 r2 r3", "b2 g2 y2"), "k3 k4 k5"),
        ("most-8-16", ("r7 r8 r9", "g14 g15 g16"), "k1 k2 k3"),
        ("most-red", ("r1 r2 r3", "r5 b5 g5 / r7 b7 g7 / r9 b9 g9"), "r11 b11 g11 / r13 b13 g13"),
        ("fewest-blue", ("r1 r2 r3", ""), "b9 g9 y9"),
        ("fewest-jokers", ("r1 r2 r3", ""), "b9 Jb b11 b12"),
        ("highest-triple", ("r9 r10 r11", "b10 g10 y10"), "k8 k9 k10"),
    ],
)
def test_all_who_tie_get_the_bonus_card(bonus, tied, third):
    assert awarded(bonus, tied[0], third, tied[1]) == (0, 2)


@pytest.mark.rule("C12", "R32")
@pytest.mark.parametrize("bonus", [card for card in BONUS_CARDS if card not in FEWEST])
def test_a_most_longest_or_highest_nobody_has_any_of_is_not_awarded(bonus):
    assert awarded(bonus, "", "", "") == ()


@pytest.mark.rule("C12", "R32")
@pytest.mark.parametrize(
    ("bonus", "laid"),
    [
        ("most-sets", "r1 r2 r3"),
        ("longest-set", "r1 r2 r3"),
        ("most-runs", "b9 g9 y9"),
        ("longest-run", "b9 g9 y9"),
        ("most-123", "b9 g9 y9"),
        ("most-8-16", "b9 g9 y9"),
        ("most-red", "b9 g9 y9"),
        ("highest-triple", "b9 g9 y9 k9"),
    ],
)
def test_melds_without_any_of_it_do_not_win_it(bonus, laid):
    assert awarded(bonus, laid, "") == ()


@pytest.mark.rule("C12", "R32")
@pytest.mark.parametrize("bonus", FEWEST)
def test_fewest_counts_everyone_players_with_nothing_laid_included(bonus):
    assert awarded(bonus, "", "", "") == (0, 1, 2)
    assert awarded(bonus, "b1 Jb b3 b4", "", "r1 r2 r3") == (1, 2)
    assert awarded(bonus, "b1 Jb b3 b4", "b9 Jg y9") == ((1,) if bonus == "fewest-blue" else (0, 1))


@pytest.mark.rule("C12", "R31")
@pytest.mark.parametrize(
    ("bonus", "with_joker", "without"),
    [
        ("most-cards", "r4 Jr r6 r7", "b9 g9 y9"),
        ("most-sets", "b9 Jg y9 / b12 g12 y12", "r1 b1 g1"),
        ("most-runs", "r4 Jr r6 / r8 r9 r10", "b1 b2 b3"),
        ("longest-set", "b9 Jg y9 k9", "r1 b1 g1"),
        ("longest-run", "r4 r5 r6 Jr", "b1 b2 b3"),
        ("most-123", "r1 Jr r3", "b2 b3 b4"),
        ("most-123", "Jr r4 r5", "b4 b5 b6"),
        ("most-8-16", "r7 Jr r9", "b9 b10 b11"),
        ("most-8-16", "g16 Jr y16", "b14 b15 b16 / k7 k8 k9"),
        ("most-8-16", "r14 r15 Jr", "b9 b10 b11"),
        ("most-red", "b9 Jr y9", "b12 g12 y12"),
        ("highest-triple", "r14 r15 Jr", "b13 b14 b15"),
        ("highest-triple", "Jr r16 r17", "b15 k15 g15"),
        ("highest-triple", "b12 Jr g12", "y10 y11 y12"),
    ],
)
def test_a_joker_counts_as_a_card_of_the_number_it_stands_for(bonus, with_joker, without):
    assert awarded(bonus, with_joker, without) == (0,)


@pytest.mark.rule("C12", "R31")
def test_a_blue_joker_counts_as_a_blue_card():
    assert awarded("fewest-blue", "r9 Jb y9", "k1 k2 k3") == (1,)
    assert awarded("fewest-blue", "r9 Jb y9", "b5 g5 y5") == (0, 1)


@pytest.mark.rule("C12", "R31")
def test_a_red_joker_is_one_red_card_among_others():
    assert awarded("most-red", "r4 Jr r6 r7", "r10 r11 r12") == (0,)
    assert awarded("most-red", "b9 Jg y9", "r1 g1 y1") == (1,)


@pytest.mark.rule("R31")
def test_a_joker_counts_for_no_other_number():
    assert awarded("most-123", "r3 r4 Jr", "b3 b4 b5") == (0, 1)
    assert awarded("most-8-16", "r5 r6 Jr", "") == ()


@pytest.mark.rule("C12")
def test_only_the_bonus_cards_in_play_are_awarded():
    bonus = ("most-red", "fewest-blue", "longest-set", "most-8-16", "highest-triple")
    state = laying("r5 r6 r7", "g1 g3", taken="k9", bonus=bonus)
    final = ended(do(state, "0 meld r5 r6 r7", "0 discard k9"))
    assert final.awards == (
        ("most-red", (0,)),
        ("fewest-blue", (0, 1)),
        ("longest-set", ()),
        ("most-8-16", ()),
        ("highest-triple", (0,)),
    )
    assert final.bonus == (9, 3)


@pytest.mark.rule("C12")
def test_cards_in_hand_count_for_no_bonus_card():
    state = position("r1 r2 r3 r16", "k5 k6", pile="b4", stock="g12", bonus=("most-red", "most-123", *BONUS_CARDS[:3]))
    final = ended(do(state, "0 stock", "1 knock no", "0 discard g12"))
    assert final.bonus == (0, 0)

"""What the end of a game is worth, in figures (T36, T38-T42, R19, R21, R22)."""

import pytest

import meldwise
from meldwise.api import tile_rules
from meldwise.errors import CaseError
from meldwise.notation import parse_rack
from meldwise.tilegame import FinalRack, score
from meldwise.tilegame.scoring import Score, late_draw, worth
from tests.tilegame.states import OTHERS, POLISH, TILE_GAMES, TWIST, after, middle

polish = pytest.mark.parametrize("key", POLISH)
PENALTY = {"fi-classic": 30, "hu-twist": 30, "sk-twist": 30, "pl-standard": 50, "pl-twist": 50, "pl-expert": 20}


def final(key: str, rack: str, last_drawn: str = "", **fields: bool) -> FinalRack:
    rules = tile_rules(key)
    return FinalRack(parse_rack(rack, rules), last_drawn=parse_rack(last_drawn, rules), **fields)


def gone_out(key: str, *others: FinalRack) -> Score:
    """Score a game the first player has gone out of."""
    return score("out", [FinalRack(()), *others], tile_rules(key))


def lost(key: str, rack: str, last_drawn: str = "", **fields: bool) -> int:
    """Return what one who has not opened loses to the one who went out."""
    told = gone_out(key, final(key, rack, last_drawn, **({"opened": False} | fields)))
    assert told.winner == 0
    assert told.scores[0] == -told.scores[1]
    return told.scores[0]


def pool_empty(key: str, *racks: str) -> Score:
    return score("pool-empty", [final(key, rack) for rack in racks], tile_rules(key))


# The worth of a rack


@pytest.mark.rule("T38")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_a_rack_is_worth_its_numbers_and_a_penalty_for_each_joker(key):
    rules = tile_rules(key)
    joker = "Jr Jb" if key == "pl-expert" else "J J"
    assert worth(parse_rack("k1 r13 b7 b7", rules), rules) == 28
    assert worth(parse_rack(f"k1 r13 {joker}", rules), rules) == 14 + 2 * PENALTY[key]
    assert worth((), rules) == 0


@pytest.mark.rule("T38")
@pytest.mark.parametrize("key", TWIST)
@pytest.mark.parametrize("joker", ["J", "D", "C", "M"])
def test_a_special_joker_costs_as_much_as_any(key, joker):
    rules = tile_rules(key)
    assert worth(parse_rack(f"{joker} k2", rules), rules) == 2 + PENALTY[key]


# Going out


@pytest.mark.rule("T39")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_the_winner_collects_what_the_others_lose(key):
    told = gone_out(key, final(key, "k5"), final(key, "k13 k3"), final(key, "k1 k2"))
    assert told == Score(0, (24, -5, -16, -3))


@pytest.mark.rule("T38", "T39")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_a_joker_left_on_a_rack_is_paid_to_the_winner(key):
    joker = "Jk" if key == "pl-expert" else "J"
    cost = 4 + PENALTY[key]
    assert gone_out(key, final(key, f"{joker} k4"), final(key, "k1")) == Score(0, (cost + 1, -cost, -1))


@pytest.mark.rule("T39")
def test_the_winner_is_whoever_has_the_empty_rack():
    rules = tile_rules("hu-twist")
    players = [final("hu-twist", "k5"), final("hu-twist", "k9"), FinalRack(())]
    assert score("out", players, rules) == Score(2, (-5, -9, 14))


# The flat sums of the Polish book


@pytest.mark.rule("T40", "R19")
@polish
@pytest.mark.parametrize("rack", ["k1", "k13 k12 r9 r8 b2", "k10 r10"])
def test_a_player_who_has_not_opened_loses_one_hundred_whatever_the_rack(key, rack):
    assert lost(key, rack) == 100


@pytest.mark.rule("T40", "R19")
@pytest.mark.parametrize(("key", "rack"), [("pl-standard", "J k1"), ("pl-expert", "Jk Jr k1"), ("pl-twist", "M M k1")])
def test_jokers_are_in_the_flat_sum(key, rack):
    assert lost(key, rack) == 100


@pytest.mark.rule("T40")
@polish
def test_a_rack_that_could_have_opened_loses_two_hundred(key):
    assert lost(key, "k10 r10 b10") == 200


@pytest.mark.rule("T40")
@pytest.mark.parametrize(
    ("key", "rack", "points"),
    [
        ("pl-standard", "k9 k10 k11", 200),
        ("pl-standard", "k9 r9 b9", 100),
        ("pl-standard", "k9 r9 b9 k1 r1 b1", 200),  # 27 + 3
        ("pl-standard", "k9 r9 b9 k1 r1", 100),
        ("pl-standard", "k2 k3 k4 k5 k6 k7", 100),  # 27
        ("pl-standard", "k2 k3 k4 k5 k6 k7 k8", 200),
        ("pl-standard", "k6 k7 k8 r6 b6", 100),  # 21 or 18, not both: k6 is there once
        ("pl-standard", "k6 k7 k8 r6 b6 r8 b8", 200),  # 18 + 24, without the run
        ("pl-standard", "k6 k7 k8 r6 b6 o6", 200),  # 21 + 18, the group without k6
        ("pl-standard", "k7 r7 b7 o7 k1 k2", 100),  # 28
        ("pl-standard", "J k11 k12", 200),
        ("pl-standard", "J k9 k10", 200),  # the joker as k11
        ("pl-standard", "J J k10", 200),
        ("pl-standard", "J k9 r9", 100),
        ("pl-standard", "k13 k1 k2 r12 b11 o13", 100),
        ("pl-expert", "Jk k12 k13", 200),
        ("pl-expert", "Jr k12 k13", 100),
        ("pl-expert", "Jr k10 b10", 200),
        ("pl-expert", "Jk k10 b10", 100),
        ("pl-expert", "Jk Jr b10", 200),
        ("pl-twist", "D k8 r8", 200),  # four eights
        ("pl-twist", "D k7 r7", 100),  # 28 as a group, and no run
        ("pl-twist", "k9 C r11", 200),
        ("pl-twist", "k9 C k11", 100),
        ("pl-twist", "k10 M k10", 200),
        ("pl-twist", "k9 M k9", 100),  # the middle is a 10 in a run: 28
    ],
)
def test_whether_a_rack_could_have_opened_is_worked_out_exactly(key, rack, points):
    assert lost(key, rack) == points


@pytest.mark.rule("T40", "R19")
@polish
def test_a_player_who_never_had_a_turn_loses_one_hundred_at_most(key):
    assert lost(key, "k13 r13 b13", had_turn=False) == 100
    assert lost(key, "k1 r2", had_turn=False) == 100


@pytest.mark.rule("T40", "R19")
@polish
def test_the_winner_collects_the_flat_sums(key):
    others = [final(key, "k1", opened=False), final(key, "k13 r13 b13 k1", opened=False), final(key, "k13")]
    assert gone_out(key, *others) == Score(0, (313, -100, -200, -13))


@pytest.mark.rule("T40")
@polish
def test_one_who_has_opened_loses_the_rack_even_where_it_could_open_again(key):
    assert lost(key, "k13 r13 b13", opened=True) == 39


@pytest.mark.rule("T40")
@pytest.mark.parametrize("key", OTHERS)
def test_the_other_books_count_the_rack_of_one_who_has_not_opened(key):
    assert lost(key, "k13 r13 b13 J") == 69
    assert lost(key, "k1", had_turn=False) == 1
    assert lost(key, "k13 r13 b13", last_drawn="k13", announced=True) == 39


@pytest.mark.rule("T40", "R19")
def test_the_first_to_go_out_in_the_first_turn_costs_the_others_one_hundred_each():
    racks = ["k10 r10 b10", "k13 r13 b13", "k12 r12 b12"]
    state = middle("pl-standard", racks, pool="k1", opened=(False,) * 3, had_turn=(False,) * 3)
    over = after(state, "0 play k10 r10 b10")
    assert over.result is not None
    assert over.result.scores == (200, -100, -100)


@pytest.mark.rule("T40", "R19")
@pytest.mark.parametrize("turn", ["1 draw", "1 time"])
def test_only_those_who_have_had_a_turn_lose_two_hundred(turn):
    racks = ["k12 r12 b12", "k13 r13 b13", "k10 r10 b10"]
    state = middle("pl-standard", racks, pool="k1 k2", turn=1, opened=(False,) * 3, had_turn=(False,) * 3)
    over = after(state, turn, "2 play k10 r10 b10")
    assert over.result is not None
    assert over.result.scores == (-100, -200, 300)


@pytest.mark.rule("T40", "R19")
@polish
def test_at_an_empty_pool_the_flat_sums_do_not_apply(key):
    players = [final(key, "k1", opened=False), final(key, "k13 r13 b13", opened=False)]
    assert score("pool-empty", players, tile_rules(key)) == Score(0, (38, -39))


@pytest.mark.rule("T41")
@polish
def test_an_announcement_counts_where_the_last_drawn_tile_was_needed(key):
    assert lost(key, "k10 r10 b10", last_drawn="b10", announced=True) == 100
    assert lost(key, "k10 r10 b10", last_drawn="b10", announced=False) == 200
    assert lost(key, "k10 r10 b10 o10", last_drawn="b10", announced=True) == 200
    assert lost(key, "k10 r10 b10 k1", last_drawn="k1", announced=True) == 200
    assert lost(key, "k10 r10 b10 b10", last_drawn="b10", announced=True) == 200


@pytest.mark.rule("T41")
def test_an_announcement_without_a_draw_saves_nothing():
    assert lost("pl-standard", "k10 r10 b10", announced=True) == 200


# The pool empty


@pytest.mark.rule("T42")
@polish
def test_the_polish_winner_takes_the_sum_less_the_own_rack(key):
    assert pool_empty(key, "k1", "k5", "k10", "k2 k13") == Score(0, (29, -5, -10, -15))


@pytest.mark.rule("T42")
@pytest.mark.parametrize("key", ["fi-classic", "hu-twist"])
def test_the_finnish_and_hungarian_books_count_the_difference(key):
    assert pool_empty(key, "k1", "k5", "k10", "k2 k13") == Score(0, (27, -4, -9, -14))


@pytest.mark.rule("T42", "R22")
def test_the_slovak_book_counts_the_worth_as_when_going_out():
    assert pool_empty("sk-twist", "k1", "k5", "k10", "k2 k13") == Score(0, (30, -5, -10, -15))


@pytest.mark.rule("T42")
@pytest.mark.parametrize(
    ("key", "scores"),
    [
        ("fi-classic", (-27, 54, -27)),
        ("hu-twist", (-27, 54, -27)),
        ("sk-twist", (-30, 60, -30)),
        ("pl-standard", (-50, 97, -50)),
        ("pl-twist", (-50, 97, -50)),
    ],
)
def test_a_joker_counts_at_an_empty_pool_too(key, scores):
    assert pool_empty(key, "J", "k3", "J") == Score(1, scores)


@pytest.mark.rule("T42", "R21")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_ties_go_to_fewer_tiles_and_then_to_the_first_in_turn_order(key):
    assert pool_empty(key, "k4 r6", "k10", "b10").winner == 1
    assert pool_empty(key, "k11", "k4 r6", "b3 b7").winner == 1
    assert pool_empty(key, "k4 r6", "k9 b1", "b10").winner == 2


@pytest.mark.rule("T42", "R21")
def test_one_who_ties_and_loses_loses_by_the_book():
    assert pool_empty("hu-twist", "k10", "r10", "k12").scores == (2, 0, -2)
    assert pool_empty("sk-twist", "k10", "r10", "k12").scores == (22, -10, -12)
    assert pool_empty("pl-standard", "k10", "r10", "k12").scores == (12, -10, -12)


# A physical table


@pytest.mark.rule("T34", "T36")
@pytest.mark.parametrize(
    ("key", "drawn", "for_each"),
    [("fi-classic", 3, 0), ("hu-twist", 3, 1), ("sk-twist", 3, 0), *((key, 1, 0) for key in POLISH)],
)
def test_tiles_whose_place_nobody_remembers_cost_more_only_in_the_hungarian_book(key, drawn, for_each):
    rules = tile_rules(key)
    assert (rules.time_penalty, rules.forgotten_penalty) == (drawn, for_each)
    assert [late_draw(rules, forgotten) for forgotten in range(3)] == [drawn, drawn + for_each, drawn + 2 * for_each]


# What cannot be scored


@pytest.mark.parametrize("racks", [("k1", "k2"), ("", "")])
def test_going_out_needs_exactly_one_empty_rack(racks):
    with pytest.raises(CaseError) as refused:
        score("out", [final("pl-standard", rack) for rack in racks], tile_rules("pl-standard"))
    assert refused.value.code == "out-needs-one-empty-rack"


def test_an_empty_pool_has_no_empty_rack():
    with pytest.raises(CaseError) as refused:
        pool_empty("pl-standard", "k1", "")
    assert refused.value.code == "pool-empty-needs-full-racks"


def test_the_public_score_is_the_same():
    players = [final("pl-standard", "k1"), final("pl-standard", "k5")]
    assert meldwise.score("pl-standard", players, ended="pool-empty") == Score(0, (4, -5))
    assert meldwise.score("pl-standard", [FinalRack(()), *players]) == Score(0, (6, -1, -5))


# House rules


def test_house_rules_change_the_figures():
    assert lost("pl-standard+unopened_penalty=60+unopened_able_penalty=70", "k1") == 60
    assert lost("pl-standard+unopened_penalty=60+unopened_able_penalty=70", "k10 r10 b10") == 70
    assert lost("pl-standard+unopened_able_penalty=0", "k10 r10 b10") == 100
    assert lost("pl-standard+opening_points=31", "k10 r10 b10") == 100
    assert lost("pl-standard+joker_penalty=7", "J k1", opened=True) == 8
    assert pool_empty("pl-standard+pool_empty_scores=worth", "k1", "k5").scores == (5, -5)

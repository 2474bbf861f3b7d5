"""Rummy 17 played out in the kernel: the same bonus cards and scores as in the game, and games that end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from meldwise.bots.card_manner import manner, worths
from meldwise.rules.rummy17 import RULES
from meldwise.ruleset import with_changes
from meldwise.rummy17 import BONUS_CARDS, State, deck
from meldwise.rummy17.bonus import award, laid
from meldwise.solver.card_playouts import FEATURES, STAGES, TABLES, Aim, Known, Phase, Position, fitting
from tests.playing import random_game
from tests.rummy17.positions import cards, deal, position


def known(state: State, **changes: object) -> Known:
    """Return a game with everything known but the order of the stock."""
    facts = Known(
        rules=state.rules,
        bonus=tuple(BONUS_CARDS.index(card) for card in state.bonus),
        hands=state.hands,
        counts=tuple(len(hand) for hand in state.hands),
        melded=state.melded,
        melds=tuple((meld.owner, meld.cards) for meld in state.melds),
        edge=state.edge,
        gone=state.pile[:-1],
        top=state.pile[-1] if state.pile else None,
        stock=len(state.stock),
        unseen=state.stock,
        turn=state.turn,
        phase=Phase.TAKE,
        answers=(None,) * state.seats,
    )
    return replace(facts, **changes)


def kernel(facts: Known) -> Position:
    """Return a position whose seats all play in the learned manner."""
    return Position(facts, [manner()] * len(facts.counts))


@pytest.mark.rule("C12")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_bonus_cards_look_at_melds_as_in_the_game(seats):
    compared = 0
    for seed in range(4):
        for game in random_game("rummy17", seats, f"bonus {seed}"):
            state = game.state
            if state.loose or not state.melds or state.phase != "take":
                continue
            out = state.turn if len(state.hands[state.turn]) == 1 else None
            lying = [laid(state.melds_of(seat), RULES, seat == out) for seat in range(seats)]
            for card in BONUS_CARDS:
                facts = known(replace(state, bonus=(card,)))
                wanted = [3 * (seat in award(card, lying)) for seat in range(seats)]
                assert kernel(facts).bonuses() == wanted, card
                compared += 1
    assert compared > 200


@pytest.mark.rule("C10", "C11", "C13")
@pytest.mark.parametrize("seats", [2, 4])
def test_an_end_is_worth_what_it_is_in_the_game(seats):
    ended = set()
    for seed in range(7):
        *_, last = random_game("rummy17", seats, f"score {seed}")
        result = last.state.result
        facts = known(last.state, phase=Phase.OVER, out=result.out)
        tally = kernel(facts).play_out(1, 0, 1)
        assert tally.scores == result.scores
        assert [share > 0 for share in tally.wins] == [seat in result.winners for seat in range(seats)]
        ended.add(result.ended)
    assert len(ended) == 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_games_end_and_depend_on_seed_and_number_alone(seats):
    start = known(deal(seats), hands=((),) * seats, top=None, unseen=deck(RULES))
    one = kernel(start).play_out(7, 0, 50)
    assert one == kernel(start).play_out(7, 0, 50)
    assert one != kernel(start).play_out(8, 0, 50)
    assert sum(one.wins) == pytest.approx(1)
    for aim in (Aim(0, 10.0), Aim(seats - 1, 10.0, 2 * seats, worths())):
        whole = kernel(start).values(7, 0, 10, aim)
        assert whole == kernel(start).values(7, 0, 4, aim) + kernel(start).values(7, 4, 6, aim)


def test_a_game_played_out_is_what_the_seats_share():
    """All leads together are nothing, all wins one."""
    start = known(deal(3), hands=((),) * 3, top=None, unseen=deck(RULES))
    games = [kernel(start).values(3, 0, 20, Aim(seat, 10.0)) for seat in range(3)]
    assert [sum(values) for values in zip(*games, strict=True)] == pytest.approx([10.0] * 20)


def test_what_was_learned_has_a_weight_for_every_place():
    assert len(worths()) == FEATURES * STAGES * TABLES


def test_a_better_position_is_valued_higher():
    """Fewer cards, a meld in hand, a bonus card: each alone is worth something, at once and before any turn."""
    aim = Aim(0, 10.0, 0, worths())
    few = position("r1 g5 b9", "k2 y6 g10 r14 b13 k7 g2", melds=[(0, "y1 y2 y3"), (1, "k11 k12 k13")])
    many = position("r1 g5 b9 b12 g14 k9", "k2 y6 g10 r14 b13 k7 g2", melds=[(0, "y1 y2 y3"), (1, "k11 k12 k13")])
    means = [sum(kernel(known(state)).values(1, 0, 400, aim)) / 400 for state in (few, many)]
    assert means[0] > means[1] + 1


def test_a_seat_takes_what_completes_a_meld_and_keeps_what_lies_together():
    state = position("r5 r6 k1 g9 y13", "k3 g4 b8 y16 r12", pile="r7", turn=0)
    assert kernel(known(state)).advice() == [True, False]
    thrown = [card for card, _ in kernel(known(state)).keeping()]
    assert set(thrown[:3]) == set(cards("k1 g9 y13"))


@pytest.mark.rule("C6", "C9")
def test_fitting_cards_extend_melds_or_take_their_jokers():
    melds = [cards("r5 r6 Jr r8"), cards("b9 g9 y9"), cards("k15 k16 k17")]
    assert set(fitting(melds, RULES)) == set(cards("r4 r7 r9 k9 k14"))


def test_house_rules_are_played_out_too():
    rules = with_changes(RULES, {"edge_run": 3, "doubling_number": 0, "bonus_points": 5, "hand_size": 13})
    start = known(
        replace(deal(2), rules=rules), hands=((),) * 2, counts=(13, 13), top=None, unseen=deck(rules), stock=58
    )
    assert sum(kernel(start).play_out(1, 0, 30).wins) == pytest.approx(1)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": 2},
        {"turn": -1},
        {"counts": (9, 10)},
        {"counts": (40, 40)},
        {"counts": (0, 10), "hands": ((), ())},
        {"stock": -1},
        {"stock": 0},
        {"stock": 80},
        {"phase": Phase.PILE, "top": None},
        {"out": 2},
        {"melds": ((3, cards("r1 r2 r3")),)},
        {"hands": (cards("r1"), cards("r1"))},
    ],
    ids=str,
)
def test_a_position_that_is_none_is_refused(changes):
    facts = known(deal(2), **changes)
    with pytest.raises((ValueError, TypeError)):
        kernel(facts).play_out(1, 0, 1)


def test_a_seat_or_weights_that_are_none_are_refused():
    facts = known(deal(2))
    for aim in (Aim(2, 1.0), Aim(-1, 1.0), Aim(0, 1.0, 3, (1.0,))):
        with pytest.raises(ValueError, match=r"seat|weights"):
            kernel(facts).values(1, 0, 1, aim)
    with pytest.raises(ValueError, match="manners"):
        Position(facts, [manner()]).play_out(1, 0, 1)


def test_whoever_lays_hides_nothing_that_could_be_laid():
    """With inference the other hand holds less, so the same seat does better."""
    state = position("r1 g5 b9 k17", "k2 y6 g10 r14 b13", melds=[(0, "y1 y2 y3"), (1, "k11 k12 k13")], pile="g17")
    hidden = tuple(card for card in deck(RULES) if card in (*state.hands[1], *state.stock))
    open_hand = known(state, hands=(state.hands[0], ()), unseen=hidden)
    layers = replace(open_hand, layers=(False, True), unlikely=tuple(fitting([m.cards for m in state.melds], RULES)))
    plain, inferred = (sum(kernel(facts).values(1, 0, 600, Aim(0, 10.0))) / 600 for facts in (open_hand, layers))
    assert inferred > plain

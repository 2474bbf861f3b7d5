"""The master of Rummy 17: legal, told only what its seat sees, and sensible where a situation is clear."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from meldwise import catalog, new_game, rummy17
from meldwise.bots import BOTS, named
from meldwise.bots.card_master import MasterCards
from meldwise.bots.card_memory import CardMemory
from meldwise.bots.card_search import HELPING, Choice, Search
from meldwise.bots.cards import PILED
from meldwise.bots.master import Master
from meldwise.live import shuffle
from meldwise.ruleset import CardRules
from meldwise.rummy17 import view
from meldwise.rummy17.events import Dealt, Discarded, Knocked, Took
from meldwise.rummy17.state import KNOCKING, LAYING, Before
from meldwise.simulation import Plan, play_out
from meldwise.simulation.deal import play_deal
from meldwise.solver.card_playouts import Aim, Position
from tests.playing import reshuffled
from tests.rummy17.positions import cards, do, position

RULES = catalog.find("rummy17")


def laying(state):
    """Return what the seat in turn sees when it has taken its card."""
    seat = state.turn
    before = Before(state.hands[seat], state.melds, state.edge, state.melded[seat])
    return view(replace(state, phase=LAYING, before=before, source="stock"), seat)


def turn_of(state, seed=0):
    """Return what the master lays and throws, card by card."""
    mind, seen = MasterCards(seed), laying(state)
    turn = mind.lays(seen)
    left = tuple(card for card in seen.hand if card not in turn.cards)
    return turn, mind.throws(replace(seen, hand=left))


def card(text):
    return cards(text)[0]


@pytest.mark.parametrize(("name", "seats"), [("master", 2), ("master", 3), ("master", 4), ("master", 6), ("closer", 3)])
def test_games_come_to_a_legal_end(name, seats):
    others = ("greedy-tiles", "holder", "simple", "chance", "master")
    for deal in range(2):
        names = [name, *others[deal : deal + seats - 1]]
        bots = [BOTS[one](f"{deal} {seat}") for seat, one in enumerate((names + ["simple"] * seats)[:seats])]
        state, _ = play_out(RULES, shuffle(RULES, seats, f"master {deal}", starter=0), bots)
        assert state.result is not None


@pytest.mark.parametrize("seed", range(6))
def test_who_takes_over_in_the_middle_of_a_turn_plays_on_from_there(seed):
    """Let four minds share each seat, as a person and a stand-in do: whoever comes next, all they do is legal."""
    assert isinstance(RULES, CardRules)
    dice, seats = random.Random(f"shared {seed}"), 3
    interrupted = 0
    for deal in range(8):
        state, _ = rummy17.start(RULES, seats, shuffle(RULES, seats, f"shared {seed} {deal}", starter=0))
        minds = [[BOTS[name](seat) for name in ("greedy-tiles", "holder", "simple", "chance")] for seat in range(seats)]
        last = None
        while state.result is None:
            seat = rummy17.actors(state)[0]
            mind = dice.choice(minds[seat])
            interrupted += state.phase == LAYING and mind is not last
            action = mind.act(view(state, seat))
            state, _ = rummy17.apply(state, action)
            last = mind
    assert interrupted > 20


@pytest.mark.parametrize("name", ["greedy-tiles", "holder", "closer"])
def test_a_joker_that_somebody_left_loose_is_taken_back(name):
    state = position("r6 b2 k9 y14", "g4", melds=[(0, "r5 Jr r7")])
    state, _ = rummy17.apply(do(state, "0 stock", "1 knock no"), rummy17.Exchange(0, 0))
    mind = BOTS[name](0)
    assert mind.act(view(state, 0)) == rummy17.TakeBack(0)
    state, _ = rummy17.apply(state, rummy17.TakeBack(0))
    rummy17.apply(state, mind.act(view(state, 0)))


@pytest.mark.soak
def test_some_hundred_games_are_legal():
    dice = random.Random("soak")
    for deal in range(200):
        seats = dice.randint(2, 6)
        names = ["master", *dice.choices(sorted(BOTS), k=seats - 1)]
        dice.shuffle(names)
        bots = [BOTS[name](f"{deal} {seat}") for seat, name in enumerate(names)]
        state, _ = play_out(RULES, shuffle(RULES, seats, f"soak {deal}", starter=0), bots)
        assert state.result is not None


@pytest.mark.parametrize("name", ["master", "closer"])
def test_hidden_cards_change_nothing_for_one_who_listens(name):
    game = new_game(RULES, 3, seed="listens")
    mind, twin = BOTS[name]("mind"), BOTS[name]("mind")
    others = [BOTS["greedy-tiles"](seat) for seat in range(3)]
    dice = random.Random("listens")
    heard = 0
    for _ in range(70):
        for event in game.events[heard:]:
            mind.watch(rummy17.seen(event, 0))
            twin.watch(rummy17.seen(event, 0))
        heard = len(game.events)
        if game.result is not None:
            break
        seat = game.actors[0]
        action = (mind if seat == 0 else others[seat]).act(game.view(seat))
        if seat == 0:
            assert twin.act(view(reshuffled(game.state, 0, dice), 0)) == action
        game.apply(action)
    assert heard > 20


def test_equal_seeds_play_equal_games():
    games = []
    for _ in range(2):
        bots = [BOTS["master"]("same"), BOTS["greedy-tiles"](1)]
        games.append(play_out(RULES, shuffle(RULES, 2, "same", starter=0), bots)[1])
    assert games[0] == games[1]


@pytest.mark.rule("C10")
def test_it_goes_out_where_that_wins():
    state = position(
        "r4 g9", "k2 y6 g10 r14 b13 k7 g2 y16", melds=[(0, "r5 r6 r7"), (0, "b1 b2 b3"), (1, "k9 k10 k11")]
    )
    turn, thrown = turn_of(state)
    assert (turn.cards, thrown) == (cards("r4"), card("g9"))


@pytest.mark.rule("C13")
def test_going_out_ahead_it_keeps_the_17_to_the_last():
    melds = [(0, "r14 r15 r16"), (0, "b1 b2 b3"), (1, "k9 k10 k11")]
    turn, thrown = turn_of(position("r13 r17", "k2 y6 g10 r1 b13 k7 g2 y16", melds=melds))
    assert (turn.cards, thrown) == (cards("r13"), card("r17"))


@pytest.mark.rule("C13")
def test_behind_it_does_not_end_the_game():
    """Going out here gives the others all the bonus cards, while they hold one card that costs one."""
    melds = [(1, "k5 k6 k7 k8 k9 k10"), (1, "y1 y2 y3"), (1, "g11 g12 g13"), (0, "r1 b1 g1")]
    bonus = ("most-cards", "most-runs", "longest-run", "most-123", "highest-triple")
    state = position("k11 y17 r8", "b4 b9", melds=melds, bonus=bonus, pile="g17")
    turn, thrown = turn_of(replace(state, hands=(cards("k11 y17"), state.hands[1])))
    assert not (turn.cards == cards("k11") and thrown == card("y17"))


@pytest.mark.rule("C12")
def test_a_card_is_laid_where_it_counts_for_its_own_bonus():
    """The r8 fits both runs of red; at the last turn only its owner's bonus counts."""
    melds = [(0, "r5 r6 r7"), (1, "b8 g8 y8"), (1, "k1 k2 k3")]
    bonus = ("most-cards", "longest-run", "most-8-16", "most-red", "most-runs")
    state = position("r8 g16", "k7 y12 b3", melds=melds, bonus=bonus, stock="", pile="g17")
    turn, _ = turn_of(state)
    assert cards("r5 r6 r7 r8") in turn.melds


@pytest.mark.rule("C4")
def test_it_knocks_for_what_completes_a_run_and_not_for_a_stray_card():
    for pile, wanted in (("r7", True), ("y2", False)):
        state = position("r5 r6 r8 r9 k1 g9 y13 b16 k11 g4", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8 r2", pile=pile, turn=1)
        asked = replace(state, phase=KNOCKING, source="stock")
        assert MasterCards("knock").act(view(asked, 0)) == rummy17.Knock(0, wanted)


def test_it_takes_a_discard_that_completes_a_meld():
    state = position("r5 r6 r8 r9 k1 g9 y13 b16 k11 g4", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8", pile="r7")
    assert MasterCards("take").act(view(state, 0)) == rummy17.TakeDiscard(0)
    stray = position("r5 r6 r8 r9 k1 g9 y13 b16 k11 g4", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8", pile="y2")
    assert MasterCards("take").act(view(stray, 0)) == rummy17.TakeStock(0)


def test_discards_are_not_taken_for_ever():
    state = position("r5 r6 r8 r9 k1 g9 y13 b16 k11 g4", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8", pile="r7")
    mind = MasterCards("ever")
    took = [isinstance(mind.act(view(state, 0)), rummy17.TakeDiscard) for _ in range(PILED + 2)]
    assert took == [True] * PILED + [False, True]


@pytest.mark.parametrize("seats", [("holder", "holder"), ("closer", "holder"), ("closer", "closer")])
def test_those_who_hold_end_a_game_too(seats):
    """In this deal both would take the same two discards for ever."""
    played = play_deal(Plan("rummy17", seats, 18, "z"), 17).games
    assert all(game.scores for game in played)


@pytest.mark.parametrize("name", ["chance", "simple", "greedy-tiles", "holder", "master:states=1000"])
def test_hands_bound_the_cards_of_a_turn(name):
    bots = [named(f"{name}{',' if ':' in name else ':'}hand=3")(f"hands {seat}") for seat in range(3)]
    state, actions = play_out(RULES, shuffle(RULES, 3, "hands", starter=0), bots)
    assert isinstance(RULES, CardRules)
    game, _ = rummy17.start(RULES, 3, shuffle(RULES, 3, "hands", starter=0))
    most = held = 0
    for action in actions:
        if isinstance(action, rummy17.TakeStock | rummy17.TakeDiscard):
            held = len(game.hands[action.seat]) + 1
        if isinstance(action, rummy17.Discard):
            most = max(most, held - len(game.hands[action.seat]))
        game, _ = rummy17.apply(game, action)
    assert game == state
    assert most == 3


def test_states_bound_the_thinking():
    state = position("r5 r6 r8 r9 k1 g9 y13 b16 k11 g4", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8", pile="r7")
    games = []
    for states in (1_000, 100_000):
        cards = Master("think", states=states)._cards
        assert isinstance(cards, MasterCards)
        games.append(cards._rounds(((2, 1000),)))
    assert games == [((2, 10),), ((2, 1000),)]
    assert Master("think", states=1).act(view(state, 0)) is not None


def test_without_time_it_still_answers():
    state = position("r5 r6 r7 r9 k1 g9 y13 b16 k11 g4 y1", "k3 g5 b8 y16 r12 b1 b5 y9 g12 k8", pile="r17")
    mind = MasterCards("late")
    mind.out_of_time = lambda: True
    assert mind.lays(laying(state)).cards
    assert mind.throws(laying(state)) in state.hands[0]


def test_memory_knows_who_took_what_and_what_is_covered():
    memory = CardMemory()
    seen = view(position("r1 r2", "b1 b2 g7 k8", "y4 k12", pile="y5 g9 k3 b5"), 0)
    for event in (
        Dealt(0, (2, 2, 2), 60, card("g7"), ()),
        Took(1, "pile", card("g7")),
        Discarded(1, card("k8"), 2),
        Took(2, "stock", None),
        Knocked((1,), 1, card("k8")),
        Discarded(2, card("y5"), 2),
        Took(0, "stock", card("r1")),
        Knocked((), None, card("y5")),
        Discarded(0, card("g9"), 2),
        Discarded(1, card("k3"), 3),
        Discarded(2, card("b5"), 2),
    ):
        memory.watch(event)
    assert set(memory.held(seen, 1)) == set(cards("g7 k8"))
    assert memory.held(seen, 2) == ()
    assert set(memory.covered(seen)) == set(cards("y5 g9 k3"))
    assert memory.turns == {0: 1, 1: 2, 2: 2}


def test_a_card_holder_lays_before_another_goes_out():
    melds = [(1, "k5 k6 k7"), (1, "y1 y2 y3")]
    deep = position("r1 r2 r3 g9 y13 b16", "b4 b9 g14 k12 y7 r15", melds=melds)
    soon = position("r1 r2 r3 g9 y13 b16", "b4 b9", melds=melds)
    assert isinstance(BOTS["holder"]().act(laying(soon)), rummy17.LayMeld)
    assert isinstance(BOTS["holder"]().act(laying(deep)), rummy17.Discard)


def test_the_clock_is_looked_at_after_a_helping_of_games_however_many_may_be_played():
    class Counted(Position):
        """Stands for a position, and counts the games asked for."""

        def __init__(self):
            self.asked = []

        def values(self, seed, first, count, aim):
            self.asked.append((first, count))
            return [0.0] * count

    looks = iter([False] * 7)
    positions = [Counted(), Counted()]
    search = Search(Aim(0, 10.0), 1, lambda: next(looks, True))
    search.best([Choice(i, position) for i, position in enumerate(positions)], [(2, 10**9)], 1.0)
    assert positions[0].asked == [(0, HELPING), (HELPING, HELPING), (2 * HELPING, HELPING), (3 * HELPING, HELPING)]
    assert positions[1].asked == positions[0].asked[:3]

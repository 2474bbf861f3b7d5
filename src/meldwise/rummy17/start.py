"""The deal (C2)."""

from __future__ import annotations

from collections import Counter

from meldwise.errors import CaseError
from meldwise.game import Setup, check_seats
from meldwise.ruleset import CardRules
from meldwise.rummy17.bonus import BONUS_CARDS
from meldwise.rummy17.cards import deck, edge_jokers
from meldwise.rummy17.events import Dealt, Event
from meldwise.rummy17.state import TAKE, State
from meldwise.tiles import ordered


def start(rules: CardRules, seats: int, setup: Setup) -> tuple[State, list[Event]]:
    """Deal: the hands, seat by seat, then the first discard, then what is left is the stock."""
    stock, bonus, starter = setup.pool, setup.bonus, setup.starter
    check_seats(rules, seats, starter)
    if Counter(stock) != Counter(deck(rules)):
        raise CaseError("stock-not-the-deck")
    if len(bonus) != rules.bonus_in_play or len(set(bonus)) != len(bonus) or not set(bonus) <= set(BONUS_CARDS):
        raise CaseError("bonus-not-the-cards", needed=rules.bonus_in_play)
    size = rules.hand_size
    hands = tuple(ordered(stock[i * size : (i + 1) * size]) for i in range(seats))
    pile, rest = stock[seats * size : seats * size + 1], stock[seats * size + 1 :]
    dealer = (starter - 1) % seats
    no = (False,) * seats
    state = State(rules, rest, pile, hands, (), edge_jokers(rules), bonus, dealer, starter, TAKE, no, (None,) * seats)
    return state, [Dealt(dealer, (size,) * seats, len(rest), pile[0], bonus)]

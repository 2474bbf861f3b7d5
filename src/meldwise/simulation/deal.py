"""A deal, played once in every order of the seats, so that luck of the deal favours nobody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import msgspec

from meldwise.api import ruleset
from meldwise.bots import named
from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.live import shuffle
from meldwise.record import Record, closing_line, write
from meldwise.simulation.play import play_out

Order = tuple[str, ...]
"""Who sits where."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is simulated; equal plans have equal results.

    With *circle* a deal is played only as often as there are seats: everyone moves on one seat from game to game and
    keeps the same neighbours; the next deal has other neighbours, until all have come.
    """

    rules: str
    seats: Order
    deals: int
    seed: str = "0"
    circle: bool = False

    def check(self) -> None:
        """Refuse opponents that are none, and seats the box does not serve."""
        check_seats(ruleset(self.rules), len(self.seats))
        for name in self.seats:
            named(name)
        if self.deals < 1:
            raise CaseError("no-deals", deals=self.deals)

    def orders(self, deal: int) -> list[Order]:
        """Return the orders in which a deal is played."""
        if not self.circle:
            return orders(self.seats)
        known = circles(self.seats)
        return rotations(known[deal % len(known)])


class Played(msgspec.Struct, frozen=True):
    """One game: who sat where, everyone's score, who won, and how many actions it took."""

    seats: Order
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int


class Dealt(msgspec.Struct, frozen=True):
    """One deal's games, and, where they were asked for, their records as text."""

    deal: int
    games: list[Played]
    records: list[str] = []


def orders(seats: Sequence[str]) -> list[Order]:
    """Return every order of the opponents, each once."""
    return sorted(set(permutations(seats)))


def circles(seats: Sequence[str]) -> list[Order]:
    """Return every way to sit around a table, each once: orders that differ by moving on are the same."""
    return [order for order in orders(seats) if order == min(rotations(order))]


def rotations(order: Order) -> list[Order]:
    """Return the orders that moving on seat by seat gives, each once."""
    return list(dict.fromkeys(order[i:] + order[:i] for i in range(len(order))))


def play_deal(plan: Plan, deal: int, records: bool = False) -> Dealt:
    """Play deal number *deal* of a plan in its orders; its generator comes from the seed and the number alone."""
    rules = ruleset(plan.rules)
    setup = shuffle(rules, len(plan.seats), f"{plan.seed}/{deal}", starter=0)
    dealt = Dealt(deal, [], [])
    for number, order in enumerate(plan.orders(deal)):
        bots = [named(name)(f"{plan.seed}/{deal}/{number}/{seat}") for seat, name in enumerate(order)]
        state, actions = play_out(rules, setup, bots)
        dealt.games.append(Played(order, state.result.scores, state.result.winners, len(actions)))
        if records:
            names = tuple(f"{name} {seat + 1}" for seat, name in enumerate(order))
            dealt.records.append(write(Record(rules, names, setup, tuple(actions), closing_line(rules, state))))
    return dealt

"""A deal, played once in every order of the seats, so that luck of the deal favours nobody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import msgspec

from meldwise.api import ruleset
from meldwise.bots import BOTS
from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.live import shuffle
from meldwise.record import Record, closing_line, write
from meldwise.simulation.play import play_out


class Plan(msgspec.Struct, frozen=True):
    """What is simulated; equal plans have equal results."""

    rules: str
    seats: tuple[str, ...]
    deals: int
    seed: str = "0"

    def check(self) -> None:
        """Refuse opponents that are none, and seats the box does not serve."""
        check_seats(ruleset(self.rules), len(self.seats))
        for name in self.seats:
            if name not in BOTS:
                raise CaseError("no-such-opponent", name=name, known=", ".join(BOTS))
        if self.deals < 1:
            raise CaseError("no-deals", deals=self.deals)


class Played(msgspec.Struct, frozen=True):
    """One game: who sat where, everyone's score, who won, and how many actions it took."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int


def orders(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every order of the opponents, each once."""
    return sorted(set(permutations(seats)))


def play_deal(plan: Plan, deal: int, records: Path | None = None) -> list[Played]:
    """Play deal number *deal* of a plan in every order; its generator comes from the seed and the number alone."""
    rules = ruleset(plan.rules)
    setup = shuffle(rules, len(plan.seats), f"{plan.seed}/{deal}", starter=0)
    games = []
    for number, order in enumerate(orders(plan.seats)):
        bots = [BOTS[name](f"{plan.seed}/{deal}/{number}/{seat}") for seat, name in enumerate(order)]
        state, actions = play_out(rules, setup, bots)
        games.append(Played(order, state.result.scores, state.result.winners, len(actions)))
        if records:
            names = tuple(f"{name} {seat + 1}" for seat, name in enumerate(order))
            record = Record(rules, names, setup, tuple(actions), closing_line(rules, state))
            (records / f"{deal:06}-{number}.record").write_text(write(record), encoding="utf-8")
    return games

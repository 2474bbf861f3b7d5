"""How long an opponent's turns take here: a guide, for its budget is counted in states."""

from __future__ import annotations

import time
from typing import Any

from meldwise.api import ruleset
from meldwise.bots import Opponent, named
from meldwise.live import shuffle
from meldwise.simulation import Plan, play_out

DEALS = 2


class Timed(Opponent):
    """Another opponent with a watch."""

    def __init__(self, other: Opponent) -> None:
        super().__init__()
        self.other = other
        self.millis: list[float] = []

    def act(self, view: Any) -> Any:
        start = time.perf_counter()
        action = self.other.act(view)
        self.millis.append(1000 * (time.perf_counter() - start))
        return action

    def watch(self, event: Any) -> None:
        self.other.watch(event)

    def aside(self, view: Any) -> Any:
        return self.other.aside(view)


def pace(plan: Plan) -> tuple[float, float]:
    """Return the mean and the longest turn of a plan's first opponent, in ms, over deals of their own."""
    rules, millis = ruleset(plan.rules), list[float]()
    for deal in range(DEALS):
        setup = shuffle(rules, len(plan.seats), f"pace/{deal}", starter=0)
        timed = Timed(named(plan.seats[0])(deal))
        play_out(rules, setup, [timed, *(named(name)(deal) for name in plan.seats[1:])])
        millis += timed.millis
    return sum(millis) / len(millis), max(millis)

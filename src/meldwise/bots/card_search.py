"""Which choice goes on best: games of Rummy 17 dealt by chance and played out after each, the same deals for all."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from meldwise.solver.card_playouts import Aim, Position

WIN = 10.0
"""What winning is worth besides the points ahead."""
HOPELESS = 2.5
"""Standard errors behind at which a choice is given up."""

HELPING = 100
"""Games played at a time: the clock is looked at in between."""

Rounds = Sequence[tuple[int, int]]
"""How many choices go on, and how many games each has been played then."""


class Choice(msgspec.Struct):
    """Something to do, the position after it, and what its games were worth so far."""

    what: Any
    position: Position
    values: list[float] = msgspec.field(default_factory=list)


class Search:
    """One decision of a seat."""

    def __init__(self, aim: Aim, seed: int, out_of_time: Callable[[], bool]) -> None:
        self.aim = aim
        self.seed = seed
        self.out_of_time = out_of_time

    def best(self, choices: Sequence[Choice], rounds: Rounds, doubt: float) -> Choice:
        """Return the choice to make: the first, unless another is ahead by *doubt* standard errors and more."""
        left = self.narrowed(choices, rounds)
        return max(left, key=lambda choice: _surely(choice, left[0], doubt))

    def narrowed(self, choices: Sequence[Choice], rounds: Rounds) -> list[Choice]:
        """Return what is left when each round plays more games after fewer choices, the best first.

        The first choice is what the manner would do: it stays the first, and the others are measured by it.
        """
        left = list(choices)
        for most, games in rounds:
            left = left[:most]
            if len(left) == 1 or not self._play(left, games):
                break
            left = [left[0], *_hopeful(left)]
        return left

    def _play(self, choices: Sequence[Choice], games: int) -> bool:
        """Play games after each choice until all have so many; False where the time is over before."""
        while behind := [choice for choice in choices if len(choice.values) < games]:
            for choice in behind:
                if self.out_of_time():
                    return False
                done = len(choice.values)
                count = min(games - done, HELPING)
                choice.values += choice.position.values(self.seed, done, count, self.aim)
        return not self.out_of_time()


def _hopeful(choices: Sequence[Choice]) -> list[Choice]:
    """Return all but the first choice that are not far behind it, the best first."""
    leads = [(lead(choice, choices[0]), choice) for choice in choices[1:]]
    hopeful = [(mean, choice) for (mean, error), choice in leads if mean > -HOPELESS * error or mean >= 0]
    return [choice for _, choice in sorted(hopeful, key=lambda pair: -pair[0])]


def lead(choice: Choice, first: Choice) -> tuple[float, float]:
    """Return how much better a choice did in the same games than another, and the error of that."""
    leads = [one - other for one, other in zip(choice.values, first.values, strict=False)]
    if len(leads) < 2:
        return 0.0, 0.0
    mean = sum(leads) / len(leads)
    return mean, math.sqrt(sum([(value - mean) ** 2 for value in leads]) / (len(leads) - 1) / len(leads))


def _surely(choice: Choice, first: Choice, doubt: float) -> float:
    """Return how much better a choice is at least, as far as games tell."""
    mean, error = lead(choice, first)
    return mean - doubt * error

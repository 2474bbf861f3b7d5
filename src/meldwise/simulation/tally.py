"""What a simulation says: win rates and mean scores, with intervals over deals, for these are what chance deals out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from meldwise.simulation.deal import Played

NORMAL = 1.959964
"""Standard errors on each side of a mean that hold 95 in 100, where there are many values."""
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The same for two values, three and so on, whose spread is not well known (Student's t)."""
PLUS_FOUR = (0.0, 0.0, 1.0, 1.0)


class Figure(msgspec.Struct, frozen=True):
    """A mean over deals, and the ends between which the true one lies, 95 times in 100; None where one deal is all."""

    mean: float
    low: float | None
    high: float | None


class Standing(msgspec.Struct, frozen=True):
    """How one opponent fared: the share of games it won at a seat, and its score there."""

    name: str
    wins: Figure
    score: Figure


def standings(deals: Iterable[Sequence[Played]]) -> list[Standing]:
    """Sum deals up, the most wins first.

    An opponent that sits at several seats counts at each of them, so one that meets only itself wins exactly its share.
    Several winners of one game share it.
    """
    found = by_deal(deals)
    share = rate if len(found) > 1 else figure
    made = [Standing(name, share(wins), figure(scores)) for name, (wins, scores) in found.items()]
    return sorted(made, key=lambda standing: (-standing.wins.mean, standing.name))


def by_deal(deals: Iterable[Sequence[Played]]) -> dict[str, tuple[list[float], list[float]]]:
    """Return everyone's share of wins and mean score at a seat, deal by deal."""
    found: dict[str, tuple[list[float], list[float]]] = {}
    for games in deals:
        for name in sorted({name for game in games for name in game.seats}):
            places = [(game, seat) for game in games for seat, other in enumerate(game.seats) if other == name]
            won = sum(1 / len(game.winners) for game, seat in places if seat in game.winners)
            wins, scores = found.setdefault(name, ([], []))
            wins.append(won / len(places))
            scores.append(sum(game.scores[seat] for game, seat in places) / len(places))
    return found


def figure(values: Sequence[float]) -> Figure:
    """Return the mean of independent values and its interval."""
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Figure(mean, None, None)
    error = _errors(len(values)) * math.sqrt(_spread(values) / len(values))
    return Figure(mean, mean - error, mean + error)


def rate(values: Sequence[float]) -> Figure:
    """Return the mean of independent shares between 0 and 1 and its interval, which lies between them too.

    To know the spread, two deals won and two lost are thought to be there too (as in the plus-four rule): that none
    was seen does not mean that there is none.
    """
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Figure(mean, None, None)
    error = _errors(len(values)) * math.sqrt(_spread((*values, *PLUS_FOUR)) / len(values))
    return Figure(mean, max(0.0, mean - error), min(1.0, mean + error))


def _spread(values: Sequence[float]) -> float:
    """Return the variance of what values were drawn from."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _errors(values: int) -> float:
    """Return how many standard errors on each side of the mean of so many values hold 95 in 100."""
    free = values - 1
    if free <= len(STUDENT):
        return STUDENT[free - 1]
    cubed, fifth = NORMAL**3, NORMAL**5
    return NORMAL + (cubed + NORMAL) / (4 * free) + (5 * fifth + 16 * cubed + 3 * NORMAL) / (96 * free**2)

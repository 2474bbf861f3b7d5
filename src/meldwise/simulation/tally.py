"""What a simulation says: win rates and mean scores, with intervals over deals, for these are what chance deals out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from meldwise.simulation.deal import Played

NORMAL = 1.959964
"""Standard errors on each side of a mean that hold 95 in 100."""
NEVER = 3.0
"""What never happened in n deals may still happen in 3 of n (95 times in 100)."""


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
    made = [Standing(name, rate(wins), figure(scores)) for name, (wins, scores) in by_deal(deals).items()]
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
    spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    error = NORMAL * math.sqrt(spread / len(values))
    return Figure(mean, mean - error, mean + error)


def rate(values: Sequence[float]) -> Figure:
    """Return the mean of independent shares between 0 and 1 and its interval, which lies between them too."""
    found = figure(values)
    if found.low is None or found.high is None:
        return found
    rest = min(1.0, NEVER / len(values))
    low = 1 - rest if found.mean == 1 else max(0.0, found.low)
    high = rest if found.mean == 0 else min(1.0, found.high)
    return Figure(found.mean, low, high)

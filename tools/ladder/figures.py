"""What the games say: who wins how often, with which score, who is ahead of whom, and whether that goes in circles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import permutations

import msgspec

from meldwise.simulation import Figure, Plan, Played, Standing, standings
from meldwise.simulation.tally import by_deal, figure, rate
from tools.ladder.plan import FIELD
from tools.ladder.rating import Rating, ratings

Deals = Sequence[Sequence[Played]]
HALF = 0.5


class Meeting(msgspec.Struct, frozen=True):
    """Those who met, in how many deals and games, how many had one winner, and how everyone fared."""

    seats: tuple[str, ...]
    deals: int
    games: int
    decided: int
    standings: list[Standing]

    def of(self, name: str) -> Standing:
        return next(one for one in self.standings if one.name == name)


class Place(msgspec.Struct, frozen=True):
    """An opponent over all its meetings, each of which counts alike."""

    name: str
    rating: Rating
    wins: Figure
    score: Figure
    games: int


class Lead(msgspec.Struct, frozen=True):
    """How many points a game one is ahead of another in the games they share; below 0 it is behind."""

    name: str
    other: str
    points: Figure


class Ladder(msgspec.Struct, frozen=True):
    """A ruleset with two or with four seats: places by score, and some who beat each other in a circle, if any.

    With two seats everyone's meetings are told, with four that of the mixed field, and everyone's lead over everyone.
    """

    share: int
    deals: int
    games: int
    places: list[Place]
    cycle: list[str]
    meetings: list[Meeting] = []
    leads: list[Lead] = []


def meeting(plan: Plan, deals: Deals) -> Meeting:
    games = [game for one in deals for game in one]
    decided = sum(len(game.winners) == 1 for game in games)
    return Meeting(plan.seats, len(deals), len(games), decided, standings(deals))


def ladder(played: Mapping[Plan, Deals], share: int) -> Ladder:
    """Sum one ruleset up, with its number of seats."""
    rated = ratings([game for deals in played.values() for games in deals for game in games])
    places = [_place(name, rated[name], played) for name in rated]
    places.sort(key=lambda place: -place.score.mean)
    met = [meeting(plan, deals) for plan, deals in played.items()]
    sums = sum(each.deals for each in met), sum(each.games for each in met)
    if all(len(plan.seats) == 2 for plan in played):
        return Ladder(share, *sums, places, cycle([pair for each in met for pair in beaten(each)]), meetings=met)
    ahead = leads(played.values())
    mixed = [each for each in met if set(each.seats) == set(FIELD)]
    ring = cycle([(one.name, one.other) for one in ahead if _clear(one)])
    return Ladder(share, *sums, places, ring, meetings=mixed, leads=ahead)


def _place(name: str, rating: Rating, played: Mapping[Plan, Deals]) -> Place:
    mine = [deals for plan, deals in played.items() if name in plan.seats]
    values = [by_deal(deals)[name] for deals in mine]
    games = sum(len(games) for deals in mine for games in deals)
    wins, scores = even([rate(wins) for wins, _ in values]), even([figure(scores) for _, scores in values])
    held = Figure(wins.mean, *(None if end is None else min(1.0, max(0.0, end)) for end in (wins.low, wins.high)))
    return Place(name, rating, held, scores, games)


def even(groups: Sequence[Figure]) -> Figure:
    """Return the mean of the groups' means, and its interval: a group with more deals counts no more."""
    mean = math.fsum(one.mean for one in groups) / len(groups)
    halves = [(one.high - one.low) / 2 for one in groups if one.low is not None and one.high is not None]
    if len(halves) < len(groups):
        return Figure(mean, None, None)
    error = math.hypot(*halves) / len(groups)
    return Figure(mean, mean - error, mean + error)


def leads(meetings: Iterable[Deals]) -> list[Lead]:
    """Return everyone's lead over everyone, deal by deal, in the meetings they share."""
    apart: dict[tuple[str, str], list[float]] = {}
    for deals in meetings:
        scores = {name: values[1] for name, values in by_deal(deals).items()}
        for one, other in permutations(scores, 2):
            gaps = [mine - theirs for mine, theirs in zip(scores[one], scores[other], strict=True)]
            apart.setdefault((one, other), []).extend(gaps)
    return [Lead(one, other, figure(gaps)) for (one, other), gaps in apart.items()]


def beaten(met: Meeting) -> list[tuple[str, str]]:
    """Return who beats whom of two, where the interval is clear of one half."""
    one, other = met.seats
    return [(a, b) for a, b in ((one, other), (other, one)) if (met.of(a).wins.low or 0.0) > HALF]


def _clear(lead: Lead) -> bool:
    return lead.points.low is not None and lead.points.low > 0


def cycle(beats: Iterable[tuple[str, str]]) -> list[str]:
    """Return some who beat each other in a circle, each the next and the last the first; [] where nobody does."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for better, worse in beats:
        sorter.add(worse, better)
    try:
        sorter.prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[:-1]
    return []

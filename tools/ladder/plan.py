"""What the ladder plays: a fixed number of deals for everyone who meets, so that the same code has the same results.

Everyone's figures are over several meetings, so no two meetings share a deal: else one lucky deal would count often.
Two seats: every pair, each deal in both orders. Four seats: every four different opponents, each deal in a circle (four
games; the six circles take turns), for all 24 orders of a deal tell less than six deals with the same number of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from meldwise.bots import BOTS, settings_of
from meldwise.simulation import Plan

SEED = "ladder"
FEWEST = 2
"""Deals that have an interval."""

QUICK = ("chance", "simple", "greedy-tiles", "greedy-points", "holder")
"""A game of these takes some hundredths of a second."""
ENDERS = ("closer",)
"""These think when the pool is empty, a second a game or two; all others are taken to think at every turn."""

DEALS = {
    # deals of a pair            of four
    # quick, ender, thinker      quick, ender, thinker: by the slowest of those who meet
    "fi-classic": ((100, 40, 40), (8, 6, 6)),
    "pl-standard": ((200, 60, 60), (12, 8, 10)),
    "pl-expert": ((200, 60, 60), (12, 8, 8)),
    "pl-twist": ((100, 100, 100), (8, 8, 6)),
    "hu-twist": ((100, 100, 100), (8, 8, 6)),
    "sk-twist": ((100, 100, 100), (8, 8, 6)),
    "rummy17": ((200, 100, 60), (12, 8, 6)),
}
RUNGS = (("holder", "greedy-tiles"), ("closer", "holder"), ("master", "closer"), ("master", "greedy-tiles"))
"""The steps of the ladder that the strength table shows, the better first."""
FIELD = ("greedy-tiles", "holder", "closer", "master")
"""The mixed field of four that the strength table shows."""
MORE: dict[tuple[str, ...], int] = {
    # meetings that are to be known better
    **{(key, *FIELD): 40 for key in DEALS},
    ("pl-standard", "holder", "greedy-tiles"): 250,
    ("pl-standard", "closer", "holder"): 150,
    ("pl-standard", "master", "closer"): 150,
    ("pl-expert", "master", "closer"): 120,
    ("rummy17", "master", "greedy-tiles"): 250,
}
HANDS = ("pl-standard", "master", 12, 60)
"""Within the same hands: the ruleset, who meets all others, tiles a turn at most, deals."""
THINKING = ("pl-standard", "master", (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000), 100)
"""Strength over thinking: the ruleset, who thinks against itself as it is, states a turn, deals."""


def deals(key: str, seats: Sequence[str], share: int = 1) -> int:
    """Return how many deals these play with each other; *share* divides it."""
    pace = max(0 if name in QUICK else 1 if name in ENDERS else 2 for name in seats)
    planned = DEALS[key][0 if len(seats) == 2 else 1][pace]
    planned = max([planned, *(more for who, more in MORE.items() if who[0] == key and set(who[1:]) == set(seats))])
    return max(FEWEST, -(-planned // share))


def meetings(key: str, seats: int, opponents: Iterable[str] = BOTS, share: int = 1) -> list[Plan]:
    """Return who meets in a ruleset, with two or with four seats; every meeting has deals of its own."""
    return [
        Plan(key, met, deals(key, met, share), " ".join((SEED, *met)), circle=seats > 2)
        for met in combinations(opponents, seats)
    ]


def hands(share: int = 1) -> list[Plan]:
    """Return one opponent's meetings with all others where all have the same hands; [] where hands cannot be set."""
    key, who, tiles, planned = HANDS
    able = [name for name, maker in BOTS.items() if "hand" in settings_of(maker)]
    if who not in able:
        return []
    count = max(FEWEST, -(-planned // share))
    return [Plan(key, (f"{who}:hand={tiles}", f"{other}:hand={tiles}"), count, SEED) for other in able if other != who]


def thinking(share: int = 1) -> list[Plan]:
    """Return an opponent's meetings with itself, with less and more thinking."""
    key, who, budgets, planned = THINKING
    count = max(FEWEST, -(-planned // share))
    return [Plan(key, (f"{who}:states={states}", who), count, SEED) for states in budgets]

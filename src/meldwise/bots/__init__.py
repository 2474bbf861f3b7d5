"""Opponents, one a file; each is told only what its seat may see, and answers with an action."""

from __future__ import annotations

from meldwise.bots.chance import Chance
from meldwise.bots.closer import Closer
from meldwise.bots.greedy_points import GreedyPoints
from meldwise.bots.greedy_tiles import GreedyTiles
from meldwise.bots.holder import Holder
from meldwise.bots.levels import LEVELS, Level
from meldwise.bots.master import Master
from meldwise.bots.naming import Maker, find, settings_of, split_seats
from meldwise.bots.opponent import Opponent
from meldwise.bots.simple import Simple

BOTS: dict[str, Maker] = {
    "chance": Chance,
    "simple": Simple,
    "greedy-tiles": GreedyTiles,
    "greedy-points": GreedyPoints,
    "holder": Holder,
    "closer": Closer,
    "master": Master,
}
"""Every opponent by name; each is made with a seed."""


def named(name: str) -> Maker:
    """Return what makes the opponent of a name, `closer` or `closer:nodes=500`; it takes a seed."""
    return find(name, BOTS)


__all__ = [
    "BOTS",
    "LEVELS",
    "Chance",
    "Closer",
    "GreedyPoints",
    "GreedyTiles",
    "Holder",
    "Level",
    "Maker",
    "Master",
    "Opponent",
    "Simple",
    "named",
    "settings_of",
    "split_seats",
]

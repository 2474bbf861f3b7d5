"""Lays as many tiles as it can, every turn: what every public opponent does."""

from __future__ import annotations

from typing import Any

from meldwise import tilegame
from meldwise.bots.opponent import Opponent, rest
from meldwise.solver import best


class GreedyTiles(Opponent):
    """The play that sheds most tiles, whatever it opens for others."""

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Lay the most tiles, or draw."""
        return laid(view, "tiles", self.tidy)


def laid(view: tilegame.View, goal: Any, tidy: bool) -> tilegame.Action:
    """Return the best play by *goal*; where nothing can be laid, draw or pass."""
    assert view.seat is not None
    found = best(view.table, view.rack, view.rules, view.opened[view.seat], goal, tidy=tidy)
    return tilegame.Play(view.seat, found.table) if found.play else rest(view)

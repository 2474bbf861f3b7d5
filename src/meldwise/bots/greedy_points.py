"""Lays as many points as it can, every turn."""

from __future__ import annotations

from meldwise import rummy17, tilegame
from meldwise.bots.cards import CardTurns, turns
from meldwise.bots.greedy_tiles import laid
from meldwise.bots.opponent import Opponent
from meldwise.solver.cards import Turn


class DearCards(CardTurns):
    """Lays the cards that would cost most in hand."""

    def lays(self, view: rummy17.View) -> Turn:
        """Choose the turn that sheds most penalty points."""
        return turns(view, "points")[0]


class GreedyPoints(Opponent):
    """The play that sheds most points, so that little is lost when another goes out."""

    cards = DearCards

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Lay the most points, or draw."""
        return laid(view, "points", self.tidy)

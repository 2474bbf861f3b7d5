"""Holds like the holder, and thinks when the pool is empty: who lays what, and in which order."""

from __future__ import annotations

from typing import Any

from meldwise import tilegame
from meldwise.bots.endgame import Endgame
from meldwise.bots.holder import Holder

NODES = 1_500
"""Questions to the solver in one turn, some 50 ms."""


class Closer(Holder):
    """Draws like a holder, and searches the end."""

    def __init__(self, seed: object = 0, *, nodes: int = NODES, **more: Any) -> None:
        super().__init__(seed, **more)
        self.nodes = nodes

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Hold while there is a pool; then search."""
        assert view.seat is not None
        if view.pool:
            return super().tile_action(view)
        return Endgame(view, self.nodes, self.seed, self.tidy, self.spent).action()

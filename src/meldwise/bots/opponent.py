"""What all opponents share: one seat, one game, and only what that seat may see."""

from __future__ import annotations

from typing import Any, ClassVar

from meldwise import rummy17, tilegame
from meldwise.bots.cards import CardTurns
from meldwise.solver import can_open


class Opponent:
    """A player for one seat of one game; with *tidy* it leaves tables that people recognise, and takes longer."""

    cards: ClassVar[type[CardTurns]] = CardTurns
    """How it plays Rummy 17."""

    def __init__(self, seed: object = 0, *, tidy: bool = False) -> None:
        self.seed = seed
        self.tidy = tidy
        self._cards = self.cards()

    def act(self, view: Any) -> Any:
        """Return what to do now."""
        return self.card_action(view) if isinstance(view, rummy17.View) else self.tile_action(view)

    def watch(self, event: Any) -> None:
        """Take note of something that happened, as the seat sees it."""

    def aside(self, view: Any) -> tilegame.Announce | None:
        """Return what to say after drawing, where a book lets an opening be announced (T41); None is silence."""
        assert view.seat is not None
        return tilegame.Announce(view.seat) if can_open(view.rack, view.rules) else None

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Return what to do in a tile game."""
        raise NotImplementedError

    def card_action(self, view: rummy17.View) -> Any:
        """Return what to do in Rummy 17."""
        return self._cards.act(view)


def rest(view: tilegame.View) -> tilegame.Draw | tilegame.Pass:
    """Return the turn that lays nothing: draw, or pass where the pool is empty."""
    assert view.seat is not None
    return tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)

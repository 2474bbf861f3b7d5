"""Opens as soon as it can, then draws, and lays nothing until the whole rack goes out at once.

The table is a public good: whoever lays feeds the others. So tiles are worth more on the rack, until the end is near.
"""

from __future__ import annotations

from typing import ClassVar

from meldwise import rummy17, tilegame
from meldwise.bots.cards import CardTurns, goes_out, nothing, turns
from meldwise.bots.greedy_tiles import laid
from meldwise.bots.opponent import Opponent, rest
from meldwise.solver import best, can_go_out
from meldwise.solver.cards import Turn

SMALL_HAND = 4
"""Cards with which another may soon go out; what is held then costs dear (C11)."""


class HeldCards(CardTurns):
    """Lays when that ends the game, or when the stock or another soon may."""

    def lays(self, view: rummy17.View) -> Turn:
        """Choose the turn that goes out; near the end the one that sheds most points."""
        turn = turns(view, "cards")[0]
        if goes_out(turn, view):
            return turn
        if near_end(view):
            return turns(view, "points")[0]
        return nothing(view)


def near_end(view: rummy17.View) -> bool:
    """Tell whether this may be the last turn: the stock is nearly empty, or another hand is small."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    return view.stock < len(view.counts) or min(others) <= SMALL_HAND


class Holder(Opponent):
    """Holds everything back for one great turn."""

    cards: ClassVar[type[CardTurns]] = HeldCards

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Open, go out, lay at the end of the pool; else draw."""
        assert view.seat is not None
        if not view.opened[view.seat]:
            return laid(view, "tiles", self.tidy)
        if ending(view):
            return laid(view, "points", self.tidy)
        return out(view, self.tidy) or rest(view)


def out(view: tilegame.View, tidy: bool) -> tilegame.Play | None:
    """Return the play that lays the whole rack, if there is one."""
    assert view.seat is not None
    opened = view.opened[view.seat]
    if not can_go_out(view.table, view.rack, view.rules, opened):
        return None
    return tilegame.Play(view.seat, best(view.table, view.rack, view.rules, opened, tidy=tidy).table)


def ending(view: tilegame.View) -> bool:
    """Tell whether this may be the last chance to lay: the pool is empty, or another may end the game before (T37)."""
    return view.pool == 0 or (view.rules.first_pass_ends and view.pool < len(view.counts))

"""The strongest we have: it knows what decides each phase of the game, and thinks where thinking pays.

- It opens with few tiles and keeps its jokers: what lies on the table serves everyone.
- Between two players it then holds, for laying never brings one's own end nearer: whether a rack can go out depends on
  the table and the rack together, wherever the tiles lie.
- With more players a full rack is dear when another goes out. Where special jokers let racks go quickly, it weighs
  laying against drawing by playing both out in worlds it can imagine; elsewhere it holds there too.
- At an empty pool between two it stands off (see `standoff`); with more it weighs laying against letting others lay.
- With human hands it keeps a rack that they can lay in one turn.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

from meldwise import tilegame
from meldwise.bots.card_master import MasterCards
from meldwise.bots.cards import CardTurns
from meldwise.bots.closer import Closer
from meldwise.bots.greedy_tiles import laid
from meldwise.bots.holder import ending, out
from meldwise.bots.opponent import rest
from meldwise.bots.standoff import Standoff
from meldwise.bots.worlds import Faced, Turn, Worlds
from meldwise.ruleset import TileRules
from meldwise.solver import Play, best, plays
from meldwise.solver.playouts import Manner
from meldwise.tilegame.events import Drew, Passed, Played
from meldwise.tiles import Joker, Kind, Rack, Table

STATES = 100_000
"""States the kernel may look at in one turn, some 50 ms."""
OPENINGS = 60
"""Openings to choose from."""
GUARD = 3.5
"""Standard errors by which a turn that lays must be better than drawing."""
SLACK = 12
"""Tiles that who lays all they can seldom has."""
SPARE = 2
"""By so many tiles a rack stays below what human hands can lay in a turn."""


def is_quick(rules: TileRules) -> bool:
    """Tell whether special jokers make games quick."""
    return any(joker.kind is not Kind.JOKER for joker in rules.box.jokers)


class Master(Closer):
    """Holds, weighs, and stands off."""

    cards: ClassVar[type[CardTurns]] = MasterCards

    def __init__(self, seed: object = 0, *, states: int = STATES, **more: Any) -> None:
        super().__init__(seed, **more)
        self.states = states
        self._cards.share = states / STATES
        self._dice = random.Random(f"master {seed}")
        self._opened: set[int] = set()
        self._laid: Counter[int] = Counter()
        self._drew: Counter[int] = Counter()
        self._table: Table = ()
        self._faced: dict[int, Faced] = {}

    def watch(self, event: Any) -> None:
        """Count how often every seat laid and drew after it had opened."""
        super().watch(event)
        if isinstance(event, Played):
            self._laid[event.seat] += event.seat in self._opened
            self._opened.add(event.seat)
            self._table = event.table
            self._faced[event.seat] = self._table, 0
        elif isinstance(event, Drew):
            self._drew[event.seat] += event.seat in self._opened
            self._faced[event.seat] = self._table, event.count
        elif isinstance(event, Passed):
            self._faced[event.seat] = self._table, 0

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Open, hold, weigh, stand off."""
        assert view.seat is not None
        if not view.opened[view.seat]:
            return self._opening(view)
        if self.hands.tiles is not None:
            return self._with_hands(view, self.hands.tiles)
        if len(view.counts) == 2:
            return self._between_two(view)
        if whole := out(view, self.tidy):
            return whole
        if not view.pool:
            return self._closing(view)
        return self._weighed(view) if is_quick(view.rules) else rest(view)

    def _opening(self, view: tilegame.View) -> tilegame.Action:
        """Open with few tiles, and no joker where that can be; in a hurry at the end with most points."""
        assert view.seat is not None
        if ending(view):
            return laid(view, "points", self.tidy)
        plain = tuple(tile for tile in view.rack if not isinstance(tile, Joker))
        found = self._openings(view, plain) or self._openings(view, view.rack)
        if not found:
            return rest(view)
        chosen = min(found, key=lambda play: (sum(isinstance(tile, Joker) for tile in play.play), len(play.play)))
        return tilegame.Play(view.seat, best(view.table, chosen.play, view.rules, False, tidy=self.tidy).table)

    def _openings(self, view: tilegame.View, rack: Rack) -> list[Play]:
        left = None if self.seconds is None else self.seconds / 4
        return plays(view.table, rack, view.rules, False, "tiles", OPENINGS, left)

    def _between_two(self, view: tilegame.View) -> tilegame.Action:
        if view.pool or not all(view.opened):
            return super().tile_action(view)
        return Standoff(view, self.states, self._dice, self.spent, self.tidy).action()

    def _with_hands(self, view: tilegame.View, tiles: int) -> tilegame.Action:
        """Go out, and lay when the rack grows beyond what the hands can lay at once."""
        if len(view.rack) <= tiles and (whole := out(view, self.tidy)):
            return whole
        if ending(view):
            return laid(view, "points", self.tidy)
        return laid(view, "tiles", self.tidy) if len(view.rack) >= tiles - SPARE else rest(view)

    def _weighed(self, view: tilegame.View) -> tilegame.Action:
        """Lay where that promises clearly more than to draw."""
        assert view.seat is not None
        layings = self._layings(view)
        if not layings:
            return rest(view)
        draw = Turn((), view.table)
        self._worlds(view).weigh([draw, *layings], self.states)
        chosen = max(layings, key=lambda turn: turn.mean)
        return tilegame.Play(view.seat, chosen.table) if chosen.lead(draw) > GUARD else rest(view)

    def _closing(self, view: tilegame.View) -> tilegame.Action:
        """At the empty pool lay, or let the others lay first: who lays gives the next one much to go out with.

        Of equals, or where there was no time for any, laying comes first: a rack costs points.
        """
        assert view.seat is not None
        turns = [*self._layings(view), Turn((), view.table)]
        if len(turns) > 1:
            self._worlds(view).weigh(turns, self.states)
        chosen = max(turns, key=lambda turn: turn.mean)
        return tilegame.Play(view.seat, chosen.table) if chosen.played else rest(view)

    def _worlds(self, view: tilegame.View) -> Worlds:
        return Worlds(view, self._dice, lambda: self._manners(view), self.spent, self._faced)

    def _layings(self, view: tilegame.View) -> list[Turn]:
        shed = [best(view.table, view.rack, view.rules, goal=goal, tidy=self.tidy) for goal in ("points", "tiles")]
        return list({one.play: Turn(one.play, one.table) for one in shed if one.play}.values())

    def _manners(self, view: tilegame.View) -> list[Manner]:
        """Deal out how everyone plays on: who has laid after opening, lays; who only drew holds, surer each time.

        Who lays and still has many tiles does not see what could be laid, and is no danger.
        """
        manners = []
        for seat, tiles in enumerate(view.counts):
            holds = 0.0 if self._laid[seat] else 1 / (1 + 0.5 ** self._drew[seat])
            lays = Manner.IDLE if self._laid[seat] and tiles > SLACK else Manner.POINTS
            theirs = Manner.HOLDER if self._dice.random() < holds else lays
            manners.append(Manner.WAITER if seat == view.seat else theirs)
        return manners

"""The end of a tile game, when the pool is empty: nothing is drawn any more, and between two players nothing is hidden.

Positions are searched with the turns that shed most and others picked by chance, deeper and deeper while the budget
lasts; where the search stops, everyone lays the most points until nobody can. Between two players everything is known,
and where both racks are small all turns are looked at, so that the result is exact. With more players the tiles that
are not seen are dealt out by chance a few times.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

import msgspec

from meldwise import tilegame
from meldwise.bots.ends import WIN, is_passed, scored
from meldwise.ruleset import TileRules
from meldwise.solver import best, plays
from meldwise.solver.playouts import Deal, Manner, playouts
from meldwise.table import listed, put, tile_counts, without
from meldwise.tiles import Rack, Table

FIRST = 48
"""Turns made of tiles picked by chance when the search begins; with those that shed most,"""
NEXT = 10
"""so many are looked into more deeply,"""
REPLIES = 6
"""with so many turns by chance that may follow."""
FEW, ALL = 9, 60
"""A rack of few tiles has few turns, and all are looked at."""
DEEPEST = 12
DEALS = 6
"""How often unseen tiles are dealt to more than one opponent."""


class Move(msgspec.Struct, frozen=True):
    """A turn: the tiles it lays, none being to pass, and what comes of it."""

    played: Rack
    after: Deal


class OutOfBudgetError(Exception):
    """The nodes are used up."""


class Endgame:
    """One decision at an empty pool; *nodes* is how many times the solver may be asked, *spent* tells of the time."""

    def __init__(
        self,
        view: tilegame.View,
        nodes: int,
        seed: object = 0,
        tidy: bool = False,
        spent: Callable[[], bool] = lambda: False,
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.tidy = tidy
        self.rules: TileRules = view.rules
        self.seats = len(view.counts)
        self.nodes = nodes
        self.spent = spent
        self.left: float = math.inf  # the first moves are always looked for
        self.dice = random.Random(f"endgame {seed} {len(view.rack)} {len(view.table)}")

    def action(self) -> tilegame.Action:
        """Return the turn that promises most."""
        view = self.view
        assert view.seat is not None
        chosen = self.best_move(list(self._deals()))
        if not chosen.played:
            return tilegame.Pass(view.seat)
        rows = best(view.table, chosen.played, self.rules, view.opened[view.seat], tidy=self.tidy)
        return tilegame.Play(view.seat, chosen.after.table if self.rules.joker_sets_frozen else rows.table)

    def _deals(self) -> Iterator[Deal]:
        """Yield what the game may look like: one way where one opponent holds all that is not seen."""
        view = self.view
        assert view.seat is not None
        unseen = list(listed(self.rules.box.counts - tile_counts([*view.table, view.rack])))
        others = [(view.seat + 1 + i) % self.seats for i in range(self.seats - 1)]
        for _ in range(1 if len(others) == 1 else DEALS):
            self.dice.shuffle(unseen)
            racks: list[Rack] = [()] * self.seats
            rest = list(unseen)
            for seat in others:
                racks[seat], rest = tuple(rest[: view.counts[seat]]), rest[view.counts[seat] :]
            racks[view.seat] = view.rack
            yield Deal(view.table, tuple(racks), view.opened, (), view.seat, view.passes)

    def best_move(self, deals: Sequence[Deal]) -> Move:
        """Look deeper and deeper; a depth that was not finished does not count."""
        moves = self._moves(deals[0], FIRST)
        self.left = self.nodes
        chosen = moves[0]
        depth = 1
        while len(moves) > 1 and depth <= (DEEPEST if len(deals) == 1 else 1):
            try:
                worths = self._worths([[self._in(deal, move) for deal in deals] for move in moves], depth)
            except OutOfBudgetError:
                break
            order = sorted(range(len(moves)), key=lambda i: -worths[i])
            moves = [moves[i] for i in order[:NEXT]]
            chosen = moves[0]
            depth += 1
        return chosen

    def _worths(self, outcomes: Sequence[Sequence[Deal]], depth: int) -> list[float]:
        """Return what moves are worth, each summed over the deals it was made in."""
        if depth > 1:  # then there is only one deal
            found: list[float] = []
            for (spot,) in outcomes:
                found.append(self._worth(spot, depth, max(found, default=-math.inf)))
            return found
        flat = self._played_out([spot for spots in outcomes for spot in spots])
        size = len(outcomes[0])
        return [sum(flat[i * size : (i + 1) * size]) for i in range(len(outcomes))]

    def _in(self, deal: Deal, move: Move) -> Deal:
        """Return what a move leads to where the other racks are those of *deal*."""
        seat = deal.turn
        return msgspec.structs.replace(move.after, racks=put(deal.racks, seat, move.after.racks[seat]))

    def _worth(self, spot: Deal, depth: int, bar: float = -math.inf) -> float:
        """Return what a position is worth to the seat that decides; what is not above *bar* may be anything below."""
        mine = self.view.seat
        if (end := self._ended(spot)) is not None:
            return end
        after = [move.after for move in self._moves(spot, REPLIES)]
        if depth == 2:
            worths = self._played_out(after)
            return max(worths) if spot.turn == mine else min(worths)
        found = -math.inf if spot.turn == mine else math.inf
        for one in after:
            worth = self._worth(one, depth - 1, bar)
            found = max(found, worth) if spot.turn == mine else min(found, worth)
            if spot.turn != mine and found <= bar:
                break
        return found

    def _moves(self, spot: Deal, some: int) -> list[Move]:
        """Return all turns of a small rack; of a larger one those that shed most, and *some* picked by chance."""
        seat = spot.turn
        rack, opened = spot.racks[seat], spot.opened[seat]
        if len(rack) <= FEW and not self.rules.joker_sets_frozen:
            self._spend(2)
            found = plays(spot.table, rack, self.rules, opened, "points", ALL)
            # The kernel counts tiles: how they lie does not matter.
            moves = {one.play: self._laid(spot, (*spot.table, one.play), one.play) for one in found}
        else:
            moves = dict(self._sampled(spot, some))
        return [*(Move(played, after) for played, after in moves.items()), Move((), self._passed(spot))]

    def _sampled(self, spot: Deal, some: int) -> Iterator[tuple[Rack, Deal]]:
        seat = spot.turn
        rack = spot.racks[seat]
        picks = [rack, rack]
        for _ in range(some):
            picked = self.dice.getrandbits(len(rack))
            picks.append(tuple([tile for i, tile in enumerate(rack) if picked >> i & 1]))
        self._spend(len(picks))
        for i, tiles in enumerate(picks):
            if i > 1 and self.spent():
                return
            found = best(spot.table, tiles, self.rules, spot.opened[seat], "tiles" if i == 1 else "points", tidy=False)
            if found.play:
                yield found.play, self._laid(spot, found.table, found.play)
            elif i == 0:  # nothing can be laid at all
                return

    def _laid(self, spot: Deal, table: Table, played: Rack) -> Deal:
        seat = spot.turn
        racks = put(spot.racks, seat, without(spot.racks[seat], played))
        return Deal(table, racks, put(spot.opened, seat, True), (), (seat + 1) % self.seats, 0)

    def _passed(self, spot: Deal) -> Deal:
        return msgspec.structs.replace(spot, turn=(spot.turn + 1) % self.seats, passes=spot.passes + 1)

    def _played_out(self, spots: Sequence[Deal]) -> list[float]:
        """Let everyone lay the most points until the game is over, and return what the ends are worth.

        The kernel rearranges frozen sets too (T32), which is near enough for a guess.
        """
        worths = [self._ended(spot) for spot in spots]
        going = [spot for spot, worth in zip(spots, worths, strict=True) if worth is None]
        ends = playouts(going, self.rules, [Manner.POINTS] * self.seats)
        self._spend(sum(end.turns for end in ends))
        rest = iter([self._value(end.racks, end.opened, end.out is not None, end.turn) for end in ends])
        return [next(rest) if worth is None else worth for worth in worths]

    def _ended(self, spot: Deal) -> float | None:
        """Return what a game that is over is worth."""
        out = not spot.racks[(spot.turn - 1) % self.seats]
        return self._value(spot.racks, spot.opened, out, spot.turn) if out or is_passed(spot, self.rules) else None

    def _value(self, racks: Sequence[Rack], opened: Sequence[bool], out: bool, turn: int) -> float:
        """Return what an end is worth to the seat that decides: its points more than the others', and the win."""
        scores, winner = scored(racks, opened, out, turn, self.rules)
        mine = self.view.seat or 0
        others = [points for seat, points in enumerate(scores) if seat != mine]
        won = WIN if winner == mine else -WIN / (self.seats - 1)
        return scores[mine] - sum(others) / len(others) + won

    def _spend(self, nodes: int) -> None:
        self.left -= nodes
        if self.left < 0 or (self.left < math.inf and self.spent()):
            raise OutOfBudgetError

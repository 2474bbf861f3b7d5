"""The end of a tile game, when the pool is empty: nothing is drawn any more, and between two players nothing is hidden.

Positions are searched with the turns that shed most and others picked by chance, deeper and deeper while the budget
lasts; where the search stops, everyone lays the most points until nobody can. Between two players everything is known,
and where both racks are small all turns are looked at, so that the result is exact. With more players the tiles that
are not seen are dealt out by chance a few times.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from meldwise import tilegame
from meldwise.ruleset import TileRules
from meldwise.solver import best, plays
from meldwise.table import listed, put, tile_counts, without
from meldwise.tilegame import FinalRack, score
from meldwise.tilegame.scoring import OUT, POOL_EMPTY
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
WIN = 50
"""What winning is worth besides the points, in points."""


class Spot(msgspec.Struct, frozen=True):
    """A game with an empty pool, as far as the rest of it goes."""

    table: Table
    racks: tuple[Rack, ...]
    opened: tuple[bool, ...]
    turn: int
    passes: int


class Move(msgspec.Struct, frozen=True):
    """A turn: the tiles it lays, none being to pass, and what comes of it."""

    played: Rack
    after: Spot


class OutOfBudgetError(Exception):
    """The nodes are used up."""


class Endgame:
    """One decision at an empty pool; *nodes* is how many times the solver may be asked."""

    def __init__(self, view: tilegame.View, nodes: int, seed: object = 0, tidy: bool = False) -> None:
        assert view.seat is not None
        self.view = view
        self.tidy = tidy
        self.rules: TileRules = view.rules
        self.seats = len(view.counts)
        self.left = nodes
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

    def _deals(self) -> Iterator[Spot]:
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
            yield Spot(view.table, tuple(racks), view.opened, view.seat, view.passes)

    def best_move(self, deals: Sequence[Spot]) -> Move:
        """Look deeper and deeper; a depth that was not finished does not count."""
        moves = self._moves(deals[0], FIRST)
        chosen = moves[0]
        depth = 1
        while len(moves) > 1 and depth <= (DEEPEST if len(deals) == 1 else 1):
            try:
                worths = [sum(self._worth(self._in(deal, move), depth) for deal in deals) for move in moves]
            except OutOfBudgetError:
                break
            order = sorted(range(len(moves)), key=lambda i: -worths[i])
            moves = [moves[i] for i in order[:NEXT]]
            chosen = moves[0]
            depth += 1
        return chosen

    def _in(self, deal: Spot, move: Move) -> Spot:
        """Return what a move leads to where the other racks are those of *deal*."""
        seat = deal.turn
        return msgspec.structs.replace(move.after, racks=put(deal.racks, seat, move.after.racks[seat]))

    def _worth(self, spot: Spot, depth: int, bar: float = -1e9) -> float:
        """Return what a position is worth to the seat that decides; *bar* is what it must beat to matter."""
        mine = self.view.seat
        if (end := self._ended(spot)) is not None:
            return end
        if depth == 1:
            return self._played_out(spot)
        worths = []
        for move in self._moves(spot, REPLIES):
            worths.append(self._worth(move.after, depth - 1, bar))
            if spot.turn != mine and worths[-1] <= bar:
                break
        return max(worths) if spot.turn == mine else min(worths)

    def _moves(self, spot: Spot, some: int) -> list[Move]:
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

    def _sampled(self, spot: Spot, some: int) -> Iterator[tuple[Rack, Spot]]:
        seat = spot.turn
        rack = spot.racks[seat]
        picks = [rack, rack]
        for _ in range(some):
            picked = self.dice.getrandbits(len(rack))
            picks.append(tuple([tile for i, tile in enumerate(rack) if picked >> i & 1]))
        self._spend(len(picks))
        for i, tiles in enumerate(picks):
            found = best(spot.table, tiles, self.rules, spot.opened[seat], "tiles" if i == 1 else "points", tidy=False)
            if found.play:
                yield found.play, self._laid(spot, found.table, found.play)
            elif i == 0:  # nothing can be laid at all
                return

    def _laid(self, spot: Spot, table: Table, played: Rack) -> Spot:
        seat = spot.turn
        racks = put(spot.racks, seat, without(spot.racks[seat], played))
        return Spot(table, racks, put(spot.opened, seat, True), (seat + 1) % self.seats, 0)

    def _passed(self, spot: Spot) -> Spot:
        return msgspec.structs.replace(spot, turn=(spot.turn + 1) % self.seats, passes=spot.passes + 1)

    def _played_out(self, spot: Spot) -> float:
        """Let everyone lay the most points until the game is over."""
        while (end := self._ended(spot)) is None:
            self._spend(1)
            seat = spot.turn
            found = best(spot.table, spot.racks[seat], self.rules, spot.opened[seat], "points", tidy=False)
            spot = self._laid(spot, found.table, found.play) if found.play else self._passed(spot)
        return end

    def _ended(self, spot: Spot) -> float | None:
        """Return what the game is worth to the seat that decides, if it is over: points, and the win."""
        last = (spot.turn - 1) % self.seats
        ended = OUT if not spot.racks[last] else None
        if ended is None and spot.passes and (self.rules.first_pass_ends or spot.passes >= self.seats):
            ended = POOL_EMPTY
        if ended is None:
            return None
        order = [(last + 1 + i) % self.seats for i in range(self.seats)]
        final = score(ended, [FinalRack(spot.racks[seat], spot.opened[seat]) for seat in order], self.rules)
        mine = order.index(self.view.seat or 0)
        others = [points for i, points in enumerate(final.scores) if i != mine]
        won = WIN if final.winner == mine else -WIN / (self.seats - 1)
        return final.scores[mine] - sum(others) / len(others) + won

    def _spend(self, nodes: int) -> None:
        self.left -= nodes
        if self.left < 0:
            raise OutOfBudgetError

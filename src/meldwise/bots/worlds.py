"""What may come of a turn: tiles that are not seen are dealt out by chance, and the games played out in the kernel."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence

from meldwise import tilegame
from meldwise.bots.ends import WIN, is_passed, scored
from meldwise.ruleset import TileRules
from meldwise.solver import best, can_go_out
from meldwise.solver.playouts import Deal, Finish, Manner, playouts
from meldwise.table import listed, put, tile_counts, without
from meldwise.tiles import Rack, Table

EFFORT = 2_000
"""States the kernel may look at in one imagined turn, a millisecond: a crowded table in a Twist has millions."""
LEAST = 2
"""Worlds without which nothing is known."""
SWAPS = 2
"""How often the tiles someone would have laid are exchanged for others of the pool,"""
LESS = 3
"""and how many where all would have gone."""


Faced = tuple[Table, int]
"""The table when a seat was last in turn, and the tiles it has drawn since."""


class Turn:
    """A turn to be weighed: the tiles it lays, none being to draw, and the table then."""

    def __init__(self, played: Rack, table: Table) -> None:
        self.played = played
        self.table = table
        self.worths: list[float] = []

    @property
    def mean(self) -> float:
        """What it brought on average; nothing where it was not tried."""
        return sum(self.worths) / len(self.worths) if self.worths else 0.0

    def lead(self, other: Turn) -> float:
        """Return by how many standard errors this one brought more than another in the same worlds."""
        if len(self.worths) < LEAST:
            return 0.0
        gains = [mine - theirs for mine, theirs in zip(self.worths, other.worths, strict=True)]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / len(gains)
        return mean / math.sqrt(spread / len(gains)) if spread else math.copysign(math.inf, mean) if mean else 0.0


class Worlds:
    """Games that look like this to the seat that decides; *manners* deals out how everyone plays on."""

    def __init__(
        self,
        view: tilegame.View,
        dice: random.Random,
        manners: Callable[[], list[Manner]],
        spent: Callable[[float], bool],
        faced: Mapping[int, Faced] | None = None,
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: int = view.seat
        self.seats = len(view.counts)
        self.dice = dice
        self.manners = manners
        self.spent = spent
        self.faced = faced or {}
        self._unseen = list(listed(view.rules.box.counts - tile_counts([*view.table, view.rack])))

    def weigh(self, turns: Sequence[Turn], states: int) -> None:
        """Play all turns out in the same worlds, one after the other, until the kernel has looked at so many states.

        No world is begun that may not end in time, going by the longest before.
        """
        done, longest = 0, 0.0
        while done < states and not self.spent(longest):
            begun = time.monotonic()
            manners = self.manners()
            deal = self._deal(manners)
            for turn, end in zip(turns, self._ends([self._after(deal, turn) for turn in turns], manners), strict=True):
                turn.worths.append(worth(end, self.seat, self.view.rules))
                done += end.states
            longest = max(longest, time.monotonic() - begun)

    def _ends(self, spots: Sequence[Deal], manners: Sequence[Manner]) -> list[Finish]:
        """Play games out that are not over."""
        rules = self.view.rules
        over = [is_passed(spot, rules) for spot in spots]
        going = [spot for spot, ended in zip(spots, over, strict=True) if not ended]
        played = iter(playouts(going, rules, manners, EFFORT))
        return [
            Finish(None, spot.racks, spot.opened, 0, spot.turn, 0, 0) if ended else next(played)
            for spot, ended in zip(spots, over, strict=True)
        ]

    def _deal(self, manners: Sequence[Manner]) -> Deal:
        """Deal the unseen tiles to the others and the pool, so that nobody holds what they would have laid."""
        view, unseen = self.view, self._unseen
        self.dice.shuffle(unseen)
        racks: list[Rack] = [()] * self.seats
        pool = list(unseen)
        others = [seat for seat in range(self.seats) if seat != self.seat]
        for seat in others:
            racks[seat], pool = tuple(pool[: view.counts[seat]]), pool[view.counts[seat] :]
        for seat in others:
            for _ in range(SWAPS):
                if not (laid := self._would_lay(seat, racks[seat], manners[seat])[: len(pool)]):
                    break
                racks[seat] = (*without(racks[seat], laid), *pool[: len(laid)])
                pool = [*pool[len(laid) :], *laid]
                self.dice.shuffle(pool)
        racks[self.seat] = view.rack
        return Deal(view.table, tuple(racks), view.opened, tuple(pool), self.seat, view.passes)

    def _would_lay(self, seat: int, rack: Rack, manner: Manner) -> Rack:
        """Return the tiles of a rack that would not be there any more, going by how the seat plays.

        They would have gone when the seat was last in turn; what it has drawn since may go only now.
        """
        view = self.view
        table, drawn = self.faced.get(seat, (view.table, 0))
        rack = rack[drawn:]
        if not view.opened[seat]:
            return best((), rack, view.rules, False, tidy=False).play
        if manner is Manner.HOLDER:
            return rack[:LESS] if rack and can_go_out(table, rack, view.rules) else ()
        return () if manner is Manner.IDLE else best(table, rack, view.rules, goal="points", tidy=False).play

    def _after(self, deal: Deal, turn: Turn) -> Deal:
        """Return a deal after a turn."""
        rack, pool, passes = without(deal.racks[self.seat], turn.played), deal.pool, 0
        if not turn.played:
            rack, pool, passes = (*rack, *pool[:1]), pool[1:], 0 if pool else deal.passes + 1
        opened = put(deal.opened, self.seat, deal.opened[self.seat] or bool(turn.played))
        return Deal(turn.table, put(deal.racks, self.seat, rack), opened, pool, (self.seat + 1) % self.seats, passes)


def worth(end: Finish, seat: int, rules: TileRules) -> float:
    """Return what an end is worth to a seat: its points, and the win."""
    scores, winner = scored(end.racks, end.opened, end.out is not None, end.turn, rules)
    return scores[seat] + (WIN if winner == seat else 0)

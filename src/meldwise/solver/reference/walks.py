"""Every set as a walk: place by place upwards through a small graph, or, for a group, in one step.

A walk begins at a number, lays a tile at each place (in a mirror run two that face each other), and ends where the set
is whole. What was laid matters to what may follow only through the few facts a `Spot` holds; so the graph stays small
although the sets are many. Every walk is a set, and every set is a walk, or has the tiles and no more points than one:

- A mirror run has two sides, both read upwards. The mirror is laid where its number is known: last in one that climbs,
  first in one that falls. Falling, a mirror is worth less than climbing with the same tiles, so falling ones are made
  only where they reach the highest number, above which there is none for the mirror to climb to.
- While no side owes a place, the sides may be swapped from there on: the two tiles of a place need one order only.
- A stretch of jokers alone is laid in every colour in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product

import msgspec
from msgspec.structs import replace

from meldwise import sets
from meldwise.ruleset import TileRules
from meldwise.solver.rows import mirror_groups, plain_groups
from meldwise.tiles import COLOR_CHANGE, DOUBLE, JOKER, MIRROR, AnyTile, Color, Joker, Tile, TileSet, ordered

Purse = Counter[AnyTile]

RUN, CLIMBING, FALLING = "run", "climbing", "falling"
ENOUGH = 3
"""Tiles of a run, and places of a mirror's side, are counted up to here: no rule asks for more."""


class Spot(msgspec.Struct, frozen=True):
    """Where a walk stands: what it will be, the number of its next place, and what the rules still ask of the past."""

    shape: str
    number: int
    color: Color | None = None  # of the stretch the walk is in; None before there is one
    length: int = 0  # tiles of a run, places of a mirror run, up to ENOUGH (T9, T18)
    numbered: bool = False  # a number tile lies in it (T10)
    changed: bool = False  # a colour-change joker lies right below (T17)
    jokers: int = 0  # counted where a set may hold too many (T12)
    owed: tuple[bool, bool] = (False, False)  # on each side: a double joker fills this place too (T15)


class Arc(msgspec.Struct, frozen=True):
    """One step of a walk: the tiles it lays, those that face them, and their points in an opening (T24)."""

    tail: Spot | None  # None: the whole set is laid at once
    head: Spot | None  # None: the set is whole
    tiles: TileSet
    faced: TileSet = ()
    points: int = 0

    @property
    def begins(self) -> bool:
        """Tell whether a set begins with this step."""
        return self.tail is None or self.tail.length == 0

    @property
    def laid(self) -> Purse:
        """All tiles the step takes."""
        return Counter((*self.tiles, *self.faced))


def arcs_of(purse: Purse, rules: TileRules) -> list[Arc]:
    """Return the steps of all sets that the tiles of *purse* can form."""
    groups = [arc for arc in _groups(rules) if arc.laid <= purse]
    steps: dict[Spot, list[Arc]] = {}
    walker = Walker(purse, rules)
    waiting = walker.beginnings()
    while waiting:
        spot = waiting.pop()
        if spot not in steps:
            steps[spot] = [arc for arc in walker.steps(spot) if arc.laid <= purse]
            waiting += [arc.head for arc in steps[spot] if arc.head]
    return groups + _arriving(steps)


def row_of(walk: Sequence[Arc]) -> TileSet:
    """Return the set that a walk has laid."""
    tiles = [tile for arc in walk for tile in arc.tiles]
    faced = [tile for arc in walk for tile in arc.faced]
    falls = walk[0].tail is not None and walk[0].tail.shape == FALLING
    return (*reversed(tiles), *faced) if falls else (*tiles, *reversed(faced))


def _arriving(steps: dict[Spot, list[Arc]]) -> list[Arc]:
    """Leave out steps to where no set can be ended any more: going down, a spot is settled after those it leads to."""
    ends: set[Spot | None] = {None}
    kept = list[Arc]()
    for spot in sorted(steps, key=lambda spot: -spot.number):
        good = [arc for arc in steps[spot] if arc.head in ends]
        if good:
            ends.add(spot)
        kept += good
    return kept


@lru_cache(maxsize=64)
def _groups(rules: TileRules) -> list[Arc]:
    """Return every group and mirror group as a single step; of equal tiles in other orders one is enough."""
    ones = replace(rules, numbers=1)
    box = ones.box.counts
    rows = chain(plain_groups(box, ones), mirror_groups(box, ones) if box[MIRROR] else ())
    found = {ordered(row): row for row in rows if sets.readings(row, ones)}
    raised = [_raised(row, number) for row in found.values() for number in range(1, rules.numbers + 1)]
    return [Arc(None, None, row, points=sets.most_points(row, rules)) for row in raised]


def _raised(row: TileSet, number: int) -> TileSet:
    return tuple(Tile(tile.color, number) if isinstance(tile, Tile) else tile for tile in row)


class Walker:
    """Knows every step from a spot, with the tiles of a purse."""

    def __init__(self, purse: Purse, rules: TileRules) -> None:
        self.purse = purse
        self.rules = rules
        self.top = rules.numbers
        jokers = sum(count for tile, count in purse.items() if isinstance(tile, Joker))
        self.limit = rules.joker_limit if rules.joker_limit < jokers else 0

    def beginnings(self) -> list[Spot]:
        """Return where sets may begin; a mirror that stands for a number has one to fall to, if it falls (T20)."""
        numbers = range(1, self.top + 1)
        spots = [Spot(RUN, number) for number in numbers]
        if self.purse[MIRROR]:
            spots += [Spot(CLIMBING, number, jokers=self._counted(1)) for number in numbers]
            if self.rules.mirror_counts:
                spots += [Spot(FALLING, number, jokers=self._counted(1)) for number in numbers[1:]]
        return [spot for spot in spots if spot.jokers <= self.limit or not self.limit]

    def steps(self, spot: Spot) -> Iterator[Arc]:
        """Yield every step from a spot."""
        if self._may_end(spot):
            yield self._ending(spot)
        if spot.number > self.top:
            return
        if not spot.changed and not any(spot.owed) and (spot.length or self.rules.color_change_starts):
            yield from self._step(spot, spot.color, (COLOR_CHANGE,), () if spot.shape == RUN else (COLOR_CHANGE,))
        for color in self._colors(spot):
            for tiles, faced in self._places(spot, color):
                yield from self._step(spot, color, tiles, faced)

    def _may_end(self, spot: Spot) -> bool:
        if any(spot.owed) or not spot.numbered:
            return False
        if spot.shape == RUN:
            return spot.length >= sets.SMALLEST
        if spot.shape == FALLING:  # a side of one place only climbs (T19)
            return spot.length >= max(2, self.rules.mirror_side) and spot.number > self.top
        return spot.length >= self.rules.mirror_side and (spot.number <= self.top or not self.rules.mirror_counts)

    def _ending(self, spot: Spot) -> Arc:
        if spot.shape == CLIMBING:
            return Arc(spot, None, (MIRROR,), points=spot.number if self.rules.mirror_counts else 0)
        return Arc(spot, None, ())

    def _colors(self, spot: Spot) -> list[Color]:
        """Return the colours of the next tile: the stretch's own, or any other after a colour change (T16, T17)."""
        palette = self.rules.box.colors
        if spot.color is None:
            return list(palette)
        return [color for color in palette if (color is spot.color) is not spot.changed]

    def _places(self, spot: Spot, color: Color) -> Iterator[tuple[TileSet, TileSet]]:
        """Yield what may be laid at the next place, on one side or on both."""
        free: list[TileSet] = [(tile,) for tile in self._fillers(color, spot.number)]
        one, other = ([()] if owed else free for owed in spot.owed)
        if spot.shape == RUN:
            yield from ((tiles, ()) for tiles in one)
            return
        for tiles, faced in product(one, other):
            if any(spot.owed) or free.index(tiles) <= free.index(faced):
                yield tiles, faced

    def _fillers(self, color: Color, number: int) -> list[AnyTile]:
        doubles = [DOUBLE] if number < self.top else []
        fillers = [*doubles, Tile(color, number), JOKER, Joker("J", color)]
        return [tile for tile in fillers if self.purse[tile]]

    def _step(self, spot: Spot, color: Color | None, tiles: TileSet, faced: TileSet) -> Iterator[Arc]:
        """Yield the step that lays these tiles, unless they are too many jokers for one set."""
        laid = (*tiles, *faced)
        head = Spot(
            spot.shape,
            spot.number + 1,
            color,
            min(ENOUGH, spot.length + (len(tiles) if spot.shape == RUN else 1)),
            spot.numbered or any(isinstance(tile, Tile) for tile in laid),
            COLOR_CHANGE in laid,
            spot.jokers + self._counted(sum(isinstance(tile, Joker) for tile in laid)),
            (DOUBLE in tiles, DOUBLE in faced),
        )
        points = spot.number * (1 if spot.shape == RUN else 2)
        if spot.shape == FALLING and spot.length == 0:
            tiles, points = (MIRROR, *tiles), points + spot.number - 1
        if head.jokers <= self.limit or not self.limit:
            yield Arc(spot, head, tiles, faced, points)

    def _counted(self, jokers: int) -> int:
        return jokers if self.limit else 0

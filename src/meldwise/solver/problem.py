"""Positions as the kernel sees them: small integers, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import Literal

from meldwise.errors import CaseError
from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.tiles import JOKER, AnyTile, Joker, Kind, Rack, Tile, TileSet

Goal = Literal["tiles", "points"] | Mapping[AnyTile, int]
"""What a play is to shed most of: tiles, points, or weights of your own."""

NUMBERS = 13
TILES = 4 * NUMBERS
KINDS = TILES + 4
EXCHANGED, KEPT_RUN, KEPT_GROUP = KINDS, 64, 128
MOST_WEIGHT = 90_000

TILE_STEP = 4096
"""More than all points of a box together: with it the points only settle what tiles leave equal."""
POINT_STEP = 128
"""More than all tiles of a box together."""


class Kinds:
    """The tile kinds of a ruleset by the kernel's numbers."""

    def __init__(self, rules: TileRules) -> None:
        """Number the box's tiles: colour by colour, then the joker classes."""
        colors = rules.box.colors
        self._rules = rules
        self.colors = colors
        self.colored = any(joker.color for joker in rules.box.jokers)
        numbered = [Tile(color, number) for color in colors for number in range(1, NUMBERS + 1)]
        jokers = [Joker(Kind.JOKER, color) for color in colors] if self.colored else [Joker(kind) for kind in Kind]
        self.tiles: list[AnyTile] = [*numbered, *jokers, JOKER]
        self.index: dict[AnyTile, int] = {tile: i for i, tile in enumerate(self.tiles[:KINDS])}
        self.box = rules.box.counts
        self.letters = [str(color) for color in colors]
        self.points = [tile.number if isinstance(tile, Tile) else rules.joker_penalty for tile in self.tiles[:KINDS]]
        self.by_tiles = tuple([TILE_STEP + points for points in self.points])
        self.by_points = tuple([POINT_STEP * points + 1 for points in self.points])
        self.row = lru_cache(maxsize=1 << 14)(self._row)  # sets come again and again

    def __reduce__(self) -> tuple[Callable[[TileRules], Kinds], tuple[TileRules]]:
        return kinds_of, (self._rules,)  # elsewhere too there is one for a ruleset

    def _row(self, codes: bytes) -> TileSet:
        """Return a row of the kernel as tiles."""
        return tuple([self.tiles[code] for code in codes])

    def counts(self, tiles: Iterable[AnyTile]) -> list[int]:
        """Count tiles by kind."""
        counts, index = [0] * KINDS, self.index
        for tile in tiles:
            counts[index[tile]] += 1
        return counts

    def listed(self, counts: Sequence[int]) -> Rack:
        """Return counted kinds as tiles, in rack order."""
        pairs = zip(compress(self.tiles, counts), compress(counts, counts), strict=True)
        return tuple([tile for tile, count in pairs for _ in range(count)])

    def worth(self, tiles: Iterable[AnyTile]) -> int:
        """Return what tiles count on a rack (T38)."""
        return sum([self.points[self.index[tile]] for tile in tiles])

    def weights(self, goal: Goal) -> Sequence[int]:
        """Return the kernel's weights: the goal first, then more of the other figure."""
        if goal == "tiles":
            return self.by_tiles
        if goal == "points":
            return self.by_points
        if not isinstance(goal, Mapping):
            raise CaseError("wrong-type", key="goal", wanted="one-of", known="tiles, points")
        for tile, weight in goal.items():
            if not isinstance(weight, int) or not 0 <= weight <= MOST_WEIGHT or tile not in self.box:
                raise CaseError("bad-weight", tile=str(tile), weight=str(weight)[:24], most=MOST_WEIGHT)
        return [POINT_STEP * goal.get(tile, 0) + 1 for tile in self.tiles[:KINDS]]


@lru_cache(maxsize=64)
def kinds_of(rules: TileRules) -> Kinds:
    """Return the kinds of a ruleset's box."""
    return Kinds(rules)


def kernel_of(rules: TileRules) -> _kernel.Solver:
    """Return the kernel for a ruleset's sets; rulesets with the same sets share one."""
    return _shared(
        rules.numbers,
        kinds_of(rules).colored,
        rules.joker_limit,
        rules.color_change_starts,
        rules.mirror_counts,
        rules.mirror_side,
    )


@lru_cache(maxsize=64)
def _shared(numbers: int, colored: bool, limit: int, starts: bool, counts: bool, side: int) -> _kernel.Solver:
    return _kernel.Solver(
        numbers=numbers,
        colored=colored,
        joker_limit=limit,
        change_starts=starts,
        mirror_counts=counts,
        mirror_side=side,
    )

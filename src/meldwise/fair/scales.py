"""What a rack is measured by, and what a fair deal gives: the mean and the variance are exact, not sampled."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from meldwise.ruleset import Ruleset, TileRules
from meldwise.tiles import AnyTile, Joker, Rack, Tile


class Scale(msgspec.Struct, frozen=True):
    """A figure of a rack, with its mean and variance over all racks a box can deal."""

    what: str
    of: Callable[[Rack], int]
    mean: float
    variance: float


def scales(rules: Ruleset, box: Rack, size: int) -> list[Scale]:
    """Return the scales for racks of *size* tiles from *box*: their worth, their jokers, and what fits together."""
    penalty = rules.joker_penalty if isinstance(rules, TileRules) else 0
    worth = {tile: tile.number if isinstance(tile, Tile) else penalty for tile in box}
    jokers = {tile: int(isinstance(tile, Joker)) for tile in box}
    made = [_sum_scale("worth", worth, box, size), _sum_scale("jokers", jokers, box, size), _pair_scale(box, size)]
    return [scale for scale in made if scale.variance > 0]


def fits(one: AnyTile, other: AnyTile) -> bool:
    """Tell whether two number tiles go into a set side by side: neighbours of a colour, or a number in two colours."""
    if not (isinstance(one, Tile) and isinstance(other, Tile)):
        return False
    if one.color is other.color:
        return abs(one.number - other.number) == 1
    return one.number == other.number


def _sum_scale(what: str, values: dict[AnyTile, int], box: Rack, size: int) -> Scale:
    """Add a value for each tile; drawing without putting back makes the variance smaller."""
    mean = sum(values[tile] for tile in box) / len(box)
    spread = sum((values[tile] - mean) ** 2 for tile in box) / len(box)
    variance = size * spread * (len(box) - size) / (len(box) - 1)
    return Scale(what, lambda rack: sum([values[tile] for tile in rack]), size * mean, variance)


def _pair_scale(box: Rack, size: int) -> Scale:
    """Count the pairs that fit: of the graph they make, pairs of pairs share a tile (three in all) or do not (four)."""
    friends = {tile: frozenset(other for other in box if fits(tile, other)) for tile in box}
    degrees = [sum(other in friends[tile] for other in box) for tile in box]
    pairs = sum(degrees) // 2
    touching = sum(degree * (degree - 1) // 2 for degree in degrees)
    apart = pairs * (pairs - 1) // 2 - touching
    two, three, four = (_all_dealt(tiles, size, len(box)) for tiles in (2, 3, 4))
    mean = pairs * two
    variance = mean + 2 * touching * three + 2 * apart * four - mean**2

    def count(rack: Rack) -> int:
        return sum([other in friends[tile] for i, tile in enumerate(rack) for other in rack[:i]])

    return Scale("fitting", count, mean, variance)


def _all_dealt(tiles: int, size: int, box: int) -> float:
    """Return the chance that so many given tiles are all on a rack."""
    return math.perm(size, tiles) / math.perm(box, tiles)

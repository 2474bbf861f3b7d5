"""Mirror runs and mirror groups (T18-T22).

Both sides are laid out place by place from the outside inwards: a double joker fills two places, and a place is
mirrored by what it stands for. A mirror run climbs or falls towards the mirror; a side of one place only climbs.
"""

from __future__ import annotations

import msgspec

from meldwise.errors import Reason
from meldwise.ruleset import TileRules
from meldwise.sets.plain import color_change_reason
from meldwise.sets.reading import (
    MIRROR_GROUP,
    MIRROR_RUN,
    Reading,
    Stand,
    color_options,
    is_color_change,
    refused,
    width,
)
from meldwise.tiles import MIRROR, AnyTile, Color, Joker, Tile, TileSet

CLIMBING, FALLING = 1, -1


class Sides(msgspec.Struct):
    """A mirror's two sides, place by place from the outside: the tiles that face each other there."""

    row: TileSet
    middle: int
    pairs: list[tuple[int, int]]  # positions in the row of the left and the right tile at each place

    def tiles(self, place: int) -> tuple[AnyTile, AnyTile]:
        """Return the two tiles that face each other in a place."""
        left, right = self.pairs[place]
        return self.row[left], self.row[right]


def read_mirror(row: TileSet, rules: TileRules) -> list[Reading] | Reason:
    """Return every reading of a row with a mirror joker, or the reason there is none."""
    sides = _sides(row, rules)
    if isinstance(sides, Reason):
        return sides
    directions = (CLIMBING, FALLING) if len(sides.pairs) > 1 else (CLIMBING,)
    answers = [_read_run(sides, direction, rules) for direction in directions]
    answers.append(_read_group(sides, rules))
    found = [answer for answer in answers if isinstance(answer, Reading)]
    if found:
        return found
    return _most_telling(sides, [answer for answer in answers if isinstance(answer, Reason)])


def _sides(row: TileSet, rules: TileRules) -> Sides | Reason:
    middle = row.index(MIRROR)
    if row.count(MIRROR) > 1:
        return refused("two-mirrors", "T21", position=middle)
    left = [i for i in range(middle) for _ in range(width(row[i]))]
    right = [i for i in range(len(row) - 1, middle, -1) for _ in range(width(row[i]))]
    if min(len(left), len(right)) < rules.mirror_side:
        return refused("mirror-side-short", "T18", needed=rules.mirror_side)
    if len(left) != len(right):
        return refused("mirror-sides-unequal", "T18", left=len(left), right=len(right))
    return Sides(row, middle, list(zip(left, right, strict=True)))


def _read_run(sides: Sides, direction: int, rules: TileRules) -> Reading | Reason:
    count = len(sides.pairs)
    outer = _outer_number(sides, direction)
    if isinstance(outer, Reason):
        return outer
    numbers = [outer + direction * place for place in range(count)]
    if not (1 <= numbers[0] <= rules.numbers and 1 <= numbers[-1] <= rules.numbers):
        return refused(
            "mirror-number-missing", "T8", number=numbers[0] if 1 <= numbers[-1] <= rules.numbers else numbers[-1]
        )
    middle = numbers[-1] + direction
    if rules.mirror_counts and not 1 <= middle <= rules.numbers:
        return refused("mirror-middle-missing", "T20", number=middle)
    colors = _run_colors(sides, direction, rules)
    if isinstance(colors, Reason):
        return colors
    points = 2 * sum(numbers) + (middle if rules.mirror_counts else 0)
    return Reading(MIRROR_RUN, points, _stands(sides, numbers, colors, middle if rules.mirror_counts else 0))


def _outer_number(sides: Sides, direction: int) -> int | Reason:
    """Return the number of the outermost place, which every number tile must agree on."""
    outer: int | None = None
    for place in range(len(sides.pairs)):
        for tile in sides.tiles(place):
            if isinstance(tile, Tile):
                here = tile.number - direction * place
                if outer is not None and here != outer:
                    return _mismatch(sides, place)
                outer = here
    assert outer is not None  # a set holds a number tile (T10)
    return outer


def _run_colors(sides: Sides, direction: int, rules: TileRules) -> list[tuple[Color, ...]] | Reason:
    changes = [is_color_change(sides.tiles(place)[0]) for place in range(len(sides.pairs))]
    for place, change in enumerate(changes):
        if is_color_change(sides.tiles(place)[1]) is not change:
            return refused("color-change-not-faced", "T21", place=place + 1, **_faced(sides, place))
    upwards = range(len(changes)) if direction == CLIMBING else range(len(changes) - 1, -1, -1)
    if reason := color_change_reason([changes[place] for place in upwards], rules):
        return reason
    stretches: list[Color | None] = [None]
    of = []
    for place, change in enumerate(changes):
        if change:
            stretches.append(None)
            of.append(-1)
            continue
        of.append(len(stretches) - 1)
        for tile in sides.tiles(place):
            if tile.color is not None:
                if stretches[-1] not in (None, tile.color):
                    return _mismatch(sides, place)
                stretches[-1] = tile.color
    used = [stretch for i, stretch in enumerate(stretches) if i in of]
    first = min(index for index in of if index >= 0)
    options = color_options(used, rules.box.colors)
    if not options:
        return refused("color-change-same-color", "T16", color=str(next(c for c in used if c)))
    return [() if index < 0 else options[index - first] for index in of]


def _read_group(sides: Sides, rules: TileRules) -> Reading | Reason:
    palette = rules.box.colors
    count = len(sides.pairs)
    if count > len(palette):
        return refused("group-too-large", "T19", places=count, most=len(palette))
    number, fixed = 0, list[Color | None]()
    for place in range(count):
        here: Color | None = None
        for tile in sides.tiles(place):
            if is_color_change(tile):
                return refused("color-change-in-group", "T16")
            if isinstance(tile, Tile) and number not in (0, tile.number):
                return _mismatch(sides, place)
            if isinstance(tile, Tile):
                number = tile.number
            if tile.color is not None and here not in (None, tile.color):
                return _mismatch(sides, place)
            here = tile.color or here
        if here is not None and here in fixed:
            return refused("color-twice", "T19", color=str(here))
        fixed.append(here)
    missing = tuple(color for color in palette if color not in fixed)
    colors = [missing if color is None else (color,) for color in fixed]
    points = number * (2 * count + (1 if rules.mirror_counts else 0))
    return Reading(MIRROR_GROUP, points, _stands(sides, [number] * count, colors, number if rules.mirror_counts else 0))


def _stands(sides: Sides, numbers: list[int], colors: list[tuple[Color, ...]], middle: int) -> tuple[Stand, ...]:
    held: dict[int, tuple[list[int], list[Color]]] = {sides.middle: ([middle] if middle else [], [])}
    for place, pair in enumerate(sides.pairs):
        for position in pair:
            if isinstance(sides.row[position], Joker):
                mine = held.setdefault(position, ([], []))
                mine[0].append(numbers[place])
                mine[1].extend(color for color in colors[place] if color not in mine[1])
    return tuple(
        Stand(position, tuple(ns if position <= sides.middle else reversed(ns)), tuple(cs))
        for position, (ns, cs) in sorted(held.items())
    )


def _mismatch(sides: Sides, place: int) -> Reason:
    """Say why a place does not fit: its two tiles differ, or they mirror each other but the side is no run or group."""
    left, right = sides.tiles(place)
    if isinstance(left, Tile) and isinstance(right, Tile) and left is not right:
        return refused("not-mirrored", "T18", place=place + 1, **_faced(sides, place))
    return refused("mirror-side-no-set", "T19", place=place + 1, tile=(left if isinstance(left, Tile) else right).text)


def _faced(sides: Sides, place: int) -> dict[str, str]:
    left, right = sides.tiles(place)
    return {"left": left.text, "right": right.text}


def _most_telling(sides: Sides, reasons: list[Reason]) -> Reason:
    """Choose the reason of the kind the player most likely meant: a group where all numbers are the same."""
    numbers = {tile.number for tile in sides.row if isinstance(tile, Tile)}
    changes = any(map(is_color_change, sides.row))
    if len(numbers) == 1 and len(sides.pairs) > 1 and not changes:
        return reasons[-1]
    unfit = ("not-mirrored", "mirror-side-no-set")
    falling = len(reasons) > 2 and reasons[0].code in unfit and reasons[1].code not in unfit
    return reasons[1] if falling else reasons[0]

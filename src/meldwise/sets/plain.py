"""Runs and groups, with every joker but the mirror (T7, T8, T12, T13, T15-T17; C5, C7)."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.errors import Reason
from meldwise.ruleset import Ruleset, TileRules
from meldwise.sets.reading import CARD_SET, GROUP, RUN, Reading, Stand, color_options, is_color_change, refused, width
from meldwise.tiles import Color, Joker, Tile, TileSet


def read_run(row: TileSet, rules: Ruleset) -> Reading | Reason:
    """Read *row* as a run, or say why it is none."""
    starts, places = _starts(row)
    anchor = next(i for i, tile in enumerate(row) if isinstance(tile, Tile))
    low = _number(row, anchor) - starts[anchor]
    stretches = _stretches(row, rules)
    if isinstance(stretches, Reason):
        return stretches
    for i, tile in enumerate(row):
        if isinstance(tile, Tile) and tile.number != low + starts[i]:
            return _not_consecutive(row, i, low + starts[i], rules)
    high = low + places - 1
    if low < 1 or high > rules.numbers:
        return _out_of_range(row, low, rules)
    colors = _colors(row, stretches, rules)
    stands = tuple(
        Stand(i, tuple(range(low + starts[i], low + starts[i] + width(tile))), colors[i])
        for i, tile in enumerate(row)
        if isinstance(tile, Joker)
    )
    return Reading(RUN, (low + high) * places // 2, stands)


def read_group(row: TileSet, rules: Ruleset) -> Reading | Reason:
    """Read *row* as a group, or say why it is none."""
    number = next(tile.number for tile in row if isinstance(tile, Tile))
    taken: list[Color] = []
    for i, tile in enumerate(row):
        if isinstance(tile, Tile) and tile.number != number:
            word = GROUP if isinstance(rules, TileRules) else CARD_SET
            return refused("numbers-differ", _group_law(rules), tile=tile.text, position=i, number=number, group=word)
        if is_color_change(tile):
            return refused("color-change-in-group", "T16", position=i)
        if tile.color is not None:
            if tile.color in taken:
                return refused("color-twice", _color_law(row, tile.color, rules), color=str(tile.color), position=i)
            taken.append(tile.color)
    places = sum([width(tile) for tile in row])
    palette = rules.box.colors
    if places > len(palette):
        law = "T15" if any(width(tile) == 2 for tile in row) else _group_law(rules)
        return refused("group-too-large", law, places=places, most=len(palette))
    missing = tuple([color for color in palette if color not in taken])
    stands = tuple(
        Stand(i, (number,) * width(tile), (tile.color,) if tile.color else missing)
        for i, tile in enumerate(row)
        if isinstance(tile, Joker)
    )
    return Reading(GROUP, number * places, stands)


def color_change_reason(changes: Sequence[bool], rules: Ruleset) -> Reason | None:
    """Say what is wrong with where the colour-change jokers stand, going upwards (T17)."""
    for i, change in enumerate(changes):
        if change and i == 0 and not (isinstance(rules, TileRules) and rules.color_change_starts):
            return refused("color-change-first", "T17", position=i)
        if change and i > 0 and changes[i - 1]:
            return refused("color-change-touches", "T17", position=i)
    return None


def _starts(row: TileSet) -> tuple[list[int], int]:
    starts, place = [], 0
    for tile in row:
        starts.append(place)
        place += width(tile)
    return starts, place


def _number(row: TileSet, i: int) -> int:
    tile = row[i]
    assert isinstance(tile, Tile)
    return tile.number


def _stretches(row: TileSet, rules: Ruleset) -> list[Color | None] | Reason:
    """Return the colour of each stretch between colour-change jokers, None where only jokers lie in it."""
    changes = [is_color_change(tile) for tile in row]
    if reason := color_change_reason(changes, rules):
        return reason
    stretches: list[Color | None] = [None]
    for i, tile in enumerate(row):
        if changes[i]:
            stretches.append(None)
        elif tile.color is not None:
            if stretches[-1] not in (None, tile.color):
                return _wrong_color(row, i, stretches, rules)
            stretches[-1] = tile.color
            if len(stretches) > 1 and stretches[-2] is tile.color:
                position = max(at for at in range(i) if changes[at])
                return refused("color-change-same-color", "T16", position=position, color=str(tile.color))
    if changes[-1]:
        stretches.pop()
    return stretches


def _colors(row: TileSet, stretches: list[Color | None], rules: Ruleset) -> list[tuple[Color, ...]]:
    """Return for each tile of a run the colours open to it."""
    options = color_options(stretches, rules.box.colors)
    colors, at = list[tuple[Color, ...]](), 0
    for tile in row:
        colors.append(() if is_color_change(tile) else options[at])
        at += is_color_change(tile)
    return colors


def _wrong_color(row: TileSet, i: int, stretches: list[Color | None], rules: Ruleset) -> Reason:
    facts = {"tile": row[i].text, "position": i, "color": str(stretches[-1])}
    if len(stretches) > 1 or any(map(is_color_change, row)):
        return refused("colors-differ", "T16", **facts)
    if isinstance(row[i], Joker) or isinstance(row[_first_colored(row)], Joker):
        return refused("joker-wrong-color", "T13" if isinstance(rules, TileRules) else "C7", **facts)
    return refused("colors-differ", _run_law(rules), **facts)


def _first_colored(row: TileSet) -> int:
    return next(i for i, tile in enumerate(row) if tile.color is not None)


def _not_consecutive(row: TileSet, i: int, expected: int, rules: Ruleset) -> Reason:
    tile = row[i]
    assert isinstance(tile, Tile)
    law = _run_law(rules)
    numbers = [t.number for t in row if isinstance(t, Tile)]
    if expected == rules.numbers + 1 and tile.number == 1:
        return refused("run-wraps", law, position=i, top=rules.numbers)
    if len(numbers) > 1 and numbers == sorted(numbers, reverse=True) and len(set(numbers)) == len(numbers):
        return refused("run-falls", law, position=i)
    return refused("not-consecutive", law, tile=tile.text, position=i, expected=expected)


def _out_of_range(row: TileSet, low: int, rules: Ruleset) -> Reason:
    end, position = ("below", 0) if low < 1 else ("above", len(row) - 1)
    law = "T15" if width(row[position]) == 2 else _run_law(rules)
    number = low if low < 1 else rules.numbers + 1
    return refused("number-missing", law, tile=row[position].text, position=position, number=number, end=end)


def _run_law(rules: Ruleset) -> str:
    return "T8" if isinstance(rules, TileRules) else "C5"


def _group_law(rules: Ruleset) -> str:
    return "T7" if isinstance(rules, TileRules) else "C5"


def _color_law(row: TileSet, color: Color, rules: Ruleset) -> str:
    jokers = any(isinstance(tile, Joker) and tile.color is color for tile in row)
    if isinstance(rules, TileRules):
        return "T13" if jokers else "T7"
    return "C7" if jokers else "C5"

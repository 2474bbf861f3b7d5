"""The words for what a row can be: readings, what a joker stands for, and the reason where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meldwise.errors import Reason
from meldwise.tiles import AnyTile, Color, Kind

RUN, GROUP, MIRROR_RUN, MIRROR_GROUP, CARD_SET = "run", "group", "mirror run", "mirror group", "set"


class Stand(msgspec.Struct, frozen=True):
    """What one joker stands for: its number or numbers, and every colour still open to it.

    A colour-change joker and a mirror joker have no colour; a Slovak mirror joker has no number either.
    """

    position: int
    numbers: tuple[int, ...]
    colors: tuple[Color, ...]


class Reading(msgspec.Struct, frozen=True):
    """One valid way to understand a row: its kind, its points, and what each joker in it stands for."""

    kind: str
    points: int
    jokers: tuple[Stand, ...] = ()


def width(tile: AnyTile) -> int:
    """Places a tile fills: a double joker two, everything else one (T15)."""
    return 2 if tile.text == Kind.DOUBLE else 1


def is_color_change(tile: AnyTile) -> bool:
    """Tell a colour-change joker from everything else."""
    return tile.text == Kind.COLOR_CHANGE


def refused(code: str, *rules: str, **facts: Any) -> Reason:
    """Make a reason; facts are kept as plain values."""
    return Reason(code, facts, rules)


def color_options(stretches: Sequence[Color | None], palette: Sequence[Color]) -> list[tuple[Color, ...]]:
    """Return, stretch by stretch, the colours open to it when neighbours must differ (T17); [] where none fit."""
    rows: list[tuple[Color, ...]] = [()]
    for fixed in stretches:
        choices = palette if fixed is None else (fixed,)
        rows = [(*row, color) for row in rows for color in choices if not row or row[-1] is not color]
    return [tuple(dict.fromkeys(column)) for column in zip(*rows, strict=True)]

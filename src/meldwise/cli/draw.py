"""Tiles and tables in the terminal, coloured where the terminal can; the notation stays readable without colour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rich.console import Console
from rich.text import Text

from meldwise.tiles import AnyTile, Color, Joker, Table

_PAPER = "on #f4efe2"
_INK = {
    Color.BLACK: f"bold #1c1c1c {_PAPER}",
    Color.RED: f"bold #c01a1a {_PAPER}",
    Color.BLUE: f"bold #1440b8 {_PAPER}",
    Color.ORANGE: f"bold #b85c00 {_PAPER}",
    Color.GREEN: f"bold #0b7a33 {_PAPER}",
    Color.YELLOW: f"bold #8a6d00 {_PAPER}",
}
_JOKER = f"bold #7a1fa2 {_PAPER}"


@cache
def console() -> Console:
    """Return the terminal, wide enough that piped text is not folded."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=200, soft_wrap=True)


def say(*parts: str | Text) -> None:
    """Print a line of plain and coloured parts."""
    console().print(Text.assemble(*parts))


def tile(one: AnyTile) -> Text:
    """Draw one tile."""
    ink = _INK[one.color] if one.color else _JOKER
    return Text(one.text, style=f"{ink} italic" if isinstance(one, Joker) else ink)


def tiles(row: Iterable[AnyTile]) -> Text:
    """Draw a row of tiles."""
    return Text(" ").join(tile(one) for one in row)


def table(rows: Table) -> Text:
    """Draw a table on one line."""
    return Text(" / ").join(tiles(row) for row in rows)

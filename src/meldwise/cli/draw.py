"""Tiles and tables in the terminal, coloured where the terminal can; the notation stays readable without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from rich.console import Console
from rich.text import Text

from meldwise.tiles import AnyTile, Color, Joker, Table, TileSet
from meldwise.words import parts

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


class Terminal(Console):
    """A console whose reader may stop reading: that ends the program without a fuss."""

    def on_broken_pipe(self) -> None:
        """Let the program's own way out handle it."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the terminal, wide enough that piped text is not folded."""
    found = Terminal(highlight=False)
    return found if found.is_terminal else Terminal(highlight=False, width=200, soft_wrap=True)


def say(*parts: str | Text | tuple[str, str]) -> None:
    """Print a line of plain and coloured parts."""
    console().print(Text.assemble(*parts))


def phrase(code: str, **facts: Any) -> Text:
    """Put a code and its facts into words; facts that are drawn stay so."""
    return Text.assemble(*(part if isinstance(part, Text) else str(part) for part in parts(code, facts)))


def tell(code: str, **facts: Any) -> None:
    """Print a line in words."""
    say(phrase(code, **facts))


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


def width() -> int:
    """Return the columns to lay out in: the terminal's, but lines stay short enough to read; 80 where piped."""
    return max(40, min(console().width, 100)) if console().is_terminal else 80


def heading(words: str) -> None:
    """Print a line that begins something new."""
    line = Text(f"── {words} ", style="bold cyan")
    say("")
    say(line, Text("─" * max(3, width() - line.cell_len), style="cyan"))


def marked(row: Iterable[AnyTile], new: Iterable[AnyTile]) -> Text:
    """Draw a row of tiles, those that are new with a plus sign before them."""
    fresh = Counter(new)
    drawn = []
    for one in row:
        is_new = fresh[one] > 0
        fresh[one] -= 1
        drawn.append(Text.assemble(("+", "bold green"), tile(one)) if is_new else tile(one))
    return Text(" ").join(drawn)


def padded(text: Text, columns: int) -> Text:
    """Return a text filled up with blanks."""
    return Text.assemble(text, " " * max(0, columns - text.cell_len))


def hanging(before: Text, text: Text) -> Text:
    """Put a text after another; where it is too long for the line it goes on below its own beginning."""
    room = width() - before.cell_len
    if text.cell_len <= room or room < 20:
        return Text.assemble(before, text)
    lines = text.wrap(console(), room)
    return Text.assemble(before, Text("\n" + " " * before.cell_len).join(lines))


def spread(cells: Sequence[Text]) -> list[Text]:
    """Lay cells in lines, two side by side where both are short enough."""
    half = width() // 2
    lines: list[Text] = []
    free = False  # whether the right half of the last line is
    for cell in cells:
        if free and cell.cell_len <= half:
            lines[-1] = Text.assemble(padded(lines[-1], half), cell)
            free = False
        else:
            lines.append(cell)
            free = cell.cell_len < half
    return lines


def flowed(parts: Sequence[Text], gap: str, indent: int = 2) -> list[Text]:
    """Put parts beside each other, as many as a line holds, every line indented."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width():
            lines[-1] = Text.assemble(lines[-1], gap, part)
        else:
            lines.append(Text.assemble(" " * indent, part))
    return lines


def rows(title: str, sets: Table, new: Sequence[TileSet] = ()) -> None:
    """Print a table, a set a line, those that are new with a plus sign."""
    fresh = Counter(new)
    say(title)
    for row in sets:
        is_new = fresh[row] > 0
        fresh[row] -= 1
        say("   ", ("+ ", "bold green") if is_new else "  ", tiles(row))
    if not sets:
        say("     ", phrase("cli.no-sets"))

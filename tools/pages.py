"""Tables in Markdown, and their places on pages that are otherwise written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


def row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table whose first column is words and whose others are figures."""
    return [row(head), row(["---"] + ["---:"] * (len(head) - 1)), *map(row, rows)]


def filled(text: str, parts: Mapping[str, Sequence[str]], maker: str) -> str:
    """Put each part between its markers on a page; a page without them is refused."""
    for name, lines in parts.items():
        begin, end = f"<!-- {name}: written by make {maker} -->\n", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            raise ValueError(f"the page has no place for {name}")
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n" + "\n".join(lines) + f"\n\n{end}{after}"
    return text


def fill(page: Path, parts: Mapping[str, Sequence[str]], maker: str) -> None:
    page.write_text(filled(page.read_text("utf-8"), parts, maker), "utf-8")

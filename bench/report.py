"""What a run found, as lines on the terminal and as tables on the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
from tools.pages import fill, row

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "speed.md"


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that *share* of all do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]


def median(values: Sequence[float]) -> float:
    return quantile(values, 0.5)


def shown(micros: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, size in (("s", 1e6), ("ms", 1e3), ("µs", 1.0)):
        if micros >= size:
            return f"{micros / size:.3g} {unit}"
    return "under 1 µs"


class Goal(msgspec.Struct, frozen=True):
    """Something wanted, what was found, and whether that is enough."""

    what: str
    wanted: str
    found: str
    met: bool

    @property
    def word(self) -> str:
        return "PASS" if self.met else "not met"


def at_most(what: str, micros: float, most: float) -> Goal:
    return Goal(what, f"≤ {shown(most)}", shown(micros), micros <= most)


def times(what: str, ratio: float, least: int, capped: bool = False) -> Goal:
    return Goal(what, f"≥ {least:,}×", f"{'at least ' if capped else ''}{ratio:,.0f}×", ratio >= least)


class Report:
    """Tables by the name of their place on the page."""

    def __init__(self) -> None:
        self.tables: dict[str, list[str]] = {}

    def head(self, name: str, *columns: str) -> None:
        self.tables[name] = [row(columns), row(["---"] + ["---:"] * (len(columns) - 1))]
        print(f"\n{columns[0]:58}" + "".join(f"{column:>20}" for column in columns[1:]))

    def line(self, name: str, *cells: str) -> None:
        self.tables[name].append(row(cells))
        print(f"{cells[0]:58}" + "".join(f"{cell:>20}" for cell in cells[1:]), flush=True)

    def goals(self, name: str, goals: Sequence[Goal]) -> None:
        self.head(name, "wanted", "at", "found", "")
        for goal in goals:
            self.line(name, goal.what, goal.wanted, goal.found, goal.word)

    def write(self, page: Path = PAGE) -> None:
        """Put each table between its markers; what stands around them is written by hand."""
        fill(page, self.tables, "bench")

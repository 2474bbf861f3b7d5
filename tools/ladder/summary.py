"""Everything the pages show, as one file beside them; a run of a part replaces that part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tools.ladder.figures import Ladder, Meeting

FILE = Path(__file__).parent.parent.parent / "docs" / "assets" / "ladder.json"
DIGITS = 4


class Thought(msgspec.Struct, frozen=True):
    """A budget, the turn it takes here (the mean and the longest, in ms: guides), and how it fared."""

    states: int
    mean: float
    longest: float
    met: Meeting


class Summary(msgspec.Struct):
    """Ladders by ruleset and number of seats; meetings within the same hands; strength over thinking."""

    rulesets: dict[str, dict[int, Ladder]] = {}
    hands: list[Meeting] = []
    thinking: list[Thought] = []


def read(path: Path | None = None) -> Summary:
    path = path or FILE
    return msgspec.json.decode(path.read_bytes(), type=Summary) if path.exists() else Summary()


def write(summary: Summary) -> None:
    found = msgspec.to_builtins(summary, str_keys=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(_rounded(found)), indent=1) + b"\n")


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return round(value, DIGITS) if isinstance(value, float) else value

"""Levels for people: opponents with human hands, which open, play to the table and leave openings.

Each level beats the one before it, and none of them only draws.
"""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """The opponent that plays a level, by name and settings, and the message that tells its character."""

    opponent: str
    character: str


LEVELS: dict[str, Level] = {
    "easy": Level("simple:hand=6", "level-easy"),
    "medium": Level("greedy-tiles:hand=8,apart=1", "level-medium"),
    "hard": Level("greedy-points:hand=12,apart=3", "level-hard"),
    "master": Level("master:hand=12", "level-master"),
}
"""Every level, the easiest first."""

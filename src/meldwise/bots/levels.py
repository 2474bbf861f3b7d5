"""Levels for people: opponents with human hands, which open, play to the table and leave openings.

Each level beats the one before it, and none of them only draws.
"""

from __future__ import annotations

import msgspec

from meldwise.ruleset import CardRules, Ruleset


class Level(msgspec.Struct, frozen=True):
    """The opponent that plays a level, by name and settings, and the message that tells its character."""

    opponent: str
    character: str
    card_opponent: str
    card_character: str

    def opponent_in(self, rules: Ruleset) -> str:
        """Return who plays this level in a ruleset."""
        return self.card_opponent if isinstance(rules, CardRules) else self.opponent

    def character_in(self, rules: Ruleset) -> str:
        """Return the message that tells its character there."""
        return self.card_character if isinstance(rules, CardRules) else self.character


LEVELS: dict[str, Level] = {
    "easy": Level("simple:hand=6", "level-easy", "simple", "level-easy-cards"),
    "medium": Level("greedy-tiles:hand=8,apart=1", "level-medium", "greedy-tiles", "level-medium-cards"),
    "hard": Level("greedy-points:hand=12,apart=3", "level-hard", "master:states=4000", "level-hard-cards"),
    "master": Level("master:hand=12", "level-master", "master", "level-master-cards"),
}
"""Every level, the easiest first."""

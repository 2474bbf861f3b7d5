"""The rules of seven tile and card rummy games: judge any set, turn, game and match, and say why."""

from meldwise.api import judge, new_game, new_match, readings, ruleset, score, why_not
from meldwise.catalog import rulesets
from meldwise.errors import (
    CaseError,
    IllegalAction,
    MeldwiseError,
    NotationError,
    Reason,
    RecordError,
    RulesetError,
)
from meldwise.live import LiveGame
from meldwise.match import Match
from meldwise.position import Position
from meldwise.ruleset import RULES_VERSION
from meldwise.rummy17 import FinalHand
from meldwise.sets import Reading
from meldwise.tilegame import FinalRack
from meldwise.tiles import Color, Joker, Tile

__version__ = "0.1.0"

__all__ = [
    "RULES_VERSION",
    "CaseError",
    "Color",
    "FinalHand",
    "FinalRack",
    "IllegalAction",
    "Joker",
    "LiveGame",
    "Match",
    "MeldwiseError",
    "NotationError",
    "Position",
    "Reading",
    "Reason",
    "RecordError",
    "RulesetError",
    "Tile",
    "judge",
    "new_game",
    "new_match",
    "readings",
    "ruleset",
    "rulesets",
    "score",
    "why_not",
]

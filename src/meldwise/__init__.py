"""The rules of seven tile and card rummy games: judge any set, turn, game and match, and say why."""

from meldwise.api import (
    best,
    best_turn,
    can_go_out,
    can_open,
    judge,
    lay,
    new_game,
    new_match,
    playable_tiles,
    plays,
    readings,
    ruleset,
    score,
    turns,
    why_not,
)
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
from meldwise.solver import Best, Play, Step, steps
from meldwise.solver.cards import Turn
from meldwise.tilegame import FinalRack
from meldwise.tiles import Color, Joker, Tile

__version__ = "0.1.0"

__all__ = [
    "RULES_VERSION",
    "Best",
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
    "Play",
    "Position",
    "Reading",
    "Reason",
    "RecordError",
    "RulesetError",
    "Step",
    "Tile",
    "Turn",
    "best",
    "best_turn",
    "can_go_out",
    "can_open",
    "judge",
    "lay",
    "new_game",
    "new_match",
    "playable_tiles",
    "plays",
    "readings",
    "ruleset",
    "rulesets",
    "score",
    "steps",
    "turns",
    "why_not",
]

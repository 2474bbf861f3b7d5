"""Rummy 17's game: a pure state machine, no clock, no dice, no I/O."""

from meldwise.rummy17.actions import (
    Discard,
    Exchange,
    Extend,
    Knock,
    KnockTimeUp,
    LayMeld,
    TakeBack,
    TakeDiscard,
    TakeStock,
    TimeUp,
)
from meldwise.rummy17.apply import apply, redo
from meldwise.rummy17.bonus import BONUS_CARDS
from meldwise.rummy17.cards import Card, Meld, as_numbers, deck, joker_of
from meldwise.rummy17.judge import judge
from meldwise.rummy17.scoring import FinalHand, score
from meldwise.rummy17.start import start
from meldwise.rummy17.state import State, actors, result
from meldwise.rummy17.text import read_action, write_action, write_result
from meldwise.rummy17.view import OWN, View, open_to_all, own, owns, seen, view

__all__ = [
    "BONUS_CARDS",
    "OWN",
    "Card",
    "Discard",
    "Exchange",
    "Extend",
    "FinalHand",
    "Knock",
    "KnockTimeUp",
    "LayMeld",
    "Meld",
    "State",
    "TakeBack",
    "TakeDiscard",
    "TakeStock",
    "TimeUp",
    "View",
    "actors",
    "apply",
    "as_numbers",
    "deck",
    "joker_of",
    "judge",
    "open_to_all",
    "own",
    "owns",
    "read_action",
    "redo",
    "result",
    "score",
    "seen",
    "start",
    "view",
    "write_action",
    "write_result",
]

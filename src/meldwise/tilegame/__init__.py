"""The tile family's game: a pure state machine, no clock, no dice, no I/O."""

from meldwise.tilegame.actions import Action, Announce, Draw, Pass, Play, TimeUp
from meldwise.tilegame.apply import apply, redo
from meldwise.tilegame.judge import judge, judge_play
from meldwise.tilegame.scoring import FinalRack, score
from meldwise.tilegame.start import StartDraw, draw_for_start, start
from meldwise.tilegame.state import State, actors, result
from meldwise.tilegame.text import read_action, write_action, write_result
from meldwise.tilegame.view import OWN, View, open_to_all, own, owns, seen, view

__all__ = [
    "OWN",
    "Action",
    "Announce",
    "Draw",
    "FinalRack",
    "Pass",
    "Play",
    "StartDraw",
    "State",
    "TimeUp",
    "View",
    "actors",
    "apply",
    "draw_for_start",
    "judge",
    "judge_play",
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

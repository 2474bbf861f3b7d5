"""What can be done with given tiles: it knows tiles, sets and a ruleset, not games."""

from meldwise.solver.best import Best, best
from meldwise.solver.plays import Play, lay, plays
from meldwise.solver.problem import Goal
from meldwise.solver.questions import can_go_out, can_open, playable_tiles
from meldwise.solver.steps import Step, steps

__all__ = ["Best", "Goal", "Play", "Step", "best", "can_go_out", "can_open", "lay", "playable_tiles", "plays", "steps"]

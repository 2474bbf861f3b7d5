"""The games for researchers: PettingZoo, Gymnasium and OpenSpiel environments (install `meldwise[envs]`).

`GameEnv` has an agent in every seat, `SeatEnv` one learner and opponents, `meldwise.envs.openspiel` registers the same
games with OpenSpiel when it is imported.
"""

from meldwise.envs.aec import GameEnv, env, raw_env
from meldwise.envs.decisions import CANDIDATES, ENCODINGS, LAYOUTS, Decisions
from meldwise.envs.options import Options, options
from meldwise.envs.solo import SeatEnv, register

register()

__all__ = [
    "CANDIDATES",
    "ENCODINGS",
    "LAYOUTS",
    "Decisions",
    "GameEnv",
    "Options",
    "SeatEnv",
    "env",
    "options",
    "raw_env",
]

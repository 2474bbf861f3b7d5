"""Rummy games of others, played by chance: `python bench/peer_envs.py pettingzoo 4` prints decisions a second.

It knows nothing of ours, for it runs in an environment of its own. Both loops choose the same way as ours do.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any


def pettingzoo_games() -> Iterator[int]:
    """Play PettingZoo's gin rummy, game after game; yield the decisions of each."""
    flat: Any = import_module("numpy").flatnonzero
    env = import_module("pettingzoo.classic.gin_rummy_v4").env()
    dice = random.Random(0)
    for seed in range(sys.maxsize):
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(dice.choice(flat(seen["action_mask"]).tolist()))
            decisions += 1
        yield decisions


def openspiel_games(name: str = "gin_rummy") -> Iterator[int]:
    """Play one of OpenSpiel's games from Python likewise; what chance decides is no decision."""
    game = import_module("pyspiel").load_game(name)
    dice = random.Random(0)
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        yield decisions


def rate(games: Iterator[int], seconds: float) -> float:
    """Return decisions a second, by the processor's time: a busy machine matters less."""
    next(games)
    start, decisions = time.process_time(), 0
    while time.process_time() - start < seconds:
        decisions += next(games)
    return decisions / (time.process_time() - start)


GAMES: dict[str, Callable[[], Iterator[int]]] = {"pettingzoo": pettingzoo_games, "openspiel": openspiel_games}

if __name__ == "__main__":
    print(rate(GAMES[sys.argv[1]](), float(sys.argv[2])))

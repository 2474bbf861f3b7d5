"""How many decisions a second the environments take, two-player standard, chosen by chance; peers in the same run.

`python -m bench.envs` is this part alone. Ratios are the firm part: rates depend on the machine and on what else it
does. PettingZoo's last rummy game lives in version 1.25, which has an environment of its own (`.venv/peers`).
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bench.peer_envs import openspiel_games, rate
from meldwise import catalog
from meldwise.bots import BOTS
from meldwise.envs import ENCODINGS, GameEnv, openspiel, options
from meldwise.envs.decisions import Encoding
from meldwise.live import shuffle
from meldwise.simulation.play import play_out

RULES = "pl-standard"
ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".venv" / "peers" / "bin" / "python"
ROUNDS = 3
"""Everything is measured so often, in turn, and its best counts."""


def env_games(encoding: Encoding) -> Iterator[int]:
    """Play our PettingZoo environment, game after game; yield the decisions of each."""
    env = GameEnv(RULES, encoding=encoding)
    dice = random.Random(0)
    for seed in range(sys.maxsize):
        env.reset(seed=seed)
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            decisions += 1
        yield decisions


def loop_games(encoding: Encoding) -> Iterator[int]:
    """Play the same decisions without an environment around them."""
    asked = options(RULES, 2, encoding=encoding)
    dice = random.Random(0)
    for seed in range(sys.maxsize):
        game = asked.game(shuffle(asked.rules, 2, seed, 0))
        decisions = 0
        while game.actor is not None:
            game.choose(dice.choice([action for action, is_open in enumerate(game.mask()) if is_open]))
            decisions += 1
        yield decisions


def chance_games() -> Iterator[int]:
    """Play opponents that play by chance; a decision is a whole turn."""
    rules = catalog.find(RULES)
    for seed in range(sys.maxsize):
        bots = [BOTS["chance"](f"{seed}/{seat}") for seat in range(2)]
        yield len(play_out(rules, shuffle(rules, 2, seed, 0), bots)[1])


def peer(name: str, seconds: float) -> float:
    """Return the rate of a peer in its own environment; 0 where that is not there."""
    if not PEERS.exists():
        return 0.0
    command = [str(PEERS), str(ROOT / "bench" / "peer_envs.py"), name, str(seconds)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


def measured(seconds: float) -> dict[str, float]:
    """Return the rates by name, the best of some rounds."""
    ours = {f"PettingZoo, {encoding}": env_games(encoding) for encoding in reversed(ENCODINGS)}
    ours |= {f"plain loop, {encoding}": loop_games(encoding) for encoding in reversed(ENCODINGS)}
    ours["plain loop, turns of the opponent chance"] = chance_games()
    ours["OpenSpiel, tiles"] = openspiel_games(openspiel.short_name(catalog.find(RULES)))
    ours["OpenSpiel's gin_rummy"] = openspiel_games()
    found: dict[str, float] = {"PettingZoo 1.25's gin_rummy_v4": 0.0}
    for _ in range(ROUNDS):
        rates = {"PettingZoo 1.25's gin_rummy_v4": peer("pettingzoo", seconds)}
        rates |= {name: rate(games, seconds) for name, games in ours.items()}
        found = {name: max(one, found.get(name, 0.0)) for name, one in rates.items()}
    return found


def main(seconds: float = 4.0) -> None:
    """Measure and tell."""
    print(f"\n{'environments, two-player standard':44}{'decisions':>14}")
    rates = measured(seconds / ROUNDS)
    zoo, spiel = rates["PettingZoo 1.25's gin_rummy_v4"], rates["OpenSpiel's gin_rummy"]
    guides = {"PettingZoo, tiles": (zoo, 10.0, "PettingZoo's"), "plain loop, tiles": (spiel, 1.0, "OpenSpiel's")}
    for name, found in rates.items():
        told = f"{name:44}{found:>12,.0f}/s" if found else f"{name:44}{'not installed':>14}"
        if name in guides and guides[name][0]:
            other, wanted, whose = guides[name]
            met = "PASS" if found >= wanted * other else "not met"
            told += f"  {found / other:.1f} : 1 of {whose}, guide {wanted:.0f} : 1, {met}"
        print(told)


if __name__ == "__main__":
    main()

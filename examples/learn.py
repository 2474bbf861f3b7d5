"""Train a small masked policy against an opponent and plot how often it wins.

`python examples/learn.py --plot curve.svg` takes a minute or two on a laptop. The policy gives every open action a
number, a weighted sum of a few figures about the action and the position, and takes the highest. The weights are found
by the cross-entropy method from nothing but won and lost games: try some, keep the best, try more like them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldwise.envs import SeatEnv

Numbers = NDArray[np.float64]
FIRST, POPULATION, ELITE = 64, 16, 4
"""Policies tried in the first generation, in every other one, and those kept: good ones are rare at first."""
FIGURES = 6


def figures(env: SeatEnv, seen: dict[str, Any]) -> tuple[NDArray[np.int64], Numbers]:
    """Return the open actions, and for each a few figures about it and the position."""
    parts = env.game.fields.split(seen["observation"])
    actions = np.flatnonzero(seen["action_mask"])
    held, pool, opened = parts["rack"].sum(), parts["pool"][0], parts["opened"][0]
    found = np.zeros((len(actions), FIGURES))
    for row, action in zip(found, actions, strict=True):
        if action == len(seen["action_mask"]) - 1:  # to draw, or to pass
            row[:3] = 1, opened, pool == 0
        else:
            laid = seen["candidates"][action].sum()
            row[3:] = laid / 14, laid == held, 1 - opened
    return actions, found


def play(env: SeatEnv, weights: Numbers, seed: int) -> float:
    """Play one game; return what it paid."""
    seen, _ = env.reset(seed=seed)
    while True:
        actions, found = figures(env, seen)
        seen, reward, terminated, truncated, _ = env.step(actions[np.argmax(found @ weights)])
        if terminated or truncated:
            return float(reward)


def won(env: SeatEnv, weights: Numbers, seeds: Sequence[int]) -> float:
    """Return the share of these games that is won."""
    return float(np.mean([play(env, weights, seed) > 0 for seed in seeds]))


def interval(share: float, games: int) -> tuple[float, float]:
    """Return between what shares the true one lies, 19 times out of 20 (after Wilson)."""
    z = 1.96
    middle = share + z * z / (2 * games)
    spread = z * ((share * (1 - share) + z * z / (4 * games)) / games) ** 0.5
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


class Generation(NamedTuple):
    """One round: how often its policies won, the mean of all and of the best, and the weights it ends with."""

    mean: float
    best: float
    weights: Numbers


def train(env: SeatEnv, generations: int, games: int, seed: int, first: int = FIRST) -> Iterator[Generation]:
    """Yield generation after generation; in each, all policies play the same deals."""
    dice = np.random.default_rng(seed)
    mean, spread = np.zeros(FIGURES), np.ones(FIGURES)
    for generation in range(generations):
        seeds = dice.integers(2**31, size=games).tolist()
        tried = dice.normal(mean, spread, (POPULATION if generation else first, FIGURES))
        shares = np.array([won(env, weights, seeds) for weights in tried])
        elite = tried[np.argsort(-shares, kind="stable")[:ELITE]]
        mean, spread = elite.mean(0), elite.std(0) + 0.1
        yield Generation(float(shares.mean()), float(np.sort(shares)[-ELITE:].mean()), mean)


def plot(rounds: Sequence[Generation], title: str) -> str:
    """Draw the share of games won over the generations, as SVG: all policies, and the best of each generation."""
    wide, high, left, top = 560, 220, 52, 34
    step = (wide - left - 90) / max(1, len(rounds) - 1)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high + 70}" font-family="sans-serif">']
    lines.append(f'<text x="{left}" y="20" font-size="14" fill="#667">{title}</text>')
    for share in (0, 25, 50, 75, 100):
        y = top + (1 - share / 100) * high
        lines.append(f'<line x1="{left}" x2="{wide - 90}" y1="{y}" y2="{y}" stroke="#8888" stroke-width="0.7"/>')
        lines.append(f'<text x="{left - 8}" y="{y + 4}" font-size="11" text-anchor="end" fill="#778">{share} %</text>')
    for name, color, shares in (
        ("the best", "#0a7c72", [one.best for one in rounds]),
        ("all", "#c07a1c", [one.mean for one in rounds]),
    ):
        points = [(left + i * step, top + (1 - share) * high) for i, share in enumerate(shares)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        lines.append(
            f'<text x="{points[-1][0] + 8}" y="{points[-1][1] + 4:.1f}" font-size="12" fill="{color}">{name}</text>'
        )
    lines.append(f'<text x="{wide - 90}" y="{top + high + 22}" font-size="11" text-anchor="end" fill="#778">')
    lines.append(f"generation {len(rounds)}</text></svg>")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, say how it went, and plot it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="pl-standard")
    parser.add_argument("--opponent", default="greedy-tiles")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--games", type=int, default=10, help="games of each policy in a generation")
    parser.add_argument("--first", type=int, default=FIRST, help="policies of the first generation")
    parser.add_argument("--check", type=int, default=200, help="games of the policy found in the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="a file for the plot, SVG")
    asked = parser.parse_args(arguments)
    env = SeatEnv(asked.rules, asked.opponent, seat=None, reward="win", candidates=3, show_candidates=True)
    rounds = []
    for one in train(env, asked.generations, asked.games, asked.seed, asked.first):
        rounds.append(one)
        print(f"generation {len(rounds)}: all won {100 * one.mean:.0f} %, the best {100 * one.best:.0f} %")
    share = won(env, rounds[-1].weights, range(asked.check))
    low, high = (100 * end for end in interval(share, asked.check))
    print(f"against {asked.opponent}, {asked.check} other games: won {100 * share:.0f} % ({low:.0f} to {high:.0f})")
    if asked.plot:
        asked.plot.write_text(plot(rounds, f"Won against {asked.opponent}, {asked.rules}, two seats"), "utf-8")


if __name__ == "__main__":
    main()

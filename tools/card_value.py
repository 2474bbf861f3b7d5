"""Learn what positions of Rummy 17 are worth: `python -m tools.card_value` writes bots/card_value.json anew.

Games are played out in the manner of bots/card_manner.json; the weights are those that tell best, by least squares,
what came of the positions on the way.
"""

from __future__ import annotations

import argparse
import json
import random

from meldwise.bots.card_manner import manner
from meldwise.bots.card_search import WIN
from meldwise.rummy17 import BONUS_CARDS
from meldwise.solver.card_playouts import FEATURES, STAGES, TABLES, Position
from tools.card_manner import FILE, dealt

EACH = 20
"""Deals played with the same bonus cards."""
SMALL = 1.0
"""Added to every square, so that what never happens weighs nothing."""


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60_000, help="for each number of seats (60000)")
    parser.add_argument("--seed", default="value")
    given = parser.parse_args()
    dice = random.Random(given.seed)
    size = TABLES * STAGES * FEATURES
    squares, products = [0.0] * (size * FEATURES), [0.0] * size
    for seats in (2, 3, 4, 5):
        for _ in range(given.games // EACH):
            bonus = tuple(dice.sample(range(len(BONUS_CARDS)), 5))
            position = Position(dealt(seats, bonus), [manner()] * seats)
            more, came = position.sums(dice.getrandbits(63), 0, EACH, WIN)
            squares = [one + other for one, other in zip(squares, more, strict=True)]
            products = [one + other for one, other in zip(products, came, strict=True)]
    weights = []
    for at in range(0, size, FEATURES):
        rows = [squares[(at + i) * FEATURES : (at + i + 1) * FEATURES] for i in range(FEATURES)]
        weights += [round(weight, 3) for weight in solved(rows, products[at : at + FEATURES])]
    text = json.dumps({"made_by": "tools/card_value.py", "weights": weights})
    FILE.with_name("card_value.json").write_text(text + "\n", encoding="utf-8")


def solved(rows: list[list[float]], wanted: list[float]) -> list[float]:
    """Solve linear equations by elimination."""
    size = len(rows)
    grid = [
        [*(value + (SMALL if i == j else 0) for j, value in enumerate(row)), wanted[i]] for i, row in enumerate(rows)
    ]
    for i in range(size):
        grid[i] = [value / grid[i][i] for value in grid[i]]  # never 0: squares with something added
        for other in range(size):
            if other != i:
                factor = grid[other][i]
                grid[other] = [one - factor * two for one, two in zip(grid[other], grid[i], strict=True)]
    return [row[-1] for row in grid]


if __name__ == "__main__":
    main()

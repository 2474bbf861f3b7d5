"""Tune how Rummy 17 is played out: `python -m tools.card_manner --minutes 10` writes bots/card_manner.json anew.

A step changes a few weights; it stays where the changed manner beats the old one in mirrored deals with two and with
four seats, by more than chance would, in two samples. What is better is what the master looks for: points ahead of the
others, and ten for a win.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

from meldwise.api import ruleset
from meldwise.ruleset import CardRules
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.rummy17.cards import edge_jokers
from meldwise.solver.card_playouts import WEIGHTS, Known, Manner, Phase, Position

FILE = Path(__file__).parent.parent / "src/meldwise/bots/card_manner.json"
WIN = 10.0
DEALS, EACH = 200, 12
"""Sets of bonus cards in a sample, and deals played with each."""
SURE = 1.5
"""Standard errors ahead that a step needs, in each sample."""


def main() -> None:
    """Tune for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="manner")
    given = parser.parse_args()
    weights: dict[str, int] = json.loads(FILE.read_text(encoding="utf-8"))["weights"]
    dice = random.Random(given.seed)
    end = time.monotonic() + 60 * given.minutes
    tried = 0
    while time.monotonic() < end:
        tried += 1
        changed = stepped(weights, dice)
        if changed != weights and ahead(changed, weights, dice) and ahead(changed, weights, dice):
            news = {name: value for name, value in changed.items() if value != weights[name]}
            print(tried, news, flush=True)
            weights = changed
            FILE.write_text(json.dumps({"made_by": "tools/card_manner.py", "weights": weights}, indent=2) + "\n")


def stepped(weights: dict[str, int], dice: random.Random) -> dict[str, int]:
    """Return weights with one to three of them changed."""
    changed = dict(weights)
    for name in dice.sample(WEIGHTS, dice.choice([1, 1, 2, 3])):
        old = changed[name]
        changed[name] = round(old * math.exp(dice.gauss(0, 0.4)) + dice.gauss(0, 2))
    return changed


def ahead(one: dict[str, int], other: dict[str, int], dice: random.Random) -> bool:
    """Tell whether a manner beats another, more than by chance."""
    for seats in (2, 4):
        leads = [lead(manner(one), manner(other), seats, dice) for _ in range(DEALS)]
        mean = sum(leads) / DEALS
        error = math.sqrt(sum((value - mean) ** 2 for value in leads) / (DEALS - 1) / DEALS)
        if mean < (SURE if seats == 2 else 0) * error:
            return False
    return True


def manner(weights: dict[str, int]) -> Manner:
    """Return weights in the kernel's order."""
    return tuple(weights[name] for name in WEIGHTS)


def lead(one: Manner, other: Manner, seats: int, dice: random.Random) -> float:
    """Return how much more one makes than others, at every seat of the same deals."""
    bonus = tuple(dice.sample(range(len(BONUS_CARDS)), 5))
    seed = dice.getrandbits(63)
    total = 0.0
    for place in range(seats):
        manners = [one if seat == place else other for seat in range(seats)]
        tally = Position(dealt(seats, bonus), manners).play_out(seed, 0, EACH)
        mine, all_scores = tally.scores[place], sum(tally.scores)
        total += mine - (all_scores - mine) / (seats - 1) + WIN * (tally.wins[place] - 1 / seats)
    return total / seats


def dealt(seats: int, bonus: tuple[int, ...]) -> Known:
    """Return the start of a game, with nothing known but the bonus cards."""
    rules = ruleset("rummy17")
    assert isinstance(rules, CardRules)
    cards = deck(rules)
    return Known(
        rules=rules,
        bonus=bonus,
        hands=((),) * seats,
        counts=(rules.hand_size,) * seats,
        melded=(False,) * seats,
        melds=(),
        edge=edge_jokers(rules),
        gone=(),
        top=None,
        stock=len(cards) - seats * rules.hand_size - 1,
        unseen=cards,
        turn=0,
        phase=Phase.TAKE,
        answers=(None,) * seats,
    )


if __name__ == "__main__":
    main()

"""Look for positions that take the kernel long, and store the slowest: `python -m bench.hunt 600`.

Random positions of all kinds and rulesets come first; then each of the slowest is changed a little, again and again,
and kept whenever it takes longer than before. The stored set only grows.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace
from tools.positions import KINDS, Position, played, random_positions, random_set

from bench import adversarial, samples
from bench.kernel import Solved, searched
from bench.report import shown
from meldwise import catalog
from meldwise.ruleset import TileRules
from meldwise.table import tile_counts
from meldwise.tilegame.judge import check_start
from meldwise.tiles import AnyTile, ordered

LIMIT = 3.0
"""Seconds after which a position is slow enough."""
SLOW = 100_000
"""Microseconds from which a position is worth keeping."""
SLOWER = 1.5
"""Or it takes so many times what the slowest of its ruleset takes."""
STEPS = 150
"""Changes tried on one position."""
SAMPLE = 120
"""Random positions from which one climb starts."""

Change = Callable[[Position, random.Random], Position]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.hunt", description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=600)
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--rules", help="one ruleset; else all of them in turn")
    options = parser.parse_args()
    keys = [options.rules] if options.rules else [k for k, r in catalog.rulesets().items() if isinstance(r, TileRules)]
    hunt(keys, options.seconds, options.seed)


def hunt(keys: list[str], seconds: float, seed: str) -> None:
    """Climb from one random start after the other until the time is over."""
    slowest = Counter[str]()
    for position in adversarial.stored():
        slowest[position.rules.key] = max(slowest[position.rules.key], int(_micros(position)))
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        rules = catalog.find(keys[tried % len(keys)])
        assert isinstance(rules, TileRules)
        dice = random.Random(f"{seed} {tried}")
        position, micros = climb(rules, dice, f"{seed}/{tried}", end)
        tried += 1
        kept = micros >= SLOW or micros > SLOWER * slowest[rules.key]
        print(f"{rules.key:12}{shown(micros):>10}  {'kept' if kept else ''}", flush=True)
        if kept:
            slowest[rules.key] = max(slowest[rules.key], int(micros))
            store(replace(position, id=f"hunted-{rules.key}-{seed}-{tried}"))


def store(position: Position) -> None:
    """Add a position to the stored ones, once it is sure to be one: valid sets, tiles of one box."""
    check_start(position.table, position.rack, position.rules)
    with adversarial.STORED.open("a", encoding="utf-8") as file:
        file.write(samples.lines([position]))


def climb(rules: TileRules, dice: random.Random, seed: str, end: float) -> tuple[Position, float]:
    """Return a slow position: the slowest of a sample, made slower step by step."""
    slowest, most = Position("", rules, True, (), ()), 0.0
    for position in _sample(rules, dice, seed):
        slowest, most = max((slowest, most), (position, _micros(position)), key=lambda pair: pair[1])
        if time.monotonic() > end:
            break
    for _ in range(STEPS):
        if time.monotonic() > end or most >= LIMIT * 1e6:
            break
        changed = dice.choice(CHANGES)(slowest, dice)
        micros = _micros(changed)
        if micros > most:
            slowest, most = changed, micros
    return slowest, most


def _sample(rules: TileRules, dice: random.Random, seed: str) -> list[Position]:
    kind = dice.choice([*KINDS, "played", "jokers"])
    if kind == "played":
        return list(played(rules, SAMPLE, seed))
    return list(random_positions(rules, SAMPLE, seed, kind))


def _micros(position: Position) -> float:
    once: Solved = searched([position], 1, LIMIT)[0]
    return once.micros


def _left(position: Position) -> Counter[AnyTile]:
    """Return the tiles of the box that are neither on the table nor on the rack."""
    return Counter(position.rules.box.tiles) - tile_counts((*position.table, position.rack))


def take_tile(position: Position, dice: random.Random) -> Position:
    """Add a tile to the rack."""
    left = list(_left(position).elements())
    return replace(position, rack=ordered((*position.rack, dice.choice(left)))) if left else position


def drop_tile(position: Position, dice: random.Random) -> Position:
    """Take a tile off the rack."""
    rack = list(position.rack)
    if len(rack) > 1:
        rack.pop(dice.randrange(len(rack)))
    return replace(position, rack=ordered(rack))


def swap_tile(position: Position, dice: random.Random) -> Position:
    return take_tile(drop_tile(position, dice), dice)


def lay_set(position: Position, dice: random.Random) -> Position:
    """Put another set on the table."""
    row = random_set(_left(position), position.rules, dice)
    return replace(position, table=(*position.table, row)) if row else position


def lift_set(position: Position, dice: random.Random) -> Position:
    """Take a set off the table, into the box."""
    table = list(position.table)
    if table:
        table.pop(dice.randrange(len(table)))
    return replace(position, table=tuple(table))


def hold_set(position: Position, dice: random.Random) -> Position:
    """Move a set from the table to the rack."""
    if not position.table:
        return position
    row = dice.choice(position.table)
    table = list(position.table)
    table.remove(row)
    return replace(position, table=tuple(table), rack=ordered((*position.rack, *row)))


def swap_set(position: Position, dice: random.Random) -> Position:
    return lay_set(lift_set(position, dice), dice)


CHANGES: list[Change] = [take_tile, drop_tile, swap_tile, swap_tile, lay_set, lift_set, hold_set, swap_set]


if __name__ == "__main__":
    main()

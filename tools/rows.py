"""Write random rows with their verdicts, so that the page's `sets.ts` is held against this package.

`tests/cases/rows.jsonl` has rows of every ruleset and of some house rules: half of them near a set, the other half one,
with what `meldwise.sets` and `meldwise.arrange` say of them, and which one tile more or less would make a set.
`tests/cases/rules.json` has the rulesets as `GET /api/rules` tells them. A test keeps both equal to what this writes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from meldwise import catalog, sets
from meldwise.arrange import arranged
from meldwise.notation import parse_set, write_tiles
from meldwise.ruleset import AnyRules, TileRules
from meldwise.tiles import MIRROR, AnyTile, Color, Joker, Tile, TileSet

FOLDER = Path(__file__).parent.parent / "tests" / "cases"
HOUSE = (
    "fi-classic+joker_limit=2",
    "pl-standard+jokers=J,J,C,C,D",
    "pl-expert+joker_limit=1",
    "hu-twist+color_change_starts=true",
    "sk-twist+mirror_side=2",
)
RARE = (
    "J b1 M b1 J",
    "b1 J M J b1",
    "b13 J J M J J b13",
    "J J J M b2 b1 J",
    "J J D M D b1 b2",
    "b12 b13 M b13 b12",
    "D b4 M b4 D",
    "Jr Jb Jk",
)
"""Mirrors at the ends of what there is, and jokers alone: chance seldom meets these."""
EACH = 240
SEED = "rows-1"


def files(each: int = EACH, seed: str = SEED) -> dict[Path, str]:
    """Return the case files with the text they should hold."""
    lines = (msgspec.json.encode(case).decode() for case in cases(each, seed))
    told = msgspec.json.format(msgspec.json.encode(dict(catalog.rulesets())), indent=1).decode()
    return {FOLDER / "rows.jsonl": "".join(f"{line}\n" for line in lines), FOLDER / "rules.json": f"{told}\n"}


def cases(each: int, seed: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of every ruleset with all that is to be said of them."""
    for key in (*catalog.rulesets(), *HOUSE):
        rules = catalog.find(key)
        for i, row in enumerate(rows(rules, key, each, seed)):
            yield {"id": f"{key} {i + 1}", "rules": key, "row": write_tiles(row), **said(row, rules)}


def rows(rules: AnyRules, key: str, each: int, seed: str) -> list[TileSet]:
    """Return different rows to ask about."""
    dice = Random(f"{seed} {key}")
    found = {parse_set(row, rules): None for row in RARE if set(row.split()) <= rules.box.names.keys()}
    while len(found) < each:
        found[some_row(rules, dice)] = None
    return list(found)


def said(row: TileSet, rules: AnyRules) -> dict[str, Any]:
    """Return the verdict of a row, its order where only that is wrong, else what one tile would do for it."""
    readings, reasons = sets.verdict(row, rules)
    if readings:
        return {"readings": readings}
    lies = arranged(row, rules)
    told = {"reason": reasons[0], "arranged": None if lies is None else write_tiles(lies)}
    return told if lies is not None else {**told, "almost": almost(row, rules)}


def almost(row: TileSet, rules: AnyRules) -> dict[str, str]:
    """Return which one tile more or less would make a set of a row; jokers only where no number tile would."""
    held = Counter(row)
    fits = [t for t, copies in rules.box.counts.items() if held[t] < copies and arranged((*row, t), rules) is not None]
    numbered = [tile for tile in fits if isinstance(tile, Tile)]
    spare = dict.fromkeys(t for i, t in enumerate(row) if arranged(row[:i] + row[i + 1 :], rules) is not None)
    return {"add": write_tiles(numbered or fits), "without": write_tiles(spare)}


def some_row(rules: AnyRules, dice: Random) -> TileSet:
    """Return a set with some of its tiles exchanged for jokers, or something near one."""
    mirrored = MIRROR in rules.box.counts and dice.random() < 0.4
    row = dice.choice([_run, _run, _group])(rules, dice, 1 if mirrored else 3)
    if mirrored:
        row = [*row, MIRROR, *reversed(row)]
    for _ in range(dice.choice([0, 1, 1, 2, 3] if isinstance(rules, TileRules) else [0, 0, 1, 1, 2])):
        _put_joker(row, rules, dice)
    for _ in range(dice.choice([0, 0, 0, 0, 1, 1, 2])):
        dice.choice([_swap, _drop, _add, _shift, _mix, _mix])(row, rules, dice)
    return tuple(row[:10])


def _run(rules: AnyRules, dice: Random, least: int) -> list[AnyTile]:
    """Return consecutive numbers of one colour, often at an end of what there is, a few times round it or downwards."""
    length = dice.randint(least, 5)
    low = dice.choice([1, rules.numbers - length + 1, *[dice.randint(1, rules.numbers) for _ in range(4)]])
    color = dice.choice(rules.box.colors)
    row: list[AnyTile] = [Tile(color, (number - 1) % rules.numbers + 1) for number in range(low, low + length)]
    return row if dice.random() < 0.85 else row[::-1]


def _group(rules: AnyRules, dice: Random, least: int) -> list[AnyTile]:
    colors = dice.sample(rules.box.colors, dice.randint(least, len(rules.box.colors)))
    number = dice.randint(1, rules.numbers)
    return [Tile(color, number) for color in colors]


def _put_joker(row: list[AnyTile], rules: AnyRules, dice: Random) -> None:
    """Exchange a tile, or two for a double joker; behind a colour change the colour is another."""
    joker, at = dice.choice(rules.box.jokers), dice.randrange(len(row))
    own = row[at].color
    if joker.color and own and dice.random() < 0.7:
        joker = Joker("J", own)
    width = 2 if joker.text == "D" and dice.random() < 0.8 else 1
    row[at : at + width] = [joker]
    if joker.text == "C" and dice.random() < 0.7:
        color = dice.choice(rules.box.colors)
        row[at + 1 :] = [_painted(tile, color) for tile in row[at + 1 :]]


def _painted(tile: AnyTile, color: Color) -> AnyTile:
    return Tile(color, tile.number) if isinstance(tile, Tile) else tile


def _swap(row: list[AnyTile], _: AnyRules, dice: Random) -> None:
    i, j = dice.randrange(len(row)), dice.randrange(len(row))
    row[i], row[j] = row[j], row[i]


def _drop(row: list[AnyTile], _: AnyRules, dice: Random) -> None:
    if len(row) > 1:
        row.pop(dice.randrange(len(row)))


def _add(row: list[AnyTile], rules: AnyRules, dice: Random) -> None:
    near = dice.choice(row)
    row.insert(dice.randint(0, len(row)), near if dice.random() < 0.5 else dice.choice(rules.box.tiles))


def _shift(row: list[AnyTile], rules: AnyRules, dice: Random) -> None:
    """Make a number tile one more or one less, or paint it."""
    i = dice.randrange(len(row))
    tile = row[i]
    if isinstance(tile, Tile):
        number = min(max(tile.number + dice.choice([-1, 0, 1]), 1), rules.numbers)
        row[i] = Tile(dice.choice([tile.color, dice.choice(rules.box.colors)]), number)


def _mix(row: list[AnyTile], _: AnyRules, dice: Random) -> None:
    dice.shuffle(row)


def main() -> None:
    """Write the files, or somewhere else as many rows as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=EACH, help="rows of each ruleset")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder to write to")
    given = parser.parse_args()
    for path, text in files(given.each, given.seed).items():
        (given.to / path.name).write_text(text, "utf-8")
        print(f"wrote {path.name}, {len(text)} characters")


if __name__ == "__main__":
    main()

"""Make positions to solve: constructed ones and ones from played-out games, the same for the same seed everywhere.

`python -m tools.positions pl-twist 100 --seed 1 --kind random` writes JSON Lines that `meldwise best --batch` reads.
Tests import `random_positions` and `played`. A reduced box (`--numbers 7`) gives small positions in which much goes on;
its cases carry `numbers`, which `meldwise best` ignores: they are positions of the whole box too, with other answers.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count as counting
from itertools import islice
from typing import Any

import msgspec

from meldwise import catalog, sets, tilegame
from meldwise.bots import Chance, Simple
from meldwise.live import shuffle
from meldwise.notation import write_tiles
from meldwise.ruleset import TileRules
from meldwise.sets.reading import width
from meldwise.tilegame.actions import Action
from meldwise.tilegame.judge import check_start
from meldwise.tiles import COLOR_CHANGE, DOUBLE, JOKER, MIRROR, AnyTile, Joker, Rack, Table, Tile, TileSet, ordered

Purse = Counter[AnyTile]
Player = Callable[[tilegame.View], Action]
PlayerOf = Callable[[int, str], Player]
"""Seats a player: called with the seat and a seed of its own."""

TRIES = 40
"""Rows tried for a set before a table is taken as full."""
HELD = 46
"""Tiles on the largest rack; one who holds back does not draw beyond it."""


class Position(msgspec.Struct, frozen=True):
    """What there is to solve, and its name."""

    id: str
    rules: TileRules
    opened: bool
    table: Table
    rack: Rack

    def case(self) -> dict[str, Any]:
        """Return it as a case of `meldwise best --batch`."""
        case = {"id": self.id, "rules": self.rules.text, "opened": self.opened}
        case |= {"table": [write_tiles(row) for row in self.table], "rack": write_tiles(self.rack)}
        whole = catalog.rulesets()[self.rules.key].numbers
        return case if self.rules.numbers == whole else case | {"numbers": self.rules.numbers}


class Kind(msgspec.Struct, frozen=True):
    """How large constructed positions are, and how many of the box's jokers are in play, least and most."""

    table: tuple[int, int]
    rack: tuple[int, int]
    jokers: tuple[float, float] = (0, 1)


KINDS = {
    "empty": Kind((0, 0), (1, 30)),
    "tiny": Kind((0, 14), (1, 10)),
    "middling": Kind((15, 55), (1, 25)),
    "dense": Kind((56, 112), (1, HELD)),
    "jokers": Kind((0, 100), (1, HELD), (1, 1)),
}
"""`random` takes each in turn. The table is counted in tiles; a table of small rules has what its box gives."""


def reduced(rules: TileRules, numbers: int = 7) -> TileRules:
    """Return the rules with a box of fewer numbers: small positions in which much goes on."""
    return msgspec.structs.replace(rules, numbers=numbers)


def random_positions(rules: TileRules, count: int, seed: object = 0, kind: str = "random") -> Iterator[Position]:
    """Yield constructed positions: valid sets from the box on the table, a rack from what is left."""
    names = list(KINDS) if kind == "random" else [kind]
    for i in range(count):
        name = names[i % len(names)]
        dice = random.Random(f"{seed} {rules.text} {rules.numbers} {name} {i}")
        yield _constructed(f"{rules.text}-{name}-{seed}-{i}", KINDS[name], rules, dice)


def _constructed(name: str, kind: Kind, rules: TileRules, dice: random.Random) -> Position:
    jokers = _some_jokers(kind, rules, dice)
    left: Purse = Counter(tile for tile in rules.box.tiles if isinstance(tile, Tile))
    table_jokers: Purse = Counter(joker for joker in jokers if dice.random() < dice.choice((0.5, 0.9)))
    left.update(table_jokers)
    table = _table(left, dice.randint(*kind.table), rules, dice)
    left.update(Purse(jokers) - table_jokers)
    rack = _rack(left, dice.randint(*kind.rack), rules, dice, all_jokers=kind.jokers[0] == 1)
    return _checked(Position(name, rules, dice.random() < 0.8, table, rack))


def _some_jokers(kind: Kind, rules: TileRules, dice: random.Random) -> list[Joker]:
    held = len(rules.box.jokers)
    return dice.sample(rules.box.jokers, dice.randint(round(kind.jokers[0] * held), round(kind.jokers[1] * held)))


def _table(left: Purse, size: int, rules: TileRules, dice: random.Random) -> Table:
    """Take sets of together about *size* tiles out of *left*, those with jokers first."""
    table = list[TileSet]()
    while sum(map(len, table)) < size:
        row = random_set(left, rules, dice)
        if row is None or (len(row) > size and size < 9):
            break
        table.append(row)
        left.subtract(row)
    dice.shuffle(table)
    return tuple(table)


def _rack(left: Purse, size: int, rules: TileRules, dice: random.Random, all_jokers: bool) -> Rack:
    """Take a rack of *size* tiles out of *left*: broken sets for one half of the racks, which then fit better."""
    held = [tile for tile in left.elements() if isinstance(tile, Joker)]
    rack: list[AnyTile] = [*held[:size]] if all_jokers else []
    left.subtract(rack)
    broken = dice.random() < 0.5
    while broken and len(rack) < size and (row := random_set(left, rules, dice, joker_share=0.05)):
        kept = dice.sample(row, min(len(row), size - len(rack), dice.randint(1, 4)))
        rack += kept
        left.subtract(kept)
    loose = list(left.elements())
    return ordered(rack + dice.sample(loose, min(size - len(rack), len(loose))))


def random_set(left: Purse, rules: TileRules, dice: random.Random, joker_share: float | None = None) -> TileSet | None:
    """Return a set of tiles that are *left*, in a random shape; None where chance found none."""
    share = dice.choice((0.0, 0.1, 0.3, 0.6)) if joker_share is None else joker_share
    for _ in range(TRIES):
        maker = _random_mirror if left[MIRROR] > 0 and dice.random() < max(share, 0.1) else _random_row
        row = maker(left, rules, dice, share)
        if row and sets.readings(row, rules):
            return row
    return None


def _random_row(left: Purse, rules: TileRules, dice: random.Random, share: float) -> TileSet | None:
    shape = _group(rules, dice, 3) if dice.random() < 0.45 else _run(left, rules, dice, 3, share)
    return _filled(shape, left, dice, share)


def _random_mirror(left: Purse, rules: TileRules, dice: random.Random, share: float) -> TileSet | None:
    shape = _group(rules, dice, 1) if dice.random() < 0.4 else _run(left, rules, dice, 1, share)
    rest = left - Counter([MIRROR])
    one = _filled(shape, rest, dice, share)
    other = _filled(shape, rest - Counter(one), dice, share) if one else None
    if not one or not other:
        return None
    climbing = dice.random() < 0.7
    return (*one, MIRROR, *reversed(other)) if climbing else (*reversed(one), MIRROR, *other)


def _group(rules: TileRules, dice: random.Random, least: int) -> list[Tile | None]:
    number = dice.randint(1, rules.numbers)
    return [Tile(color, number) for color in dice.sample(rules.box.colors, dice.randint(least, 4))]


def _run(left: Purse, rules: TileRules, dice: random.Random, least: int, share: float) -> list[Tile | None]:
    """Return the places of a run, None where it changes colour."""
    size = min(rules.numbers, dice.choice((least, least, least, least + 1, least + 2, dice.randint(least, 13))))
    low, color = dice.randint(1, rules.numbers - size + 1), dice.choice(rules.box.colors)
    places = list[Tile | None]()
    for number in range(low, low + size):
        if left[COLOR_CHANGE] > 0 and dice.random() < share / 2:
            places.append(None)
            color = dice.choice([other for other in rules.box.colors if other is not color])
        else:
            places.append(Tile(color, number))
    return places


def _filled(places: list[Tile | None], left: Purse, dice: random.Random, share: float) -> TileSet | None:
    """Return tiles for these places, a joker now and then and where the tile is used up; None where nothing fits."""
    row, used, at = list[AnyTile](), Counter[AnyTile](), 0
    while at < len(places):
        wanted = places[at]
        options: list[AnyTile] = [COLOR_CHANGE] if wanted is None else [wanted]
        if wanted is not None:
            doubles = [DOUBLE] if at + 1 < len(places) and places[at + 1] is not None else []
            jokers = [JOKER, Joker("J", wanted.color), *doubles]
            dice.shuffle(jokers)
            options = [*jokers, wanted] if dice.random() < share else [wanted, *jokers]
        chosen = next((tile for tile in options if left[tile] > used[tile]), None)
        if chosen is None:
            return None
        row.append(chosen)
        used[chosen] += 1
        at += width(chosen)
    return tuple(row)


def played(
    rules: TileRules, count: int, seed: object = 0, player_of: PlayerOf | None = None, every: int = 3
) -> Iterator[Position]:
    """Yield positions from games of two to four seats: the seat in turn as it stands, at about every third turn."""
    return islice(_from_games(rules, seed, player_of or some_player, every), count)


def _from_games(rules: TileRules, seed: object, player_of: PlayerOf, every: int) -> Iterator[Position]:
    for game in counting():
        dice = random.Random(f"{seed} {rules.text} {rules.numbers} played {game}")
        seats = dice.randint(rules.min_players, rules.max_players)
        state, _ = tilegame.start(rules, seats, shuffle(rules, seats, f"{seed} {game}", starter=0))
        players = [player_of(seat, f"{seed}/{game}/{seat}") for seat in range(seats)]
        for turn in counting():
            if state.result:
                break
            seat = state.turn
            if dice.randrange(every) == 0:
                name = f"{rules.text}-played-{seed}-{game}-{turn}"
                yield _checked(Position(name, rules, state.opened[seat], state.table, state.racks[seat]))
            state, _ = tilegame.apply(state, players[seat](tilegame.view(state, seat)))


def some_player(seat: int, seed: str) -> Player:
    """Return a player: one that lays what it sees, one that plays by chance, or one that holds its tiles for long."""
    dice = random.Random(f"player {seat} {seed}")
    bot = dice.choice((Simple, Simple, Chance))(seed)
    patience = dice.choice((0, 0, 0, 20, 30, HELD))

    def act(view: tilegame.View) -> Action:
        assert view.seat is not None
        if view.pool and view.opened[view.seat] and len(view.rack) < patience and dice.random() < 0.95:
            return tilegame.Draw(view.seat)
        action = bot.act(view)
        assert isinstance(action, Action)
        return action

    return act


def _checked(position: Position) -> Position:
    check_start(position.table, position.rack, position.rules)
    return position


def positions(rules: TileRules, count: int, seed: object, kind: str) -> Iterator[Position]:
    """Yield positions of a kind: `played`, `random`, or one of KINDS."""
    return played(rules, count, seed) if kind == "played" else random_positions(rules, count, seed, kind)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.positions", description="Write positions as JSON Lines.")
    parser.add_argument("rules", help="a ruleset of the tile family, house rules too: pl-twist+joker_limit=2")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--kind", choices=["random", "played", *KINDS], default="random")
    parser.add_argument("--numbers", type=int, help="the numbers of a reduced box, such as 7")
    options = parser.parse_args()
    rules = catalog.find(options.rules)
    if not isinstance(rules, TileRules):
        parser.error("positions are of the tile games")
    if options.numbers:
        rules = reduced(rules, options.numbers)
    for position in positions(rules, options.count, options.seed, options.kind):
        print(json.dumps(position.case()))


if __name__ == "__main__":
    main()

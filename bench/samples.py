"""The positions to measure on: from played-out games and constructed, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from tools.positions import HELD, Player, PlayerOf, Position, played, random_positions, some_player

from bench.kernel import look
from meldwise import api, tilegame
from meldwise.notation import parse_rack, parse_set
from meldwise.tilegame.actions import Action
from meldwise.tiles import Joker

TWISTS = ("pl-twist", "hu-twist", "sk-twist")
SEED = "bench"
BIG = 30
"""A rack of so many tiles is one that was held back."""
ENDLESS = 10**9
EVERY = 12
"""Of a game, about one turn in so many: positions of one game are much alike."""


def games(
    keys: Iterable[str],
    count: int,
    wanted: Callable[[Position], bool] | None = None,
    player_of: PlayerOf | None = None,
) -> list[Position]:
    """Return positions of players who have opened, from games by each ruleset in equal parts."""
    keys = tuple(keys)
    each = -(-count // len(keys))
    found = [islice(filter(wanted or ordinary, _played(key, player_of or some_or_best)), each) for key in keys]
    return list(chain.from_iterable(found))[:count]


def held_back(keys: Iterable[str], count: int) -> list[Position]:
    """Return positions with racks of 30 to 46 tiles."""
    return games(keys, count, lambda position: BIG <= len(position.rack) <= HELD, hold_then_best)


def openings(key: str, count: int) -> list[Position]:
    """Return positions of players who have not opened."""
    return list(islice((p for p in played(api.tile_rules(key), ENDLESS, SEED, some_or_best) if not p.opened), count))


def _played(key: str, player_of: PlayerOf) -> Iterator[Position]:
    return (p for p in played(api.tile_rules(key), ENDLESS, SEED, player_of, EVERY) if p.opened)


def some_or_best(seat: int, seed: str) -> Player:
    """Return one of the players of `tools.positions`, or as often one who lays the best play."""
    return some_player(seat, seed) if random.Random(f"or best {seed}").random() < 0.5 else lay_best


def lay_best(view: tilegame.View) -> Action:
    """Lay what sheds most; without a play draw, then pass."""
    assert view.seat is not None
    opened = view.opened[view.seat]
    best = look(view.table, view.rack, view.rules, opened, limit=1.0).found
    if best:
        return tilegame.Play(view.seat, best.rows if opened else (*view.table, *best.rows))
    return tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)


def hold_then_best(seat: int, seed: str) -> Player:
    """Return a player who opens, draws up to many tiles, and only then lays what sheds most."""
    enough = random.Random(f"hold {seat} {seed}").randint(BIG, HELD)

    def act(view: tilegame.View) -> Action:
        assert view.seat is not None
        holds = view.pool and view.opened[view.seat] and len(view.rack) < enough
        return tilegame.Draw(view.seat) if holds else lay_best(view)

    return act


def ordinary(position: Position) -> bool:
    return len(position.rack) < BIG


def many_jokers(position: Position) -> bool:
    return ordinary(position) and jokers_in_play(position) >= 4


def constructed(keys: Iterable[str], count: int, kind: str = "random") -> list[Position]:
    """Return constructed positions of players who have opened, in equal parts from each ruleset."""
    keys = tuple(keys)
    each = -(-count // len(keys))
    return list(chain.from_iterable(islice(_opened(key, kind), each) for key in keys))[:count]


def _opened(key: str, kind: str) -> Iterator[Position]:
    return (p for p in random_positions(api.tile_rules(key), ENDLESS, SEED, kind) if p.opened)


def table_tiles(position: Position) -> int:
    return sum(map(len, position.table))


def jokers_in_play(position: Position) -> int:
    return sum(isinstance(tile, Joker) for row in (*position.table, position.rack) for tile in row)


def lines(positions: Iterable[Position]) -> str:
    """Return positions as lines for `meldwise best --batch`."""
    return "".join(json.dumps(position.case()) + "\n" for position in positions)


def read(text: Iterable[str]) -> Iterator[Position]:
    """Read such lines back."""
    for line in text:
        case: dict[str, Any] = json.loads(line)
        rules = api.tile_rules(case["rules"])
        table = tuple(parse_set(row, rules) for row in case["table"])
        yield Position(case["id"], rules, case.get("opened", True), table, parse_rack(case["rack"], rules))

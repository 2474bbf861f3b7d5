"""The games that are played at every table: one deal, played out by four opponents, whoever starts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from meldwise import catalog, tilegame
from meldwise.bots import BOTS
from meldwise.game import Setup
from meldwise.live import shuffle
from meldwise.notation import write_tiles
from meldwise.simulation.play import play_out
from meldwise.table import listed
from meldwise.tilegame.judge import change_of
from meldwise.tiles import Table

RULES = "pl-standard"
SEATS = 4
SEED = "bench tables"
OPPONENT = "simple"
"""Lays what it sees at once, as people do: about ninety moves a game, four in ten of them plays."""


class Move(msgspec.Struct, frozen=True):
    """What a seat does: as our wire writes it, and as the name and arguments of a move for others."""

    seat: int
    text: str
    name: str
    args: list[Any]


class Deal(msgspec.Struct, frozen=True):
    """A game as it begins."""

    racks: list[list[str]]
    pool: list[str]


class Script(msgspec.Struct, frozen=True):
    """A whole game."""

    deal: Deal
    moves: list[Move]


@cache
def scripts() -> tuple[Script, ...]:
    """Return the game each seat starts."""
    return tuple(_played(starter) for starter in range(SEATS))


@cache
def pool() -> str:
    """Return the tiles in drawing order, the same for every game."""
    return write_tiles(shuffle(catalog.find(RULES), SEATS, SEED, 0).pool)


def write_deals(path: Path) -> None:
    """Write down how the games begin, for servers that do not deal by our rules."""
    path.write_bytes(msgspec.json.encode([script.deal for script in scripts()]))


def _played(starter: int) -> Script:
    rules = catalog.find(RULES)
    setup = Setup(shuffle(rules, SEATS, SEED, 0).pool, starter)
    state, _ = tilegame.start(rules, SEATS, setup)  # type: ignore[arg-type]
    deal = Deal([[tile.text for tile in rack] for rack in state.racks], [tile.text for tile in state.pool])
    _, actions = play_out(rules, setup, [BOTS[OPPONENT](f"{SEED} {seat}") for seat in range(SEATS)])
    moves = []
    for action in actions:
        if isinstance(action, tilegame.Announce):  # nobody has to, and others have no such move
            continue
        moves.append(_move(action, state.table))
        state, _ = tilegame.apply(state, action)
    return Script(deal, moves)


def _move(action: tilegame.Action, table: Table) -> Move:
    seat, text = tilegame.write_action(action).split(" ", 1)
    args: list[Any] = []
    if isinstance(action, tilegame.Play):
        laid = listed(change_of(table, action.table).played)
        args = [[tile.text for tile in laid], [[tile.text for tile in row] for row in action.table]]
    return Move(int(seat), text, text.split(" ", 1)[0], args)

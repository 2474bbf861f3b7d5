"""States written in notation, for the tests of the tile game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from meldwise import tilegame
from meldwise.api import tile_rules
from meldwise.errors import IllegalAction
from meldwise.game import Setup
from meldwise.notation import parse_rack, parse_table, parse_tiles
from meldwise.ruleset import TileRules
from meldwise.tilegame import State
from meldwise.tiles import Rack

TILE_GAMES = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist")
POLISH = ("pl-standard", "pl-expert", "pl-twist")
OTHERS = ("fi-classic", "hu-twist", "sk-twist")
TWIST = ("pl-twist", "hu-twist", "sk-twist")


def middle(rules: str, racks: Sequence[str], table: str = "", pool: str = "", **fields: Any) -> State:
    """Return a game in the middle: everyone has opened and had a turn, seat 0 is to play, unless *fields* differ."""
    found = tile_rules(rules)
    state, _ = tilegame.start(found, len(racks), Setup(found.box.tiles))
    settled = {"opened": (True,) * len(racks), "had_turn": (True,) * len(racks)}
    return replace(
        state,
        racks=tuple(parse_rack(rack, found) for rack in racks),
        table=parse_table(table, found),
        pool=parse_tiles(pool, found),
        **(settled | fields),
    )


def step(state: State, line: str) -> tuple[State, list[Any]]:
    """Do one action, written as in a record: `0 play b3 b4 b5`."""
    after, events = tilegame.apply(state, tilegame.read_action(line, state.rules))
    return after, list(events)


def after(state: State, *lines: str) -> State:
    """Do some actions and return where they lead."""
    for line in lines:
        state, _ = step(state, line)
    return state


def why_not(state: State, line: str) -> list[str]:
    """Return the codes that forbid an action; it is refused by `judge` and by `apply` alike."""
    action = tilegame.read_action(line, state.rules)
    reasons = tilegame.judge(state, action)
    if reasons:
        with pytest.raises(IllegalAction) as refused:
            tilegame.apply(state, action)
        assert refused.value.reasons == tuple(reasons)
    else:
        tilegame.apply(state, action)
    return [reason.code for reason in reasons]


def order_of(rules: TileRules, first: str) -> Rack:
    """Return the whole box in drawing order, beginning with the tiles given."""
    front = parse_tiles(first, rules)
    rest = rules.box.counts - Counter(front)
    return (*front, *rest.elements())


def rack(state: State, seat: int) -> str:
    """Write what a seat holds."""
    return " ".join(tile.text for tile in state.racks[seat])

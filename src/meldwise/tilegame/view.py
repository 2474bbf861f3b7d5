"""What a seat may see, cut at one door: equal bytes for states that differ only in hidden tiles."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from meldwise.game import check_viewer
from meldwise.ruleset import TileRules
from meldwise.tilegame.events import Drew, Event
from meldwise.tilegame.state import Result, State
from meldwise.tiles import Rack, Table


class View(msgspec.Struct, frozen=True):
    """A game as one seat sees it; a spectator's rack is empty."""

    rules: TileRules
    seat: int | None
    """None for a spectator."""
    rack: Rack
    last_drawn: Rack
    """What this seat drew last."""
    counts: tuple[int, ...]
    """How many tiles each rack holds."""
    pool: int
    """How many tiles are left to draw."""
    table: Table
    turn: int
    starter: int
    opened: tuple[bool, ...]
    announced: tuple[bool, ...]
    """Who has announced an opening (T41)."""
    may_announce: tuple[bool, ...]
    passes: int
    """How many have passed in a row at the empty pool."""
    result: Result | None
    """How the game ended, once it has."""


OWN = ("rack", "last_drawn")
"""The fields of a view that differ from viewer to viewer."""
_as_is = attrgetter("table", "turn", "starter", "opened", "announced", "may_announce", "passes", "result")
_NOTHING: tuple[Rack, Rack] = ((), ())


def own(state: State, seat: int | None) -> tuple[Rack, Rack]:
    """Return what *seat* may know and others may not: the fields of its view that are its own."""
    if seat is None:
        return _NOTHING
    check_viewer(seat, len(state.racks))
    return state.racks[seat], state.last_drawn[seat]


def owns(state: State) -> tuple[tuple[Rack, ...], tuple[Rack, ...]]:
    """Return what each seat may know and others may not: field by field, each seat by seat."""
    return state.racks, state.last_drawn


def open_to_all(state: State) -> tuple[Any, ...]:
    """Return what everyone may know: the fields of a view after those that are a seat's own, in their order."""
    return tuple(map(len, state.racks)), len(state.pool), *_as_is(state)


def view(state: State, seat: int | None) -> View:
    """Cut *state* down to what *seat*, or a spectator (None), may know."""
    return View(state.rules, seat, *own(state, seat), *open_to_all(state))


def seen(event: Event, seat: int | None) -> Event:
    """Cut an event down likewise: only its owner sees a drawn tile."""
    return replace(event, tiles=()) if isinstance(event, Drew) and event.seat != seat else event

"""What a seat may see, cut at one door: equal bytes for states that differ only in hidden tiles."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from meldwise.game import check_viewer
from meldwise.ruleset import TileRules
from meldwise.tilegame.events import Drew, Event
from meldwise.tilegame.state import Result, State
from meldwise.tiles import Rack, Table


class View(msgspec.Struct, frozen=True):
    """A game as one seat sees it; for a spectator *seat* is None and there is no rack."""

    rules: TileRules
    seat: int | None
    rack: Rack
    last_drawn: Rack
    counts: tuple[int, ...]
    pool: int
    table: Table
    turn: int
    starter: int
    opened: tuple[bool, ...]
    announced: tuple[bool, ...]
    may_announce: tuple[bool, ...]
    passes: int
    result: Result | None


def view(state: State, seat: int | None) -> View:
    """Cut *state* down to what *seat*, or a spectator (None), may know."""
    check_viewer(seat, state.seats)
    return View(
        rules=state.rules,
        seat=seat,
        rack=() if seat is None else state.racks[seat],
        last_drawn=() if seat is None else state.last_drawn[seat],
        counts=tuple([len(rack) for rack in state.racks]),
        pool=len(state.pool),
        table=state.table,
        turn=state.turn,
        starter=state.starter,
        opened=state.opened,
        announced=state.announced,
        may_announce=state.may_announce,
        passes=state.passes,
        result=state.result,
    )


def seen(event: Event, seat: int | None) -> Event:
    """Cut an event down likewise: only its owner sees a drawn tile."""
    return replace(event, tiles=()) if isinstance(event, Drew) and event.seat != seat else event

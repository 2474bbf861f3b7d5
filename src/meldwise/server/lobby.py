"""What the lobby shows of a room."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from meldwise.match import new_match
from meldwise.rooms.clock import turn_limit
from meldwise.rooms.options import ClockOptions
from meldwise.rooms.state import OPEN, Room


class Summary(Struct, frozen=True):
    """A room in the lobby."""

    room: str
    title: str
    rules: str
    """A ruleset's key, with house rules after a plus sign."""
    language: str
    phase: str
    seats: int
    free: int
    """How many seats nobody has taken."""
    names: tuple[str, ...]
    """Who sits there, seat by seat; of an opponent its level."""
    at: int
    """When something last happened there, in milliseconds."""
    clock: ClockOptions = ClockOptions("none")
    """How time is kept, with the seconds the book says where no others were chosen."""
    games: int = 1
    """How many games make a match."""


def summary(room: Room) -> bytes:
    """Return a room's line in the lobby, as bytes."""
    options = room.options
    free = sum(seat.kind == OPEN for seat in room.seats)
    names = tuple(seat.name or seat.level for seat in room.seats)
    games = new_match(room.rules, options.seats, options.games).games
    about = (room.id, options.title, options.rules, options.language, room.phase)
    return msgspec.json.encode(Summary(*about, options.seats, free, names, room.at, clock_of(room), games))


def clock_of(room: Room) -> ClockOptions:
    """Return a room's clock as it runs."""
    clock, limit = room.options.clock, turn_limit(room)
    if limit is None:
        return ClockOptions("none")
    return msgspec.structs.replace(clock, seconds=limit // 1000)

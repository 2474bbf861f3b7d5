"""What the lobby shows of a room."""

from __future__ import annotations

import msgspec
from msgspec import Struct

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


def summary(room: Room) -> bytes:
    """Return a room's line in the lobby, as bytes."""
    options = room.options
    free = sum(seat.kind == OPEN for seat in room.seats)
    names = tuple(seat.name or seat.level for seat in room.seats)
    return msgspec.json.encode(
        Summary(
            room.id, options.title, options.rules, options.language, room.phase, options.seats, free, names, room.at
        )
    )

"""What the server itself decides of a room: who is there and who is gone, time lost, and that it is closed."""

from __future__ import annotations

from collections.abc import Callable

from meldwise.rooms import events as e
from meldwise.rooms.decide import Refused
from meldwise.rooms.state import CLOSED, PLAYING, Room
from meldwise.server.store import IN_PLAY, Outage


def here(seat: int, token: str, node: str) -> Callable[[Room], e.Event]:
    """Decide that a person is there, unless the room knows or the seat is another's by now."""

    def decision(room: Room) -> e.Event:
        who = room.who(seat)
        if not token or who.token != token or (who.node == node and not who.away):
            raise Refused("not-now", phase=room.phase)
        return e.Here(seat, node)

    return decision


def gone(seat: int, node: str) -> Callable[[Room], e.Event]:
    """Decide that a person is gone who was there through a node."""

    def decision(room: Room) -> e.Event:
        if room.who(seat).node != node:
            raise Refused("not-now", phase=room.phase)
        return e.Gone(seat)

    return decision


def since_when(room: Room) -> int:
    """Return since when the clock runs that an outage would have cost something."""
    if room.phase != PLAYING:
        return room.began
    return min((at for at in (room.watch.since, room.watch.knock_since) if at is not None), default=room.at)


def lost_time(outage: Outage, now: Callable[[], int]) -> Callable[[Room], e.Event]:
    """Decide to give a clock that ran in an outage that time back; it lasted until a node came to this room.

    Where something was written after it, it lasted until the first node was up.
    """

    def decision(room: Room) -> e.Event:
        until = now() if room.at <= outage.ended else outage.ended
        lost = until - max(outage.began, since_when(room))
        if lost <= 0 or room.phase not in IN_PLAY:
            raise Refused("not-now", phase=room.phase)
        return e.Outage(lost)

    return decision


def closing(room: Room) -> e.Event:
    """Decide to close a room, unless somebody is there after all."""
    if room.attended or room.phase == CLOSED:
        raise Refused("not-now", phase=room.phase)
    return e.Closed()

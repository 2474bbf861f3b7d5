"""Places of which there are few: how many of them one address takes up on this node, as long as its sockets last."""

from __future__ import annotations

from collections import Counter
from typing import Any

from meldwise.rooms.decide import Refused
from meldwise.rooms.state import Room
from meldwise.server.settings import Settings


class Places:
    """Counts the spectators of each room, and the listed rooms at which somebody sits, by address.

    The lobby shows a room only while somebody is there, so this is also how many of its lines one address can fill.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._watching: Counter[tuple[str, str]] = Counter()
        """Sockets by address and room."""
        self._sitting: dict[str, Counter[str]] = {}
        """Sockets by room, for each address."""

    def check(self, room: Room, viewer: int | None, address: str) -> None:
        """Refuse one more socket where its address has enough of them."""
        if viewer is None:
            if self._watching[address, room.id] >= self.settings.spectators_per_address:
                raise Refused("too-many-watching")
        elif room.options.listed:
            self.check_listed(room.id, address)

    def check_listed(self, room_id: str, address: str) -> None:
        """Refuse one more listed room where an address has enough others."""
        rooms = self._sitting.get(address, ())
        if room_id not in rooms and len(rooms) >= self.settings.listed_per_address:
            raise Refused("too-many-listed")

    def take(self, room: Room, viewer: int | None, address: str) -> None:
        """Count a socket."""
        if viewer is None:
            self._watching[address, room.id] += 1
        elif room.options.listed:
            self._sitting.setdefault(address, Counter())[room.id] += 1

    def leave(self, room: Room, viewer: int | None, address: str) -> None:
        """Count a socket no longer."""
        if viewer is None:
            _less(self._watching, (address, room.id))
        elif room.options.listed:
            rooms = self._sitting[address]
            _less(rooms, room.id)
            if not rooms:
                del self._sitting[address]


def _less(counts: Counter[Any], key: object) -> None:
    """Count one less, and forget what there is none of."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]

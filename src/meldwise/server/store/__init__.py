"""Where rooms are kept: one log of events behind a small interface, on SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import structlog
from msgspec import Raw, Struct

from meldwise.rooms.messages import Messages

log = structlog.get_logger("meldwise.store")


class Row(Struct, frozen=True, gc=False):
    """One event of a room's log; *command* is unique in the room, so that nothing is done twice."""

    room: str
    n: int
    seat: int | None
    command: str
    body: bytes
    at: int


class Card(Struct, frozen=True):
    """What the lobby and the nodes need to know of a room without going through its log."""

    room: str
    phase: str
    listed: bool
    at: int
    summary: bytes


class Draft(Struct, frozen=True):
    """What the player in turn was arranging, in the turn since event *n*."""

    room: str
    n: int
    seat: int
    table: str


class Write(Struct, frozen=True, gc=False):
    """Something to be written in one go; *done* hears whether the row was taken, or None where writing failed."""

    done: Callable[[bool | None], None]
    row: Row | None = None
    card: Card | None = None
    snapshot: bytes | None = None
    draft: Draft | None = None
    told: Messages | None = None
    """What viewers are sent about the row, where other nodes may pass that on."""


def tell(batch: Sequence[Write], outcomes: Sequence[bool | None]) -> None:
    """Say what became of each of a batch; who cannot bear to hear it does not keep it from the others."""
    for item, outcome in zip(batch, outcomes, strict=True):
        try:
            item.done(outcome)
        except Exception:
            log.exception("what was written could not be told", room=item.row and item.row.room)


class Outage(Struct, frozen=True):
    """A time in which no node was up."""

    began: int
    ended: int


_NOTHING = Raw(b"null")


class Notice(Struct, frozen=True, array_like=True, gc=False):
    """Another node has written to a room: its event *n*, as a rule with the rest of the row and what everyone is sent.

    0 stands for a draft. This is also the form in which nodes send it to each other.
    """

    room: str
    n: int
    seat: int | None = None
    command: str = ""
    body: Raw = _NOTHING
    at: int = 0
    public: Raw = _NOTHING
    seats: tuple[int, ...] = ()
    """Those who are sent something else; as a rule they are at the node that wrote it."""

    @property
    def is_row(self) -> bool:
        """Whether the row came along."""
        return bool(self.command)

    @property
    def told(self) -> Messages | None:
        """What viewers are sent about the row, where that came along too."""
        return None if self.public == _NOTHING else Messages(self.n, bytes(self.public), {}, self.seats)


def notice_of(row: Row, told: Messages | None = None) -> Notice:
    """Return what other nodes may be told of a row."""
    body = Raw(row.body)
    if told is None:
        return Notice(row.room, row.n, row.seat, row.command, body, row.at)
    return Notice(row.room, row.n, row.seat, row.command, body, row.at, Raw(told.public), (*told.own,))


Noticed = Callable[[Sequence[Notice] | None], None]
"""Hears what other nodes have written; None where some of it may have been missed."""


class Store(Protocol):
    """A log of events for many rooms, with what is needed to find and share them."""

    shared: bool
    """Whether other nodes may write to it."""
    failures: tuple[type[Exception], ...]
    """What it raises where it cannot be used now."""

    async def open(self, node: str, noticed: Noticed, /) -> None:
        """Connect, bring the schema up to date, and listen to other nodes."""

    async def close(self) -> None:
        """Write what is waiting and let go."""

    def write(self, *items: Write) -> None:
        """Queue something; many are committed together. Only rows that are the next of their room are taken."""

    async def read(self, room: str, since: int) -> list[Row]:
        """Return the events after *since*, in order."""

    async def snapshot(self, room: str) -> bytes | None:
        """Return the last snapshot of a room."""

    async def draft(self, room: str) -> Draft | None:
        """Return the last draft of a room."""

    async def commands(self, room: str, most: int) -> dict[str, int]:
        """Return the last commands of a room and the events they made."""

    async def find_command(self, room: str, command: str) -> int | None:
        """Return the event a command made, if any."""

    async def lobby(self, most: int) -> list[bytes]:
        """Return the summaries of listed rooms that wait or play, the latest first."""

    async def beat(self, node: str, now: int, /) -> int | None:
        """Say that a node is up; the first after a silence of all nodes notes the outage.

        Return the time by the store's own clock, where it has one.
        """

    async def outages(self, since: int) -> list[Outage]:
        """Return the outages that ended after a time."""

    async def alive(self, now: int, /) -> set[str]:
        """Return the nodes that are up."""

    async def claim(self, node: str, now: int, most: int, wanted: Sequence[str], /) -> list[str]:
        """Take over rooms that no node runs which is up; return some of them.

        These are rooms in play, those in the lobby, where nobody may be any more, and those that are *wanted*.
        """

    async def keep(self, room: str, node: str, now: int, /) -> bool:
        """Make a node the one that runs a room's clock and opponents, unless another one that is up does."""

    async def release(self, node: str, room: str | None = None) -> None:
        """Give a room up, or all that a node runs."""

    async def expire(self, before: int, most: int) -> list[str]:
        """Return rooms that nothing has happened in since a time."""

    async def ready(self) -> bool:
        """Tell whether the store answers."""


BEAT = 1_000
"""Milliseconds between two signs of life of a node."""
SILENT = 3_000
"""A node that has been silent for so long is down."""
IN_PLAY = ("sharing", "playing", "between")

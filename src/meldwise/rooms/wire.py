"""The messages of a room's socket, both ways; strict, and documented by their types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from meldwise.rooms import commands as c
from meldwise.rooms.options import Language, Options
from meldwise.rooms.state import Line
from meldwise.rooms.view import Told
from meldwise.tiles import Table, TileSet

RoomId = Annotated[str, Meta(pattern="^[0-9a-z]{1,32}" + c.END)]
Token = Annotated[
    str, Meta(pattern="^[0-9A-Za-z_-]{22,64}" + c.END, description="A secret of the client's own making.")
]
MOST_ID = 64
CommandId = Annotated[
    str,
    Meta(pattern=f"^[0-9A-Za-z_-]{{8,{MOST_ID}}}{c.END}", description="Chosen by the client, new for each command."),
]
MOST_BYTES = 8192
"""The longest message a client may send; longer ones close the socket."""


class Hello(Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """The first message: which room, who one is, and what one has seen of it already."""

    room: RoomId
    token: Token | None = None
    """The secret that holds one's seat; without it one watches."""
    link: Annotated[str, Meta(max_length=64)] | None = None
    """The secret of a private table's link, to watch there."""
    since: Annotated[int, Meta(ge=0)] | None = None
    """The last event seen: only later ones are sent, unless those are too many."""
    lang: Language | None = None
    """The language refusals are told in; without one, the table's."""


class Do(Struct, frozen=True, gc=False, tag="do", tag_field="t", forbid_unknown_fields=True):
    """A command; resending it with the same id is safe."""

    id: CommandId
    do: c.Command


class Draft(Struct, frozen=True, tag="draft", tag_field="t", forbid_unknown_fields=True):
    """The table as the player in turn is arranging it, rows that are no sets yet included."""

    table: Annotated[str, Meta(max_length=c.MOST_ACTION)]
    """In notation, sets with a slash between."""


class Ping(Struct, frozen=True, tag="ping", tag_field="t", forbid_unknown_fields=True):
    """Asks for a pong."""


Incoming = Hello | Do | Draft | Ping
decode = msgspec.json.Decoder(Incoming).decode


class _Named(Struct):
    id: str | None = None


_named = msgspec.json.Decoder(_Named).decode


def id_in(text: str | bytes) -> str | None:
    """Return the id in a message that is wrong otherwise: whoever waits for an answer to it gets one."""
    try:
        found = _named(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if found is not None and len(found) <= MOST_ID else None


class Welcome(Struct, frozen=True, tag="welcome", tag_field="t"):
    """Everything a viewer may know of the room now."""

    room: str
    n: int
    """The last event."""
    now: int
    """The server's time, in milliseconds."""
    you: int | None
    """Your seat; -1 for a host without one, null for a spectator."""
    options: Options
    fields: dict[str, Any]
    """What everyone may know of the room."""
    view: dict[str, Any] | None
    """The game as you may see it; null where none is being played."""
    chat: Sequence[Line]
    """The last lines said here."""
    draft: str | None = None
    """What the player in turn is arranging."""
    revealed: dict[str, Any] | None = None
    """What the last game laid open, until the next is about to begin."""


class Event(Struct, frozen=True, gc=False, tag="event", tag_field="t"):
    """Something happened: put *fields* and *view* into what you have; *game* tells how it came about."""

    n: int
    """Counts the events of a room from 1, without a gap."""
    at: int
    """When it happened, in milliseconds."""
    told: Told
    id: str | UnsetType = UNSET
    """Your command that did it."""
    game: Sequence[Any] | UnsetType = UNSET
    """What happened in the game, as you may know it."""
    fields: dict[str, Any] | UnsetType = UNSET
    """What changed of the room."""
    view: dict[str, Any] | UnsetType | None = UNSET
    """What changed of the game as you may see it; null where it is put away."""
    revealed: dict[str, Any] | UnsetType = UNSET
    """What a game that has ended lays open; it stays until the next game is about to begin."""


class Done(Struct, frozen=True, tag="done", tag_field="t"):
    """A command that was sent again had been done already, as event *n*."""

    id: str
    n: int


class Refusal(Struct, frozen=True, tag="refused", tag_field="t"):
    """A command, or a message, that was not taken; nothing has changed."""

    code: str
    """Never changes its meaning."""
    message: str
    """The same in words, for people."""
    id: str | None = None
    """Your command, where it was one."""
    rules: Sequence[str] = ()
    """The rules of the game it stands on."""


class Drafted(Struct, frozen=True, tag="drafted", tag_field="t"):
    """What the player in turn is arranging."""

    seat: int
    table: str


class Caught(Struct, frozen=True, tag="caught", tag_field="t"):
    """You have everything up to *n*; *draft* is what the player in turn is arranging."""

    n: int
    now: int
    """The server's time, in milliseconds."""
    draft: str | None = None


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    """Answers a ping, with the server's time."""

    now: int


Outgoing = Welcome | Event | Done | Refusal | Drafted | Caught | Pong
encode = msgspec.json.Encoder(enc_hook=attrgetter("text")).encode
"""Writes a message; what is no plain data in it is a tile, and is written as its text."""


def rows(table: Table) -> Raw:
    """Write a table ready to stand in messages; sets come again and again, so each is written once."""
    return Raw(b"[" + b",".join(map(_row, table)) + b"]")


@lru_cache(maxsize=1 << 14)
def _row(row: TileSet) -> bytes:
    return encode(row)

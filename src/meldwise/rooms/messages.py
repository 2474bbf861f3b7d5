"""What each viewer is sent about an event: made once for everyone, and again only for seats that may know more."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from meldwise import catalog
from meldwise.rooms import view, wire
from meldwise.rooms.events import Event
from meldwise.rooms.evolve import Happened
from meldwise.rooms.state import OWNER, PERSON, Room
from meldwise.tilegame.events import Played
from meldwise.tiles import Table


class Messages(Struct, frozen=True):
    """An event ready to be sent: *public* to everyone but the seats that have one of their own."""

    n: int
    public: str
    own: dict[int, str]

    def to(self, viewer: int | None) -> str:
        """Return what a viewer is sent."""
        return self.public if viewer is None else self.own.get(viewer, self.public)

    def written(self) -> bytes:
        """Write everything down, for another node to pass on."""
        own = {viewer: Raw(text.encode()) for viewer, text in self.own.items()}
        return wire.encode((self.n, Raw(self.public.encode()), own))


_read = Decoder(tuple[int, Raw, dict[int, Raw]]).decode


def read_messages(text: bytes) -> Messages:
    """Read what `Messages.written` wrote."""
    n, public, own = _read(text)
    return Messages(n, bytes(public).decode(), {viewer: bytes(one).decode() for viewer, one in own.items()})


def messages(
    before: Room, after: Room, event: Event, happened: Happened, seat: int | None = None, command: str = ""
) -> Messages:
    """Return what to send about an event that *seat* caused with a command.

    A message is a `wire.Event`, put together from parts that are each written once.
    """
    public, tails = _tails(before, after, happened)
    head = wire.encode(wire.Event(after.n, after.at, view.told(event, seat)))[:-1]
    own = {}
    if command and seat is not None and (seat == OWNER or after.seats[seat].kind == PERSON):
        own[seat] = (head + _ID + wire.encode(command) + tails.pop(seat, public)).decode()
    for viewer, tail in tails.items():
        own[viewer] = (head + tail).decode()
    return Messages(after.n, (head + public).decode(), own)


_ID, _GAME, _FIELDS, _VIEW, _REVEALED = (
    f',"{name}":'.encode() for name in ("id", "game", "fields", "view", "revealed")
)
"""The fields of a message, each with the comma before it."""


def _tails(before: Room, after: Room, happened: Happened) -> tuple[bytes, dict[int, bytes]]:
    """Return what everyone is told of a change, up to the end of a message, and the persons who are told otherwise."""
    fields = view.room_changes(before, after)
    written = _FIELDS + wire.encode(fields) if fields else b""
    if after.state is before.state or after.state is None:
        shown = b"" if after.state is before.state else _VIEW + b"null"
        return _told(happened) + written + shown + _end(before, after, None), {}
    game = catalog.game_of(after.rules)
    changes = view.public_changes(game, before.state, after.state)
    if "table" in changes:
        table, changes["table"] = changes["table"], wire.rows(changes["table"])
        happened = [_ready(event, table, changes["table"]) for event in happened]
    open_to_all = wire.encode(changes)
    seen = [game.seen(event, None) for event in happened]
    told = _told(seen)
    news = view.private_changes(game, before.state, after.state)
    watching = news.pop(None, None)
    public = told + written + _view(open_to_all, watching) + _end(before, after, None)
    more = [event.seat for event, cut in zip(happened, seen, strict=True) if cut is not event]
    tails = {}
    everyone = watching is not None or after.phase != before.phase
    for viewer in range(len(after.seats)) if everyone else {*news, *more}:
        if after.seats[viewer].kind == PERSON:
            mine = _told([game.seen(event, viewer) for event in happened]) if viewer in more else told
            tail = mine + written + _view(open_to_all, news.get(viewer)) + _end(before, after, viewer)
            if tail != public:
                tails[viewer] = tail
    return public, tails


def _end(before: Room, after: Room, viewer: int | None) -> bytes:
    """Return the end of a message, with what a game that has just ended lays open."""
    if after.phase == before.phase:
        return b"}"
    found = view.revealed(after, viewer)
    return _REVEALED + wire.encode(found) + b"}" if found else b"}"


def _told(seen: Happened) -> bytes:
    """Write what happened in the game."""
    return _GAME + wire.encode(seen) if seen else b""


def _ready(event: Any, table: Table, written: Raw) -> Any:
    """Return an event of the game with its table written already: that lies there now."""
    return replace(event, table=written) if isinstance(event, Played) and event.table is table else event


def _view(shown: bytes, hidden: dict[str, Any] | None) -> bytes:
    """Write what changed of the game's view: the fields that are the same for all, and those that are not."""
    if not hidden:
        return _VIEW + shown
    own = wire.encode(hidden)
    return _VIEW + (own if shown == b"{}" else shown[:-1] + b"," + own[1:])


def welcome(room: Room, viewer: int | None, now: int, draft: str | None) -> str:
    """Return everything a viewer may know now."""
    return wire.encode(
        wire.Welcome(
            room=room.id,
            n=room.n,
            now=now,
            you=viewer,
            options=room.options,
            fields=view.room_fields(room),
            view=view.game_fields(room, viewer),
            chat=room.chat,
            draft=draft,
            revealed=view.revealed(room, viewer),
        )
    ).decode()

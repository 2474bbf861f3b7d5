"""What each viewer is sent about an event: made once for everyone, and again only for seats that may know more."""

from __future__ import annotations

from operator import is_not
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
    change = _Change(before, after, happened)
    head = wire.encode(wire.Event(after.n, after.at, view.told(event, seat)))[:-1]
    name = _ID + wire.encode(command) if command else b""
    own = {}
    for viewer, who in enumerate(after.seats):
        if who.kind == PERSON:
            mine = name if viewer == seat else b""
            tail = change.tail(viewer)
            if mine or tail is not change.public:
                own[viewer] = (head + mine + tail).decode()
    if seat == OWNER and command:
        own[seat] = (head + name + change.public).decode()
    return Messages(after.n, (head + change.public).decode(), own)


_ID, _GAME, _FIELDS, _VIEW, _REVEALED = (
    f',"{name}":'.encode() for name in ("id", "game", "fields", "view", "revealed")
)
"""The fields of a message, each with the comma before it."""


class _Change:
    """Two moments of a room, and what lies between them for each viewer."""

    def __init__(self, before: Room, after: Room, happened: Happened) -> None:
        self.before = before
        self.after = after
        self.happened = happened
        self.game = catalog.game_of(after.rules)
        self.moved = after.state is not before.state
        self.plays = self.moved and after.state is not None
        self.ended = after.phase != before.phase
        fields = view.room_changes(before, after)
        self._fields = _FIELDS + wire.encode(fields) if fields else b""
        self._open = b"{}"
        if self.plays:
            self._open = _written(view.public_changes(self.game, before.state, after.state))
            self._before = None if before.state is None else self.game.owns(before.state)
            self._after = self.game.owns(after.state)
        self._hidden = self.hidden(None)
        """What even spectators may know of the fields that are not the same for all."""
        self._seen = self.seen(None)
        self._cut = any(map(is_not, self._seen, happened))
        """Whether somebody may see more of what happened than spectators do."""
        self._view, self._game = self.view(self._hidden), self.told(self._seen)
        self.public = self._tail(self._game, self._view, None)

    def tail(self, viewer: int) -> bytes:
        """Return what a seat is told of the change, up to the end of the message; *public* itself where that is all."""
        if not self.moved:
            return self.public
        shown, game = self._view, self._game
        hidden = self.hidden(viewer)
        if hidden != self._hidden:
            shown = self.view(hidden)
        if self._cut and (seen := self.seen(viewer)) != self._seen:
            game = self.told(seen)
        if shown is self._view and game is self._game and not self.ended:
            return self.public
        tail = self._tail(game, shown, viewer)
        return self.public if tail == self.public else tail

    def _tail(self, game: bytes, shown: bytes, viewer: int | None) -> bytes:
        return game + self._fields + shown + (self.revealed(viewer) if self.ended else b"") + b"}"

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Return what changed of the fields that are not the same for all."""
        if not self.plays:
            return {}
        if viewer is not None:
            before = None if self._before is None else self._before[viewer]
            return view.private_changes(self.game, before, self._after[viewer])
        old, new = self.before.state, self.after.state
        return view.private_changes(self.game, old and self.game.own(old, None), self.game.own(new, None))

    def view(self, hidden: dict[str, Any]) -> bytes:
        """Return what changed of the game's view, with those fields."""
        if not self.moved:
            return b""
        return _VIEW + (_joined(self._open, wire.encode(hidden)) if self.plays else b"null")

    def seen(self, viewer: int | None) -> list[Any]:
        """Return what happened in the game, as a viewer may know it."""
        seen = self.game.seen
        return [seen(event, viewer) for event in self.happened]

    def told(self, seen: list[Any]) -> bytes:
        """Return what happened, written down."""
        return _GAME + wire.encode([_ready(event) for event in seen]) if seen else b""

    def revealed(self, viewer: int | None) -> bytes:
        """Return what a game that has just ended lays open."""
        found = view.revealed(self.after, viewer)
        return _REVEALED + wire.encode(found) if found else b""


def _written(changes: dict[str, Any]) -> bytes:
    """Write the changes of a game's view."""
    if "table" in changes:
        changes["table"] = wire.rows(changes["table"])
    return wire.encode(changes)


def _ready(event: Any) -> Any:
    """Return an event of the game with its table written already."""
    return replace(event, table=wire.rows(event.table)) if isinstance(event, Played) else event


def _joined(one: bytes, other: bytes) -> bytes:
    """Put two JSON objects without a name in common into one."""
    if one == b"{}" or other == b"{}":
        return other if one == b"{}" else one
    return one[:-1] + b"," + other[1:]


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

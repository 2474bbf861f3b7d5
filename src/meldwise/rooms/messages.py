"""What each viewer is sent about an event: made once for everyone, and again only for seats that may know more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from meldwise import catalog
from meldwise.rooms import view, wire
from meldwise.rooms.events import Event
from meldwise.rooms.evolve import Happened
from meldwise.rooms.state import PERSON, Room
from meldwise.tilegame.events import Played
from meldwise.tiles import Table

Splice = tuple[int, int, str]
"""A place in a message, from one character to another, and what stands there instead."""


class Messages(Struct, frozen=True, gc=False):
    """An event ready to be sent: *public* to everyone; *own* is what some seats read otherwise."""

    n: int
    public: str
    own: dict[int, tuple[Splice, ...]]
    lacking: tuple[int, ...] = ()
    """Seats that read something else, which is not known here: it was made at another node."""

    def to(self, viewer: int | None) -> str:
        """Return what a viewer is sent."""
        if viewer is None or viewer not in self.own:
            return self.public
        parts: list[str] = []
        at = 0
        for begin, end, instead in self.own[viewer]:
            parts += self.public[at:begin], instead
            at = end
        return "".join([*parts, self.public[at:]])


def messages(
    before: Room, after: Room, event: Event, happened: Happened, seat: int | None = None, command: str = ""
) -> Messages:
    """Return what to send about an event that *seat* caused with a command.

    A message is a `wire.Event`, put together from parts that are each written once.
    """
    head = _json(wire.Event(after.n, after.at, view.told(event, seat)))[:-1]
    public, own = _tails(before, after, happened, len(head))
    if command and seat is not None and before.who(seat).kind == PERSON:  # who leaves with it hears that it was done
        named = len(head), len(head), _ID + _json(command)
        own[seat] = (named, *own.get(seat, ()))
    return Messages(after.n, head + public, own)


_ID, _GAME, _FIELDS, _VIEW, _REVEALED = (f',"{name}":' for name in ("id", "game", "fields", "view", "revealed"))
"""The fields of a message, each with the comma before it."""


def _tails(before: Room, after: Room, happened: Happened, at: int) -> tuple[str, dict[int, tuple[Splice, ...]]]:
    """Return what everyone is told of a change from character *at* on, and what persons read otherwise."""
    fields = view.room_changes(before, after)
    written = _FIELDS + _json(fields) if fields else ""
    if after.state is before.state or after.state is None:
        shown = "" if after.state is before.state else _VIEW + "null"
        return _told(happened) + written + shown + _end(before, after, None), {}
    game = catalog.game_of(after.rules)
    changes = view.public_changes(game, before.state, after.state)
    if "table" in changes:
        table, changes["table"] = changes["table"], wire.rows(changes["table"])
        happened = [_ready(event, table, changes["table"]) for event in happened]
    seen = [game.seen(event, None) for event in happened]
    news = view.private_changes(game, before.state, after.state)
    watching = news.pop(None, None)
    told = _told(seen)
    shown = written + _VIEW + _json(changes)[:-1]
    usual = (told, shown, _rest(changes, watching), _end(before, after, None))
    more = [event.seat for event, cut in zip(happened, seen, strict=True) if cut is not event]
    own = {}
    everyone = watching is not None or after.phase != before.phase
    for viewer in range(len(after.seats)) if everyone else {*news, *more}:
        if after.seats[viewer].kind == PERSON:
            mine = _told([game.seen(event, viewer) for event in happened]) if viewer in more else told
            parts = (mine, shown, _rest(changes, news.get(viewer)), _end(before, after, viewer))
            if splices := _splices(at, usual, parts):
                own[viewer] = splices
    return "".join(usual), own


def _splices(at: int, usual: Sequence[str], mine: Sequence[str]) -> tuple[Splice, ...]:
    """Return where the parts of a message that begin at character *at* are not the usual ones."""
    found = []
    for part, other in zip(usual, mine, strict=True):
        end = at + len(part)
        if other != part:
            found.append((at, end, other))
        at = end
    return tuple(found)


def _json(value: object) -> str:
    return wire.encode(value).decode()


def _end(before: Room, after: Room, viewer: int | None) -> str:
    """Return the end of a message, with what a game that has just ended lays open."""
    if after.phase == before.phase:
        return "}"
    found = view.revealed(after, viewer)
    return _REVEALED + _json(found) + "}" if found else "}"


def _told(seen: Happened) -> str:
    """Write what happened in the game."""
    return _GAME + _json(seen) if seen else ""


def _ready(event: Any, table: Table, written: Raw) -> Any:
    """Return an event of the game with its table written already: that lies there now."""
    return replace(event, table=written) if isinstance(event, Played) and event.table is table else event


def _rest(changes: dict[str, Any], hidden: dict[str, Any] | None) -> str:
    """Write the end of the game's view: after the fields that are the same for all, those that are not."""
    if not hidden:
        return "}"
    return ("," if changes else "") + _json(hidden)[1:]


def welcome(room: Room, viewer: int | None, now: int, draft: str | None) -> str:
    """Return everything a viewer may know now."""
    return _json(
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
    )

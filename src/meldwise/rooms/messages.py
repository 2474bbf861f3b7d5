"""What each viewer is sent about an event: made once for everyone, and again only for seats that may know more."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace

from meldwise import catalog
from meldwise.rooms import view, wire
from meldwise.rooms.events import Event
from meldwise.rooms.evolve import Happened
from meldwise.rooms.state import PERSON, Room
from meldwise.tilegame.events import Played
from meldwise.tiles import Table

Shown = tuple[Any, Any, Any]
"""What a viewer is shown of a change: what happened in the game, its new fields, and what it lays open."""


class Messages(Struct, frozen=True, gc=False):
    """An event ready to be sent: *public* to everyone but those who have a message of their *own*."""

    n: int
    public: bytes
    own: dict[int, bytes]
    lacking: tuple[int, ...] = ()
    """Seats that read something else, which is not known here: it was made at another node."""

    def to(self, viewer: int | None) -> bytes:
        """Return what a viewer is sent."""
        return self.public if viewer is None else self.own.get(viewer, self.public)


def messages(
    before: Room, after: Room, event: Event, happened: Happened, seat: int | None = None, command: str = ""
) -> Messages:
    """Return what to send about an event that *seat* caused with a command."""
    told, fields = view.told(event, seat), view.room_changes(before, after) or UNSET
    public, own = _shown(before, after, happened)
    by = seat if command and seat is not None and before.who(seat).kind == PERSON else None
    if by is not None:  # who leaves with it hears that it was done
        own.setdefault(by, public)

    def written(viewer: int | None, shown: Shown) -> bytes:
        game, changes, revealed = shown
        name = UNSET if viewer is None or viewer != by else command
        return wire.encode(wire.Event(after.n, after.at, told, name, game, fields, changes, revealed))

    return Messages(after.n, written(None, public), {viewer: written(viewer, one) for viewer, one in own.items()})


def _shown(before: Room, after: Room, happened: Happened) -> tuple[Shown, dict[int, Shown]]:
    """Return what everyone is shown of a change, and what persons are shown otherwise."""
    if after.state is before.state or after.state is None:
        put_away = UNSET if after.state is before.state else None
        return (happened or UNSET, put_away, _revealed(before, after, None)), {}
    game = catalog.game_of(after.rules)
    changes = view.public_changes(game, before.state, after.state)
    if "table" in changes:
        table, changes["table"] = changes["table"], wire.rows(changes["table"])
        happened = [_ready(event, table, changes["table"]) for event in happened]
    seen = [game.seen(event, None) for event in happened]
    news = view.private_changes(game, before.state, after.state)
    watching = news.pop(None, None)
    usual = (seen or UNSET, changes if watching is None else changes | watching, _revealed(before, after, None))
    more = [event.seat for event, cut in zip(happened, seen, strict=True) if cut is not event]
    own: dict[int, Shown] = {}
    everyone = watching is not None or after.phase != before.phase
    for viewer in range(len(after.seats)) if everyone else {*news, *more}:
        if after.seats[viewer].kind == PERSON:
            told = [game.seen(event, viewer) for event in happened] if viewer in more else seen
            mine = (told or UNSET, changes | news.get(viewer, {}), _revealed(before, after, viewer))
            if mine != usual:
                own[viewer] = mine
    return usual, own


def _revealed(before: Room, after: Room, viewer: int | None) -> Any:
    """Return what a game that has just ended lays open."""
    return UNSET if after.phase == before.phase else view.revealed(after, viewer) or UNSET


def _ready(event: Any, table: Table, written: Raw) -> Any:
    """Return an event of the game with its table written already: that lies there now."""
    return replace(event, table=written) if isinstance(event, Played) and event.table is table else event


def welcome(room: Room, viewer: int | None, now: int, draft: str | None) -> bytes:
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
    )

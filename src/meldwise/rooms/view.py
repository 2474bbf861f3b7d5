"""What a viewer of a room may know, cut at one door; and what changed of it between two moments.

A viewer is a seat, or None for spectators. Everything a client is sent about a room is made here: whole when it
arrives, and after each event only the fields that changed, so that a client only ever puts fields into its copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from msgspec import Struct, structs

from meldwise import catalog, rummy17, tilegame
from meldwise.game import Game, to_plain
from meldwise.rooms import events as e
from meldwise.rooms.state import OWNER, Asking, Kind, Phase, Room, Seat, fair_of
from meldwise.shares import Fair
from meldwise.tiles import Rack

_FIXED = ("rules", "seat")
"""Fields of a game's view that never change; they are sent with the room."""


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat as everyone sees it."""

    kind: Kind
    name: str = ""
    level: str = ""
    """An opponent's level."""
    here: bool = False
    """Whether a person sits here and is connected."""
    gone: int = 0
    """Since when the person is not connected."""
    away: bool = False
    """Whether turns are skipped or played for this person."""
    muted: bool = False


class MatchView(Struct, frozen=True):
    """A match so far."""

    games: int
    """How many games it has."""
    scores: tuple[tuple[int, ...], ...]
    """Game by game, seat by seat."""
    totals: tuple[int, ...]
    wins: tuple[int, ...]
    places: tuple[int, ...]
    """Who is first, second …, seat by seat."""
    over: bool


class WatchView(Struct, frozen=True, gc=False):
    """The clocks: when they are due, or while they stand still, what is left; all in milliseconds."""

    due: int | None
    """When the turn's time is up, if it runs."""
    left: int | None
    """What the turn had when its clock last began or stopped; null where there is no limit."""
    knock_due: int | None
    """When the knocking is over, if it runs."""
    knock_left: int | None
    banks: tuple[int, ...]
    """What each seat has in its bank; empty where the clock is another."""


class RoomFields(Struct, frozen=True):
    """What everyone may know of a room; an event carries only the fields that changed."""

    phase: Phase
    """Where it is."""
    began: int
    """When this phase did."""
    seats: tuple[SeatView, ...]
    host: int
    """The seat of the host; -1 for a host who took none."""
    game: int
    """How many games have begun here."""
    match: MatchView | None
    """The match so far; null before its first game."""
    commitment: str
    """What the server has committed to before this game."""
    shared: tuple[bool, ...]
    """Which seats have added to the shuffle."""
    watch: WatchView
    paused: bool
    still: bool
    """Whether clocks and opponents wait: a pause, or every person gone."""
    asking: Asking | None
    """What somebody asks of the others."""


class Revealed(Struct, frozen=True):
    """What a game lays open when it is over."""

    racks: tuple[Rack, ...]
    """Everyone's tiles or cards."""
    fair: Fair | None
    """What the shuffle was made of; null where a test gave the order."""


def _seats(room: Room) -> tuple[SeatView, ...]:
    return tuple([_seat(seat) for seat in room.seats])


def _seat(seat: Seat) -> SeatView:
    return SeatView(seat.kind, seat.name, seat.level, seat.here, seat.gone, seat.away, seat.muted)


def _match(room: Room) -> MatchView | None:
    match = room.match
    if match is None:
        return None
    return MatchView(match.games, match.scores, match.totals, match.wins, match.places, match.over)


def _watch(room: Room) -> WatchView:
    watch = room.watch
    return WatchView(watch.due, watch.left, watch.knock_due, watch.knock_left, watch.banks)


def _shared(room: Room) -> tuple[bool, ...]:
    return tuple([share is not None for share in room.shares])


def _as_is(name: str) -> Callable[[Room], Any]:
    return attrgetter(name)


_FIELDS: dict[str, tuple[str, Callable[[Room], Any]]] = {
    "phase": ("phase", _as_is("phase")),
    "began": ("began", _as_is("began")),
    "seats": ("seats", _seats),
    "host": ("host", _as_is("host")),
    "game": ("game", _as_is("game")),
    "match": ("match", _match),
    "commitment": ("commitment", _as_is("commitment")),
    "shared": ("shares", _shared),
    "watch": ("watch", _watch),
    "paused": ("paused", _as_is("paused")),
    "still": ("stands_still", _as_is("stands_still")),
    "asking": ("asking", _as_is("asking")),
}
"""What everyone may know of a room: the part of it whose change is each field's own, and how that is shown."""
_sources = attrgetter(*(source for source, _ in _FIELDS.values()))


def room_fields(room: Room) -> dict[str, Any]:
    """Return everything everyone may know of a room."""
    return {name: shown(room) for name, (_, shown) in _FIELDS.items()}


def room_changes(before: Room, after: Room) -> dict[str, Any]:
    """Return the fields that changed."""
    if _only_time_passed(before, after):
        return {} if after.watch == before.watch else {"watch": _watch(after)}
    changed = _changed(_FIELDS, _sources(before), _sources(after))
    return {name: _FIELDS[name][1](after) for name in changed}


def _only_time_passed(before: Room, after: Room) -> bool:
    """Tell whether at most the clocks are new, as after nearly every move."""
    return (
        after.phase == before.phase
        and after.seats is before.seats
        and after.owner is before.owner
        and after.shares is before.shares
        and after.asking is before.asking
        and after.match is before.match
        and after.began == before.began
        and after.host == before.host
        and after.game == before.game
        and after.paused == before.paused
    )


def game_fields(room: Room, viewer: int | None) -> dict[str, Any] | None:
    """Return everything a viewer may know of the game; None where none is being played."""
    if room.state is None:
        return None
    view = catalog.game_of(room.rules).view(room.state, _seat_of(room, viewer))
    return {name: getattr(view, name) for name in view.__struct_fields__ if name not in _FIXED}


def public_changes(game: Game, before: Any, after: Any) -> dict[str, Any]:
    """Return the fields of a game's view that changed for everyone between two states; *before* may be None."""
    names, new = _OPEN[game.OWN], game.open_to_all(after)
    return dict(zip(names, new, strict=True)) if before is None else _changed(names, game.open_to_all(before), new)


def private_changes(game: Game, before: Any, after: Any) -> dict[int | None, dict[str, Any]]:
    """Return the fields that changed of those that are not the same for all, for each viewer who has any."""
    names, watching = game.OWN, game.own(after, None)
    if before is None:
        seats = enumerate(zip(*game.owns(after), strict=True))
        return {viewer: dict(zip(names, own, strict=True)) for viewer, own in (*seats, (None, watching))}
    found: dict[int | None, dict[str, Any]] = {}
    for name, was, now in zip(names, game.owns(before), game.owns(after), strict=True):
        if was is not now:
            for seat, new in enumerate(now):
                if was[seat] is not new and was[seat] != new:
                    found.setdefault(seat, {})[name] = new
    if (watched := game.own(before, None)) != watching:
        found[None] = _changed(names, watched, watching)
    return found


def _changed(names: Iterable[str], before: tuple[Any, ...], after: tuple[Any, ...]) -> dict[str, Any]:
    """Return what is new, by name."""
    pairs = zip(names, before, after, strict=True)
    return {name: new for name, old, new in pairs if old is not new and old != new}


def _open_names(kind: type[Struct], own: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(kind) if field.name not in (*_FIXED, *own))


_OPEN = {game.OWN: _open_names(game.View, game.OWN) for game in (tilegame, rummy17)}
"""The fields of a game's view that are the same for all, by those that are not."""


def _seat_of(room: Room, viewer: int | None) -> int | None:
    """Return the seat whose view a viewer has: who did not play this game there sees what spectators see."""
    played = viewer is not None and viewer != OWNER and room.players[viewer].token == room.token_of(viewer)
    return viewer if played else None


class Told(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everyone is told of an event of the log: its kind and what is no secret of it."""

    kind: str
    seat: int | None = None
    """Whose it is, or whom it is about."""
    level: str = ""
    """Of an opponent that was set on a seat."""
    text: str = ""
    """What was said or shown."""
    cause: str = ""
    """Who acted where the player did not: the `clock`, a `skip`, or an `opponent`."""
    what: str = ""
    """What was asked."""
    agrees: bool | None = None
    on: bool | None = None
    """Whether a seat was muted, or may speak again."""
    lost: int = 0
    """Milliseconds for which the server was down."""


def told(event: e.Event, seat: int | None) -> Told:
    """Cut an event of the log down: no tokens, no random values, no answers to a knock, no drafts."""
    kind = event.__struct_config__.tag
    assert isinstance(kind, str)
    match event:
        case e.Acted(action, cause):
            return Told(kind, int(action[0]), cause=cause)
        case e.Replaced(at, level):
            return Told(kind, at, level=level)
        case e.Said(at, text):
            return Told(kind, at, text=text)
        case e.Reacted(at, sign):
            return Told(kind, at, text=sign)
        case e.Asked(at, what):
            return Told(kind, at, what=what)
        case e.Answered(at, agrees):
            return Told(kind, at, agrees=agrees)
        case e.Muted(at, on):
            return Told(kind, at, on=on)
        case e.Outage(lost):
            return Told(kind, lost=lost)
        case _:
            return Told(kind, getattr(event, "seat", seat))


def is_over(room: Room) -> bool:
    """Tell whether the last game of a room has ended."""
    return room.state is not None and catalog.game_of(room.rules).result(room.state) is not None


def may_see_all(room: Room, viewer: int | None) -> bool:
    """Tell whether a viewer may see racks and values now: after the game, who played it, or all if the room says so."""
    return is_over(room) and (room.options.reveal or (viewer is not None and room.played(room.token_of(viewer))))


def revealed(room: Room, viewer: int | None) -> dict[str, Any] | None:
    """Return everyone's tiles and the values of the shuffle, once a viewer may see them."""
    if not may_see_all(room, viewer):
        return None
    racks = room.state.racks if isinstance(room.state, tilegame.State) else room.state.hands
    return {"racks": to_plain(racks), "fair": to_plain(fair_of(room)) if not room.word_only else None}

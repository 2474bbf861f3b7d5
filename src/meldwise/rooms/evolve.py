"""A room moves on in one place: an event of the log makes the next state of the room, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from meldwise import catalog, fair, rummy17, tilegame
from meldwise.game import Setup
from meldwise.match import Match, new_match
from meldwise.rooms import events as e
from meldwise.rooms.clock import BETWEEN_TIME, first_watch, later, minded, next_watch, settled
from meldwise.rooms.given import given
from meldwise.rooms.state import (
    BETWEEN,
    CLOSED,
    MOST_LINES,
    OPEN,
    OVER,
    OWNER,
    PERSON,
    PLAYING,
    SHARING,
    Asking,
    Line,
    Player,
    Refusal,
    Room,
    Seat,
    Watch,
    fair_of,
)
from meldwise.rooms.takeback import taken_back
from meldwise.table import put
from meldwise.tilegame.events import Played

STAND_IN = "medium"
"""The level of an opponent that takes over a seat."""

Happened = Sequence[Any]
"""What the game says happened."""


def created(room_id: str, event: e.Created, at: int) -> Room:
    """Return a room as it is created."""
    options = event.options
    seats = [Seat() for _ in range(options.seats)]
    for place, level in enumerate(event.opponents, start=options.seats - len(event.opponents)):
        seats[place] = Seat(kind="opponent", level=level)
    creator = Seat(kind="person", name=event.name or "", token=event.token, gone=at, joined=1)
    sits = event.name is not None
    if sits:
        seats[0] = creator
    host, owner = (0, None) if sits else (OWNER, creator)
    return Room(room_id, options, tuple(seats), host, owner, event.link, n=1, at=at, began=at)


def evolve(room: Room, event: e.Event, at: int) -> tuple[Room, Happened]:
    """Return the room after an event, and what happened in the game; IllegalAction where the game forbids it."""
    return _stepped(room, _STEPS[type(event)](room, event, at), at)


def redo(room: Room, event: e.Event, at: int) -> tuple[Room, Happened]:
    """Return the same for an event of the log, which was judged before it was written."""
    return _stepped(room, _REDONE[type(event)](room, event, at), at)


def _stepped(room: Room, step: tuple[Room, Happened], at: int) -> tuple[Room, Happened]:
    after, happened = step
    after = settled(room, after, at)
    return (after if after.n > room.n else replace(after, n=room.n + 1, at=at)), happened


Step = Callable[[Room, Any, int], tuple[Room, Happened]]


def _quiet(step: Callable[[Room, Any, int], Room]) -> Step:
    """Make a step of one in which the game says nothing."""
    return lambda room, event, at: (step(room, event, at), [])


def _seated(room: Room, seat: int, who: Seat) -> Room:
    """Set somebody on a seat; a host who is gone hands on, and a pause ends that no person is left to end."""
    if seat == OWNER:
        return hosted(replace(room, owner=who if who.token else None))
    seats = put(room.seats, seat, who)
    paused = room.paused and any(one.kind == PERSON for one in seats)
    refused = room.refused if who.token == room.seats[seat].token else ()
    return hosted(replace(room, seats=seats, paused=paused, refused=refused))


def hosted(room: Room) -> Room:
    """Return the room with a host who can be one: a person who is not away, clockwise from the last, and may speak.

    Who takes over is somebody who is there, if anybody is: all may be waiting for the host to begin.
    """
    if room.host == OWNER and room.owner is not None and not room.owner.away:
        return room
    count = len(room.seats)
    order = [(max(room.host, 0) + i) % count for i in range(count)]
    persons = [seat for seat in order if room.seats[seat].kind == PERSON]
    if not persons:
        return replace(room, host=OWNER) if room.owner is not None else room
    if room.host in persons and not room.seats[room.host].away:
        return room
    host = min(persons, key=lambda seat: (room.seats[seat].away, bool(room.seats[seat].gone)))
    if host == room.host:
        return room
    return replace(room, host=host, seats=put(room.seats, host, replace(room.seats[host], muted=False)))


def _joined(room: Room, event: e.Joined, at: int) -> Room:
    return _seated(
        room, event.seat, Seat(kind="person", name=event.name, token=event.token, gone=at, joined=room.n + 1)
    )


def _vacated(room: Room, event: e.Left | e.Removed, at: int) -> Room:
    """Free a seat; in a game or a match an opponent takes it over."""
    playing = room.phase in (SHARING, PLAYING, BETWEEN) and event.seat != OWNER
    who = Seat(kind="opponent", level=STAND_IN) if playing else Seat()
    return _agreed(_seated(room, event.seat, who), at)


def _replaced(room: Room, event: e.Replaced, at: int) -> Room:
    return _agreed(_seated(room, event.seat, Seat(kind="opponent", level=event.level)), at)


def _here(room: Room, event: e.Here, at: int) -> Room:
    who = replace(room.who(event.seat), node=event.node, gone=0, away=False, late=0)
    return _present(_seated(room, event.seat, who), event.seat, at)


def _gone(room: Room, event: e.Gone, at: int) -> Room:
    return _agreed(_seated(room, event.seat, replace(room.who(event.seat), node="", gone=at)), at)


def _away(room: Room, event: e.Away, at: int) -> Room:
    return _agreed(_seated(room, event.seat, replace(room.who(event.seat), away=True, late=0)), at)


def _back(room: Room, event: e.Back, at: int) -> Room:
    return _returned(room, event.seat, at)


def _returned(room: Room, seat: int, at: int) -> Room:
    """Let a person who was away be back, as whoever does something is."""
    who = room.seats[seat]
    room = _seated(room, seat, replace(who, away=False, late=0)) if who.away or who.late else room
    return _present(room, seat, at)


def _present(room: Room, seat: int, at: int) -> Room:
    """Let whoever has a turn without a limit be waited for anew, having shown to be there."""
    if room.phase != PLAYING or seat != room.state.turn:
        return room
    return replace(room, watch=minded(room.watch, at))


def _committed(room: Room, event: e.Committed, at: int) -> Room:
    game = room.game + 1
    match = None if room.match is not None and room.match.over else room.match
    return replace(
        room,
        phase=SHARING,
        began=at,
        game=game,
        match=match,
        server=event.server,
        commitment=fair.commitment(event.server, room.id, game, room.rules, len(room.seats), _starter(match)),
        shares=(None,) * len(room.seats),
        setup=None,
        state=None,
        actions=(),
        watch=Watch(),
        asking=None,
        paused=False,
    )


def _shared(room: Room, event: e.Shared, _at: int) -> Room:
    return replace(room, shares=put(room.shares, event.seat, event.value))


def _dealt(room: Room, event: e.Dealt, at: int) -> tuple[Room, Happened]:
    rules, seats = room.rules, len(room.seats)
    setup = _setup(room, event.pool)
    state, happened = catalog.game_of(rules).start(rules, seats, setup)
    match = room.match or new_match(rules, seats, room.options.games, setup.starter)
    watch = first_watch(room, state, at)
    dealt = replace(
        room,
        phase=PLAYING,
        began=at,
        match=match,
        players=tuple(Player(seat.name or seat.level, seat.token) for seat in room.seats),
        setup=setup,
        state=state,
        turned=room.n + 1,
        watch=watch,
        word_only=bool(event.pool),
    )
    return dealt, happened


def _setup(room: Room, pool: str) -> Setup:
    """Return what a game begins with: what everyone's values make, or the order a test gave; then seat 0 starts."""
    starter = _starter(room.match)
    if pool:
        return given(room.rules, len(room.seats), pool, starter or 0)
    return fair.setup_of(fair_of(room), room.rules, starter)


def _starter(match: Match | None) -> int | None:
    """Return who starts the next game; before the first of a match the seats draw for it (T5)."""
    return None if match is None else match.starter


def _acted(room: Room, event: e.Acted, at: int, again: bool = False) -> tuple[Room, Happened]:
    """Let somebody act in the game; what is done *again* was judged before."""
    rules = room.rules
    game = catalog.game_of(rules)
    action = game.read_action(event.action, rules)
    state, happened = (game.redo if again else game.apply)(room.state, action)
    watch = next_watch(room, room.state, state, at)
    asking = room.asking
    if asking is not None and asking.what == "take-back" and not _beside(action, asking.seat):
        asking = None
    after = replace(
        room,
        n=room.n + 1,  # here, because a room is large and actions are many
        at=at,
        seats=_minding(room.seats, action, event.cause, happened),
        state=state,
        actions=(*room.actions, action),
        moves=room.moves + 1,
        turned=room.turned if state.turn == room.state.turn else room.n + 1,
        watch=watch,
        asking=asking,
    )
    result = game.result(state)
    if result is None:
        return after, happened
    assert room.match is not None
    match = room.match.add(result)
    return replace(after, phase=OVER if match.over else BETWEEN, began=at, match=match, asking=None), happened


def _beside(action: Any, seat: int) -> bool:
    """Tell whether an action leaves what a seat did last as it was: somebody else's announcement (T41)."""
    return isinstance(action, tilegame.Announce) and action.seat != seat


def _minding(seats: tuple[Seat, ...], action: Any, cause: str, happened: Happened) -> tuple[Seat, ...]:
    """Note who acted: whoever does is back, and whoever lets the time run out and has laid nothing is late."""
    who = seats[action.seat]
    if not cause:
        return put(seats, action.seat, replace(who, away=False, late=0)) if who.away or who.late else seats
    if cause != "clock" or not isinstance(action, tilegame.TimeUp | rummy17.TimeUp):
        return seats
    late = 0 if any([isinstance(event, Played) for event in happened]) else who.late + 1
    return put(seats, action.seat, replace(who, late=late))


def _asked(room: Room, event: e.Asked, at: int) -> Room:
    return _agreed(replace(_returned(room, event.seat, at), asking=Asking(event.seat, event.what, at)), at)


def _answered(room: Room, event: e.Answered, at: int) -> Room:
    room = _returned(room, event.seat, at)
    if room.asking is None:
        return room
    if not event.agrees:
        new = Refusal(room.asking.seat, room.asking.what, room.moves)
        kept = [one for one in room.refused if one == new or (one.what != new.what and one.moves == new.moves)]
        return replace(room, asking=None, refused=(*kept, new))
    return _agreed(replace(room, asking=replace(room.asking, agreed=(*room.asking.agreed, event.seat))), at)


def _agreed(room: Room, at: int) -> Room:
    """Do what was asked as soon as everyone who must has agreed; who asked and is away asks no more."""
    asking = room.asking
    if asking is None:
        return room
    who = room.seats[asking.seat]
    if who.kind != PERSON or who.away:
        return replace(room, asking=None)
    agreed = tuple(seat for seat in asking.agreed if room.seats[seat].kind == PERSON)  # not for who sits there next
    others = [i for i in range(len(room.seats)) if i != asking.seat and _is_asked(room, i, at)]
    if not set(others) <= set(agreed):
        return replace(room, asking=replace(asking, agreed=agreed))
    return _CONSENTED[asking.what](replace(room, asking=None), asking.seat, at)


def _is_asked(room: Room, seat: int, at: int) -> bool:
    """Tell whether a person's consent is needed: also while the connection is lost, as long as the grace lasts."""
    who = room.seats[seat]
    lost = bool(who.gone) and at >= who.gone + room.options.grace * 1000  # where nobody says so: after the match
    return who.kind == PERSON and not who.away and not lost


def _paused(room: Room, _seat: int, _at: int) -> Room:
    return replace(room, paused=room.phase == PLAYING)


def _rematch(room: Room, _seat: int, at: int) -> Room:
    """Let the next game fall due at once, unless somebody has left meanwhile."""
    full = all(seat.kind != OPEN for seat in room.seats)
    return replace(room, phase=BETWEEN, began=at - BETWEEN_TIME) if room.phase == OVER and full else room


_CONSENTED: dict[str, Callable[[Room, int, int], Room]] = {
    "pause": _paused,
    "take-back": taken_back,
    "rematch": _rematch,
}


def _said(room: Room, event: e.Said | e.Reacted, at: int) -> Room:
    text = event.text if isinstance(event, e.Said) else event.sign
    line = Line(event.seat, room.seats[event.seat].name, text, at)
    return _present(replace(room, chat=(*room.chat, line)[-MOST_LINES:]), event.seat, at)


def _muted(room: Room, event: e.Muted, _at: int) -> Room:
    return _seated(room, event.seat, replace(room.seats[event.seat], muted=event.on))


_STEPS: dict[type, Step] = {
    e.Joined: _quiet(_joined),
    e.Left: _quiet(_vacated),
    e.Removed: _quiet(_vacated),
    e.Replaced: _quiet(_replaced),
    e.Here: _quiet(_here),
    e.Gone: _quiet(_gone),
    e.Away: _quiet(_away),
    e.Back: _quiet(_back),
    e.Committed: _quiet(_committed),
    e.Shared: _quiet(_shared),
    e.Dealt: _dealt,
    e.Acted: _acted,
    e.Asked: _quiet(_asked),
    e.Answered: _quiet(_answered),
    e.AskLapsed: _quiet(lambda room, _event, _at: replace(room, asking=None)),
    e.Continued: _quiet(lambda room, _event, _at: replace(room, paused=False)),
    e.Said: _quiet(_said),
    e.Reacted: _quiet(_said),
    e.Muted: _quiet(_muted),
    e.Outage: _quiet(lambda room, event, _at: later(room, event.lost)),
    e.Closed: _quiet(lambda room, _event, at: replace(room, phase=CLOSED, began=at, asking=None)),
}
_REDONE = _STEPS | {e.Acted: partial(_acted, again=True)}

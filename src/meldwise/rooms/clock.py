"""Time in a room, kept by the server: what a turn has, what stands still when, and what falls due next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from meldwise import catalog, rummy17, tilegame
from meldwise.rooms.events import Acted, AskLapsed, Away, Closed, Dealt, Event, Left
from meldwise.rooms.state import (
    BETWEEN,
    CLOSED,
    MOST_EVENTS,
    OVER,
    OWNER,
    PERSON,
    PLAYING,
    SHARING,
    WAITING,
    Room,
    Seat,
    Watch,
    is_tile_game,
    knocking,
)
from meldwise.ruleset import CardRules
from meldwise.table import put

SHARE_TIME = 5_000
"""Milliseconds everyone has to add to the shuffle."""
BETWEEN_TIME = 20_000
"""After so long the next game of a match begins by itself, if somebody minds."""
ASK_TIME = 60_000
IDLE_TIME = 600_000
"""A person who is there but does nothing for so long is away, where no clock says so earlier."""
MOST_LATE = 3
"""A person for whom the clock has ended so many turns in a row is away when the next one comes."""
LEAST_TURN = 5_000
"""What a turn has at least when a bank is used up; what is lent so is never banked."""
LAST_LOOK = 60_000
"""A room whose log is full stays open for so long after its last game."""


class Due(Struct, frozen=True):
    """Something the server does at a time, unless the room moves on before."""

    at: int
    event: Event | None
    """None where the server has to choose it: the next game's value."""
    name: str
    """Tells it from everything else that falls due in this room."""


def turn_limit(room: Room) -> int | None:
    """Return the milliseconds of a turn; None where there is no limit."""
    clock = room.options.clock
    if clock.kind == "none":
        return None
    seconds = room.rules.turn_seconds if clock.seconds is None else clock.seconds
    return seconds * 1000 or None


def first_watch(room: Room, state: Any, at: int) -> Watch:
    """Return the clock as a game begins."""
    limit = turn_limit(room)
    banks = (limit,) * len(room.seats) if room.options.clock.kind == "bank" and limit else ()
    return _turn(room, Watch(banks=banks), state, at)


def next_watch(room: Room, before: Any, after: Any, at: int) -> Watch:
    """Return the clock after the game went from one state to another."""
    if after.result:
        return Watch(banks=room.watch.banks)
    if after.turn != before.turn:
        watch = _banked(room, before.turn, at) if room.watch.banks else room.watch
        return _turn(room, watch, after, at)
    if knocking(after) != knocking(before):
        return running(_stopped(room.watch, at), room, after, at)
    return minded(room.watch, at)


def minded(watch: Watch, at: int) -> Watch:
    """Count a turn without a limit anew, now that whose turn it is has done something."""
    return replace(watch, since=at) if watch.left is None and watch.since is not None else watch


def running(watch: Watch, room: Room, state: Any, at: int) -> Watch:
    """Let the clock run that the game is about: the knocking's, or else the turn's."""
    if knocking(state):
        assert isinstance(room.rules, CardRules)
        left = room.rules.knock_seconds * 1000 if watch.knock_left is None else watch.knock_left
        return replace(watch, since=None, knock_left=left, knock_since=at)
    return replace(watch, since=at, knock_left=None, knock_since=None)


def turn_again(room: Room, state: Any, ended: Collection[int], at: int) -> Watch:
    """Return the clock as the turn of *state* begins once more, and turns that had *ended* since are undone.

    Banks gain nothing by it: time that was used stays used, and what those turns earned goes back.
    """
    if not room.watch.banks:
        return _turn(room, room.watch, state, at)
    watch = _paid(room.watch, room.state.turn, at)
    earned = room.options.clock.increment * 1000
    banks = tuple(max(0, bank - earned) if seat in ended else bank for seat, bank in enumerate(watch.banks))
    return _turn(room, replace(watch, banks=banks), state, at)


def _turn(room: Room, watch: Watch, state: Any, at: int) -> Watch:
    """Give a turn its time."""
    limit = max(watch.banks[state.turn], LEAST_TURN) if watch.banks else turn_limit(room)
    if room.stands_still:
        return Watch(left=limit, banks=watch.banks)
    fresh = Watch(left=limit, since=at, banks=watch.banks)
    return running(fresh, room, state, at) if knocking(state) else fresh


def _banked(room: Room, seat: int, at: int) -> Watch:
    """Let a seat's bank pay for its turn, and earn the increment."""
    watch = _paid(room.watch, seat, at)
    kept = watch.banks[seat] + room.options.clock.increment * 1000
    return replace(watch, banks=put(watch.banks, seat, kept))


def _paid(watch: Watch, seat: int, at: int) -> Watch:
    """Stop the clock, and let the bank of the seat in turn pay for the time it used, as far as it reaches."""
    watch = _stopped(watch, at)
    assert watch.left is not None
    used = max(watch.banks[seat], LEAST_TURN) - watch.left
    return replace(watch, banks=put(watch.banks, seat, max(0, watch.banks[seat] - used)))


def _stopped(watch: Watch, at: int) -> Watch:
    """Let both clocks stand still."""
    left, knock_left = watch.left, watch.knock_left
    if watch.since is not None and left is not None:
        left -= max(0, at - watch.since)
    if watch.knock_since is not None and knock_left is not None:
        knock_left -= max(0, at - watch.knock_since)
    return replace(watch, left=left, since=None, knock_left=knock_left, knock_since=None)


def settled(before: Room, after: Room, at: int) -> Room:
    """Stop or start the clock where a room begins or ceases to stand still."""
    if after.seats is before.seats and after.owner is before.owner and after.paused == before.paused:
        return after
    if after.phase != PLAYING or before.phase != PLAYING or before.stands_still == after.stands_still:
        return after
    if after.stands_still:
        return replace(after, watch=_stopped(after.watch, at))
    return replace(after, watch=running(after.watch, after, after.state, at))


def later(room: Room, lost: int) -> Room:
    """Give back time in which the server was down."""

    def moved(moment: int | None) -> int | None:
        return None if moment is None else moment + lost

    watch = replace(room.watch, since=moved(room.watch.since), knock_since=moved(room.watch.knock_since))
    asking = room.asking and replace(room.asking, since=room.asking.since + lost)
    seats = tuple(_later(seat, lost) for seat in room.seats)
    owner = room.owner and _later(room.owner, lost)
    return replace(room, watch=watch, asking=asking, seats=seats, owner=owner, began=room.began + lost)


def _later(who: Seat, lost: int) -> Seat:
    return replace(who, gone=who.gone + lost) if who.gone else who


def due(room: Room, arranged: int = 0) -> Due | None:
    """Return what falls due first, or None where nothing will; *arranged* is when the player in turn last did so."""
    if room.deserted:
        return Due(room.at, Closed(), "deserted")
    found = [*_absences(room), *_phases(room, arranged), *_ends(room)]
    if room.asking:
        found.append(Due(room.asking.since + ASK_TIME, AskLapsed(), f"lapse {room.asking.since}"))
    if len(found) < 2:
        return found[0] if found else None
    return min(found, key=lambda one: (one.at, one.name))


def _absences(room: Room) -> list[Due]:
    """Say when those who are gone count as away, or in a room that waits, as having left."""
    if room.host == OWNER:
        return [*_owners(room), *_persons(room)]
    return _persons(room) if any([seat.gone for seat in room.seats]) else []


def _owners(room: Room) -> list[Due]:
    """Say when a creator who only watches and is gone hands on to somebody who plays."""
    owner = room.who(OWNER)
    if not owner.gone or owner.away or all(seat.kind != PERSON for seat in room.seats):
        return []
    return [Due(owner.gone + IDLE_TIME, Away(OWNER), f"away {OWNER} {owner.gone}")]


def _persons(room: Room) -> list[Due]:
    gone = [(i, seat.gone) for i, seat in enumerate(room.seats) if seat.kind == PERSON and seat.gone and not seat.away]
    if room.phase in (WAITING, OVER):  # a link is sent by other means than this page: there is no hurry
        return [Due(since + IDLE_TIME, Left(i), f"left {i} {since}") for i, since in gone]
    if room.phase in (SHARING, PLAYING, BETWEEN) and room.attended:
        return [Due(since + room.options.grace * 1000, Away(i), f"away {i} {since}") for i, since in gone]
    return []


def _phases(room: Room, arranged: int) -> list[Due]:
    if room.phase == SHARING:
        persons = [seat.kind == PERSON and not seat.away for seat in room.seats]  # who lost the connection may be back
        waiting = any(person and share is None for person, share in zip(persons, room.shares, strict=True))
        return [Due(room.began + SHARE_TIME if waiting else room.at, Dealt(), f"deal {room.game}")]
    if room.phase == BETWEEN and room.minded and not room.full:
        return [Due(room.began + BETWEEN_TIME, None, f"next {room.game}")]
    if room.phase == PLAYING and not room.stands_still:
        return _turns(room, arranged)
    return []


def _ends(room: Room) -> list[Due]:
    """Say when a room is closed whose log is full: after its game, or where that goes on and on, in its midst."""
    if not room.full or room.phase == CLOSED:
        return []
    if room.phase in (SHARING, PLAYING):
        return [Due(room.at, Closed(), "full")] if room.n >= 2 * MOST_EVENTS else []
    return [Due(room.began + LAST_LOOK, Closed(), "full")]


def _turns(room: Room, arranged: int) -> list[Due]:
    """Say when a turn is ended for somebody: by the clock, or because that person is away."""
    game, state, watch = catalog.game_of(room.rules), room.state, room.watch
    name = f"turn {room.moves}"
    found = []
    if watch.due is not None:
        found.append(Due(watch.due, None, f"{name} clock"))
    if watch.knock_due is not None:
        found.append(Due(watch.knock_due, _written(room, rummy17.KnockTimeUp(state.turn), "clock"), f"{name} knock"))
    for seat in game.actors(state):
        if room.seats[seat].kind != PERSON:
            continue
        if not room.seats[seat].away:
            found += _inactive(room, seat, name, arranged)
        elif room.options.absent == "skip":
            since = next((one for one in (watch.since, watch.knock_since) if one is not None), room.at)
            found.append(Due(since + pace(room, since), skipped(room, seat), f"{name} skip {seat}"))
    return found


def pace(room: Room, at: int) -> int:
    """Return how long whoever acts for a seat waits first: it takes up at most half of what the clock leaves.

    Where several seats answer a knock they share that, for they may well do it one after the other.
    """
    ends = [end for end in (room.watch.due, room.watch.knock_due) if end is not None]
    if not ends:
        return room.options.pace
    waiting = len(catalog.game_of(room.rules).actors(room.state))
    return max(0, min(room.options.pace, (min(ends) - at) // (2 * waiting)))


def _inactive(room: Room, seat: int, name: str, arranged: int) -> list[Due]:
    """Say when a person who is there, but does nothing, counts as away."""
    if room.seats[seat].late >= MOST_LATE:
        return [Due(room.at, Away(seat), f"{name} late {seat}")]
    since, left = room.watch.since, room.watch.left
    if left is not None or since is None:
        return []
    return [Due(max(since, arranged) + IDLE_TIME, Away(seat), f"{name} idle {seat}")]


def skipped(room: Room, seat: int) -> Acted:
    """Return what is done for somebody who is away: a turn without a play, and no fine."""
    state = room.state
    if is_tile_game(state):
        return _written(room, tilegame.Draw(seat) if state.pool else tilegame.Pass(seat), "skip")
    if knocking(state):
        return _written(room, rummy17.Knock(seat, False), "skip")
    return _written(room, rummy17.TimeUp(seat), "skip")


def timed_out(room: Room, table: Any) -> Acted:
    """Return the clock's word on the turn, with the table as the player left it (T34, T35, C15)."""
    seat = room.state.turn
    if is_tile_game(room.state):
        return _written(room, tilegame.TimeUp(seat, room.state.table if table is None else table), "clock")
    return _written(room, rummy17.TimeUp(seat), "clock")


def _written(room: Room, action: Any, cause: str) -> Acted:
    return Acted(catalog.game_of(room.rules).write_action(action), cause)

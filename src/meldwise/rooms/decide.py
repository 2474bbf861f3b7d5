"""May this be done now, and what is to be written if so: a command becomes an event, or is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldwise.errors import MeldwiseError
from meldwise.record import clean_line, clean_name
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.options import check_level
from meldwise.rooms.state import BETWEEN, OPEN, OPPONENT, OVER, OWNER, PLAYING, SHARING, WAITING, Refusal, Room
from meldwise.rooms.takeback import can_be_asked
from meldwise.shares import check_share

_CLOCKS_OWN = ("time", "knock-time")
"""Actions that only the clock may do."""
MOST_REFUSED = 2
"""Who was refused so often asks no more for the same thing until something has changed at the table."""


class Refused(MeldwiseError):
    """A command a room does not take; nothing has changed. *told* is its sentence where that is known already."""

    def said(self, language: str | None = None) -> str:
        """Put it into words, unless that was done elsewhere."""
        return str(self.facts["told"]) if "told" in self.facts else super().said(language)


def decide(room: Room, seat: int, command: c.Command, fresh: Callable[[], str]) -> e.Event:
    """Return the event a command makes; Refused where it may not be. *fresh* gives a new random value."""
    if isinstance(command, c.Start):
        return start(room, seat, fresh)
    return _DECISIONS[type(command)](room, seat, command)


def start(room: Room, seat: int, fresh: Callable[[], str]) -> e.Committed:
    """Begin the next game."""
    _host_only(room, seat)
    if room.phase not in (WAITING, BETWEEN):
        raise Refused("not-now", phase=room.phase)
    if open_seats := [i for i, one in enumerate(room.seats) if one.kind == OPEN]:
        raise Refused("seats-open", seats=", ".join(str(i + 1) for i in open_seats))
    _another_game(room)
    return e.Committed(fresh())


def join(room: Room, name: str, token: str, wanted: int | None = None) -> e.Joined:
    """Let a person take a seat that is free."""
    if room.phase not in (WAITING, OVER):
        raise Refused("not-now", phase=room.phase)
    free = [i for i, one in enumerate(room.seats) if one.kind == OPEN]
    if not free or (wanted is not None and wanted not in free):
        raise Refused("seat-taken" if free else "room-full")
    return e.Joined(free[0] if wanted is None else wanted, clean_name(name), token)


def _share(room: Room, seat: int, command: c.Share) -> e.Shared:
    _seated(seat)
    if room.phase != SHARING or room.shares[seat] is not None:
        raise Refused("not-now", phase=room.phase)
    check_share(command.value)  # with one that is none there would never be a deal
    return e.Shared(seat, command.value)


def _act(room: Room, seat: int, command: c.Act) -> e.Acted:
    _seated(seat)
    if room.phase != PLAYING:
        raise Refused("not-now", phase=room.phase)
    if room.paused:
        raise Refused("paused")
    if command.action.split(" ", 1)[0] in _CLOCKS_OWN:
        raise Refused("clocks-own")
    if command.seen is not None and command.seen < room.turned:  # it comes late, and was meant for another turn
        raise Refused("moved-on")
    return e.Acted(f"{seat} {command.action}")


def _ask(room: Room, seat: int, command: c.Ask) -> e.Asked | e.Answered:
    _seated(seat)
    if room.asking:
        if room.asking.what == command.what != "take-back" and _may_answer(room, seat):  # two ask for the same at once
            return e.Answered(seat, True)
        raise Refused("already-asked")
    if not _askable(room, seat, command.what):
        raise Refused("cannot-ask", what=command.what)
    if command.what == "rematch":
        _another_game(room)
    if room.refused.count(Refusal(seat, command.what, room.moves)) >= MOST_REFUSED:
        raise Refused("asked-before", what=command.what)
    return e.Asked(seat, command.what)


def _askable(room: Room, seat: int, what: str) -> bool:
    if what == "pause":
        return room.phase == PLAYING and not room.paused
    if what == "rematch":
        return room.phase == OVER and all(one.kind != OPEN for one in room.seats)
    return room.phase == PLAYING and can_be_asked(room, seat)


def _answer(room: Room, seat: int, command: c.Answer) -> e.Answered:
    _seated(seat)
    if not _may_answer(room, seat):
        raise Refused("nothing-asked")
    return e.Answered(seat, command.agrees)


def _may_answer(room: Room, seat: int) -> bool:
    return room.asking is not None and room.asking.seat != seat and seat not in room.asking.agreed


def _continue(room: Room, seat: int, _: c.Continue) -> e.Continued:
    _seated(seat)
    if not room.paused:
        raise Refused("not-now", phase=room.phase)
    return e.Continued(seat)


def _back(room: Room, seat: int, _: c.TakeSeatBack) -> e.Back:
    _seated(seat)
    if not room.seats[seat].away:
        raise Refused("not-away")
    return e.Back(seat)


def _remove(room: Room, seat: int, command: c.Remove) -> e.Removed:
    _host_only(room, seat)
    _taken(room, command.seat, seat)
    if room.phase not in (WAITING, OVER) and room.seats[command.seat].kind == OPPONENT:  # nobody could sit down there
        raise Refused("not-now", phase=room.phase)
    return e.Removed(command.seat)


def _replace(room: Room, seat: int, command: c.Replace) -> e.Replaced:
    _host_only(room, seat)
    _there(room, command.seat)
    check_level(command.level)
    if command.seat == seat:
        raise Refused("not-oneself")
    return e.Replaced(command.seat, command.level)


def _leave(_room: Room, seat: int, _: c.Leave) -> e.Left:
    return e.Left(seat)


def _say(room: Room, seat: int, command: c.Say) -> e.Said:
    _may_speak(room, seat)
    text = clean_line(command.text)
    if not text:
        raise Refused("nothing-said")
    return e.Said(seat, text)


def _react(room: Room, seat: int, command: c.React) -> e.Reacted:
    _may_speak(room, seat)
    return e.Reacted(seat, command.sign)


def _mute(room: Room, seat: int, command: c.Mute) -> e.Muted:
    _host_only(room, seat)
    _taken(room, command.seat, seat)
    return e.Muted(command.seat, command.on)


def _another_game(room: Room) -> None:
    if room.full:
        raise Refused("log-full")


def _seated(seat: int) -> None:
    if seat == OWNER:
        raise Refused("no-seat")


def _may_speak(room: Room, seat: int) -> None:
    _seated(seat)
    if room.seats[seat].muted:
        raise Refused("muted")


def _host_only(room: Room, seat: int) -> None:
    if seat != room.host:
        raise Refused("host-only")


def _there(room: Room, seat: int) -> None:
    if seat >= len(room.seats):
        raise Refused("no-such-seat", seat=seat, seats=len(room.seats))


def _taken(room: Room, seat: int, by: int) -> None:
    _there(room, seat)
    if room.seats[seat].kind == OPEN:
        raise Refused("seat-empty")
    if seat == by:
        raise Refused("not-oneself")


_DECISIONS: dict[type, Callable[[Room, int, Any], e.Event]] = {
    c.Share: _share,
    c.Act: _act,
    c.Ask: _ask,
    c.Answer: _answer,
    c.Continue: _continue,
    c.TakeSeatBack: _back,
    c.Remove: _remove,
    c.Replace: _replace,
    c.Leave: _leave,
    c.Say: _say,
    c.React: _react,
    c.Mute: _mute,
}

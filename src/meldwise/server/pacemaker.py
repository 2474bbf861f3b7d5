"""Keeps rooms going: the clock's word, what falls due, and the opponents' turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import structlog

from meldwise import catalog, fair, tilegame
from meldwise.rooms import events as e
from meldwise.rooms.clock import MOST_LATE, Due, due, pace, skipped, timed_out
from meldwise.rooms.decide import Refused
from meldwise.rooms.evolve import STAND_IN
from meldwise.rooms.state import OPPONENT, PERSON, PLAYING, Room, is_tile_game
from meldwise.server.desk import PASSING, Desk, Job
from meldwise.server.minds import replayed

if TYPE_CHECKING:
    from meldwise.server.hall import Hall

log = structlog.get_logger("meldwise.pacemaker")
SOON = 1.0
"""Seconds after which something is tried again."""
ARRIVAL = 10_000
"""Milliseconds after a room is opened in which nobody loses a seat for having been gone: somebody is just coming."""


class Pacemaker:
    """Sets a timer for each room this node keeps, and lets its opponents think."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def moved(self, desk: Desk, before: Room, event: e.Event, happened: Sequence[Any]) -> None:
        """Hear that a room has moved on."""
        desk.note(before, event, happened)
        if desk.kept and not _waits_as_before(desk, before):
            self.arm(desk)

    def stop(self, desk: Desk) -> None:
        """Let nothing fall due any more."""
        if desk.timer is not None:
            desk.timer.cancel()
            desk.timer = None

    def arm(self, desk: Desk) -> None:
        """Wait for what falls due next, and ask opponents whose turn it is."""
        first = due(desk.room, desk.drafts.at) if desk.kept else None
        if first is None:
            self.stop(desk)
        else:
            self._wake(desk, first.at)
        if desk.kept:
            self._think(desk)

    def _wake(self, desk: Desk, at: int) -> None:
        """See to it that somebody looks at a time; a timer that does so earlier is left alone, for most turns are."""
        now = self.hall.now()
        if desk.timer is not None:
            if desk.wakes <= at and now < at:
                return
            desk.timer.cancel()
        desk.wakes = at
        desk.timer = asyncio.get_running_loop().call_later(max(0, at - now) / 1000, self._look, desk)

    def _look(self, desk: Desk) -> None:
        """Do what has fallen due, or wait for it."""
        desk.timer = None
        first = due(desk.room, desk.drafts.at) if desk.kept else None
        if first is None:
            return
        at = max(first.at, desk.opened + ARRIVAL) if isinstance(first.event, e.Left) else first.at
        if at > self.hall.now():
            self._wake(desk, at)
        elif self.hall.keeper.in_outage(desk):
            self._again(desk, None)
        else:
            desk.submit(Job(None, self.hall.command(), self._due(desk, first), ended=lambda n: self._again(desk, n)))

    def _again(self, desk: Desk, n: int | None) -> None:
        """Look once more where nothing came of it: the room had moved on, or the store failed."""
        if n is None and desk.timer is None:
            self._wake(desk, self.hall.now() + round(SOON * 1000))

    def _due(self, desk: Desk, what: Due) -> Callable[[Room], e.Event]:
        """Decide what falls due, unless it no longer does."""

        def decision(room: Room) -> e.Event:
            hall, now_due = self.hall, due(room, desk.drafts.at)
            if now_due is None or now_due.name != what.name or now_due.at > hall.now() or hall.keeper.in_outage(desk):
                raise Refused("not-now", phase=room.phase)
            event = now_due.event
            if isinstance(event, e.Dealt):
                return e.Dealt(self.hall.settings.pool)
            if event is not None:
                return event
            return timed_out(room, desk.drafts.table()) if room.phase == PLAYING else e.Committed(fair.new_value())

        return decision

    def _think(self, desk: Desk) -> None:
        """Ask the opponents whose turn it is, once for each turn."""
        room = desk.room
        if not any([seat.kind != PERSON or seat.away for seat in room.seats]):
            return
        if room.phase != PLAYING or room.stands_still:
            return
        for seat in _speakers(room):
            level = played_by(room, seat)
            if level and desk.thinking.get(seat) != room.moves:
                desk.thinking[seat] = room.moves
                self.hall.spawn(self._play(desk, seat, level, room.moves))

    async def _play(self, desk: Desk, seat: int, level: str, moves: int) -> None:
        """Let an opponent take its turn, at a pace people can follow."""
        await asyncio.sleep(pace(desk.room, self.hall.now()) / 1000)
        room = desk.room
        if room.moves != moves or room.phase != PLAYING:
            return
        acting = seat in catalog.game_of(room.rules).actors(room.state)
        try:
            action = await (self._act(desk, room, seat, level) if acting else self._aside(room, seat, level))
        except TimeoutError:  # its process is stuck or crowded out, or this node was held up itself
            log.warning("an opponent took too long", room=room.id, seat=seat, level=level)
            action = skipped(room, seat) if acting else None
        except Exception:
            log.exception("an opponent failed", room=room.id, seat=seat, level=level)
            action = skipped(room, seat) if acting else None
        if action is None:
            return
        job = Job(None, self.hall.command(), _still(moves, seat, action))
        if acting:
            job.ended = lambda n: None if n else self._refused(desk, seat, moves, job)
        desk.submit(job)

    def _refused(self, desk: Desk, seat: int, moves: int, job: Job) -> None:
        """See that an opponent whose action was not taken has its turn all the same: a table never waits for one."""
        room = desk.room
        if room.moves != moves or room.phase != PLAYING:
            return
        if not room.stands_still and played_by(room, seat) and job.refused not in PASSING:
            log.error("an opponent's action was refused", room=room.id, seat=seat, why=job.refused)
            job = Job(None, self.hall.command(), _still(moves, seat, skipped(room, seat)))
            job.ended = lambda n: None if n else self._ask_again(desk, seat)
            desk.submit(job)
        else:
            self._ask_again(desk, seat)

    def _ask_again(self, desk: Desk, seat: int) -> None:
        """Let an opponent think anew: when a room that stands still goes on, or else soon."""
        desk.thinking.pop(seat, None)
        if not desk.room.stands_still:
            asyncio.get_running_loop().call_later(SOON, self.arm, desk)

    async def _act(self, desk: Desk, room: Room, seat: int, level: str) -> e.Acted:
        game = catalog.game_of(room.rules)
        if desk.happened is None:
            assert room.setup is not None
            happened = await asyncio.to_thread(replayed, room.options.rules, room.names, room.setup, room.actions)
            if desk.room.moves != room.moves:
                raise Refused("not-now", phase=room.phase)
            desk.happened = happened
            desk.heard.clear()
        heard = [game.seen(event, seat) for event in desk.happened]
        fresh = len(heard) - desk.heard.get((seat, level), 0)
        key = (room.id, room.game, seat, level)
        action = await self.hall.minds.act(key, game.view(room.state, seat), heard, fresh)
        desk.heard[seat, level] = len(heard)
        return e.Acted(game.write_action(action), "opponent")

    async def _aside(self, room: Room, seat: int, level: str) -> e.Acted | None:
        game = catalog.game_of(room.rules)
        said = await self.hall.minds.aside((room.id, room.game, seat, level), game.view(room.state, seat))
        return None if said is None else e.Acted(game.write_action(said), "opponent")


def _waits_as_before(desk: Desk, before: Room) -> bool:
    """Tell whether only a turn has gone by among persons, and the timer looks before the next one's time is up."""
    room, watch = desk.room, desk.room.watch
    return (
        desk.timer is not None
        and watch.due is not None
        and desk.wakes <= watch.due
        and watch.knock_since is None
        and room.seats is before.seats
        and room.owner is before.owner
        and room.asking is before.asking
        and room.phase == before.phase == PLAYING
        and room.paused == before.paused
        and all([seat.kind == PERSON and not seat.away and seat.late < MOST_LATE for seat in room.seats])
    )


def played_by(room: Room, seat: int) -> str:
    """Return the level of the opponent that plays a seat now; empty where a person does."""
    who = room.seats[seat]
    if who.kind == OPPONENT:
        return who.level
    return STAND_IN if who.kind == PERSON and who.away and room.options.absent == "opponent" else ""


def _speakers(room: Room) -> list[int]:
    """Return the seats the game waits for, and those that may announce an opening (T41)."""
    state = room.state
    seats = list(catalog.game_of(room.rules).actors(state))
    if is_tile_game(state):
        assert isinstance(state, tilegame.State)
        seats += [i for i, may in enumerate(state.may_announce) if may and not state.announced[i]]
    return seats


def _still(moves: int, seat: int, action: e.Acted) -> Callable[[Room], e.Event]:
    """Decide an opponent's action, unless the game has moved on."""

    def decision(room: Room) -> e.Event:
        if room.moves != moves or room.phase != PLAYING or room.stands_still or not played_by(room, seat):
            raise Refused("not-now", phase=room.phase)
        return action

    return decision

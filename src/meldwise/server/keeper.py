"""Which rooms this node runs: taken over where nobody does, kept while somebody plays, let go when nobody does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from meldwise.errors import MeldwiseError
from meldwise.rooms.state import CLOSED, OVER, OWNER, WAITING
from meldwise.server.decisions import closing, gone, lost_time, since_when
from meldwise.server.desk import PASSING, Desk, Job
from meldwise.server.store import BEAT, IN_PLAY, SILENT, Outage

if TYPE_CHECKING:
    from meldwise.server.hall import Hall

log = structlog.get_logger("meldwise.keeper")
AT_ONCE, PAUSE = 8, 0.005
"""Rooms that are looked after at a time, and the seconds in which others go on before the next."""
MOST_CLAIMED = 50
"""Rooms taken over at a time from a node that is down."""
EXPIRE_EVERY = 600_000
"""Milliseconds between two looks for rooms that can be closed."""
UNWANTED = 60_000
"""Milliseconds after which a room nobody is at is let go."""


class Keeper:
    """Looks after the rooms of one node at every beat."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.alive: set[str] = {hall.node}
        """The nodes that are up."""
        self._owed: set[str] = set()
        """Rooms that are this node's to run, and have not been seen to yet."""
        self._lenient = 0
        """Until when nobody else is taken to be down: this node was silent itself, and others may have been with it."""
        self._expiring = 0

    async def care(self) -> None:
        """Look after what others left behind, and what nobody needs any more."""
        now = self.hall.now()
        await self._look_around(now)
        if now >= self._lenient:
            self._owed.update(await self.hall.store.claim(self.hall.node, now, MOST_CLAIMED, self._unkept()))
        await self._take_over()
        await self._let_go()
        await self._see_who_is_there()
        await self._expire()

    async def keep(self, desk: Desk) -> None:
        """Run the room's clock and opponents here, unless another node does; where that is not known, not yet."""
        try:
            desk.kept = await self.hall.store.keep(desk.room.id, self.hall.node, self.hall.now())
            since = min(desk.room.at, since_when(desk.room))
            outages = await self.hall.store.outages(since) if desk.kept else []
        except Exception:
            log.warning("a room could not be taken over", room=desk.room.id, exc_info=True)
            desk.kept = False
            self._owed.add(desk.room.id)
            return
        for outage in outages:
            self._give_back(desk, outage)
        if desk.kept:
            self._miss(desk)
        self.hall.pacemaker.arm(desk)

    def _give_back(self, desk: Desk, outage: Outage) -> None:
        """Give running clocks the time in which no node was up; once, whoever takes the room over."""
        if desk.room.phase in IN_PLAY:
            self._see_to(desk, Job(None, f"@outage {outage.began}", lost_time(outage, self.hall.now)))

    def _miss(self, desk: Desk) -> None:
        """Notice persons who were connected through a node that is down."""
        for seat in range(OWNER, len(desk.room.seats)):
            node = desk.room.who(seat).node
            if node and node not in self.alive:
                self._see_to(desk, Job(None, self.hall.command(), gone(seat, node)))

    def _see_to(self, desk: Desk, job: Job) -> None:
        """Do something to a room that must not be left undone: where nothing could be written, once more at a beat."""

        def ended(n: int | None) -> None:
            if n is None and job.refused in PASSING:
                self._owed.add(desk.room.id)

        job.ended = ended
        desk.submit(job)

    def in_outage(self, desk: Desk) -> bool:
        """Tell whether nobody's time may run out at a room: nothing can be written, or it has lost time to get back."""
        return self.hall.pulse.in_outage or desk.room.id in self._owed

    async def _see_who_is_there(self) -> None:
        """Go through the rooms, a few at a time: nobody waits meanwhile, and it takes no more than half a beat."""
        desks = list(self.hall.desks.values())
        pause = min(PAUSE, BEAT / 2000 * AT_ONCE / max(1, len(desks)))
        for first in range(0, len(desks), AT_ONCE):
            for desk in desks[first : first + AT_ONCE]:
                self._reconcile(desk)
            await asyncio.sleep(pause)

    def _reconcile(self, desk: Desk) -> None:
        """Tell a room once more who is there and who is not, where it did not take that in."""
        if desk.busy or desk.room.phase == CLOSED:
            return
        for seat in range(OWNER, len(desk.room.seats)):
            who, sockets = desk.room.who(seat), desk.sockets.get(seat)
            if sockets and who.token and not who.node:
                self.hall.arrive(desk, seat)
            elif not sockets and who.node == self.hall.node:
                desk.submit(Job(None, self.hall.command(), gone(seat, self.hall.node)))

    def _unkept(self) -> list[str]:
        """Return rooms not in play at which somebody is through this node, and that it does not run itself."""
        attended = [desk for desk in self.hall.desks.values() if desk.sockets and not desk.kept]
        return [desk.room.id for desk in attended if desk.room.phase in (WAITING, OVER)]

    async def _look_around(self, now: int) -> None:
        """See who is up; after a silence of this node's own, what it ran may be another's, and clocks get time back."""
        came_back, silent = self.hall.pulse.missed, self.hall.pulse.in_outage
        if silent:
            self._lenient = now + SILENT
        alive = await self.hall.store.alive(now) | {self.hall.node}
        if now < self._lenient:
            alive |= self.alive
        lost, self.alive = self.alive - alive, alive
        for desk in list(self.hall.desks.values()):
            if (silent and desk.kept) or (lost and not desk.kept):
                await self.keep(desk)
            elif lost:  # nobody else can have taken it
                self._miss(desk)
        if came_back:  # not where that was only found out while rooms were looked at
            self.hall.pulse.missed = False

    async def _take_over(self) -> None:
        """Load the rooms that are this node's to run; one that cannot be loaded does not hold up the others."""
        for room_id in list(self._owed):
            self._owed.discard(room_id)
            try:
                desk = self.hall.desks.get(room_id)
                if desk is None:
                    await self.hall.desk(room_id)
                else:
                    await self.keep(desk)
            except (MeldwiseError, msgspec.DecodeError):  # by other rules, or of another version: that will not change
                log.exception("a room cannot be read", room=room_id)
            except Exception:
                log.exception("a room could not be loaded", room=room_id)
                self._owed.add(room_id)

    async def _expire(self) -> None:
        """Close rooms in which nothing has happened for days, now and then."""
        now = self.hall.now()
        if now < self._expiring:
            return
        self._expiring = now + EXPIRE_EVERY
        for room_id in await self.hall.store.expire(now - self.hall.settings.days * 86_400_000, MOST_CLAIMED):
            try:
                desk = await self.hall.desk(room_id)
            except Exception:
                log.exception("an old room could not be loaded", room=room_id)
                continue
            if desk is not None and not desk.sockets:
                desk.submit(Job(None, self.hall.command(), closing))

    async def _let_go(self) -> None:
        """Close desks that nobody needs, or asked for a short while ago."""
        past = self.hall.now() - UNWANTED
        for desk in [desk for desk in self.hall.desks.values() if max(desk.room.at, desk.wanted) < past and desk.idle]:
            if desk.kept:
                await self.hall.store.release(self.hall.node, desk.room.id)
            if desk.idle and desk.wanted < past:
                self.hall.desks.pop(desk.room.id, None)
                self.hall.pacemaker.stop(desk)
                desk.kept = False
            else:  # somebody came meanwhile
                await self.keep(desk)

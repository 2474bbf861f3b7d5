"""All rooms this node serves: loaded when somebody comes, kept going while somebody plays, let go when nobody does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from secrets import token_hex
from typing import Any

import msgspec
import structlog

from meldwise.errors import MeldwiseError
from meldwise.rooms import events as e
from meldwise.rooms.decide import Refused
from meldwise.rooms.evolve import created
from meldwise.rooms.given import given
from meldwise.rooms.kept import to_snapshot
from meldwise.rooms.state import CLOSED, OVER, OWNER, PLAYING, WAITING, Room
from meldwise.server.desk import PASSING, REMEMBERED, Desk, Job
from meldwise.server.hints import Hints
from meldwise.server.lobby import summary
from meldwise.server.metrics import Metrics
from meldwise.server.minds import Minds
from meldwise.server.outbox import Outbox
from meldwise.server.pacemaker import Pacemaker
from meldwise.server.places import Places
from meldwise.server.pulse import Pulse
from meldwise.server.replay import beginning, steps
from meldwise.server.reviews import Reviews
from meldwise.server.settings import Settings
from meldwise.server.store import BEAT, IN_PLAY, SILENT, Card, Notice, Outage, Store, Write

log = structlog.get_logger("meldwise.hall")
AT_ONCE = 16
"""Rooms that are looked after before the next message is heard."""
MOST_CLAIMED = 50
"""Rooms taken over at a time from a node that is down."""
EXPIRE_EVERY = 600_000
"""Milliseconds between two looks for rooms that can be closed."""
UNWANTED = 60_000
"""Milliseconds after which a room nobody is at is let go."""
UNKNOWN = 1 << 31
"""Stands for the number of an event that nothing is known of."""
TOLERANCE = 50
"""Milliseconds by which nodes' clocks may differ."""
MOST_PER_SEAT = 5
"""Sockets of one seat; with more, the oldest are closed."""
RESTART, TOO_MANY = 1012, 4002
"""The close codes of a server that goes, and of a seat's oldest socket of too many."""
STILL = "still"
"""The phase of a room in play that nobody attends, as the store knows it."""


class Hall:
    """The rooms of one node."""

    def __init__(self, store: Store, minds: Minds, settings: Settings, clock: Callable[[], int] | None = None) -> None:
        self.store = store
        self.minds = minds
        self.hints = Hints(minds.seconds)
        self.reviews = Reviews()
        self.places = Places(settings)
        self.settings = settings
        self.node = token_hex(6)
        self._clock = clock or steady_clock()
        self._ahead = 0
        """Milliseconds by which the store's own clock is ahead of this machine's."""
        self.desks: dict[str, Desk] = {}
        self.pulse = Pulse(self._clock)
        self.pacemaker = Pacemaker(self)
        self.metrics = Metrics(lambda: len(self.desks))
        self.alive: set[str] = {self.node}
        self._loading: dict[str, asyncio.Task[Desk | None]] = {}
        self._early: dict[str, int] = {}
        """What other nodes told of rooms that were being loaded."""
        self._owed: set[str] = set()
        """Rooms that are this node's to run, and have not been seen to yet."""
        self._beaten = 0
        """When this node last looked who else is up."""
        self._lenient = 0
        """Until when nobody else is taken to be down: this node was silent itself, and others may have been with it."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._count = 0
        self._closing = False
        self._expiring = 0
        self.failed: Exception | None = None
        """Why the store could not be opened."""

    def now(self) -> int:
        """Return the time in milliseconds, the same at all nodes that share a store."""
        return self._clock() + self._ahead

    async def open(self) -> None:
        """Open the store, say that this node is up, and take over what nobody runs."""
        try:
            await self.store.open(self.node, self._noticed)
            await self._beat()
        except Exception as error:
            self.failed = error
            raise
        self.spawn(self._again(self._sign))
        self.spawn(self._again(self._care))

    async def close(self) -> None:
        """Hang up, and let everything be written that was decided."""
        self._closing = True
        for desk in self.desks.values():
            self.pacemaker.stop(desk)
            desk.drafts.save()
            for outbox in desk.outboxes():
                outbox.close(RESTART)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.minds.close()
        await self.hints.thoughts.close()
        await self.reviews.thoughts.close()
        await self._part()
        await self.store.close()

    async def _part(self) -> None:
        """Leave all rooms to whoever takes them over next."""
        try:
            await asyncio.wait_for(self.store.release(self.node), 2)
        except Exception:
            log.warning("rooms could not be handed over", exc_info=True)

    async def ready(self) -> bool:
        """Tell whether rooms can be played at."""
        try:
            return not (self._closing or self.pulse.store_fails) and await asyncio.wait_for(self.store.ready(), 2)
        except Exception:
            log.warning("the store does not answer", exc_info=True)
            return False

    def check_store(self) -> None:
        """Refuse what would have to wait for the store to come back."""
        if self.pulse.store_fails:
            raise Refused("store-failed")

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    def write(self, item: Write) -> None:
        """Queue something for the store."""
        self.store.write(item)

    def command(self) -> str:
        """Return a name for a command of the server's own."""
        self._count += 1
        return f"@{self.node}.{self._count}"

    async def create(self, room_id: str, event: e.Created, command: str) -> Desk | None:
        """Write a new room down; None where the store fails. One that is there already is returned as it is."""
        room = created(room_id, event, self.now())
        if self.settings.pool:  # a test's pool that does not fit is refused before anybody sits down
            given(room.rules, len(room.seats), self.settings.pool)
        desk = Desk(self, room, {command: 1})
        taken = await desk.found(event, command)
        if taken is None:
            return None
        if taken and room_id not in self.desks:
            self.desks[room_id] = desk
            await self._keep(desk)
        return await self.desk(room_id)

    async def desk(self, room_id: str) -> Desk | None:
        """Return the desk of a room, loading it where it is not open; None where there is no such room."""
        desk = self.desks.get(room_id)
        if desk is not None:
            desk.wanted = self.now()
            return desk
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = asyncio.get_running_loop().create_task(self._load(room_id))
            task.add_done_callback(lambda _: self._loaded(room_id))
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> Desk | None:
        room = await self._read(room_id)
        if room is None:
            return None
        commands, draft = await self.store.commands(room_id, REMEMBERED), await self.store.draft(room_id)
        if room_id in self.desks:  # it was created meanwhile
            return self.desks[room_id]
        desk = Desk(self, room, commands)
        desk.drafts.restore(draft)
        self.desks[room_id] = desk
        if self._early.get(room_id, 0) > room.n:
            desk.hear(Notice(room_id, self._early[room_id]))
        await self._keep(desk)
        return desk

    async def _read(self, room_id: str) -> Room | None:
        """Return a room as its log says it is."""
        room, rows = await beginning(self.store, room_id)
        for step in steps(rows, room):
            room = step.after
        return room

    def give_up(self, desk: Desk) -> None:
        """Hang up at a room whose log cannot be followed; whoever comes back finds it read anew, or another node."""
        self.desks.pop(desk.room.id, None)
        self.pacemaker.stop(desk)
        desk.kept = False
        for outbox in desk.outboxes():
            outbox.close(RESTART)

    def _loaded(self, room_id: str) -> None:
        self._loading.pop(room_id, None)
        self._early.pop(room_id, None)

    async def _keep(self, desk: Desk) -> None:
        """Run the room's clock and opponents here, unless another node does; where that is not known, not yet."""
        try:
            desk.kept = await self.store.keep(desk.room.id, self.node, self.now())
            since = min(desk.room.at, since_when(desk.room))
            outages = await self.store.outages(since) if desk.kept else []
        except Exception:
            log.warning("a room could not be taken over", room=desk.room.id, exc_info=True)
            desk.kept = False
            self._owed.add(desk.room.id)
            return
        for outage in outages:
            self._give_back(desk, outage)
        if desk.kept:
            self._miss(desk)
        self.pacemaker.arm(desk)

    def _give_back(self, desk: Desk, outage: Outage) -> None:
        """Give running clocks the time in which no node was up; once, whoever takes the room over."""
        if desk.room.phase in IN_PLAY:
            self._see_to(desk, Job(None, f"@outage {outage.began}", lost_time(outage, self.now)))

    def _miss(self, desk: Desk) -> None:
        """Notice persons who were connected through a node that is down."""
        for seat in range(OWNER, len(desk.room.seats)):
            node = desk.room.who(seat).node
            if node and node not in self.alive:
                self._see_to(desk, Job(None, self.command(), gone(seat, node)))

    def _see_to(self, desk: Desk, job: Job) -> None:
        """Do something to a room that must not be left undone: where nothing could be written, once more at a beat."""

        def ended(n: int | None) -> None:
            if n is None and job.refused in PASSING:
                self._owed.add(desk.room.id)

        job.ended = ended
        desk.submit(job)

    def in_outage(self, desk: Desk) -> bool:
        """Tell whether nobody's time may run out at a room: nothing can be written, or it has lost time to get back."""
        return self.pulse.in_outage or desk.room.id in self._owed

    def _reconcile(self, desk: Desk) -> None:
        """Tell a room once more who is there and who is not, where it did not take that in."""
        if desk.busy or desk.room.phase == CLOSED:
            return
        for seat in range(OWNER, len(desk.room.seats)):
            who, sockets = desk.room.who(seat), desk.sockets.get(seat)
            if sockets and who.token and not who.node:
                self._arrive(desk, seat)
            elif not sockets and who.node == self.node:
                desk.submit(Job(None, self.command(), gone(seat, self.node)))

    def moved(self, desk: Desk, before: Room, event: e.Event, happened: Sequence[Any]) -> None:
        """Hear that a room has moved on."""
        self.pacemaker.moved(desk, before, event, happened)
        if isinstance(event, e.Gone) and desk.sockets.get(event.seat):  # missed by others, or gone from another node
            self._arrive(desk, event.seat)

    def card(self, before: Room | None, after: Room) -> Card | None:
        """Return what the lobby is to know, where that has changed."""
        if before and after.seats == before.seats and after.phase == before.phase and after.owner == before.owner:
            return None
        phase = after.phase if after.attended or after.phase not in (WAITING, *IN_PLAY) else STILL
        return Card(after.id, phase, after.options.listed, after.at, summary(after))

    def snapshot(self, room: Room) -> bytes:
        """Return a room as bytes."""
        return to_snapshot(room)

    def connect(self, desk: Desk, viewer: int | None, outbox: Outbox) -> None:
        """Let a socket hear of a room; a person's first tells the room that the person is there."""
        outboxes = desk.sockets.setdefault(viewer, [])
        outboxes.append(outbox)
        self.metrics.sockets.inc()
        if viewer is not None and len(outboxes) == 1:
            self._arrive(desk, viewer)
        if viewer is not None:
            for oldest in [one for one in outboxes if not one.closed][:-MOST_PER_SEAT]:
                oldest.close(TOO_MANY)

    def _arrive(self, desk: Desk, seat: int) -> None:
        desk.submit(Job(None, self.command(), here(seat, desk.room.token_of(seat), self.node)))

    def disconnect(self, desk: Desk, viewer: int | None, outbox: Outbox) -> None:
        """Forget a socket; a person's last tells the room that the person is gone."""
        self.metrics.sockets.dec()
        outboxes = desk.sockets.get(viewer, [])
        if outbox not in outboxes:  # the seat is another's by now
            return
        outboxes.remove(outbox)
        if not outboxes:
            desk.sockets.pop(viewer, None)
            if viewer is not None and not self._closing:
                desk.submit(Job(None, self.command(), gone(viewer, self.node)))

    def _noticed(self, notices: Sequence[Notice] | None) -> None:
        """Hear what other nodes have written."""
        for notice in self._anything() if notices is None else notices:
            desk = self.desks.get(notice.room)
            if desk is not None:
                desk.hear(notice) if notice.n else self.spawn(self._drafted(desk))
            elif notice.room in self._loading:
                self._early[notice.room] = max(notice.n, self._early.get(notice.room, 0))

    def _anything(self) -> list[Notice]:
        """Return what others may have written while nothing was heard of them: something in every room."""
        open_rooms = [Notice(one, desk.room.n + 1) for one, desk in self.desks.items()]
        return open_rooms + [Notice(one, UNKNOWN) for one in self._loading]

    async def _drafted(self, desk: Desk) -> None:
        desk.drafts.restore(await self.store.draft(desk.room.id))

    async def _again(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something at every beat."""
        while True:
            await asyncio.sleep(BEAT / 1000)
            try:
                await work()
            except Exception:
                log.exception("a beat failed")

    async def _beat(self) -> None:
        """Say that this node is up, and look after its rooms."""
        await self._sign()
        await self._care()

    async def _sign(self) -> None:
        """Say that this node is up; whatever else there is to do does not hold this up."""
        began = self._clock()
        theirs = await self.pulse.sign(self.store.beat(self.node, self.now()))
        if theirs is not None:
            self._go_by(theirs, began)

    def _go_by(self, theirs: int, began: int) -> None:
        """Set this node's clock by the store's, unless the way there and back explains the difference."""
        took = self._clock() - began
        ahead = theirs - began - took // 2
        if abs(ahead - self._ahead) > took + TOLERANCE:
            log.info("the clock was set", milliseconds=ahead - self._ahead)
            self._ahead = ahead

    async def _care(self) -> None:
        """Look after what others left behind, and what nobody needs any more."""
        now = self.now()
        await self._look_around(now)
        for number, desk in enumerate(list(self.desks.values())):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # nobody waits while many rooms are looked at
            self._reconcile(desk)
        if now >= self._lenient:
            self._owed.update(await self.store.claim(self.node, now, MOST_CLAIMED, self._unkept()))
        await self._take_over()
        await self._let_go()
        await self._expire()

    def _unkept(self) -> list[str]:
        """Return rooms not in play at which somebody is through this node, and that it does not run itself."""
        attended = [desk for desk in self.desks.values() if desk.sockets and not desk.kept]
        return [desk.room.id for desk in attended if desk.room.phase in (WAITING, OVER)]

    async def _look_around(self, now: int) -> None:
        """See who is up; after a silence of this node's own, what it ran may be another's, and clocks get time back."""
        came_back = self.pulse.missed
        silent = came_back or (bool(self._beaten) and now - self._beaten > SILENT)
        if silent:
            self._lenient = now + SILENT
        alive = await self.store.alive(now) | {self.node}
        if now < self._lenient:
            alive |= self.alive
        lost, self.alive = self.alive - alive, alive
        for desk in list(self.desks.values()):
            if lost or (silent and desk.kept):
                await self._keep(desk)
        if came_back:  # not where that was only found out while rooms were looked at
            self.pulse.missed = False
        self._beaten = now

    async def _take_over(self) -> None:
        """Load the rooms that are this node's to run; one that cannot be loaded does not hold up the others."""
        for room_id in list(self._owed):
            self._owed.discard(room_id)
            try:
                desk = self.desks.get(room_id)
                if desk is None:
                    await self.desk(room_id)
                else:
                    await self._keep(desk)
            except (MeldwiseError, msgspec.DecodeError):  # by other rules, or of another version: that will not change
                log.exception("a room cannot be read", room=room_id)
            except Exception:
                log.exception("a room could not be loaded", room=room_id)
                self._owed.add(room_id)

    async def _expire(self) -> None:
        """Close rooms in which nothing has happened for days, now and then."""
        now = self.now()
        if now < self._expiring:
            return
        self._expiring = now + EXPIRE_EVERY
        for room_id in await self.store.expire(now - self.settings.days * 86_400_000, MOST_CLAIMED):
            try:
                desk = await self.desk(room_id)
            except Exception:
                log.exception("an old room could not be loaded", room=room_id)
                continue
            if desk is not None and not desk.sockets:
                desk.submit(Job(None, self.command(), closing))

    async def _let_go(self) -> None:
        """Close desks that nobody needs, or asked for a short while ago."""
        past = self.now() - UNWANTED
        for desk in [desk for desk in self.desks.values() if desk.idle and max(desk.room.at, desk.wanted) < past]:
            if desk.kept:
                await self.store.release(self.node, desk.room.id)
            if desk.idle and desk.wanted < past:
                self.desks.pop(desk.room.id, None)
                self.pacemaker.stop(desk)
                desk.kept = False
            else:  # somebody came meanwhile
                await self._keep(desk)


def since_when(room: Room) -> int:
    """Return since when the clock runs that an outage would have cost something."""
    if room.phase != PLAYING:
        return room.began
    return min((at for at in (room.watch.since, room.watch.knock_since) if at is not None), default=room.at)


def lost_time(outage: Outage, now: Callable[[], int]) -> Callable[[Room], e.Event]:
    """Decide to give a clock that ran in an outage that time back; it lasted until a node came to this room.

    Where something was written after it, it lasted until the first node was up.
    """

    def decision(room: Room) -> e.Event:
        until = now() if room.at <= outage.ended else outage.ended
        lost = until - max(outage.began, since_when(room))
        if lost <= 0 or room.phase not in IN_PLAY:
            raise Refused("not-now", phase=room.phase)
        return e.Outage(lost)

    return decision


def closing(room: Room) -> e.Event:
    """Decide to close a room, unless somebody is there after all."""
    if room.attended or room.phase == CLOSED:
        raise Refused("not-now", phase=room.phase)
    return e.Closed()


def steady_clock() -> Callable[[], int]:
    """Return a clock in milliseconds that begins with the wall's and never goes back."""
    source = getattr(time, "CLOCK_BOOTTIME", None)  # which also runs while the machine sleeps
    ran = time.monotonic_ns if source is None else partial(time.clock_gettime_ns, source)
    began = time.time_ns() - ran()
    return lambda: (began + ran()) // 1_000_000


def here(seat: int, token: str, node: str) -> Callable[[Room], e.Event]:
    """Decide that a person is there, unless the room knows or the seat is another's by now."""

    def decision(room: Room) -> e.Event:
        who = room.who(seat)
        if not token or who.token != token or (who.node == node and not who.away):
            raise Refused("not-now", phase=room.phase)
        return e.Here(seat, node)

    return decision


def gone(seat: int, node: str) -> Callable[[Room], e.Event]:
    """Decide that a person is gone who was there through a node."""

    def decision(room: Room) -> e.Event:
        if room.who(seat).node != node:
            raise Refused("not-now", phase=room.phase)
        return e.Gone(seat)

    return decision

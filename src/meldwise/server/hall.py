"""All rooms this node serves: loaded when somebody comes; who comes and goes there, and what other nodes write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar

import structlog

from meldwise.rooms import events as e
from meldwise.rooms.decide import Refused
from meldwise.rooms.evolve import created
from meldwise.rooms.given import given
from meldwise.rooms.kept import to_snapshot
from meldwise.rooms.state import WAITING, Room
from meldwise.server.decisions import gone, here
from meldwise.server.desk import REMEMBERED, Desk, Job
from meldwise.server.hints import Hints
from meldwise.server.keeper import Keeper
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
from meldwise.server.store import BEAT, IN_PLAY, Card, Notice, Store, Write

log = structlog.get_logger("meldwise.hall")
T = TypeVar("T")
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
        self.keeper = Keeper(self)
        self.metrics = Metrics(lambda: len(self.desks))
        self._loading: dict[str, asyncio.Task[Desk | None]] = {}
        self._early: dict[str, int] = {}
        """What other nodes told of rooms that were being loaded."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._together: list[Callable[[], Callable[[], Write | None] | None]] = []
        """What is decided at the end of this turn of the loop."""
        self._count = 0
        self._closing = False
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
        self.spawn(self._again(self.keeper.care))

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

    def write_together(self, decide: Callable[[], Callable[[], Write | None] | None]) -> None:
        """Decide something at the end of this turn of the loop, and write what is made of it.

        To do one thing for many rooms in a row is quicker than all of it for one room after the other.
        """
        if not self._together:
            asyncio.get_running_loop().call_soon(self._write_all)
        self._together.append(decide)

    def _write_all(self) -> None:
        decisions, self._together = self._together, []
        if items := _made(_made(decisions)):
            self.store.write(*items)

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
            await self.keeper.keep(desk)
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
        await self.keeper.keep(desk)
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

    def moved(self, desk: Desk, before: Room, event: e.Event, happened: Sequence[Any]) -> None:
        """Hear that a room has moved on."""
        self.pacemaker.moved(desk, before, event, happened)
        if isinstance(event, e.Gone) and desk.sockets.get(event.seat):  # missed by others, or gone from another node
            self.arrive(desk, event.seat)

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
            self.arrive(desk, viewer)
        if viewer is not None:
            for oldest in [one for one in outboxes if not one.closed][:-MOST_PER_SEAT]:
                oldest.close(TOO_MANY)

    def arrive(self, desk: Desk, seat: int) -> None:
        """Tell a room that a person is there."""
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
        await self.keeper.care()

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


def _made(works: Sequence[Callable[[], T | None]]) -> list[T]:
    """Return what each makes that makes something; what goes wrong with one does not keep the others from it."""
    made = []
    for work in works:
        try:
            item = work()
        except Exception:
            log.exception("something was not made")
        else:
            if item is not None:
                made.append(item)
    return made


def steady_clock() -> Callable[[], int]:
    """Return a clock in milliseconds that begins with the wall's and never goes back."""
    source = getattr(time, "CLOCK_BOOTTIME", None)  # which also runs while the machine sleeps
    ran = time.monotonic_ns if source is None else partial(time.clock_gettime_ns, source)
    began = time.time_ns() - ran()
    return lambda: (began + ran()) // 1_000_000

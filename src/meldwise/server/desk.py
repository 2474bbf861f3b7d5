"""One room as this node serves it: commands in, events written, and only then everyone told."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from meldwise.errors import IllegalAction, MeldwiseError
from meldwise.game import to_bytes
from meldwise.rooms import events as e
from meldwise.rooms import wire
from meldwise.rooms.decide import Refused
from meldwise.rooms.evolve import Happened, evolve, redo
from meldwise.rooms.messages import Messages, messages
from meldwise.rooms.state import OPPONENT, OWNER, Room, Seat
from meldwise.server.drafts import Drafts
from meldwise.server.limits import Bucket, Limiter
from meldwise.server.outbox import Outbox
from meldwise.server.replay import beginning, decode_event, steps
from meldwise.server.store import IN_PLAY, Notice, Row, Write
from meldwise.words import cited, sentence

if TYPE_CHECKING:
    from meldwise.server.hall import Hall

log = structlog.get_logger("meldwise.desk")
REMEMBERED = 1000
"""Commands a desk knows by heart; older ones it looks up."""
RECENT = 16
"""Events kept ready for those who come back."""
MOST_ENDED = 8
"""Games that are over and were asked for, kept ready to be asked for again."""
SNAPSHOT_EVERY = 200
MOST_QUEUED = 200
NEWS = 0.1
"""Seconds to hear from another node what it wrote first, before the log is asked."""
READ_TIME = 5.0
"""Seconds after which whoever waits for the log to be read is told that the store fails."""
RETRY = 1.0
"""Seconds between two attempts to read what could not be read."""
TALK_RATE, TALK_BURST = 0.5, 6
"""Lines and signs a seat may send a second, and at once."""
PASSING = ("store-failed", "too-busy")
"""Refusals that say nothing against what was asked for: it is tried again."""
SEAT_LOST = 4001
"""The close code for whoever no longer holds a seat."""

Decision = Callable[[Room], e.Event]


class Job(msgspec.Struct):
    """Something to be done to a room, when it is its turn."""

    seat: int | None
    command: str
    decision: Decision
    answer: Callable[[bytes], None] | None = None
    """Hears of a refusal, or that it had been done."""
    ended: Callable[[int | None], None] | None = None
    """Hears the number of the event, or None."""
    refused: str = ""
    """Why it was not done, once that is known."""
    checked: bool = False
    """Whether the log was looked at before it was refused."""
    language: str = "en"
    """In which a refusal is told."""


class Desk:
    """Serves one room: one event at a time, decided here, taken or not by the store."""

    def __init__(self, hall: Hall, room: Room, done: dict[str, int]) -> None:
        self.hall = hall
        self.room = room
        self.sockets: dict[int | None, list[Outbox]] = {}
        self.recent: deque[Messages] = deque(maxlen=RECENT)
        self.kept = False
        """Whether this node runs the room's clock and opponents."""
        self.opened = hall.now()
        self.wanted = hall.now()
        """When somebody last asked for this room."""
        self.timer: asyncio.TimerHandle | None = None
        self.wakes = 0
        """When that timer looks what has fallen due."""
        self.thinking: dict[int, int] = {}
        """The move each opponent was last asked about."""
        self.happened: list[Any] | None = None
        """What happened in the game so far; None where this node was not there, or nobody has asked."""
        self.heard: dict[tuple[int, str], int] = {}
        """How much of it each opponent has been told."""
        self.drafts = Drafts(self)
        self.talk = Limiter(TALK_RATE, TALK_BURST, asyncio.get_running_loop().time)
        rate, now = hall.settings.commands_per_second / (len(room.seats) + 1), asyncio.get_running_loop().time()
        self.rates = [Bucket(rate, max(1, 3 * rate), now) for _ in (*room.seats, OWNER)]
        """What each seat may ask for, and last a creator who has none: nobody uses up what is the others'."""
        self._shared = hall.store.shared
        """Whether other nodes serve this room too."""
        self._done = done
        self._ended: OrderedDict[int, Room] = OrderedDict()
        self._queue: deque[Job] = deque()
        self._busy = False
        self._arrived: dict[int, Notice] = {}
        """Events that other nodes sent along, until it is their turn."""
        self._behind = False
        """Whether there is something in the log that was not read yet."""
        self._lost = False
        """Whether there is something in the log that cannot be followed."""
        self._disputed = ""
        """The command of a row that was not taken."""
        self._overtaken = 0
        """The number of that row, until it is known what was written instead."""
        self._news: asyncio.Future[None] | None = None
        """Waits for another node to say so."""
        self._eager: list[asyncio.Future[None]] = []
        """Those who wait for everything to be read."""

    @property
    def busy(self) -> bool:
        """Whether something is being written, or waits for that."""
        return self._busy or bool(self._queue)

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        going = self.room.phase in IN_PLAY and self.room.attended
        return not (self.sockets or self.busy or going)

    def outboxes(self) -> Iterator[Outbox]:
        """Return everyone who hears of the room."""
        return chain.from_iterable(list(self.sockets.values()))

    async def found(self, event: e.Created, command: str) -> bool | None:
        """Write the room's first event; False where the room is there already, None where the store fails."""
        outcome: asyncio.Future[bool | None] = asyncio.get_running_loop().create_future()
        row = Row(self.room.id, 1, None, command, to_bytes(event), self.room.at)
        self.hall.write(Write(outcome.set_result, row, self.hall.card(None, self.room)))
        return await outcome

    def note(self, before: Room, event: e.Event, happened: Sequence[Any]) -> None:
        """Remember what happened in the game, for the opponents, where some think at this node."""
        if not self.kept:
            self.happened = None
        elif isinstance(event, e.Dealt):
            self.happened = list(happened) if any(seat.kind == OPPONENT for seat in self.room.seats) else None
            self.heard.clear()
        elif self.happened is not None:
            if len(self.room.actions) < len(before.actions):  # taken back, or the next game
                self.happened = None
            else:
                self.happened.extend(happened)

    def submit(self, job: Job) -> None:
        """Do something as soon as what came before is written."""
        if len(self._queue) >= MOST_QUEUED:
            _refuse(job, "too-busy", {})
            return
        self._queue.append(job)
        self.pump()

    async def do(self, job: Job) -> int:
        """Do something and wait for it; Refused where it was not done."""
        outcome: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        refusals: list[bytes] = []
        job.answer = refusals.append
        job.ended = lambda n: None if outcome.done() else outcome.set_result(n)  # who waited may have been cancelled
        self.submit(job)
        n = await outcome
        if n is None:
            refusal = msgspec.json.decode(refusals[-1], type=wire.Refusal)
            raise Refused(refusal.code, told=refusal.message)
        return n

    async def room_after(self, game: int) -> Room | None:
        """Return the room as it was when a game had just ended; None where there was no such game."""
        if self.room.game == game:
            return self.room
        if not 0 < game < self.room.game:
            return None
        if game not in self._ended:
            room, rows = await beginning(self.hall.store, self.room.id, lambda kept: kept.game <= game)
            found = await asyncio.to_thread(_after_game, rows, room, game)
            if found is None:
                return None
            self._ended[game] = found
            if len(self._ended) > MOST_ENDED:
                self._ended.popitem(last=False)
        return self._ended[game]

    def pump(self) -> None:
        """Take the next job at the end of this turn of the loop, unless one is being written."""
        if self._queue and not self._busy:
            self._busy = True
            self.hall.write_together(self._decide)

    def _decide(self) -> Callable[[], Write | None] | None:
        """Decide jobs until one makes an event, and return what makes what is to be written of that."""
        self._busy = False
        while not self._busy and self._keeps_up() and self._queue:
            job = self._queue.popleft()
            try:
                if self._lost:
                    _refuse(job, "server-error", {})
                elif (then := self._begin(job)) is not None:
                    return then
            except Exception:  # of whoever was to be answered; the next in the queue has nothing to do with it
                log.exception("a job could not be answered", room=self.room.id)
        return None

    def _begin(self, job: Job) -> Callable[[], Write | None] | None:
        if (n := self._done.get(job.command)) is not None:
            _answer(job, wire.Done(id_of(job.command), n))
            _end(job, n)
            return None
        try:
            event = job.decision(self.room)
            at = max(self.hall.now(), self.room.at)
            step = evolve(self.room, event, at)
        except MeldwiseError as error:
            self._refused(job, error)
            return None
        except Exception:  # whatever it was, it must not end the socket, the timer or the writer it came from
            log.exception("a job failed", room=self.room.id)
            _refuse(job, "server-error", {})
            return None
        self._busy = True
        return partial(self._to_write, job, event, at, *step)

    def _to_write(self, job: Job, event: e.Event, at: int, after: Room, happened: Happened) -> Write | None:
        """Return what is to be written of an event that was decided; it is told once that is done."""
        try:
            row = Row(self.room.id, after.n, job.seat, job.command, to_bytes(event), at)
            told = messages(self.room, after, event, happened, job.seat, id_of(job.command))
            card, snapshot = self.hall.card(self.room, after), self._snapshot(after)
        except Exception:  # it must not end what is written together with it
            log.exception("an event cannot be written", room=self.room.id)
            _refuse(job, "server-error", {})
            self._busy = False
            self._go_on()
            return None
        metrics = self.hall.metrics

        def written(taken: bool | None) -> None:
            metrics.commit.observe((self.hall.now() - at) / 1000)
            try:
                if taken:
                    metrics.events.inc()
                    self._moved(after, event, happened, row, told)
                    _end(job, after.n)
                elif taken is None:
                    metrics.failed.inc()
                    _refuse(job, "store-failed", {})
                else:  # another node was first, or this was done before: see what is there, and decide again
                    self._queue.appendleft(job)
                    self._overtaken = row.n
                    self._disputed = job.command
            finally:  # only now: what was told may ask for more, which has to wait for what is to be read first
                self._busy = False
                self._go_on()

        passed_on = told if self._shared else None
        return Write(written, row, card, snapshot, told=passed_on)

    def _snapshot(self, after: Room) -> bytes | None:
        return self.hall.snapshot(after) if after.n % SNAPSHOT_EVERY == 0 else None

    def _refused(self, job: Job, error: MeldwiseError) -> None:
        """Say why not; but first look at the log where this node may not know everything by heart."""
        known = self.room.n == len(self._done) and not self._shared
        if known or job.checked or job.answer is None:
            self.hall.metrics.refused.inc()
            _refuse_for(job, error)
        else:  # it may have been done, or be right by now: by another node, or long ago
            job.checked = True
            self._queue.appendleft(job)
            self._disputed = job.command
            self._read_log()

    async def refresh(self) -> None:
        """Wait until everything is known here that is in the log now; Refused where that cannot be read."""
        self.hall.check_store()
        known = asyncio.get_running_loop().create_future()
        self._eager.append(known)
        self._read_log()
        try:
            await asyncio.wait_for(known, READ_TIME)
        except TimeoutError:
            raise Refused("store-failed") from None
        finally:  # nobody is waited for who does not wait any more
            if known in self._eager:
                self._eager.remove(known)

    async def acquaint(self, token: str | None) -> None:
        """Read on where nobody here holds a token: somebody may have taken a seat with it at another node just now."""
        if self._shared and token is not None and self.room.seat_of(token) is None:
            await self.refresh()

    def hear(self, notice: Notice) -> None:
        """Take note that another node has written an event: by the row that came along, or by what the log says."""
        if notice.n <= self.room.n:
            return
        if not notice.is_row or len(self._arrived) >= MOST_QUEUED:
            self._behind = True
        else:
            self._arrived[notice.n] = notice
        self._hurry()

    def _read_log(self) -> None:
        self._behind = True
        self._hurry()

    def _hurry(self) -> None:
        """Go on, unless something is being written or read; who waits for news has them."""
        if not self._busy:
            self._go_on()
        elif self._news is not None and not self._news.done():
            self._news.set_result(None)

    def _go_on(self) -> None:
        if self._keeps_up():
            self.pump()

    def _keeps_up(self) -> bool:
        """Follow what came from other nodes; False where more of it has to be read first."""
        if self._arrived:
            self._follow_arrived()
        if self._behind or self.room.n < self._overtaken:
            self._busy = True
            self.hall.spawn(self._catch_up())
            return False
        return True

    async def _hear_news(self) -> None:
        """Wait to be told what was written instead of a row of ours, as a rule at once; else the log has it."""
        self._news = asyncio.get_running_loop().create_future()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news, NEWS)
        self._news = None
        self._behind |= self.room.n + 1 not in self._arrived

    async def _catch_up(self) -> None:
        """Read what other nodes have written, however long that takes."""
        if not self._behind:
            await self._hear_news()
        self._overtaken = 0
        if not self._behind:
            self._disputed = ""
        while self._behind:
            self._behind = False  # whatever is heard of from now on may come after what is read now
            try:
                await self._read_on()
            except Exception:
                log.exception("cannot read what others wrote", room=self.room.id)
                self._behind = True
                await asyncio.sleep(RETRY)
        self._busy = False
        self._go_on()

    async def _read_on(self) -> None:
        eager, self._eager = self._eager, []
        try:
            await self._read_rows()
        except Exception:
            self._eager += [one for one in eager if not one.done()]
            raise
        for one in eager:
            if not one.done():
                one.set_result(None)

    async def _read_rows(self) -> None:
        for row in await self.hall.store.read(self.room.id, self.room.n):
            if not self._follow(row):
                return
        if self._disputed and self._disputed not in self._done:  # it may have been done too long ago to know by heart
            n = await self.hall.store.find_command(self.room.id, self._disputed)
            if n is not None:
                self._remember(self._disputed, n)
        self._disputed = ""

    def _follow_arrived(self) -> None:
        """Go on by the events that came along with notices; where one is missing in between, the log has it."""
        self._busy = True  # nothing is decided in between
        try:
            while (row := self._arrived.pop(self.room.n + 1, None)) and self._follow(row, row.told):
                pass
            if self._arrived:
                self._behind |= max(self._arrived) > self.room.n
                self._arrived.clear()
        except Exception:
            log.exception("what others wrote could not be told", room=self.room.id)
            self._behind = True
        self._busy = False

    def _follow(self, row: Row | Notice, told: Messages | None = None) -> bool:
        """Go on by an event that another node has written; tell whether that can be understood."""
        assert row.n == self.room.n + 1, "the room moved on while its log was read"
        try:
            event = decode_event(row.body)
            after, happened = redo(self.room, event, row.at)
        except Exception:  # written by a node of another version
            log.exception("an event cannot be followed", room=self.room.id, n=row.n)
            self._lost = True
            self.hall.give_up(self)
            return False
        self._moved(after, event, happened, row, told)
        return True

    def _remember(self, command: str, n: int) -> None:
        """Know a command by heart; where there are too many, forget half of them, the oldest."""
        self._done[command] = n
        if len(self._done) > REMEMBERED:
            for old in list(islice(self._done, REMEMBERED // 2)):
                del self._done[old]

    def _unseat(self, before: Room) -> None:
        """Hang up on those whose seat is no longer theirs; they may come back to watch."""
        for viewer in [viewer for viewer in self.sockets if viewer is not None]:
            if before.token_of(viewer) != self.room.token_of(viewer):
                for outbox in self.sockets.pop(viewer):
                    outbox.close(SEAT_LOST)

    def _moved(
        self, after: Room, event: e.Event, happened: Sequence[Any], row: Row | Notice, told: Messages | None = None
    ) -> None:
        """Go on to the next state of the room, and tell everyone."""
        before, self.room = self.room, after
        self._remember(row.command, row.n)
        if told is None or not self.sockets.keys().isdisjoint(told.lacking):
            told = messages(before, after, event, happened, row.seat, id_of(row.command))
        self.recent.append(told)
        for viewer, outboxes in self.sockets.items():
            text = told.to(viewer)
            for outbox in outboxes:
                outbox.push(text)
        if after.seats is not before.seats or after.owner is not before.owner:
            self._unseat(before)
        if after.moves != before.moves or after.phase != before.phase:
            self.drafts.moved()
        self.hall.moved(self, before, event, happened)


def _after_game(rows: Sequence[Row], room: Room | None, game: int) -> Room | None:
    """Return the room just before the game after *game* began."""
    return next((step.before for step in steps(rows, room) if step.after.game > game), None)


def command_of(seat: int, who: Seat, given: str) -> str:
    """Return a command's name in the log: two seats may choose the same id, and two persons on one after the other."""
    return f"{seat}.{who.joined}:{given}"


def id_of(command: str) -> str:
    """Return the id its sender gave a command; empty for the server's own."""
    return command.partition(":")[2]


def _refuse_for(job: Job, error: MeldwiseError) -> None:
    if isinstance(error, IllegalAction):
        reason = error.reasons[0]
        _refuse(job, reason.code, reason.facts, reason.rules)
    else:
        _refuse(job, error.code, error.facts)


def _refuse(job: Job, code: str, facts: Mapping[str, Any], rules: tuple[str, ...] = ()) -> None:
    job.refused = code
    message = cited(sentence(code, facts, job.language), rules)
    _answer(job, wire.Refusal(code, message, id_of(job.command) or None, rules))
    _end(job, None)


def _answer(job: Job, message: wire.Outgoing) -> None:
    if job.answer is not None:
        job.answer(wire.encode(message))


def _end(job: Job, n: int | None) -> None:
    if job.ended is not None:
        job.ended(n)

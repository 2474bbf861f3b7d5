"""What the database has of every room, gone through event by event, and held against what people were told."""

import contextlib
import sqlite3

import asyncpg
import msgspec

from meldwise import record
from meldwise.rooms import events as e
from meldwise.rooms import wire
from meldwise.rooms.kept import from_snapshot
from meldwise.rooms.messages import messages, welcome
from meldwise.server.api import record_of
from meldwise.server.desk import id_of
from meldwise.server.replay import decode_event, steps
from meldwise.server.store import Row

decode = msgspec.json.Decoder(wire.Outgoing).decode
_EVENTS = "select room, n, seat, command, body, at from event order by room, n"
_SNAPSHOTS = "select room, body from snapshot"


async def _asked(place, sql):
    if place.url:
        db = await asyncpg.connect(place.url)
        try:
            return [tuple(row) for row in await db.fetch(sql)]
        finally:
            await db.close()
    with contextlib.closing(sqlite3.connect(place.file)) as db:
        return db.execute(sql).fetchall()


class Log:
    """One room's log: its rows, the room after each of them, and what everyone was told."""

    def __init__(self):
        self.rows = []
        self.rooms = []
        self.told = []
        self.records = []

    @property
    def room(self):
        return self.rooms[-1]

    def take(self, rows):
        """Go on with what is new; what was there before must still be there, as it was."""
        assert rows[: len(self.rows)] == self.rows, "the log has changed"
        assert [row.n for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
        for step in steps(rows[len(self.rows) :], self.room if self.rooms else None):
            self._add(step)

    def _add(self, step):
        row, before, after = step.row, step.before, step.after
        self.rows.append(row)
        self.rooms.append(after)
        if before is None:
            self.told.append(None)
            return
        self.told.append(messages(before, after, step.event, step.happened, row.seat, id_of(row.command)))
        if before.phase == "playing" and after.phase in ("between", "over"):
            self.records.append(record.write(record_of(after)))

    def check(self, viewer, message):
        """See that what somebody was told is what the log tells."""
        assert message.n <= len(self.rows), f"{message.n} was told, and is lost"
        if isinstance(message, wire.Event):
            assert decode(self.told[message.n - 1].to(viewer)) == message
        else:
            again = decode(welcome(self.rooms[message.n - 1], viewer, message.now, message.draft))
            assert again == message

    def acts(self, cause):
        """Return what was done for players, by the clock, a skip or an opponent."""
        return [event for event in self.events(e.Acted) if event.cause == cause]

    def events(self, kind):
        """Return the events of a kind."""
        return [event for event in (decode_event(row.body) for row in self.rows) if isinstance(event, kind)]

    def kinds(self):
        """Return the kind of every event."""
        return [decode_event(row.body).__struct_config__.tag for row in self.rows]


class Story:
    """What happened at a table, and when by the server's own clock: nobody's line makes that later."""

    def __init__(self, log):
        self.log = log
        self.events = [decode_event(row.body) for row in log.rows]

    def find(self, kind, after=0, **facts):
        """Return the place of the next event of a kind, with such facts."""
        for place in range(after, len(self.events)):
            event = self.events[place]
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in facts.items()):
                return place
        raise AssertionError(f"no {kind.__name__} with {facts}: {self.log.kinds()}")

    def took(self, first, last):
        """Return the milliseconds from one event to another; those in which a server was held up count for nobody."""
        lost = [event.lost for event in self.events[first : last + 1] if isinstance(event, e.Outage)]
        return self.log.rows[last].at - self.log.rows[first].at - sum(lost)

    def left(self, place):
        """Return the milliseconds the turn has left just after an event."""
        watch = self.log.rooms[place].watch
        return watch.left if watch.since is None else watch.due - self.log.rows[place].at


class Logs(dict[str, Log]):
    """The logs of all rooms at a place."""

    def __init__(self, place):
        super().__init__()
        self.place = place

    async def read(self):
        """Read what is there now, every room to its last event, and the games that are over to their end."""
        snapshots = await _asked(self.place, _SNAPSHOTS)  # before the events, which may go on meanwhile
        by_room: dict[str, list[Row]] = {}
        for values in await _asked(self.place, _EVENTS):
            by_room.setdefault(values[0], []).append(Row(*values))
        assert set(self) <= set(by_room), "a room is lost"
        for room, rows in by_room.items():
            log = self.setdefault(room, Log())
            replayed = len(log.records)
            log.take(rows)
            for text in log.records[replayed:]:
                assert list(record.replay(record.read(text)))
        for room, body in snapshots:
            kept = from_snapshot(body)
            assert kept == self[room].rooms[kept.n - 1], "a snapshot differs from its log"
        return self

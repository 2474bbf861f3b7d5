"""A room's log gone through again: the one place where events that were written become states of the room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import structlog

from meldwise.rooms import events as e
from meldwise.rooms.evolve import created, redo
from meldwise.rooms.kept import check_version, from_snapshot
from meldwise.rooms.state import Room
from meldwise.server.store import Row, Store

log = structlog.get_logger("meldwise.replay")
decode_event = msgspec.json.Decoder(e.Event).decode


class Step(msgspec.Struct, frozen=True):
    """One event of a log, and what it made of the room."""

    row: Row
    event: e.Event
    before: Room | None
    """None where the event is that the room was created."""
    after: Room
    happened: Sequence[Any]


def steps(rows: Iterable[Row], room: Room | None = None) -> Iterator[Step]:
    """Go through events from a room on, or from its creation; CaseError where other rules than these made the log."""
    for row in rows:
        event = decode_event(row.body)
        if isinstance(event, e.Created):
            check_version(event.version)
            step = Step(row, event, None, created(row.room, event, row.at), ())
        else:
            assert room is not None, "a log begins with the creation of its room"
            step = Step(row, event, room, *redo(room, event, row.at))
        yield step
        room = step.after


async def beginning(
    store: Store, room_id: str, fits: Callable[[Room], bool] = lambda _: True
) -> tuple[Room | None, list[Row]]:
    """Return the snapshot of a room, where there is one that *fits*, and the events since; else None and all events.

    A snapshot that cannot be read only saved time.
    """
    kept = await store.snapshot(room_id)
    room = None
    if kept is not None:
        try:
            room = from_snapshot(kept)
        except Exception:
            log.exception("a snapshot cannot be read", room=room_id)
    if room is not None and not fits(room):
        room = None
    return room, await store.read(room_id, 0 if room is None else room.n)

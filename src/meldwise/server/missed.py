"""What somebody missed: from memory where it is recent, else from the log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from meldwise.rooms.messages import Messages, messages
from meldwise.rooms.state import Room
from meldwise.server.desk import RECENT, Desk, id_of
from meldwise.server.outbox import MOST_WAITING
from meldwise.server.replay import beginning, steps
from meldwise.server.store import Row

MOST_MISSED = min(64, MOST_WAITING // 2)
"""Whoever missed more is sent everything instead; an outbox holds what was missed, and what happens meanwhile."""


async def missed(desk: Desk, viewer: int | None, since: int) -> list[bytes] | None:
    """Return the messages after event *since* for a viewer; None where everything must be sent."""
    room = desk.room
    joined = room.seats[viewer].joined if viewer is not None and viewer >= 0 else 1
    if not joined <= since <= room.n or room.n - since > MOST_MISSED:
        return None
    if since == room.n:
        return []
    if desk.recent and desk.recent[0].n <= since + 1:
        later = [one for one in desk.recent if one.n > since]
        if _known(later, viewer):
            return [one.to(viewer) for one in later]
    past, rows = await beginning(desk.hall.store, room.id, lambda kept: kept.n <= since)
    found = await asyncio.to_thread(_told_again, rows, past, room.n)
    _remember(desk, found)
    later = [one for one in found if one.n > since]
    later += [one for one in desk.recent if one.n > room.n]  # it may have gone on meanwhile
    whole = len(later) == desk.room.n - since  # else so much that not all of it is kept any more
    return [one.to(viewer) for one in later] if whole and _known(later, viewer) else None


def _known(later: Sequence[Messages], viewer: int | None) -> bool:
    """Tell whether all that a viewer is sent is known here: what another node told a seat of its own is not."""
    return not any([viewer in one.lacking for one in later])


def _remember(desk: Desk, found: Sequence[Messages]) -> None:
    """Keep what was made once more, as far as there is room for it: whoever comes next need not wait."""
    until = desk.recent[0].n if desk.recent else desk.room.n + 1
    before = [one for one in found if one.n < until]
    room = RECENT - len(desk.recent)
    if room and before and before[-1].n == until - 1:
        desk.recent.extendleft(reversed(before[-room:]))


def _told_again(rows: Sequence[Row], past: Room | None, until: int) -> list[Messages]:
    """Go through the log again and make the last messages of it."""
    found = []
    for step in steps([row for row in rows if row.n <= until], past):
        row = step.row
        if step.before is not None and row.n > until - MOST_MISSED:
            found.append(messages(step.before, step.after, step.event, step.happened, row.seat, id_of(row.command)))
    return found

"""What the player in turn is arranging: shown to the others as it happens, and kept about once a second."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from meldwise.notation import parse_table, write_table
from meldwise.rooms import wire
from meldwise.rooms.decide import Refused
from meldwise.rooms.state import PLAYING, is_tile_game
from meldwise.server.store import Draft, Write
from meldwise.table import tile_counts
from meldwise.tiles import Table

if TYPE_CHECKING:
    from meldwise.server.desk import Desk

SAVED_EVERY = 1.0


class Drafts:
    """The draft of one room's turn."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.draft: Draft | None = None
        self.at = 0
        """When somebody last arranged something here."""
        self._timer: asyncio.TimerHandle | None = None
        self._unsaved = False
        self._saving = False
        """Whether the store has not answered yet: while it takes nothing, drafts do not pile up before it."""

    def change(self, seat: int, text: str) -> None:
        """Take a new draft from the player in turn; Refused where it cannot lie so."""
        room = self.desk.room
        if room.phase != PLAYING or not is_tile_game(room.state) or room.state.turn != seat:
            raise Refused("no-draft-now")
        table = parse_table(text, room.rules)
        laid, before = tile_counts(table), tile_counts(room.state.table)
        if before - laid or laid - before - Counter(room.state.racks[seat]):
            raise Refused("draft-differs")
        self.draft = Draft(room.id, room.turned, seat, write_table(table))
        self._show()
        self._save_soon()

    def moved(self) -> None:
        """Hear that the game has moved on: the draft of a turn that is over is forgotten."""
        if self.draft is not None and self._is_of_this_turn(self.draft):  # somebody announced an opening (T41)
            self._show()
        else:
            self.draft = None
            self._unsaved = False

    def shown_to(self, viewer: int | None) -> str | None:
        """Return the draft a viewer may see: one's own, or everyone's where the room shows them."""
        if self.draft is None or not (self.desk.room.options.drafts or viewer == self.draft.seat):
            return None
        return self.draft.table

    def table(self) -> Table | None:
        """Return the table as it lies in the draft, if there is one."""
        return None if self.draft is None else parse_table(self.draft.table, self.desk.room.rules)

    def save(self) -> None:
        """Let the store keep it."""
        if self.draft is not None and self._unsaved:
            self._unsaved, self._saving = False, True
            self.desk.hall.write(Write(self._saved, draft=self.draft))

    def _saved(self, taken: bool | None) -> None:
        self._saving = False
        if taken is None and self.draft is not None:
            self._save_soon()

    def restore(self, kept: Draft | None) -> None:
        """Take over a draft another node, or an earlier life of this one, kept."""
        if kept is not None and self._is_of_this_turn(kept):
            self.draft = kept
            self._show()

    def _is_of_this_turn(self, draft: Draft) -> bool:
        return self.desk.room.phase == PLAYING and draft.n == self.desk.room.turned

    def _save_soon(self) -> None:
        self._unsaved = True
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SAVED_EVERY, self._save_later)

    def _save_later(self) -> None:
        self._timer = None
        if self._saving:
            self._save_soon()
        else:
            self.save()

    def _show(self) -> None:
        assert self.draft is not None
        self.at = self.desk.hall.now()
        message = wire.encode(wire.Drafted(self.draft.seat, self.draft.table))
        for viewer, outboxes in self.desk.sockets.items():
            if viewer != self.draft.seat and self.desk.room.options.drafts:
                for outbox in outboxes:
                    outbox.push(message)

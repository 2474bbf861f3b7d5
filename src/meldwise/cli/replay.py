"""`meldwise replay`: a recorded game, step by step, with all racks open or as one seat saw it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from meldwise import record
from meldwise.catalog import game_of
from meldwise.cli import board, draw, prompt, sheet
from meldwise.cli.prompt import Leave
from meldwise.cli.telling import sentences, told
from meldwise.errors import CaseError, RecordError
from meldwise.record import Record, Step
from meldwise.rummy17 import State as CardState
from meldwise.tilegame import State as TileState

HELP = "show a recorded game step by step"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("file", metavar="FILE", help="the record")
    parser.add_argument("--all", action="store_true", help="print every step without waiting")
    parser.add_argument("--seat", type=int, metavar="N", help="show only what seat N (from 0) may see")


def run(given: argparse.Namespace) -> int:
    """Show the game; a record that cannot be read or replayed is an error."""
    recorded = record.read(text_of(given.file))
    seats = len(recorded.names)
    if given.seat is not None and not 0 <= given.seat < seats:
        raise CaseError("no-such-seat", seat=given.seat, seats=seats)
    for _ in record.replay(recorded):  # a damaged record is refused before anything is shown
        pass
    prompt.prepare()
    waits = not given.all and sys.stdin.isatty() and sys.stdout.isatty()
    try:
        Show(recorded, given.seat, waits).run()
    except Leave:
        draw.say("Left before the end.")
    return 0


def text_of(path: str) -> str:
    """Read a record's text; a file that is none of ours is told in a sentence."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(record.MOST_BYTES + 1)
    except OSError as error:
        raise CaseError("unreadable-file", path=path, detail=error.strerror or "it is no file") from None
    if len(raw) > record.MOST_BYTES:
        raise RecordError("record-too-large", 1, most=record.MOST_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CaseError("unreadable-file", path=path, detail="it is not UTF-8 text") from None


class Show:
    """A record on the screen."""

    def __init__(self, recorded: Record, seat: int | None, waits: bool) -> None:
        self.record = recorded
        self.seat = seat
        self.waits = waits

    def run(self) -> None:
        """Show every step, waiting between them where somebody sits there, and the end."""
        before: Any = None
        for number, step in enumerate(record.replay(self.record)):
            if number and self.waits:
                self._wait()
            self._step(number, step, before)
            before = step.state
        if before.result is None:
            draw.heading("The record ends here: the game is unfinished")
        elif self.seat is None:
            sheet.show_result(before, self.record.names)
        else:
            sheet.show_scores(before, self.record.names)

    def _wait(self) -> None:
        if prompt.read("Enter: next step, q: quit > ").strip().lower() in ("q", "quit"):
            raise Leave

    def _step(self, number: int, step: Step, before: Any) -> None:
        names, game = self.record.names, game_of(self.record.rules)
        draw.heading(f"{self.record.rules.name} · step {number} of {len(self.record.actions)}")
        events = step.events if self.seat is None else [game.seen(event, self.seat) for event in step.events]
        for words in sentences(told(events, before, names), names):
            draw.say(words)
        self._state(step.state)

    def _state(self, state: TileState | CardState) -> None:
        names = self.record.names
        if isinstance(state, CardState):
            board.show_melds(state.melds, names, state.rules)
            draw.say("Pile ", draw.tiles(state.pile[-1:]), "   Edge ", draw.tiles((*state.edge, *state.loose)))
            self._racks(state.hands, state.turn, f"{len(state.stock)} in the stock")
        else:
            board.show_table(state.table, state.rules)
            self._racks(state.racks, state.turn, f"{len(state.pool)} in the pool")

    def _racks(self, racks: Sequence[Any], turn: int, left: str) -> None:
        """Print every rack, the one in turn marked; with a seat chosen, the others' only by their number."""
        wide = max(map(len, self.record.names))
        for seat, name in enumerate(self.record.names):
            hidden = self.seat not in (None, seat)
            rack = Text("") if hidden else draw.tiles(racks[seat])
            before = Text(f"{'>' if seat == turn else ' '} {name:{wide}} {len(racks[seat]):3}  ")
            draw.say(draw.hanging(before, rack))
        draw.say(f"  {left}")

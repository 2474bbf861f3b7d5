"""`meldwise replay`: a recorded game, step by step, with all racks open or as one seat saw it."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from meldwise import record
from meldwise.catalog import game_of
from meldwise.cli import board, cases, draw, prompt, sheet
from meldwise.cli.prompt import Leave
from meldwise.cli.telling import sentences, told
from meldwise.compare import shown
from meldwise.errors import CaseError, RecordError
from meldwise.record import Record, Step
from meldwise.review import Turn, Turns
from meldwise.rummy17 import State as CardState
from meldwise.tilegame import State as TileState
from meldwise.words import sentence

HELP = "show a recorded game step by step"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("file", metavar="FILE", help="the record ('-' for standard input)")
    parser.add_argument("--all", action="store_true", help="print every step without waiting")
    parser.add_argument("--review", action="store_true", help="say after each turn what more could have been laid")
    parser.add_argument("--seat", type=int, metavar="N", help="show only what seat N (from 0) may see")


def run(given: argparse.Namespace) -> int:
    """Show the game; a record that cannot be read or replayed is an error."""
    recorded = record.read(text_of(given.file))
    seats = len(recorded.names)
    if given.seat is not None and not 0 <= given.seat < seats:
        raise CaseError("no-such-seat", seat=given.seat, seats=seats)
    if given.review and given.seat is not None:
        raise CaseError("review-is-open")
    for _ in record.replay(recorded):  # a damaged record is refused before anything is shown
        pass
    prompt.prepare()
    waits = not given.all and sys.stdin.isatty() and sys.stdout.isatty()
    try:
        Show(recorded, given.seat, waits, given.review).run()
    except Leave:
        draw.tell("cli.left-early")
    return 0


def text_of(path: str) -> str:
    """Read a record's text, from a file or `-`; a file that is none of ours is told in a sentence."""
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            raw = file.read(record.MOST_BYTES + 1)
    except OSError as error:
        raise CaseError("unreadable-file", path=path, detail=error.strerror or cases.told("no-file")) from None
    if len(raw) > record.MOST_BYTES:
        raise RecordError("record-too-large", 1, most=record.MOST_BYTES)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CaseError("unreadable-file", path=path, detail=cases.told("not-utf8")) from None


class Show:
    """A record on the screen."""

    def __init__(self, recorded: Record, seat: int | None, waits: bool, reviewed: bool = False) -> None:
        self.record = recorded
        self.seat = seat
        self.waits = waits
        self.turns = Turns() if reviewed else None

    def run(self) -> None:
        """Show every step, waiting between them where somebody sits there, and the end."""
        before: Any = None
        for number, step in enumerate(record.replay(self.record)):
            if number and self.waits:
                self._wait()
            self._step(number, step, before)
            if self.turns and (turn := self.turns.after(number, step)):
                self._review(turn)
            before = step.state
        if before.result is None:
            draw.heading(sentence("cli.record-ends"))
        elif self.seat is None:
            sheet.show_result(before, self.record.names)
        else:
            sheet.show_scores(before, self.record.names)

    def _wait(self) -> None:
        if prompt.ask("cli.next-step").strip().lower() in ("q", "quit"):
            raise Leave

    def _step(self, number: int, step: Step, before: Any) -> None:
        names, game = self.record.names, game_of(self.record.rules)
        step_of = sentence("cli.step-of", {"step": number, "steps": len(self.record.actions)})
        draw.heading(f"{shown(self.record.rules)} · {step_of}")
        events = step.events if self.seat is None else [game.seen(event, self.seat) for event in step.events]
        for words in sentences(told(events, before, names), names):
            draw.say(words)
        self._state(step.state)

    def _review(self, turn: Turn) -> None:
        game = game_of(self.record.rules)
        facts = {"name": self.record.names[turn.seat], "laid": turn.laid, "most": turn.most}
        if turn.better:
            draw.say(sentence("laid-less", facts))
            for action in turn.better:
                draw.say(f"  {game.write_action(action).partition(' ')[2]}")
        elif turn.laid:
            draw.say(sentence("laid-most", facts))

    def _state(self, state: TileState | CardState) -> None:
        names = self.record.names
        if isinstance(state, CardState):
            board.show_melds(state.melds, names, state.rules)
            board.show_pile(draw.tiles(state.pile[-1:]), draw.tiles((*state.edge, *state.loose)))
            self._racks(state.hands, state.turn, sentence("cli.in-stock", {"count": len(state.stock)}))
        else:
            board.show_table(state.table, state.rules)
            self._racks(state.racks, state.turn, sentence("cli.in-pool", {"count": len(state.pool)}))

    def _racks(self, racks: Sequence[Any], turn: int, left: str) -> None:
        """Print every rack, the one in turn marked; with a seat chosen, the others' only by their number."""
        wide = max(map(len, self.record.names))
        for seat, name in enumerate(self.record.names):
            hidden = self.seat not in (None, seat)
            rack = Text("") if hidden else draw.tiles(racks[seat])
            before = Text(f"{'>' if seat == turn else ' '} {name:{wide}} {len(racks[seat]):3}  ")
            draw.say(draw.hanging(before, rack))
        draw.say(f"  {left}")

"""A person's turn in a tile game: the screen, and what may be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldwise.cli import board, draw, prompt
from meldwise.cli.draft import Draft, begin, marks
from meldwise.cli.moves import edit
from meldwise.cli.prompt import Slip
from meldwise.errors import IllegalAction
from meldwise.live import LiveGame
from meldwise.ruleset import TileRules
from meldwise.tilegame import Announce, Draw, Pass, Play, View
from meldwise.words import sentence

PROMPT = "> "

JOKERS = ("J", "D", "C", "M", "Jk")
"""The kinds of joker a newcomer is told about; one of the coloured ones stands for all."""

MANUAL = (
    ("b3 b4 b5", "manual.row"),
    ("2 b6", "manual.add"),
    ("2 b4 > 5", "manual.move"),
    ("2 b4 > new", "manual.move-new"),
    ("k4 2 b4 3 r4 > new", "manual.move-many"),
    ("2 b6 > rack", "manual.take-back"),
    ("2 = J b3 b4", "manual.order"),
    ("undo   reset", "manual.undo"),
    ("end", "manual.end"),
    ("draw", "manual.draw"),
    ("pass", "manual.pass"),
    ("announce", "manual.announce"),
    ("sort", "manual.sort"),
    ("rules   rules T16", "manual.rules"),
    ("quit", "manual.quit"),
)


def greeting(rules: TileRules) -> list[str]:
    """Tell a newcomer what to do, in a few lines."""
    jokers = [sentence(f"joker.{kind}") for kind in JOKERS if kind in rules.jokers.split()]
    return [
        sentence("greeting.aim"),
        sentence("greeting.opening", {"points": rules.opening_points}),
        sentence("greeting.typing"),
        sentence("greeting.colors", {"colors": board.colors(rules)}),
        sentence("greeting.jokers", {"jokers": ", ".join(jokers)}),
        sentence("greeting.help"),
    ]


class TileTurn:
    """The person's seat at a tile game; asks until a turn is decided."""

    def __init__(self, live: LiveGame, seat: int, names: Sequence[str]) -> None:
        self.live = live
        self.seat = seat
        self.names = names
        self.by_number = False
        self.steps: list[Draft] = []

    @property
    def draft(self) -> Draft:
        """The turn so far."""
        return self.steps[-1]

    def act(self) -> list[Any]:
        """Show the game and return what the person decides to do."""
        self.steps = [begin(self._view())]
        self._screen()
        return prompt.converse(PROMPT, self._commands(), self._edit)

    def _commands(self) -> dict[str, prompt.Command]:
        return {
            "end": self._end,
            "draw": self._draw,
            "pass": self._pass,
            "announce": self._announce,
            "undo": self._undo,
            "reset": self._reset,
            "sort": self._sort,
            prompt.ENTER: lambda _: self._screen(),
            "show": lambda _: self._screen(),
            "rules": prompt.rulebook(self._view().rules),
            "?": self._help,
            "help": self._help,
            "quit": prompt.quit_game,
        }

    def _view(self) -> View:
        view: View = self.live.view(self.seat)
        return view

    def _edit(self, line: str) -> None:
        self.steps.append(edit(self.draft, line))
        self._board()

    def _end(self, _: str) -> list[Any]:
        return [self._allowed(Play(self.seat, self.draft.result))]

    def _draw(self, _: str) -> list[Any]:
        self._check_untouched("draw")
        return [self._allowed(Draw(self.seat))]

    def _pass(self, _: str) -> list[Any]:
        self._check_untouched("pass")
        return [self._allowed(Pass(self.seat))]

    def _announce(self, _: str) -> list[Any]:
        """Draw and announce in one go: an announcement follows a draw, and binds to nothing (T41, R20)."""
        view = self._view()
        if view.opened[self.seat] or not view.rules.unopened_able_penalty:
            self._allowed(Announce(self.seat))
        self._check_untouched("announce")
        return [self._allowed(Draw(self.seat)), Announce(self.seat)]

    def _undo(self, _: str) -> None:
        if len(self.steps) == 1:
            raise Slip("slip.nothing-to-undo")
        self.steps.pop()
        self._board()

    def _reset(self, _: str) -> None:
        self.steps = self.steps[:1]
        self._board()

    def _sort(self, rest: str) -> None:
        wanted = rest.strip().lower()
        if wanted and not any(word.startswith(wanted) for word in ("colour", "color", "number")):
            raise Slip("slip.sort", rest.index(rest.strip()) + 1)
        self.by_number = "number".startswith(wanted) if wanted else not self.by_number
        self._rack()

    def _help(self, _: str) -> None:
        announcing = self._view().rules.unopened_able_penalty
        board.show_manual([line for line in MANUAL if announcing or line[0] != "announce"])
        draw.tell("manual.last")

    def _allowed(self, action: Any) -> Any:
        if reasons := self.live.judge(action):
            raise IllegalAction(reasons)
        return action

    def _check_untouched(self, command: str) -> None:
        if self.draft.changed:
            raise Slip("slip.moved", command=command)

    def _screen(self) -> None:
        view = self._view()
        draw.heading(f"{sentence('cli.your-turn')} · {_pool(view)}")
        notes = [_note(view, seat) for seat in range(len(view.counts))]
        board.show_players(self.names, view.counts, notes, sentence("cli.tiles-held"))
        self._board()

    def _board(self) -> None:
        draft = self.draft
        board.label("cli.table")
        board.show_table(draft.rows, draft.rules, marks(draft))
        self._rack()
        self._status()

    def _rack(self) -> None:
        rack = self.draft.rack
        board.label("cli.rack-by-number" if self.by_number else "cli.rack-by-color", count=len(rack))
        board.show_rack(rack, self._view().last_drawn, self.by_number)

    def _status(self) -> None:
        draft, needed = self.draft, self.draft.rules.opening_points
        if draft.opened or not draft.changed:
            return
        code = "cli.opening-enough" if draft.opening >= needed else "cli.opening-short"
        draw.tell(code, points=draft.opening, needed=needed)


def _note(view: View, seat: int) -> str:
    if view.announced[seat]:
        return sentence("cli.announced")
    return sentence("cli.opened") if view.opened[seat] else ""


def _pool(view: View) -> str:
    if view.pool:
        return sentence("cli.in-pool", {"count": view.pool})
    return sentence("cli.pool-empty-first" if view.rules.first_pass_ends else "cli.pool-empty-all")

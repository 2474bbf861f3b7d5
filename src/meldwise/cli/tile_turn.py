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

PROMPT = "> "

JOKERS = {
    "J": "J is any tile",
    "D": "D double, two tiles",
    "C": "C changes the colour of a run",
    "M": "M mirror, in the middle",
    "Jk": "Jk Jr Jb Jo, each any tile of its colour",
}

MANUAL = """\
b3 b4 b5          lay a new row from your rack (k8 r8 o8 / b3 b4 b5 lays two)
2 b6              add b6 from your rack to row 2 (or: b6 > 2)
2 b4 > 5          move b4 from row 2 to row 5;  2 > 5 moves the whole row
2 b4 > new        move b4 from row 2 to a new row
k4 2 b4 3 r4 > new   from rack and rows at once: tiles after a number are
                  taken from that row, tiles with no number from your rack
2 b6 > rack       take back what you laid this turn
2 = J b3 b4       put row 2 into this order
undo   reset      one step back; the whole turn back
end               end the turn: every row must be a set; nothing is lost if not
draw              take a tile instead of laying; ends the turn
pass              do nothing, once the pool is empty
{announce}sort              rack by colour or by number, in turn
rules   rules T16 the rules, or one of them;   Enter shows the table again
quit              leave the game
Nothing is final before end. Words may be shortened: un, dr, so."""

ANNOUNCE = "announce          draw, and announce an opening for your next turn (T41)\n"


def greeting(rules: TileRules) -> list[str]:
    """Tell a newcomer what to do, in a few lines."""
    jokers = [words for kind, words in JOKERS.items() if kind in rules.jokers.split()]
    return [
        "Be first to empty your rack: lay runs (b3 b4 b5) and groups (k8 r8 o8) of 3 up.",
        f"Your first lay, the opening: from your rack alone, {rules.opening_points} points or more.",
        "Type tiles to lay a row, 2 b6 to add b6 to row 2, then end; or draw a tile.",
        "Colours: k black, r red, b blue, o orange.",
        f"Jokers: {', '.join(jokers)}.",
        "? shows all you can type, quit leaves.",
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
        self._check_untouched("draw and announce")
        return [self._allowed(Draw(self.seat)), Announce(self.seat)]

    def _undo(self, _: str) -> None:
        if len(self.steps) == 1:
            raise Slip("There is nothing to undo.")
        self.steps.pop()
        self._board()

    def _reset(self, _: str) -> None:
        self.steps = self.steps[:1]
        self._board()

    def _sort(self, rest: str) -> None:
        wanted = rest.strip().lower()
        if wanted and not any(word.startswith(wanted) for word in ("colour", "color", "number")):
            raise Slip("sort colour or sort number; sort alone changes over.", rest.index(rest.strip()) + 1)
        self.by_number = "number".startswith(wanted) if wanted else not self.by_number
        self._rack()

    def _help(self, _: str) -> None:
        announce = ANNOUNCE if self._view().rules.unopened_able_penalty else ""
        draw.say(MANUAL.format(announce=announce))

    def _allowed(self, action: Any) -> Any:
        if reasons := self.live.judge(action):
            raise IllegalAction(reasons)
        return action

    def _check_untouched(self, deed: str) -> None:
        if self.draft.changed:
            raise Slip(f"You have moved tiles this turn: end it, or reset and {deed}.")

    def _screen(self) -> None:
        view = self._view()
        pool = f"{view.pool} in the pool" if view.pool else _empty_pool(view.rules)
        draw.heading(f"Your turn · {pool}")
        notes = [_note(view, seat) for seat in range(len(view.counts))]
        board.show_players(self.names, view.counts, notes, "Tiles")
        self._board()

    def _board(self) -> None:
        draft = self.draft
        board.label("Table")
        board.show_table(draft.rows, draft.rules, marks(draft))
        self._rack()
        self._status()

    def _rack(self) -> None:
        rack = self.draft.rack
        order = "number" if self.by_number else "colour"
        board.label(f"Your rack: {board.counted(len(rack), 'tile')} by {order}")
        board.show_rack(rack, self._view().last_drawn, self.by_number)

    def _status(self) -> None:
        draft, needed = self.draft, self.draft.rules.opening_points
        if draft.opened or not draft.changed:
            return
        enough = "enough, end lays it" if draft.opening >= needed else f"it needs {needed}"
        draw.say(f"Your opening so far: {draft.opening} points; {enough}.")


def _note(view: View, seat: int) -> str:
    if view.announced[seat]:
        return "announced"
    return "opened" if view.opened[seat] else ""


def _empty_pool(rules: TileRules) -> str:
    ends = "the first to pass ends the game" if rules.first_pass_ends else "the game ends when all pass in a row"
    return f"the pool is empty: {ends}"

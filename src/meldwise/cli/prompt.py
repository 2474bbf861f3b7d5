"""A person at the prompt: lines read alike from a terminal and from a pipe, words understood, slips explained."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from meldwise.cli import draw
from meldwise.cli.check import explained
from meldwise.errors import IllegalAction, MeldwiseError, NotationError
from meldwise.ruleset import Ruleset
from meldwise.words import listed, sentence

SHORTEST = 2
"""Letters a shortened command needs: single letters may be jokers (`d`, `c`, `m`)."""

ENTER = ""
"""The command an empty line is."""

Command = Callable[[str], list[Any] | None]
"""Does what the rest of the line says; returns actions where the person has decided, None to go on asking."""


class Leave(Exception):
    """The person has had enough."""


class Slip(Exception):
    """A line that cannot be done, told by a code; *column* is where it goes wrong, 0 where nowhere special."""

    def __init__(self, code: str, column: int = 0, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
        self.column = column

    def __str__(self) -> str:
        return sentence(self.code, self.facts)


def prepare() -> None:
    """Make reading safe: odd bytes become question marks, and a terminal gets line editing where there is any."""
    if sys.stdin is None:  # closed by whoever started us
        sys.stdin = io.StringIO()
    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - importing it is what makes input() editable


def ask(code: str, **facts: Any) -> str:
    """Ask something in words, and read the answer."""
    return read(f"{sentence(code, facts)} > ")


def answers(code: str) -> list[str]:
    """Return the words for yes or no: those of the language, and the English ones."""
    return [*sentence(code).split(), *sentence(code, {}, "en").split()]


def read(prompt: str) -> str:
    """Read a line; the end of the input is a farewell. What comes through a pipe is shown as if it were typed."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        raise Leave from None
    if not sys.stdin.isatty():
        print("".join(c if c.isprintable() else "?" for c in line))
    return line.replace(",", " ").replace("\t", " ").replace("\0", "?")


def converse(prompt: str, commands: Mapping[str, Command], otherwise: Command) -> list[Any]:
    """Ask until a command, or a line that is none, returns actions. Nothing that is typed ends in a traceback."""
    while True:
        line = read(prompt)
        try:
            done = _obey(line, commands, otherwise)
        except Slip as slip:
            _point(slip.column, prompt)
            draw.say(Text(str(slip), style="yellow"))
        except IllegalAction as refused:
            for reason in refused.reasons:
                draw.say(Text(f"{sentence('cli.not-allowed', {'why': explained(reason)})}.", style="yellow"))
        except MeldwiseError as error:
            _point(error.column if isinstance(error, NotationError) else 0, prompt)
            draw.say(Text(str(error), style="yellow"))
        else:
            if done is not None:
                return done


def quit_game(_: str) -> None:
    """Leave."""
    raise Leave


def rulebook(rules: Ruleset) -> Command:
    """Return the command that prints the rules, or one of them."""

    def tell(rest: str) -> None:
        from meldwise.cli import rules as book

        wanted = rest.strip() or None
        with contextlib.nullcontext() if wanted or not draw.console().is_terminal else draw.console().pager():
            book.run(argparse.Namespace(key=rules.text, rules=None, id=wanted))

    return tell


def _obey(line: str, commands: Mapping[str, Command], otherwise: Command) -> list[Any] | None:
    words = line.split()
    if not words:
        return commands[ENTER]("")
    name = _command(words[0].lower(), commands)
    if name is None:
        return otherwise(line)
    return commands[name](line.replace(words[0], " " * len(words[0]), 1))


def _command(word: str, commands: Mapping[str, Command]) -> str | None:
    """Return the command a word means, whole or shortened; None where it is no word at all."""
    if word in commands:
        return word
    if not (word.isascii() and word.isalpha() and len(word) >= SHORTEST) or word.startswith("j"):
        return None
    found = [name for name in commands if name.startswith(word)]
    if len(found) == 1:
        return found[0]
    near = found or difflib.get_close_matches(word, commands, n=2)
    if near:
        raise Slip("slip.command-near", 1, word=word[:24], near=listed(near, "list.or"))
    raise Slip("slip.command", 1, word=word[:24])


def _point(column: int, prompt: str) -> None:
    """Point at the character where a line goes wrong, if it is on the screen."""
    if 0 < column < draw.width() - len(prompt):
        draw.say(Text(" " * (len(prompt) + column - 1) + "^", style="yellow"))

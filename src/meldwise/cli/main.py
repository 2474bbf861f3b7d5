"""The program `meldwise`. It leaves with 0: done; 1: the one case is invalid or illegal; 2: unreadable input."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from meldwise import __version__, api
from meldwise.cli import cases
from meldwise.errors import CaseError, MeldwiseError
from meldwise.words import LANGUAGES, choice, sentence, speaking

CASES = ("check", "judge", "best", "score")
OTHERS = ("rules", "play", "replay", "verify", "simulate", "serve")
ANY_RULES = ("replay", "verify", "serve")
"""They are not about one ruleset: a record names its own, and so does a table."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the words in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2."""
        self.exit(2, f"{self.prog}: {message}.\n")


def run() -> NoReturn:
    """Run the program and leave with its status."""
    with contextlib.suppress(AttributeError):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - closed by whoever started us
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except OSError as error:  # a disk is full, a device refuses
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        where = f" ({error.filename})" if error.filename else ""
        facts = {"detail": f"{error.strerror or error}{where}"}
        print(f"meldwise: {sentence('cli.failed', facts, choice.of_environment(os.environ))}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def main(words: Sequence[str]) -> int:
    """Do what the words say and return the exit status."""
    parser = build_parser()
    given = parser.parse_args(words)
    with speaking(given.lang or choice.of_environment(os.environ)):
        try:
            if given.command in CASES:
                return _run_case(_module(given.command), given)
            status: int = _module(given.command).run(given)
            return status
        except MeldwiseError as error:
            print(f"meldwise: {error}", file=sys.stderr)
            return 2


def build_parser() -> Parser:
    """Build the parser, each command adding its own options."""
    parser = Parser(prog="meldwise", description="The rules of seven tile and card rummy games: judged and explained.")
    parser.add_argument("--version", action="version", version=f"meldwise {__version__}")
    _add_language(parser, None)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for name in (*CASES, *OTHERS):
        module = _module(name)
        sub = commands.add_parser(name, help=module.HELP, description=module.HELP)
        _add_language(sub, argparse.SUPPRESS)
        if name not in ANY_RULES:
            sub.add_argument("--rules", help="a ruleset's key, or a house-rules FILE.toml")
        if name in CASES:
            one = sub.add_mutually_exclusive_group()
            one.add_argument("--case", metavar="JSON", help="one case as a JSON object; prints one JSON object")
            one.add_argument("--batch", metavar="FILE", help="many cases as JSON Lines ('-' for standard input)")
        module.add_options(sub)
    return parser


def _add_language(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=default, help=f"the language of the answers (else {choice.VARIABLE}, LANG)"
    )


def _run_case(module: ModuleType, given: argparse.Namespace) -> int:
    whole = next((f"--{name}" for name in ("batch", "case") if getattr(given, name) is not None), None)
    shared: tuple[str, ...] = getattr(module, "COMMON", ())
    common = ("command", "lang", "rules", "case", "batch", *shared)
    extra = [name for name, value in vars(given).items() if name not in common and value not in (None, False)]
    if whole and extra:
        raise CaseError("options-clash", option=f"--{extra[0]}", other=whole)
    defaults = {} if given.rules is None else {"rules": rules_text(given.rules)}
    defaults |= {name: value for name in shared if (value := getattr(given, name)) is not None}
    if given.batch is not None:
        return cases.run_batch(given.batch, module.answer, defaults)
    if given.case is not None:
        case = cases.parse_case(given.case)
        answer = {"id": case.get("id"), **module.answer(defaults | case)}
        print(json.dumps(answer))
        return 0 if answer.get("valid", answer.get("legal", True)) else 1
    status: int = module.tell(defaults | module.case_of(given))
    return status


def rules_text(words: str) -> str:
    """Return the one-word text of a ruleset given by key or by house-rules file."""
    if not words.lower().endswith(".toml"):
        return words
    try:
        return api.ruleset(Path(words)).text
    except (OSError, UnicodeDecodeError) as error:
        detail = error.strerror if isinstance(error, OSError) else cases.told("not-utf8")
        raise CaseError("unreadable-file", path=words, detail=detail or cases.told("no-file")) from None


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"meldwise.cli.{name}")

"""Cases as JSON objects: their keys read strictly, one by one or in batches."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NoReturn

from meldwise import api
from meldwise.errors import CaseError, MeldwiseError, NotationError
from meldwise.notation import parse_set
from meldwise.ruleset import AnyRules, Ruleset
from meldwise.tiles import Table

Case = dict[str, Any]
Answer = dict[str, Any]
Answerer = Callable[[Case], Answer]

MOST_LINE = 1 << 20


def told(detail: str) -> dict[str, Any]:
    """Return a detail of an error that has words of its own."""
    return {"code": f"detail.{detail}", "facts": {}}


def text(case: Case, key: str) -> str:
    """Return a key that must be text."""
    value = _needed(case, key)
    if not isinstance(value, str):
        raise CaseError("wrong-type", key=key, wanted="text")
    return value


def flag(case: Case, key: str, default: bool | None = None) -> bool:
    """Return a key that must be true or false."""
    value = case.get(key, default) if default is not None else _needed(case, key)
    if not isinstance(value, bool):
        raise CaseError("wrong-type", key=key, wanted="truth")
    return value


def texts(case: Case, key: str, default: list[str] | None = None) -> list[str]:
    """Return a key that must be a list of texts."""
    value = case.get(key, default) if default is not None else _needed(case, key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise CaseError("wrong-type", key=key, wanted="texts")
    return value


def objects(case: Case, key: str) -> list[Case]:
    """Return a key that must be a list of objects."""
    value = _needed(case, key)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise CaseError("wrong-type", key=key, wanted="objects")
    return value


def rules(case: Case) -> AnyRules:
    """Return the case's ruleset."""
    return api.ruleset(text(case, "rules"))


def table(case: Case, key: str, ruleset: Ruleset, default: list[str] | None = None) -> Table:
    """Return a table given as a list of sets."""
    sets = []
    for row in texts(case, key, default):
        if not row.strip():
            raise NotationError("empty-set", "", 1)
        sets.append(parse_set(row, ruleset))
    return tuple(sets)


def rows(text: str) -> list[str]:
    """Return the sets of a table written on one line."""
    return text.split("/") if text.strip() else []


def parse_case(line: str) -> Case:
    """Read one JSON object; what JSON does not know (NaN, endless numbers) is refused."""
    try:
        case = json.loads(line, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise CaseError("bad-json", detail=_short(error)) from None
    if not isinstance(case, dict):
        raise CaseError("bad-json", detail=told("another-value"))
    return case


def run_batch(path: str, answer: Answerer, defaults: Case) -> int:
    """Answer JSON Lines one by one, in constant memory; a bad line is answered with its error."""
    if path == "-" and sys.stdin is None:
        raise CaseError("unreadable-file", path="-", detail=told("closed"))
    try:
        stream = sys.stdin.buffer if path == "-" else Path(path).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise CaseError("unreadable-file", path=path, detail=error.strerror or told("no-file")) from None
    with stream:
        for reply in answers(_lines(stream), answer, defaults):
            sys.stdout.write(reply + "\n")
            if path == "-":  # whoever asks line by line waits for the answer
                sys.stdout.flush()
    return 0


def answers(lines: Iterable[str | MeldwiseError], answer: Answerer, defaults: Case) -> Iterator[str]:
    """Yield one line of JSON for each case."""
    for line in lines:
        case: Case = {}
        try:
            if isinstance(line, MeldwiseError):
                raise line
            case = parse_case(line)
            reply = {"id": case.get("id"), **answer(defaults | case)}
        except MeldwiseError as error:
            reply = {"id": case.get("id"), "error": error.code, "message": str(error)}
        yield json.dumps(reply)


def _lines(stream: IO[bytes]) -> Iterator[str | MeldwiseError]:
    """Yield the lines that are not blank; one too long or not UTF-8 is yielded as its error."""
    first = True
    while raw := stream.readline(MOST_LINE):
        if len(raw) == MOST_LINE and not raw.endswith(b"\n"):
            _skip_line(stream)
            yield CaseError("line-too-long", most=MOST_LINE)
            continue
        try:
            line = raw.decode("utf-8-sig" if first else "utf-8")
        except UnicodeDecodeError:
            yield CaseError("not-utf8")
            continue
        finally:
            first = False
        if line.strip():
            yield line


def _skip_line(stream: IO[bytes]) -> None:
    while (raw := stream.readline(MOST_LINE)) and not raw.endswith(b"\n"):
        pass


def _needed(case: Case, key: str) -> Any:
    if key not in case:
        raise CaseError("missing-key", key=key)
    return case[key]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _short(error: BaseException) -> Any:
    return told("too-deep") if isinstance(error, RecursionError) else str(error).rstrip(".")[:120]

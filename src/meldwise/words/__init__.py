"""Words are made here, at the edge, and nowhere else: from a code, its facts, and the catalogue of a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from meldwise.words.catalogue import LANGUAGES, messages

__all__ = [
    "LANGUAGES", "cited", "decimal", "language", "listed", "messages", "parts", "percent", "printable", "sentence",
    "speaking",
]  # fmt: skip

_SPOKEN: ContextVar[str] = ContextVar("language", default="en")
_NAME = "_name"


def language() -> str:
    """Return the language that is spoken where nobody asks for another."""
    return _SPOKEN.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Speak another language for a while."""
    before = _SPOKEN.set(wanted)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def sentence(code: str, facts: Mapping[str, Any] | None = None, wanted: str | None = None) -> str:
    """Put a code and its facts into words."""
    return "".join(map(str, parts(code, facts or {}, wanted)))


def parts(code: str, facts: Mapping[str, Any], wanted: str | None = None) -> list[Any]:
    """Return a message in pieces, its facts among them as they are told.

    A fact that is a reason itself (`why`) is told in words, and `{color_name}` is the message `color.r` where the fact
    `color` is `r`.
    """
    spoken = wanted or language()
    pieces = messages(spoken)[code].chosen(facts, spoken).pieces
    return [_told(piece, facts, spoken) if i % 2 else piece for i, piece in enumerate(pieces)]


def _told(name: str, facts: Mapping[str, Any], spoken: str) -> Any:
    if name not in facts and name.endswith(_NAME):
        group = name.removesuffix(_NAME)
        return sentence(f"{group}.{facts[group]}".replace(" ", "-"), facts, spoken)
    value = facts[name]
    if isinstance(value, Mapping):
        return sentence(value["code"], value["facts"], spoken)
    return printable(value) if isinstance(value, str) else value


def listed(words: Sequence[str], how: str = "list.and", wanted: str | None = None) -> str:
    """Write a list as a sentence does: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return sentence(how, {"first": ", ".join(words[:-1]), "last": words[-1]}, wanted)


def decimal(number: float, digits: int = 1, signed: bool = False) -> str:
    """Write a number with the language's decimal sign."""
    return f"{number:{'+' if signed else ''}.{digits}f}".replace(".", sentence("number.decimal"))


def percent(share: float) -> str:
    """Write a share of one in hundredths."""
    return sentence("number.percent", {"number": decimal(100 * share)})


def printable(text: str) -> str:
    """Return text that cannot command a terminal: what is quoted may come from anywhere."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def cited(text: str, rules: Iterable[str]) -> str:
    """Add the rules a sentence stands on: `… needs another colour after it (T16)`."""
    ids = ", ".join(dict.fromkeys(rules))
    return f"{text} ({ids})" if ids else text

"""What can go wrong, as values: reasons with stable codes; the words are made at the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meldwise.words import sentence


class Reason(msgspec.Struct, frozen=True):
    """One rule broken: a stable code, the facts of the case, and the ids of the rules it breaks."""

    code: str
    facts: Mapping[str, Any] = {}
    rules: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.code, self.rules))

    @property
    def plain(self) -> dict[str, Any]:
        """The code and the facts as plain data, to be told inside another reason."""
        return {"code": self.code, "facts": dict(self.facts)}


NOTHING = "—"
"""A fact that is empty, in any language."""


class MeldwiseError(ValueError):
    """Anything the library refuses to read or do, with a code and facts to put into words."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return self.said()

    def said(self, language: str | None = None) -> str:
        """Put it into words, of a language or of the one that is spoken."""
        return sentence(self.code, self.facts, language)

    @property
    def plain(self) -> dict[str, Any]:
        """The code and the facts as plain data, to be told inside another error."""
        return {"code": self.code, "facts": self.facts}

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[MeldwiseError], args: tuple[Any, ...], fields: dict[str, Any]) -> MeldwiseError:
    """Build an error again that came from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class NotationError(MeldwiseError):
    """Text that is no tile, set, table or position; `text` and `column` point at the character."""

    def __init__(self, code: str, text: str, column: int, **facts: Any) -> None:
        super().__init__(code, text=text, column=column, **facts)
        self.text = text
        self.column = column

    def moved(self, columns: int) -> NotationError:
        """Return the same error in a longer line that has so many characters before it."""
        return NotationError(**{**self.facts, "code": self.code, "column": self.column + columns})


class RulesetError(MeldwiseError):
    """A ruleset nobody knows, or house rules that cannot be."""


class CaseError(MeldwiseError):
    """A case that asks nothing sensible: a wrong key, too many copies of a tile, an impossible end."""


class RecordError(MeldwiseError):
    """A record that cannot be read or replayed; `line` counts from one."""

    def __init__(self, code: str, line: int, **facts: Any) -> None:
        super().__init__(code, line=line, **facts)
        self.line = line


class IllegalAction(MeldwiseError):
    """A forbidden action; the old state still stands. `reasons` says why."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        super().__init__(reasons[0].code, **reasons[0].facts)
        self.reasons = tuple(reasons)

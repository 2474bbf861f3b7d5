"""Which form of a word goes with a number, as CLDR's plural rules say for whole numbers."""

from __future__ import annotations

from collections.abc import Callable

ONE, FEW, MANY, OTHER = "one", "few", "many", "other"


def _one_or_other(number: int) -> str:
    return ONE if number == 1 else OTHER


def _polish(number: int) -> str:
    if number == 1:
        return ONE
    return FEW if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else MANY


def _slovak(number: int) -> str:
    if number == 1:
        return ONE
    return FEW if number in (2, 3, 4) else OTHER


_RULES: dict[str, Callable[[int], str]] = {
    "en": _one_or_other,
    "hu": _one_or_other,
    "pl": _polish,
    "sk": _slovak,
    "fi": _one_or_other,
}
CATEGORIES = {
    "en": (ONE, OTHER),
    "hu": (ONE, OTHER),
    "pl": (ONE, FEW, MANY),
    "sk": (ONE, FEW, OTHER),
    "fi": (ONE, OTHER),
}
"""The forms whole numbers ask for; fractions, which are counted nowhere here, ask for others."""


def plural(number: int, language: str) -> str:
    """Return the form a whole number asks for."""
    return _RULES[language](abs(number))

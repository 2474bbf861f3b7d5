"""A ruleset's rulebook, with every example that says the same in it."""

from __future__ import annotations

from functools import cache

from meldwise.api import readings, why_not
from meldwise.errors import MeldwiseError
from meldwise.words.rulebook import Example, Rulebook, rulebook


@cache
def book_of(key: str, language: str) -> Rulebook:
    """Return the rules of a ruleset in one language, with the examples of others that say the same in it."""
    return rulebook(language).of(key, lambda example: _said(example, example.rules) == _said(example, key))


def _said(example: Example, key: str) -> object:
    """Return what a ruleset says of a row: its readings, or what is wrong with it."""
    try:
        return readings(example.set, key) or why_not(example.set, key)
    except MeldwiseError:
        return None  # a joker that this box has not

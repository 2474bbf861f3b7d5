"""The rules and rulings in our words, read from one file: the `rules` command and the docs print from it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

BOOKS = {"hu": "Hungarian Twist", "pl": "Polish 3-in-1", "sk": "Slovak Twist", "fi": "Finnish", "r17": "Rummy 17"}
"""The printed rulebooks, as we name them."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row under a ruleset, whether it is a set, and what to notice."""

    rules: str
    set: str
    valid: bool
    note: str = ""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heading; *family* is `tiles` or `cards`."""

    key: str
    title: str
    family: str


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: where it holds, which printed books say it, its words, and how single rulesets differ."""

    id: str
    section: str
    title: str
    rulesets: tuple[str, ...]
    books: tuple[str, ...]
    text: str
    differs: dict[str, str] = {}
    example: tuple[Example, ...] = ()


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the books leave open, what we chose, and why."""

    id: str
    rule: str
    rulesets: tuple[str, ...]
    open: str
    choice: str
    why: str


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sections, rules and rulings, in the order they are told."""

    section: tuple[Section, ...]
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...]

    def rules_of(self, section: str, key: str | None = None) -> list[Rule]:
        """Return the rules of a section, of all rulesets or of one."""
        return [rule for rule in self.rule if rule.section == section and (key is None or key in rule.rulesets)]

    def rulings_on(self, rule: str, key: str | None = None) -> list[Ruling]:
        """Return the rulings that settle a rule."""
        return [ruling for ruling in self.ruling if ruling.rule == rule and (key is None or key in ruling.rulesets)]


@cache
def rulebook(language: str = "en") -> Rulebook:
    """Return the rules in one language."""
    text = files("meldwise.words").joinpath(f"rules_{language}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Rulebook)


def told_by(rule: Rule) -> str:
    """Say which printed books a rule comes from."""
    names = [BOOKS[book] for book in rule.books]
    if not names:
        return "No book says it outright; see the ruling."
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"Told by the {listed} book{'s' if len(names) > 1 else ''}."

"""The rules and rulings in our words, one file a language: the `rules` command and the docs print from it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from meldwise.words import listed, sentence

BOOKS = ("hu", "pl", "sk", "fi", "r17")
"""The printed rulebooks; their names are messages, `book.hu` and so on."""


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

    def of(self, key: str, fits: Callable[[Example], bool] | None = None) -> Rulebook:
        """Return what of it holds in one ruleset; examples of others only where one *fits*."""
        rules = [_rule_of(rule, key, fits) for rule in self.rule if key in rule.rulesets]
        told = {rule.section for rule in rules}
        return Rulebook(
            tuple(section for section in self.section if section.key in told),
            tuple(rules),
            tuple(ruling for ruling in self.ruling if key in ruling.rulesets),
        )


def _rule_of(rule: Rule, key: str, fits: Callable[[Example], bool] | None) -> Rule:
    differs = {name: words for name, words in rule.differs.items() if name == key}
    own = {one.set for one in rule.example if one.rules == key}
    others = [one for one in rule.example if fits and one.set not in own and fits(one)]
    first = {one.set: one for one in reversed(others)}
    told = tuple(one for one in rule.example if one.rules == key or first.get(one.set) is one)
    return replace(rule, differs=differs, example=told)


@cache
def rulebook(language: str = "en") -> Rulebook:
    """Return the rules in one language."""
    text = files("meldwise.words").joinpath(f"rules_{language}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Rulebook)


def told_by(rule: Rule) -> str:
    """Say which printed books a rule comes from."""
    if not rule.books:
        return sentence("cli.told-by-none")
    names = listed([sentence(f"book.{book}") for book in rule.books])
    return sentence("cli.told-by", {"books": names, "count": len(rule.books)})

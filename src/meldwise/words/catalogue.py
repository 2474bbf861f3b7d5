"""The catalogues, one a language, in inlang's message format: what the page compiles is what is read here.

A message is a text with facts in braces, or a choice between texts: `declarations` name the facts and the plural
forms made of them, `match` tells which text goes with which of them; the first that fits is taken, `*` fits all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from meldwise.words.plurals import plural

LANGUAGES = {"en": "English", "hu": "magyar", "pl": "polski", "sk": "slovenčina", "fi": "suomi"}
"""Every language there is a catalogue of, by its own name."""
SCHEMA = "$schema"
ANY = "*"
_BRACES = re.compile(r"\{(\w+)\}")
_LOCAL = re.compile(r"local (\w+) = (\w+): plural")


class Variant(msgspec.Struct, frozen=True):
    """One text of a message, and what has to hold for it."""

    when: tuple[tuple[str, str], ...]
    pieces: tuple[str, ...]
    """What stands between the braces, and at odd places what stands in them."""

    @property
    def text(self) -> str:
        """The text as it was written."""
        return "".join(f"{{{piece}}}" if i % 2 else piece for i, piece in enumerate(self.pieces))

    @property
    def names(self) -> tuple[str, ...]:
        """What stands in braces."""
        return self.pieces[1::2]


class Message(msgspec.Struct, frozen=True):
    """What a code says in one language."""

    variants: tuple[Variant, ...]
    inputs: tuple[str, ...] = ()
    """Facts a choice is made by or with."""
    plurals: dict[str, str] = {}
    """The fact of which each local name is the plural form."""

    @property
    def text(self) -> str:
        """The text that fits where no other does."""
        return self.variants[-1].text

    def chosen(self, facts: Mapping[str, Any], language: str) -> Variant:
        """Return the variant that fits the facts."""
        return next(variant for variant in self.variants if self._fits(variant, facts, language))

    def _fits(self, variant: Variant, facts: Mapping[str, Any], language: str) -> bool:
        return all(wanted in (ANY, self._value(name, facts, language)) for name, wanted in variant.when)

    def _value(self, name: str, facts: Mapping[str, Any], language: str) -> str:
        fact = self.plurals.get(name)
        return str(facts[name]) if fact is None else plural(facts[fact], language)


@cache
def messages(language: str = "en") -> dict[str, Message]:
    """Return the catalogue of one language: code to message."""
    loaded = json.loads(files("meldwise.words").joinpath(f"{language}.json").read_text("utf-8"))
    return {code: _message(written) for code, written in loaded.items() if code != SCHEMA}


def _message(written: Any) -> Message:
    if isinstance(written, str):
        return Message((Variant((), _pieces(written)),))
    (choice,) = written
    declared: list[str] = choice["declarations"]
    inputs = tuple(line.removeprefix("input ") for line in declared if line.startswith("input "))
    plurals = {found[1]: found[2] for line in declared if (found := _LOCAL.fullmatch(line))}
    return Message(tuple(_variant(when, text) for when, text in choice["match"].items()), inputs, plurals)


def _variant(when: str, text: str) -> Variant:
    pairs = [part.partition("=") for part in when.split(", ")]
    return Variant(tuple((name, wanted) for name, _, wanted in pairs), _pieces(text))


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(_BRACES.split(text))

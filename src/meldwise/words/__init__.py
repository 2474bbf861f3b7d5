"""One catalogue of messages a language; words are made here, at the edge, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def messages(language: str = "en") -> dict[str, str]:
    """Return the catalogue of one language: code to sentence, with the facts in braces."""
    loaded: dict[str, str] = json.loads(files(__name__).joinpath(f"{language}.json").read_text("utf-8"))
    return loaded


def sentence(code: str, facts: Mapping[str, Any], language: str = "en") -> str:
    """Put a code and its facts into words."""
    catalogue = messages(language)
    told = {key: printable(value) if isinstance(value, str) else value for key, value in facts.items()}
    if "color" in facts:
        told["color_name"] = catalogue[f"color.{facts['color']}"]
    if "why" in facts and isinstance(facts["why"], Mapping):
        told["because"] = sentence(facts["why"]["code"], facts["why"]["facts"], language)
    if "near" in facts:
        told["hint"] = f" Did you mean {facts['near']}?" if facts["near"] else ""
    return catalogue[code].format_map(told)


def printable(text: str) -> str:
    """Return text that cannot command a terminal: what is quoted may come from anywhere."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def cited(text: str, rules: Iterable[str]) -> str:
    """Add the rules a sentence stands on: `… needs another colour after it (T16)`."""
    ids = ", ".join(dict.fromkeys(rules))
    return f"{text} ({ids})" if ids else text

"""Every ruleset by key, the game that plays it, and house rules built on them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache
from types import MappingProxyType

from meldwise import rules as _rules
from meldwise import rummy17, tilegame
from meldwise.errors import RulesetError
from meldwise.game import Game
from meldwise.ruleset import CardRules, Ruleset, from_toml, parse_changes, with_changes

ORDER = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist", "rummy17")


@cache
def rulesets() -> MappingProxyType[str, Ruleset]:
    """Return every ruleset by key; a new file in `rules/` is found by looking."""
    found = {}
    for module in pkgutil.iter_modules(_rules.__path__):
        ruleset = importlib.import_module(f"{_rules.__name__}.{module.name}").RULES
        assert isinstance(ruleset, Ruleset)
        found[ruleset.key] = ruleset
    known = [key for key in ORDER if key in found]
    return MappingProxyType({key: found[key] for key in [*known, *sorted(found.keys() - set(known))]})


@lru_cache(maxsize=256)
def find(text: str) -> Ruleset:
    """Return the ruleset with this key, or with this key and changes: `pl-standard+opening_points=40`."""
    key, _, changes = text.partition("+")
    ruleset = rulesets().get(key)
    if ruleset is None:
        raise RulesetError("unknown-rules", rules=key[:40], known=", ".join(rulesets()))
    return parse_changes(changes, ruleset) if changes else ruleset


def game_of(rules: Ruleset) -> Game:
    """Return the game a ruleset is played with."""
    return rummy17 if isinstance(rules, CardRules) else tilegame


def house_rules(toml: str) -> Ruleset:
    """Return the ruleset a house-rules file describes."""
    base, changes = from_toml(toml)
    return with_changes(find(base), changes)

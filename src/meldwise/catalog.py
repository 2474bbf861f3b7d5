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
from meldwise.ruleset import AnyRules, CardRules, Ruleset, TileRules, from_toml, parse_changes, with_changes

ORDER = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist", "rummy17")


@cache
def rulesets() -> MappingProxyType[str, AnyRules]:
    """Return every ruleset by key; a new file in `rules/` is found by looking."""
    found = {}
    for module in pkgutil.iter_modules(_rules.__path__):
        ruleset = importlib.import_module(f"{_rules.__name__}.{module.name}").RULES
        assert isinstance(ruleset, TileRules | CardRules)
        found[ruleset.key] = ruleset
    known = [key for key in ORDER if key in found]
    return MappingProxyType({key: found[key] for key in [*known, *sorted(found.keys() - set(known))]})


@lru_cache(maxsize=256)
def find(text: str) -> AnyRules:
    """Return the ruleset with this key, or with this key and changes: `pl-standard+opening_points=40`."""
    key, mark, changes = text.partition("+")
    ruleset = rulesets().get(key)
    if ruleset is None:
        raise RulesetError("unknown-rules", rules=key[:40], known=", ".join(rulesets()))
    return with_changes(ruleset, parse_changes(changes)) if mark else ruleset


def game_of(rules: Ruleset) -> Game:
    """Return the game a ruleset is played with."""
    return rummy17 if isinstance(rules, CardRules) else tilegame


def house_rules(toml: str) -> AnyRules:
    """Return the ruleset a house-rules file describes."""
    base, changes = from_toml(toml)
    key, mark, inline = base.partition("+")
    return with_changes(find(key), (parse_changes(inline) if mark else {}) | changes)

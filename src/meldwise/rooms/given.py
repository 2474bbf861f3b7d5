"""A deal in an order that a test gives, in place of a shuffle."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from meldwise import catalog
from meldwise.errors import CaseError
from meldwise.game import Setup
from meldwise.live import shuffle
from meldwise.notation import parse_tiles, write_tiles
from meldwise.ruleset import AnyRules
from meldwise.table import listed


def given(rules: AnyRules, seats: int, pool: str, starter: int = 0) -> Setup:
    """Return a deal in a given order, the rest of the box after it; an error where there are no such tiles to deal."""
    usual = shuffle(rules, seats, "given", starter)
    first = parse_tiles(pool, rules)
    wanted = Counter(first)
    if extra := wanted - Counter(usual.pool):
        raise CaseError("too-many-copies", tiles=write_tiles(listed(extra)))
    left = []
    for tile in usual.pool:
        if wanted[tile]:
            wanted[tile] -= 1
        else:
            left.append(tile)
    return replace(usual, pool=(*first, *left))


def check_pool(pool: str) -> None:
    """Refuse an order that no ruleset could be dealt from; the one that comes nearest says why."""
    rulesets = catalog.rulesets().values()
    rules = min(rulesets, key=lambda one: (_strange(pool, one), len(_extra(pool, one))))
    if strange := next((word for word in pool.split() if word not in rules.box.names), ""):
        raise CaseError("test-pool-no-tile", text=strange[:20], rules=rules.key)
    if extra := _extra(pool, rules):
        raise CaseError("test-pool-too-many", tiles=" ".join(extra), rules=rules.key)


def _strange(pool: str, rules: AnyRules) -> int:
    return sum(word not in rules.box.names for word in pool.split())


def _extra(pool: str, rules: AnyRules) -> list[str]:
    """Return the tiles of which there are not so many to be dealt."""
    names = rules.box.names
    wanted = Counter(names[word] for word in pool.split() if word in names)
    return [tile.text for tile in listed(wanted - Counter(shuffle(rules, rules.min_players, "given").pool))]

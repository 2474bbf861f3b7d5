"""Every valid way to read a row of tiles, or why there is none."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from meldwise.errors import Reason
from meldwise.ruleset import CardRules, Ruleset, TileRules
from meldwise.sets.mirror import read_mirror
from meldwise.sets.plain import read_group, read_run
from meldwise.sets.reading import (
    CARD_SET,
    GROUP,
    MIRROR_GROUP,
    MIRROR_RUN,
    RUN,
    Reading,
    Stand,
    is_color_change,
    refused,
)
from meldwise.tiles import MIRROR, Joker, Tile, TileSet

__all__ = [
    "GROUP",
    "LONGEST",
    "MIRROR_GROUP",
    "MIRROR_RUN",
    "RUN",
    "Reading",
    "Stand",
    "most_points",
    "readings",
    "reasons",
    "remembered",
    "verdict",
]

SMALLEST = 3
"""A set has at least three physical tiles, whatever they stand for (T9, C5)."""

LONGEST = 27
"""No set has more: a mirror between two sides from 1 to 13."""

Verdict = tuple[tuple[Reading, ...], tuple[Reason, ...]]


def readings(row: TileSet, rules: Ruleset) -> tuple[Reading, ...]:
    """Return every valid reading of *row*, points falling; () where it is no set."""
    return verdict(row, rules)[0]


def reasons(row: TileSet, rules: Ruleset) -> tuple[Reason, ...]:
    """Return why *row* is no set; () where it is one."""
    return verdict(row, rules)[1]


def most_points(row: TileSet, rules: Ruleset) -> int:
    """Return what *row* counts for an opening: its reading worth most (T11)."""
    return verdict(row, rules)[0][0].points


def verdict(row: TileSet, rules: Ruleset) -> Verdict:
    """Return readings and reasons together; one of the two is empty."""
    if len(row) > LONGEST:
        return (), (refused("too-many-tiles", "T8" if isinstance(rules, TileRules) else "C5", most=LONGEST),)
    return remembered(row, rules)


@lru_cache(maxsize=1 << 16)
def remembered(row: TileSet, rules: Ruleset) -> Verdict:
    """Return the verdict of a row of bearable length; sets come again and again."""
    if reason := _unreadable(row, rules):
        return (), (reason,)
    if MIRROR in row:
        assert isinstance(rules, TileRules)
        found = read_mirror(row, rules)
        return ((), (found,)) if isinstance(found, Reason) else (_sorted(found), ())
    run, group = read_run(row, rules), read_group(row, rules)
    valid = [answer for answer in (run, group) if isinstance(answer, Reading)]
    if valid:
        return _sorted(_card_words(valid) if isinstance(rules, CardRules) else valid), ()
    assert isinstance(run, Reason)
    assert isinstance(group, Reason)
    return (), (_meant(row, run, group, rules),)


def _unreadable(row: TileSet, rules: Ruleset) -> Reason | None:
    """Check what every set must have, whatever its kind."""
    tiles, box = isinstance(rules, TileRules), rules.box.counts
    for tile in row:
        if tile not in box:
            return refused("not-in-box", "T2" if tiles else "C1", tile=tile.text)
    if len(row) < SMALLEST:
        code, law = ("too-few-tiles", "T9") if tiles else ("too-few-cards", "C5")
        return refused(code, law, tiles=len(row), needed=SMALLEST)
    if not any([isinstance(tile, Tile) for tile in row]):
        return refused("no-number-tile", "T10") if tiles else refused("no-number-card", "C7")
    limit = rules.joker_limit if isinstance(rules, TileRules) else 1
    if limit:
        jokers = sum([isinstance(tile, Joker) for tile in row])
        if jokers > limit:
            return refused("too-many-jokers", "T12" if tiles else "C7", jokers=jokers, most=limit)
    return None


def _sorted(found: list[Reading]) -> tuple[Reading, ...]:
    return tuple(sorted(found, key=lambda reading: (-reading.points, reading.kind)))


def _card_words(found: list[Reading]) -> list[Reading]:
    return [msgspec.structs.replace(r, kind=CARD_SET) if r.kind == GROUP else r for r in found]


def _meant(row: TileSet, run: Reason, group: Reason, rules: Ruleset) -> Reason:
    """Choose the reason of the kind the player most likely meant."""
    tiles = [tile for tile in row if isinstance(tile, Tile)]
    if len({tile.number for tile in tiles}) == 1 and len(tiles) > 1:
        return group
    plain = not any(is_color_change(tile) for tile in row)
    if plain and run.code == "colors-differ" and len({tile.color for tile in tiles}) == len(tiles) > 2:
        return refused("no-set", *(("T7", "T8") if isinstance(rules, TileRules) else ("C5",)))
    return run

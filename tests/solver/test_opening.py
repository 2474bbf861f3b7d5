"""Can this rack open? Worked out exactly (T23, T24, T40)."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from meldwise import sets
from meldwise.api import best, tile_rules
from meldwise.notation import parse_rack
from meldwise.ruleset import TileRules
from meldwise.solver import can_open
from meldwise.tiles import MIRROR, Rack, Tile, ordered

EVERY_KIND = ("fi-classic", "pl-standard", "pl-expert", "hu-twist", "sk-twist")
HOUSE = ("hu-twist+mirror_side=2", "hu-twist+color_change_starts=true", "hu-twist+joker_limit=1")


def opens(rack: str, rules: str) -> bool:
    found = tile_rules(rules)
    return can_open(parse_rack(rack, found), found)


@pytest.mark.rule("T23", "T40")
@pytest.mark.parametrize(
    ("rack", "rules", "able"),
    [
        ("", "pl-standard", False),
        ("r9 r10 r11", "pl-standard", True),
        ("r9 r10 r11", "fi-classic", False),
        ("r9 r10 r12", "pl-standard", False),
        ("r8 r9 r10 b1 k5 o7", "pl-standard", False),
        ("k10 r10 b10", "pl-standard", True),
        ("k9 r9 b9", "pl-standard", False),
        ("k9 r9 b9 o9", "pl-standard", True),
        ("k10 k10 r10", "pl-standard", False),
        ("r1 r2 r3 k8 r8 b8", "pl-standard", True),  # two sets, 30
        ("r1 r2 r3 k8 r8 b8", "fi-classic", False),
        ("r1 r2 r3 r4 k7 r7 b7", "fi-classic", True),  # 31
        ("k5 r5 b5 k4 r4 b4", "pl-standard", False),
        ("k5 r5 b5 k4 r4 b4 o4", "pl-standard", True),  # 31
        ("k1 r1 b1 k2 r2 b2 k3 r3 b3 k4 r4 b4", "pl-standard", True),  # four sets, 30
        ("r12 r13 r1 k12 k13 k1", "pl-standard", False),
        ("r8 r9 r10 k10 b10", "pl-standard", True),  # the group, not the run
        ("r8 r9 r10 r10 k7 b7 o7", "pl-standard", True),
        ("r7 r8 r9 k7 b7", "pl-standard", False),  # 24 or 21, never both
        ("r7 r7 r8 r9 k7 b7", "pl-standard", True),
    ],
)
def test_sets_without_jokers_are_added_up(rack, rules, able):
    assert opens(rack, rules) is able


@pytest.mark.rule("T12", "T13", "T15", "T16", "T17", "T20", "T24", "T40")
@pytest.mark.parametrize(
    ("rack", "rules", "able"),
    [
        ("J r9 r11", "pl-standard", True),
        ("J r10 r11", "pl-standard", True),  # the joker above: 33
        ("J r8 r10", "pl-standard", False),
        ("J J r10", "pl-standard", True),
        ("J J r9", "pl-standard", True),  # 9 10 11
        ("J J r8", "pl-standard", False),
        ("J J r13", "fi-classic", False),  # one joker in a set
        ("J J r1 r2 k13 b13", "fi-classic", True),  # one in each of two
        ("Jb b10 b11", "pl-expert", True),
        ("Jb r10 r11", "pl-expert", False),
        ("Jb Jr k10", "pl-expert", True),
        ("Jb Jr k9", "pl-expert", False),
        ("Jb Jb r10 k10", "pl-expert", True),
        ("Jb Jb b10", "pl-expert", True),
        ("D b7 b10", "hu-twist", True),  # 34
        ("D b7 r7", "hu-twist", False),  # 28
        ("D b8 r8", "hu-twist", True),  # 32
        ("D b6 b7", "hu-twist", True),  # 6 7 8 9
        ("D b12 b13", "hu-twist", True),  # 10 11 12 13
        ("D b13 r13", "hu-twist", True),
        ("D b13", "hu-twist", False),
        ("C b9 r11", "hu-twist", True),
        ("C b9 b10", "hu-twist", True),
        ("C b9 b11", "hu-twist", False),
        ("C b8 b9", "hu-twist", False),
        ("C C b7 r9 b11", "hu-twist", True),
        ("C C b10", "hu-twist", False),
        ("C b10 r10", "hu-twist", False),
        ("C b11 b12 b13", "hu-twist", True),
        ("C b12 b13", "hu-twist", False),
        ("C b12 b13", "hu-twist+color_change_starts=true", True),
        ("M b10 b10", "hu-twist", True),  # 10 11 10
        ("M b10 b10", "sk-twist", False),
        ("M b9 b9", "hu-twist", False),
        ("M b13 b13", "hu-twist", True),  # a mirror group: 39
        ("M b10 b10", "hu-twist+mirror_side=2", False),
        ("M b6 r6 r6 b6", "hu-twist", True),
        ("M b6 r6 r6 b6", "sk-twist", False),
        ("M b7 b7 b8 b8", "sk-twist", True),
        ("M b7 b7 b8 b8", "hu-twist+mirror_side=2", True),
        ("M b5 b5 b6 b6", "hu-twist", False),  # 29 climbing, 26 falling
        ("M b6 b6 b7 b8", "hu-twist", False),
        ("M b12 b12 b13 b13", "hu-twist+opening_points=61", True),  # only falling: 13 12 (11) 12 13
        ("M b12 b12 b13 b13", "hu-twist+opening_points=62", False),
        ("M b12 b12 b13 b13", "sk-twist+opening_points=50", True),
        ("M b12 b12 b13 b13", "sk-twist+opening_points=51", False),
        ("M C C b9 b9", "hu-twist", True),  # 9 10 (11) 10 9
        ("M C C b5 b5", "hu-twist", False),
        ("M D b3 b4 b6", "hu-twist", False),
        ("M D J b6 b7", "hu-twist", True),
    ],
)
def test_jokers_of_every_kind_help_as_far_as_their_rules_go(rack, rules, able):
    assert opens(rack, rules) is able


@cache
def dearest(tiles: Rack, rules: TileRules) -> int:
    """Return what the tiles are worth in their best order, 0 where they are no set."""
    found = (sets.readings(row, rules) for row in set(permutations(tiles)))
    return max((readings[0].points for readings in found if readings), default=0)


def most(rack: Rack, rules: TileRules) -> int:
    """Return the most points of all ways to lay sets from *rack*, by trying them all."""
    best = 0
    for size in range(3, len(rack) + 1):
        for tiles in set(combinations(rack, size)):
            if points := dearest(tiles, rules):
                rest = ordered((Counter(rack) - Counter(tiles)).elements())
                best = max(best, points + most(rest, rules))
    return best


def some_rack(rules: TileRules, dice: Random) -> Rack:
    low, colors = dice.randint(1, 11), dice.sample(rules.box.colors, dice.randint(1, 3))
    near = [Tile(color, number) for color in colors for number in range(low, low + 3)] * rules.copies
    jokers = dice.sample(rules.box.jokers, dice.randint(0, min(3, len(rules.box.jokers))))
    if MIRROR in rules.box.jokers and dice.random() < 0.5:
        jokers = [MIRROR, *jokers[:2]]
    return ordered([*jokers, *dice.sample(near, 6 - len(jokers))])


@pytest.mark.rule("T23", "T24", "T40")
@pytest.mark.parametrize("key", [*EVERY_KIND, *HOUSE])
def test_what_it_finds_is_what_trying_everything_finds(key):
    dice = Random(30)
    rules = tile_rules(key)
    nearly = 0
    for _ in range(14):
        rack = some_rack(rules, dice)
        points = most(rack, rules)
        assert can_open(rack, rules) is (points >= rules.opening_points), rack
        if 0 < points < 100:
            nearly += 1
            assert can_open(rack, tile_rules(f"{key}+opening_points={points}")), rack
            assert not can_open(rack, tile_rules(f"{key}+opening_points={points + 1}")), rack
    assert nearly > 6


@pytest.mark.rule("T23")
def test_a_house_rule_without_a_threshold_still_asks_for_a_set():
    assert opens("k1 r1 b1", "pl-standard+opening_points=0")
    assert not opens("k1 r1 b2", "pl-standard+opening_points=0")


@pytest.mark.parametrize(
    ("rack", "rules", "tiles"),
    [
        ("k6 k7 k8 J J D D C C M M", "pl-twist+joker_limit=3", 11),
        ("r5 r6 r7 r8 r8 J J D D C C M M", "pl-twist+joker_limit=8", 13),
        ("o6 o6 o7 o8 J J D D C C M M", "pl-twist+joker_limit=5+color_change_starts=true", 12),
    ],
)
def test_all_eight_jokers_open_whatever_the_house_rules_make_of_them(rack, rules, tiles):
    found = best("", rack, rules, opened=False)
    assert (found.tiles, found.proven) == (tiles, True)

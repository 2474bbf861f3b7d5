"""Tiles thrown down in no order are put into the order of a set."""

from itertools import permutations
from random import Random

import pytest

import meldwise
from meldwise import sets
from meldwise.arrange import arranged
from meldwise.notation import parse_set, write_tiles
from meldwise.ruleset import Ruleset
from meldwise.tiles import Rack, Tile, ordered


def put(tiles: str, rules: str = "hu-twist") -> str | None:
    found = meldwise.ruleset(rules)
    row = arranged(parse_set(tiles, found), found)
    return None if row is None else write_tiles(row)


@pytest.mark.rule("T8", "T11", "T12", "T15", "T17")
@pytest.mark.parametrize(
    ("tiles", "row"),
    [
        ("b5 b3 b4", "b3 b4 b5"),
        ("b6 b3 J b4", "b3 b4 J b6"),
        ("J b5 b4", "b4 b5 J"),
        ("b5 b2 D", "b2 D b5"),
        ("D b12 b13", "D b12 b13"),
        ("b12 D b13", "D b12 b13"),
        ("C r6 b4", "b4 C r6"),
        ("b4 C b3", "b3 b4 C"),
        ("r5 b3 C C b7", "b3 C r5 C b7"),
        ("b13 J b12", "J b12 b13"),
    ],
)
def test_a_run_is_found_in_tiles_of_any_order(tiles, row):
    assert put(tiles) == row


@pytest.mark.rule("T18", "T19", "T20", "T21")
@pytest.mark.parametrize(
    ("tiles", "rows"),
    [
        ("M b3 b3", {"b3 M b3"}),
        ("b3 b3 b2 b2 M", {"b2 b3 M b3 b2"}),
        ("b12 b12 b13 b13 M", {"b13 b12 M b12 b13"}),
        ("b3 r3 b3 r3 M", {"b3 r3 M r3 b3", "r3 b3 M b3 r3"}),
        ("M C C r5 r5", {"r5 C M C r5"}),
        ("b4 b3 b2 b2 D M", {"b2 D M b4 b3 b2", "b2 b3 b4 M D b2"}),
    ],
)
def test_a_mirror_is_put_into_the_middle(tiles, rows):
    assert put(tiles) in rows


@pytest.mark.rule("T11")
@pytest.mark.parametrize("tiles", ["J b4 b5", "b4 b5 J", "k7 J r7", "r7 k7 b7", "b3 b2 M b2 b3"])
def test_tiles_that_are_a_set_as_given_stay_as_they_are(tiles):
    assert put(tiles) == tiles


@pytest.mark.rule("T11", "T24")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("b5 J b4", 15),  # the joker above, not below
        ("b5 J b4 J", 22),
        ("b7 b6 D", 30),
        ("b7 D b6 J", 40),
    ],
)
def test_of_several_orders_the_one_worth_most_is_taken(tiles, points):
    rules = meldwise.ruleset("hu-twist")
    row = arranged(parse_set(tiles, rules), rules)
    assert row is not None
    assert sets.most_points(row, rules) == points


@pytest.mark.rule("T8", "T9", "T10", "T12", "T13", "R12")
@pytest.mark.parametrize(
    ("tiles", "rules"),
    [
        ("", "hu-twist"),
        ("b3 b4", "hu-twist"),
        ("J J D", "hu-twist"),
        ("b3 b4 b6", "hu-twist"),
        ("r12 r13 r1", "pl-standard"),
        ("b5 J J", "fi-classic"),
        ("b5 b4 Jr", "pl-expert"),
        ("M M b3 b3", "hu-twist"),
        ("C b12 b13", "hu-twist"),
        ("b3 b4 b5 b3 b4 b5 b6 M", "sk-twist"),
    ],
)
def test_tiles_that_are_no_set_in_any_order_are_not_arranged(tiles, rules):
    assert put(tiles, rules) is None


@pytest.mark.rule("C5", "C7")
def test_cards_are_arranged_too():
    assert put("r17 Jr r15", "rummy17") == "r15 Jr r17"
    assert put("r17 Jb r15", "rummy17") is None


@pytest.mark.rule("T19", "T20")
def test_the_longest_set_is_found():
    numbers = " ".join(f"b{n} b{n}" for n in range(1, 14))
    row = put(f"M {numbers}", "sk-twist")
    assert row is not None
    assert len(row.split()) == 27
    assert put(f"M {numbers}", "hu-twist") is None  # the mirror would be a 14, or a 0


def best_of_all_orders(tiles: Rack, rules: Ruleset) -> int:
    found = (sets.readings(row, rules) for row in set(permutations(tiles)))
    return max((readings[0].points for readings in found if readings), default=0)


def some_tiles(rules: Ruleset, dice: Random) -> Rack:
    low, colors = dice.randint(1, 11), dice.sample(rules.box.colors, dice.randint(1, 2))
    near = [Tile(color, number) for color in colors for number in range(low, low + 3)] * rules.copies
    jokers = dice.sample(rules.box.jokers, dice.randint(1, min(3, len(rules.box.jokers))))
    return ordered([*jokers, *dice.sample(near, dice.randint(2, 5 - len(jokers)))])


@pytest.mark.rule("T11")
@pytest.mark.parametrize(
    "key", ["pl-standard", "pl-expert", "hu-twist", "sk-twist", "hu-twist+color_change_starts=true"]
)
def test_it_finds_a_set_whenever_some_order_of_the_tiles_is_one(key):
    dice = Random(5)
    rules = meldwise.ruleset(key)
    found = 0
    for _ in range(200):
        tiles = some_tiles(rules, dice)
        row = arranged(tiles, rules)
        points = best_of_all_orders(tiles, rules)
        if row is None:
            assert not points, tiles
            continue
        found += 1
        assert ordered(row) == tiles
        assert sets.readings(tiles, rules) or sets.most_points(row, rules) == points, tiles
    assert found > 4

"""Groups without jokers (T7, T9)."""

from itertools import combinations, permutations

import pytest

import meldwise

TILE_GAMES = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist")


def read(row: str, rules: str = "pl-standard") -> list[tuple[str, int]]:
    return [(reading.kind, reading.points) for reading in meldwise.readings(row, rules)]


@pytest.mark.rule("T7")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    ("row", "points"), [("k7 r7 b7", 21), ("k7 r7 b7 o7", 28), ("r1 b1 o1", 3), ("k13 b13 o13", 39)]
)
def test_one_number_in_three_or_four_colours_is_a_group(row, points, rules):
    assert read(row, rules) == [("group", points)]


@pytest.mark.rule("T7")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("row", ["k7 r7 r7", "k7 k7 k7", "k7 r7 b7 b7", "k7 r7 b7 o7 k7", "r7 b7 r7"])
def test_a_colour_comes_only_once_in_a_group(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T7")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("row", ["k7 r7 b8", "k8 r7 b7", "k7 r8 b7 o7", "k1 r13 b1"])
def test_a_group_has_one_number(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T7", "T9")
@pytest.mark.parametrize("row", ["k7 r7", "b13 o13", "k7"])
def test_fewer_than_three_tiles_are_no_group(row):
    assert read(row) == []


@pytest.mark.rule("T7")
def test_the_order_of_a_group_does_not_matter():
    for count in (3, 4):
        for row in permutations(("k9", "r9", "b9", "o9"), count):
            assert read(" ".join(row)) == [("group", 9 * count)]


@pytest.mark.rule("T7")
def test_there_are_five_groups_of_every_number():
    for number in range(1, 14):
        tiles = [f"{color}{number}" for color in "krbo" for _ in range(2)]
        rows = {row for count in (3, 4, 5) for row in combinations(tiles, count)}
        assert sum(bool(read(" ".join(row))) for row in rows) == 5

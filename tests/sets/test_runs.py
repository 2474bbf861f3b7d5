"""Runs without jokers (T8, T9)."""

from itertools import product

import pytest

import meldwise

TILE_GAMES = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist")


def read(row: str, rules: str = "pl-standard") -> list[tuple[str, int]]:
    return [(reading.kind, reading.points) for reading in meldwise.readings(row, rules)]


@pytest.mark.rule("T8")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("b3 b4 b5", 12),
        ("r1 r2 r3", 6),
        ("o11 o12 o13", 36),
        ("k4 k5 k6 k7 k8", 30),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", 91),
    ],
)
def test_consecutive_numbers_of_one_colour_are_a_run(row, points, rules):
    assert read(row, rules) == [("run", points)]


@pytest.mark.rule("T8")
def test_every_run_of_every_length_is_worth_the_sum_of_its_numbers():
    spans = [(low, high) for low in range(1, 12) for high in range(low + 2, 14)]
    assert len(spans) == 66
    for color, (low, high) in product("krbo", spans):
        numbers = range(low, high + 1)
        assert read(" ".join(f"{color}{n}" for n in numbers)) == [("run", sum(numbers))]


@pytest.mark.rule("T8")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize(
    "row",
    [
        "b3 b4 b6",  # a gap
        "b2 b3 b5 b6",
        "b3 b3 b4",  # a number twice
        "b3 b4 b4 b5",
        "b5 b4 b3",  # written downwards
        "b3 b5 b4",
        "b3 b4 r5",  # two colours
        "r3 b4 b5",
        "b3 r4 b5 b6",
        "k3 r4 b5",
    ],
)
def test_gaps_repeats_downward_rows_and_mixed_colours_are_no_run(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T8")
@pytest.mark.parametrize("rules", TILE_GAMES)
@pytest.mark.parametrize("row", ["r12 r13 r1", "r13 r1 r2", "r11 r12 r13 r1", "r12 r13 r1 r2"])
def test_a_one_never_follows_a_thirteen(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T8", "T9")
@pytest.mark.parametrize("row", ["", "b7", "b7 b8", "r12 r13"])
def test_fewer_than_three_tiles_are_no_run(row):
    assert read(row) == []


@pytest.mark.rule("T7", "T8")
def test_of_all_rows_of_three_number_tiles_only_the_runs_and_groups_are_sets():
    rules = meldwise.ruleset("pl-standard")
    tiles = [meldwise.Tile(color, number) for color in "krb" for number in (1, 2, 3, 4, 11, 12, 13)]
    kinds = [reading.kind for row in product(tiles, repeat=3) for reading in meldwise.readings(row, rules)]
    assert kinds.count("run") == 3 * 3  # 1 2 3, 2 3 4 and 11 12 13
    assert kinds.count("group") == 7 * 6  # three colours, in each of their orders
    assert len(kinds) == 9 + 42


@pytest.mark.rule("T8")
def test_the_longest_run_has_all_thirteen_numbers():
    longest = " ".join(f"o{n}" for n in range(1, 14))
    assert read(longest) == [("run", 91)]
    assert read(f"{longest} o13") == []
    assert read(f"o1 {longest}") == []


@pytest.mark.rule("T8")
def test_yellow_is_read_as_orange_in_a_run():
    assert read("y3 o4 Y5") == [("run", 12)]

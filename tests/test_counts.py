"""Is nothing missing, nothing twice? Every row of a few tiles is tried, and the sets among them are counted.

The counts of sets without jokers are known by hand: of three to five tiles there are 4 × (11 + 10 + 9) = 120 runs and
13 × (4 + 1) = 65 groups. The others are kept as they were counted first.
"""

from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from meldwise import rulesets, sets
from meldwise.arrange import arranged
from meldwise.tiles import Tile, ordered

FOLDER = Path(__file__).parent / "counts"


def numbered(rules):
    return [tile for tile in rules.box.counts if isinstance(tile, Tile)]


def kinds_without_jokers(rules):
    """Count the sets of three to five different number tiles by kind: each multiset of tiles once."""
    found: Counter[object] = Counter()
    for number in range(1, rules.numbers + 1):
        tiles = [Tile(color, number) for color in rules.box.colors]
        for count in (3, 4, 5):
            found.update("group" for row in combinations(tiles, count) if sets.readings(row, rules))
    for color in rules.box.colors:
        tiles = [Tile(color, number) for number in range(1, rules.numbers + 1)]
        for count in (3, 4, 5):
            found.update("run" for row in combinations(tiles, count) if sets.readings(row, rules))
    return found


@pytest.mark.parametrize("key", [key for key in rulesets() if key != "rummy17"])
@pytest.mark.rule("T7", "T8")
def test_there_are_120_runs_and_65_groups_of_three_to_five_tiles(key):
    assert kinds_without_jokers(rulesets()[key]) == {"run": 120, "group": 65}


@pytest.mark.rule("C5")
def test_rummy_17_has_210_runs_and_272_sets_of_three_to_five_cards():
    assert kinds_without_jokers(rulesets()["rummy17"]) == {"run": 5 * (15 + 14 + 13), "group": 17 * (10 + 5 + 1)}


def pieces_at_both_ends(rules):
    """Return the jokers and the number tiles near the lowest and the highest number, where rules end."""
    ends = {1, 2, 3, 4, rules.numbers - 2, rules.numbers - 1, rules.numbers}
    return [tile for tile in rules.box.counts if not isinstance(tile, Tile) or tile.number in ends]


def count_rows_of_three(rules):
    """Count, over all rows of three such tiles, each (kind, how many jokers)."""
    pieces = pieces_at_both_ends(rules)
    found: Counter[object] = Counter()
    for row in product(pieces, repeat=3):
        for reading in sets.readings(row, rules):
            found[reading.kind, sum(not isinstance(tile, Tile) for tile in row)] += 1
    return found


@pytest.mark.parametrize("key", list(rulesets()))
def test_the_rows_of_three_tiles_that_are_sets_are_as_many_as_ever(key):
    counted = count_rows_of_three(rulesets()[key])
    lines = [f"{kind}, {jokers} jokers: {count}" for (kind, jokers), count in sorted(counted.items())]
    assert (FOLDER / f"{key}.txt").read_text("utf-8").splitlines() == lines


@pytest.mark.parametrize("key", list(rulesets()))
def test_every_set_of_three_is_found_again_from_its_tiles_in_any_order(key):
    rules = rulesets()[key]
    pieces = pieces_at_both_ends(rules)
    valid = {ordered(row) for row in product(pieces, repeat=3) if sets.readings(row, rules)}
    for row in {ordered(row) for row in product(pieces, repeat=3)}:
        found = arranged(row, rules)
        assert (found is not None) == (row in valid)
        assert found is None or ordered(found) == row

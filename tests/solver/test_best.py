"""The best play by worked examples, and the questions beside it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from random import Random

import pytest

import meldwise
from meldwise import can_go_out, can_open, judge, playable_tiles
from meldwise.api import tile_rules
from meldwise.errors import CaseError
from meldwise.notation import parse_rack, write_table, write_tiles
from meldwise.solver import Best, _kernel, reference
from meldwise.solver import best as solve
from meldwise.table import tile_counts
from meldwise.tilegame import judge_play
from meldwise.tiles import COLOR_CHANGE, JOKER, AnyTile, Tile
from tools.positions import Position, positions, reduced

FREE = ("pl-standard", "hu-twist", "sk-twist")
PLAIN = ("fi-classic", *FREE)


def best(table: str, rack: str, rules: str = "pl-standard", **options) -> Best:
    """Return the best play, which the judge must allow."""
    found = meldwise.best(table, rack, rules, **options)
    if found.play:
        assert judge(table, rack, found.table, rules, options.get("opened", True)) == []
    else:
        assert (found.tiles, found.points, write_table(found.table)) == (0, 0, table)
    return found


def then(table: str, rack: str, rules: str = "pl-standard", **options) -> str:
    """Return the table after the best play."""
    return write_table(best(table, rack, rules, **options).table)


def tile(text: str) -> AnyTile:
    return AnyTile.parse(text)


@pytest.mark.parametrize("rules", PLAIN)
def test_a_full_group_stays_as_it_is_while_a_run_is_laid(rules):
    found = best("k5 r5 b5 J", "r1 r2 r3", rules)
    assert (found.tiles, found.points, write_tiles(found.play)) == (3, 6, "r1 r2 r3")
    assert write_table(found.table) == "k5 r5 b5 J / r1 r2 r3"


@pytest.mark.rule("T7", "T10")
@pytest.mark.parametrize("rules", PLAIN)
def test_a_fifth_colour_frees_no_joker_that_would_lie_alone(rules):
    assert best("k5 r5 b5 J", "o5", rules).proven


@pytest.mark.rule("T30")
@pytest.mark.parametrize("rules", FREE)
def test_a_joker_moves_on_when_its_tile_comes(rules):
    assert then("b3 J b5", "b4", rules) == "b3 b4 b5 J"
    assert then("k5 r5 b5 J", "o5 r9 r10", rules) in ("k5 r5 b5 o5 / r9 r10 J", "k5 r5 b5 o5 / J r9 r10")


@pytest.mark.rule("T11")
@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("", "b3 b5 J", "b3 J b5"),
        ("", "b12 b13 J", "J b12 b13"),
        ("", "b1 b2 J", "b1 b2 J"),
        ("b3 J b5", "b6", "b3 J b5 b6"),
        ("b3 b4 b5", "b7 J", "b3 b4 b5 J b7"),
        ("b11 b12 b13", "b9 J", "b9 J b11 b12 b13"),
    ],
)
def test_every_joker_lies_in_its_place(table, rack, after):
    assert then(table, rack) == after


@pytest.mark.rule("T15", "T18", "T21")
@pytest.mark.parametrize("rules", ["hu-twist", "sk-twist", "pl-twist"])
def test_a_double_joker_is_faced_by_what_stands_for_the_same_two_places(rules):
    assert judge("", "k5 k7 D D M", ["k5 D M k7 D"], rules) == []
    found = best("", "k5 k7 D D M", rules)
    assert (found.tiles, len(found.table)) == (5, 1)


@pytest.mark.rule("T16", "T17")
def test_a_colour_change_joins_two_colours():
    assert then("", "b3 b4 r6 C", "hu-twist") == "b3 b4 C r6"
    assert then("b3 b4 b5", "r7 C", "hu-twist") == "b3 b4 b5 C r7"
    assert best("", "b3 b4 b6 C", "hu-twist").tiles == 3
    assert not best("", "b12 b13 C", "hu-twist").play
    assert then("", "b12 b13 C", "hu-twist+color_change_starts=true") == "C b12 b13"


@pytest.mark.rule("T20")
def test_a_mirror_needs_a_number_in_the_middle_where_it_stands_for_one():
    assert then("", "b12 b12 b13 b13 M", "hu-twist") == "b13 b12 M b12 b13"
    assert best("", "b12 b12 b13 b13 M", "sk-twist").tiles == 5
    assert best("", "b12 b12 b13 b13 M", "hu-twist+mirror_side=3").tiles == 0


@pytest.mark.rule("T13")
def test_a_coloured_joker_stands_for_its_own_colour_only():
    assert then("", "b3 b5 Jb", "pl-expert") == "b3 Jb b5"
    assert not best("", "b3 b5 Jr", "pl-expert").play
    assert best("", "b3 k3 Jr", "pl-expert").tiles == 3
    assert not best("", "b3 k3 Jb", "pl-expert").play


@pytest.mark.rule("T28")
def test_sets_are_split_joined_and_rearranged_to_place_a_tile():
    found = best("b3 b4 b5 b6 b7 / k5 r5 o5", "b5 k4 k6")
    assert (found.tiles, found.points) == (3, 15)
    assert best("k1 k2 k3 k4 / r4 b4 o4", "k5 k6").tiles == 2
    assert then("r6 r7 r8 / b6 b7 b8", "k7 r9 b9") == "r6 r7 r8 r9 / b6 b7 b8 b9"


def test_what_cannot_be_played_leaves_the_table_as_given():
    table = "k8 b8 r8 / b5 b4 b3".replace("b5 b4 b3", "b3 b4 b5")
    found = meldwise.best(table, "o1 o13", "pl-standard")
    assert (found.tiles, found.points, found.play, found.proven) == (0, 0, (), True)
    assert write_table(found.table) == table
    assert meldwise.best("", "", "pl-standard").table == ()


@pytest.mark.parametrize("opened", [True, False])
def test_an_empty_rack_has_nothing_to_play(opened):
    assert not best("b3 b4 b5", "", opened=opened).play


CHOICE = "k1 r1 b1 o1 k1 r2 r3 k13 r13 o13 k12 k11".replace("k1 r1 b1 o1 k1", "k1 r1 b1 o1")


def test_the_goal_decides_between_many_tiles_and_dear_ones():
    rack = "r5 r6 r7 r8 k5 b5 k8 b8"  # the run and nothing, or both groups
    assert best("", rack).tiles == 6
    few, dear = "k1 k2 k3 k4", "k4 r4 b4"
    by_tiles, by_points = best("", "k1 k2 k3 k4 r4 b4"), best("", "k1 k2 k3 k4 r4 b4", goal="points")
    assert write_tiles(by_tiles.play) == write_tiles(by_points.play) == "k1 k2 k3 k4 r4 b4"
    rack = "k1 k2 k3 k4 k5 r5 b5 r3 b3".replace(" r3 b3", "")
    assert best("", f"{few} r4").tiles == 4
    assert best("", f"{dear} k2 k3").points == 12
    assert best("", rack).tiles == 7


@pytest.mark.rule("T38")
def test_a_joker_counts_its_penalty_and_no_more():
    assert best("", "b3 b5 J").points == 58
    assert best("", "b3 b5 J", "hu-twist").points == 38
    assert best("", "b3 b5 Jb", "pl-expert").points == 28
    assert best("", "b3 b5 J", "pl-standard+joker_penalty=0", goal="points").points == 8

"""Distinct plays: all of them, each once, best first, each with a table that is legal."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations

import pytest
from tools import positions

from meldwise import sets
from meldwise.api import judge, lay, plays, tile_rules
from meldwise.notation import parse_rack, parse_table, write_tiles
from meldwise.solver import best
from meldwise.table import tile_counts
from meldwise.tilegame.judge import judge_play
from meldwise.tiles import JOKER, ordered

SMALL = [
    ("pl-standard", "tiny"),
    ("pl-expert", "tiny"),
    ("hu-twist", "tiny"),
    ("sk-twist", "tiny"),
    ("fi-classic", "tiny"),
]


def texts(found):
    return [write_tiles(play.play) for play in found]


def test_one_tile_may_be_laid_in_every_combination():
    found = plays("b4 b5 b6 / k9 r9 b9", "b3 b7 o9", "pl-standard")
    assert texts(found) == ["b3 b7 o9", "b7 o9", "b3 o9", "b3 b7", "o9", "b7", "b3"]


def test_the_goal_decides_which_play_is_first():
    table, rack = "b4 b5 b6 / k13 r13 b13", "b3 b7 o13"
    assert texts(plays(table, rack, "pl-standard", goal="points"))[3:5] == ["o13", "b3 b7"]
    assert texts(plays(table, rack, "pl-standard", goal="tiles"))[3:5] == ["b3 b7", "o13"]


def test_no_more_plays_are_returned_than_asked_for_and_they_are_the_best():
    table, rack = "b4 b5 b6 / k9 r9 b9", "b1 b2 b3 b7 b8 o9 J"
    every = plays(table, rack, "pl-standard")
    assert len(every) > 20
    assert plays(table, rack, "pl-standard", most=5) == every[:5]


def test_before_the_opening_every_play_is_worth_enough():
    found = plays("k1 k2 k3", "b10 r10 o10 k10 b9 b11", "pl-standard", opened=False)
    assert all(play.points >= 30 for play in found)
    assert "r10 b10 o10" in texts(found)


@pytest.mark.rule("T32")
def test_where_joker_sets_are_frozen_plays_differ_by_the_sets_with_jokers():
    found = plays("k1 k2 k3", "b4 b5 J", "fi-classic")
    laid = {play.joker_sets or () for play in found if len(play.play) == 3}
    assert {tuple(write_tiles(row) for row in rows) for rows in laid} == {("b4 b5 J",), ("J b4 b5",)}


@pytest.mark.rule("T32")
def test_a_kept_run_grows_at_either_end_or_not_at_all():
    found = plays("b4 J b6 / b7 b8 b9 b10", "b3", "fi-classic")
    rows = {tuple(write_tiles(row) for row in play.joker_sets or ()) for play in found}
    assert rows == {("b3 b4 J b6",), ("b3 b4 J b6 b7",), ("b3 b4 J b6 b7 b8 b9 b10",)}


@pytest.mark.parametrize(("key", "kind"), SMALL)
def test_every_set_of_tiles_that_can_be_laid_is_found_once_and_best_first(key, kind):
    rules = tile_rules(key)
    tried = 0
    for position in positions.random_positions(rules, 40, "plays", kind):
        if len(position.rack) > 7:
            continue
        found = plays(position.table, position.rack, rules, position.opened, most=500)
        assert len({(play.play, play.joker_sets) for play in found}) == len(found)
        figures = [(play.tiles, play.points) for play in found]
        assert figures == sorted(figures, reverse=True)
        assert {play.play for play in found} == laid_whole(position, rules), position.case()
        for play in found:
            to = lay(position.table, play, rules, position.opened)
            assert judge_play(position.table, position.rack, to, rules, position.opened) == [], (position.case(), play)
            if play.joker_sets is not None:
                assert tuple(
                    sorted(row for row in to[len(position.table) * (not position.opened) :] if JOKER in row)
                ) == (play.joker_sets)
        tried += 1
    assert tried >= 10


def laid_whole(position, rules):
    """Every set of rack tiles that is laid whole when it is all the rack there is."""
    ways = {c for k in range(1, len(position.rack) + 1) for c in combinations(ordered(position.rack), k)}
    return {way for way in ways if best(position.table, way, rules, position.opened).tiles == len(way)}


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ("b4 J b6 / r1 r2 r3", "b3 b5 k5"),
        ("b4 J b6", "b5 r9 k9 b7"),
        ("k7 r7 J", "b7 o7 o8 o9"),
        ("k1 k2 k3", "b4 b5 J k4"),
        ("b4 J b6 / r8 r9 r10", "b5 r7 r11 J"),
    ],
)
def test_every_choice_of_joker_sets_that_the_judge_allows_is_found(table, rack):
    rules = tile_rules("fi-classic")
    before, held = parse_table(table, rules), parse_rack(rack, rules)
    allowed = set()
    for size in range(1, len(held) + 1):
        for play in set(combinations(ordered(held), size)):
            for to in tables(ordered((*tile_counts(before).elements(), *play)), rules):
                if not judge_play(before, held, to, rules):
                    allowed.add((play, tuple(sorted(known(row) for row in to if JOKER in row))))
    found = {(play.play, tuple(map(known, play.joker_sets or ()))) for play in plays(before, held, rules, most=500)}
    assert found == allowed


def known(row):
    """A row as it matters: a group in no order."""
    numbers = {getattr(tile, "number", 0) for tile in row if tile is not JOKER}
    return ordered(row) if len(numbers) == 1 else row


def tables(tiles, rules):
    """Every way to lay all these tiles in sets."""

    @cache
    def rows(part):
        return {known(row) for row in permutations(part) if sets.readings(row, rules)}

    def laid(left):
        if not left:
            yield ()
            return
        for size in range(2, len(left)):
            for others in set(combinations(left[1:], size)):
                rest = tuple((Counter(left) - Counter((left[0], *others))).elements())
                for row in rows((left[0], *others)) if size < 6 else ():
                    for more in laid(rest):
                        yield (row, *more)

    yield from laid(tiles)


@pytest.mark.rule("T32")
def test_a_tile_that_a_kept_set_took_is_not_laid_with_the_freed_joker_too():
    table = "k3 k4 J k6 k7 / o7 o8 J / k2 r2 o2 / k3 r3 b3 o3 / r4 b4 o4 / r5 r6 r7 / b7 b8 b9 / k12 b12 o12"
    rack = "k5 r13 b10 o3 o5 o5 o6 o10 o12"
    found = [play for play in plays(table, rack, "fi-classic", most=400) if len(play.play) == 6]
    assert len(found) > 1
    for play in found:
        assert judge(table, rack, lay(table, play, "fi-classic"), "fi-classic") == []

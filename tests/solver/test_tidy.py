"""The table after the best play looks like the table before, as far as it can."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from tools.positions import Position, played, positions

from meldwise import judge, sets
from meldwise.api import best as ask
from meldwise.api import tile_rules
from meldwise.notation import write_table, write_tiles
from meldwise.solver import best, can_go_out, steps
from meldwise.solver.best import Search, open_scenes
from meldwise.solver.problem import kernel_of, kinds_of
from meldwise.solver.tidy import put_in_order, tidied
from meldwise.table import changed_sets, tile_counts
from meldwise.tilegame import judge_play
from meldwise.tiles import JOKER, AnyTile, Rack, Table

EVERY = ("fi-classic", "pl-standard", "pl-expert", "hu-twist", "sk-twist", "fi-classic+joker_limit=0")
FREE = ("pl-standard", "pl-expert", "hu-twist", "sk-twist")


def opened(key: str, kinds: tuple[str, ...], count: int) -> Iterator[Position]:
    """Yield positions with a table that may be changed."""
    for kind in kinds:
        for p in positions(tile_rules(key), count, "tidy", kind):
            if p.opened and p.table:
                yield p


def rows_of(p: Position) -> Table:
    """Return the kernel's own rows for the best play, none where there is none."""
    search = Search(p.rules, "tiles")
    for scene in open_scenes(p.table, p.rack, p.rules, opened=True):
        search.look(scene)
    return search.found.rows if search.found else ()


def broken(table: Table, to: Table) -> int:
    """Return how many sets of *table* no longer lie in *to*."""
    return len(changed_sets(table, to)[0])


@pytest.mark.parametrize("key", EVERY)
def test_a_tidied_table_has_the_same_tiles_is_legal_and_leaves_no_less_as_it_lay(key):
    better = 0
    for p in opened(key, ("middling", "dense", "played"), 8):
        rows = rows_of(p)
        if not rows:
            continue
        to = tidied(p.table, rows, p.rules)
        assert tile_counts(to) == tile_counts(rows), p.case()
        assert judge_play(p.table, p.rack, to, p.rules) == [], p.case()
        assert broken(p.table, to) <= broken(p.table, rows), p.case()
        better += broken(p.table, to) < broken(p.table, rows)
    assert better


@pytest.mark.parametrize("key", EVERY)
def test_a_play_that_nobody_looks_at_is_the_same_play_on_a_lawful_table(key):
    differ = 0
    for p in opened(key, ("middling", "played"), 8):
        found, bare = best(p.table, p.rack, p.rules), best(p.table, p.rack, p.rules, tidy=False)
        assert (bare.play, bare.proven) == (found.play, found.proven), p.case()
        assert judge_play(p.table, p.rack, bare.table, p.rules) == [] or not bare.play, p.case()
        differ += bare.table != found.table
    assert differ


def fewest_broken(p: Position, play: Rack, most: int) -> int:
    """Return how few sets must be broken to lay *play*, by trying all choices of up to *most* sets."""
    for count in range(most):
        for chosen in combinations(p.table, count):
            if can_go_out(chosen, play, p.rules):
                return count
    return most


@pytest.mark.parametrize("key", FREE)
def test_no_set_is_broken_without_need(key):
    compared = 0
    for p in opened(key, ("tiny", "middling", "played"), 20):
        found = best(p.table, p.rack, p.rules)
        count = broken(p.table, found.table)
        if found.play and len(p.table) <= 9 and count <= 5:
            assert count == fewest_broken(p, found.play, count), p.case()
            compared += count > 0
    assert compared > 5


@pytest.mark.parametrize("key", FREE)
def test_what_is_said_to_be_fewest_is_fewest(key):
    kinds, proven = kinds_of(tile_rules(key)), 0
    for p in opened(key, ("middling", "played"), 20):
        found = best(p.table, p.rack, p.rules, tidy=False)
        if not found.play or len(p.table) > 9:
            continue
        sets = [bytes(kinds.index[tile] for tile in row) for row in p.table]
        done = kernel_of(p.rules).arrange(sets, kinds.counts(found.play))
        count = len(sets) - len(done.kept)
        if done.proven and count <= 5:
            assert count == fewest_broken(p, found.play, count), p.case()
            proven += count > 2
    assert proven


@pytest.mark.parametrize("key", FREE)
def test_on_a_crowded_table_no_broken_set_could_have_stayed(key):
    crowded = 0
    for p in opened(key, ("dense", "jokers"), 12):
        found = best(p.table, p.rack, p.rules)
        gone, _ = changed_sets(p.table, found.table)
        for i in range(len(gone)):
            assert not can_go_out((*gone[:i], *gone[i + 1 :]), found.play, p.rules), p.case()
        crowded += len(p.table) > 9 and len(gone) > 2
    assert crowded


@pytest.mark.rule("T32")
@pytest.mark.parametrize("key", ["fi-classic", "fi-classic+joker_limit=0", "pl-standard+joker_sets_frozen=true"])
def test_frozen_sets_that_need_not_change_stay_where_they_lie(key):
    seen = 0
    for p in opened(key, ("jokers", "middling"), 12):
        frozen = [row for row in p.table if JOKER in row]
        to = best(p.table, p.rack, p.rules).table
        gone, _ = changed_sets(p.table, to)
        if not any(JOKER in row for row in gone):
            assert all(row in to for row in frozen), p.case()
            seen += bool(frozen)
    assert seen


def extending(p: Position) -> list[AnyTile]:
    """Return the tiles of the box that make one more set of some set, laid at an end of it."""
    left = p.rules.box.counts - tile_counts(p.table)
    ends = [(tile, (*row, tile), (tile, *row)) for tile in left for row in p.table]
    valid = [tile for tile, above, below in ends if sets.readings(above, p.rules) or sets.readings(below, p.rules)]
    return [*dict.fromkeys(valid)]


@pytest.mark.parametrize("key", ["pl-standard", "pl-expert", "hu-twist", "fi-classic"])
def test_a_tile_that_extends_one_set_touches_one_set_only(key):
    asked = simple = 0
    for p in played(tile_rules(key), 20, "hint"):
        for tile in extending(p)[::3]:
            found = best(p.table, (tile,), p.rules)
            gone, _ = changed_sets(p.table, found.table)
            assert (found.tiles, len(gone)) == (1, 1), (p.case(), tile)
            told = steps(p.table, found.table)
            assert {step.facts["set"] for step in told if "set" in step.facts} == {write_tiles(gone[0])}
            asked += 1
            simple += [step.code for step in told] == ["step-add"]
    assert asked > 20
    assert simple > asked * 0.8


@pytest.mark.parametrize("key", EVERY)
def test_sets_of_the_rack_alone_touch_nothing(key):
    for p in played(tile_rules(key), 5, "alone"):
        for row in p.table:
            if tile_counts([*p.table, row]) <= p.rules.box.counts and (key != "fi-classic" or JOKER not in row):
                found = best(p.table, row, p.rules)
                assert (found.tiles, broken(p.table, found.table)) == (len(row), 0), p.case()


@pytest.mark.parametrize("key", EVERY)
def test_untouched_sets_keep_their_order(key):
    for p in opened(key, ("middling", "played"), 6):
        to = best(p.table, p.rack, p.rules).table
        gone, new = changed_sets(p.table, to)
        if len({*p.table}) == len(p.table) and len({*to}) == len(to):
            assert [row for row in p.table if row not in gone] == [row for row in to if row not in new], p.case()


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 b5 / k9 r9 o9", "b6", "b3 b4 b5 b6 / k9 r9 o9"),
        ("k9 r9 o9 / b3 b4 b5", "b2", "k9 r9 o9 / b2 b3 b4 b5"),
        ("b3 b4 b5 / k9 r9 o9", "k1 k2 k3", "b3 b4 b5 / k9 r9 o9 / k1 k2 k3"),
        ("b3 b4 b5 / b6 b7 b8 / k8 r8 o8", "b9", "b3 b4 b5 / b6 b7 b8 b9 / k8 r8 o8"),
        ("b3 b4 b5 / b6 b7 b8 / k9 r9 o9", "b2", "b2 b3 b4 b5 / b6 b7 b8 / k9 r9 o9"),
        ("k5 r5 b5 o5 / k9 r9 o9", "k4 k6", "r5 b5 o5 / k9 r9 o9 / k4 k5 k6"),
    ],
)
def test_the_new_table_is_the_old_one_with_little_changed(table, rack, after):
    assert write_table(ask(table, rack, "pl-standard").table) == after


def test_a_grown_set_lies_where_the_old_one_lay():
    rules = tile_rules("pl-standard")
    table, rows = (ask(text, "", rules).table for text in ("b3 b4 b5 / k9 r9 o9", "k1 k2 k3 / k9 r9 o9 / b3 b4 b5 b6"))
    assert write_table(put_in_order(table, rows)) == "b3 b4 b5 b6 / k9 r9 o9 / k1 k2 k3"


@pytest.mark.parametrize(
    ("rules", "table", "rack"),
    [
        (
            "hu-twist",
            "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 M J r11 J r9 r8 r7 r6 r5 r4 r3 r2 / r10 b10 o10 k10 / b6 b7 b8 b9"
            " / b12 o12 r12 k12",
            "k3 k4 k5 k13 r1 b5 b11 o4 o6 o9 D D C C M",
        ),
        (
            "sk-twist+color_change_starts=true",
            "b1 r1 k1 J / k9 b9 r9 o9",
            "k1 k2 k3 k4 k6 k7 k8 k9 k12 r3 r8 r11 r11 r12 b1 b2 b5 b5 b11 b12 b12 o8 o12 o13 J D D C C M M",
        ),
    ],
)
def test_a_table_with_too_many_ways_to_lie_is_still_laid(rules, table, rack):
    for _ in range(2):
        found = ask(table, rack, rules)
        assert judge(table, rack, found.table, rules) == []

"""Tables and racks as counts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise.api import tile_rules
from meldwise.notation import parse_rack, parse_table, write_table, write_tiles
from meldwise.table import changed_sets, listed, put, tile_counts, with_tiles, without
from meldwise.tiles import Rack, Table

RULES = tile_rules("hu-twist")


def table(text: str) -> Table:
    return parse_table(text, RULES)


def rack(text: str) -> Rack:
    return parse_rack(text, RULES)


@pytest.mark.rule("T28")
@pytest.mark.parametrize(
    ("before", "after", "gone", "new"),
    [
        ("", "", "", ""),
        ("b3 b4 b5", "b3 b4 b5", "", ""),
        ("b3 b4 b5 / k7 r7 o7", "k7 r7 o7 / b3 b4 b5", "", ""),  # the order of sets does not matter
        ("", "b3 b4 b5", "", "b3 b4 b5"),
        ("b3 b4 b5", "", "b3 b4 b5", ""),
        ("b3 b4 b5", "b3 b4 b5 b6", "b3 b4 b5", "b3 b4 b5 b6"),
        ("b3 b4 b5", "b3 b4 b5 / b3 b4 b5", "", "b3 b4 b5"),  # equal sets are counted
        ("b3 b4 b5 / b3 b4 b5", "b3 b4 b5", "b3 b4 b5", ""),
        ("b3 b4 b5 / k7 r7 o7", "b3 b4 b5 / k7 r7 o7 b7", "k7 r7 o7", "k7 r7 o7 b7"),
        ("J b4 b5", "b4 b5 J", "J b4 b5", "b4 b5 J"),  # where a joker lies is part of the set
    ],
)
def test_only_what_changed_is_gone_or_new(before, after, gone, new):
    found_gone, found_new = changed_sets(table(before), table(after))
    assert (write_table(found_gone), write_table(found_new)) == (gone, new)


SETS = st.sampled_from(["b3 b4 b5", "b3 b4 b5 b6", "k4 r4 o4", "r9 r10 r11", "J k7 k8"])


@pytest.mark.rule("T28")
@given(st.lists(SETS), st.lists(SETS))
def test_sets_are_counted_by_their_tiles_also_where_they_are_other_values(before, after):
    one, other = table(" / ".join(before)), tuple(row[:1] + row[1:] for row in table(" / ".join(after)))
    gone, new = changed_sets(one, other)
    assert Counter(gone) == Counter(one) - Counter(other)
    assert Counter(new) == Counter(other) - Counter(one)


@pytest.mark.rule("T28")
def test_tiles_of_several_sets_are_counted_together():
    counts = tile_counts(table("b3 b4 b5 / k4 r4 b4 J"))
    assert counts == Counter(rack("b3 b4 b4 b5 k4 r4 J"))
    assert counts.total() == 7
    assert tile_counts([]) == Counter()


def test_tiles_leave_a_rack_one_copy_at_a_time():
    assert without(rack("b3 b3 b4 J"), rack("b3 J")) == rack("b3 b4")
    assert without(rack("b3 b4"), ()) == rack("b3 b4")
    assert without(rack("b3"), rack("b3")) == ()
    with pytest.raises(ValueError, match="not in list"):
        without(rack("b3"), rack("b3 b3"))


def test_tiles_join_a_rack_in_their_places():
    assert write_tiles(with_tiles(rack("k5 b3 J"), rack("r1 k5 D"))) == "k5 k5 r1 b3 J D"


def test_what_is_taken_off_a_rack_and_put_back_leaves_it_as_it_was():
    full = rack("k1 k1 r5 b13 J M")
    for tile in full:
        assert with_tiles(without(full, (tile,)), (tile,)) == full


def test_counted_tiles_are_listed_in_rack_order_and_debts_are_left_out():
    k5, b3, joker = rack("k5 b3 J")
    assert write_tiles(listed(Counter({joker: 1, b3: 2, k5: -1}))) == "b3 b3 J"


def test_one_value_is_put_in_the_place_of_another():
    before = (1, 2, 3)
    assert put(before, 0, 9) == (9, 2, 3)
    assert put(before, 2, 9) == (1, 2, 9)
    assert before == (1, 2, 3)

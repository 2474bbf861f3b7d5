"""The law of frozen joker sets: fi-classic, and wherever a house rule freezes them (T32, R15, R16)."""

import pytest

import meldwise


def codes(table: str, rack: str, to: str, rules: str = "fi-classic") -> list[str]:
    return [reason.code for reason in meldwise.judge(table, rack, to, rules)]


def broken(table: str, rack: str, to: str, rules: str = "fi-classic") -> bool:
    """Tell whether this law, and no other, forbids a turn."""
    reasons = meldwise.judge(table, rack, to, rules)
    assert not meldwise.judge(table, rack, to, "pl-standard"), "the turn must be legal where nothing is frozen"
    assert all(reason.rules == ("T32",) for reason in reasons)
    return bool(reasons)


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("J r5 r6", "r7", "J r5 r6 r7"),
        ("J r5 r6", "r3", "r3 J r5 r6"),
        ("b3 J b5", "b2 b6", "b2 b3 J b5 b6"),
        ("J r5 r6 / k7 r7 b7 o7", "o1 o2 o3", "J r5 r6 r7 / k7 b7 o7 / o1 o2 o3"),  # from a set without a joker
        ("b3 J b5 / b6 b7 b8", "b9", "b3 J b5 b6 b7 b8 b9"),  # by the whole of it
        ("b3 b4 J / b6 b7 b8", "b9", "b3 b4 J b6 / b7 b8 b9"),  # or a part
        ("r7 k7 J", "b7", "r7 k7 J b7"),  # the joker stands for a colour still missing
        ("r7 k7 J", "o7", "o7 r7 k7 J"),
    ],
)
def test_a_set_with_a_joker_may_be_extended(table, rack, to):
    assert codes(table, rack, to) == []


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 b4 J b6 b7", "b2 b8", "b2 b3 b4 / J b6 b7 b8"),  # split
        ("b3 b4 b5 J", "b2 k6 r6", "b2 b3 b4 b5 / k6 r6 J"),
        ("b4 b5 b6 J / k4 r4 o4", "o9 o10 o11", "b5 b6 J / k4 r4 o4 b4 / o9 o10 o11"),  # a tile given away
        ("J b5 b6 b7", "k7 r7", "J b5 b6 / b7 k7 r7"),
        ("r7 k7 b7 J", "r8 r9", "k7 b7 J / r7 r8 r9"),
        ("J b5 b6 b7", "o1 o2", "b5 b6 b7 / o1 o2 J"),  # its joker given away, with nothing in its place
    ],
)
def test_a_set_with_a_joker_is_not_split_and_gives_no_tile_away(table, rack, to):
    assert broken(table, rack, to)


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 b4 J", "b5", "b3 b4 b5 J"),
        ("b3 b4 J", "b5", "J b3 b4 b5"),
        ("b3 J b5", "b4", "b3 b4 b5 J"),
        ("J b4 b5", "r9 r10 r11", "b4 b5 J / r9 r10 r11"),
        ("b4 b5 J", "b2 b3", "J b2 b3 b4 b5"),
    ],
)
def test_the_joker_keeps_its_place(table, rack, to):
    assert broken(table, rack, to)


@pytest.mark.rule("T32")
def test_the_order_of_a_group_is_free_but_that_of_a_run_is_not():
    assert codes("r7 k7 J", "o1 o2 o3", "J k7 r7 / o1 o2 o3") == []
    assert codes("r7 k7 J", "b7", "b7 J k7 r7") == []
    assert broken("b3 b4 J", "o1 o2 o3", "J b3 b4 / o1 o2 o3")


@pytest.mark.rule("T32", "R15")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 J b5", "b4 o1 o2", "b3 b4 b5 / o1 o2 J"),
        ("b3 b4 J", "b5 k8 r8", "b3 b4 b5 / k8 J r8"),
        ("r7 k7 J", "b7 o1 o2", "r7 k7 b7 / o1 o2 J"),  # either missing colour
        ("r7 k7 J", "o7 o1 o2", "r7 k7 o7 / o1 o2 J"),
        ("r7 k7 J", "o7 b7 o1 o2", "r7 k7 o7 b7 / o1 o2 J"),
        ("r7 k7 b7 J", "o7 o1 o2", "r7 k7 b7 o7 / o1 o2 J"),
        ("J r5 r6", "r4 r7 k4 k5 k6", "r4 r5 r6 r7 / k4 k5 k6 J"),
    ],
)
def test_the_joker_is_taken_by_a_rack_tile_in_its_place_and_laid_in_a_new_set(table, rack, to):
    assert codes(table, rack, to) == []


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("r7 k7 J / b7 b8 b9 b10", "o1 o2", "r7 k7 b7 / b8 b9 b10 / o1 o2 J"),
        ("b3 J b5 / k4 r4 b4 o4", "o1 o2", "b3 b4 b5 / k4 r4 o4 / o1 o2 J"),
        ("b3 b4 J / b5 b6 b7 b8", "o1 o2", "b3 b4 b5 b6 b7 b8 / o1 o2 J"),
    ],
)
def test_the_tile_put_for_a_joker_comes_from_the_rack_and_not_from_the_table(table, rack, to):
    assert broken(table, rack, to)


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("J b5 b6 b7", "b8 o1 o2", "b5 b6 b7 b8 / o1 o2 J"),  # b8 is not the b4 it stands for
        ("b3 b4 b5 J", "b2 o1 o2", "b2 b3 b4 b5 / o1 o2 J"),
        ("r7 k7 b7 J", "r8 r9", "r7 k7 b7 / r8 r9 J"),  # nothing has come for its o7
    ],
)
def test_the_tile_put_for_a_joker_has_the_number_and_colour_it_stands_for(table, rack, to):
    assert broken(table, rack, to)


@pytest.mark.rule("T32", "R15")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 J b5 / k9 k10 k11", "b4", "b3 b4 b5 / k9 k10 k11 J"),  # an old set
        ("b3 J b5 / k9 r9 o9", "b4", "b3 b4 b5 / k9 r9 o9 J"),
        ("b3 b4 J", "b5 b6", "b3 b4 b5 b6 J"),  # its own set
        ("b3 J b5 / o1 o2 o3 o4", "b4 o5", "b3 b4 b5 / o1 o2 o3 / o4 o5 J"),  # a set with a tile of the table
        ("r7 k7 J / o1 o2 o3 o4", "b7 o5 o6", "r7 k7 b7 / o1 o2 o3 / o4 o5 o6 J"),
        ("r7 k7 J", "b7 r8 r9", "k7 b7 J / r7 r8 r9"),  # with tiles of its old set
    ],
)
def test_the_other_tiles_of_the_new_set_all_come_from_the_rack(table, rack, to):
    assert broken(table, rack, to)


@pytest.mark.rule("T28", "T32")
def test_a_taken_joker_is_not_kept():
    assert codes("b3 J b5", "b4 o1 o2 o3", "b3 b4 b5 / o1 o2 o3") == ["tile-gone"]


@pytest.mark.rule("T32", "R16")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        ("b3 b4 J b6 b7", "b5 b5 o1 o2", "b3 b4 b5 / b5 b6 b7 / o1 o2 J"),  # split
        ("r7 k7 J", "b7 o7 r8 r9 o1 o2", "k7 b7 o7 / r7 r8 r9 / o1 o2 J"),  # a tile leaves
        ("J r5 r6 r7", "r4 k4 b4 o1 o2", "r5 r6 r7 / r4 k4 b4 / o1 o2 J"),  # the tile put there leaves
        ("b3 J b5 / k3 r3 o3 / k4 r4 o4 / k5 r5 o5", "b4 o9 o10", "b3 k3 r3 o3 / b4 k4 r4 o4 / b5 k5 r5 o5 / o9 o10 J"),
        ("b3 J b5", "b4 J k1 k2", "b3 b4 b5 J / k1 k2 J"),  # another joker from the rack joins it
    ],
)
def test_once_its_joker_is_replaced_a_set_is_an_ordinary_set(table, rack, to):
    assert codes(table, rack, to) == []


@pytest.mark.rule("T32", "R15")
def test_the_tile_put_for_the_joker_is_not_also_a_tile_of_the_new_set():
    assert broken("J r5 r6 r7", "r2 r3 r4", "r5 r6 r7 / r2 r3 r4 J")
    assert codes("J r5 r6 r7", "r2 r3 r4 r4", "r4 r5 r6 r7 / r2 r3 r4 J") == []
    assert broken("J r5 r6 r7", "r4 k4 b4", "r5 r6 r7 / r4 k4 b4 J")


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to"),
    [
        # a b4 of the table and one of the rack: the rack's is the one put there
        ("b3 J b5 / k4 r4 b4 o4", "b4 o1 o2", "b3 b4 b5 / k4 r4 b4 o4 / o1 o2 J"),
        ("b3 J b5 / k4 r4 b4 o4", "b4 b2 b6 o1 o2", "b2 b3 b4 / b4 b5 b6 / k4 r4 o4 / o1 o2 J"),
        # an o4 of the table and one of the rack: the rack's lies in the new set
        ("r7 k7 J / o1 o2 o3 o4", "b7 o4 o5", "r7 k7 b7 / o1 o2 o3 o4 / o4 o5 J"),
        # the two jokers: the rack's lies in the set with table tiles
        ("b3 J b5 / o1 o2 o3 o4", "b4 J o5 k1 k2", "b3 b4 b5 / o1 o2 o3 / o4 o5 J / k1 k2 J"),
        # two b5 of the table: either may be the one of the joker set
        ("b3 J b5 / k5 r5 b5 o5", "b6", "k5 r5 b5 o5 / b3 J b5 b6"),
    ],
)
def test_equal_tiles_are_interchangeable(table, rack, to):
    assert codes(table, rack, to) == []


@pytest.mark.rule("T32")
def test_equal_tiles_help_only_when_the_rack_really_gives_one():
    table = "b3 J b5 / k4 r4 b4 o4"
    assert codes(table, "b4 o1 o2", "b3 b4 b5 / k4 r4 b4 o4 / o1 o2 J") == []
    assert broken(table, "o1 o2", "b3 b4 b5 / k4 r4 o4 / o1 o2 J")
    assert broken("r7 k7 J / o1 o2 o3 o4", "b7 o5", "r7 k7 b7 / o1 o2 o3 / o4 o5 J")


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("rack", "to", "legal"),
    [
        ("b6", "b3 J b5 b6 / r7 k7 J", True),
        ("b6 b7", "b3 J b5 b6 / r7 k7 J b7", True),  # both grow
        ("b4 o1 o2", "b3 b4 b5 / r7 k7 J / o1 o2 J", True),  # one is taken
        ("b7 o1 o2", "b3 J b5 / r7 k7 b7 / o1 o2 J", True),  # or the other
        ("b4 b7 o1 o2 k1 k2", "b3 b4 b5 / r7 k7 b7 / o1 o2 J / k1 k2 J", True),  # or both
        ("b4 b7 o1 o2", "b3 b4 b5 / r7 k7 b7 J / o1 o2 J", True),  # one is taken, the other grows
        ("b4", "b3 b4 b5 J / r7 k7 J", False),  # the other may lie as it lay
        ("b4 b7", "b3 b4 b5 J / r7 k7 J b7", False),
        ("b4 b7 k6 k5", "b3 b4 b5 J / k5 k6 J / r7 k7 b7", False),
        ("b4 b7 r8 r9", "b3 b4 b5 J / r7 r8 r9 / k7 b7 J", False),
    ],
)
def test_two_joker_sets_each_keep_the_law(rack, to, legal):
    assert broken("b3 J b5 / r7 k7 J", rack, to) is not legal


@pytest.mark.rule("T32")
def test_the_joker_of_one_set_does_not_pay_for_another():
    # both jokers leave, but only one tile was put in a joker's place
    assert broken("b2 b3 b4 J / J r7 r8 r9", "b5 o1 o2 k1 k2", "b2 b3 b4 b5 / r7 r8 r9 / o1 o2 J / k1 k2 J")
    assert codes("b2 b3 b4 J / J r7 r8 r9", "b5 r6 o1 o2 k1 k2", "b2 b3 b4 b5 / r6 r7 r8 r9 / o1 o2 J / k1 k2 J") == []


@pytest.mark.rule("T32")
def test_two_equal_joker_sets_need_a_tile_each():
    table = "b3 J b5 / b3 J b5"
    assert codes(table, "b4 o1 o2", "b3 b4 b5 / b3 J b5 / o1 o2 J") == []
    assert codes(table, "b4 b4 o1 o2 k1 k2", "b3 b4 b5 / b3 b4 b5 / o1 o2 J / k1 k2 J") == []
    assert codes(table, "b4 b6", "b3 J b5 b6 / b3 b4 b5") == ["tile-gone"]
    assert broken("b2 b3 b4 J / b2 b3 b4 J", "b5 o1 o2 k1 k2", "b2 b3 b4 / b2 b3 b4 b5 / o1 o2 J / k1 k2 J")


@pytest.mark.rule("T12", "T32")
def test_a_joker_from_the_rack_goes_into_any_set_that_holds_no_other():
    assert codes("k7 r7 b7", "J", "k7 r7 b7 J") == []
    assert codes("b3 b4 b5", "J", "J b3 b4 b5") == []
    assert codes("o1 o2 o3 o4", "J o5", "o1 o2 o3 / o4 o5 J") == []  # with tiles of the table, too
    assert codes("b3 J b5", "J", "b3 J b5 J") == ["invalid-set"]
    assert codes("b3 J b5 / k7 r7 b7", "J", "b3 J b5 / k7 r7 b7 J") == []


@pytest.mark.rule("T29", "T32")
def test_sets_without_a_joker_are_not_frozen():
    assert codes("b3 b4 b5 b6 b7 / k3 J k5", "b5", "b3 b4 b5 / b5 b6 b7 / k3 J k5") == []


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "to", "code"),
    [
        ("b3 b4 J", "b5", "b3 b4 b5 J", "freed-joker-needs-rack"),
        ("b3 J b5 / k9 k10 k11", "b4", "b3 b4 b5 / k9 k10 k11 J", "freed-joker-needs-rack"),
        ("J b5 b6 b7", "k7 r7", "J b5 b6 / b7 k7 r7", "joker-set-frozen"),
        ("b3 b4 J b6 b7", "b2 b8", "b2 b3 b4 / J b6 b7 b8", "joker-set-frozen"),
    ],
)
def test_the_reason_names_the_set_and_what_was_done_to_it(table, rack, to, code):
    (reason,) = meldwise.judge(table, rack, to, "fi-classic")
    assert (reason.code, reason.rules) == (code, ("T32",))
    assert reason.facts["set"] == table.split(" / ")[0]


FROZEN = "pl-standard+joker_sets_frozen=true"
"""A house rule: the Finnish law with two jokers in a set."""


@pytest.mark.rule("T11", "T32")
@pytest.mark.parametrize(
    ("table", "rack", "to", "legal"),
    [
        ("b3 J J b6", "b7", "b3 J J b6 b7", True),
        ("b3 J J b6", "b4 o1 o2", "b3 b4 J b6 / o1 o2 J", True),  # one of them taken
        ("b3 J J b6", "b5 o1 o2", "b3 J b5 b6 / o1 o2 J", True),
        ("b3 J J b6", "b4 b5 o1 o2 k1 k2", "b3 b4 b5 b6 / o1 o2 J / k1 k2 J", True),  # both, each into its own set
        ("b3 J J b6", "b4 b5 o1 o2", "b3 b4 b5 b6 / o1 o2 J J", False),  # the other joker is no rack tile
        ("b3 J J b6", "b4 b5 b7", "b3 b4 b5 b6 b7 J J", False),
        ("b3 J J b6", "b7 b2", "b2 b3 J / J b6 b7", False),
        ("b3 J J b6 b7 b8", "b4 o1 o2", "b3 b4 J / b6 b7 b8 / o1 o2 J", False),  # the rest holds a joker still
        ("J b5 J", "b4 o1 o2", "b4 b5 J / o1 o2 J", True),  # read as a run
        ("J b5 J", "r5 o1 o2", "r5 b5 J / o1 o2 J", True),  # or as a group
        ("J b5 J", "b3 b7", "b3 J b5 J b7", True),
        ("J b5 J", "b4 b6 r5", "b4 b5 b6 / r5 J J", False),
        # as a group its jokers stand for two colours, so two red fives do not free both
        ("J b5 J / k5 b5 o5", "r5 r5 o1 o2 k1 k2", "k5 r5 b5 / o5 r5 b5 / o1 o2 J / k1 k2 J", False),
        ("J b5 J / k5 b5 o5", "r5 k5 o1 o2 k1 k2", "k5 r5 b5 / k5 b5 o5 / o1 o2 J / k1 k2 J", True),
        ("k5 b5 J J", "r5 o1 o2", "k5 b5 r5 J / o1 o2 J", True),
        ("b3 J b5 / b6 J b8", "b9", "b3 J b5 b6 J b8 b9", False),  # joker sets are not joined
    ],
)
def test_a_house_rule_freezes_sets_with_two_jokers(table, rack, to, legal):
    assert broken(table, rack, to, FROZEN) is not legal


@pytest.mark.parametrize(
    ("table", "rack", "to", "code"),
    [
        ("r7 k7 J / b7 b8 b9 b10", "o1 o2", "r7 k7 b7 / b8 b9 b10 / o1 o2 J", "joker-exchange-needs-rack"),
        ("b3 b4 J", "b5", "b3 b4 b5 J", "freed-joker-needs-rack"),
        ("J r5 r6 r7", "o1 o2", "r5 r6 r7 / o1 o2 J", "joker-set-frozen"),
        ("J r5 r6 r7", "k7 b7", "J r5 r6 / k7 b7 r7", "joker-set-frozen"),
    ],
)
@pytest.mark.rule("T32")
def test_the_refusal_names_the_mistake_and_the_set_as_it_lies(table, rack, to, code):
    [reason] = meldwise.judge(table, rack, to, "fi-classic")
    assert (reason.code, reason.facts["set"]) == (code, table.split(" / ")[0])

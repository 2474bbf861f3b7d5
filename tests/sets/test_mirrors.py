"""Mirror runs and mirror groups (T18-T21, T24; R9-R12)."""

from itertools import product

import pytest

import meldwise

COUNTING = ("pl-twist", "hu-twist")
TWIST = (*COUNTING, "sk-twist")


def read(row: str, rules: str = "hu-twist") -> list[tuple[str, int]]:
    return [(reading.kind, reading.points) for reading in meldwise.readings(row, rules)]


def middles(row: str, rules: str = "hu-twist") -> list[tuple[int, ...]]:
    """Return what the mirror joker stands for, reading by reading."""
    place = row.split().index("M")
    return [
        stand.numbers
        for reading in meldwise.readings(row, rules)
        for stand in reading.jokers
        if stand.position == place
    ]


@pytest.mark.rule("T18", "T19", "T20", "T24")
@pytest.mark.parametrize(
    ("row", "counting", "slovak"),
    [
        ("b2 b3 M b3 b2", 14, 10),
        ("b3 b4 M b4 b3", 19, 14),
        ("r1 r2 r3 M r3 r2 r1", 16, 12),
        ("k11 k12 M k12 k11", 59, 46),
        ("b3 b2 M b2 b3", 11, 10),
        ("b13 b12 M b12 b13", 61, 50),
    ],
)
def test_a_mirror_run_counts_its_sides_and_where_the_mirror_stands_for_a_number_the_middle(row, counting, slovak):
    assert read(row, "hu-twist") == read(row, "pl-twist") == [("mirror run", counting)]
    assert read(row, "sk-twist") == [("mirror run", slovak)]


@pytest.mark.rule("T18", "T19", "T20", "T24")
@pytest.mark.parametrize(
    ("row", "counting", "slovak"),
    [
        ("b3 r3 M r3 b3", 15, 12),
        ("r3 b3 M b3 r3", 15, 12),
        ("k3 r3 b3 M b3 r3 k3", 21, 18),
        ("k13 r13 b13 o13 M o13 b13 r13 k13", 117, 104),
    ],
)
def test_a_mirror_group_holds_one_number_in_mirrored_colours(row, counting, slovak):
    assert read(row, "hu-twist") == read(row, "pl-twist") == [("mirror group", counting)]
    assert read(row, "sk-twist") == [("mirror group", slovak)]


@pytest.mark.rule("T18", "R9")
def test_sides_of_one_place_are_enough():
    assert read("b3 M b3") == [("mirror run", 10), ("mirror group", 9)]
    assert read("b3 M b3", "sk-twist") == [("mirror group", 6), ("mirror run", 6)]
    assert read("b3 M J") == [("mirror run", 10), ("mirror group", 9)]


@pytest.mark.rule("T19", "R10")
def test_a_side_of_one_place_only_climbs():
    assert ("mirror run", 8) not in read("b3 M b3")
    assert middles("b3 M b3") == [(4,), (3,)]
    assert read("b13 M b13") == [("mirror group", 39)]  # a 14 does not exist, and a 12 would be falling


@pytest.mark.rule("T18")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    [
        "M b3 b3",  # no side
        "b3 b4 M",
        "b3 b4 b5 M",
        "b2 b3 M b3",  # sides of different length
        "b3 M b3 b2",
        "b2 b3 M b3 b2 b1",
        "b3 M b4",  # another number
        "b2 b3 M b4 b3",
        "b2 b3 M b2 b3",  # not place for place
        "b3 r3 M b3 r3",
        "b3 M r3",  # another colour
        "b2 b3 M r3 r2",
        "b3 r3 M k3 b3",
    ],
)
def test_the_sides_mirror_each_other_place_for_place_in_number_and_colour(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T19")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    [
        "b2 b4 M b4 b2",  # numbers not consecutive
        "b1 b2 b1 M b1 b2 b1",
        "b2 r3 M r3 b2",  # two colours in the side of a run
        "b3 b3 M b3 b3",  # a colour twice in the side of a group
        "k3 r3 b3 k3 M k3 b3 r3 k3",
        "k1 r1 b1 o1 k1 M k1 o1 b1 r1 k1",
        "b3 r3 b4 M b4 r3 b3",  # neither
    ],
)
def test_each_side_of_a_mirror_is_one_run_or_one_number_in_different_colours(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T19", "R10")
@pytest.mark.parametrize("rules", TWIST)
def test_a_mirror_run_may_climb_or_fall_towards_the_mirror(rules):
    assert [kind for kind, _ in read("b5 b6 b7 M b7 b6 b5", rules)] == ["mirror run"]
    assert [kind for kind, _ in read("b7 b6 b5 M b5 b6 b7", rules)] == ["mirror run"]


@pytest.mark.rule("T20")
def test_the_mirror_stands_for_the_next_number_in_the_direction_of_the_run():
    assert middles("b3 b4 M b4 b3") == [(5,)]
    assert middles("b4 b3 M b3 b4") == [(2,)]
    assert middles("b3 r3 M r3 b3") == [(3,)]
    assert middles("b3 b4 M b4 b3", "sk-twist") == [()]


@pytest.mark.rule("T20")
@pytest.mark.parametrize(
    ("row", "slovak"),
    [
        ("b12 b13 M b13 b12", 50),
        ("b2 b1 M b1 b2", 6),
        ("r11 r12 r13 M r13 r12 r11", 72),
        ("r3 r2 r1 M r1 r2 r3", 12),
    ],
)
def test_the_number_in_the_middle_must_exist_unless_the_mirror_stands_for_nothing(row, slovak):
    for rules in COUNTING:
        assert read(row, rules) == []
    assert read(row, "sk-twist") == [("mirror run", slovak)]
    assert read(row, "hu-twist+mirror_counts=false") == [("mirror run", slovak)]


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("b3 J b5 M b5 b4 b3", 30),
        ("b4 J b6 M b6 J b4", 37),
        ("J b4 M b4 b3", 19),
        ("J J M b4 b3", 19),
        ("b2 D M b4 b3 b2", 23),  # a double joker faced by two tiles
        ("b2 D M D b2", 23),
        ("b2 D M J b3 b2", 23),
        ("D M b4 b3", 19),
        ("D b4 M D b2", 23),  # two double jokers that overlap by one place
        ("b5 D M b3 J b5", 26),  # falling
    ],
)
def test_a_place_is_mirrored_by_what_it_stands_for(row, points):
    assert ("mirror run", points) in read(row)


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("b3 J M r3 b3", 15),
        ("b3 D M r3 k3 b3", 21),
        ("D r3 M D b3", 21),
        ("D D M o3 b3 r3 k3", 27),
    ],
)
def test_jokers_stand_in_the_sides_of_a_mirror_group(row, points):
    assert read(row) == [("mirror group", points)]


@pytest.mark.rule("T11", "T21")
def test_a_mirror_keeps_all_its_readings_open():
    assert read("b3 J M J b3") == [("mirror run", 19), ("mirror group", 15), ("mirror run", 11)]
    assert read("b3 J M J b3", "sk-twist") == [("mirror run", 14), ("mirror group", 12), ("mirror run", 10)]
    assert read("b13 J M J b13") == [("mirror group", 65), ("mirror run", 61)]


@pytest.mark.rule("T21")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    [
        "b3 J b5 M b5 r4 b3",
        "b3 D M J b3",  # a double joker fills two places of its side
        "D M J b3 b2",
        "b3 D M r3 r3 b3",
        "b3 D M k3 r3 o3 b3",
        "D b2 b3 M b3 b2 D",  # below 1
        "k3 r3 D J M J D r3 k3",  # five places of one number
    ],
)
def test_a_joker_in_a_side_must_fit_both_its_side_and_what_it_faces(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T15", "T21")
def test_a_double_joker_tells_its_numbers_in_the_order_they_lie():
    (reading,) = meldwise.readings("b2 D M b4 J b2", "hu-twist")
    assert [(stand.position, stand.numbers) for stand in reading.jokers] == [(1, (3, 4)), (2, (5,)), (4, (3,))]
    (reading,) = meldwise.readings("b2 b3 b4 M D b2", "hu-twist")
    assert [(stand.position, stand.numbers) for stand in reading.jokers] == [(3, (5,)), (4, (4, 3))]


@pytest.mark.rule("T21", "R11")
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("r5 C M C r5", 29),  # 5 6 (7) 6 5
        ("C r5 M r5 C", 26),  # falling: 6 5 (4) 5 6
        ("b4 C r6 M r6 C b4", 37),
        ("r6 C b4 M b4 C r6", 33),
        ("b4 C J M r6 C b4", 37),
        ("b3 b4 C M C J b3", 30),
    ],
)
def test_a_colour_change_joker_in_a_side_is_faced_by_another(row, points):
    assert read(row) == [("mirror run", points)]


@pytest.mark.rule("T21", "R11")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    [
        "b4 C r6 M r6 J b4",  # faced by another kind
        "b4 J r6 M r6 C b4",
        "b3 b4 C M b5 b4 b3",
        "b4 C b6 M b6 C b4",  # the same colour after it
        "C r4 r5 M r5 r4 C",  # climbing it would start the side
        "r5 r4 C M C r4 r5",  # falling it would lie lowest
        "b3 C C r6 M r6 C C b3",
        "b3 C M C r3",
        "k3 C M C k4",
    ],
)
def test_each_side_read_upwards_keeps_the_law_of_the_colour_change_joker(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T21", "R12")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    ["b2 b3 M M b3 b2", "b3 M b3 M b3", "b3 M M b3", "b3 M M", "b2 b3 M M b2", "b2 b3 M b3 M", "b2 M b2 M b2 M b2"],
)
def test_a_set_holds_one_mirror(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T18", "R9")
@pytest.mark.parametrize("row", ["b3 M b3", "J M b3", "b13 M b13"])
def test_a_house_rule_asks_for_longer_sides(row):
    rules = "hu-twist+mirror_side=2"
    assert read(row, "hu-twist")
    assert read(row, rules) == []
    assert read("b2 b3 M b3 b2", rules) == [("mirror run", 14)]
    assert read("D M b4 b3", rules) == [("mirror run", 19)]  # places count, not tiles
    assert read("b2 b3 M b3 b2", "hu-twist+mirror_side=3") == []


@pytest.mark.rule("T18", "T19", "T20")
def test_every_row_of_two_tiles_a_mirror_and_two_tiles_of_one_colour_reads_as_its_numbers_say():
    for a, b, c, d in product((1, 2, 3, 11, 12, 13), repeat=4):
        row = f"b{a} b{b} M b{c} b{d}"
        middle = b + (b - a)
        fits = a == d and b == c and abs(a - b) == 1
        assert read(row, "sk-twist") == ([("mirror run", 2 * (a + b))] if fits else [])
        assert bool(read(row, "hu-twist")) == (fits and 1 <= middle <= 13)

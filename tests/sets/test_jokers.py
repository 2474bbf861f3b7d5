"""Sets with ordinary, coloured, double and colour-change jokers (T9-T17, T24; R5-R8)."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

import meldwise

TILE_GAMES = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist")
TWIST = ("pl-twist", "hu-twist", "sk-twist")
COLORS = "krbo"

Stands = list[tuple[int, tuple[int, ...], str]]


def read(row: str, rules: str = "hu-twist") -> list[tuple[str, int]]:
    return [(reading.kind, reading.points) for reading in meldwise.readings(row, rules)]


def stands(row: str, kind: str, rules: str = "hu-twist") -> Stands:
    """Return what each joker stands for in the one reading of this kind: its place, its numbers, its colours."""
    (reading,) = [reading for reading in meldwise.readings(row, rules) if reading.kind == kind]
    return [(stand.position, stand.numbers, "".join(stand.colors)) for stand in reading.jokers]


# Any joker


@pytest.mark.rule("T9", "T15")
@pytest.mark.parametrize("row", ["b3 D", "D b3", "b3 J", "b3 M", "b3 C", "D"])
def test_a_set_has_three_physical_tiles_whatever_they_stand_for(row):
    assert read(row) == []


@pytest.mark.rule("T10", "R5")
@pytest.mark.parametrize(
    ("row", "rules"),
    [
        ("J J D", "hu-twist"),
        ("J D J", "pl-twist"),
        ("J C J", "hu-twist"),
        ("D C D", "hu-twist"),
        ("J M J", "sk-twist"),
        ("D M D", "sk-twist"),
        ("D M J J", "hu-twist"),
        ("J C M C J", "hu-twist"),
        ("Jk Jr Jb", "pl-expert"),
        ("Jk Jr Jb Jo", "pl-expert"),
    ],
)
def test_jokers_alone_are_no_set(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T11", "R6")
@pytest.mark.parametrize(
    ("row", "rules", "readings"),
    [
        ("J b5 J", "pl-standard", [("group", 15), ("run", 15)]),
        ("J J b8", "pl-standard", [("group", 24), ("run", 21)]),
        ("b8 J J", "pl-standard", [("run", 27), ("group", 24)]),
        ("b3 D J", "hu-twist", [("run", 18), ("group", 12)]),
        ("D b3 J", "hu-twist", [("group", 12), ("run", 10)]),
        ("b12 J J", "pl-standard", [("group", 36)]),
        ("J J b2", "pl-standard", [("group", 6)]),
    ],
)
def test_every_reading_stays_open_and_the_one_worth_most_comes_first(row, rules, readings):
    assert read(row, rules) == readings


@pytest.mark.rule("T11", "R6")
def test_another_tile_settles_which_reading_holds():
    assert read("J b5 J", "pl-standard") == [("group", 15), ("run", 15)]
    assert read("J b5 J b7", "pl-standard") == [("run", 22)]
    assert read("J b5 J r5", "pl-standard") == [("group", 20)]


@pytest.mark.rule("T11", "T12", "R6")
def test_a_joker_stands_for_every_tile_still_open_to_it():
    assert stands("J b5 J", "run", "pl-standard") == [(0, (4,), "b"), (2, (6,), "b")]
    assert stands("J b5 J", "group", "pl-standard") == [(0, (5,), "kro"), (2, (5,), "kro")]
    assert stands("k7 J b7", "group", "pl-standard") == [(1, (7,), "ro")]


# The ordinary joker


@pytest.mark.rule("T12", "T24")
@pytest.mark.parametrize("rules", ["fi-classic", "pl-standard", *TWIST])
@pytest.mark.parametrize(
    ("row", "readings"),
    [
        ("b3 J b5", [("run", 12)]),
        ("J b12 b13", [("run", 36)]),
        ("b1 b2 J", [("run", 6)]),
        ("J b2 b3", [("run", 6)]),
        ("b11 b12 J", [("run", 36)]),
        ("k7 r7 J", [("group", 21)]),
        ("J k7 r7 b7", [("group", 28)]),
    ],
)
def test_an_ordinary_joker_stands_for_the_tile_its_place_wants(row, readings, rules):
    assert read(row, rules) == readings


@pytest.mark.rule("T8", "T12")
@pytest.mark.parametrize("rules", ["fi-classic", "pl-standard", *TWIST])
@pytest.mark.parametrize("row", ["J b1 b2", "b12 b13 J", "b3 J b6", "b3 J b4", "b3 J r5", "k7 r7 b7 o7 J", "b7 b7 J"])
def test_an_ordinary_joker_finds_no_place_where_no_tile_would_fit(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T12")
@pytest.mark.parametrize(
    ("row", "readings"),
    [
        ("b3 J J b6", [("run", 18)]),
        ("J b4 b5 J", [("run", 18)]),
        ("J b4 J b6", [("run", 18)]),
        ("k5 b5 J J", [("group", 20)]),
        ("J J b3 b4", [("run", 10)]),
    ],
)
def test_two_ordinary_jokers_in_a_set_are_fine_except_in_fi_classic(row, readings):
    for rules in ("pl-standard", *TWIST):
        assert read(row, rules) == readings
    assert read(row, "fi-classic") == []


@pytest.mark.rule("T12")
def test_a_house_rule_limits_the_jokers_of_every_kind_in_a_set():
    one, two = "hu-twist+joker_limit=1", "hu-twist+joker_limit=2"
    for row in ("b3 J b5", "b3 D b6", "b3 C r5", "b3 M b3"):
        assert read(row, one) == read(row) != []
    for row in ("b3 J J b6", "b3 D J b7", "b3 C J r6", "b3 J M b4 b3", "b3 C r5 C b7"):
        assert read(row, one) == []
        assert read(row, two) == read(row) != []
    assert read("b3 J J D", two) == []
    assert read("b3 J J b6", "fi-classic+joker_limit=0") == [("run", 18)]


# The coloured jokers of pl-expert


@pytest.mark.rule("T13")
@pytest.mark.parametrize(
    ("row", "readings"),
    [
        ("b4 b5 Jb", [("run", 15)]),
        ("Jb b5 b6", [("run", 15)]),
        ("b4 Jb b6", [("run", 15)]),
        ("Jb Jb b5", [("run", 12)]),
        ("b3 Jb Jb b6", [("run", 18)]),
        ("r10 o10 Jb", [("group", 30)]),
        ("Jb Jr k5", [("group", 15)]),
        ("Jk Jr Jb o9", [("group", 36)]),
    ],
)
def test_a_coloured_joker_stands_for_a_tile_of_its_own_colour(row, readings):
    assert read(row, "pl-expert") == readings


@pytest.mark.rule("T13")
@pytest.mark.parametrize(
    "row",
    [
        "r4 r5 Jb",  # a run of another colour
        "Jr b4 b5",
        "b4 Jr b6",
        "b4 Jb Jr b7",
        "b10 r10 Jb",  # its colour is there as a tile
        "b10 r10 k10 Jb",
        "Jb Jb r5",  # its colour is there as a joker
        "Jb r5 k5 Jb",
        "Jk Jk k1",  # no number below
        "b12 b13 Jb",
    ],
)
def test_a_coloured_joker_stands_for_nothing_of_another_colour(row):
    assert read(row, "pl-expert") == []


@pytest.mark.rule("T13")
def test_a_coloured_joker_has_one_colour_in_a_group_of_three():
    assert stands("r10 o10 Jb", "group", "pl-expert") == [(2, (10,), "b")]


# A special joker is only itself


@pytest.mark.rule("T14", "R7")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    ("ordinary", "specials"),
    [
        ("b3 J b5", ["b3 D b5", "b3 C b5", "b3 M b5"]),
        ("b3 b4 J", ["b3 b4 M"]),
        ("J b4 b5", ["C b4 b5", "M b4 b5"]),
        ("k7 r7 J", ["k7 r7 C", "k7 r7 M"]),
        ("k7 r7 b7 J", ["k7 r7 b7 D", "k7 r7 b7 C"]),
    ],
)
def test_a_special_joker_never_acts_as_an_ordinary_one(ordinary, specials, rules):
    assert read(ordinary, rules)
    for row in specials:
        assert read(row, rules) == []


@pytest.mark.rule("T14", "R7")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    ("special", "others"),
    [
        ("b3 D b6", ["b3 J b6", "b3 C b6", "b3 M b6"]),
        ("b3 C r5", ["b3 J r5", "b3 D r5", "b3 M r5"]),
        ("b3 M b3", ["b3 J b3", "b3 D b3", "b3 C b3"]),
        ("b2 b3 M b3 b2", ["b2 b3 J b3 b2", "b2 b3 C b3 b2", "b2 b3 D b3 b2"]),
    ],
)
def test_no_joker_does_the_work_of_another_kind(special, others, rules):
    assert read(special, rules)
    for row in others:
        assert read(row, rules) == []


# The double joker


@pytest.mark.rule("T15", "T24")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    ("row", "readings"),
    [
        ("b2 D b5", [("run", 14)]),
        ("D b3 b4", [("run", 10)]),
        ("b10 b11 D", [("run", 46)]),
        ("b3 D D b8", [("run", 33)]),
        ("b5 D D", [("run", 35)]),
        ("b3 r3 D", [("group", 12)]),
        ("b3 D r3", [("group", 12)]),
        ("D b3 J", [("group", 12), ("run", 10)]),
        ("b3 D J", [("run", 18), ("group", 12)]),
    ],
)
def test_a_double_joker_stands_for_two_numbers_of_a_run_or_two_colours_of_a_group(row, readings, rules):
    assert read(row, rules) == readings


@pytest.mark.rule("T15")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row", ["D b2 b3", "D b1 b2", "b11 b12 D", "b12 b13 D", "D D b4 b5", "b9 b10 D D", "b2 D J b5"]
)
def test_both_numbers_of_a_double_joker_must_exist_and_fit(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T15")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize("row", ["b3 r3 D J", "b3 r3 k3 D", "b3 r3 D D", "b3 D r3 o3", "b3 b3 D"])
def test_a_group_with_two_tiles_and_a_double_joker_is_full(row, rules):
    assert read("b3 r3 D", rules) == [("group", 12)]
    assert read(row, rules) == []


@pytest.mark.rule("T15")
def test_a_double_joker_names_the_two_tiles_it_stands_for():
    assert stands("b2 D b5", "run") == [(1, (3, 4), "b")]
    assert stands("b3 r3 D", "group") == [(2, (3, 3), "ko")]
    assert stands("b3 D J", "group") == [(1, (3, 3), "kro"), (2, (3,), "kro")]


# The colour-change joker


@pytest.mark.rule("T16", "T24")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("b3 C r5", 12),
        ("b3 b4 C r6 r7", 25),
        ("b1 C r3", 6),
        ("b11 C r13", 36),
        ("b3 C J r6", 18),
        ("b3 J C r6", 18),
        ("b3 C D r7", 25),
        ("D C r5", 14),
        ("J C r5", 12),
    ],
)
def test_a_colour_change_joker_takes_one_number_between_two_colours(row, points, rules):
    assert read(row, rules) == [("run", points)]


@pytest.mark.rule("T16")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    "row",
    [
        "b3 C b5",  # the same colour after it
        "b3 b4 C b6",
        "b3 J C b6",
        "b3 C r6",  # it takes the place of one number, no more and no fewer
        "b3 C r4",
        "b3 C b5 r6",  # one colour above it
        "b3 r4 C r6",  # one colour below it
        "k3 r3 C",  # only in runs
        "k3 C r3",
        "k3 r3 b3 C",
    ],
)
def test_a_colour_change_joker_stands_only_in_runs_of_two_colours(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T17")
@pytest.mark.parametrize("rules", TWIST)
def test_a_colour_change_joker_may_end_a_run_which_goes_on_only_in_another_colour(rules):
    assert read("b3 b4 C", rules) == [("run", 12)]
    assert read("b11 b12 C", rules) == [("run", 36)]
    assert read("b12 b13 C", rules) == []
    assert read("b3 b4 C b6", rules) == []
    for color in "kro":
        assert read(f"b3 b4 C {color}6", rules) == [("run", 18)]


@pytest.mark.rule("T17", "R8")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize("row", ["C b4 b5", "C b4 b5 b6", "C J b5", "C D b6", "C b4 C r6", "C b2 b3"])
def test_a_colour_change_joker_never_starts_a_run(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T17", "R8")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize("row", ["b3 C C r6", "b3 b4 C C", "b3 C C b6", "C C b5", "b3 C C J"])
def test_two_colour_change_jokers_never_touch(row, rules):
    assert read(row, rules) == []


@pytest.mark.rule("T17", "R8")
@pytest.mark.parametrize("rules", TWIST)
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("b3 C r5 C b7", 25),  # the first and the third stretch match
        ("b3 C r5 C k7", 25),
        ("b3 C J C b7", 25),  # a stretch of jokers takes a colour that fits
        ("b3 C D C b8", 33),
        ("b3 C r5 C", 18),
        ("J C J C b7", 25),
        ("J C b5 C J", 25),
    ],
)
def test_with_two_colour_change_jokers_only_neighbouring_stretches_differ(row, points, rules):
    assert read(row, rules) == [("run", points)]


@pytest.mark.rule("T16", "T17")
@pytest.mark.parametrize("row", ["b3 C r5 C r7", "b3 C b5 C r7", "b3 C r5 r6 C r8", "J C b5 C b7"])
def test_neighbouring_stretches_of_one_colour_are_no_run(row):
    assert read(row) == []


@pytest.mark.rule("T17", "R8")
def test_a_stretch_of_jokers_keeps_every_colour_that_fits():
    assert stands("J C r5", "run") == [(0, (3,), "kbo"), (1, (4,), "")]
    assert stands("b3 C J C b7", "run") == [(1, (4,), ""), (2, (5,), "kro"), (3, (6,), "")]
    assert stands("b3 C J C r7", "run") == [(1, (4,), ""), (2, (5,), "ko"), (3, (6,), "")]
    assert stands("b3 b4 C J", "run") == [(2, (5,), ""), (3, (6,), "kro")]


@pytest.mark.rule("T17")
def test_a_house_rule_lets_a_colour_change_joker_start_a_run():
    rules = "hu-twist+color_change_starts=true"
    assert read("C b4 b5", rules) == [("run", 12)]
    assert read("C b4 C r6", rules) == [("run", 18)]
    assert read("C b1 b2", rules) == []  # a 0 does not exist
    assert read("C C b4 b5", rules) == []  # two still never touch
    assert read("C b4 C b6", rules) == []
    assert read("C k4 r4", rules) == []


@pytest.mark.rule("T2")
def test_a_joker_the_box_does_not_hold_is_no_tile():
    for row in ("b3 C r5", "b3 D b6", "b3 M b3"):
        with pytest.raises(meldwise.NotationError):
            meldwise.readings(row, "pl-standard")


# Every row against the plain sense of the rules: some meaning of the jokers makes the row a set

Place = tuple[str, int]
"""A colour, or "C" for a colour-change joker, and a number."""


def meanings(token: str) -> Iterator[tuple[Place, ...]]:
    numbers = range(1, 14)
    if token == "J":
        yield from (((color, n),) for color in COLORS for n in numbers)
    elif token == "C":
        yield from (((token, n),) for n in numbers)
    elif token == "D":
        yield from (((color, n), (color, n + 1)) for color in COLORS for n in numbers[:-1])
        yield from (((one, n), (other, n)) for one in COLORS for other in COLORS for n in numbers)
    elif token[0] == "J":
        yield from (((token[1], n),) for n in numbers)
    else:
        yield ((token[0], int(token[1:])),)


def is_run(places: tuple[Place, ...]) -> bool:
    colors = [color for color, _ in places]
    if colors[0] == "C" or any(b != a + 1 for (_, a), (_, b) in pairwise(places)):
        return False
    for i in range(1, len(colors)):
        before, here = colors[i - 1], colors[i]
        if here == "C":
            if before == "C" or colors[i + 1 : i + 2] == [before]:
                return False
        elif before not in (here, "C"):
            return False
    return True


def is_group(places: tuple[Place, ...]) -> bool:
    colors = [color for color, _ in places]
    return "C" not in colors and len({n for _, n in places}) == 1 and len(set(colors)) == len(colors)


def plain_sense(row: list[str]) -> set[tuple[str, int]]:
    if len(row) < 3 or not any(token[0] in COLORS for token in row):
        return set()
    found = set()
    for kind, fits in (("run", is_run), ("group", is_group)):
        rows: list[tuple[Place, ...]] = [()]
        for token in row:
            rows = [grown for places in rows for meant in meanings(token) if fits(grown := (*places, *meant))]
        found |= {(kind, sum(n for _, n in places)) for places in rows}
    return found


def some_row(rules: str, dice: Random) -> list[str]:
    """Make a row that is nearly a run or a group, so that about half of them are sets."""
    jokers = {"pl-standard": ["J"], "pl-expert": ["Jk", "Jr", "Jb", "Jo"]}.get(rules, ["J", "D", "C"])
    color, number, grouped = dice.choice(COLORS), dice.choice((1, 2, 5, 9, 11)), dice.random() < 0.3
    row = []
    for _ in range(dice.randint(3, 5)):
        if dice.random() < 0.35:
            joker = dice.choice(jokers)
            number += 0 if grouped else 2 if joker == "D" else 1
            color = dice.choice(COLORS) if joker == "C" else color
            row.append(joker)
        else:
            row.append(f"{dice.choice(COLORS) if grouped else color}{min(number, 13)}")
            number += 0 if grouped else 1
    return row


@pytest.mark.rule("T7", "T8", "T10", "T11", "T12", "T13", "T15", "T16", "T17", "R5", "R6", "R8")
@pytest.mark.parametrize("rules", ["pl-standard", "pl-expert", "hu-twist"])
def test_a_row_is_a_set_when_some_meaning_of_its_jokers_makes_it_one(rules):
    dice = Random(17)
    sets = 0
    for _ in range(400):
        row = some_row(rules, dice)
        wanted = plain_sense(row)
        assert set(read(" ".join(row), rules)) == wanted, row
        sets += bool(wanted)
    assert 60 < sets < 300

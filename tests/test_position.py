"""A position in one line, both ways, and what is wrong with a line that is none."""

import pickle

import pytest

from meldwise import NotationError, Position, RulesetError, ruleset
from meldwise.notation import parse_rack, parse_table

LINES = [
    "pl-standard opened b3,J,b5/k8,r8,o8 J,k1,k2 77",
    "pl-standard unopened - k1 0",
    "fi-classic opened - - 106",
    "pl-expert opened Jk,k2,k3 Jb,Jk,Jo,Jr,k13,o1 5",
    "hu-twist opened b2,b3,M,b3,b2/b3,r3,D/b3,C,r5 C,D,J,M 12",
    "sk-twist unopened k1,k2,k3/k1,k2,k3 - 99",
    "rummy17 opened r3,r4,Jr b1,g17,y9 40",
    "pl-standard+opening_points=40 unopened b3,b4,b5 k1 50",
    "pl-twist+jokers=J,D,M+mirror_counts=false opened b3,M,b3 D,k1 7",
    "pl-standard+unopened_able_penalty=300+unopened_penalty=150 unopened - k1 3",
    "fi-classic+jokers= opened k1,k2,k3 - 3",
]


def same_but_rack_order(line: str) -> str:
    """Write the rack as racks are kept: number tiles first."""
    rules, opened, table, rack, pool = line.split(" ")
    if rack != "-":
        rack = ",".join(tile.text for tile in parse_rack(rack.replace(",", " "), ruleset(rules)))
    return " ".join([rules, opened, table, rack, pool])


def refused(text: str) -> NotationError:
    with pytest.raises(NotationError) as error:
        Position.parse(text)
    return error.value


@pytest.mark.parametrize("line", LINES)
def test_a_position_reads_and_writes_back(line):
    position = Position.parse(line)
    assert str(position) == same_but_rack_order(line)
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize("line", LINES)
def test_a_position_goes_through_a_link(line):
    position = Position.parse(line)
    assert " " not in position.link
    assert Position.parse(position.link) == position


def test_a_position_says_what_a_player_in_turn_sees():
    position = Position.parse("pl-standard unopened b3,J,b5/k8,r8,o8 k2,J,k1 77")
    rules = ruleset("pl-standard")
    assert position == Position(
        rules, False, parse_table("b3 J b5 / k8 r8 o8", rules), parse_rack("k1 k2 J", rules), 77
    )


def test_the_order_on_the_table_is_kept_and_that_of_the_rack_is_not():
    assert str(Position.parse("pl-standard opened b5,J,b3 J,k2,k1 0")) == "pl-standard opened b5,J,b3 k1,k2,J 0"


def test_letters_are_read_in_either_case_and_yellow_as_orange():
    assert str(Position.parse("pl-standard opened B3,j,b5 Y7 1")) == "pl-standard opened b3,J,b5 o7 1"


def test_a_position_in_a_sentence_may_have_space_around_it():
    assert Position.parse("  pl-standard opened - k1 5\n") == Position.parse("pl-standard opened - k1 5")


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("pl-standard opened b3,J,q5 k1 77", "no-tile", 25),
        ("pl-standard opened b3,J,b5/k8,x8 k1 77", "no-tile", 31),
        ("pl-standard opened b3,J,b5 k1,z2 77", "no-tile", 31),
        ("pl-standard opened - k1,k14 77", "no-such-number", 26),
        ("pl-standard opened b3,J,D k1 77", "joker-not-in-box", 25),
        ("pl-standard opened b3,J,b5 k1,Jk 77", "joker-not-in-box", 31),
        ("pl-standard opened b3,b4//b5 k1 77", "empty-set", 26),
        ("pl-standard open - k1 77", "position-opened", 13),
        ("pl-standard Opened - k1 77", "position-opened", 13),
        ("pl-standard+rack_size=7 shut - k1 77", "position-opened", 25),
        ("pl-standard opened - k1 many", "position-pool", 25),
        ("pl-standard opened - k1 -1", "position-pool", 25),
        ("pl-standard opened - k1 1000", "position-pool", 25),
        ("pl-standard opened - k1 ７", "position-pool", 25),
        ("pl-standard opened - k1", "position-fields", 1),
        ("pl-standard opened - k1 7 8", "position-fields", 1),
        ("pl-standard", "position-fields", 1),
        ("", "position-fields", 1),
    ],
)
def test_an_error_points_at_the_character(text, code, column):
    error = refused(text)
    assert (error.code, error.column) == (code, column)


def test_an_error_in_a_link_points_at_the_character_too():
    text = "pl-standard+opening_points=40_unopened_b3,b4,b5_k1,q2_7"
    error = refused(text)
    assert (error.code, error.text) == ("no-tile", "q2")
    assert text[error.column - 1 :].startswith("q2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "pl-standard opened - k1",
            "A position has 5 fields (rules, opened, table, rack, pool); this has 4.",
        ),
        ("pl-standard open - k1 77", 'Column 13: "open" should be opened or unopened.'),
        ("pl-standard opened - k1 x", 'Column 25: "x" should be the number of tiles in the pool.'),
        (
            "pl-standard opened - D 5",
            "Column 22: D is a joker this box does not hold (it holds J).",
        ),
    ],
)
def test_an_error_is_a_sentence(text, sentence):
    assert str(refused(text)) == sentence


def test_an_unknown_ruleset_is_told():
    with pytest.raises(RulesetError) as error:
        Position.parse("pl-standart opened - - 1")
    assert error.value.code == "unknown-rules"


def test_a_position_is_a_value():
    one, other = Position.parse(LINES[0]), Position.parse(LINES[0])
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != Position.parse(LINES[1])
    with pytest.raises(AttributeError):
        one.pool = 3  # type: ignore[misc]


def test_links_carry_house_rules_without_a_plus_and_columns_count_leading_blanks():
    position = Position.parse("pl-standard+opening_points=40 opened - k1 5")
    assert position.link == "pl-standard~opening_points=40_opened_-_k1_5"
    assert Position.parse(position.link) == position
    with pytest.raises(NotationError) as caught:
        Position.parse("  pl-standard opened b3,J,q5 k1 77")
    assert caught.value.column == 27

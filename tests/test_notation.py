"""The notation both ways, with errors that point at the character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import Joker, NotationError, Tile, ruleset, rulesets
from meldwise.notation import parse_rack, parse_set, parse_table, write_table, write_tiles
from meldwise.tiles import AnyTile, Color

ALL = [(key, tile) for key, rules in rulesets().items() for tile in rules.box.counts]


@pytest.mark.parametrize(("key", "tile"), ALL, ids=str)
def test_every_tile_reads_back_in_either_case(key, tile):
    for text in (tile.text, tile.text.lower(), tile.text.upper()):
        assert parse_set(text, ruleset(key)) == (tile,)


def test_tiles_are_shared_values_with_a_repr_that_rebuilds_them():
    assert Tile("b", 7) is Tile(Color.BLUE, 7) is eval(repr(Tile("b", 7)))
    assert Joker("J", "k") is eval(repr(Joker("J", "k")), {"Joker": Joker})
    assert AnyTile.parse("M") is Joker("M")


def test_yellow_is_orange_in_the_tile_games_and_a_colour_of_its_own_in_rummy_17():
    assert write_tiles(parse_set("y3 Y13", ruleset("pl-standard"))) == "o3 o13"
    assert write_tiles(parse_set("jy", ruleset("pl-expert"))) == "Jo"
    assert write_tiles(parse_set("y3 JY", ruleset("rummy17"))) == "y3 Jy"
    with pytest.raises(NotationError):
        parse_set("o3", ruleset("rummy17"))


@pytest.mark.parametrize(
    ("key", "text", "code", "column"),
    [
        ("pl-standard", "b3 x9 b5", "no-tile", 4),
        ("pl-standard", "b3 b07", "no-such-number", 5),
        ("pl-standard", "b3  b0", "no-such-number", 6),
        ("pl-standard", "b14", "no-such-number", 2),
        ("pl-standard", "+b3", "no-tile", 1),
        ("pl-standard", "b-3", "no-tile", 1),
        ("pl-standard", "b٣", "no-tile", 1),
        ("pl-standard", "b³", "no-tile", 1),
        ("pl-standard", "\u212a7", "no-tile", 1),  # the Kelvin sign lowers to k, and is none
        ("pl-standard", "b3 D b6", "joker-not-in-box", 4),
        ("pl-standard", "Jk", "joker-not-in-box", 1),
        ("pl-expert", "J", "joker-not-in-box", 1),
        ("hu-twist", "Jr", "joker-not-in-box", 1),
        ("rummy17", "r18", "no-such-number", 2),
        ("rummy17", "M", "joker-not-in-box", 1),
        ("pl-standard", "b3b4", "no-tile", 1),
    ],
)
def test_what_is_no_tile_is_pointed_at(key, text, code, column):
    with pytest.raises(NotationError) as caught:
        parse_set(text, ruleset(key))
    assert (caught.value.code, caught.value.column) == (code, column)
    assert f"Column {column}" in str(caught.value)


def test_a_table_is_sets_between_slashes():
    rules = ruleset("pl-standard")
    table = parse_table("b3 J b5 / k8 r8 o8", rules)
    assert [write_tiles(row) for row in table] == ["b3 J b5", "k8 r8 o8"]
    assert write_table(table) == "b3 J b5 / k8 r8 o8"
    assert parse_table("  ", rules) == ()


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("b3 b4 b5 / ", "empty-set", 11),
        ("/", "empty-set", 1),
        ("b3 / k8 q", "no-tile", 9),
        ("b3 / / k8", "empty-set", 5),
    ],
)
def test_errors_in_a_table_count_columns_from_its_start(text, code, column):
    with pytest.raises(NotationError) as caught:
        parse_table(text, ruleset("pl-standard"))
    assert (caught.value.code, caught.value.column) == (code, column)


def test_enormous_and_binary_text_is_quoted_short_and_printable():
    with pytest.raises(NotationError) as caught:
        parse_set("\x00\x1b[31m" * 100_000, ruleset("pl-standard"))
    message = str(caught.value)
    assert len(message) < 200
    assert message.isprintable()


@given(st.sampled_from(list(rulesets())), st.data())
def test_tables_and_racks_write_and_read_back(key, data):
    rules = ruleset(key)
    tiles = st.sampled_from(list(rules.box.counts))
    table = data.draw(st.lists(st.lists(tiles, min_size=1, max_size=8).map(tuple), max_size=6).map(tuple))
    rack = data.draw(st.lists(tiles, max_size=30))
    assert parse_table(write_table(table), rules) == table
    assert sorted(parse_rack(write_tiles(rack), rules)) == sorted(rack)


@given(st.sampled_from(list(rulesets())), st.text(max_size=60) | st.text(alphabet="krboy JDCM123/\t\n", max_size=40))
def test_any_text_is_a_table_or_a_notation_error(key, text):
    rules = ruleset(key)
    try:
        table = parse_table(text, rules)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert str(error)
    else:
        assert parse_table(write_table(table), rules) == table

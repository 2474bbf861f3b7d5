"""Laws that hold for every row, turn and rack, whatever the ruleset."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from meldwise import rulesets, sets
from meldwise.api import tile_rules
from meldwise.arrange import arranged
from meldwise.solver import can_open
from meldwise.table import tile_counts
from meldwise.tilegame import judge_play
from meldwise.tiles import Color, Joker, Tile, ordered

TILE_KEYS = [key for key in rulesets() if key != "rummy17"]
keys = st.sampled_from(list(rulesets()))
tile_keys = st.sampled_from(TILE_KEYS)


@st.composite
def rows(draw, key):
    """Draw a row that is often a set: a run, a group or a mirror with some tiles replaced by jokers."""
    rules = rulesets()[key]
    jokers = list(dict.fromkeys(rules.box.jokers))
    color = draw(st.sampled_from(rules.box.colors))
    low = draw(st.integers(1, rules.numbers - 2))
    run = [Tile(color, number) for number in range(low, min(low + draw(st.integers(3, 5)), rules.numbers + 1))]
    colors = draw(st.permutations(rules.box.colors))[: draw(st.integers(2, 4))]
    row = draw(st.sampled_from([run, [Tile(c, low) for c in colors]]))
    for at in draw(st.lists(st.integers(0, len(row) - 1), max_size=2)):
        row = [*row[:at], draw(st.sampled_from(jokers)), *row[at + 1 :]]
    if Joker("M") in jokers and draw(st.booleans()):
        row = [*row, Joker("M"), *reversed(row)]
    return tuple(row)


def recolored(tiles, mapping):
    """Return tiles with their colours exchanged."""
    return tuple(_recolored(tile, mapping) for tile in tiles)


def _recolored(tile, mapping):
    if tile.color is None:
        return tile
    return Tile(mapping[tile.color], tile.number) if isinstance(tile, Tile) else Joker("J", mapping[tile.color])


def kinds(row, rules):
    return [(reading.kind, reading.points) for reading in sets.readings(row, rules)]


@given(st.data(), keys)
def test_a_row_reads_the_same_with_colours_exchanged(data, key):
    rules = rulesets()[key]
    row = data.draw(rows(key))
    swapped = dict(zip(rules.box.colors, data.draw(st.permutations(rules.box.colors)), strict=True))
    assert kinds(recolored(row, swapped), rules) == kinds(row, rules)


@given(st.data(), keys)
def test_a_row_is_a_set_or_has_a_reason_never_both(data, key):
    found, reasons = sets.verdict(data.draw(rows(key)), rulesets()[key])
    assert bool(found) is not bool(reasons)
    assert all(reason.rules for reason in reasons)


@given(st.data(), keys)
def test_the_order_of_a_group_does_not_matter(data, key):
    rules = rulesets()[key]
    row = data.draw(rows(key))
    plain = [reading.points for reading in sets.readings(row, rules) if reading.kind in ("group", "set")]
    shuffled = tuple(data.draw(st.permutations(row)))
    if plain:
        assert plain == [r.points for r in sets.readings(shuffled, rules) if r.kind in ("group", "set")]


@given(st.data(), keys)
def test_a_joker_is_worth_the_tile_it_stands_for(data, key):
    rules = rulesets()[key]
    row = data.draw(rows(key))
    for reading in sets.readings(row, rules):
        for stand in reading.jokers:
            joker = row[stand.position]
            if joker.kind == "J":
                for color in stand.colors:
                    told = (*row[: stand.position], Tile(color, stand.numbers[0]), *row[stand.position + 1 :])
                    assert (reading.kind, reading.points) in kinds(told, rules)


@given(st.data(), keys)
def test_tiles_of_a_set_are_found_to_be_a_set_in_any_order(data, key):
    rules = rulesets()[key]
    row = data.draw(rows(key))
    if sets.readings(row, rules):
        found = arranged(tuple(data.draw(st.permutations(row))), rules)
        assert found is not None
        assert ordered(found) == ordered(row)
        assert sets.readings(found, rules)


@given(st.data(), tile_keys)
def test_a_mirror_reads_the_same_from_the_other_side(data, key):
    rules = rulesets()[key]
    row = data.draw(rows(key))
    if Joker("M") in row:
        assert kinds(row[::-1], rules) == kinds(row, rules)


@given(st.data(), tile_keys, st.booleans())
def test_a_legal_turn_conserves_tiles_and_leaves_only_sets(data, key, opened):
    rules = tile_rules(key)
    table = tuple(row for row in data.draw(st.lists(rows(key), max_size=3)) if sets.readings(row, rules))
    new = tuple(data.draw(st.lists(rows(key), min_size=1, max_size=2)))
    spare = data.draw(st.lists(st.sampled_from(rules.box.tiles), max_size=3))
    rack = ordered([*(tile for row in new for tile in row), *spare])
    kept = table[1:] if table and data.draw(st.booleans()) else table
    to = (*kept, *new)
    if not judge_play(table, rack, to, rules, opened):
        before, after = tile_counts(table), tile_counts(to)
        assert not before - after
        assert after - before
        assert not (after - before) - Counter(rack)
        assert all(sets.readings(row, rules) for row in to)
        assert opened or set(table) <= set(to)


@given(st.data(), tile_keys)
def test_one_tile_more_never_takes_an_opening_away(data, key):
    rules = tile_rules(key)
    rack = data.draw(st.lists(st.sampled_from(rules.box.tiles), min_size=3, max_size=14))
    more = data.draw(st.sampled_from(rules.box.tiles))
    assert can_open((*rack, more), rules) or not can_open(tuple(rack), rules)


@given(st.data(), tile_keys)
def test_a_legal_opening_means_the_rack_could_open(data, key):
    rules = tile_rules(key)
    new = tuple(data.draw(st.lists(rows(key), min_size=1, max_size=3)))
    rack = ordered(tile for row in new for tile in row)
    if not judge_play((), rack, new, rules, opened=False):
        assert can_open(rack, rules)


def test_colors_of_a_box_are_colors():
    assert all(set(rules.box.colors) <= set(Color) for rules in rulesets().values())

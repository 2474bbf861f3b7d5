"""What a ruleset's book tells: its own examples, and those of others that say the same here."""

import pytest

from meldwise import catalog, readings
from meldwise.server.books import book_of
from meldwise.words import LANGUAGES


def rows(key, rule, language="en"):
    found = next(one for one in book_of(key, language).rule if one.id == rule)
    return [example.set for example in found.example]


def test_a_group_is_drawn_in_every_tile_game():
    for key in catalog.rulesets():
        if key != "rummy17":
            assert "k7 r7 b7 o7" in rows(key, "T7")


def test_what_another_game_forbids_is_no_example_here():
    assert "J J b5" in rows("fi-classic", "T12")
    assert "J J b5" not in rows("pl-standard", "T12")
    assert "b4 b5 J" in rows("pl-standard", "T12")


def test_jokers_of_other_boxes_are_not_told():
    assert not any("D" in row for row in rows("pl-standard", "T9"))
    assert "b5 D b8" in rows("pl-twist", "T9")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(catalog.rulesets()))
def test_every_example_holds_where_it_is_told(key, language):
    for rule in book_of(key, language).rule:
        assert len({example.set for example in rule.example}) == len(rule.example)
        for example in rule.example:
            assert bool(readings(example.set, key)) is example.valid

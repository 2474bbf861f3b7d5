"""The rules in our words: complete, consistent with the code, and nobody else's sentences."""

import re

import pytest

from meldwise import readings, rulesets
from meldwise.ruleset import TileRules
from meldwise.words.rulebook import BOOKS, rulebook

BOOK = rulebook()
EXAMPLES = [(rule.id, example) for rule in BOOK.rule for example in rule.example]


@pytest.mark.parametrize(("id", "example"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else value.set)
def test_every_example_is_what_it_says(id, example):
    assert bool(readings(example.set, example.rules)) is example.valid


def test_points_named_in_a_note_are_a_reading_of_the_example():
    told = 0
    for id, example in EXAMPLES:
        for points in re.findall(r"(\d+) points", example.note):
            told += 1
            assert int(points) in [reading.points for reading in readings(example.set, example.rules)], (id, example)
    assert told > 10


def test_rules_speak_only_of_rulesets_books_and_sections_that_exist():
    sections = {section.key for section in BOOK.section}
    for rule in BOOK.rule:
        assert rule.section in sections
        assert set(rule.books) <= set(BOOKS)
        assert set(rule.rulesets) <= set(rulesets())
        assert set(rule.differs) <= set(rule.rulesets)
        assert rule.text.strip()


def test_rulings_say_what_was_open_what_was_chosen_and_why():
    ids = {rule.id for rule in BOOK.rule}
    for ruling in BOOK.ruling:
        assert ruling.rule in ids
        assert set(ruling.rulesets) <= set(rulesets())
        assert all(part.strip().endswith(".") for part in (ruling.open, ruling.choice, ruling.why)), ruling.id


def test_every_ruleset_has_rules_of_every_part_of_its_game():
    for key, rules in rulesets().items():
        family = "cards" if key == "rummy17" else "tiles"
        for section in BOOK.section:
            special = section.key == "special-jokers" and "M" not in rules.jokers
            if section.family == family and not special:
                assert BOOK.rules_of(section.key, key), (key, section.key)


def test_the_trademark_names_no_game_of_ours():
    text = " ".join([rule.text + rule.title + "".join(rule.differs.values()) for rule in BOOK.rule])
    assert "rummikub" not in text.lower()


def test_figures_told_are_the_figures_played():
    """What `differs` says in numbers is what the rulesets' data say."""
    told = {rule.id: rule.differs for rule in BOOK.rule}
    for key, rules in rulesets().items():
        if isinstance(rules, TileRules):
            assert str(rules.joker_penalty) in told["T38"].get(key, BOOK_TEXT["T38"])
            assert _number_told(rules.time_penalty, told["T34"].get(key, BOOK_TEXT["T34"]))


BOOK_TEXT = {rule.id: rule.text for rule in BOOK.rule}
WORDS = {1: ("one", "1"), 3: ("three", "3")}


def _number_told(number, text):
    return any(word in text.lower() for word in WORDS[number])

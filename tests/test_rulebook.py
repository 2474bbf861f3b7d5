"""The rules in our words: complete, consistent with the code, and nobody else's sentences."""

import re

import pytest

from meldwise import readings, rulesets
from meldwise.ruleset import TileRules
from meldwise.words import LANGUAGES, speaking
from meldwise.words.rulebook import BOOKS, rulebook, told_by

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


@pytest.mark.parametrize("key", rulesets())
def test_the_book_of_one_ruleset_holds_all_of_it_and_nothing_else(key):
    book = BOOK.of(key)
    assert [rule.id for rule in book.rule] == [rule.id for rule in BOOK.rule if key in rule.rulesets]
    assert all(set(rule.differs) <= {key} for rule in book.rule)
    assert all(example.rules == key for rule in book.rule for example in rule.example)
    assert [ruling.id for ruling in book.ruling] == [one.id for one in BOOK.ruling if key in one.rulesets]
    assert {section.key for section in book.section} == {rule.section for rule in book.rule}


OTHERS = [language for language in LANGUAGES if language != "en"]


def structure(book):
    """Return all of a rulebook that is not words."""
    return (
        [(section.key, section.family) for section in book.section],
        [
            (rule.id, rule.section, rule.rulesets, rule.books, tuple(rule.differs), rule.text.count("\n"))
            for rule in book.rule
        ],
        [[(one.rules, one.set, one.valid, bool(one.note)) for one in rule.example] for rule in book.rule],
        [(ruling.id, ruling.rule, ruling.rulesets) for ruling in book.ruling],
    )


def words(book):
    """Return every text of a rulebook, in order."""
    for section in book.section:
        yield section.title
    for rule in book.rule:
        yield from (rule.title, *rule.text.strip().split("\n"), *rule.differs.values())
        yield from (one.note for one in rule.example)
    for ruling in book.ruling:
        yield from (ruling.open, ruling.choice, ruling.why)


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_of_every_language_differ_only_in_their_words(language):
    assert structure(rulebook(language)) == structure(BOOK)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_and_names_the_same_numbers(language):
    pairs = [*zip(words(rulebook(language)), words(BOOK), strict=True)]
    alike = {own for own, english in pairs if own == english}
    assert alike <= {"RUMMY 17"}
    for own, english in pairs:
        assert set(re.findall(r"\d+", own)) == set(re.findall(r"\d+", english)), (own, english)
        assert own.strip().endswith(".") == english.strip().endswith("."), own
        assert len(own) <= 2 * len(english) + 20, own


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_says_the_same_wherever_it_stands(language):
    said: dict[str, set[str]] = {}
    for own, english in zip(words(rulebook(language)), words(BOOK), strict=True):
        said.setdefault(english, set()).add(own)
    assert [english for english, own in said.items() if len(own) > 1] == []


def test_the_fourth_colour_is_yellow_in_polish():
    text = " ".join(words(rulebook("pl"))).lower()
    assert "żółt" in text
    assert "pomarańcz" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_a_rule_comes_from_are_named(language):
    with speaking(language):
        told = {told_by(rule) for rule in rulebook(language).rule}
    assert len(told) > 4
    assert all(one.endswith(".") for one in told)

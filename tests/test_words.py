"""Every code has its sentence, every sentence its code, in every language; and the facts fill the braces."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

import meldwise
from meldwise import catalog
from meldwise.cli import board
from meldwise.compare import printed, title
from meldwise.errors import Reason
from meldwise.ruleset import CardRules, TileRules, knobs
from meldwise.words import LANGUAGES, cited, decimal, listed, messages, percent, sentence, speaking
from meldwise.words.catalogue import ANY
from meldwise.words.choice import of_environment, of_header
from meldwise.words.plurals import CATEGORIES, plural

SOURCE = Path(meldwise.__file__).parent
PAGE = SOURCE.parent.parent / "web" / "src"
CODE = re.compile(
    r"""(?:Reason|refused|Error|_reason|Slip)\(\s*"([a-z0-9.-]+)"|"""
    r"""code = "([a-z.-]+)" if|"([a-z.-]+)" if .* else "([a-z.-]+)\""""
)
OTHERS = [language for language in LANGUAGES if language != "en"]
LOOKED_UP = (
    "bonus", "book", "color", "dealing", "detail", "fact", "joker", "kind", "knob", "phase", "printed", "problem",
    "test", "title", "wanted", "what",
)  # fmt: skip
"""Groups of messages that are found by a fact, or put together: `color.` and a colour."""
LONG: dict[str, tuple[str, ...]] = {}
"""Messages that are much longer than the English ones, and may be."""


def source():
    return "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))


def codes_in_source():
    return {code for match in CODE.finditer(source()) for code in match.groups() if code}


def facts_of(message):
    """Return the facts a message tells or chooses by."""
    return {*message.inputs, *(name for variant in message.variants for name in variant.names)}


def test_every_code_has_its_sentence():
    coded = {code for code in codes_in_source() if "-" in code}
    assert len(coded) > 60
    assert coded - set(messages()) == set()


def test_every_sentence_is_used():
    text = source()
    told = [code for code in messages() if not code.startswith(("page.", *(f"{group}." for group in LOOKED_UP)))]
    unnamed = [code for code in told if f'"{code}"' not in text and f"'{code}'" not in text]
    assert [code for code in unnamed if not _put_together(code, text)] == []


def _put_together(code, text):
    """Tell whether the source makes a code of a beginning and something else: f"cli.pool-empty-{…}"."""
    group, _, word = code.partition(".")
    parts = word.split("-")
    begins = [f'f"{group}.{"-".join(parts[:n])}-{{' for n in range(1, len(parts))]
    middle = [f'f"{group}.{"-".join(parts[:n])}-{{noun}}' for n in range(len(parts))] + [f'f"{group}.{{noun}}']
    return any(begin in text for begin in (*begins, *(one for one in middle if {"row", "meld"} & set(parts))))


def test_every_sentence_of_a_group_is_looked_up():
    text = source()
    details = {*re.findall(r'told\("([a-z0-9-]+)"\)', text), *re.findall(r'"detail\.([a-z-]+)"', text)}
    wanted = set(re.findall(r'wanted="([a-z-]+)"', text))
    problems = {*re.findall(r'return "([a-z]+-[a-z]+)"', text), "scalar"}
    assert {code.split(".")[1] for code in messages() if code.startswith("detail.")} == details
    assert {code.split(".")[1] for code in messages() if code.startswith("wanted.")} == wanted
    assert {code.split(".")[1] for code in messages() if code.startswith("problem.")} <= problems
    assert {code.split(".")[1] for code in messages() if code.startswith("joker.")} <= set(
        " ".join(rules.jokers for rules in catalog.rulesets().values()).split()
    )
    facts = [code.split(".")[1] for code in messages() if code.startswith("fact.")]
    compared = (SOURCE / "compare.py").read_text("utf-8")
    assert [
        fact for fact in facts if not re.search(rf'"(fact\.)?{fact}"|fact\.{fact.split("-")[0]}-\{{', compared)
    ] == []


@pytest.mark.skipif(not PAGE.exists(), reason="there is no page yet")
def test_every_sentence_of_the_page_is_used():
    text = "\n".join(path.read_text("utf-8") for path in PAGE.rglob("*") if path.suffix in (".ts", ".svelte"))
    told = [code for code in messages() if code.startswith("page.")]
    assert [code for code in told if f'"{code}"' not in text] == []
    asked = set(re.findall(r'\bm\["([^"]+)"\]', text))
    assert asked - set(messages()) == set()


def test_sentences_of_rulesets_and_knobs_are_those_of_their_data():
    for key, rules in catalog.rulesets().items():
        assert (title(rules), printed(rules)) == (rules.title, rules.printed)
        assert {f"title.{key}", f"printed.{key}"} <= set(messages())
    meanings = {**knobs(TileRules), **knobs(CardRules)}
    assert {f"knob.{knob}": text for knob, text in meanings.items()} == {
        code: message.text for code, message in messages().items() if code.startswith("knob.")
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_messages(language):
    assert set(messages(language)) == set(messages())


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_sorted_and_every_text_is_whole(language):
    loaded = json.loads(files("meldwise.words").joinpath(f"{language}.json").read_text("utf-8"))
    codes = [code for code in loaded if code != "$schema"]
    assert codes == sorted(codes)
    for code, message in messages(language).items():
        for variant in message.variants:
            assert variant.text.strip(), code
            assert not {"{", "}", "\\", "\n"} & set("".join(variant.pieces[::2])), code


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_tells_only_facts_of_the_english_message(language):
    for code, message in messages(language).items():
        assert facts_of(message) <= facts_of(messages()[code]), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_facts_some_variant_fits(language):
    """Every choice by a plural has a text for every form of the language, and every choice one for all the rest."""
    for code, message in messages(language).items():
        for name in {name for variant in message.variants for name, _ in variant.when}:
            wanted = {wanted for variant in message.variants for other, wanted in variant.when if other == name}
            if name in message.plurals:
                assert wanted in ({*CATEGORIES[language]}, {*CATEGORIES[language][:-1], ANY}), code
        assert all(wanted == ANY for _, wanted in message.variants[-1].when), code


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_much_longer_than_the_english_message(language):
    long = [
        code
        for code, message in messages(language).items()
        if max(len(one.text) for one in message.variants)
        > 2 * max(len(one.text) for one in messages()[code].variants) + 20
    ]
    assert long == sorted(LONG.get(language, ()))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_is_no_copy(language):
    """Names, signs and commands are alike in all languages, sentences are not."""
    english = messages()
    same = [c for c, m in messages(language).items() if m == english[c] and len(re.findall(r"[a-z]{3,}", m.text)) > 3]
    assert same == []


CLDR = {
    "en": {"one": [1], "other": [0, *range(2, 17), 100, 1000, 10_000]},
    "hu": {"one": [1], "other": [0, *range(2, 17), 100, 1000, 10_000]},
    "fi": {"one": [1], "other": [0, *range(2, 17), 100, 1000, 10_000]},
    "sk": {"one": [1], "few": [2, 3, 4], "other": [0, *range(5, 20), 21, 22, 100, 102, 1000]},
    "pl": {
        "one": [1],
        "few": [2, 3, 4, 22, 23, 24, 32, 33, 34, 42, 43, 44, 52, 53, 54, 62, 102, 1002],
        "many": [0, *range(5, 20), 21, 25, 100, 101, 111, 112, 113, 114, 1000, 1012, 10_000],
    },
}
"""Numbers CLDR names for each form of whole numbers."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_cldr(language):
    assert tuple(CLDR[language]) == CATEGORIES[language]
    for form, numbers in CLDR[language].items():
        assert {plural(number, language) for number in numbers} == {form}
        assert {plural(-number, language) for number in numbers} == {form}


def test_polish_calls_the_fourth_colour_yellow():
    assert sentence("color.o", {}, "pl") == "żółty"
    with speaking("pl"):
        assert "o żółty" in board.colors(catalog.find("pl-standard"))


def test_a_reason_is_told_with_its_rules():
    reason = Reason("color-change-same-color", {"color": "b", "position": 2}, ("T16",))
    told = cited(sentence(reason.code, reason.facts), reason.rules)
    assert told == "the colour-change joker needs another colour after it (T16)"


def test_a_nested_reason_is_told_inside_in_the_same_language():
    why = {"code": "run-wraps", "facts": {"top": 13}}
    facts = {"set": "r12 r13 r1", "why": why}
    assert sentence("invalid-set", facts) == "r12 r13 r1 is no set: 1 never follows 13"
    for language in OTHERS:
        assert sentence("invalid-set", facts, language).endswith(sentence("run-wraps", {"top": 13}, language))


def test_a_code_among_the_facts_is_named_and_chooses_the_text():
    facts = {"tile": "b4", "number": 5}
    assert sentence("numbers-differ", facts | {"group": "set"}) == "b4 does not fit into a set of 5s"
    assert sentence("numbers-differ", facts | {"group": "group"}) == "b4 does not fit into a group of 5s"
    assert sentence("color-twice", {"color": "r"}) == "red is there twice"
    assert sentence("cli.reading", {"kind": "mirror run", "points": 1}) == "mirror run, 1 point"


def test_what_is_quoted_cannot_command_a_terminal():
    assert sentence("no-action", {"text": "\x1b[2J"}) == '"?[2J" is no action.'


def test_lists_and_numbers_are_written_as_the_language_does():
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert (decimal(1.25, 2), decimal(3, 2, signed=True), percent(0.5)) == ("1.25", "+3.00", "50.0%")
    with speaking("fi"):
        assert (listed(["a", "b"]), decimal(1.25, 2), percent(0.5)) == ("a ja b", "1,25", "50,0\u00a0%")
    assert listed(["a", "b"]) == "a and b"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "", "MELDWISE_LANG": "fi"}, "fi"),
    ],
)
def test_the_environment_chooses_a_language(variables, language):
    assert of_environment(variables) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, None),
        ("", None),
        ("de, fr;q=0.5", None),
        ("*", None),
        ("hu", "hu"),
        ("SK-sk", "sk"),
        ("de;q=0.9, pl;q=0.5, en;q=0.7", "en"),
        ("fi;q=0, en;q=0.1", "en"),
        ("fi;q=0", None),
        ("fi;q=x, pl", "pl"),
        ("pl,sk", "pl"),
        (", ;;=,q=1," * 1000 + "hu", None),
    ],
)
def test_a_header_chooses_a_language(header, language):
    assert of_header(header) == language

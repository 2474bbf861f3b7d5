"""What a player is told about a row that is no set: the code, the facts and the rules it stands on."""

import json
from importlib.resources import files

import pytest

import meldwise
from meldwise.notation import parse_set
from meldwise.words import sentence

# fmt: off
MISTAKES = [
    # rules, row, code, rules cited
    ("pl-standard", "", "too-few-tiles", ["T9"]),
    ("pl-standard", "b3 b4", "too-few-tiles", ["T9"]),
    ("hu-twist", "b3 D", "too-few-tiles", ["T9"]),
    ("hu-twist", "J D C", "no-number-tile", ["T10"]),
    ("pl-expert", "Jk Jr Jb", "no-number-tile", ["T10"]),
    ("fi-classic", "J b5 J", "too-many-jokers", ["T12"]),
    ("hu-twist+joker_limit=1", "b3 C r5 C", "too-many-jokers", ["T12"]),
    # runs
    ("pl-standard", "b3 b4 b6", "not-consecutive", ["T8"]),
    ("pl-standard", "b3 J b6", "not-consecutive", ["T8"]),
    ("pl-standard", "b3 b4 r5", "colors-differ", ["T8"]),
    ("pl-standard", "r11 r12 r13 r1", "run-wraps", ["T8"]),
    ("pl-standard", "r13 r1 r2", "run-wraps", ["T8"]),
    ("pl-standard", "b5 b4 b3", "run-falls", ["T8"]),
    ("pl-standard", "r12 r13 J", "number-missing", ["T8"]),
    ("pl-standard", "J r1 r2", "number-missing", ["T8"]),
    ("hu-twist", "D b2 b3", "number-missing", ["T15"]),
    ("hu-twist", "b11 b12 D", "number-missing", ["T15"]),
    # groups
    ("pl-standard", "k7 r7 r7", "color-twice", ["T7"]),
    ("pl-standard", "k7 r7 b7 o7 J", "group-too-large", ["T7"]),
    ("hu-twist", "k7 r7 b7 D", "group-too-large", ["T15"]),
    ("pl-standard", "k7 r7 b8", "no-set", ["T7", "T8"]),
    ("pl-standard", "k7 r8 b9", "no-set", ["T7", "T8"]),
    # mirrors whose sides mirror each other and are no set
    ("hu-twist", "b2 b4 M b4 b2", "mirror-side-no-set", ["T19"]),
    ("hu-twist", "b3 r4 M r4 b3", "mirror-side-no-set", ["T19"]),
    ("hu-twist", "b3 r3 k4 M k4 r3 b3", "mirror-side-no-set", ["T19"]),
    ("hu-twist", "b3 C r5 k6", "colors-differ", ["T16"]),
    # coloured jokers
    ("pl-expert", "r4 r5 Jb", "joker-wrong-color", ["T13"]),
    ("pl-expert", "Jb r4 r5", "joker-wrong-color", ["T13"]),
    ("pl-expert", "b10 r10 Jb", "color-twice", ["T13"]),
    # colour change
    ("hu-twist", "k3 r3 C", "color-change-in-group", ["T16"]),
    ("hu-twist", "b3 b4 C b6", "color-change-same-color", ["T16"]),
    ("hu-twist", "b3 C r5 C r7", "color-change-same-color", ["T16"]),
    ("hu-twist", "b3 b4 C r6 k7", "colors-differ", ["T16"]),
    ("hu-twist", "C b3 b4", "color-change-first", ["T17"]),
    ("hu-twist", "b3 C C r6", "color-change-touches", ["T17"]),
    # mirrors
    ("hu-twist", "b3 b4 M", "mirror-side-short", ["T18"]),
    ("hu-twist+mirror_side=2", "b3 M b3", "mirror-side-short", ["T18"]),
    ("hu-twist", "b2 b3 M b3", "mirror-sides-unequal", ["T18"]),
    ("hu-twist", "b2 b3 M b2 b3", "not-mirrored", ["T18"]),
    ("hu-twist", "b3 r3 M k3 b3", "not-mirrored", ["T18"]),
    ("hu-twist", "b3 b3 M b3 b3", "color-twice", ["T19"]),
    ("hu-twist", "k1 r1 b1 o1 k1 M k1 o1 b1 r1 k1", "group-too-large", ["T19"]),
    ("hu-twist", "b12 b13 M b13 b12", "mirror-middle-missing", ["T20"]),
    ("hu-twist", "b2 b1 M b1 b2", "mirror-middle-missing", ["T20"]),
    ("hu-twist", "D b2 b3 M b3 b2 D", "mirror-number-missing", ["T8"]),
    ("hu-twist", "b2 b3 M M b3 b2", "two-mirrors", ["T21"]),
    ("hu-twist", "b4 C r6 M r6 J b4", "color-change-not-faced", ["T21"]),
    ("hu-twist", "b4 C b6 M b6 C b4", "color-change-same-color", ["T16"]),
    ("hu-twist", "C b3 b4 M b4 b3 C", "color-change-first", ["T17"]),
    # Rummy 17
    ("rummy17", "r1 b1", "too-few-cards", ["C5"]),
    ("rummy17", "r7 b7 b7", "color-twice", ["C5"]),
    ("rummy17", "r16 r17 r1", "run-wraps", ["C5"]),
    ("rummy17", "r4 b5 r6", "colors-differ", ["C5"]),
    ("rummy17", "r5 b5 g6", "no-set", ["C5"]),
    ("rummy17", "r4 Jr Jr r7", "too-many-jokers", ["C7"]),
    ("rummy17", "b9 r9 Jb", "color-twice", ["C7"]),
    ("rummy17", "r5 r6 Jb", "joker-wrong-color", ["C7"]),
    ("rummy17", "Jr Jb Jg", "no-number-card", ["C7"]),
]
# fmt: on


@pytest.mark.rule("T7", "T8", "T9", "T10", "T12", "T13", "T15", "T16", "T17", "T18", "T19", "T20", "T21", "C5", "C7")
@pytest.mark.parametrize(("rules", "row", "code", "cited"), MISTAKES)
def test_a_typical_mistake_is_named_with_the_rule_it_breaks(rules, row, code, cited):
    assert meldwise.readings(row, rules) == ()
    (reason,) = meldwise.why_not(row, rules)
    assert (reason.code, list(reason.rules)) == (code, cited)


@pytest.mark.rule("T7", "T8", "T15", "T16", "T20")
@pytest.mark.parametrize(
    ("rules", "row", "facts"),
    [
        ("pl-standard", "b3 b4", {"tiles": 2, "needed": 3}),
        ("fi-classic", "J b5 J", {"jokers": 2, "most": 1}),
        ("pl-standard", "b3 b4 J b7", {"tile": "b7", "position": 3, "expected": 6}),
        ("pl-standard", "b3 b4 r5", {"tile": "r5", "position": 2, "color": "b"}),
        ("pl-standard", "r12 r13 J", {"tile": "J", "position": 2, "number": 14, "end": "above"}),
        ("hu-twist", "D b2 b3", {"tile": "D", "position": 0, "number": 0, "end": "below"}),
        ("pl-standard", "k7 r7 r7", {"color": "r", "position": 2}),
        ("hu-twist", "k7 r7 b7 D", {"places": 5, "most": 4}),
        ("hu-twist", "b3 b4 C b6", {"position": 2, "color": "b"}),
        ("hu-twist", "b2 b3 M b3", {"left": 2, "right": 1}),
        ("hu-twist", "b2 b3 M b2 b3", {"place": 1, "left": "b2", "right": "b3"}),
        ("hu-twist", "b12 b13 M b13 b12", {"number": 14}),
    ],
)
def test_the_facts_point_at_the_mistake(rules, row, facts):
    (reason,) = meldwise.why_not(row, rules)
    assert dict(reason.facts) == facts


@pytest.mark.rule("T2", "C1")
def test_tiles_of_another_box_are_no_set():
    doubled = parse_set("b3 D b6", meldwise.ruleset("hu-twist"))
    high = parse_set("b14 b15 b16", meldwise.ruleset("rummy17"))
    for row, rules, cited in ((doubled, "pl-standard", "T2"), (high, "pl-standard", "T2"), (doubled, "rummy17", "C1")):
        (reason,) = meldwise.why_not(row, rules)
        assert (reason.code, reason.rules) == ("not-in-box", (cited,))


@pytest.mark.rule("T11")
@pytest.mark.parametrize("row", ["b3 b4 b5", "J b5 J", "k7 r7 J"])
def test_a_set_has_no_reason_against_it(row):
    assert meldwise.readings(row, "pl-standard")
    assert meldwise.why_not(row, "pl-standard") == ()


def test_every_reason_can_be_put_into_words():
    catalogue = json.loads(files("meldwise.words").joinpath("en.json").read_text("utf-8"))
    for rules, row, code, _ in MISTAKES:
        (reason,) = meldwise.why_not(row, rules)
        told = sentence(code, reason.facts)
        assert code in catalogue
        assert told
        assert "{" not in told

"""Rulesets and house rules: every knob checked, every error a sentence, every ruleset one word that reads back."""

import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meldwise import catalog, ruleset, rulesets
from meldwise.api import tile_rules
from meldwise.errors import CaseError, RulesetError
from meldwise.game import from_bytes, to_bytes
from meldwise.ruleset import CardRules, Ruleset, TileRules, knobs, with_changes

KEYS = ("fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist", "rummy17")

# knob: a value house rules may give it, and values they may not
TILE_KNOBS: dict[str, tuple[Any, list[Any]]] = {
    "jokers": ("J J D", ["J J J", "X", "J Jk", "Jg", "14"]),
    "turn_seconds": (0, [-1, 3601, "60", True]),
    "ranking": ("total", ["points", "", 1]),
    "games": ("agreed", ["four", 4]),
    "rack_size": (26, [0, 27, "14", False]),
    "opening_points": (0, [-1, 101, "30"]),
    "joker_limit": (2, [-1, 9, True]),
    "joker_sets_frozen": (True, [1, 0, "true", "yes"]),
    "color_change_starts": (True, [1, "no"]),
    "mirror_counts": (False, [0, "no"]),
    "mirror_side": (3, [0, 4, True]),
    "joker_penalty": (0, [-1, 201, "50"]),
    "time_penalty": (10, [-1, 11, "1"]),
    "forgotten_penalty": (3, [-1, 4]),
    "first_pass_ends": (True, [1, "false"]),
    "unopened_penalty": (150, [-1, 501, "100"]),
    "unopened_able_penalty": (500, [-1, 501, 99]),
    "pool_empty_scores": ("worth", ["nothing", 1]),
}
CARD_KNOBS: dict[str, tuple[Any, list[Any]]] = {
    "jokers": ("Jk Jr Jb Jg Jy", ["Jr", "J", "Jr Jb Jg Jy Jk Jk", ""]),
    "turn_seconds": (90, [-1, 3601]),
    "ranking": ("wins", ["points"]),
    "games": ("players", ["four"]),
    "hand_size": (13, [2, 14]),
    "bonus_in_play": (12, [-1, 13]),
    "bonus_points": (20, [-1, 21]),
    "low_penalty": (20, [-1, 21]),
    "high_penalty": (20, [-1, 21]),
    "high_from": (17, [0, 18]),
    "doubling_number": (0, [-1, 18]),
    "edge_run": (17, [2, 18]),
    "knock_seconds": (600, [0, 601]),
}
GOOD = [
    *(("pl-standard", knob, good) for knob, (good, _) in TILE_KNOBS.items()),
    *(("rummy17", knob, good) for knob, (good, _) in CARD_KNOBS.items()),
]
BAD = [
    *(("pl-standard", knob, value) for knob, (_, values) in TILE_KNOBS.items() for value in values),
    *(("rummy17", knob, value) for knob, (_, values) in CARD_KNOBS.items() for value in values),
]


def toml(key: str, knob: str, value: object) -> str:
    written = str(value).lower() if isinstance(value, bool) else repr(value)
    return f"base = '{key}'\n{knob} = {written}\n"


def refusal(text: str) -> RulesetError:
    with pytest.raises(RulesetError) as refused:
        catalog.house_rules(text)
    return refused.value


# The seven


def test_there_are_seven_rulesets_in_their_order():
    assert tuple(rulesets()) == KEYS
    assert all(found.key == key and found.changes == () for key, found in rulesets().items())


@pytest.mark.parametrize("key", KEYS)
def test_a_ruleset_is_found_by_its_key_and_reads_back(key):
    found = ruleset(key)
    assert (found.key, found.name, found.text) == (key, key, key)
    assert ruleset(found) is found
    assert isinstance(found, CardRules if key == "rummy17" else TileRules)


@pytest.mark.parametrize("key", KEYS)
def test_a_ruleset_keeps_its_own_law(key):
    """The printed rulesets pass the checks house rules pass."""
    found = ruleset(key)
    values = {knob: getattr(found, knob) for knob in knobs(type(found))}
    assert with_changes(found, values) == found


def test_an_unknown_ruleset_is_told_with_those_there_are():
    with pytest.raises(RulesetError) as refused:
        ruleset("pl-standart")
    assert refused.value.code == "unknown-rules"
    assert str(refused.value) == f'There is no ruleset "pl-standart"; there are {", ".join(KEYS)}.'


def test_the_card_game_is_no_ruleset_of_the_tile_family():
    with pytest.raises(CaseError) as refused:
        tile_rules("rummy17")
    assert refused.value.code == "rules-not-served"


# Every knob


@pytest.mark.parametrize(("kind", "table"), [(TileRules, TILE_KNOBS), (CardRules, CARD_KNOBS)])
def test_every_knob_is_described_and_tried_here(kind, table):
    described = knobs(kind)
    assert set(described) == set(table)
    assert all(meaning.endswith(".") for meaning in described.values())


@pytest.mark.parametrize(("key", "knob", "value"), GOOD)
def test_a_knob_turns(key, knob, value):
    changed = catalog.house_rules(toml(key, knob, value))
    assert getattr(changed, knob) == value
    assert type(getattr(changed, knob)) is type(value)
    assert changed.changes == ((knob, value),)
    same = msgspec.structs.replace(changed, changes=(), **{knob: getattr(ruleset(key), knob)})
    assert same == ruleset(key)


@pytest.mark.parametrize(("key", "knob", "value"), BAD)
def test_a_knob_does_not_turn_too_far(key, knob, value):
    error = refusal(toml(key, knob, value))
    assert error.code in ("bad-knob", "impossible-rules")
    said = str(error)
    assert said.startswith(f"House rules on {key}: ")
    assert said.endswith(".")
    assert knob in said


@pytest.mark.parametrize(("key", "knob", "value"), GOOD)
def test_changed_rules_are_one_word_that_reads_back(key, knob, value):
    changed = catalog.house_rules(toml(key, knob, value))
    assert changed.text.startswith(f"{key}+{knob}=")
    assert " " not in changed.text
    assert ruleset(changed.text) == changed


@pytest.mark.parametrize(("key", "knob", "value"), GOOD)
def test_changed_rules_say_so_openly(key, knob, value):
    assert catalog.house_rules(toml(key, knob, value)).name == f"{key} with changes"


# In one word


def test_a_change_is_written_behind_a_plus():
    changed = ruleset("pl-standard+opening_points=40")
    assert isinstance(changed, TileRules)
    assert changed.opening_points == 40
    assert (changed.name, changed.text) == ("pl-standard with changes", "pl-standard+opening_points=40")
    assert changed == catalog.house_rules('base = "pl-standard"\nopening_points = 40')


def test_several_changes_are_written_in_one_order():
    one = ruleset("pl-twist+mirror_side=2+first_pass_ends=true+jokers=J,D,M")
    other = ruleset("pl-twist+jokers=J,D,M+first_pass_ends=true+mirror_side=2")
    assert one == other
    assert hash(one) == hash(other)
    assert one.text == "pl-twist+first_pass_ends=true+jokers=J,D,M+mirror_side=2"
    assert isinstance(one, TileRules)
    assert (one.mirror_side, one.first_pass_ends, one.jokers) == (2, True, "J D M")


def test_a_change_to_the_value_it_has_anyway_is_no_change():
    assert ruleset("pl-standard+opening_points=30") == ruleset("pl-standard")
    assert catalog.house_rules('base = "pl-standard"').name == "pl-standard"


def test_house_rules_may_stand_on_house_rules():
    changed = catalog.house_rules('base = "pl-standard+opening_points=40"\nrack_size = 10')
    assert changed.text == "pl-standard+opening_points=40+rack_size=10"


def test_house_rules_may_stand_in_a_file(tmp_path: Path):
    file = tmp_path / "ours.toml"
    file.write_text('base = "sk-twist"\nmirror_counts = true\n', "utf-8")
    changed = ruleset(file)
    assert changed.text == "sk-twist+mirror_counts=true"


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "true", "４０", "1000000", "1e1"])
def test_what_is_no_number_is_refused_in_one_word_too(text):
    with pytest.raises(RulesetError) as refused:
        ruleset(f"pl-standard+opening_points={text}")
    assert refused.value.code == "bad-knob"
    assert str(refused.value).startswith("House rules on pl-standard: opening_points: ")


def test_a_changed_box_holds_other_jokers():
    assert [tile.text for tile in ruleset("fi-classic+jokers=J").box.jokers] == ["J"]
    assert len(ruleset("fi-classic+jokers=").box.tiles) == 104


# What is refused, in words


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            'base = "pl-standard"\nopening_point = 40',
            "unknown-knob",
            'House rules on pl-standard: there is no knob "opening_point". Did you mean opening_points?',
        ),
        (
            'base = "pl-standard"\nqqq = 1',
            "unknown-knob",
            'House rules on pl-standard: there is no knob "qqq".',
        ),
        (
            'base = "pl-standard"\nopening_points = 400',
            "bad-knob",
            "House rules on pl-standard: opening_points: Expected int <= 100.",
        ),
        (
            'base = "pl-standard"\nfirst_pass_ends = 1',
            "bad-knob",
            "House rules on pl-standard: first_pass_ends: Expected bool, got int.",
        ),
        (
            'base = "pl-standard"\njokers = "J J J"',
            "impossible-rules",
            "House rules on pl-standard: jokers: at most two of a kind.",
        ),
        (
            'base = "pl-standard"\nunopened_able_penalty = 50',
            "impossible-rules",
            "House rules on pl-standard: unopened_able_penalty: it must not be less than unopened_penalty.",
        ),
        (
            'base = "pl-standard"\nunopened_penalty = 201',
            "impossible-rules",
            "House rules on pl-standard: unopened_able_penalty: it must not be less than unopened_penalty.",
        ),
        (
            'base = "pl-twist"\njoker_sets_frozen = true',
            "impossible-rules",
            "House rules on pl-twist: joker_sets_frozen: the law of frozen joker sets (T32) is for ordinary jokers (J) "
            "only.",
        ),
        (
            'base = "rummy17"\njokers = "Jr"',
            "impossible-rules",
            "House rules on rummy17: jokers: Rummy 17 has one joker of each colour.",
        ),
        (
            "opening_points = 40",
            "no-base",
            'House rules name the ruleset they change: base = "pl-standard".',
        ),
        ("base = 3", "no-base", 'House rules name the ruleset they change: base = "pl-standard".'),
        (
            'base = "nowhere"',
            "unknown-rules",
            f'There is no ruleset "nowhere"; there are {", ".join(KEYS)}.',
        ),
    ],
)
def test_bad_house_rules_are_refused_in_a_sentence(text, code, sentence):
    error = refusal(text)
    assert (error.code, str(error)) == (code, sentence)


@pytest.mark.parametrize("text", ["base =", "base = 'pl-standard'\nrack_size = 3\nrack_size = 4", "[" * 40])
def test_what_is_no_toml_is_refused(text):
    error = refusal(text)
    assert error.code == "bad-toml"
    assert str(error).startswith("The house rules are no TOML: ")


@pytest.mark.parametrize(
    "knob", ["key", "title", "printed", "book", "colors", "numbers", "copies", "min_players", "max_players", "changes"]
)
def test_what_the_box_prints_is_no_knob(knob):
    assert refusal(f'base = "pl-standard"\n{knob} = 5').code == "unknown-knob"


def test_card_knobs_are_none_of_the_tile_games_and_the_other_way_round():
    assert refusal('base = "pl-standard"\nknock_seconds = 5').code == "unknown-knob"
    assert refusal('base = "rummy17"\nopening_points = 5').code == "unknown-knob"


def test_the_tiles_must_suffice_for_all_players():
    assert ruleset("pl-standard+rack_size=26").text == "pl-standard+rack_size=26"
    assert ruleset("pl-standard+jokers=+rack_size=26").box.counts.total() == 4 * 26


# Values


@pytest.mark.parametrize("text", [*KEYS, "pl-twist+jokers=J,D+mirror_counts=false", "rummy17+hand_size=7"])
def test_a_ruleset_is_a_value(text):
    found = ruleset(text)
    assert from_bytes(to_bytes(found), type(found)) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(pickle.loads(pickle.dumps(found))) == hash(found)
    with pytest.raises(AttributeError):
        found.title = "another"  # type: ignore[misc]


def test_a_ruleset_is_data_all_the_way():
    plain = (bool, int, str, tuple)
    for found in rulesets().values():
        assert isinstance(found, Ruleset)
        assert all(isinstance(value, plain) for value in msgspec.structs.asdict(found).values())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('base = "pl-standard"\nrack_size = 10.5', "rack_size: it is a number, a text, true or false"),
        ('base = "pl-standard"\nrack_size = [1]', "rack_size"),
        ('base = "fi-classic"\nunopened_able_penalty = 200', "needs an unopened_penalty too"),
    ],
)
def test_a_knob_that_cannot_be_is_named(text, says):
    with pytest.raises(RulesetError, match=says):
        catalog.house_rules(text)


def test_a_change_back_to_the_book_is_no_change():
    assert catalog.house_rules('base = "pl-standard+opening_points=40"\nopening_points = 30') == ruleset("pl-standard")
    assert ruleset("pl-standard+jokers=J,,J").name == "pl-standard"
    with pytest.raises(RulesetError, match="set twice"):
        ruleset("pl-standard+rack_size=10+rack_size=11")


@pytest.mark.parametrize(
    ("value", "says"), [("9999999", "<= 3600"), ("9" * 18, "<= 3600"), ("-5", ">= 0"), ("soon", "got str")]
)
def test_a_number_out_of_bounds_is_refused_with_the_bound(value, says):
    with pytest.raises(RulesetError, match=f"turn_seconds: Expected int,? {says}"):
        catalog.find(f"pl-standard+turn_seconds={value}")

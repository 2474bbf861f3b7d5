"""Whatever comes in, each line gets one JSON object, and none of them a traceback."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import MeldwiseError, Position, catalog, rulesets
from meldwise.cli import check, judge, score
from meldwise.cli.cases import answers
from meldwise.words import messages

COMMANDS = {"check": check, "judge": judge, "score": score}
words = st.text(alphabet="krbogyJDCM0123456789 /", max_size=24)
plain = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | words
    | st.text(max_size=8)
)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
player = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("rack", "hand", "last_drawn"), words | values),
        **{key: st.booleans() | values for key in ("opened", "had_turn", "announced")},
        "melds": st.lists(words, max_size=2) | values,
    },
)
case = st.fixed_dictionaries(
    {},
    optional={
        "id": values,
        "rules": st.sampled_from([*rulesets(), "pl-standard+opening_points=40", "pl-standard+", "+", "x"]) | values,
        "set": words | values,
        "opened": st.booleans() | values,
        "table": st.lists(words, max_size=3) | values,
        "rack": words | values,
        "to": st.lists(words, max_size=3) | values,
        "ended": st.sampled_from(["out", "pool-empty"]) | values,
        "players": st.lists(player, max_size=4) | values,
        "bonus": st.lists(st.sampled_from(["most-red", "finisher", "no"]), max_size=3) | values,
        "out": st.integers(-1, 3) | values,
        "last_discard": words | values,
    },
)


@pytest.mark.parametrize("name", list(COMMANDS))
@given(case)
def test_any_case_gets_an_answer_or_a_known_error(name, asked):
    [line] = answers([json.dumps(asked)], COMMANDS[name].answer, {})
    reply = json.loads(line)
    assert reply["id"] == asked.get("id")
    if "error" in reply:
        assert reply["error"] in messages()
        assert reply["message"]
    else:
        assert {"valid", "legal", "scores"} & set(reply)


@pytest.mark.parametrize("name", list(COMMANDS))
@given(st.text(max_size=60))
def test_any_line_gets_an_answer_or_a_known_error(name, line):
    [reply] = answers([line], COMMANDS[name].answer, {})
    assert json.loads(reply).get("error") in messages()


@pytest.mark.parametrize("tile", ["J C", "b5", "b5 M", "C", "M", "D", "k1 k2", "J"])
@pytest.mark.parametrize("key", ["hu-twist", "sk-twist"])
def test_an_enormous_row_is_refused_at_once_and_not_remembered(tile, key):
    from meldwise import sets

    before = sets.remembered.cache_info().currsize
    reply = check.answer({"rules": key, "set": f"{tile} " * 100_000 + "b5"})
    assert (reply["valid"], reply["reason"]) == (False, "too-many-tiles")
    assert sets.remembered.cache_info().currsize == before


def test_a_rack_of_more_jokers_than_any_box_is_scored_in_time():
    for rack in ("J " * 200, "D C J M " * 50, "b1 C M " * 40, "k1 M " * 60):
        players = [{"rack": ""}, {"rack": rack, "opened": False}]
        reply = score.answer({"rules": "pl-twist", "ended": "out", "players": players})
        assert reply["scores"][1] in (-100, -200)


@given(st.text(max_size=80) | st.text(alphabet="pl-standro twi+=_~/,bkJ0123456789 unopeed", max_size=60))
def test_any_text_is_a_position_a_ruleset_or_a_known_error(text):
    for read in (Position.parse, catalog.find, catalog.house_rules):
        try:
            read(text)
        except MeldwiseError as error:
            assert str(error).isprintable()


@given(st.sampled_from(["pl-twist", "rummy17"]), st.text(alphabet="0123 playdrwmeknocksy/bJrD>-", max_size=30))
def test_any_text_is_an_action_or_a_known_error(key, text):
    rules = catalog.find(key)
    game = catalog.game_of(rules)
    try:
        action = game.read_action(text, rules)
    except MeldwiseError as error:
        assert str(error)
    else:
        assert game.read_action(game.write_action(action), rules) == action

"""`meldwise best` as a person or a script calls it."""

import json

import pytest

from meldwise import judge
from tests.cli.test_commands import call

CASE = {"rules": "pl-standard", "opened": True, "table": ["b3 b4 b5"], "rack": "b6 k9"}
KEYS = {"id": object, "tiles": int, "points": int, "play": str, "table": list, "proven": bool, "micros": int}
ONE_JOKER = {"rules": "pl-standard", "opened": True, "rack": "r1 r2 r4 r5 k13 b13 J"}


def one(capsys, case, *words):
    """Ask about one case and return the exit status and the answer."""
    status, out, err = call(capsys, "best", "--case", json.dumps(case), *words)
    assert err == ""
    return status, json.loads(out)


def batch(capsys, monkeypatch, cases, *words):
    """Ask about many cases through standard input and return the answers."""
    lines = "\n".join(case if isinstance(case, str) else json.dumps(case) for case in cases).encode()
    status, out, err = call(capsys, "best", "--batch", "-", *words, stdin=lines, monkeypatch=monkeypatch)
    assert (status, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--table", "b3 b4 b5", "--rack", "b6 k9"), ["1 of 2 tiles, 6 points: b6; 1 left.", "1. Add b6 to b3 b4 b5"]),
        (("--rack", "k1 k2 k3"), ["the rack is empty", "1. Lay k1 k2 k3 from your rack."]),
        (("--table", "b3 b4 b5 b6", "--rack", "k3 r3"), ["1. Take b3 from b3 b4 b5 b6.", "with k3 r3 from your rack"]),
        (("--table", "b3 b4 b5", "--rack", "k9"), ["Nothing can be played."]),
        (("--rack", "r9 r10 r11", "--unopened"), ["3 of 3 tiles, 30 points"]),
        (("--rack", "r8 r9 r10", "--unopened"), ["Nothing can be played."]),
        (("--table", "b3 b4 b5", "--rack", "b6", "--unopened"), ["Nothing can be played."]),
        (("--rack", ONE_JOKER["rack"]), ["5 of 7 tiles, 62 points"]),
        (("--rack", ONE_JOKER["rack"], "--goal", "points"), ["3 of 7 tiles, 76 points"]),
        (("--rack", ""), ["Nothing can be played."]),
    ],
)  # fmt: skip
def test_a_person_is_told_the_play_and_its_steps(capsys, words, says):
    status, out, err = call(capsys, "best", "--rules", "pl-standard", *words)
    assert (status, err) == (0, "")
    assert [text for text in says if text not in out] == []


@pytest.mark.rule("T32")
def test_a_person_is_told_how_to_exchange_a_joker(capsys):
    _, out, _ = call(capsys, "best", "--rules", "fi-classic", "--table", "b3 J b5", "--rack", "b4 k9 r9")
    assert "Take J from b3 J b5." in out
    assert "Lay k9 r9 J, with k9 r9 from your rack." in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rules", "rummy17", "--rack", "r1 r2 r3"), "rummy17 is not served"),
        (("--rules", "pl-standard"), 'lacks "rack"'),
        (("--rack", "b3"), 'lacks "rules"'),
        (("--rules", "pl-standard", "--rack", "b3 x9"), "x9 is no tile"),
        (("--rules", "pl-standard", "--rack", "b3 D"), "joker this box does not hold"),
        (("--rules", "pl-standard", "--table", "b3 b4", "--rack", "b5"), "no set"),
        (("--rules", "pl-standard", "--table", "b3 b4 b5 /", "--rack", "b5"), "empty set"),
        (("--rules", "pl-standard", "--table", "b3 b4 b5", "--rack", "b3 b3"), "does not hold that many: b3"),
        (("--rules", "pl-standard", "--rack", "b3", "--goal", "most"), "invalid choice: 'most'"),
        (("--rack", "b3", "--case", "{}"), "--rack does not go together with --case"),
        (("--unopened", "--batch", "x"), "--unopened does not go together with --batch"),
        (("--batch", "no-such-file.jsonl"), "cannot be read"),
        (("--case", "[]"), "no JSON object"),
        (("--case", json.dumps(CASE | {"goal": "most"})), '"goal" should be one of: tiles, points'),
        (("--case", json.dumps(CASE | {"rules": "rummy17"})), "rummy17 is not served"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_status_2(capsys, words, says):
    status, out, err = call(capsys, "best", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_case_is_answered_with_the_keys_of_the_contract(capsys):
    status, answer = one(capsys, CASE | {"id": {"a": [1, None]}, "extra": 7})
    assert status == 0
    assert {name: type(value) for name, value in answer.items() if name != "id"} == {
        name: kind for name, kind in KEYS.items() if name != "id"
    }
    assert answer | {"micros": 0} == {
        "id": {"a": [1, None]},
        "tiles": 1,
        "points": 6,
        "play": "b6",
        "table": ["b3 b4 b5 b6"],
        "proven": True,
        "micros": 0,
    }
    assert answer["micros"] >= 0


def test_nothing_playable_is_done_and_gives_the_table_back(capsys):
    status, answer = one(capsys, CASE | {"table": ["k8 b8 r8", "b3 b4 b5"], "rack": "k1"})
    assert (status, answer["id"], answer["table"]) == (0, None, ["k8 b8 r8", "b3 b4 b5"])
    assert (answer["tiles"], answer["points"], answer["play"], answer["proven"]) == (0, 0, "", True)


@pytest.mark.rule("T25")
def test_an_opening_follows_the_sets_of_the_table(capsys):
    case = CASE | {"opened": False, "rack": "b6 r9 r10 r11", "table": ["k8 b8 r8", "b3 b4 b5"]}
    _, answer = one(capsys, case)
    assert answer["table"] == ["k8 b8 r8", "b3 b4 b5", "r9 r10 r11"]
    assert one(capsys, case | {"rack": "b6 r8 r9 r10"})[1]["play"] == ""


def test_the_table_may_be_left_out(capsys):
    assert one(capsys, {"rules": "hu-twist", "opened": True, "rack": "b3 b3 M"})[1]["table"] == ["b3 M b3"]


def test_the_goal_is_an_option_or_stands_in_the_case(capsys):
    assert one(capsys, ONE_JOKER)[1]["tiles"] == 5
    assert one(capsys, ONE_JOKER, "--goal", "points")[1]["points"] == 76
    assert one(capsys, ONE_JOKER | {"goal": "points"})[1]["points"] == 76
    assert one(capsys, ONE_JOKER | {"goal": "tiles"}, "--goal", "points")[1]["tiles"] == 5


def test_a_batch_takes_its_goal_and_ruleset_from_the_options(capsys, monkeypatch):
    case = {key: value for key, value in ONE_JOKER.items() if key != "rules"}
    words = ("--goal", "points", "--rules", "pl-standard")
    answers = batch(capsys, monkeypatch, [case, case | {"goal": "tiles"}, case | {"rules": "hu-twist"}], *words)
    assert [answer["points"] for answer in answers] == [76, 62, 56]


BAD = [
    ("not json", "bad-json"),
    ("[]", "bad-json"),
    ({"id": 7}, "missing-key"),
    ({key: value for key, value in CASE.items() if key != "opened"}, "missing-key"),
    ({key: value for key, value in CASE.items() if key != "rack"}, "missing-key"),
    (CASE | {"opened": 1}, "wrong-type"),
    (CASE | {"opened": None}, "wrong-type"),
    (CASE | {"table": "b3 b4 b5"}, "wrong-type"),
    (CASE | {"table": [3]}, "wrong-type"),
    (CASE | {"rack": ["b6"]}, "wrong-type"),
    (CASE | {"goal": "most"}, "wrong-type"),
    (CASE | {"goal": {"b6": 1}}, "wrong-type"),
    (CASE | {"goal": None}, "wrong-type"),
    (CASE | {"goal": ["tiles"]}, "wrong-type"),
    (CASE | {"rules": "PL-STANDARD"}, "unknown-rules"),
    (CASE | {"rules": "rummy17"}, "rules-not-served"),
    (CASE | {"rack": "b6 x1"}, "no-tile"),
    (CASE | {"rack": "M"}, "joker-not-in-box"),
    (CASE | {"table": [" "]}, "empty-set"),
    (CASE | {"table": ["b3 b4"]}, "invalid-start-set"),
    (CASE | {"rack": "b3 b3"}, "too-many-copies"),
]


def test_a_bad_line_is_answered_and_the_batch_goes_on(capsys, monkeypatch):
    lines = [line for number, (bad, _) in enumerate(BAD) for line in (bad, "  \t", CASE | {"id": number})]
    answers = batch(capsys, monkeypatch, lines)
    assert [answer["error"] for answer in answers[::2]] == [code for _, code in BAD]
    assert all(
        answer["message"].endswith(".") and answer.keys() == {"id", "error", "message"} for answer in answers[::2]
    )
    assert [answer["id"] for answer in answers[1::2]] == [*range(len(BAD))]
    assert all(answer.keys() == KEYS.keys() and answer["tiles"] == 1 for answer in answers[1::2])


@pytest.mark.parametrize("rules", ["fi-classic", "pl-standard", "pl-expert", "pl-twist", "hu-twist", "sk-twist"])
def test_every_tile_game_is_served(capsys, monkeypatch, rules):
    asked = [(rack, opened) for rack in ("b6 k9", "r9 r10 r11 r12", "") for opened in (True, False)]
    cases = [{"rules": rules, "opened": opened, "table": ["b3 b4 b5"], "rack": rack} for rack, opened in asked]
    for (rack, opened), answer in zip(asked, batch(capsys, monkeypatch, cases), strict=True):
        assert (judge(["b3 b4 b5"], rack, answer["table"], rules, opened) == []) is bool(answer["play"])
        assert answer["tiles"] == len(answer["play"].split())


def test_house_rules_go_by_their_one_word_text(capsys):
    case = {"rules": "pl-standard+joker_limit=1", "opened": True, "rack": "b3 b5 J J"}
    assert one(capsys, case)[1]["tiles"] == 3
    assert one(capsys, case | {"rules": "pl-standard"})[1]["tiles"] == 4


def test_what_the_command_answers_a_judge_accepts(capsys):
    _, answer = one(capsys, ONE_JOKER)
    status, out, _ = call(capsys, "judge", "--case", json.dumps(ONE_JOKER | {"to": answer["table"]}))
    assert (status, json.loads(out)["legal"]) == (0, True)

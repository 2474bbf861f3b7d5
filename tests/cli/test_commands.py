"""The commands as a person or a script calls them: answers, exit status, and clear words for bad input."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from meldwise.cli.main import main

CASES = Path(__file__).parent.parent / "cases" / "check.jsonl"
GOLDEN = Path(__file__).parent.parent / "golden" / "hu-twist-chance-2.record"


def call(capsys, *words, stdin=None, monkeypatch=None):
    """Run the program and return its status, standard output and standard error."""
    if stdin is not None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    try:
        status: object = main(list(words))
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("check", "--rules", "hu-twist", "--set", "b3 b4 C b6"), 1,
         "b3 b4 C b6: the colour-change joker needs another colour after it (T16)\n"),
        (("check", "--rules", "pl-standard", "--set", "b3 J b5"), 0, "b3 J b5: run, 12 points; J is blue 4\n"),
        (("check", "--rules", "rummy17", "--set", "r5 Jr r7"), 0, "r5 Jr r7: run; Jr is red 6\n"),
        (("check", "--rules", "hu-twist", "--set", "b3 r3 D"), 0,
         "b3 r3 D: group, 12 points; D is 3 in black and orange\n"),
        (("check", "--rules", "sk-twist", "--set", "b3 M b3"), 0,
         "b3 M b3: mirror group, 6 points; M stands for nothing\n"
         "b3 M b3: mirror run, 6 points; M stands for nothing\n"),
        (("judge", "--rules", "pl-standard", "--table", "b3 b4 b5", "--rack", "b6", "--to", "b3 b4 b5 b6"), 0,
         "Allowed.\n"),
        (("judge", "--rules", "pl-standard", "--rack", "r8 r9 r10", "--to", "r8 r9 r10", "--unopened"), 1,
         "Not allowed: the opening is worth 27 points and needs 30: 3 short (T23)\n"),
        (("judge", "--rules", "fi-classic", "--table", "b3 b4 J", "--rack", "b5", "--to", "b3 b4 b5 J"), 1, "(T32)"),
        (("score", "--rules", "pl-standard", "--ended", "out", "--player", "", "--player", "b3 J"), 0,
         "Player 1: +53  wins\nPlayer 2: -53\n"),
        (("score", "--rules", "fi-classic", "--ended", "pool-empty", "--player", "b3", "--player", "k5"), 0,
         "Player 2: -2"),
        (("rules", "--id", "T16"), 0, "T16"),
        (("rules", "pl-twist"), 0, "Polish Twist"),
        (("rules",), 0, "side by side"),
        (("--version",), 0, "meldwise 0"),
    ],
)  # fmt: skip
def test_a_person_is_answered(capsys, words, status, says):
    got, out, err = call(capsys, *words)
    assert (got, err) == (status, "")
    assert says in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "--rules", "pl-standard", "--set", "b3 x9"), "Column 4: x9 is no tile"),
        (("check", "--rules", "pl-nothing", "--set", "b3"), 'no ruleset "pl-nothing"'),
        (("check", "--set", "b3"), 'lacks "rules"'),
        (("check", "--rules", "pl-standard"), 'lacks "set"'),
        (("check", "--rules", "pl-standard", "--set", "b3 M b3"), "joker this box does not hold"),
        (("check", "--case", "{"), "no JSON object"),
        (("check", "--case", "[]"), "no JSON object"),
        (("check", "--case", '{"rules": "pl-standard", "set": 3}'), '"set" should be text'),
        (("check", "--batch", "no-such-file.jsonl"), "cannot be read"),
        (("check", "--batch", "."), "cannot be read"),
        (("check", "--rules", "no-such-file.toml", "--set", "b3"), "cannot be read"),
        (("judge", "--rules", "rummy17", "--rack", "r1", "--to", "r1"), "not served"),
        (("judge", "--rules", "pl-standard", "--table", "b3 b4", "--rack", "b6", "--to", "b3"), "no set"),
        (("judge", "--rules", "pl-standard", "--table", "b3 b4 b5 /", "--rack", "b6", "--to", "b3"), "empty set"),
        (("judge", "--rules", "pl-standard", "--rack", "b6 b6 b6", "--to", "b6"), "does not hold that many: b6"),
        (("score", "--rules", "pl-standard", "--ended", "out", "--player", "b3", "--player", "b4"), "one empty rack"),
        (("score", "--rules", "pl-standard", "--ended", "out", "--player", ""), "1 player cannot play"),
        (("rules", "--id", "T99"), 'no rule "T99"'),
        (("sing",), "invalid choice"),
        (("check", "--tiles", "b3"), "unrecognized arguments"),
        ((), "COMMAND"),
        (("replay", "no-such.record"), "cannot be read"),
        (("check", "--rules", "pl-standard", "--set", "b3", "--batch", "x"), "--set does not go together with --batch"),
        (("judge", "--unopened", "--case", "{}"), "--unopened does not go together with --case"),
        (("rules", "pl-twist", "--rules", "fi-classic"), "does not go together"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_status_2(capsys, words, says):
    status, out, err = call(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("meldwise")
    assert err.count("\n") == 1


def test_a_case_prints_one_json_object(capsys):
    case = {"id": [1, None], "rules": "pl-standard", "set": "J J r8", "extra": 1}
    status, out, _ = call(capsys, "check", "--case", json.dumps(case))
    readings = [{"kind": "group", "points": 24}, {"kind": "run", "points": 21}]
    assert (status, json.loads(out)) == (0, {"id": [1, None], "valid": True, "readings": readings})
    status, out, _ = call(capsys, "check", "--case", '{"rules": "pl-standard", "set": ""}')
    assert (status, json.loads(out)["reason"], json.loads(out)["id"]) == (1, "too-few-tiles", None)


GOOD = {"rules": "pl-standard", "set": "b3 b4 b5"}
BATCH = [
    (b"not json", "bad-json"),
    (b"[1]", "bad-json"),
    (b'"text"', "bad-json"),
    (b'{"rules": "pl-standard", "set": NaN}', "bad-json"),
    (b'{"id": 1e999, "rules": "pl-standard", "set": "b3 b4 b5"}', "bad-json"),
    (b'{"id": ' + b"9" * 5000 + b"}", "bad-json"),
    (b"[" * 100_000, "bad-json"),
    (b"\xff\xfe{}", "not-utf8"),
    (b'{"id": 7}', "missing-key"),
    (b'{"rules": 3, "set": "b3"}', "wrong-type"),
    (b'{"rules": "pl-standard", "set": ["b3"]}', "wrong-type"),
    (b'{"rules": "pl-standard", "set": null}', "wrong-type"),
    (b'{"rules": "PL-STANDARD", "set": "b3"}', "unknown-rules"),
    (b'{"rules": "", "set": "b3"}', "unknown-rules"),
    (b'{"rules": "../../etc/passwd.toml", "set": "b3"}', "unknown-rules"),
    (b'{"rules": "pl-standard", "set": "b3 / b4"}', "no-tile"),
    (b'{"rules": "pl-standard", "set": "b3 D b6"}', "joker-not-in-box"),
    (b'{"rules": "pl-standard", "set": "' + b"b" * 2_000_000 + b'"}', "line-too-long"),
]


def test_a_bad_line_is_answered_and_the_batch_goes_on(capsys, monkeypatch):
    good = json.dumps(GOOD).encode()
    lines = b"\n".join(line for bad, _ in BATCH for line in (bad, b"  \t", good))
    status, out, err = call(capsys, "check", "--batch", "-", stdin=lines, monkeypatch=monkeypatch)
    rows = [json.loads(row) for row in out.splitlines()]
    assert (status, err, len(rows)) == (0, "", 2 * len(BATCH))
    assert [row["error"] for row in rows[::2]] == [code for _, code in BATCH]
    assert all(row["message"].endswith(".") and len(row["message"]) < 300 for row in rows[::2])
    assert all(row == {"id": None, "valid": True, "readings": [{"kind": "run", "points": 12}]} for row in rows[1::2])
    assert [row["id"] for row in rows if row["id"] is not None] == [7]


JUDGE = {"rules": "pl-standard", "opened": True, "table": ["b3 b4 b5"], "rack": "b6", "to": ["b3 b4 b5 b6"]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"opened": None}, "wrong-type"),
        ({"opened": 1}, "wrong-type"),
        ({"table": "b3 b4 b5"}, "wrong-type"),
        ({"table": [""]}, "empty-set"),
        ({"table": ["b3 b4"]}, "invalid-start-set"),
        ({"to": ["b3 b4 b5", " "]}, "empty-set"),
        ({"rack": "b3 b3"}, "too-many-copies"),
        ({"rack": ["b6"]}, "wrong-type"),
        ({"rules": "rummy17"}, "rules-not-served"),
    ],
)
def test_a_turn_that_asks_nothing_sensible_is_an_error(capsys, monkeypatch, change, code):
    line = json.dumps(JUDGE | change).encode()
    _, out, _ = call(capsys, "judge", "--batch", "-", stdin=line, monkeypatch=monkeypatch)
    assert json.loads(out)["error"] == code


@pytest.mark.parametrize("key", ["rules", "opened", "rack", "to"])
def test_a_turn_needs_its_keys_but_the_table_may_be_empty(capsys, monkeypatch, key):
    line = json.dumps({k: v for k, v in JUDGE.items() if k != key}).encode()
    _, out, _ = call(capsys, "judge", "--batch", "-", stdin=line, monkeypatch=monkeypatch)
    assert json.loads(out)["error"] == "missing-key"
    line = json.dumps({"rules": "pl-standard", "opened": False, "rack": "b9 b10 b11", "to": ["b9 b10 b11"]}).encode()
    _, out, _ = call(capsys, "judge", "--batch", "-", stdin=line, monkeypatch=monkeypatch)
    assert json.loads(out) == {"id": None, "legal": True}


@pytest.mark.parametrize(
    ("to", "rack", "reason"),
    [
        (["b3 b4 b5", "k1 k2 k3"], "b6", "tile-not-yours"),
        (["b3 b4 b6"], "b6", "tile-gone"),
        (["b3 b4 b5"], "b6", "nothing-played"),
        ([], "b6", "tile-gone"),
        (["b3 b4 b5 b7"], "b7", "invalid-set"),
    ],
)
def test_what_the_rules_forbid_is_a_verdict_not_an_error(capsys, monkeypatch, to, rack, reason):
    line = json.dumps(JUDGE | {"to": to, "rack": rack}).encode()
    status, out, _ = call(capsys, "judge", "--batch", "-", stdin=line, monkeypatch=monkeypatch)
    row = json.loads(out)
    assert (status, row["legal"], row["reason"]) == (0, False, reason)
    assert row["message"]


SCORE = {"rules": "pl-standard", "ended": "out", "players": [{"rack": ""}, {"rack": "b3", "opened": False}]}
CARDS = {
    "rules": "rummy17",
    "players": [{"hand": "", "melds": ["r1 r2 r3"]}, {"hand": "b9", "melds": []}],
    "bonus": ["most-cards"],
    "out": 0,
    "last_discard": "k17",
}


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (SCORE | {"ended": "time"}, "wrong-type"),
        (SCORE | {"ended": "pool-empty"}, "pool-empty-needs-full-racks"),
        (SCORE | {"players": [{"rack": "b3"}, {"rack": "b4"}]}, "out-needs-one-empty-rack"),
        (SCORE | {"players": []}, "wrong-players"),
        (SCORE | {"players": ["b3", ""]}, "wrong-type"),
        (SCORE | {"players": [{"rack": ""}, {"rack": "b3", "opened": "no"}]}, "wrong-type"),
        (SCORE | {"players": [{"rack": ""}, {"rack": "b3", "opened": False, "last_drawn": "k9"}]}, "wrong-type"),
        (SCORE | {"players": [{"rack": ""}, {}]}, "missing-key"),
        (CARDS | {"bonus": ["most-tiles"]}, "unknown-bonus"),
        (CARDS | {"bonus": ["most-cards", "most-cards"]}, "unknown-bonus"),
        (CARDS | {"out": 2}, "wrong-type"),
        (CARDS | {"out": True}, "wrong-type"),
        (CARDS | {"last_discard": "k17 k16"}, "wrong-type"),
        (CARDS | {"players": [{"hand": "", "melds": ["r1 r2"]}, {"hand": "b9", "melds": []}]}, "invalid-start-set"),
        (CARDS | {"players": [{"hand": ""}, {"hand": "b9", "melds": []}]}, "missing-key"),
    ],
)
def test_a_score_that_cannot_be_is_an_error(capsys, monkeypatch, case, code):
    _, out, _ = call(capsys, "score", "--batch", "-", stdin=json.dumps(case).encode(), monkeypatch=monkeypatch)
    assert json.loads(out)["error"] == code


def test_what_does_not_count_in_a_score_is_ignored(capsys, monkeypatch):
    players = [{"rack": ""}, {"rack": "b3", "announced": "?", "last_drawn": "not a tile"}]
    case = {"rules": "fi-classic", "ended": "out", "players": players}
    _, out, _ = call(capsys, "score", "--batch", "-", stdin=json.dumps(case).encode(), monkeypatch=monkeypatch)
    assert json.loads(out) == {"id": None, "winner": 0, "scores": [3, -3]}


def test_house_rules_come_from_a_file_and_are_shown_as_such(capsys, tmp_path):
    house = tmp_path / "ours.toml"
    house.write_text('base = "pl-standard"\nopening_points = 40\n', "utf-8")
    words = ("judge", "--rules", str(house), "--rack", "r9 r10 r11", "--to", "r9 r10 r11", "--unopened")
    assert "needs 40: 10 short" in call(capsys, *words)[1]
    assert "pl-standard with changes" in call(capsys, "rules", "--rules", str(house))[1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("base = ", "no TOML"),
        ("opening_points = 40", "base"),
        ('base = "pl-standrad"', "no ruleset"),
        ('base = "pl-standard"\nopening_point = 40', "Did you mean opening_points?"),
        ('base = "pl-standard"\nopening_points = "many"', "opening_points"),
        ('base = "pl-standard"\nopening_points = 4000', "opening_points"),
        ('base = "pl-standard"\nkey = "mine"', 'no knob "key"'),
        ('base = "pl-twist"\njoker_sets_frozen = true', "ordinary jokers"),
    ],
)
def test_house_rules_that_cannot_be_are_refused_in_a_sentence(capsys, tmp_path, text, says):
    house = tmp_path / "ours.toml"
    house.write_text(text, "utf-8")
    status, out, err = call(capsys, "check", "--rules", str(house), "--set", "b3 b4 b5")
    assert (status, out) == (2, "")
    assert says in err


def test_a_program_may_ask_line_by_line_and_wait_for_each_answer():
    command = [sys.executable, "-c", "from meldwise.cli.main import run; run()", "check", "--batch", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for number in range(3):
            asked.stdin.write(json.dumps(GOOD | {"id": number}) + "\n")
            asked.stdin.flush()
            assert json.loads(asked.stdout.readline())["id"] == number
        asked.stdin.close()
        assert asked.wait(timeout=120) == 0


@pytest.mark.parametrize(
    "words", [("rules",), ("rules", "hu-twist"), ("check", "--batch", str(CASES)), ("replay", str(GOLDEN), "--all")]
)
def test_a_reader_who_has_seen_enough_may_stop_reading(words):
    command = [sys.executable, "-c", "from meldwise.cli.main import run; run()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        assert asked.stdout is not None
        assert asked.stderr is not None
        asked.stdout.readline()
        asked.stdout.close()
        assert asked.stderr.read() == b""
        assert asked.wait(timeout=120) == 0


def test_a_narrow_terminal_gets_each_answer_once(capsys, monkeypatch):
    monkeypatch.setattr(Console, "width", 80)
    _, out, _ = call(capsys, "rules")
    assert "pl-expert: −20" in out
    assert "pl-standard, pl-twist: −50" in out

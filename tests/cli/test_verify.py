"""`meldwise verify`: what holds, what does not, what cannot be read, and what many records say."""

import io
import json
import sys
from pathlib import Path

import pytest

from meldwise import catalog, fair, record
from meldwise.cli.main import main
from meldwise.fair import Fair
from meldwise.live import LiveGame, shuffle
from meldwise.record import Record

ROOT = Path(__file__).parent.parent.parent
SHOWN = ROOT / "docs" / "assets" / "fair-shuffle.record"
GOOD = SHOWN.read_text("utf-8")
PROMISED = "c496fb027bb52d2b499c5227ae82f8d5b261b9c84bf4fc18bbb001090d2a55bf"
PLAIN = (ROOT / "tests" / "golden" / "hu-twist-chance-2.record").read_text("utf-8")
BY_THE_RULES = "The game is played by the rules, all 116 actions, and it ends as recorded."


@pytest.fixture
def verify(tmp_path, capsys):
    """Return a function that verifies texts, and returns the status and what was printed."""

    def run(*texts: str, words: tuple[str, ...] = ()) -> tuple[int, str, str]:
        files = []
        for number, text in enumerate(texts):
            files.append(tmp_path / f"{number}.record")
            files[-1].write_text(text, "utf-8")
        status = main(["verify", *map(str, files), *words])
        out, err = capsys.readouterr()
        return status, out.replace(f"{tmp_path}/", ""), err.replace(f"{tmp_path}/", "")

    return run


def dealt(shares, key="pl-standard", **options):
    rules = catalog.find(key)
    server = "77" * 32
    values = Fair("attic", 1, fair.commitment(server, "attic", 1, rules, len(shares), **options), server, shares)
    return LiveGame(rules, "ABCDEF"[: len(shares)], fair.setup_of(values, rules, **options)).record(values)


def test_what_holds_is_told_with_whose_values_went_in(verify):
    status, out, err = verify(GOOD)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == (
        "0.record: The shuffle is what the values of the server, Ada (seat 0) and Béla (seat 1) give. "
        f"Cy (seat 2) added nothing. {BY_THE_RULES}"
    )
    assert "--saw" in out.splitlines()[1]


def test_what_you_remember_is_compared(verify):
    status, out, _ = verify(GOOD, words=("--mine", "0", "C0FFEE", "--saw", PROMISED.upper()))
    assert status == 0
    assert "The server had committed to it as you saw. Your share is in it as you sent it." in out
    assert "--saw" not in out
    status, out, _ = verify(GOOD, words=("--mine", "2", "-"))
    assert (status, "Nothing is in it in your name." in out) == (0, True)
    status, out, _ = verify(GOOD, words=("--mine", "2", "abba"))
    assert (status, "seat 2's share in the record is -, but abba was sent" in out) == (1, True)
    status, out, _ = verify(GOOD, words=("--saw", "0" * 64))
    assert (status, "is not the one you saw before the game" in out) == (1, True)


def test_a_shuffle_nobody_shared_in_is_the_servers_word_alone(verify):
    status, out, _ = verify(record.write(dealt((None, None))))
    assert status == 0
    assert "it is the server's word alone: no seat added a share" in out
    assert "all 0 actions, and it is unfinished" in out


@pytest.mark.parametrize("key", catalog.rulesets())
@pytest.mark.parametrize("options", [{}, {"starter": 1}])
def test_every_ruleset_is_verified(verify, key, options):
    status, out, _ = verify(record.write(dealt(("ab", "cd", None), key, **options)), words=("--json",))
    assert (status, json.loads(out)["verified"]) == (0, True)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("c0ffee", "c0ffef", "the pool is not in the order the values give"),
        ("fair-server 00", "fair-server 01", "the commitment is not to this server value"),
        ("fair-game 1", "fair-game 2", "the commitment is not to this server value"),
        ("fair-share 2 -\n", "", "2 shares do not fit 3 seats"),
        ("seat 2 Cy\n", "", "3 shares do not fit 2 seats"),
        ("starter 2", "starter 1", "seat 1 starts in the record, by the values it is seat 2"),
        ("pool r3 k8", "pool k8 r3", "in place 1 the record has k8, the values r3"),
        ("start-draw b6 b2", "start-draw b2 b6", "the draw for the start is not the one the values give"),
    ],
)
def test_a_changed_record_does_not_hold(verify, old, new, says):
    assert GOOD.count(old) == 1
    status, out, _ = verify(GOOD.replace(old, new))
    assert (status, says in out) == (1, True)
    assert "The shuffle does not hold: " in out


def test_an_action_against_the_rules_does_not_hold(verify):
    lines = GOOD.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(">"))
    lines[first] = "> 0 draw"  # it is Cy's turn
    status, out, _ = verify("\n".join(lines))
    assert status == 1
    assert "The shuffle is what the values" in out
    assert f'The game does not hold: Line {first + 1}: "0 draw" is not allowed' in out
    status, out, _ = verify(GOOD.replace("scores 31", "scores 32"))
    assert (status, "the record says" in out) == (1, True)


def test_a_record_without_values_says_so(verify):
    status, out, err = verify(PLAIN)
    assert (status, err) == (1, "")
    assert "The shuffle cannot be verified: the record does not say what its shuffle was made of" in out
    assert "The game is played by the rules" in out
    assert "--saw" not in out


def test_one_record_that_cannot_be_read_does_not_keep_the_others_from_being_told(verify):
    status, out, err = verify(GOOD, "nonsense", PLAIN)
    assert status == 2
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == ["0.record", "2.record"]
    assert err == 'meldwise: 1.record: Line 1: this is no record; a record begins with "meldwise record 1".\n'
    assert verify(GOOD, PLAIN)[0] == 1
    assert verify(GOOD, GOOD)[0] == 0


def test_json_is_an_object_a_record(verify):
    status, out, err = verify(GOOD, PLAIN, "nonsense", GOOD.replace("c0ffee", "c0ffef"), words=("--json",))
    good, plain, none, bad = map(json.loads, out.splitlines())
    assert (status, err) == (2, "")
    assert (good["verified"], good["shuffle"], good["game"], good["server_alone"]) == (True, [], [], False)
    assert good["fair"]["shares"] == ["c0ffee", "5eed", None]
    assert (good["names"], good["actions"]) == (["Ada", "Béla", "Cy"], 116)
    assert (plain["verified"], plain["fair"], plain["shuffle"][0]["code"]) == (False, None, "fair-missing")
    assert none["error"] == "not-a-record"
    assert [reason["code"] for reason in bad["shuffle"]] == [
        "fair-start-draw-differs",
        "fair-starter-differs",
        "fair-pool-differs",
    ]


def test_a_record_comes_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: The shuffle is what")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert main(["verify", "-"]) == 2
    assert "not UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("no-such.record",), "no-such.record cannot be read"),
        ((str(SHOWN), "--mine", "3", "ab"), "There is no seat 3"),
        ((str(SHOWN), "--mine", "x", "ab"), "There is no seat x"),
        ((str(SHOWN), "--mine", "0", "xyz"), '"xyz" is no share'),
        ((str(SHOWN), "--saw", "ab"), '"ab" is neither'),
        ((str(SHOWN), str(SHOWN), "--saw", PROMISED), "--saw is about one record; here are 2"),
        ((str(SHOWN), "--statistics", "--mine", "0", "ab"), "--mine does not go together with --statistics"),
        ((str(SHOWN), "--name", "Ada"), "--name goes only together with --statistics"),
        ((str(ROOT / "tests" / "cases"),), "There is no record in"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence_and_status_2(capsys, words, says):
    status = main(["verify", *words])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


def fill(folder, deals, rig=False, names=("Ada", "Béla")):
    """Write a folder of records, with the racks in a favourite's order when rigged."""
    rules = catalog.find("pl-standard")
    for number in range(deals):
        setup = shuffle(rules, 2, f"statistics {number}")
        if rig:
            joker_first = sorted([setup.pool[:14], setup.pool[14:28]], key=lambda rack: rules.box.jokers[0] not in rack)
            setup = type(setup)((*joker_first[0], *joker_first[1], *setup.pool[28:]), setup.starter, setup.start_draw)
        made = Record(rules, names, setup, (), "unfinished")
        (folder / f"{number}.record").write_text(record.write(made), "utf-8")


def test_statistics_find_no_fault_with_fair_deals(tmp_path, capsys):
    fill(tmp_path, 150)
    assert main(["verify", "--statistics", str(tmp_path), "--name", "Béla"]) == 0
    out = capsys.readouterr().out
    assert "pl-standard, 2 seats: 150 deals\n" in out
    assert "No alarm: chance alone explains all 11 tests." in out
    for test in ("tiles by place", "who starts", "jokers on rack, seat 1", "worth of rack, Béla"):
        assert test in out


def test_a_name_cannot_command_the_table_it_stands_in(tmp_path, capsys):
    fill(tmp_path, 100, names=("[/red]", "[bold]"))
    assert main(["verify", "--statistics", str(tmp_path), "--name", "[/red]\x1b"]) == 0
    assert "jokers on rack, [/red]" in capsys.readouterr().out


def test_statistics_find_a_dealer_who_favours_a_seat(tmp_path, capsys):
    fill(tmp_path, 250, rig=True)
    assert main(["verify", "--statistics", str(tmp_path)]) == 1
    assert "Alarm: chance alone goes so far less than once in 100: " in (out := capsys.readouterr().out)
    assert "jokers on rack, seat 0 (pl-standard, 2 seats)" in out
    assert main(["verify", "--statistics", str(tmp_path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["alarm"], found["enough"], found["groups"][0]["deals"]) == (True, True, 250)
    (finding,) = [one for one in found["groups"][0]["findings"] if (one["what"], one["who"]) == ("jokers", 0)]
    assert finding["adjusted"] < 0.01
    assert finding["found"] > finding["expected"]


def test_statistics_tell_too_few_records_and_unreadable_ones(tmp_path, capsys):
    fill(tmp_path, 3)
    (tmp_path / "again.record").write_text((tmp_path / "1.record").read_text("utf-8"), "utf-8")
    assert main(["verify", "--statistics", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "3 deals, and 1 record more with a pool that was there already; too few, 100 are needed" in said
    assert "Nothing can be said" in said
    (tmp_path / "bad.record").write_text(GOOD.replace("pool r3", "pool r4"), "utf-8")
    assert main(["verify", "--statistics", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == said
    assert "bad.record: Line 9: the game cannot begin as recorded" in err

"""`meldwise simulate` as a person or a script calls it."""

import json
import re

import pytest

from tests.cli.test_commands import call


def test_the_same_json_comes_with_any_number_of_workers(capsys):
    asked = ("simulate", "--seats", "greedy-tiles,holder", "--games", "5", "--seed", "x", "--json")
    one, two = call(capsys, *asked, "--workers", "1"), call(capsys, *asked, "--workers", "2")
    assert one == two
    told = json.loads(one[1])
    names = [each["name"] for each in told["opponents"]]
    assert (told["deals"], told["games"], names) == (3, 6, ["holder", "greedy-tiles"])


def test_a_table_is_shown(capsys):
    words = ("--rules", "rummy17", "--seats", "greedy-tiles,simple", "--games", "2", "--workers", "1")
    status, out, err = call(capsys, "simulate", *words)
    assert status == 0
    assert err.endswith(" games a second\n")
    assert re.match(r"rummy17: 2 games of \d+ actions, 1 deals in every order of the seats\n", out)
    assert "greedy-tiles" in out


def test_records_and_results_are_kept(capsys, tmp_path):
    keep, records = tmp_path / "results.jsonl", tmp_path / "games"
    words = (
        "--seats",
        "holder,holder",
        "--games",
        "2",
        "--workers",
        "1",
        "--keep",
        str(keep),
        "--records",
        str(records),
    )
    first, again = call(capsys, "simulate", *words, "--json"), call(capsys, "simulate", *words, "--json")
    assert first == again
    assert len(keep.read_text().splitlines()) == 3
    assert sorted(path.name for path in records.iterdir()) == ["000000-0.record", "000001-0.record", "plan.json"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--games", "0"), "at least one game"),
        (("--workers", "0"), "at least one worker"),
        (("--seats", "holder,nobody"), "There is no opponent nobody"),
        (("--rules", "pl-none"), "pl-none"),
    ],
)
def test_what_cannot_be_simulated_is_told_in_a_sentence(capsys, words, says):
    status, out, err = call(capsys, "simulate", "--seats", "holder,holder", *words)
    assert (status, out) == (2, "")
    assert err.startswith("meldwise: ")
    assert says in err

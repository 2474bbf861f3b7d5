"""The random rows the page is held against: what the tool writes today, and worth asking about."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from tools.rows import EACH, FOLDER, HOUSE, SEED, files, rows, said

import meldwise
from meldwise import rulesets, sets
from meldwise.game import to_plain
from meldwise.notation import parse_set, write_tiles

CASES = [json.loads(line) for line in (FOLDER / "rows.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("key", [*rulesets(), *HOUSE])
def test_the_rows_are_those_of_the_seed(key):
    wanted = [write_tiles(row) for row in rows(meldwise.ruleset(key), key, EACH, SEED)]
    assert [case["row"] for case in CASES if case["rules"] == key] == wanted


@pytest.mark.parametrize("key", [*rulesets(), *HOUSE])
def test_of_every_third_row_is_said_what_the_package_says(key):
    rules = meldwise.ruleset(key)
    for case in [case for case in CASES if case["rules"] == key][::3]:
        told = json.loads(json.dumps(to_plain(said(parse_set(case["row"], rules), rules))))
        assert {**told, **{name: case[name] for name in ("id", "rules", "row")}} == case


def test_the_rulesets_are_told_as_the_server_tells_them():
    path, text = next((path, text) for path, text in files(each=0).items() if path.name == "rules.json")
    assert path.read_text("utf-8") == text


def test_sets_and_what_is_near_one_are_among_them():
    verdicts = Counter("set" if "readings" in case else "order" if case["arranged"] else "none" for case in CASES)
    assert min(verdicts.values()) > len(CASES) / 12


def test_every_reason_of_a_row_is_met():
    met = {case["reason"]["code"] for case in CASES if "reason" in case}
    sources = [path.read_text("utf-8") for path in Path(sets.__file__).parent.glob("*.py")]
    given = {code for source in sources for code in re.findall(r'refused\(\s*"([a-z-]+)"', source)}
    assert len(given) > 20
    assert given - met == {"not-in-box", "too-many-tiles", "numbers-differ"}  # the last is never the most telling

"""The case files: positions with their verdicts, for every program that plays by these rules."""

import json
from pathlib import Path

import pytest

from meldwise.cli import check, judge, score

FOLDER = Path(__file__).parent / "cases"


def load(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


def wrong(cases, answer, keys):
    """Return the cases whose answer differs, as (id, wanted, got)."""
    found = []
    for case in cases:
        wanted = {key: case[key] for key in keys} if "want" not in case else case["want"]
        asked = {key: value for key, value in case.items() if key not in keys and key != "want"}
        got = answer(asked)
        if any(got.get(key) != value for key, value in wanted.items()):
            found.append((case["id"], wanted, got))
    return found


def test_every_row_reads_as_its_case_says():
    cases = load("check")
    assert len(cases) > 1500
    assert wrong(cases, check.answer, ("valid", "readings")) == []


def test_every_turn_is_judged_as_its_case_says():
    cases = load("judge")
    assert len(cases) > 1000
    assert wrong(cases, judge.answer, ("legal",)) == []


def test_every_final_position_scores_as_its_case_says():
    cases = load("score")
    assert len(cases) > 400
    assert wrong(cases, score.answer, ()) == []


@pytest.mark.parametrize("name", ["check", "judge", "score"])
def test_the_cases_cover_every_ruleset_the_command_serves(name):
    from meldwise import rulesets

    served = set(rulesets()) - ({"rummy17"} if name == "judge" else set())
    assert {case["rules"] for case in load(name)} == served


@pytest.mark.parametrize(("name", "key"), [("check", "valid"), ("judge", "legal")])
def test_both_verdicts_are_well_represented(name, key):
    cases = load(name)
    good = sum(case[key] for case in cases) / len(cases)
    assert 0.3 < good < 0.7

"""The case files: positions with their verdicts, for every program that plays by these rules."""

import json
from pathlib import Path

import pytest

from meldwise.api import tile_rules
from meldwise.cli import best, check, judge, score
from meldwise.notation import parse_rack, parse_set
from meldwise.tilegame.judge import judge_play

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


@pytest.mark.parametrize("goal", ["tiles", "points"])
def test_every_position_is_solved_to_its_optimum_by_a_legal_play(goal):
    cases = load("best")
    assert len(cases) > 350
    found = []
    for case in cases:
        got = best.answer(case | {"goal": goal})
        rules = tile_rules(case["rules"])
        rows = {
            key: tuple(parse_set(row, rules) for row in part["table"]) for key, part in (("old", case), ("new", got))
        }
        rack = parse_rack(case["rack"], rules)
        legal = not got["play"] or not judge_play(rows["old"], rack, rows["new"], rules, case["opened"])
        if got[goal] != case[goal] or not got["proven"] or not legal:
            found.append((case["id"], case[goal], got))
    assert found == []

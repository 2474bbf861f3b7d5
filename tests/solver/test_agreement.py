"""Is the kernel the reference's equal, and does the judge accept what `best` plays? `make agree` asks more."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tools import agree
from tools.positions import Position, positions, reduced

from meldwise.api import tile_rules
from meldwise.solver import best

SIZES = ("empty", "tiny", "middling")
"""Kinds of constructed positions that the slower judges are done with soon."""


def agreed(asked: Iterator[Position], sweep: bool = False) -> int:
    """Put positions before the judges; return how many had something to play."""
    played = 0
    for position in asked:
        verdict = agree.asked(position, agree.goal_of(position), sweep)
        assert verdict.wrong == (), verdict.case
        assert verdict.decided, verdict.case
        played += bool(best(position.table, position.rack, position.rules, position.opened).play)
    return played


@pytest.mark.rule("T23", "T25", "T28", "T30", "T32")
@pytest.mark.parametrize("kind", ["random", "played"])
@pytest.mark.parametrize("key", ["fi-classic", "pl-standard", "pl-expert"])
def test_nothing_is_better_and_nothing_forbidden(key, kind):
    assert agreed(positions(tile_rules(key), 25, "test", kind)) > 9


@pytest.mark.rule("T14", "T15", "T16", "T17", "T18", "T20", "T21", "T28")
@pytest.mark.parametrize("key", ["hu-twist", "sk-twist", "pl-twist"])
def test_special_jokers_are_used_as_well_as_can_be(key):
    rules = reduced(tile_rules(key))
    assert sum(agreed(positions(rules, 3, "test", kind), sweep=True) for kind in ("empty", "tiny", "played")) > 3
    assert agreed(positions(rules, 3, "test", "middling")) > 0


@pytest.mark.parametrize("key", ["hu-twist", "sk-twist", "pl-twist"])
def test_special_jokers_are_used_as_well_in_the_whole_box(key):
    assert agreed(positions(tile_rules(key), 2, "test", "empty")) > 0


@pytest.mark.parametrize("lot", agree.HOUSE, ids=lambda lot: lot.rules)
def test_house_rules_are_solved_as_they_are_judged(lot):
    rules = reduced(tile_rules(lot.rules), lot.numbers)
    for kind in SIZES:
        agreed(positions(rules, 1, "house", kind), sweep=lot.swept and kind != "middling")


def example() -> Position:
    return next(p for p in positions(tile_rules("pl-standard"), 20, "test", "tiny") if p.opened and p.table)


def test_a_misdescribed_answer_is_noticed():
    position = example()
    answer = best(position.table, position.rack, position.rules)
    assert [*agree.misdescribed(position, answer)] == []
    for wrong in (
        replace(answer, tiles=answer.tiles + 1),
        replace(answer, points=answer.points - 1),
        replace(answer, proven=False),
        replace(answer, table=answer.table[1:]),
        replace(answer, table=(*answer.table[1:], answer.table[0][1:])),
        replace(answer, play=(), tiles=0, points=0),
    ):
        assert [*agree.misdescribed(position, wrong)], wrong


def test_an_answer_that_leaves_something_on_the_rack_is_noticed(monkeypatch):
    position = example()
    worse = replace(
        best(position.table, position.rack, position.rules), tiles=0, points=0, play=(), table=position.table
    )
    monkeypatch.setattr(agree, "best", lambda *_: worse)
    assert len(agree.asked(position, "tiles", sweep=True).wrong) == 2

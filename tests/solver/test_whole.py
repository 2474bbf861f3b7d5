"""The whole box but for what is kept: whether it lies in sets is whether the other can go out."""

import random

import pytest

from meldwise import catalog
from meldwise.ruleset import TileRules
from meldwise.solver import best, can_go_out
from meldwise.solver.whole import Whole
from meldwise.table import listed, tile_counts, with_tiles

FREE = ["pl-standard", "pl-expert", "hu-twist", "pl-twist", "sk-twist"]


def ends(key, count, kept):
    """Yield ends of games: a table, the rack whose turn it is, and what the other keeps."""
    rules = catalog.rulesets()[key]
    assert isinstance(rules, TileRules)
    dice = random.Random(f"whole {key}")
    for _ in range(count):
        tiles = list(listed(rules.box.counts))
        dice.shuffle(tiles)
        other = with_tiles((), tiles[: dice.randint(*kept)])
        table = best((), with_tiles((), tiles[len(other) : len(other) + dice.randint(8, 40)]), rules, tidy=False).table
        yield rules, table, listed(rules.box.counts - tile_counts([*table, other])), other


@pytest.mark.parametrize("key", FREE)
def test_one_goes_out_exactly_when_all_the_other_does_not_keep_lies_in_sets(key):
    answers = []
    for rules, table, mine, other in ends(key, 16, (1, 34)):
        whole = Whole(rules, table)
        answers.append(whole.lies(whole.kinds.counts(other)))
        assert answers[-1] == can_go_out(table, mine, rules)
        assert whole.states > 0
    assert True in answers
    if key == "pl-standard":
        assert False in answers


@pytest.mark.rule("T32")
def test_frozen_sets_lie_between_what_may_not_be_touched_and_what_may_be_rearranged():
    answers = set()
    for rules, table, mine, other in ends("fi-classic", 60, (10, 40)):
        still, thawed = Whole(rules, table), Whole(rules, table, thawed=True)
        kept = still.kinds.counts(other)
        truth = can_go_out(table, mine, rules)
        assert still.lies(kept) <= truth <= thawed.lies(kept)
        answers.add((still.lies(kept), truth, thawed.lies(kept)))
    assert {(True, True, True), (False, False, False)} < answers


def test_laying_sheds_most_points_and_leaves_what_is_to_stay():
    for rules, table, mine, other in ends("pl-standard", 8, (10, 40)):
        whole = Whole(rules, table)
        held, others = whole.kinds.counts(mine), whole.kinds.counts(other)
        left = whole.lay(held, others, [0] * len(held))
        assert whole.worth(left) == whole.kinds.worth(mine) - best(table, mine, rules, goal="points", tidy=False).points
        stays = whole.kinds.counts(mine[::2])
        left = whole.lay(held, others, stays)
        assert all(a >= b for a, b in zip(left, stays, strict=True))
        assert all(a <= b for a, b in zip(left, held, strict=True))

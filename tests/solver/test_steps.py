"""Steps that a person can follow lead from the table to the new one."""

from collections import Counter
from collections.abc import Iterable

import pytest
from tools.positions import positions

from meldwise.api import best as ask
from meldwise.api import tile_rules
from meldwise.notation import parse_rack, parse_table, write_tiles
from meldwise.ruleset import TileRules
from meldwise.solver import Step, best, steps
from meldwise.table import changed_sets
from meldwise.tiles import AnyTile, Rack, Table
from meldwise.words import sentence

EVERY = ("fi-classic", "pl-standard", "pl-expert", "hu-twist", "sk-twist")
ADD, LAY, LAY_MOVED, LAY_WITH, TAKE, TURN = (
    f"step-{name}" for name in ("add", "lay", "lay-moved", "lay-with", "take", "turn")
)
Purse = Counter[AnyTile]


class Player:
    """Follows steps with real tiles: from sets that change into the hand, from hand and rack into sets."""

    def __init__(self, table: Table, rack: Rack, rules: TileRules) -> None:
        self.sets: list[Purse] = [Counter(row) for row in table]
        self.hand: Purse = Counter()
        self.rack: Purse = Counter(rack)
        self.rules = rules

    def follow(self, step: Step) -> None:
        tiles = {name: Counter(parse_rack(text, self.rules)) for name, text in step.facts.items()}
        if step.code == TAKE:
            self.move(tiles["tiles"], self.sets[self.sets.index(tiles["set"])], self.hand)
            return
        if step.code in (LAY, LAY_MOVED, LAY_WITH):
            self.sets.append(Counter())
            tiles |= {"set": Counter(), "tiles": tiles["row"]}
        row = self.sets[self.sets.index(tiles["set"])]
        self.move(tiles["rack"], self.rack, row)
        self.move(tiles["tiles"] - tiles["rack"], self.hand, row)
        assert row == tiles["row"]  # what a step shows lies there

    def move(self, tiles: Purse, start: Purse, end: Purse) -> None:
        assert tiles <= start
        start.subtract(tiles)
        end.update(tiles)


def as_counts(sets: Iterable[Iterable[AnyTile]]) -> Counter[Rack]:
    """Return the sets that hold a tile as counts, which forget the order of tiles."""
    return Counter(tuple(sorted(row)) for row in sets if row)


@pytest.mark.parametrize("kind", ["random", "played"])
@pytest.mark.parametrize("key", EVERY)
def test_following_the_steps_leads_to_the_new_table(key, kind):
    told = 0
    for p in positions(tile_rules(key), 12, "steps", kind):
        found = best(p.table, p.rack, p.rules, p.opened)
        player = Player(p.table, found.play, p.rules)
        for step in steps(p.table, found.table):
            player.follow(step)
            told += 1
        assert as_counts((+row).elements() for row in player.sets if +row) == as_counts(found.table), p.case()
        assert not +player.hand, p.case()
        assert not +player.rack, p.case()
    assert told > 12


@pytest.mark.parametrize("key", EVERY)
def test_every_step_shows_a_set_of_the_new_table_and_names_what_is_left_of_an_old_one(key):
    for p in positions(tile_rules(key), 10, "rows", "random"):
        to = best(p.table, p.rack, p.rules, p.opened).table
        gone, new = ([*map(write_tiles, rows)] for rows in changed_sets(p.table, to))
        for step in steps(p.table, to):
            assert step.facts.get("row", new[0]) in new, p.case()
            named = Counter(step.facts.get("set", "").split())
            assert any(named <= Counter(row.split()) for row in (*gone, "")), p.case()
            assert sentence(step.code, step.facts).endswith(".")


@pytest.mark.parametrize(
    ("table", "to", "codes"),
    [
        ("b3 b4 b5", "b3 b4 b5", []),
        ("b3 b4 b5", "b3 b4 b5 b6", [ADD]),
        ("b3 b4 b5", "b3 b4 b5 / k1 k2 k3", [LAY]),
        ("b3 J b5", "b3 b4 b5 J", [ADD]),
        ("b3 b4 J", "J b3 b4", [TURN]),
        ("b3 b4 b5 b6", "b4 b5 b6 / b3 k3 r3", [TAKE, LAY_WITH]),
        ("b3 b4 b5 b6 b7 b8", "b3 b4 b5 / b6 b7 b8", [TAKE, LAY_MOVED]),
        ("k5 r5 b5 o5 / k6 k7 k8", "r5 b5 o5 / k5 k6 k7 k8", [TAKE, ADD]),
    ],
)
def test_each_kind_of_change_has_its_step(table, to, codes):
    rules = tile_rules("pl-standard")
    assert [step.code for step in steps(parse_table(table, rules), parse_table(to, rules))] == codes


def test_steps_say_which_tiles_come_from_the_rack():
    found = ask("b3 b4 b5 b6", "k3 r3", "pl-standard")
    told = steps(ask("b3 b4 b5 b6", "", "pl-standard").table, found.table)
    assert [(step.code, step.facts) for step in told] == [
        (TAKE, {"tiles": "b3", "set": "b3 b4 b5 b6"}),
        (LAY_WITH, {"row": "k3 r3 b3", "rack": "k3 r3"}),
    ]

"""`meldwise best`: the play that sheds most, and how to lay it."""

from __future__ import annotations

import argparse

from meldwise import api
from meldwise.cli import cases, draw
from meldwise.cli.cases import Answer, Case
from meldwise.errors import CaseError
from meldwise.notation import parse_rack, write_tiles
from meldwise.ruleset import TileRules
from meldwise.solver import Best, best, steps
from meldwise.table import changed_sets
from meldwise.tilegame.judge import check_start
from meldwise.tiles import Rack, Table
from meldwise.words import sentence

HELP = "find the play that sheds most from a rack, prove it, and say how to lay it"
COMMON = ("goal",)
"""Options that also go with --case and --batch."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--table", help="the table, sets separated by ' / '")
    parser.add_argument("--rack", help="the player's rack")
    parser.add_argument("--unopened", action="store_true", help="the player has not opened yet")
    parser.add_argument("--goal", choices=("tiles", "points"), help="what to shed most of (default: tiles)")


def case_of(given: argparse.Namespace) -> Case:
    """Make a case of the options."""
    table = {} if given.table is None else {"table": cases.rows(given.table)}
    rack = {} if given.rack is None else {"rack": given.rack}
    return {**table, **rack, "opened": not given.unopened}


def answer(case: Case) -> Answer:
    """Answer one case as the contract says."""
    _, _, found = _solved(case)
    return {
        "tiles": found.tiles,
        "points": found.points,
        "play": write_tiles(found.play),
        "table": [write_tiles(row) for row in found.table],
        "proven": found.proven,
        "micros": found.micros,
    }


def tell(case: Case) -> int:
    """Show one case to a person: the table, the steps, the table then."""
    table, rack, found = _solved(case)
    draw.rows(sentence("cli.table"), table)
    draw.tell("cli.rack-holds", rack=draw.tiles(rack))
    if not found.play:
        draw.tell("cli.nothing-playable")
        return 0
    left = len(rack) - found.tiles
    facts = {"count": found.tiles, "rack": len(rack), "points": found.points, "play": draw.tiles(found.play)}
    draw.tell("cli.best-left" if left else "cli.best-out", left=left, **facts)
    for number, step in enumerate(steps(table, found.table), 1):
        draw.say(f"{number:3}. {sentence(step.code, step.facts)}")
    _, new = changed_sets(table, found.table)
    draw.rows(sentence("cli.then"), found.table, new)
    return 0


def _solved(case: Case) -> tuple[Table, Rack, Best]:
    rules: TileRules = api.tile_rules(cases.rules(case))
    opened = cases.flag(case, "opened")
    table = cases.table(case, "table", rules, default=[])
    rack = parse_rack(cases.text(case, "rack"), rules)
    goal = case.get("goal", "tiles")
    if goal not in ("tiles", "points"):
        raise CaseError("wrong-type", key="goal", wanted="one-of", known="tiles, points")
    check_start(table, rack, rules)
    return table, rack, best(table, rack, rules, opened, goal)

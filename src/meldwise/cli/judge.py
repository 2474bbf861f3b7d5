"""`meldwise judge`: is this a legal end of a turn?"""

from __future__ import annotations

import argparse

from meldwise import api
from meldwise.cli import cases, draw
from meldwise.cli.cases import Answer, Case
from meldwise.cli.check import explained
from meldwise.errors import Reason
from meldwise.notation import parse_rack
from meldwise.tilegame import judge_play
from meldwise.tilegame.judge import check_start

HELP = "say whether a turn may end with this table, or what forbids it"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--table", help="the table when the turn began, sets separated by ' / '")
    parser.add_argument("--rack", help="the player's rack")
    parser.add_argument("--to", help="the table the turn ends with")
    parser.add_argument("--unopened", action="store_true", help="the player has not opened yet")


def case_of(given: argparse.Namespace) -> Case:
    """Make a case of the options."""
    tables = {key: cases.rows(value) for key in ("table", "to") if (value := getattr(given, key)) is not None}
    rack = {} if given.rack is None else {"rack": given.rack}
    return {**tables, **rack, "opened": not given.unopened}


def answer(case: Case) -> Answer:
    """Answer one case as the contract says."""
    reasons = _judged(case)
    if reasons:
        return {"legal": False, "reason": reasons[0].code, "message": explained(reasons[0])}
    return {"legal": True}


def tell(case: Case) -> int:
    """Explain one case to a person."""
    reasons = _judged(case)
    for reason in reasons:
        draw.tell("cli.not-allowed", why=explained(reason))
    if not reasons:
        draw.tell("cli.allowed")
    return 1 if reasons else 0


def _judged(case: Case) -> list[Reason]:
    rules = api.tile_rules(cases.rules(case))
    opened = cases.flag(case, "opened")
    table = cases.table(case, "table", rules, default=[])
    rack = parse_rack(cases.text(case, "rack"), rules)
    to = cases.table(case, "to", rules)
    check_start(table, rack, rules)
    return judge_play(table, rack, to, rules, opened)

"""`meldwise rules`: one ruleset in our words, with its rulings; or all of them side by side."""

from __future__ import annotations

import argparse

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from meldwise import api, catalog
from meldwise.cli import draw
from meldwise.cli.main import rules_text
from meldwise.ruleset import Ruleset, knobs
from meldwise.words.rulebook import Rule, Ruling, book_names, differences, rulebook

HELP = "print a ruleset in our words, with the rulings; or all side by side"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("key", nargs="?", help="the ruleset to print; without it, all side by side")
    parser.add_argument("--id", metavar="T16", help="only this rule or ruling")


def run(given: argparse.Namespace) -> int:
    """Print what was asked for."""
    wanted = given.key or given.rules
    if wanted is None and given.id is None:
        draw.console().print(_side_by_side())
        return 0
    rules = api.ruleset(rules_text(wanted)) if wanted else None
    _print_rules(rules, given.id)
    return 0

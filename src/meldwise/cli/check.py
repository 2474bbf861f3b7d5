"""`meldwise check`: is this row a set, and how does it read?"""

from __future__ import annotations

import argparse

from meldwise import sets
from meldwise.cli import cases, draw
from meldwise.cli.cases import Answer, Case
from meldwise.errors import Reason
from meldwise.notation import parse_set
from meldwise.ruleset import CardRules, Ruleset
from meldwise.sets import Reading, Stand
from meldwise.tiles import TileSet
from meldwise.words import cited, messages, sentence

HELP = "say whether a row is a set, how it reads, or why it is none"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--set", help="the row, as its tiles lie: 'b3 J b5'")


def case_of(given: argparse.Namespace) -> Case:
    """Make a case of the options."""
    return {"set": given.set} if given.set is not None else {}


def answer(case: Case) -> Answer:
    """Answer one case as the contract says."""
    rules = cases.rules(case)
    readings, reasons = sets.verdict(parse_set(cases.text(case, "set"), rules), rules)
    if not readings:
        return {"valid": False, "readings": [], "reason": reasons[0].code, "message": explained(reasons[0])}
    return {"valid": True, "readings": distinct(readings, rules)}


def distinct(readings: tuple[Reading, ...], rules: Ruleset) -> list[Answer]:
    """Return each (kind, points) once, points falling; cards have no points."""
    if isinstance(rules, CardRules):
        return [{"kind": kind} for kind in dict.fromkeys(reading.kind for reading in readings)]
    pairs = dict.fromkeys((reading.kind, reading.points) for reading in readings)
    return [{"kind": kind, "points": points} for kind, points in pairs]


def explained(reason: Reason) -> str:
    """Put a reason into words, with the rules it stands on."""
    return cited(sentence(reason.code, reason.facts), reason.rules)


def tell(case: Case) -> int:
    """Explain one case to a person."""
    rules = cases.rules(case)
    row = parse_set(cases.text(case, "set"), rules)
    readings, reasons = sets.verdict(row, rules)
    shown = draw.tiles(row) if row else "(nothing)"
    if not readings:
        draw.say(shown, f": {explained(reasons[0])}")
        return 1
    for reading in readings:
        draw.say(shown, f": {described(row, reading, rules)}")
    return 0


def described(row: TileSet, reading: Reading, rules: Ruleset) -> str:
    """Say what a reading is worth and what each joker in it stands for."""
    points = "" if isinstance(rules, CardRules) else f", {reading.points} points"
    jokers = [told for stand in reading.jokers if (told := _stands_for(row, stand))]
    return f"{reading.kind}{points}" + (f"; {', '.join(jokers)}" if jokers else "")


def _stands_for(row: TileSet, stand: Stand) -> str:
    joker, words = row[stand.position], messages()
    numbers = " and ".join(map(str, stand.numbers))
    if not numbers:
        return f"{joker} stands for nothing"
    names = [words[f"color.{color}"] for color in stand.colors]
    if len(set(stand.numbers)) < len(stand.numbers):
        both = " and ".join(names) if len(names) == len(stand.numbers) else f"two of {', '.join(names)}"
        return f"{joker} is {stand.numbers[0]} in {both}"
    return " ".join([f"{joker} is", *([" or ".join(names)] if names else []), numbers])

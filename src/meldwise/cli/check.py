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
from meldwise.words import cited, listed, sentence

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
    shown = draw.tiles(row) if row else draw.phrase("cli.no-tiles")
    if not readings:
        draw.say(shown, f": {explained(reasons[0])}")
        return 1
    for reading in readings:
        draw.say(shown, f": {described(row, reading, rules)}")
    return 0


def described(row: TileSet, reading: Reading, rules: Ruleset) -> str:
    """Say what a reading is worth and what each joker in it stands for."""
    return "; ".join([worth(reading, rules), *([", ".join(jokers)] if (jokers := _jokers(row, reading)) else [])])


def worth(reading: Reading, rules: Ruleset) -> str:
    """Say what kind of set a reading is, and what it is worth; cards have no points."""
    code = "cli.reading-of-cards" if isinstance(rules, CardRules) else "cli.reading"
    return sentence(code, {"kind": reading.kind, "points": reading.points})


def _jokers(row: TileSet, reading: Reading) -> list[str]:
    return [_stands_for(row[stand.position].text, stand) for stand in reading.jokers]


def _stands_for(joker: str, stand: Stand) -> str:
    if not stand.numbers:
        return sentence("cli.stands-for-nothing", {"joker": joker})
    names = [sentence(f"color.{color}") for color in stand.colors]
    if len(set(stand.numbers)) < len(stand.numbers):
        facts = {"joker": joker, "number": stand.numbers[0]}
        if len(names) == len(stand.numbers):
            return sentence("cli.stands-for-both", facts | {"colors": listed(names)})
        return sentence("cli.stands-for-two", facts | {"colors": ", ".join(names)})
    tile = " ".join(filter(None, [listed(names, "list.or"), listed([str(number) for number in stand.numbers])]))
    return sentence("cli.stands-for", {"joker": joker, "tile": tile})

"""`meldwise rules`: one ruleset in our words, with its rulings; or all of them side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meldwise import api, catalog, compare
from meldwise.cli import draw
from meldwise.cli.main import rules_text
from meldwise.errors import CaseError
from meldwise.notation import parse_set
from meldwise.ruleset import CardRules, Ruleset, TileRules
from meldwise.words import language, sentence
from meldwise.words.rulebook import Example, Rule, Ruling, rulebook, told_by

WIDE = 110
"""Columns a terminal needs for a ruleset a column."""

HELP = "print a ruleset in our words, with the rulings; or all side by side"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("key", nargs="?", help="the ruleset to print; without it, all side by side")
    parser.add_argument("--id", metavar="ID", help="only this rule or ruling, such as T16 or R8")


def run(given: argparse.Namespace) -> int:
    """Print what was asked for."""
    wanted = given.key or given.rules
    rules = api.ruleset(rules_text(wanted)) if wanted else None
    if given.key and given.rules:
        raise CaseError("options-clash", option="--rules", other=given.key)
    if rules and rules.changes:
        heading = sentence("cli.house-rules", {"rules": compare.shown(rules)})
        draw.console().print(_facts(heading, compare.changed_knobs(rules)))
    if given.id is not None:
        show_id(given.id, rules)
    elif rules is None:
        _show_side_by_side()
    else:
        _show_ruleset(rules)
    return 0


def show_id(wanted: str, rules: Ruleset | None = None) -> None:
    """Print one rule with its rulings, or one ruling."""
    book, key = rulebook(language()), rules.key if rules else None
    items: list[Rule | Ruling] = [*book.rule, *book.ruling]
    found = [item for item in items if item.id.lower() == wanted.strip().lower()]
    if not found:
        raise CaseError("unknown-rule", id=wanted[:24])
    for item in found:
        if isinstance(item, Rule):
            _show_rule(item, key)
        else:
            _show_ruling(item)


def _show_side_by_side() -> None:
    tiles = [rules for rules in catalog.rulesets().values() if isinstance(rules, TileRules)]
    draw.console().print(_wide(tiles) if draw.console().width >= WIDE else _narrow(tiles))
    for cards in catalog.rulesets().values():
        if isinstance(cards, CardRules):
            draw.console().print(_facts(f"{cards.key}: {compare.printed(cards)}", compare.card_rows(cards)))
    draw.tell("cli.rules-more")


def _wide(tiles: list[TileRules]) -> Table:
    grid = Table(title=sentence("cli.side-by-side"), show_lines=True)
    grid.add_column("")
    for rules in tiles:
        grid.add_column(rules.key, overflow="fold")
    for row in compare.tile_rows(tiles):
        grid.add_row(_with_ids(row.about, row.rules), *row.answers)
    return grid


def _narrow(tiles: list[TileRules]) -> Table:
    """Draw the same table for a narrow terminal: each answer once, with the rulesets that give it."""
    grid = Table(title=sentence("cli.side-by-side"), show_lines=True, show_header=False)
    for row in compare.tile_rows(tiles):
        keys: dict[str, list[str]] = {}
        for rules, answer in zip(tiles, row.answers, strict=True):
            keys.setdefault(answer, []).append(rules.key)
        told = [answer if len(keys) == 1 else f"{', '.join(who)}: {answer}" for answer, who in keys.items()]
        grid.add_row(_with_ids(row.about, row.rules), "\n".join(told))
    return grid


def _show_ruleset(rules: Ruleset) -> None:
    book = rulebook(language())
    draw.console().print(Text(f"{compare.title(rules)}  ({compare.shown(rules)})", style="bold underline"))
    draw.tell("cli.plays-printed", printed=compare.printed(rules))
    for section in book.section:
        found = book.rules_of(section.key, rules.key)
        if found:
            draw.console().print(Text(f"\n{section.title}", style="bold"))
        for rule in found:
            _show_rule(rule, rules.key)


def _show_rule(rule: Rule, key: str | None) -> None:
    heading = Text.assemble((f"{rule.id} ", "bold cyan"), (rule.title, "bold"), (f"  {told_by(rule)}", "dim"))
    draw.console().print(heading)
    _indent(Text(rule.text.strip()))
    for name, words in rule.differs.items():
        if key is None:
            _indent(Text(f"{name}: {words}"))
        elif name == key:
            _indent(Text(words, style="italic"))
    _show_examples(rule.example, key)
    for ruling in rulebook(language()).rulings_on(rule.id, key):
        _show_ruling(ruling)


def _show_examples(examples: Iterable[Example], key: str | None) -> None:
    for example in examples:
        if key in (None, example.rules):
            row = draw.tiles(parse_set(example.set, catalog.find(example.rules)))
            verdict = sentence("cli.is-set" if example.valid else "cli.is-no-set")
            where = "" if key else f" ({example.rules})"
            _indent(Text.assemble(row, f"  {verdict}{where}. {example.note}"))


def _show_ruling(ruling: Ruling) -> None:
    name = sentence("cli.ruling", {"id": ruling.id})
    _indent(Text.assemble((f"{name} ", "bold yellow"), f"{ruling.open} {ruling.choice} {ruling.why}"))


def _facts(title: str, rows: Iterable[compare.Row]) -> Table:
    grid = Table(title=title, show_header=False, title_justify="left")
    for row in rows:
        grid.add_row(_with_ids(row.about, row.rules), *row.answers)
    return grid


def _with_ids(text: str, ids: Iterable[str]) -> str:
    return f"{text} ({', '.join(ids)})" if ids else text


def _indent(text: Text) -> None:
    if not draw.console().is_terminal:  # a pipe wants lines as they are, neither folded nor padded
        for line in text.split():
            draw.say("    ", line)
        return
    draw.console().print(Padding(text, (0, 0, 0, 4), expand=False))

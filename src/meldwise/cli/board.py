"""How both games look in the terminal: numbered rows with their readings, racks, and who holds how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from typing import Any

from rich.text import Text

from meldwise import sets
from meldwise.cli import draw
from meldwise.cli.check import described, explained, worth
from meldwise.ruleset import CardRules, Ruleset, TileRules
from meldwise.rummy17 import Meld
from meldwise.rummy17.bonus import award, laid
from meldwise.tiles import AnyTile, Rack, Table, Tile, TileSet
from meldwise.words import sentence

MANY = 12
"""From so many rows on, two stand side by side."""

TILES_WIDE = 15
LONGEST = 30
"""Columns kept for the tiles of a row, so that readings stand below each other: at least, and at most."""


def show_table(rows: Table, rules: TileRules, new: Sequence[Rack] = ()) -> None:
    """Print the rows with their numbers; *new* says which of their tiles to mark."""
    if not rows:
        draw.say("  ", draw.phrase("cli.table-empty"))
    fresh = new or [()] * len(rows)
    drawn = [draw.marked(row, fresh[i]) if row else Text("-") for i, row in enumerate(rows)]
    numbers = [f"{i:3}  " for i in range(1, len(rows) + 1)]
    _show_rows(numbers, drawn, [verdict(row, rules) for row in rows])


def show_melds(melds: Sequence[Meld], names: Sequence[str], rules: CardRules) -> None:
    """Print the melds with their numbers and owners."""
    if not melds:
        draw.say("  ", draw.phrase("cli.no-melds"))
    wide = max(map(len, names))
    numbers = [f"{i:3}  {names[meld.owner]:{wide}}  " for i, meld in enumerate(melds, start=1)]
    _show_rows(numbers, [draw.tiles(meld.cards) for meld in melds], [verdict(meld.cards, rules) for meld in melds])


def show_rack(rack: Rack, new: Iterable[AnyTile] = (), by_number: bool = False) -> None:
    """Print a rack in groups of one colour, or of one number."""
    fresh = list(new)
    groups = []
    for group in grouped(rack, by_number):
        groups.append(draw.marked(group, fresh))
        for one in set(group):
            fresh = [other for other in fresh if other is not one]
    for line in draw.flowed(groups or [draw.phrase("cli.nothing")], "   "):
        draw.say(line)


def grouped(rack: Rack, by_number: bool = False) -> list[list[AnyTile]]:
    """Return a rack in groups of one colour, or of one number; jokers last."""
    key = _number if by_number else _color
    return [list(group) for _, group in groupby(sorted(rack, key=lambda one: (key(one), one.index)), key)]


def show_players(names: Sequence[str], counts: Sequence[int], notes: Sequence[str], held: str) -> None:
    """Print who holds how much; *held* says of what, notes are words like `opened`."""
    parts = [
        Text(f"{name} {count}" + (f" ({note})" if note else ""))
        for name, count, note in zip(names, counts, notes, strict=True)
    ]
    parts[0] = Text.assemble((f"{held}  ", "bold"), parts[0])
    for line in draw.flowed(parts, " · ", indent=0):
        draw.say(line)


def show_bonus(
    bonus: Sequence[str], melds: Sequence[Meld], names: Sequence[str], rules: CardRules, out: int | None = None
) -> None:
    """Print the bonus cards in plain words, with who would get each now."""
    lying = [
        laid([meld.cards for meld in melds if meld.owner == seat], rules, finished=seat == out)
        for seat in range(len(names))
    ]
    parts = [draw.phrase("cli.bonus-of", bonus=card, names=_holders(award(card, lying), names)) for card in bonus]
    for line in draw.flowed(parts, " · "):
        draw.say(line)


def show_manual(lines: Sequence[tuple[str, str]], **facts: Any) -> None:
    """Print what may be typed, and what it does."""
    wide = max(len(typed) for typed, _ in lines) + 2
    for typed, code in lines:
        draw.say(draw.hanging(Text(f"{typed:{wide}}"), draw.phrase(code, **facts)))


def show_pile(pile: Text, edge: Text) -> None:
    """Print what may be taken from the pile and from the edge."""
    before = Text(f"{sentence('cli.pile')} ", style="bold")
    draw.say(before, pile, Text(f"   {sentence('cli.edge')} ", style="bold"), edge)


def colors(rules: Ruleset) -> str:
    """Name the letter of every colour."""
    return ", ".join(f"{color} {sentence(f'color.{color}')}" for color in rules.colors)


def label(code: str, **facts: Any) -> None:
    """Print what the lines below are."""
    draw.say(Text(sentence(code, facts), style="bold"))


def verdict(row: TileSet, rules: Ruleset) -> Text:
    """Say what a row is and is worth, or why it is no set yet."""
    readings, reasons = sets.verdict(row, rules)
    if not row:
        return Text(sentence("cli.row-empty"), style="dim")
    if not readings:
        return Text(f"! {explained(reasons[0])}", style="yellow")
    told = [described(row, readings[0], rules), *dict.fromkeys(worth(other, rules) for other in readings[1:])]
    return Text(reduce(lambda first, last: sentence("list.or-else", {"first": first, "last": last}), told))


def _show_rows(numbers: Sequence[str], drawn: Sequence[Text], verdicts: Sequence[Text]) -> None:
    """Print rows below each other with their verdicts aligned, or two and two where there are many."""
    many = len(drawn) >= MANY
    longest = max([row.cell_len for row in drawn], default=0)
    wide = TILES_WIDE if many else max(TILES_WIDE, min(longest, LONGEST))
    cells = [
        draw.hanging(Text.assemble(number, draw.padded(row, wide), "  "), words)
        for number, row, words in zip(numbers, drawn, verdicts, strict=True)
    ]
    for line in draw.spread(cells) if many else cells:
        draw.say(line)


def _holders(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) == len(names):
        return sentence("cli.all")
    return ", ".join(names[seat] for seat in seats) or sentence("cli.nobody")


def _color(one: AnyTile) -> int:
    return one.index // 100 if isinstance(one, Tile) else 99


def _number(one: AnyTile) -> int:
    return one.number if isinstance(one, Tile) else 99

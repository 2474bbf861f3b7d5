"""How both games look in the terminal: numbered rows with their readings, racks, and who holds how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.text import Text

from meldwise import sets
from meldwise.cli import draw
from meldwise.cli.check import described, explained
from meldwise.ruleset import CardRules, Ruleset, TileRules
from meldwise.rummy17 import Meld
from meldwise.rummy17.bonus import award, laid
from meldwise.tiles import AnyTile, Rack, Table, Tile, TileSet

MANY = 12
"""From so many rows on, two stand side by side."""

TILES_WIDE = 15
LONGEST = 30
"""Columns kept for the tiles of a row, so that readings stand below each other: at least, and at most."""

BONUS_WORDS = {
    "most-cards": "most cards laid",
    "most-sets": "most sets",
    "most-runs": "most runs",
    "longest-set": "longest set",
    "longest-run": "longest run",
    "most-123": "most 1s, 2s and 3s",
    "most-8-16": "most 8s and 16s",
    "most-red": "most red cards",
    "fewest-blue": "fewest blue cards",
    "fewest-jokers": "fewest jokers",
    "highest-triple": "highest meld of three",
    "finisher": "going out",
}
"""The bonus cards in plain words."""


def show_table(rows: Table, rules: TileRules, new: Sequence[Rack] = ()) -> None:
    """Print the rows with their numbers; *new* says which of their tiles to mark."""
    if not rows:
        draw.say("  The table is empty.")
    fresh = new or [()] * len(rows)
    drawn = [draw.marked(row, fresh[i]) if row else Text("-") for i, row in enumerate(rows)]
    numbers = [f"{i:3}  " for i in range(1, len(rows) + 1)]
    _show_rows(numbers, drawn, [verdict(row, rules) for row in rows])


def show_melds(melds: Sequence[Meld], names: Sequence[str], rules: CardRules) -> None:
    """Print the melds with their numbers and owners."""
    if not melds:
        draw.say("  No melds yet.")
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
    for line in draw.flowed(groups or [Text("nothing")], "   "):
        draw.say(line)


def grouped(rack: Rack, by_number: bool = False) -> list[list[AnyTile]]:
    """Return a rack in groups of one colour, or of one number; jokers last."""
    key = _number if by_number else _color
    return [list(group) for _, group in groupby(sorted(rack, key=lambda one: (key(one), one.index)), key)]


def show_players(names: Sequence[str], counts: Sequence[int], notes: Sequence[str], held: str) -> None:
    """Print who holds how much of what is *held*; notes are words like `opened`."""
    parts = [
        Text(f"{name} {count}" + (f" ({note})" if note else ""))
        for name, count, note in zip(names, counts, notes, strict=True)
    ]
    parts[0] = Text.assemble((f"{held} held  ", "bold"), parts[0])
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
    parts = [Text(f"{BONUS_WORDS[card]}: {_holders(award(card, lying), names)}") for card in bonus]
    for line in draw.flowed(parts, " · "):
        draw.say(line)


def counted(count: int, noun: str) -> str:
    """Write how many of something there are."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def label(words: str) -> None:
    """Print what the lines below are."""
    draw.say(Text(words, style="bold"))


def verdict(row: TileSet, rules: Ruleset) -> Text:
    """Say what a row is and is worth, or why it is no set yet."""
    readings, reasons = sets.verdict(row, rules)
    if not row:
        return Text("empty, gone when the turn ends", style="dim")
    if not readings:
        return Text(f"! {explained(reasons[0])}", style="yellow")
    others = dict.fromkeys(f"{other.kind}, {other.points} points" for other in readings[1:])
    return Text("; or ".join([described(row, readings[0], rules), *others]))


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
        return "all"
    return ", ".join(names[seat] for seat in seats) or "nobody"


def _color(one: AnyTile) -> int:
    return one.index // 100 if isinstance(one, Tile) else 99


def _number(one: AnyTile) -> int:
    return one.number if isinstance(one, Tile) else 99

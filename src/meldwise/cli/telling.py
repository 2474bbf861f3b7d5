"""What happened, in sentences: for the person who plays, and for the one who looks on later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import singledispatch
from itertools import groupby
from typing import Any

import msgspec
from rich.text import Text

from meldwise.cli import draw
from meldwise.rummy17 import events as cards
from meldwise.tilegame import events as tiles
from meldwise.tiles import Rack, Table


class Clause(msgspec.Struct, frozen=True):
    """What one seat did; where *seat* is None, a sentence of its own."""

    seat: int | None
    words: Text


def told(events: Iterable[Any], before: Any, names: Sequence[str]) -> list[Clause]:
    """Put events into words; *before* is the state, or a view, they happened in."""
    return [clause for event in events for clause in _told(event, before, names)]


def sentences(clauses: Iterable[Clause], names: Sequence[str]) -> list[Text]:
    """Join what one seat did in a row into one sentence."""
    found = []
    for seat, group in groupby(clauses, lambda clause: clause.seat):
        words = [clause.words for clause in group]
        if seat is None:
            found += words
        else:
            found.append(Text.assemble(Text(f"{names[seat]} ", style="bold"), Text(", ").join(words), "."))
    return found


def placed(before: Table, after: Table, laid: Rack) -> list[tuple[int, Rack, bool]]:
    """Return which row got which tiles of the rack, and whether it is new; [] where rows were rearranged."""
    found, total = [], Counter[Any]()
    for i, row in enumerate(after):
        old = before[i] if i < len(before) else ()
        added = tuple((Counter(row) - Counter(old)).elements())
        if Counter(old) - Counter(row):
            return []
        if added:
            found.append((i, added if old else row, not old))
            total.update(added)
    return found if total == Counter(laid) else []


@singledispatch
def _told(_event: Any, _before: Any, _names: Sequence[str]) -> list[Clause]:
    return []


@_told.register
def _(event: tiles.StartDrawn, _before: Any, names: Sequence[str]) -> list[Clause]:
    rounds = [
        Text(", ").join(Text.assemble(names[seat], " ", draw.tile(drawn)) for seat, drawn in drawing)
        for drawing in event.rounds
    ]
    draws = Text("; drawn again: ").join(rounds)
    return [Clause(None, Text.assemble("Drawn for the start: ", draws, "."))]


@_told.register
def _(event: tiles.Dealt, _before: Any, names: Sequence[str]) -> list[Clause]:
    each = f"{event.counts[0]} tiles each, {event.pool} in the pool; first to play: {names[event.starter]}."
    return [Clause(None, Text(each))]


@_told.register
def _(event: tiles.Played, before: Any, _names: Sequence[str]) -> list[Clause]:
    verb = f"opened with {event.points} points: " if event.opened else "laid "
    left = f" ({event.left} left)" if event.left else " and went out"
    return [Clause(event.seat, Text.assemble(verb, _where(event, before), left))]


@_told.register
def _(event: tiles.Drew, _before: Any, _names: Sequence[str]) -> list[Clause]:
    late = "ran out of time and " if event.penalty else ""
    what = draw.tiles(event.tiles) if event.tiles else Text("" if event.count == 1 else f"{event.count} tiles")
    return [Clause(event.seat, Text.assemble(late, "drew", " " if what else "", what))]


@_told.register
def _(event: tiles.Passed, _before: Any, _names: Sequence[str]) -> list[Clause]:
    return [Clause(event.seat, Text("passed"))]


@_told.register
def _(event: tiles.Announced, _before: Any, _names: Sequence[str]) -> list[Clause]:
    return [Clause(event.seat, Text("announced an opening for the next turn"))]


@_told.register
def _(event: cards.Dealt, _before: Any, names: Sequence[str]) -> list[Clause]:
    dealt = f"{names[event.dealer]} dealt {event.counts[0]} cards each; {event.stock} are in the stock, the pile shows "
    return [Clause(None, Text.assemble(dealt, draw.tile(event.discard), "."))]


@_told.register
def _(event: cards.Took, _before: Any, _names: Sequence[str]) -> list[Clause]:
    what = Text.assemble(" ", draw.tile(event.card)) if event.card else Text("")
    return [Clause(event.seat, Text.assemble("took", what, f" from the {event.source}"))]


@_told.register
def _(event: cards.Knocked, _before: Any, names: Sequence[str]) -> list[Clause]:
    if event.winner is None:
        return []
    got = Text.assemble("got ", draw.tile(event.card))
    if len(event.seats) == 1:
        return [Clause(event.winner, Text.assemble("knocked and ", got))]
    who = " and ".join(names[seat] for seat in event.seats)
    return [Clause(None, Text.assemble(f"{who} knocked; {names[event.winner]} came first and ", got, "."))]


@_told.register
def _(event: cards.Melded, _before: Any, _names: Sequence[str]) -> list[Clause]:
    edge = ", its joker from the edge" if event.from_edge else ""
    return [Clause(event.seat, Text.assemble("laid ", draw.tiles(event.cards), f" (meld {event.meld + 1}{edge})"))]


@_told.register
def _(event: cards.Extended, before: Any, _names: Sequence[str]) -> list[Clause]:
    added = Counter(event.cards) - Counter(before.melds[event.meld].cards)
    return [Clause(event.seat, Text.assemble("added ", draw.tiles(added.elements()), f" to meld {event.meld + 1}"))]


@_told.register
def _(event: cards.Exchanged, _before: Any, _names: Sequence[str]) -> list[Clause]:
    where = f" from meld {event.meld + 1} for "
    return [Clause(event.seat, Text.assemble("took ", draw.tile(event.joker), where, draw.tile(event.card)))]


@_told.register
def _(event: cards.TookBack, _before: Any, _names: Sequence[str]) -> list[Clause]:
    return [Clause(event.seat, Text("took back what was laid this turn"))]


@_told.register
def _(event: cards.Discarded, _before: Any, _names: Sequence[str]) -> list[Clause]:
    late = "ran out of time and " if event.late else ""
    left = f" ({event.left} left)" if event.left else " and went out"
    return [Clause(event.seat, Text.assemble(late, "discarded ", draw.tile(event.card), left))]


def _where(event: tiles.Played, before: Any) -> Text:
    """Say which tiles went where, as far as the rows kept their places."""
    found = placed(before.table, event.table, event.tiles)
    if not found:
        return Text.assemble(draw.tiles(event.tiles), ", rearranging the table")
    parts = [Text.assemble(draw.tiles(row), f" {'as' if is_new else 'to'} row {i + 1}") for i, row, is_new in found]
    return Text(", ").join(parts)

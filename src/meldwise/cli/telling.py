"""What happened, in sentences: for the person who plays, and for the one who looks on later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce, singledispatch
from itertools import groupby
from typing import Any

import msgspec
from rich.text import Text

from meldwise.cli import draw
from meldwise.rummy17 import events as cards
from meldwise.tilegame import events as tiles
from meldwise.tiles import Rack, Table
from meldwise.words import listed

YOU, OTHER = "you", "other"
"""Whom a clause is about: many languages have another form of the verb for each."""


class Clause(msgspec.Struct, frozen=True):
    """What one seat did; where *seat* is None, a sentence of its own."""

    seat: int | None
    words: Text


class Company(msgspec.Struct, frozen=True):
    """The names of all seats, and the seat of the one who is told, if that one plays."""

    names: Sequence[str]
    you: int | None

    def clause(self, seat: int, code: str, **facts: Any) -> Clause:
        """Put what a seat did into words."""
        return Clause(seat, draw.phrase(code, who=YOU if seat == self.you else OTHER, **facts))


def told(events: Iterable[Any], before: Any, names: Sequence[str], you: int | None = None) -> list[Clause]:
    """Put events into words; *before* is the state, or a view, they happened in, *you* the seat of the reader."""
    company = Company(names, you)
    return [clause for event in events for clause in _told(event, before, company)]


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
def _told(_event: Any, _before: Any, _company: Company) -> list[Clause]:
    return []


@_told.register
def _(event: tiles.StartDrawn, _before: Any, company: Company) -> list[Clause]:
    rounds = [
        Text(", ").join(Text.assemble(company.names[seat], " ", draw.tile(drawn)) for seat, drawn in drawing)
        for drawing in event.rounds
    ]
    draws = reduce(lambda first, last: draw.phrase("tell.drawn-again", first=first, last=last), rounds)
    return [Clause(None, draw.phrase("tell.drawn", draws=draws))]


@_told.register
def _(event: tiles.Dealt, _before: Any, company: Company) -> list[Clause]:
    facts = {"tiles": event.counts[0], "pool": event.pool, "name": company.names[event.starter]}
    return [Clause(None, draw.phrase("tell.dealt", **facts))]


@_told.register
def _(event: tiles.Played, before: Any, company: Company) -> list[Clause]:
    code = "tell.opened" if event.opened else "tell.laid"
    laid = company.clause(event.seat, code, points=event.points, tiles=_where(event, before))
    return [_with_left(laid, event.left, company)]


@_told.register
def _(event: tiles.Drew, _before: Any, company: Company) -> list[Clause]:
    if event.tiles:
        drew = company.clause(event.seat, "tell.drew-tiles", tiles=draw.tiles(event.tiles))
    else:
        drew = company.clause(event.seat, "tell.drew" if event.count == 1 else "tell.drew-many", count=event.count)
    return [_late(drew, company) if event.penalty else drew]


@_told.register
def _(event: tiles.Passed, _before: Any, company: Company) -> list[Clause]:
    return [company.clause(event.seat, "tell.passed")]


@_told.register
def _(event: tiles.Announced, _before: Any, company: Company) -> list[Clause]:
    return [company.clause(event.seat, "tell.announced")]


@_told.register
def _(event: cards.Dealt, _before: Any, company: Company) -> list[Clause]:
    facts = {"name": company.names[event.dealer], "cards": event.counts[0], "stock": event.stock}
    return [Clause(None, draw.phrase("tell.dealt-cards", card=draw.tile(event.discard), **facts))]


@_told.register
def _(event: cards.Took, _before: Any, company: Company) -> list[Clause]:
    if event.card is None:
        return [company.clause(event.seat, f"tell.took-{event.source}")]
    return [company.clause(event.seat, f"tell.took-card-{event.source}", card=draw.tile(event.card))]


@_told.register
def _(event: cards.Knocked, _before: Any, company: Company) -> list[Clause]:
    if event.winner is None:
        return []
    card = draw.tile(event.card)
    if len(event.seats) == 1:
        return [company.clause(event.winner, "tell.knocked", card=card)]
    names = listed([company.names[seat] for seat in event.seats])
    return [Clause(None, draw.phrase("tell.knocked-many", names=names, name=company.names[event.winner], card=card))]


@_told.register
def _(event: cards.Melded, _before: Any, company: Company) -> list[Clause]:
    code = "tell.melded-edge" if event.from_edge else "tell.melded"
    return [company.clause(event.seat, code, cards=draw.tiles(event.cards), meld=event.meld + 1)]


@_told.register
def _(event: cards.Extended, before: Any, company: Company) -> list[Clause]:
    added = Counter(event.cards) - Counter(before.melds[event.meld].cards)
    return [company.clause(event.seat, "tell.added", cards=draw.tiles(added.elements()), meld=event.meld + 1)]


@_told.register
def _(event: cards.Exchanged, _before: Any, company: Company) -> list[Clause]:
    facts = {"joker": draw.tile(event.joker), "card": draw.tile(event.card), "meld": event.meld + 1}
    return [company.clause(event.seat, "tell.exchanged", **facts)]


@_told.register
def _(event: cards.TookBack, _before: Any, company: Company) -> list[Clause]:
    return [company.clause(event.seat, "tell.took-back")]


@_told.register
def _(event: cards.Discarded, _before: Any, company: Company) -> list[Clause]:
    discarded = company.clause(event.seat, "tell.discarded", card=draw.tile(event.card))
    return [_with_left(_late(discarded, company) if event.late else discarded, event.left, company)]


def _with_left(clause: Clause, left: int, company: Company) -> Clause:
    """Add how many are left, or that this was the last."""
    assert clause.seat is not None
    return company.clause(clause.seat, "tell.left" if left else "tell.went-out", clause=clause.words, left=left)


def _late(clause: Clause, company: Company) -> Clause:
    """Add that the time had run out before."""
    assert clause.seat is not None
    return company.clause(clause.seat, "tell.late", clause=clause.words)


def _where(event: tiles.Played, before: Any) -> Text:
    """Say which tiles went where, as far as the rows kept their places."""
    found = placed(before.table, event.table, event.tiles)
    if not found:
        return draw.phrase("tell.rearranging", tiles=draw.tiles(event.tiles))
    return Text(", ").join(
        draw.phrase("tell.as-row" if is_new else "tell.to-row", tiles=draw.tiles(row), row=i + 1)
        for i, row, is_new in found
    )

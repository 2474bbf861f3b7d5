"""What a seat may see, cut at one door: equal bytes for states that differ only in hidden cards."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from meldwise.game import check_viewer
from meldwise.ruleset import CardRules
from meldwise.rummy17.cards import Card, Meld
from meldwise.rummy17.events import Event, Took
from meldwise.rummy17.state import Result, State
from meldwise.tiles import Rack


class View(msgspec.Struct, frozen=True):
    """A game as one seat sees it; a spectator's hand is empty.

    *taken* is the card taken this turn, where this seat may know it. *answered* says who has answered whether to
    knock, *answer* what this seat said.
    """

    rules: CardRules
    seat: int | None
    """None for a spectator."""
    hand: Rack
    counts: tuple[int, ...]
    """How many cards each hand holds."""
    stock: int
    """How many cards are left in the stock."""
    pile: int
    """How many cards the discard pile holds."""
    discard: Card | None
    """The card on top of the pile."""
    melds: tuple[Meld, ...]
    edge: Rack
    """The jokers at the edge of the table."""
    loose: Rack
    """Jokers taken by exchange and not yet laid."""
    bonus: tuple[str, ...]
    """The bonus cards in play."""
    dealer: int
    turn: int
    phase: str
    """What the game waits for."""
    melded: tuple[bool, ...]
    """Who has laid a meld."""
    taken: Card | None
    """The card taken this turn, where this seat may know it."""
    source: str
    """Where that card came from: the stock or the pile."""
    answered: tuple[bool, ...]
    """Who has answered whether to knock."""
    answer: bool | None
    """What this seat answered."""
    result: Result | None
    """How the game ended, once it has."""


OWN = ("hand", "taken", "answer")
"""The fields of a view that differ from viewer to viewer."""


def own(state: State, seat: int | None) -> tuple[Rack, Card | None, bool | None]:
    """Return what *seat* may know and others may not: the fields of its view that are its own."""
    check_viewer(seat, state.seats)
    taken = _taken(state, seat)
    return ((), taken, None) if seat is None else (state.hands[seat], taken, state.answers[seat])


def _taken(state: State, seat: int | None) -> Card | None:
    """Return the card taken this turn, where *seat* may know it."""
    return state.taken if state.source == "pile" or seat == state.turn else None


def owns(state: State) -> tuple[tuple[Rack, ...], tuple[Card | None, ...], tuple[bool | None, ...]]:
    """Return what each seat may know and others may not: field by field, each seat by seat."""
    return state.hands, tuple([_taken(state, seat) for seat in range(state.seats)]), state.answers


def view(state: State, seat: int | None) -> View:
    """Cut *state* down to what *seat*, or a spectator (None), may know."""
    hand, taken, answer = own(state, seat)
    return View(
        rules=state.rules,
        seat=seat,
        hand=hand,
        counts=tuple([len(hand) for hand in state.hands]),
        stock=len(state.stock),
        pile=len(state.pile),
        discard=state.pile[-1] if state.pile else None,
        melds=state.melds,
        edge=state.edge,
        loose=state.loose,
        bonus=state.bonus,
        dealer=state.dealer,
        turn=state.turn,
        phase=state.phase,
        melded=state.melded,
        taken=taken,
        source=state.source,
        answered=tuple([answer is not None for answer in state.answers]),
        answer=answer,
        result=state.result,
    )


_open = attrgetter(*(name for name in View.__struct_fields__ if name not in ("rules", "seat", *OWN)))


def open_to_all(state: State) -> tuple[Any, ...]:
    """Return what everyone may know: the fields of a view that are the same for all, in their order."""
    found: tuple[Any, ...] = _open(view(state, None))
    return found


def seen(event: Event, seat: int | None) -> Event:
    """Cut an event down likewise: only its owner sees a card from the stock."""
    return (
        replace(event, card=None)
        if isinstance(event, Took) and event.source == "stock" and event.seat != seat
        else event
    )

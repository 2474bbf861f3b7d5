"""What a seat may see, cut at one door: equal bytes for states that differ only in hidden cards."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from meldwise.game import check_viewer
from meldwise.ruleset import CardRules
from meldwise.rummy17.cards import Card, Meld
from meldwise.rummy17.events import Event, Took
from meldwise.rummy17.state import Result, State
from meldwise.tiles import Rack


class View(msgspec.Struct, frozen=True):
    """A game as one seat sees it; for a spectator *seat* is None and there is no hand.

    *taken* is the card taken this turn, where this seat may know it. *answered* says who has answered whether to
    knock, *answer* what this seat said.
    """

    rules: CardRules
    seat: int | None
    hand: Rack
    counts: tuple[int, ...]
    stock: int
    pile: int
    discard: Card | None
    melds: tuple[Meld, ...]
    edge: Rack
    loose: Rack
    bonus: tuple[str, ...]
    dealer: int
    turn: int
    phase: str
    melded: tuple[bool, ...]
    taken: Card | None
    source: str
    answered: tuple[bool, ...]
    answer: bool | None
    result: Result | None


def view(state: State, seat: int | None) -> View:
    """Cut *state* down to what *seat*, or a spectator (None), may know."""
    check_viewer(seat, state.seats)
    knows_taken = state.source == "pile" or seat == state.turn
    return View(
        rules=state.rules,
        seat=seat,
        hand=() if seat is None else state.hands[seat],
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
        taken=state.taken if knows_taken else None,
        source=state.source,
        answered=tuple([answer is not None for answer in state.answers]),
        answer=None if seat is None else state.answers[seat],
        result=state.result,
    )


def seen(event: Event, seat: int | None) -> Event:
    """Cut an event down likewise: only its owner sees a card from the stock."""
    return (
        replace(event, card=None)
        if isinstance(event, Took) and event.source == "stock" and event.seat != seat
        else event
    )

"""What forbids an action in a card game (C3-C10)."""

from __future__ import annotations

from collections import Counter

from meldwise import sets
from meldwise.errors import Reason
from meldwise.notation import write_tiles
from meldwise.rummy17.actions import (
    Action,
    Discard,
    Exchange,
    Extend,
    Knock,
    KnockTimeUp,
    LayMeld,
    TakeBack,
    TakeDiscard,
    TakeStock,
    TimeUp,
)
from meldwise.rummy17.cards import as_numbers, joker_of, reading
from meldwise.rummy17.state import KNOCKING, LAYING, TAKE, State
from meldwise.table import listed
from meldwise.tiles import AnyTile, Joker, Rack, TileSet


def judge(state: State, action: Action) -> list[Reason]:
    """Say what forbids *action* now; [] where nothing does."""
    if not isinstance(action, Action):
        return [Reason("no-action", {"text": str(action)[:40]})]
    if state.result:
        return [Reason("game-over")]
    if not 0 <= action.seat < state.seats:
        return [Reason("no-such-seat", {"seat": action.seat, "seats": state.seats})]
    if isinstance(action, Knock):
        return _knock_reasons(state, action.seat)
    if action.seat != state.turn:
        return [Reason("not-your-turn", {"seat": action.seat, "turn": state.turn}, ("C3",))]
    reason = _phase_reason(state, action)
    return [reason] if reason else _laying_reasons(state, action)


def _laying_reasons(state: State, action: Action) -> list[Reason]:
    match action:
        case LayMeld(_, cards):
            return meld_reasons(state, cards)
        case Extend(_, meld, cards):
            return extend_reasons(state, meld, cards)
        case Exchange(_, meld):
            return exchange_reasons(state, meld)
        case Discard(_, card):
            return _discard_reasons(state, card)
        case TakeBack():
            return [] if laid_something(state) else [Reason("nothing-to-take-back", {}, ("C3",))]
        case _:
            return []


def _knock_reasons(state: State, seat: int) -> list[Reason]:
    if state.phase != KNOCKING:
        return [Reason("no-knocking-now", {}, ("C4",))]
    if seat == state.turn:
        return [Reason("knocking-is-for-others", {}, ("C4",))]
    return [Reason("answered-already", {}, ("C4",))] if state.answers[seat] is not None else []


def _phase_reason(state: State, action: Action) -> Reason | None:
    """Check that the action belongs to this part of the turn (C3, C4)."""
    wanted = {TakeStock: TAKE, TakeDiscard: TAKE, KnockTimeUp: KNOCKING}.get(type(action), LAYING)
    if isinstance(action, TimeUp) or state.phase == wanted:
        return None
    if isinstance(action, KnockTimeUp):
        return Reason("no-knocking-now", {}, ("C4",))
    if state.phase == KNOCKING:
        return Reason("wait-for-knocking", {}, ("C4",))
    return Reason("take-first" if state.phase == TAKE else "taken-already", {}, ("C3",))


def meld_reasons(state: State, cards: TileSet) -> list[Reason]:
    """Say what forbids laying these cards as a new meld (C5, C7, C8, C10)."""
    if why := sets.reasons(cards, state.rules):
        return [_invalid_meld(cards, why[0])]
    if reasons := _source_reasons(state, Counter(cards), edge=True):
        return reasons
    joker = joker_of(cards)
    if joker and joker not in state.loose:
        kind = reading(cards, state.rules).kind
        if kind != sets.RUN or len(cards) < state.rules.edge_run:
            facts = {"joker": joker.text, "needed": state.rules.edge_run, "kind": kind, "cards": len(cards)}
            return [Reason("edge-joker-needs-run", facts, ("C8",))]
    return []


def extend_reasons(state: State, index: int, cards: TileSet) -> list[Reason]:
    """Say what forbids adding to a meld so that it lies as *cards* (C6, C7)."""
    if not state.melded[state.turn]:
        return [Reason("meld-first", {}, ("C6",))]
    if not 0 <= index < len(state.melds):
        return [Reason("no-such-meld", {"meld": index, "melds": len(state.melds)}, ("C6",))]
    old = state.melds[index].cards
    if why := sets.reasons(cards, state.rules):
        return [_invalid_meld(cards, why[0])]
    added = Counter(cards)
    added.subtract(old)
    if min(added.values()) < 0 or not _lies_in(old, cards, state):
        return [Reason("meld-rearranged", {"meld": write_tiles(old)}, ("C6",))]
    if not +added:
        return [Reason("nothing-added", {"meld": write_tiles(old)}, ("C6",))]
    return _source_reasons(state, +added, edge=False)


def exchange_reasons(state: State, index: int) -> list[Reason]:
    """Say what forbids taking the joker of a meld for the card it stands for (C9)."""
    if not state.melded[state.turn]:
        return [Reason("meld-first", {}, ("C9",))]
    if not 0 <= index < len(state.melds):
        return [Reason("no-such-meld", {"meld": index, "melds": len(state.melds)}, ("C9",))]
    cards = state.melds[index].cards
    joker = joker_of(cards)
    if joker is None:
        return [Reason("no-joker-there", {"meld": write_tiles(cards)}, ("C9",))]
    card = as_numbers(cards, state.rules)[cards.index(joker)]
    hand = state.hands[state.turn]
    if card not in hand:
        return [Reason("card-not-yours", {"cards": card.text}, ("C9",))]
    return _keep_one(hand, 1)


def laid_something(state: State) -> bool:
    """Tell whether anything was laid or exchanged this turn."""
    return state.before is not None and state.before.hand != state.hands[state.turn]


def _source_reasons(state: State, needed: Counter[AnyTile], edge: bool) -> list[Reason]:
    """Check that the cards come from the hand, the jokers from this turn's exchange or (new melds) the edge."""
    hand = state.hands[state.turn]
    jokers = [card for card in needed.elements() if isinstance(card, Joker)]
    for joker in jokers:
        if joker not in state.loose and not (edge and joker in state.edge):
            code = "edge-joker-extends" if joker in state.edge else "joker-not-free"
            return [Reason(code, {"joker": joker.text}, ("C8",) if joker in state.edge else ("C9",))]
    wanted = Counter({card: n for card, n in needed.items() if not isinstance(card, Joker)})
    foreign = listed(wanted - Counter(hand))
    if foreign:
        return [Reason("card-not-yours", {"cards": write_tiles(foreign)}, ("C5",))]
    return _keep_one(hand, wanted.total())


def _keep_one(hand: Rack, laid: int) -> list[Reason]:
    return [Reason("keep-one-to-discard", {}, ("C10",))] if len(hand) <= laid else []


def _lies_in(old: TileSet, cards: TileSet, state: State) -> bool:
    """Tell whether a meld still lies as it was, a run unbroken and in order; a set has no order."""
    if reading(old, state.rules).kind != sets.RUN:
        return True
    return any(cards[i : i + len(old)] == old for i in range(len(cards) - len(old) + 1))


def _discard_reasons(state: State, card: AnyTile) -> list[Reason]:
    if state.loose:
        return [Reason("joker-not-laid", {"joker": write_tiles(state.loose)}, ("C9",))]
    if card not in state.hands[state.turn]:
        return [Reason("card-not-yours", {"cards": card.text}, ("C3",))]
    return []


def _invalid_meld(cards: TileSet, why: Reason) -> Reason:
    facts = {"set": write_tiles(cards), "why": why.plain}
    return Reason("invalid-meld", facts, ("C5", *why.rules))

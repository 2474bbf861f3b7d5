"""A game moves on in one place; a refused action leaves the old state, because nothing was changed in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from meldwise.errors import IllegalAction
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
from meldwise.rummy17.cards import Card, Meld, as_numbers, joker_of
from meldwise.rummy17.events import (
    Answered,
    Discarded,
    Ended,
    Event,
    Exchanged,
    Extended,
    Knocked,
    Melded,
    Took,
    TookBack,
)
from meldwise.rummy17.judge import judge, laid_something
from meldwise.rummy17.scoring import FinalHand, score
from meldwise.rummy17.state import KNOCKING, LAYING, OVER, TAKE, Before, Result, State
from meldwise.table import put, with_tiles, without
from meldwise.tiles import AnyTile, Joker, TileSet

Step = tuple[State, list[Event]]

STOCK, PILE = "stock", "pile"
OUT, STOCK_EMPTY = "out", "stock-empty"


def apply(state: State, action: Action) -> Step:
    """Return the next state and what happened; raise IllegalAction where a rule forbids it."""
    if reasons := judge(state, action):
        raise IllegalAction(reasons)
    return redo(state, action)


def redo(state: State, action: Action) -> Step:  # noqa: C901 - one line an action
    """Return the same for an action that was judged already, when it was written into a log."""
    match action:
        case TakeStock():
            return _take_stock(state)
        case TakeDiscard():
            return _take_discard(state)
        case Knock(seat, wanted):
            return _answer(state, seat, wanted)
        case KnockTimeUp():
            return _end_knocking(state)
        case LayMeld(_, cards):
            return _lay(state, cards)
        case Extend(_, meld, cards):
            return _extend(state, meld, cards)
        case Exchange(_, meld):
            return _exchange(state, meld)
        case TakeBack(seat):
            return _back(state), [TookBack(seat)]
        case Discard(_, card):
            return _discard(state, card)
        case TimeUp():
            return _time_up(state)


def _take_stock(state: State) -> Step:
    seat, card = state.turn, state.stock[0]
    hands = put(state.hands, seat, with_tiles(state.hands[seat], [card]))
    answers = (None,) * state.seats
    moved = replace(
        state, stock=state.stock[1:], hands=hands, taken=card, source=STOCK, phase=KNOCKING, answers=answers
    )
    return moved, [Took(seat, STOCK, card)]


def _take_discard(state: State) -> Step:
    seat, card = state.turn, state.pile[-1]
    hands = put(state.hands, seat, with_tiles(state.hands[seat], [card]))
    moved = replace(state, pile=state.pile[:-1], hands=hands, taken=card, source=PILE)
    return _begin_laying(moved), [Took(seat, PILE, card)]


def _answer(state: State, seat: int, wanted: bool) -> Step:
    moved = replace(state, answers=put(state.answers, seat, wanted))
    waiting = any(answer is None for other, answer in enumerate(moved.answers) if other != state.turn)
    if waiting:
        return moved, [Answered(seat)]
    ended, events = _end_knocking(moved)
    return ended, [Answered(seat), *events]


def _end_knocking(state: State) -> Step:
    """Give the top discard to the first who knocked, clockwise from the player in turn (C4)."""
    clockwise = [(state.turn + 1 + i) % state.seats for i in range(state.seats - 1)]
    knockers = tuple(seat for seat in clockwise if state.answers[seat])
    card = state.pile[-1]
    if not knockers:
        return _begin_laying(state), [Knocked((), None, card)]
    winner = knockers[0]
    hands = put(state.hands, winner, with_tiles(state.hands[winner], [card]))
    return _begin_laying(replace(state, hands=hands, pile=state.pile[:-1])), [Knocked(knockers, winner, card)]


def _begin_laying(state: State) -> State:
    seat = state.turn
    before = Before(state.hands[seat], state.melds, state.edge, state.melded[seat])
    return replace(state, phase=LAYING, before=before, answers=(None,) * state.seats)


def _lay(state: State, cards: TileSet) -> Step:
    seat = state.turn
    joker = joker_of(cards)
    from_edge = joker is not None and joker not in state.loose
    moved = replace(
        _spend(state, cards),
        melds=(*state.melds, Meld(seat, cards)),
        melded=put(state.melded, seat, True),
        edge=tuple(card for card in state.edge if card is not joker) if from_edge else state.edge,
    )
    return moved, [Melded(seat, len(state.melds), cards, from_edge)]


def _extend(state: State, index: int, cards: TileSet) -> Step:
    old = state.melds[index]
    added = Counter(cards) - Counter(old.cards)
    moved = replace(_spend(state, list(added)), melds=put(state.melds, index, Meld(old.owner, cards)))
    return moved, [Extended(state.turn, index, cards)]


def _exchange(state: State, index: int) -> Step:
    old = state.melds[index]
    joker = joker_of(old.cards)
    assert joker is not None
    place = old.cards.index(joker)
    card = as_numbers(old.cards, state.rules)[place]
    melds = put(state.melds, index, Meld(old.owner, put(old.cards, place, card)))
    moved = replace(_spend(state, [card]), melds=melds, loose=with_tiles(state.loose, [joker]))
    return moved, [Exchanged(state.turn, index, card, joker)]


def _spend(state: State, cards: Sequence[AnyTile]) -> State:
    """Take laid cards out of the hand, and jokers out of those this turn has freed."""
    seat = state.turn
    hand = without(state.hands[seat], [card for card in cards if not isinstance(card, Joker)])
    return replace(state, hands=put(state.hands, seat, hand), loose=tuple(c for c in state.loose if c not in cards))


def _back(state: State) -> State:
    """Undo everything laid this turn; what was taken stays taken."""
    assert state.before is not None
    seat, before = state.turn, state.before
    hands, melded = put(state.hands, seat, before.hand), put(state.melded, seat, before.melded)
    return replace(state, hands=hands, melds=before.melds, edge=before.edge, melded=melded, loose=())


def _discard(state: State, card: Card, late: bool = False) -> Step:
    seat = state.turn
    hand = without(state.hands[seat], [card])
    moved = replace(
        state, hands=put(state.hands, seat, hand), pile=(*state.pile, card), before=None, taken=None, source=""
    )
    events: list[Event] = [Discarded(seat, card, len(hand), late)]
    if not hand:
        return _end(moved, seat, events)
    if not state.stock:
        return _end(moved, None, events)
    return replace(moved, turn=(seat + 1) % state.seats, phase=TAKE), events


def _time_up(state: State) -> Step:
    """Put back what was laid, take from the stock if nothing was taken, and discard the card taken (C15)."""
    events: list[Event] = []
    if state.phase == TAKE:
        state, events = _take_stock(state)  # the turn is over at once: nobody can knock
        state = _begin_laying(state)
    elif state.phase == KNOCKING:
        state, events = _end_knocking(state)
    assert state.taken is not None
    if laid_something(state):
        events.append(TookBack(state.turn))
    over, more = _discard(_back(state), state.taken, late=True)
    return over, [*events, *more]


def _end(state: State, out: int | None, events: list[Event]) -> Step:
    players = [FinalHand(state.hands[seat], state.melds_of(seat)) for seat in range(state.seats)]
    final = score(players, state.bonus, out, state.pile[-1], state.rules)
    ended = STOCK_EMPTY if out is None else OUT
    result = Result(ended, out, final.doubled, final.penalty, final.bonus, final.scores, final.winners, final.awards)
    over = replace(state, phase=OVER, result=result)
    return over, [*events, Ended(ended, out, final.doubled, final.scores)]

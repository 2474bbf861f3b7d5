"""How opponents handle Rummy 17's cards: what to take, what to lay step by step, what to throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from meldwise import rummy17
from meldwise.rummy17.cards import as_numbers
from meldwise.rummy17.scoring import penalty
from meldwise.rummy17.state import KNOCKING, TAKE
from meldwise.solver import cards as card_solver
from meldwise.solver.cards import Goal, Turn
from meldwise.table import put, with_tiles, without
from meldwise.tiles import AnyTile, Joker, Rack, Tile, TileSet

PILED = 4
"""How often in a row the discard is taken, before the stock is drawn on: games must end."""
LOOKED_AT = 64
"""Turns among which one is looked for that lays few enough cards."""


def turns(view: rummy17.View, goal: Goal, most: int = 1, extra: Sequence[AnyTile] = ()) -> list[Turn]:
    """Return the best turns of the hand as it is now, with *extra* cards in it."""
    assert view.seat is not None
    hand = with_tiles(view.hand, extra)
    melds = [meld.cards for meld in view.melds]
    edge = [card for card in view.edge if isinstance(card, Joker)]
    return card_solver.turns(hand, melds, edge, view.rules, view.melded[view.seat], goal, most)


def actions(turn: Turn, seat: int) -> list[Any]:
    """Return a turn's steps as actions of a seat."""
    made: list[Any] = []
    for step in turn.steps:
        match step:
            case card_solver.LayMeld(cards):
                made.append(rummy17.LayMeld(seat, cards))
            case card_solver.Extend(meld, cards):
                made.append(rummy17.Extend(seat, meld, cards))
            case card_solver.Exchange(meld):
                made.append(rummy17.Exchange(seat, meld))
    return made


def least_useful(hand: Rack, view: rummy17.View) -> AnyTile:
    """Choose a card with no neighbour and no twin in the hand; of those, a dear one."""
    return max(hand, key=lambda card: (-friends(card, hand), penalty((card,), view.rules), card.text))


def friends(card: AnyTile, hand: Rack) -> int:
    """Count the cards of a hand that lie near a card: its number, or its colour two steps away at most."""
    assert isinstance(card, Tile)
    others = [other for other in hand if isinstance(other, Tile) and other is not card]
    return sum(
        other.number == card.number or (other.color is card.color and abs(other.number - card.number) <= 2)
        for other in others
    )


def never() -> bool:
    """Tell that there is time."""
    return False


Lying = tuple[Rack, tuple[TileSet, ...], Rack]
"""A hand, the cards of each meld, and the jokers that were taken from melds and not yet laid."""


def lying(view: rummy17.View) -> Lying:
    """Return how the cards lie."""
    return view.hand, tuple([meld.cards for meld in view.melds]), view.loose


def lying_after(view: rummy17.View, step: Any) -> Lying:
    """Return how they lie after a meld is laid, one is added to, or a joker is exchanged."""
    hand, melds, loose = lying(view)
    match step:
        case rummy17.LayMeld(_, cards):
            spent, melds = Counter(cards), (*melds, cards)
        case rummy17.Extend(_, meld, cards):
            spent, melds = Counter(cards) - Counter(melds[meld]), put(melds, meld, cards)
        case rummy17.Exchange(_, meld):
            old, new = melds[meld], as_numbers(melds[meld], view.rules)
            spent, melds = Counter[AnyTile](new) - Counter(old), put(melds, meld, new)
            loose = with_tiles(loose, [card for card in old if isinstance(card, Joker)])
    left = without(hand, [card for card in spent if isinstance(card, Tile)])
    return left, melds, tuple([joker for joker in loose if joker not in spent])


class CardTurns:
    """A seat's turns of Rummy 17, each decided once and then laid step by step.

    *most* is how many cards it lays in a turn at the most, and *share* how much it thinks, 1 being as usual.
    """

    def __init__(self, seed: object = 0) -> None:
        self.seed = seed
        self.out_of_time: Callable[[], bool] = never
        self.most: int | None = None
        self.share = 1.0
        self._steps: list[Any] = []
        self._next: Lying | None = None
        """How hand and melds lie when the next step is due; else somebody else had a hand in this turn."""
        self._piled = 0

    def watch(self, event: Any) -> None:
        """Take note of something that happened, as the seat sees it."""

    def act(self, view: rummy17.View) -> Any:
        """Return what to do now."""
        assert view.seat is not None
        seat = view.seat
        if view.phase == KNOCKING:
            return rummy17.Knock(seat, self.knocks(view))
        if view.phase == TAKE:
            self._next = None
            taken = self._piled < PILED and self.takes(view)
            self._piled = self._piled + 1 if taken else 0
            return rummy17.TakeDiscard(seat) if taken else rummy17.TakeStock(seat)
        if self._next != lying(view):
            if view.loose:  # taken from a meld by whoever played here before: it must not be kept
                return rummy17.TakeBack(seat)
            self._steps = actions(self._by_hand(view, self.lays(view)), seat)
            self._next = lying(view)
        if not self._steps:
            return rummy17.Discard(seat, self.throws(view))
        step = self._steps.pop(0)
        self._next = lying_after(view, step)
        return step

    def _by_hand(self, view: rummy17.View, turn: Turn) -> Turn:
        """Return a turn, or the one that lays most of those that lay few enough cards."""
        if self.most is None or len(turn.cards) <= self.most:
            return turn
        found = turns(view, "cards", LOOKED_AT)
        return next((one for one in found if len(one.cards) <= self.most), nothing(view))

    def takes(self, view: rummy17.View) -> bool:
        """Tell whether to take the discard instead of a card from the stock: it lets more be laid."""
        return gain(view) > 0

    def knocks(self, view: rummy17.View) -> bool:
        """Tell whether to take the discard besides: it must lay more than itself, for the hand grows (C4)."""
        return gain(view) > 1

    def lays(self, view: rummy17.View) -> Turn:
        """Choose what to lay: the most cards."""
        return turns(view, "cards")[0]

    def throws(self, view: rummy17.View) -> AnyTile:
        """Choose the discard."""
        return least_useful(view.hand, view)


def nothing(view: rummy17.View) -> Turn:
    """Return the turn that lays nothing."""
    return Turn((), (), 0, tuple(meld.cards for meld in view.melds))


def gain(view: rummy17.View) -> int:
    """Count the cards that could be laid more with the discard in hand."""
    if not isinstance(view.discard, Tile):
        return 0
    return len(turns(view, "cards", extra=[view.discard])[0].cards) - len(turns(view, "cards")[0].cards)


def goes_out(turn: Turn, view: rummy17.View) -> bool:
    """Tell whether a turn leaves nothing but the discard (C10)."""
    return len(turn.cards) == len(view.hand) - 1

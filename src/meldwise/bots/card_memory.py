"""What a seat remembers of a game of Rummy 17: the cards that went by, and who took them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from meldwise import rummy17
from meldwise.rummy17.events import Dealt, Discarded, Knocked, Took
from meldwise.tiles import AnyTile, Rack


class CardMemory:
    """Hears what everyone is told, and knows which cards cannot be in the stock any more."""

    def __init__(self) -> None:
        self._thrown: set[AnyTile] = set()
        self._took: dict[AnyTile, int] = {}
        self.turns: Counter[int] = Counter()
        """How many turns each seat has finished."""

    def watch(self, event: Any) -> None:
        """Take note of an event, as the seat sees it."""
        match event:
            case Dealt(discard=card):
                self._thrown, self._took, self.turns = {card}, {}, Counter()
            case Took(seat, "pile", card) if card is not None:
                self._goes(card, seat)
            case Knocked(_, winner, card) if winner is not None:
                self._goes(card, winner)
            case Discarded(seat, card):
                self.turns[seat] += 1
                self._took.pop(card, None)
                self._thrown.add(card)

    def _goes(self, card: AnyTile, seat: int) -> None:
        self._thrown.discard(card)
        self._took[card] = seat

    def covered(self, view: rummy17.View) -> Rack:
        """Return the cards that lie in the pile below the top."""
        seen = {view.discard, *view.hand, *laid(view)}
        return tuple(sorted(card for card in self._thrown if card not in seen))

    def held(self, view: rummy17.View, seat: int) -> Rack:
        """Return the cards everyone saw a seat take, and has not laid or thrown since."""
        seen = {view.discard, *view.hand, *laid(view)}
        return tuple(sorted(card for card, owner in self._took.items() if owner == seat and card not in seen))


def laid(view: rummy17.View) -> list[AnyTile]:
    """Return the cards in melds."""
    return [card for meld in view.melds for card in meld.cards]

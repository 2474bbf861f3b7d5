"""What one turn of Rummy 17 may lay, asked card by card."""

from __future__ import annotations

from collections.abc import Iterable

from meldwise.envs.decisions import LAYOUTS
from meldwise.rummy17 import View
from meldwise.solver import cards as card_solver
from meldwise.solver.cards import Turn
from meldwise.tiles import AnyTile, Joker, Rack, TileSet

FEW = 256
"""Turns that are looked through one by one; where there are more, the solver is asked."""
MUCH = 1_000
"""More than all cards of a hand are worth to a question, one each."""


class CardMenu:
    """The turns of a seat that has taken a card; laying nothing is none of them."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self._hand = view.hand
        self._melds = [meld.cards for meld in view.melds]
        self._edge = [card for card in view.edge if isinstance(card, Joker)]
        self._rules = view.rules
        self._melded = view.melded[view.seat]
        self.turns = self._ask("cards", FEW + 2)
        self._all = len(self.turns) <= FEW
        self._layouts: dict[Rack, list[Turn]] = {}

    def open(self, picked: Rack) -> set[AnyTile]:
        """Return the cards that some turn lays besides those picked."""
        chosen = set(picked)
        if self._all:
            return {card for turn in self.turns if chosen.issubset(turn.cards) for card in turn.cards} - chosen
        found: set[AnyTile] = set()
        wanted = set(self._hand) - chosen
        while wanted:
            goal = dict.fromkeys(wanted, 1) | dict.fromkeys(chosen, MUCH)
            laid = set(self._ask(goal, 1)[0].cards) if self._hand else set()
            if not chosen <= laid or not laid & wanted:
                break
            found |= laid & wanted
            wanted -= laid
        return found

    def layouts(self, picked: Rack) -> list[Turn]:
        """Return the turns that lay just these cards, one more than can be told apart at the most."""
        if picked not in self._layouts:
            self._layouts[picked] = self._find_layouts(picked)
        return self._layouts[picked]

    def _find_layouts(self, picked: Rack) -> list[Turn]:
        if not picked:
            return []
        if self._all:
            return [turn for turn in self.turns if turn.cards == picked][: LAYOUTS + 1]
        goal = {card: MUCH if card in picked else -MUCH for card in self._hand}
        found = [turn for turn in self._ask(goal, LAYOUTS + 1) if turn.cards == picked]
        known = {(turn.cards, _unordered(turn.melds)): turn for turn in reversed(self.turns)}
        return [known.get((turn.cards, _unordered(turn.melds)), turn) for turn in found]

    def _ask(self, goal: card_solver.Goal, most: int) -> list[Turn]:
        found = card_solver.turns(self._hand, self._melds, self._edge, self._rules, self._melded, goal, most)
        return [turn for turn in found if turn.cards or most == 1]


def _unordered(melds: Iterable[TileSet]) -> tuple[TileSet, ...]:
    return tuple(sorted(melds))

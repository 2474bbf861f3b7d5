"""A position of Rummy 17 in bits: what the search counts with.

One integer, a state, says all a search still needs to know: a bit for each card of the hand that is not yet settled,
above them what became of the jokers, and whether there is a first meld and a card to discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from meldwise import sets
from meldwise.errors import CaseError
from meldwise.notation import write_tiles
from meldwise.ruleset import CardRules
from meldwise.table import listed
from meldwise.tiles import AnyTile, Color, Joker, Rack, Tile, TileSet

Goal = Literal["cards", "points"] | Mapping[AnyTile, int]

STEP = 2520
"""What a step costs: a number whose shares, a third, a fourth and so on to a tenth, are whole."""
CARD = STEP << 10
"""More than all steps of a turn together."""
FIGURE = 1 << 12
"""More than all cards together count, or cost."""


class Shape(msgspec.Struct, frozen=True):
    """A meld that lies: its cards, the joker as the card it *stands* for, and what it is (C7)."""

    cards: TileSet
    numbers: tuple[Tile, ...]
    is_run: bool
    stands: Tile | None


class Problem:
    """A hand, the melds, where each joker is, and what the cards are worth."""

    def __init__(
        self, hand: Rack, melds: Sequence[TileSet], edge: Sequence[Joker], rules: CardRules, melded: bool, goal: Goal
    ) -> None:
        _check(hand, melds, edge, rules)
        colors = rules.box.colors
        self.rules = rules
        self.melded = melded
        self.hand = sorted((card for card in hand if isinstance(card, Tile)), key=lambda card: (card.number, card))
        self.shapes = [_shape(meld, rules) for meld in melds]
        self.bits = {card: 1 << i for i, card in enumerate(self.hand)}
        self.worth = {1 << i: _worth(card, rules, goal) for i, card in enumerate(self.hand)}
        """What laying a card is worth, by its bit."""
        top = len(self.hand)
        self.freed = {color: 1 << top + i for i, color in enumerate(colors)}
        """Set where the joker of a colour may leave its place: exchanged, or rightly taken from the edge."""
        self.laid = {color: 1 << top + len(colors) + i for i, color in enumerate(colors)}
        """Set where the joker of a colour was laid this turn."""
        self.kept, self.touched, self.begun, self.begins = (1 << top + 2 * len(colors) + i for i in range(4))
        """A card stays in hand; something was laid; a part of a meld, or a whole meld, can be laid first."""

        self.edge = frozenset(joker.color for joker in edge if joker.color)
        self.exchanges = {s.stands.color: s.stands for s in self.shapes if s.stands and s.stands in self.bits}
        """The card in hand that frees the joker of a colour from its meld (C9)."""
        self.detours = frozenset(color for color in self.edge if self._has_edge_run(color))
        """Colours in which a run from the hand can take the joker from the edge and give it up again (C8, C9)."""

    def _has_edge_run(self, color: Color) -> bool:
        held = {card.number for card in self.hand if card.color is color}
        return any(all(low + i in held for i in range(self.rules.edge_run)) for low in held)

    def mask(self, cards: Iterable[Tile]) -> int:
        """Return the bits of cards in hand."""
        return sum([self.bits[card] for card in cards])

    def settle(self, state: int, color: Color, none_frees: bool, none_lays: bool) -> int | None:
        """Return a state in which nothing more frees the joker of a colour, or lays it; None where no turn ends so.

        A joker that is out of the question and one that was freed and laid are the same to all that follows.
        """
        freed, laid = self.freed[color], self.laid[color]
        now, on_table = state & (freed | laid), color in self.exchanges
        if (none_frees and now == laid) or (none_lays and now == freed and on_table):
            return None
        out = (none_frees and not now) or (none_lays and not now & laid and not on_table)
        return state | freed | laid if out else state

    def steps_left(self, state: int) -> int | None:
        """Return the steps a finished search costs besides; None where no turn ends so (C6, C9, C10)."""
        if not state & self.kept:
            return None
        for color, freed in self.freed.items():
            laid = state & self.laid[color]
            if (laid and not state & freed) or (color in self.exchanges and state & freed and not laid):
                return None
        if self.melded or state & self.begins or not state & self.touched:
            return 0
        return 1 if state & self.begun else None


def points(cards: Iterable[Tile], rules: CardRules) -> int:
    """Return what cards in hand cost (C11)."""
    return sum([rules.high_penalty if card.number >= rules.high_from else rules.low_penalty for card in cards])


def _worth(card: Tile, rules: CardRules, goal: Goal) -> int:
    """Return a card's worth in one number: the goal, then the other figures, then room for the steps."""
    cost = points([card], rules)
    if goal == "cards":
        return (FIGURE + cost) * CARD
    if goal == "points":
        return (cost * FIGURE + 1) * CARD
    assert not isinstance(goal, str)
    return ((goal.get(card, 0) * FIGURE + 1) * FIGURE + cost) * CARD


def _shape(meld: TileSet, rules: CardRules) -> Shape:
    found = sets.readings(meld, rules)[0]
    stands = {stand.position: Tile(stand.colors[0], stand.numbers[0]) for stand in found.jokers}
    numbers = tuple(card if isinstance(card, Tile) else stands[i] for i, card in enumerate(meld))
    return Shape(meld, numbers, found.kind == sets.RUN, next(iter(stands.values()), None))


def _check(hand: Rack, melds: Sequence[TileSet], edge: Sequence[Joker], rules: CardRules) -> None:
    """Refuse what lies so in no game."""
    if not hand or not all(isinstance(card, Tile) for card in hand):
        raise CaseError("wrong-type", key="hand", wanted="number-cards")
    for meld in melds:
        if why := sets.reasons(meld, rules):
            raise CaseError("invalid-start-set", set=write_tiles(meld), why=why[0].plain)
    counts: Counter[AnyTile] = Counter([*hand, *edge, *(card for meld in melds for card in meld)])
    if surplus := counts - rules.box.counts:
        raise CaseError("too-many-copies", tiles=write_tiles(listed(surplus)))

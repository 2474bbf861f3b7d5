"""Everything one meld can become in a turn: new ones from the hand, and those that lie.

A piece is the end of a meld, not the way there: the cards of the hand it takes, the joker it gives up, the joker it
ends with. A joker may well stand for a card that is in hand too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from meldwise import sets
from meldwise.solver.cards.problem import Problem, Shape
from meldwise.tiles import AnyTile, Joker, Kind, Tile, TileSet

Cards = Sequence[Tile]


class Piece(msgspec.Struct, frozen=True):
    """A meld as it lies at the end of a turn.

    *meld* is its index, None where it is new; *old* how it lies before cards are added, its own joker exchanged where
    it *frees* that; *joker* the joker among the added. For the search: *mask* are its cards in hand, *bits* what it
    sets in a state; a state allows it that has, of *needs*, just *mask*; *steps* lead to it.
    """

    meld: int | None
    cards: TileSet
    old: TileSet
    frees: bool
    joker: Joker | None
    mask: int
    bits: int
    needs: int
    steps: int


def new_melds(problem: Problem) -> Iterator[Piece]:
    """Yield every meld the hand can lay, alone or with a joker that can be had (C5, C7-C9)."""
    start = Start(problem)
    for color in problem.rules.box.colors:
        for low in range(1, problem.rules.numbers - 1):
            for run in start.stretches([Tile(color, number) for number in range(low, problem.rules.numbers + 1)]):
                if len(run) >= sets.SMALLEST:
                    yield from start.pieces(run)
    for number in range(1, problem.rules.numbers + 1):
        for cards in start.choices([Tile(color, number) for color in problem.rules.box.colors]):
            if len(cards) >= sets.SMALLEST:
                yield from start.pieces(cards)


def changes(problem: Problem, index: int) -> Iterator[Piece]:
    """Yield everything a meld that lies can become: longer, without its joker, with another (C6, C7, C9)."""
    shape = problem.shapes[index]
    yield from _grown(Start(problem, index, shape))
    if shape.stands in problem.bits:
        yield from _grown(Start(problem, index, shape, frees=True))


def _grown(start: Start) -> Iterator[Piece]:
    assert start.shape
    rules, numbers = start.problem.rules, start.shape.numbers
    low, high = numbers[0], numbers[-1]
    if start.shape.is_run:
        below = list(start.stretches([Tile(low.color, number) for number in range(low.number - 1, 0, -1)]))
        above = list(start.stretches([Tile(low.color, n) for n in range(high.number + 1, rules.numbers + 1)]))
        for down in below:
            for up in above:
                yield from start.pieces(up, down[::-1])
    else:
        there = {card.color for card in numbers}
        for cards in start.choices([Tile(color, low.number) for color in rules.box.colors if color not in there]):
            yield from start.pieces(cards)


class Start:
    """A meld before cards are added to it: one that lies, its joker exchanged or not, or a new one of no cards."""

    def __init__(
        self, problem: Problem, index: int | None = None, shape: Shape | None = None, frees: bool = False
    ) -> None:
        self.problem, self.index, self.shape, self.frees = problem, index, shape, frees
        self.old: TileSet = () if not shape else shape.numbers if frees else shape.cards
        self.exchanged = shape.stands if shape and frees else None
        self.lack = 0 if shape and shape.stands and not frees else 1
        """How many cards may lack, for a joker to stand in: none where one stands already (C7)."""

    def stretches(self, places: Cards) -> Iterator[Cards]:
        """Yield what can lie on these places from the first on, of every length, with one card lacking at most."""
        lack = self.lack
        yield ()
        for i, card in enumerate(places):
            lack -= card not in self.problem.bits
            if lack < 0:
                return
            yield places[: i + 1]

    def choices(self, cards: Cards) -> Iterator[Cards]:
        """Yield every choice of these cards with one lacking at most."""
        for size in range(len(cards) + 1):
            for chosen in combinations(cards, size):
                if sum([card not in self.problem.bits for card in chosen]) <= self.lack:
                    yield chosen

    def pieces(self, above: Cards, below: Cards = ()) -> Iterator[Piece]:
        """Yield the meld with these cards added: all from the hand, or a joker for one of them."""
        added = [*below, *above]
        lacking = [card for card in added if card not in self.problem.bits]
        if len(lacking) > self.lack:
            return
        if not lacking and (added or self.frees):
            yield self._piece(below, above, None)
        if self.lack:
            for card in lacking or added:
                if self._can_have(card, added):
                    yield self._piece(below, above, card)

    def _can_have(self, place: Tile, added: Cards) -> bool:
        """Tell whether a joker may come to stand in this place at all."""
        key = self.problem.exchanges.get(place.color)
        if key:  # the card that frees the joker is needed for that, whether here or elsewhere
            return key not in added or key is place
        return place.color in self.problem.detours or self._from_edge(place, added)

    def _from_edge(self, place: Tile, added: Cards) -> bool:
        """Tell whether the joker may be laid straight from the edge (C8)."""
        is_run = added[0].color is added[-1].color
        long = len(added) >= self.problem.rules.edge_run
        return self.index is None and is_run and long and place.color in self.problem.edge

    def _piece(self, below: Cards, above: Cards, place: Tile | None) -> Piece:
        problem = self.problem
        added = [*below, *above]
        taken = [card for card in added if card is not place] + ([self.exchanged] if self.exchanged else [])
        joker = Joker(Kind.JOKER, place.color) if place else None
        row = [card if card is not place else joker for card in (*below, *self.old, *above)]
        mask, taboo = problem.mask(taken), problem.laid[place.color] if place else 0
        return Piece(
            meld=self.index,
            cards=tuple(card for card in row if card),
            old=self.old,
            frees=self.frees,
            joker=joker,
            mask=mask,
            bits=taboo | self._frees(added, place) | self._begins(added, place),
            needs=mask | taboo,
            steps=self._steps(added, place),
        )

    def _frees(self, added: Cards, place: Tile | None) -> int:
        """Return the bits of the jokers this meld frees: its own, or one from the edge that it may give up or keep."""
        if self.exchanged:
            return self.problem.freed[self.exchanged.color]
        if self.index is None:
            color = added[0].color
            is_run, long = color is added[-1].color, len(added) >= self.problem.rules.edge_run
            if is_run and long and color in (self.problem.edge if place else self.problem.detours):
                return self.problem.freed[color]
        return 0

    def _begins(self, added: Cards, place: Tile | None) -> int:
        """Return the bits that tell how far this is a first meld, for a player who had none before (C6, C9)."""
        problem = self.problem
        if problem.melded:
            return 0
        if self.index is not None:
            return problem.touched
        if not place or self._from_edge(place, added):
            return problem.touched | problem.begun | problem.begins
        return problem.touched | (problem.begun if first_part(added, place) else 0)

    def _steps(self, added: Cards, place: Tile | None) -> int:
        """Return the steps to get there: an addition and an exchange, and one to free a joker from an edge run."""
        detour = place and place.color in self.problem.edge and not self._from_edge(place, added)
        return bool(added) + self.frees + bool(detour)


def first_part(cards: Sequence[AnyTile], joker: AnyTile) -> Sequence[AnyTile]:
    """Return the most of a new meld that can be laid before its joker is there; () where that is no meld."""
    at = cards.index(joker)
    is_run = cards[0].color is cards[-1].color
    part = max(cards[:at], cards[at + 1 :], key=len) if is_run else [*cards[:at], *cards[at + 1 :]]
    return part if len(part) >= sets.SMALLEST else ()

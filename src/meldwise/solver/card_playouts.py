"""Games of Rummy 17 played out in the kernel from what one seat knows, some forty microseconds a game.

The cards nobody has shown are dealt by chance; every seat then plays by a few weights: what lies together in hand is
kept, what can be laid is laid, and the last card goes when that is no loss. A playout is only like a game: the best way
to lay is not searched, and jokers go the nearest way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

import msgspec

from meldwise import sets
from meldwise.ruleset import CardRules
from meldwise.solver import _kernel
from meldwise.tiles import AnyTile, Joker, Rack, Tile, TileSet

WIN = 60
"""What the kernel counts for a game won."""
FEATURES, STAGES, TABLES = 12, 5, 3
"""Weights of a position: for each number of seats, each stage of a game, and each feature."""
Manner = tuple[int, ...]
"""The weights of one seat; see native/card_mind.hpp for their meaning."""
WEIGHTS = (
    "run-one",
    "run-pair",
    "edge-pair",
    "set-one",
    "set-pair",
    "whole",
    "near",
    "fit",
    "cost",
    "feed",
    "take",
    "knock",
    "knock-one",
    "out",
    "joker",
    "bonus",
    "haste",
    "hold",
    "wished",
    "last",
)


class Phase(IntEnum):
    """Where a game goes on."""

    TAKE = 0
    PILE = 1
    STOCK = 2
    KNOCKING = 3
    LAYING = 4
    OVER = 5


class Known(msgspec.Struct, frozen=True):
    """A game as one seat knows it: *hands* are the cards known to be there, *counts* how many there are.

    *melds* come with their owners; *gone* are cards that were thrown and covered, *unseen* those that may be anywhere.
    *bonus* are the indexes of the bonus cards in play. *answers* to knocking are None where they are not settled, *out*
    is who went out, where the game is over. *layers* are seats that lay what they can: what they hide lays nothing, and
    where they have melded it is none of the *unlikely* cards.
    """

    rules: CardRules
    bonus: tuple[int, ...]
    hands: tuple[Rack, ...]
    counts: tuple[int, ...]
    melded: tuple[bool, ...]
    melds: tuple[tuple[int, TileSet], ...]
    edge: Rack
    gone: Rack
    top: AnyTile | None
    stock: int
    unseen: Rack
    turn: int
    phase: Phase
    answers: tuple[bool | None, ...]
    out: int | None = None
    unlikely: Rack = ()
    layers: tuple[bool, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """Means over games, a seat each: the share of games won and the score; and how many turns were played in all."""

    wins: tuple[float, ...]
    scores: tuple[float, ...]
    turns: int


class Aim(msgspec.Struct, frozen=True):
    """What a game is worth to a seat: its lead over the mean of the others, and *win* for a win.

    After so many *turns* (0: never) a game is not played on but valued by the *weights* of native/card_value.hpp.
    """

    seat: int
    win: float
    turns: int = 0
    weights: tuple[float, ...] = ()


class Position:
    """A position in the kernel, every seat with its manner."""

    def __init__(self, known: Known, manners: Sequence[Manner]) -> None:
        self._kernel = _position(known, manners)
        self._deck = _deck(known.rules)

    def play_out(self, seed: int, first: int, count: int) -> Tally:
        """Play *count* games; the game of a number depends on the position, the seed and the number alone."""
        wins, scores, turns = self._kernel.play_out(seed, first, count)
        return Tally(tuple(won / WIN / count for won in wins), tuple(score / count for score in scores), turns)

    def values(self, seed: int, first: int, count: int, aim: Aim) -> list[float]:
        """Play games likewise, and return what each is worth to a seat."""
        return self._kernel.values(seed, first, count, aim.seat, aim.win, aim.turns, aim.weights)

    def sums(self, seed: int, first: int, count: int, win: float) -> tuple[list[float], list[float]]:
        """Play games likewise, and return sums to fit the weights of `Aim` by: see native/cards.hpp."""
        return self._kernel.sums(seed, first, count, win)

    def advice(self) -> list[bool]:
        """Return whether the seat in turn takes the top discard by its manner, and who of the others knocks for it."""
        return self._kernel.advice()

    def bonuses(self) -> list[int]:
        """Return what the bonus cards would give now; a seat in turn with a single card goes out."""
        return self._kernel.bonuses()

    def keeping(self) -> list[tuple[Tile, int]]:
        """Return the hand in turn, what to throw first, and what each card is worth to keep."""
        return [(self._deck[card], worth) for card, worth in self._kernel.keeping()]


def fitting(melds: Iterable[TileSet], rules: CardRules) -> list[Tile]:
    """Return the cards that can be added to melds, or put for their jokers."""
    colors = list(rules.box.colors)
    found = []
    for cards in melds:
        _, run, color, low, high, there, joker = _meld(0, cards, rules)
        if run:
            numbers = [number for number in (low - 1, high + 1) if 1 <= number <= rules.numbers]
            found += [Tile(colors[color], number) for number in (*numbers, *([joker] if joker else []))]
        else:
            missing = [i for i in range(len(colors)) if not there >> i & 1] + ([joker - 1] if joker else [])
            found += [Tile(colors[i], low) for i in missing]
    return list(dict.fromkeys(found))


def _deck(rules: CardRules) -> list[Tile]:
    return [Tile(color, number) for color in rules.box.colors for number in range(1, rules.numbers + 1)]


def _position(known: Known, manners: Sequence[Manner]) -> _kernel.CardPosition:
    rules = known.rules
    colors = list(rules.box.colors)

    def index(card: AnyTile) -> int:
        assert isinstance(card, Tile)
        return colors.index(card.color) * rules.numbers + card.number - 1

    def indexes(cards: Iterable[AnyTile]) -> list[int]:
        return [index(card) for card in cards]

    shapes = [_meld(owner, cards, rules) for owner, cards in known.melds]
    laid = [card for _, cards in known.melds for card in cards if isinstance(card, Tile)]
    bonus = sum(1 << card for card in known.bonus)
    return _kernel.CardPosition(
        [
            rules.edge_run,
            rules.low_penalty,
            rules.high_penalty,
            rules.high_from,
            rules.bonus_points,
            rules.doubling_number,
            bonus,
        ],
        hands=[indexes(hand) for hand in known.hands],
        counts=known.counts,
        melded=known.melded,
        melds=shapes,
        edge=sum(1 << colors.index(joker.color) for joker in known.edge if joker.color),
        gone=indexes([*known.gone, *laid]),
        top=-1 if known.top is None else index(known.top),
        stock=known.stock,
        unseen=indexes(known.unseen),
        unlikely=indexes(known.unlikely),
        layers=known.layers or (False,) * len(known.counts),
        turn=known.turn,
        phase=known.phase,
        answers=[-1 if answer is None else int(answer) for answer in known.answers],
        out=-1 if known.out is None else known.out,
        manners=manners,
    )


def _meld(owner: int, cards: TileSet, rules: CardRules) -> tuple[int, bool, int, int, int, int, int]:
    """Return a meld as the kernel has it: owner, a run?, its colour, lowest, highest; a set's colours; the joker."""
    colors = list(rules.box.colors)
    found = sets.readings(cards, rules)[0]
    stands = {stand.position: stand.numbers[0] for stand in found.jokers}
    numbers = [card.number if isinstance(card, Tile) else stands[i] for i, card in enumerate(cards)]
    rows = [colors.index(card.color) for card in cards if card.color]
    at = next((i for i, card in enumerate(cards) if isinstance(card, Joker)), None)
    if found.kind == sets.RUN:
        return owner, True, rows[0], min(numbers), max(numbers), 0, 0 if at is None else numbers[at]
    return owner, False, 0, numbers[0], numbers[0], sum(1 << row for row in rows), 0 if at is None else rows[at] + 1

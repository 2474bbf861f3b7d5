"""Rummy 17's cards: the deck, the jokers at the edge, and a meld on the table (C1, C5-C7)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meldwise import sets
from meldwise.ruleset import CardRules
from meldwise.sets import Reading
from meldwise.tiles import AnyTile, Color, Joker, Rack, Tile, TileSet

Card = AnyTile
"""A number card or a joker."""


class Meld(msgspec.Struct, frozen=True):
    """Cards that lie as a set or a run before their owner."""

    owner: int
    cards: TileSet


def deck(rules: CardRules) -> tuple[Tile, ...]:
    """Return the number cards; the jokers lie at the edge and the bonus cards apart."""
    return tuple(card for card in rules.box.tiles if isinstance(card, Tile))


def edge_jokers(rules: CardRules) -> Rack:
    """Return the jokers that lie open at the edge at the start."""
    return rules.box.jokers


def reading(cards: TileSet, rules: CardRules) -> Reading:
    """Return the one reading of a valid meld: a joker's colour and place settle what it stands for."""
    return sets.readings(cards, rules)[0]


def as_numbers(cards: TileSet, rules: CardRules) -> tuple[Tile, ...]:
    """Return a valid meld with its joker as the card it stands for (C7)."""
    stands = {stand.position: stand.numbers[0] for stand in reading(cards, rules).jokers}
    return tuple(_as_number(card, stands.get(i, 0)) for i, card in enumerate(cards))


def joker_of(cards: Iterable[Card]) -> Joker | None:
    """Return the joker of a meld, if it has one."""
    return next((card for card in cards if isinstance(card, Joker)), None)


def _as_number(card: Card, number: int) -> Tile:
    return card if isinstance(card, Tile) else Tile(Color(card.color or ""), number)

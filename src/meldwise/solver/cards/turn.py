"""A turn of Rummy 17 as plain values: what is done, step by step, and what comes of it."""

from __future__ import annotations

import msgspec

from meldwise.tiles import Rack, TileSet


class LayMeld(msgspec.Struct, frozen=True, tag="meld"):
    """Lay a new meld; it gets the next index on the table."""

    cards: TileSet


class Extend(msgspec.Struct, frozen=True, tag="add"):
    """Add to a meld: *cards* is the whole meld as it lies then."""

    meld: int
    cards: TileSet


class Exchange(msgspec.Struct, frozen=True, tag="exchange"):
    """Put the card a joker stands for, from the hand, in its place and take the joker (C9)."""

    meld: int


Step = LayMeld | Extend | Exchange
"""The seatless twins of the actions of the same names in `rummy17`."""


class Turn(msgspec.Struct, frozen=True):
    """What a player lays between taking a card and discarding one.

    *steps* are legal in this order. *cards*, in rack order, leave the hand by laying, and with them *points* of penalty
    (C11); the discard comes on top. *melds* are those on the table then: the old ones at their index, the new after.
    """

    steps: tuple[Step, ...]
    cards: Rack
    points: int
    melds: tuple[TileSet, ...]

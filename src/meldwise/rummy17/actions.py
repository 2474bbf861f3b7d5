"""What a seat, or the one who owns the clock, may ask of a card game."""

from __future__ import annotations

import msgspec

from meldwise.rummy17.cards import Card
from meldwise.tiles import TileSet


class TakeStock(msgspec.Struct, frozen=True, tag="stock"):
    """Take the top card of the stock; the others may knock for the top discard."""

    seat: int


class TakeDiscard(msgspec.Struct, frozen=True, tag="pile"):
    """Take the top card of the discard pile."""

    seat: int


class Knock(msgspec.Struct, frozen=True, tag="knock"):
    """Answer whether this seat wants the top discard (C4)."""

    seat: int
    wanted: bool


class KnockTimeUp(msgspec.Struct, frozen=True, tag="knock-time"):
    """The clock's word: whoever has not answered does not knock."""

    seat: int


class LayMeld(msgspec.Struct, frozen=True, tag="meld"):
    """Lay a new meld; a joker in it is one taken by exchange this turn, or comes from the edge (C8, C9)."""

    seat: int
    cards: TileSet


class Extend(msgspec.Struct, frozen=True, tag="add"):
    """Add to a meld: *cards* is the whole meld as it lies then."""

    seat: int
    meld: int
    cards: TileSet


class Exchange(msgspec.Struct, frozen=True, tag="exchange"):
    """Put the card a joker stands for, from the hand, in its place and take the joker (C9)."""

    seat: int
    meld: int


class TakeBack(msgspec.Struct, frozen=True, tag="back"):
    """Take back everything laid this turn."""

    seat: int


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Put a card on the pile; the turn ends."""

    seat: int
    card: Card


class TimeUp(msgspec.Struct, frozen=True, tag="time"):
    """The clock's word: the turn of *seat* is over (C15)."""

    seat: int


Action = TakeStock | TakeDiscard | Knock | KnockTimeUp | LayMeld | Extend | Exchange | TakeBack | Discard | TimeUp

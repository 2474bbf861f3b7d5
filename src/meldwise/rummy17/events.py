"""What happened in a card game, as everyone is told; a card from the stock is shown to its owner only."""

from __future__ import annotations

import msgspec

from meldwise.rummy17.cards import Card
from meldwise.tiles import TileSet


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The hands are dealt, the bonus cards and the first discard lie open (C2)."""

    dealer: int
    counts: tuple[int, ...]
    stock: int
    discard: Card
    bonus: tuple[str, ...]


class Took(msgspec.Struct, frozen=True, tag="took"):
    """A seat took a card from the `stock` or the `pile`; *card* is None for others where it came from the stock."""

    seat: int
    source: str
    card: Card | None


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """A seat has said whether it knocks; nobody hears what before all have."""

    seat: int


class Knocked(msgspec.Struct, frozen=True, tag="knocked"):
    """The knocking is over: who knocked, and who got the card (None where nobody knocked)."""

    seats: tuple[int, ...]
    winner: int | None
    card: Card


class Melded(msgspec.Struct, frozen=True, tag="melded"):
    """A seat laid a meld, perhaps with a joker from the edge."""

    seat: int
    meld: int
    cards: TileSet
    from_edge: bool


class Extended(msgspec.Struct, frozen=True, tag="extended"):
    """A seat added to a meld, which lies like this now."""

    seat: int
    meld: int
    cards: TileSet


class Exchanged(msgspec.Struct, frozen=True, tag="exchanged"):
    """A seat put a card for a joker."""

    seat: int
    meld: int
    card: Card
    joker: Card


class TookBack(msgspec.Struct, frozen=True, tag="took-back"):
    """What a seat laid this turn went back."""

    seat: int


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    """A seat put a card on the pile; *late* where the time had run out."""

    seat: int
    card: Card
    left: int
    late: bool = False


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The game is over."""

    ended: str
    out: int | None
    doubled: bool
    scores: tuple[int, ...]


Event = Dealt | Took | Answered | Knocked | Melded | Extended | Exchanged | TookBack | Discarded | Ended

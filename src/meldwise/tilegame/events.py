"""What happened in a tile game, as everyone is told; a drawn tile is shown to its owner only."""

from __future__ import annotations

import msgspec

from meldwise.tiles import AnyTile, Rack, Table


class StartDrawn(msgspec.Struct, frozen=True, tag="start-drawn"):
    """Every seat drew for the start, perhaps in several rounds (T5)."""

    rounds: tuple[tuple[tuple[int, AnyTile], ...], ...]
    starter: int


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The racks are full and the pool is what is left (T4)."""

    starter: int
    counts: tuple[int, ...]
    pool: int


class Played(msgspec.Struct, frozen=True, gc=False, tag="played"):
    """A seat laid tiles; the table is now this."""

    seat: int
    tiles: Rack
    table: Table
    opened: bool
    points: int
    left: int


class Drew(msgspec.Struct, frozen=True, gc=False, tag="drew"):
    """A seat drew; *tiles* is empty for everyone but that seat. *penalty* where the time had run out."""

    seat: int
    count: int
    tiles: Rack
    penalty: bool = False


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat did not play at an empty pool."""

    seat: int


class Announced(msgspec.Struct, frozen=True, tag="announced"):
    """A seat announced an opening for its next turn."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The game is over."""

    ended: str
    winner: int
    scores: tuple[int, ...]


Event = StartDrawn | Dealt | Played | Drew | Passed | Announced | Ended

"""What a seat, or the one who owns the clock, may ask of a tile game."""

from __future__ import annotations

import msgspec

from meldwise.tiles import Table


class Play(msgspec.Struct, frozen=True, gc=False, tag="play"):
    """End the turn with this table."""

    seat: int
    table: Table


class Draw(msgspec.Struct, frozen=True, gc=False, tag="draw"):
    """Take a tile from the pool; the turn ends."""

    seat: int


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Do nothing, the pool being empty."""

    seat: int


class Announce(msgspec.Struct, frozen=True, tag="announce"):
    """Announce an opening for the next turn (T41)."""

    seat: int


class TimeUp(msgspec.Struct, frozen=True, tag="time"):
    """The clock's word: the turn of *seat* is over, with the table as it lies."""

    seat: int
    table: Table


Action = Play | Draw | Pass | Announce | TimeUp
ACTIONS = (Play, Draw, Pass, Announce, TimeUp)
"""The same as classes to ask for: quicker than the union."""

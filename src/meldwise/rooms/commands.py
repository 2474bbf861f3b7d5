"""What a person, or a bot over the wire, may ask of a room; strictly typed, every length limited."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Sign = Literal["👍", "👏", "😀", "😮", "😢", "🤔", "⏳", "🎉"]
Asking = Literal["pause", "take-back", "rematch"]
MOST_ACTION = 1200
"""Characters of an action: the whole box on the table is well below."""
END = r"(?!\n)$"
"""Ends a pattern; in Python the sign alone would let a line break follow."""


class Start(Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Begin the match, or its next game; the host's to say."""


class Share(Struct, frozen=True, tag="share", forbid_unknown_fields=True):
    """Add a random value to the shuffle, in lower-case hexadecimal digits."""

    value: Annotated[str, Meta(pattern="^[0-9a-f]{1,64}" + END)]


class Act(Struct, frozen=True, gc=False, tag="act", forbid_unknown_fields=True):
    """Do something in the game, written as in a record but without the seat: `draw`, `play b3 b4 b5 / k8 r8 o8`."""

    action: Annotated[str, Meta(min_length=1, max_length=MOST_ACTION)]
    seen: Annotated[int, Meta(ge=0)] | None = None
    """The last event you had seen; where it is another turn by now, this is refused and not done in that turn."""


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """Ask the others for consent."""

    what: Asking


class Answer(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answer what was asked."""

    agrees: bool


class Continue(Struct, frozen=True, tag="continue", forbid_unknown_fields=True):
    """End a pause."""


class TakeSeatBack(Struct, frozen=True, tag="back", forbid_unknown_fields=True):
    """Play on, after turns were skipped or played for this seat."""


class Remove(Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Take somebody off a seat; the host's to say. An opponent goes only before a match or after it."""

    seat: SeatNumber


class Replace(Struct, frozen=True, tag="replace", forbid_unknown_fields=True):
    """Set an opponent on a seat; the host's to say."""

    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)] = "medium"


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Give the seat up for good."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Struct, frozen=True, tag="react", forbid_unknown_fields=True):
    """Show a sign to the table."""

    sign: Sign


class Mute(Struct, frozen=True, tag="mute", forbid_unknown_fields=True):
    """Silence a seat, or let it speak again; the host's to say."""

    seat: SeatNumber
    on: bool = True


Command = Start | Share | Act | Ask | Answer | Continue | TakeSeatBack | Remove | Replace | Leave | Say | React | Mute

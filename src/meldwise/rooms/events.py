"""What happened in a room, as its log keeps it: one event a row, written before anyone is told.

Seats' tokens and a private link stand here only as hashes. What a client is told of an event is cut by `view`.
"""

from __future__ import annotations

from msgspec import Struct

from meldwise.rooms.options import Options


class Created(Struct, frozen=True, tag="created"):
    """The room stands; *token* is the hash of the creator's, *link* that of the private link's secret."""

    options: Options
    version: int
    """The version of the rules the room is played by."""
    token: str
    link: str = ""
    name: str | None = None
    """The creator's name at seat 0; None where the creator only watches."""
    opponents: tuple[str, ...] = ()
    """Levels, for the last seats."""


class Joined(Struct, frozen=True, tag="joined"):
    """A person took a seat."""

    seat: int
    name: str
    token: str


class Left(Struct, frozen=True, tag="left"):
    """A person gave the seat up: free before the game, an opponent's during it."""

    seat: int


class Removed(Struct, frozen=True, tag="removed"):
    """The host took somebody off a seat."""

    seat: int


class Replaced(Struct, frozen=True, tag="replaced"):
    """The host set an opponent on a seat."""

    seat: int
    level: str


class Here(Struct, frozen=True, tag="here"):
    """A person is connected, through a node of the server."""

    seat: int
    node: str


class Gone(Struct, frozen=True, tag="gone"):
    """A person's last connection is closed."""

    seat: int


class Away(Struct, frozen=True, tag="away"):
    """A person has been gone for longer than the grace: turns are skipped or played for it."""

    seat: int


class Back(Struct, frozen=True, tag="back"):
    """A person takes the seat back."""

    seat: int


class Committed(Struct, frozen=True, tag="committed"):
    """A game is about to begin: the server has chosen its random value, and everyone hears its hash."""

    server: str


class Shared(Struct, frozen=True, tag="shared"):
    """A seat added its own random value."""

    seat: int
    value: str


class Dealt(Struct, frozen=True, tag="dealt"):
    """The shuffle is made of all values; *pool* stands where a test gave the order."""

    pool: str = ""


class Acted(Struct, frozen=True, gc=False, tag="acted"):
    """Something was done in the game, written as in a record.

    *cause* says who did it where the player did not: the `clock`, a `skip`, or an `opponent`.
    """

    action: str
    cause: str = ""


class Asked(Struct, frozen=True, tag="asked"):
    """A seat asks the others for consent: `pause`, `take-back` or `rematch`."""

    seat: int
    what: str


class Answered(Struct, frozen=True, tag="answered"):
    """A seat answers what was asked."""

    seat: int
    agrees: bool


class AskLapsed(Struct, frozen=True, tag="ask-lapsed"):
    """Nobody answered in time."""


class Continued(Struct, frozen=True, tag="continued"):
    """A pause is over."""

    seat: int


class Said(Struct, frozen=True, tag="said"):
    """A line of chat."""

    seat: int
    text: str


class Reacted(Struct, frozen=True, tag="reacted"):
    """A quick reaction."""

    seat: int
    sign: str


class Muted(Struct, frozen=True, tag="muted"):
    """The host silences a seat, or lets it speak again."""

    seat: int
    on: bool


class Outage(Struct, frozen=True, tag="outage"):
    """The server was down for so many milliseconds; running clocks get them back."""

    lost: int


class Closed(Struct, frozen=True, tag="closed"):
    """The room is no more; its log stays."""


Event = (
    Created
    | Joined
    | Left
    | Removed
    | Replaced
    | Here
    | Gone
    | Away
    | Back
    | Committed
    | Shared
    | Dealt
    | Acted
    | Asked
    | Answered
    | AskLapsed
    | Continued
    | Said
    | Reacted
    | Muted
    | Outage
    | Closed
)

"""What went into a checkable shuffle, as plain data: the server's value, its commitment, and a share from each seat."""

from __future__ import annotations

import re

import msgspec

from meldwise.errors import CaseError

MOST_GAME = 99_999
ROOM = re.compile(r"[A-Za-z0-9_-]{1,64}")
VALUE = re.compile(r"[0-9a-f]{64}")
"""A server's value, and a commitment: 32 bytes."""
SHARE = re.compile(r"[0-9a-f]{1,64}")
SILENT = "-"
"""How a seat that added nothing is written; no share reads so."""


class Fair(msgspec.Struct, frozen=True):
    """All that is needed to check a shuffle, besides what a record tells anyway.

    A share is None where the seat was silent. *server* is a secret until the game is over.
    """

    room: str
    game: int
    commitment: str
    server: str
    shares: tuple[str | None, ...]

    def __post_init__(self) -> None:
        check_room(self.room)
        check_game(self.game)
        check_value(self.commitment)
        check_value(self.server)
        for share in self.shares:
            if share is not None:
                check_share(share)

    @property
    def sharing(self) -> tuple[int, ...]:
        """The seats that added a share; with none of them the shuffle is the server's word."""
        return tuple(seat for seat, share in enumerate(self.shares) if share is not None)


def check_room(text: str) -> None:
    """Refuse what is no room's name; it stands in records, so it must not be a secret."""
    if not ROOM.fullmatch(text):
        raise CaseError("no-room-name", text=text[:40])


def check_game(number: int) -> None:
    """Refuse a game's number that a record cannot hold."""
    if not 0 <= number <= MOST_GAME:
        raise CaseError("no-game-number", number=number, most=MOST_GAME)


def check_value(text: str) -> None:
    """Refuse what is neither a server's value nor a commitment."""
    if not VALUE.fullmatch(text):
        raise CaseError("no-value", text=text[:70])


def check_share(text: str) -> None:
    """Refuse what is no share."""
    if not SHARE.fullmatch(text):
        raise CaseError("no-share", text=text[:70])

"""What is asked of the server over HTTP, and what it answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from meldwise.rooms.options import Options
from meldwise.rooms.view import RoomFields
from meldwise.rooms.wire import CommandId, RoomId, Token
from meldwise.shares import Fair
from meldwise.solver import Step

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(max_length=20)]


class CreateRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table; sent again with the same *id* and *token*, it is the same table."""

    id: CommandId
    token: Token
    options: Options = Options()
    name: Name | None = None
    """Your name at seat 0; without one you only watch, and are host all the same."""
    opponents: Annotated[tuple[Level, ...], Meta(max_length=6)] = ()
    """Levels of opponents for the last seats."""


class JoinRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat at a table; sent again with the same *id* and *token*, it is the same seat."""

    id: CommandId
    token: Token
    name: Name
    link: Annotated[str, Meta(max_length=64)] | None = None
    """The secret of a private table's link."""
    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The seat one wants; without one the first that is free."""


class ReviewRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """Review a game that was played anywhere."""

    record: str
    """The whole text of its record."""


class Seated(Struct, frozen=True):
    """Where one sits; -1 stands for a host without a seat."""

    room: RoomId
    seat: int
    link: str = ""
    """What comes after the # of a private table's address."""


class RoomInfo(Struct, frozen=True):
    """A table as anybody who may look at it sees it."""

    room: RoomId
    options: Options
    fields: RoomFields
    """What everyone may know of it."""
    you: int | None = None
    """Your seat, by your token; -1 for a host without one."""
    turn: int | None = None
    """The seat in turn, while a game is played."""


class Problem(Struct, frozen=True):
    """Why something was not done."""

    code: str
    """Never changes its meaning."""
    message: str
    """The same in words, for people."""


class Hint(Struct, frozen=True):
    """What one could do now, written as an action."""

    action: str
    """As the command `act` takes it."""
    tiles: int
    """How many tiles or cards it lays."""
    steps: tuple[Step, ...] = ()
    """How to lay it, where it changes the table: each step a message's code and its facts."""


class ReviewedTurn(Struct, frozen=True):
    """What a turn laid, and the most it could have laid."""

    seat: int
    first: int
    """The number of its first step; the deal is 0."""
    last: int
    laid: int
    """How many tiles or cards it laid."""
    most: int
    """How many it could have laid."""
    proven: bool
    """Whether it could not have laid even more."""
    better: tuple[str, ...]
    """The actions that lay most; none where no more could have been laid."""
    steps: tuple[Step, ...]
    """How to lay that, where it changes the table."""


class ReviewedStep(Struct, frozen=True):
    """A step of a game: what was done, and how everything lay then."""

    seat: int | None
    """Who did it; null for the deal."""
    action: str
    """Written as the command `act` takes it."""
    view: dict[str, Any]
    """The game as anybody saw it, with the fields that a socket tells of it."""
    racks: tuple[tuple[str, ...], ...]
    """Everyone's tiles or cards."""
    happened: tuple[dict[str, Any], ...]
    """What happened, as an event of a socket tells it."""
    turn: ReviewedTurn | None
    """The turn that this step ended."""


class Review(Struct, frozen=True):
    """A game looked at afterwards, step by step."""

    rules: str
    names: tuple[str, ...]
    result: str
    """How it ended, as the record says it."""
    steps: tuple[ReviewedStep, ...]
    fair: Fair | None
    """What the shuffle was made of, where anyone can check it."""

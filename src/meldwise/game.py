"""What every game offers: start, judge, apply, view, result; and how its values become plain data and come back."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import Any, Protocol, TypeVar, overload

import msgspec

from meldwise.errors import CaseError, Reason
from meldwise.ruleset import Ruleset
from meldwise.tiles import AnyTile, Rack

T = TypeVar("T")


class Setup(msgspec.Struct, frozen=True):
    """What a game begins with: the pool (or stock) in drawing order, who starts, and why.

    *start_draw* holds the tiles drawn for the start, in the order they were drawn (T5); *bonus* is Rummy 17's.
    """

    pool: Rack
    starter: int = 0
    start_draw: Rack = ()
    bonus: tuple[str, ...] = ()


class Outcome(Protocol):
    """What a match needs of a finished game."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Everyone's score, seat by seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Whoever won the game."""


class Game(Protocol):
    """The functions of a game package; `tilegame` and `rummy17` are such games, each with its own types."""

    OWN: tuple[str, ...]

    def start(self, rules: Any, seats: int, setup: Setup) -> tuple[Any, list[Any]]:
        """Deal; the pool comes in drawing order."""

    def judge(self, state: Any, action: Any) -> list[Reason]:
        """Say what forbids an action now."""

    def apply(self, state: Any, action: Any) -> tuple[Any, list[Any]]:
        """Return the next state and what happened; IllegalAction where a rule forbids it."""

    def redo(self, state: Any, action: Any) -> tuple[Any, list[Any]]:
        """Return the same for an action that was judged already."""

    def view(self, state: Any, seat: int | None) -> Any:
        """Cut a state down to what a seat, or a spectator, may know."""

    def own(self, state: Any, seat: int | None) -> tuple[Any, ...]:
        """Return the fields of a view that differ from viewer to viewer, in the order of `OWN`."""

    def owns(self, state: Any) -> tuple[tuple[Any, ...], ...]:
        """Return them for every seat: field by field, each seat by seat."""

    def open_to_all(self, state: Any) -> tuple[Any, ...]:
        """Return the fields of a view that are the same for all, in their order, but for the rules and the seat."""

    def seen(self, event: Any, seat: int | None) -> Any:
        """Cut an event down likewise; whoever it is about may know more than a spectator, and nobody else."""

    def result(self, state: Any) -> Outcome | None:
        """Return how the game ended, or None."""

    def actors(self, state: Any) -> Sequence[int]:
        """Return the seats the game waits for."""

    def write_action(self, action: Any) -> str:
        """Write an action as a line of text."""

    def read_action(self, text: str, rules: Any) -> Any:
        """Read an action."""

    def write_result(self, result: Any) -> str:
        """Write how a game ended as a line of text."""


def check_seats(rules: Ruleset, seats: int, starter: int = 0) -> None:
    """Refuse a number of seats the box does not serve, and a starter who does not sit there (T3, C1)."""
    if not rules.min_players <= seats <= rules.max_players:
        raise CaseError("wrong-players", players=seats, least=rules.min_players, most=rules.max_players)
    if not 0 <= starter < seats:
        raise CaseError("no-such-seat", seat=starter, seats=seats)


def check_viewer(seat: int | None, seats: int) -> None:
    """Refuse a seat that is not there: nobody looks through a wrong number."""
    if seat is not None and not 0 <= seat < seats:
        raise CaseError("no-such-seat", seat=seat, seats=seats)


def to_plain(value: object) -> Any:
    """Turn a state, action, event, view or result into plain JSON data; tiles become notation."""
    return msgspec.to_builtins(value, enc_hook=_write)


def to_bytes(value: object) -> bytes:
    """Turn a value into JSON bytes, the same for equal values."""
    return msgspec.json.encode(value, enc_hook=_write)


@overload
def from_plain(data: object, kind: type[T]) -> T: ...
@overload
def from_plain(data: object, kind: UnionType) -> Any: ...
def from_plain(data: object, kind: Any) -> Any:
    """Build a value of *kind* from plain data, strictly; msgspec.ValidationError where it does not fit."""
    return msgspec.convert(data, kind, dec_hook=_read)


@overload
def from_bytes(data: bytes, kind: type[T]) -> T: ...
@overload
def from_bytes(data: bytes, kind: UnionType) -> Any: ...
def from_bytes(data: bytes, kind: Any) -> Any:
    """Build a value of *kind* from JSON bytes, strictly."""
    return msgspec.json.decode(data, type=kind, dec_hook=_read)


def _write(value: object) -> str:
    if isinstance(value, AnyTile):
        return value.text
    raise NotImplementedError(type(value))


def _read(kind: type, data: object) -> object:
    if not issubclass(kind, AnyTile):
        raise NotImplementedError(kind)
    if not isinstance(data, str):
        raise TypeError("a tile is written as text")
    return AnyTile.parse(data)

"""A game as decisions: numbered actions with a mask, whoever is to choose, and what each seat sees.

All environments are made of this. A decision is one choice of one seat; a turn may be one decision or several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from meldwise.envs.fields import Fields
from meldwise.errors import NOTHING, CaseError, IllegalAction, Reason
from meldwise.game import Outcome
from meldwise.ruleset import Ruleset

Encoding = Literal["candidates", "tiles"]
ENCODINGS: tuple[Encoding, ...] = ("candidates", "tiles")

CANDIDATES = 64
"""Plays a decision offers at most in the encoding `candidates`, where nothing else is asked for."""
LAYOUTS = 8
"""Ways to lay the same tiles that can be told apart, where it matters how they lie."""

Vector = NDArray[np.float32]


class Decisions(Protocol):
    """A game that waits for decisions."""

    @property
    def rules(self) -> Ruleset:
        """What is played."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def size(self) -> int:
        """Actions there are, open or not."""

    @property
    def kinds(self) -> int:
        """Kinds of tiles, as counts are indexed."""

    @property
    def fields(self) -> Fields:
        """What stands where in an observation."""

    @property
    def turns(self) -> int:
        """Turns begun, the one now included."""

    @property
    def actor(self) -> int | None:
        """The seat that is to choose; None where the game is over."""

    @property
    def truncated(self) -> bool:
        """Whether there are plays that no action stands for."""

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None."""

    @property
    def state(self) -> Any:
        """The game as its own package knows it, everything included."""

    @property
    def events(self) -> Sequence[Any]:
        """Everything that happened, as the game tells it; each seat may only see a cut of it."""

    def mask(self) -> bytes:
        """Return a 1 for every action that is open to the seat that is to choose."""

    def choose(self, action: int) -> None:
        """Choose; IllegalAction where the action is not open, and then nothing has changed."""

    def meaning(self, action: int) -> str:
        """Say in words what an action does now, or did when it was open."""

    def candidates(self) -> NDArray[np.uint8]:
        """Return for each candidate the tiles it is about, by kind; rows of no candidate are zero."""

    def observe(self, seat: int) -> Vector:
        """Return what a seat sees, flat; `fields` says what stands where."""

    def view(self, seat: int) -> Any:
        """Return what a seat sees as the game's own view."""

    def act(self, action: Any) -> None:
        """Do what an opponent answered to its view."""

    def may_announce(self, seat: int) -> bool:
        """Tell whether a seat may announce an opening now (T41)."""

    def draws(self, action: int) -> bool:
        """Tell whether an action that is open takes a tile nobody has seen."""

    def secret(self, action: int) -> bool:
        """Tell whether the others do not see that an open action is chosen: tiles only picked, answers to knocking."""

    def hidden(self) -> dict[int, int]:
        """Count the tiles, by kind, that may be drawn next: those of the pool."""

    def put_next(self, kind: int) -> None:
        """Let this kind be drawn next; it must be in the pool."""

    def copy(self) -> Self:
        """Return a game that goes on by itself."""


def check_encoding(encoding: str) -> None:
    """Refuse an encoding that is none."""
    if encoding not in ENCODINGS:
        raise CaseError("no-such-encoding", encoding=str(encoding)[:40], known=", ".join(ENCODINGS))


def check_open(action: int, mask: bytes) -> None:
    """Refuse an action that the mask leaves out."""
    if not 0 <= action < len(mask) or not mask[action]:
        known = ", ".join(str(i) for i, is_open in enumerate(mask) if is_open)
        raise IllegalAction([Reason("action-not-open", {"action": int(action), "open": known or NOTHING})])

"""What a room is created with: the rules, the seats, the clock, and how it treats those who are gone."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from meldwise import catalog
from meldwise.bots import LEVELS
from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.match import new_match
from meldwise.ruleset import AnyRules

MOST_GAMES = 99
Language = Literal["en", "hu", "pl", "sk", "fi"]


class ClockOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How time is kept: none, so long for a turn, or a bank for the game that grows with every turn.

    Without *seconds* a turn lasts as long as the book says (T33, C15). With a bank that is used up it has five seconds.
    """

    kind: Literal["none", "turn", "bank"] = "turn"
    seconds: Annotated[int, Meta(ge=5, le=7200)] | None = None
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A room's settings; they stay as they are while it stands."""

    rules: Annotated[str, Meta(min_length=1, max_length=400)] = "pl-standard"
    """A ruleset's key, with house rules after a plus sign."""
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] | None = None
    """How many games make a match; without a number as many as the book says (T43)."""
    clock: ClockOptions = ClockOptions()
    title: Annotated[str, Meta(max_length=40)] = ""
    language: Language = "en"
    listed: bool = False
    """Whether the lobby shows it; else only its link leads there."""
    drafts: bool = True
    """Whether the others see what the player in turn is arranging."""
    reveal: bool = True
    """Whether spectators may see racks and records after a game."""
    hints: bool = True
    """Whether players may ask for hints."""
    absent: Literal["skip", "opponent"] = "opponent"
    """What becomes of the turns of someone who is gone for longer than *grace* seconds."""
    grace: Annotated[int, Meta(ge=1, le=3600)] = 60
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    """Milliseconds an opponent waits before it acts, for people to follow; at most half of what the clock leaves."""


def check_options(options: Options) -> AnyRules:
    """Return the rules a room is to be played by; an error says what cannot be."""
    rules = catalog.find(options.rules)
    check_seats(rules, options.seats)
    new_match(rules, options.seats, options.games)
    if options.clock.kind == "bank" and options.clock.seconds is None:
        raise CaseError("bank-needs-seconds")
    return rules


def check_level(level: str) -> None:
    """Refuse a level nobody plays at."""
    if level not in LEVELS:
        raise CaseError("no-such-level", level=level[:40], known=", ".join(LEVELS))

"""A room at one moment: a frozen value, made by going through its log."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, Literal

from msgspec import Struct

from meldwise import catalog, rummy17, tilegame
from meldwise.game import Setup
from meldwise.match import Match
from meldwise.rooms.options import Options
from meldwise.ruleset import AnyRules
from meldwise.shares import Fair

WAITING, SHARING, PLAYING, BETWEEN, OVER, CLOSED = "waiting", "sharing", "playing", "between", "over", "closed"
OPEN, PERSON, OPPONENT = "open", "person", "opponent"
OWNER = -1
"""The number of a creator who took no seat and is host all the same."""
MOST_LINES = 50
"""Lines of chat a room remembers."""
MOST_EVENTS = 100_000
"""With so many events a room's log is full: no other game begins there. The longest match needs fewer."""

Kind = Literal["open", "person", "opponent"]
Phase = Literal["waiting", "sharing", "playing", "between", "over", "closed"]


class Seat(Struct, frozen=True):
    """Who sits on a seat, and whether that person is there."""

    kind: Kind = "open"
    name: str = ""
    token: str = ""
    """The hash of the secret that holds this seat."""
    level: str = ""
    joined: int = 0
    """The event with which this person took the seat."""
    node: str = ""
    """The node through which the person is connected; empty where nobody is."""
    gone: int = 0
    """Since when the person is not connected."""
    away: bool = False
    """Whether turns are skipped or played for this person."""
    muted: bool = False
    late: int = 0
    """Turns in a row that only the clock ended."""

    @property
    def here(self) -> bool:
        """Whether a person sits here and is connected."""
        return self.kind == PERSON and bool(self.node)


class Watch(Struct, frozen=True, gc=False):
    """The clocks of the turn and of the knocking: what was left at *since*, which is None while they stand still."""

    left: int | None = None
    """Milliseconds; None where the turn has no limit."""
    since: int | None = None
    knock_left: int | None = None
    knock_since: int | None = None
    banks: tuple[int, ...] = ()

    @property
    def due(self) -> int | None:
        """When the turn's time is up, if it runs."""
        return None if self.left is None or self.since is None else self.since + self.left

    @property
    def knock_due(self) -> int | None:
        """When the knocking is over, if it runs."""
        return None if self.knock_left is None or self.knock_since is None else self.knock_since + self.knock_left


class Asking(Struct, frozen=True):
    """Something a seat asks of the others, and who agreed."""

    seat: int
    what: str
    since: int
    agreed: tuple[int, ...] = ()


class Refusal(Struct, frozen=True):
    """Something a seat asked for and was refused, when so many moves had been made."""

    seat: int
    what: str
    moves: int


class Line(Struct, frozen=True):
    """A line of chat, or a sign."""

    seat: int
    name: str
    text: str
    at: int


class Player(Struct, frozen=True):
    """Who played a game: the name, and of a person the hash of the token."""

    name: str
    token: str = ""


class Room(Struct, frozen=True, gc=False):
    """Everything there is to know of a room; what a viewer may know is cut from it by `view`.

    Like other values that are made anew with every move it is never part of a cycle, so that nobody need look for one.
    """

    id: str
    options: Options
    seats: tuple[Seat, ...]
    host: int
    owner: Seat | None = None
    """The creator, where that one only watches."""
    link: str = ""
    n: int = 0
    at: int = 0
    phase: str = WAITING
    began: int = 0
    """When this phase did."""
    match: Match | None = None
    game: int = 0
    """How many games have begun here."""
    server: str = ""
    """The server's random value for this game."""
    commitment: str = ""
    shares: tuple[str | None, ...] = ()
    word_only: bool = False
    """Whether the order of this game was given by a test, and is no shuffle at all."""
    players: tuple[Player, ...] = ()
    """Who sat there when the game was dealt."""
    setup: Setup | None = None
    state: Any = None
    actions: tuple[Any, ...] = ()
    moves: int = 0
    """Counts what was done in games here, and what was taken back: it never returns to a number."""
    turned: int = 0
    """The event since which it is this turn."""
    watch: Watch = Watch()
    paused: bool = False
    asking: Asking | None = None
    refused: tuple[Refusal, ...] = ()
    """Of each kind those of who asked last, since the game has moved on or somebody else has sat down."""
    chat: tuple[Line, ...] = ()

    @property
    def rules(self) -> AnyRules:
        """The rules it is played by."""
        return catalog.find(self.options.rules)

    @property
    def attended(self) -> bool:
        """Whether somebody is there to play, or where only opponents play, its creator to watch them."""
        persons = False
        for seat in self.seats:
            if seat.kind == PERSON:
                if seat.node:
                    return True
                persons = True
        return not persons and self.owner is not None and bool(self.owner.node)

    @property
    def minded(self) -> bool:
        """Whether that somebody also does something, and was not found to be away from the screen."""
        persons = [seat for seat in self.seats if seat.kind == PERSON]
        return self.attended and (not persons or any([seat.node and not seat.away for seat in persons]))

    @property
    def full(self) -> bool:
        """Whether so much has happened here that it is to come to an end."""
        return self.n >= MOST_EVENTS

    @property
    def deserted(self) -> bool:
        """Whether a game goes on that nobody can come back to."""
        if self.owner is not None or self.phase not in (SHARING, PLAYING, BETWEEN):
            return False
        return all([seat.kind != PERSON for seat in self.seats])

    @property
    def stands_still(self) -> bool:
        """Whether clocks and opponents wait: a pause, or every person gone."""
        return self.paused or not self.attended

    @property
    def names(self) -> tuple[str, ...]:
        """Everyone's name in this game, as records write it."""
        return tuple(player.name for player in self.players)

    def who(self, seat: int) -> Seat:
        """Return who sits on a seat, or the creator where *seat* is OWNER."""
        return self.seats[seat] if seat != OWNER else self.owner or Seat()

    def token_of(self, seat: int) -> str:
        """Return the hash of the token that holds a seat, or the room where *seat* is OWNER."""
        return self.who(seat).token

    def played(self, token: str) -> bool:
        """Tell whether a token held a seat when the game was dealt."""
        return any([compare_digest(token, player.token) for player in self.players if player.token])

    def seat_of(self, token: str) -> int | None:
        """Return the seat, or OWNER, that this hash of a token holds."""
        places = range(OWNER, len(self.seats))
        held = [seat for seat in places if self.token_of(seat) and compare_digest(token, self.token_of(seat))]
        return held[0] if held else None


def fair_of(room: Room) -> Fair:
    """Return what the shuffle of the game is made of."""
    return Fair(room.id, room.game, room.commitment, room.server, room.shares)


def knocking(state: Any) -> bool:
    """Tell whether a game waits for answers to a knock (C4)."""
    return isinstance(state, rummy17.State) and state.phase == rummy17.state.KNOCKING


def is_tile_game(state: Any) -> bool:
    """Tell a tile game from a card game."""
    return isinstance(state, tilegame.State)

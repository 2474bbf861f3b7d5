"""A game being played: its state now, and everything done to reach it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldwise import catalog, tilegame
from meldwise.errors import CaseError, Reason
from meldwise.game import Game, Outcome, Setup, check_seats
from meldwise.record import Record, clean_name, closing_line
from meldwise.ruleset import AnyRules, CardRules, Ruleset
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.shares import Fair
from meldwise.shuffle import seed_bytes, shuffled


class LiveGame:
    """Plays one game and remembers it, so that it can be recorded and taken back step by step."""

    def __init__(self, rules: AnyRules, names: Sequence[str], setup: Setup) -> None:
        self.rules = rules
        self.names = tuple(clean_name(name) for name in names)
        self.setup = setup
        state, events = self._game.start(rules, len(self.names), setup)
        self._states = [state]
        self._events = [events]
        self.actions: list[Any] = []

    @property
    def _game(self) -> Game:
        return catalog.game_of(self.rules)

    @property
    def state(self) -> Any:
        """The game now."""
        return self._states[-1]

    @property
    def events(self) -> list[Any]:
        """Everything that happened, from the deal on."""
        return [event for events in self._events for event in events]

    @property
    def actors(self) -> Sequence[int]:
        """The seats the game waits for."""
        return self._game.actors(self.state)

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._game.result(self.state)

    def judge(self, action: Any) -> list[Reason]:
        """Say what forbids *action* now; [] where nothing does."""
        return self._game.judge(self.state, action)

    def apply(self, action: Any) -> list[Any]:
        """Do it and return what happened; IllegalAction leaves everything as it was."""
        state, events = self._game.apply(self.state, action)
        self._states.append(state)
        self._events.append(events)
        self.actions.append(action)
        return events

    def undo(self) -> Any:
        """Take the last action back and return it; for analysis, not for a table with other people."""
        if not self.actions:
            raise CaseError("nothing-to-undo")
        self._states.pop()
        self._events.pop()
        return self.actions.pop()

    def view(self, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator, may see."""
        return self._game.view(self.state, seat)

    def record(self, fair: Fair | None = None) -> Record:
        """Return the game so far as a record; *fair* tells what its shuffle was made of, once all may know."""
        closing = closing_line(self.rules, self.state)
        return Record(self.rules, self.names, self.setup, tuple(self.actions), closing, fair=fair)


def shuffle(rules: Ruleset, seats: int, seed: object, starter: int | None = None) -> Setup:
    """Make a setup from a seed; without *starter* the seats draw for it (T5), or in Rummy 17 seat 0 starts."""
    check_seats(rules, seats, starter or 0)
    if isinstance(rules, CardRules):
        bonus = shuffled(BONUS_CARDS, seed_bytes(seed, "bonus"))[: rules.bonus_in_play]
        return Setup(shuffled(deck(rules), seed_bytes(seed, "stock")), starter or 0, (), bonus)
    pool = shuffled(rules.box.tiles, seed_bytes(seed, "pool"))
    if starter is not None:
        return Setup(pool, starter)
    draw = tilegame.draw_for_start(shuffled(rules.box.tiles, seed_bytes(seed, "start")), seats)
    return Setup(pool, draw.starter, tuple(tile for drawn in draw.rounds for _, tile in drawn))

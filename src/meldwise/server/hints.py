"""Hints: the best turn from what a seat may see, and how to lay it."""

from __future__ import annotations

from typing import Any

from meldwise import catalog, rummy17, tilegame
from meldwise.bots import LEVELS, named
from meldwise.rooms.decide import Refused
from meldwise.rooms.state import PLAYING, Room, knocking
from meldwise.server.requests import Hint
from meldwise.server.thoughts import Thoughts
from meldwise.solver import Step, steps

PATIENCE = 15.0
"""Seconds after which whoever asked is told that there is none; longer than eight hints take where all is well."""


class Hints:
    """Thinks of one hint after another, apart from opponents: they never wait for hints."""

    def __init__(self, seconds: float) -> None:
        self.thoughts = Thoughts(seconds, PATIENCE, "hints-busy")

    async def ask(self, room: Room, seat: int) -> Hint:
        """Return a hint for a seat whose turn it is; Refused where there is none, or too many want one."""
        game = catalog.game_of(room.rules)
        if room.phase != PLAYING:
            raise Refused("not-now", phase=room.phase)
        if seat not in game.actors(room.state):
            code = "wait-for-knocking" if knocking(room.state) and seat == room.state.turn else "not-your-turn"
            raise Refused(code, seat=seat, turn=room.state.turn)
        view = game.view(room.state, seat)
        hint: Hint = await self.thoughts.ask((room.id, seat, room.moves), think, view, self.thoughts.seconds)
        return hint


def think(view: Any, seconds: float | None) -> Hint:
    """Return the turn that lays most; in Rummy 17 what the strongest opponent would do."""
    name = LEVELS["master"].opponent_in(view.rules) if isinstance(view, rummy17.View) else "greedy-tiles"
    action = named(name)("hint", tidy=True, seconds=seconds).act(view)
    text = catalog.game_of(view.rules).write_action(action).partition(" ")[2]
    return Hint(text, _laid(view, action), how(view, action))


def how(before: Any, action: Any) -> tuple[Step, ...]:
    """Return how to lay a play on the table *before* it, step by step; other actions are one step as they are."""
    return tuple(steps(before.table, action.table)) if isinstance(action, tilegame.Play) else ()


def _laid(view: Any, action: Any) -> int:
    """Count what an action lays from the rack or the hand."""
    if hasattr(action, "table"):
        return sum(map(len, action.table)) - sum(map(len, view.table))
    cards = getattr(action, "cards", ())
    return sum(card in view.hand for card in cards) if cards else 0

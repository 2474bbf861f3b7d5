"""Reviews of recorded games: every step with all racks open, and what each turn could have laid."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from meldwise import catalog, record, rummy17
from meldwise.game import to_plain
from meldwise.record import Step
from meldwise.review import Turn, review
from meldwise.rooms.decide import Refused
from meldwise.server.hints import how
from meldwise.server.requests import Review, ReviewedStep, ReviewedTurn
from meldwise.server.thoughts import Thoughts
from meldwise.tiles import Rack

SECONDS = 20.0
"""Seconds of work a review may take, however long that lasts on a crowded machine; most games need one or two."""
A_TURN = 0.5
"""Seconds for one turn; the hardest tables are answered with what was found by then."""
PATIENCE = 60.0
"""Seconds after which whoever asked is told that there is none, and the process is taken to be stuck."""


class Reviews:
    """Reviews one record after another, apart from opponents and hints."""

    def __init__(self) -> None:
        self.thoughts = Thoughts(PATIENCE, PATIENCE, "reviews-busy")

    async def ask(self, text: str) -> Review:
        """Return a record's review; a MeldwiseError says why there is none."""
        found: Review = await self.thoughts.ask(hashlib.sha256(text.encode()).digest(), reviewed, text)
        return found


def reviewed(text: str, seconds: float = SECONDS) -> Review:
    """Review the text of a record, in so many seconds of work."""
    until = time.process_time() + seconds
    found = record.read(text)
    made = list[ReviewedStep]()
    states = list[Any]()
    for step, turn in review(found, A_TURN):
        if time.process_time() > until:
            raise Refused("reviews-busy")
        states.append(step.state)
        made.append(ReviewedStep(**_told(step), turn=None if turn is None else _turn(turn, states[turn.first - 1])))
    return Review(found.rules.text, found.names, found.result, tuple(made), found.fair)


def _told(step: Step) -> dict[str, Any]:
    """Return a step as anybody sees it after the game."""
    state, action = step.state, step.action
    game = catalog.game_of(state.rules)
    view = to_plain(game.view(state, None))
    for field in ("rules", "seat", *game.OWN):
        view.pop(field)
    seat, written = (None, "") if action is None else (action.seat, game.write_action(action).partition(" ")[2])
    return {"seat": seat, "action": written, "view": view, "racks": _racks(state), "happened": to_plain(step.events)}


def _racks(state: Any) -> tuple[tuple[str, ...], ...]:
    racks: tuple[Rack, ...] = state.hands if isinstance(state, rummy17.State) else state.racks
    return tuple(tuple(tile.text for tile in rack) for rack in racks)


def _turn(turn: Turn, before: Any) -> ReviewedTurn:
    game = catalog.game_of(before.rules)
    better = tuple(game.write_action(action).partition(" ")[2] for action in turn.better)
    steps = how(before, turn.better[0]) if better else ()
    return ReviewedTurn(turn.seat, turn.first, turn.last, turn.laid, turn.most, turn.proven, better, steps)

"""A slip taken back by consent: as long as nobody has seen a hidden tile since."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from meldwise import catalog, rummy17, tilegame
from meldwise.rooms.clock import turn_again
from meldwise.rooms.state import OPPONENT, PLAYING, Room

_REVEALING = (tilegame.Draw, tilegame.TimeUp, rummy17.TakeStock, rummy17.TimeUp, rummy17.KnockTimeUp)
"""Whoever did this has seen, or may have, what lay hidden."""


_SILENT = (tilegame.Draw, tilegame.Pass, tilegame.Announce, rummy17.TakeStock, rummy17.Knock)
"""What an opponent may have done since: it shows nobody what it holds."""


def slip_of(room: Room, seat: int) -> int | None:
    """Return the place of the action a seat may take back: its last, if nobody has shown or seen anything since."""
    for place in range(len(room.actions) - 1, -1, -1):
        action = room.actions[place]
        if action.seat == seat:
            return None if isinstance(action, _REVEALING) else place
        if room.seats[action.seat].kind != OPPONENT or not isinstance(action, _SILENT):
            return None
    return None


def taken_back(room: Room, seat: int, at: int) -> Room:
    """Return the room as it was before a seat's slip; the turn gets its time anew."""
    place = slip_of(room, seat)
    if room.phase != PLAYING or place is None:
        return room
    kept = room.actions[:place]
    state = _replayed(room, kept)
    before = replace(room, actions=kept, state=state, moves=room.moves + 1, turned=room.n + 1)
    return replace(before, watch=turn_again(before, state, at))


def _replayed(room: Room, actions: tuple[Any, ...]) -> Any:
    game = catalog.game_of(room.rules)
    assert room.setup is not None
    state, _ = game.start(room.rules, len(room.seats), room.setup)
    for action in actions:
        state, _ = game.redo(state, action)  # judged when it was written
    return state

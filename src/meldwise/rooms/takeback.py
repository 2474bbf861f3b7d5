"""A slip taken back by consent: as long as nobody has seen a hidden tile since."""

from __future__ import annotations

from itertools import pairwise
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
    """Return the room as it was before a seat's slip; the turn gets its time anew, but no bank gains by it."""
    place = slip_of(room, seat)
    if room.phase != PLAYING or place is None:
        return room
    kept = room.actions[:place]
    states = _replayed(room, place)
    ended = {one.turn for one, after in pairwise(states) if one.turn != after.turn}
    watch = turn_again(room, states[0], ended, at)
    return replace(room, actions=kept, state=states[0], moves=room.moves + 1, turned=room.n + 1, watch=watch)


def _replayed(room: Room, place: int) -> list[Any]:
    """Return the game as it was before the action at a place, and after each one from there on."""
    game = catalog.game_of(room.rules)
    assert room.setup is not None
    state, _ = game.start(room.rules, len(room.seats), room.setup)
    states = [state]
    for action in room.actions:
        states.append(game.redo(states[-1], action)[0])  # judged when it was written
    return states[place:]

"""A slip taken back by consent: as long as nobody has seen a hidden tile since."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from meldwise import catalog, rummy17, tilegame
from meldwise.rooms.clock import turn_again
from meldwise.rooms.state import OPPONENT, PLAYING, Room, knocking

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
        by_opponent = room.seats[action.seat].kind == OPPONENT and isinstance(action, _SILENT)
        if not (by_opponent or isinstance(action, tilegame.Announce)):  # that binds nobody to anything (T41)
            return None
    return None


def can_be_asked(room: Room, seat: int) -> bool:
    """Tell whether a seat has a slip to take back; no answer to a knock is one once the answers lie open (C4)."""
    place = slip_of(room, seat)
    if place is None or not isinstance(room.actions[place], rummy17.Knock):
        return place is not None
    return knocking(room.state) and all(isinstance(one, rummy17.Knock) for one in room.actions[place:])


def taken_back(room: Room, seat: int, at: int) -> Room:
    """Return the room as it was before a seat's slip, but for what others have announced since.

    The turn gets its time anew, but no bank gains by it; a turn in which somebody else announced just goes on.
    """
    place = slip_of(room, seat)
    if room.phase != PLAYING or place is None:
        return room
    states = _replayed(room, place)
    state, actions = _announced_again(room, states[0], place)
    after = replace(room, actions=actions, state=state, moves=room.moves + 1)
    if isinstance(room.actions[place], tilegame.Announce) and state.turn == room.state.turn:
        return after
    ended = {one.turn for one, then in pairwise(states) if one.turn != then.turn}
    return replace(after, turned=room.n + 1, watch=turn_again(room, states[0], ended, at))


def _announced_again(room: Room, state: Any, place: int) -> tuple[Any, tuple[Any, ...]]:
    """Announce once more what was announced after a place, where that can still be."""
    game, kept = catalog.game_of(room.rules), list(room.actions[:place])
    for action in room.actions[place + 1 :]:
        if isinstance(action, tilegame.Announce) and not game.judge(state, action):
            state, _ = game.redo(state, action)
            kept.append(action)
    return state, tuple(kept)


def _replayed(room: Room, place: int) -> list[Any]:
    """Return the game as it was before the action at a place, and after each one from there on."""
    game = catalog.game_of(room.rules)
    assert room.setup is not None
    state, _ = game.start(room.rules, len(room.seats), room.setup)
    states = [state]
    for action in room.actions:
        states.append(game.redo(states[-1], action)[0])  # judged when it was written
    return states[place:]

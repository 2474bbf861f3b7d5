"""One game between opponents, each told only what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldwise import catalog, tilegame
from meldwise.bots import Opponent
from meldwise.game import Game, Setup
from meldwise.ruleset import AnyRules


def play_out(rules: AnyRules, setup: Setup, bots: Sequence[Opponent]) -> tuple[Any, list[Any]]:
    """Play a game to its end; return its last state and all actions."""
    game = catalog.game_of(rules)
    state, events = game.start(rules, len(bots), setup)
    watchers = [seat for seat, bot in enumerate(bots) if bot.listens()]
    announcing = isinstance(state, tilegame.State)
    actions = []
    _tell(game, events, bots, watchers)
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].act(game.view(state, seat))
        while action is not None:
            state, events = game.apply(state, action)
            actions.append(action)
            if watchers:
                _tell(game, events, bots, watchers)
            action = _aside(game, state, seat, bots[seat]) if announcing and state.may_announce[seat] else None
    return state, actions


def _aside(game: Game, state: Any, seat: int, bot: Opponent) -> Any:
    """Return what a seat says after drawing, where it may announce an opening (T41)."""
    return None if state.announced[seat] or state.result else bot.aside(game.view(state, seat))


def _tell(game: Game, events: Sequence[Any], bots: Sequence[Opponent], watchers: Sequence[int]) -> None:
    for seat in watchers:
        for event in events:
            bots[seat].watch(game.seen(event, seat))

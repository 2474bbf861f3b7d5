"""What is drawn of a game: the same for text and for pictures."""

from __future__ import annotations

from typing import NamedTuple

from meldwise import rummy17, tilegame
from meldwise.envs.decisions import Decisions
from meldwise.tiles import Rack, Table


class Shown(NamedTuple):
    """A seat: what is said of it, its tiles where they are shown, and how many it has."""

    told: str
    rack: Rack | None
    size: int


class Scene(NamedTuple):
    """A game to be drawn: a line above it, the table, the seats."""

    title: str
    table: Table
    racks: list[Shown]


def scene(game: Decisions, seat: int | None, privileged: bool) -> Scene:
    """Return what *seat* sees, and with *privileged* every rack."""
    state = game.state
    if isinstance(state, rummy17.State):
        view = rummy17.view(state, seat)
        table = tuple(meld.cards for meld in view.melds)
        lying = f"stock {view.stock}, discard {view.discard}, {len(view.edge)} jokers at the edge"
        counts, hands, flags = view.counts, state.hands, ["melded" if melded else "" for melded in view.melded]
    else:
        tiles = tilegame.view(state, seat)
        table, counts, hands = tiles.table, tiles.counts, state.racks
        lying = f"pool {tiles.pool}"
        flags = [_standing(*both) for both in zip(tiles.opened, tiles.announced, strict=True)]
    racks = []
    for i, flag in enumerate(flags):
        shown = hands[i] if privileged or i == seat else None
        told = f"seat {i}: {counts[i]}" + (f", {flag}" if flag else "") + (" - to act" if i == game.actor else "")
        racks.append(Shown(told, shown, counts[i]))
    return Scene(f"{game.rules.name}, turn {game.turns}, {lying}{_ended(game)}", table, racks)


def _standing(opened: bool, announced: bool) -> str:
    return "opened" if opened else "announced" if announced else ""


def _ended(game: Decisions) -> str:
    if game.result is None:
        return "" if game.actor is not None else ", stopped"
    return ", over: " + ", ".join(str(points) for points in game.result.scores)

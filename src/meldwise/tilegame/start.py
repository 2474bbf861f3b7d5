"""Who starts, and the deal (T4-T6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from meldwise.errors import NOTHING, CaseError
from meldwise.game import Setup, check_seats
from meldwise.notation import write_tiles
from meldwise.ruleset import TileRules
from meldwise.table import listed
from meldwise.tilegame.events import Dealt, Event, StartDrawn
from meldwise.tilegame.state import State
from meldwise.tiles import AnyTile, Rack, Tile, ordered


class StartDraw(msgspec.Struct, frozen=True):
    """The draw for the start: round by round, who drew what, and who starts."""

    rounds: tuple[tuple[tuple[int, AnyTile], ...], ...]
    starter: int


def draw_for_start(order: Sequence[AnyTile], seats: int) -> StartDraw:
    """Let each seat draw from *order*; the highest number starts, ties are drawn again among the tied (T5)."""
    tied, rounds, at = list(range(seats)), [], 0
    while len(tied) > 1 and at + len(tied) <= len(order):
        drawn = tuple(zip(tied, order[at : at + len(tied)], strict=True))
        at += len(tied)
        rounds.append(drawn)
        best = max(_height(tile) for _, tile in drawn)
        tied = [seat for seat, tile in drawn if _height(tile) == best]
    if len(tied) > 1:
        raise CaseError("start-draw-unsettled")
    return StartDraw(tuple(rounds), tied[0])


def start(rules: TileRules, seats: int, setup: Setup) -> tuple[State, list[Event]]:
    """Deal: first the racks, seat by seat, then what is left is the pool."""
    check_seats(rules, seats, setup.starter)
    pool = setup.pool
    if Counter(pool) != rules.box.counts:
        raise CaseError("pool-not-the-box", **_difference(pool, rules))
    size = rules.rack_size
    racks = tuple(ordered(pool[i * size : (i + 1) * size]) for i in range(seats))
    no = (False,) * seats
    starter = setup.starter
    state = State(rules, tuple(pool[seats * size :]), racks, (), starter, starter, no, no, ((),) * seats, no, no)
    dealt = Dealt(starter, tuple(len(rack) for rack in racks), len(state.pool))
    return state, [*_start_drawn(setup, seats, rules), dealt]


def _start_drawn(setup: Setup, seats: int, rules: TileRules) -> list[Event]:
    """Tell of the draw for the start, where there was one: it fits the box, and every tile drawn decides something."""
    if not setup.start_draw:
        return []
    draw = draw_for_start(setup.start_draw, seats)
    if Counter(setup.start_draw) - rules.box.counts or sum(map(len, draw.rounds)) != len(setup.start_draw):
        raise CaseError("start-draw-unsettled")
    if draw.starter != setup.starter:
        raise CaseError("start-draw-differs", starter=setup.starter, drawn=draw.starter)
    return [StartDrawn(draw.rounds, draw.starter)]


def _height(tile: AnyTile) -> int:
    return tile.number if isinstance(tile, Tile) else 0


def _difference(pool: Rack, rules: TileRules) -> dict[str, str]:
    held, wanted = Counter(pool), rules.box.counts
    return {
        "extra": write_tiles(listed(held - wanted)) or NOTHING,
        "missing": write_tiles(listed(wanted - held)) or NOTHING,
    }

"""How imagined games end, and what winning is worth to those who imagine them."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.ruleset import TileRules
from meldwise.solver.playouts import Deal
from meldwise.tilegame.scoring import OUT, POOL_EMPTY, FinalRack, score
from meldwise.tiles import Rack

WIN = 50.0
"""What winning is worth besides the points, in points."""


def is_passed(spot: Deal, rules: TileRules) -> bool:
    """Tell whether passing has ended a game (T37)."""
    return spot.passes > 0 and (rules.first_pass_ends or spot.passes >= len(spot.racks))


def scored(
    racks: Sequence[Rack], opened: Sequence[bool], out: bool, turn: int, rules: TileRules
) -> tuple[list[int], int]:
    """Return everyone's score and who won, seat by seat; *turn* is the seat that would play next."""
    seats = len(racks)
    order = [(turn + i) % seats for i in range(seats)]
    final = score(OUT if out else POOL_EMPTY, [FinalRack(racks[seat], opened[seat]) for seat in order], rules)
    return [final.scores[order.index(seat)] for seat in range(seats)], order[final.winner]

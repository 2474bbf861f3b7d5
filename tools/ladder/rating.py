"""Ratings of opponents from their games, with two to four seats: openskill's Bradley–Terry model over all pairs.

Its Plackett–Luce model, which asks who is first and then who is first of the rest, depends too much on the order of the
games here: a holder is first or last, and seldom between.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from openskill.models import BradleyTerryFull

from meldwise.shuffle import seed_bytes, shuffled
from meldwise.simulation import Played


class Rating(msgspec.Struct, frozen=True):
    """A strength, 25 at the start, and how unsure it still is (one standard deviation)."""

    mean: float
    spread: float


def ratings(games: Sequence[Played]) -> dict[str, Rating]:
    """Rate everyone from all games, which come in an order of their own, so that nobody is rated early."""
    model = BradleyTerryFull(tau=0.0)  # opponents do not change from game to game
    found = {name: model.rating(name=name) for game in games for name in game.seats}
    for at in shuffled(range(len(games)), seed_bytes("ladder", "ratings")):
        game = games[at]
        for (one,) in model.rate([[found[name]] for name in game.seats], ranks=places(game)):
            found[str(one.name)] = one
    return {name: Rating(one.mu, one.sigma) for name, one in found.items()}


def places(game: Played) -> list[float]:
    """Return everyone's place: whoever won is first, all others follow by their scores."""
    keys = [(seat not in game.winners, -score) for seat, score in enumerate(game.scores)]
    return [float(sorted(keys).index(key)) for key in keys]

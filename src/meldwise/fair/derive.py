"""From values to a commitment, to a seed, to a setup."""

from __future__ import annotations

from secrets import token_hex

from meldwise.game import Setup, check_seats
from meldwise.live import shuffle
from meldwise.ruleset import AnyRules, TileRules
from meldwise.shares import SILENT, Fair, check_game, check_room, check_value
from meldwise.shuffle import seed_bytes

COMMITMENT = "meldwise fair shuffle 1 commitment"
SEED = "meldwise fair shuffle 1 seed"
DRAWN = "drawn"
"""Stands where a starter would, when the seats draw for the start."""


def new_value() -> str:
    """Return a server's value nobody can guess: 32 random bytes from the system."""
    return token_hex(32)


def commitment(server: str, room: str, game: int, rules: AnyRules, seats: int, starter: int | None = None) -> str:
    """Return what a server tells before anyone shares: it settles its value, and all that the deal depends on.

    Without *starter* the seats draw for it (T5), or in Rummy 17 seat 0 starts, as in `live.shuffle`.
    """
    check_value(server)
    check_room(room)
    check_game(game)
    check_seats(rules, seats, starter or 0)
    first = DRAWN if starter is None and isinstance(rules, TileRules) else starter or 0
    return seed_bytes(COMMITMENT, server, room, game, rules.text, seats, first).hex()


def seed_of(fair: Fair) -> str:
    """Return the seed all values give together; a seat that is silent is no seat that shared nothing."""
    shares = [SILENT if share is None else share for share in fair.shares]
    return seed_bytes(SEED, fair.server, fair.room, fair.game, *shares).hex()


def setup_of(fair: Fair, rules: AnyRules, starter: int | None = None) -> Setup:
    """Return the pool, the draw for the start and the bonus cards the values give, for as many seats as shares."""
    return shuffle(rules, len(fair.shares), seed_of(fair), starter)

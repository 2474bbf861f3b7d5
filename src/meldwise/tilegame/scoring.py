"""What the end of a tile game is worth (T38-T42)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.ruleset import TileRules
from meldwise.solver import can_open
from meldwise.table import without
from meldwise.tiles import Rack, Tile

OUT, POOL_EMPTY = "out", "pool-empty"


class FinalRack(msgspec.Struct, frozen=True):
    """A player at the end of a game; *last_drawn* is what the last draw brought, if anything."""

    rack: Rack
    opened: bool = True
    had_turn: bool = True
    announced: bool = False
    last_drawn: Rack = ()


class Score(msgspec.Struct, frozen=True):
    """Who won, and everyone's score, in the order the players were given."""

    winner: int
    scores: tuple[int, ...]


def worth(rack: Rack, rules: TileRules) -> int:
    """Return what a rack is worth: its numbers, and a penalty for each joker (T38)."""
    return sum(tile.number if isinstance(tile, Tile) else rules.joker_penalty for tile in rack)


def late_draw(rules: TileRules, forgotten: int = 0) -> int:
    """Return how many tiles a player draws whose time ran out (T34).

    At a physical table, *forgotten* tiles are those whose place nobody remembers: they go into the pool (T36).
    """
    return rules.time_penalty + forgotten * rules.forgotten_penalty


def score(ended: str, players: Sequence[FinalRack], rules: TileRules) -> Score:
    """Return the winner and the scores; *players* stand in turn order from the seat that would play next."""
    check_seats(rules, len(players))
    if ended not in (OUT, POOL_EMPTY):
        raise CaseError("wrong-type", key="ended", wanted="one-of", known=f"{OUT}, {POOL_EMPTY}")
    empty = [i for i, player in enumerate(players) if not player.rack]
    if ended == OUT:
        if len(empty) != 1:
            raise CaseError("out-needs-one-empty-rack", empty=len(empty))
        return _gone_out(empty[0], players, rules)
    if empty:
        raise CaseError("pool-empty-needs-full-racks", empty=len(empty))
    return _pool_empty(players, rules)


def loss(player: FinalRack, rules: TileRules) -> int:
    """Return what a player loses to the one who went out (T39-T41)."""
    if player.opened or not rules.unopened_penalty:
        return worth(player.rack, rules)
    if not player.had_turn or not rules.unopened_able_penalty or not can_open(player.rack, rules):
        return rules.unopened_penalty
    excused = player.announced and player.last_drawn
    if excused and not can_open(without(player.rack, player.last_drawn), rules):
        return rules.unopened_penalty
    return rules.unopened_able_penalty


def _gone_out(winner: int, players: Sequence[FinalRack], rules: TileRules) -> Score:
    losses = [0 if i == winner else loss(player, rules) for i, player in enumerate(players)]
    return _settled(winner, losses, sum(losses))


def _pool_empty(players: Sequence[FinalRack], rules: TileRules) -> Score:
    worths = [worth(player.rack, rules) for player in players]
    winner = min(range(len(players)), key=lambda i: (worths[i], len(players[i].rack), i))
    own = worths[winner]
    match rules.pool_empty_scores:
        case "difference":
            losses = [w - own for w in worths]
            return _settled(winner, losses, sum(losses))
        case "worth":
            return _settled(winner, worths, sum(worths) - own)
        case "net":
            return _settled(winner, worths, sum(worths) - 2 * own)


def _settled(winner: int, losses: Sequence[int], gain: int) -> Score:
    return Score(winner, tuple(gain if i == winner else -lost for i, lost in enumerate(losses)))

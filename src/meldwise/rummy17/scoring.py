"""What the end of a card game is worth (C10-C14)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meldwise import sets
from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.notation import write_tiles
from meldwise.ruleset import CardRules
from meldwise.rummy17.bonus import BONUS_CARDS, award, laid
from meldwise.rummy17.cards import Card
from meldwise.tiles import Rack, Tile, TileSet


class FinalHand(msgspec.Struct, frozen=True):
    """A player at the end of a game: the cards in hand and the melds that lie before the player."""

    hand: Rack
    melds: tuple[TileSet, ...] = ()


class Score(msgspec.Struct, frozen=True):
    """Penalties and bonuses (after doubling, both positive), scores, winners, and who got each bonus card."""

    penalty: tuple[int, ...]
    bonus: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    awards: tuple[tuple[str, tuple[int, ...]], ...]
    doubled: bool


def penalty(hand: Rack, rules: CardRules) -> int:
    """Return what the cards in hand cost (C11)."""
    numbers = [card.number for card in hand if isinstance(card, Tile)]
    return sum(rules.high_penalty if number >= rules.high_from else rules.low_penalty for number in numbers)


def score(
    players: Sequence[FinalHand], bonus: Sequence[str], out: int | None, last_discard: Card | None, rules: CardRules
) -> Score:
    """Return the final score; *out* is who went out, None where the stock ran out."""
    _check(players, bonus, out, rules)
    lying = [laid(player.melds, rules, finished=out == i) for i, player in enumerate(players)]
    awards = tuple((card, award(card, lying)) for card in bonus)
    doubled = out is not None and isinstance(last_discard, Tile) and last_discard.number == rules.doubling_number
    factor = 2 if doubled else 1
    penalties = tuple(factor * penalty(player.hand, rules) for player in players)
    gains = [
        sum(seat in winners for _, winners in awards) * rules.bonus_points * factor for seat in range(len(players))
    ]
    scores = tuple(gain - lost for gain, lost in zip(gains, penalties, strict=True))
    winners = tuple(i for i, points in enumerate(scores) if points == max(scores))
    return Score(penalties, tuple(gains), scores, winners, awards, doubled)


def _check(players: Sequence[FinalHand], bonus: Sequence[str], out: int | None, rules: CardRules) -> None:
    """Refuse what is no end of a game: melds that are none, unknown bonus cards, a player who is not there."""
    check_seats(rules, len(players))
    for meld in (meld for player in players for meld in player.melds):
        if why := sets.reasons(meld, rules):
            raise CaseError("invalid-start-set", set=write_tiles(meld), why=why[0].plain)
    for card in bonus:
        if card not in BONUS_CARDS or list(bonus).count(card) > 1:
            raise CaseError("unknown-bonus", bonus=card[:40])
    if out is not None and not 0 <= out < len(players):
        raise CaseError("no-such-seat", seat=out, seats=len(players))

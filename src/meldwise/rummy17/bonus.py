"""The twelve bonus cards: each looks at the melds before a player and says how well they meet it (C12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from meldwise.ruleset import CardRules
from meldwise.rummy17.cards import as_numbers, joker_of, reading
from meldwise.tiles import Color, Tile, TileSet


class Laid(msgspec.Struct, frozen=True):
    """What lies before one player: every meld, its kind, its cards as numbers, and how many jokers."""

    kinds: tuple[str, ...]
    melds: tuple[tuple[Tile, ...], ...]
    jokers: int
    finished: bool

    def count(self, wanted: Callable[[Tile], bool]) -> int:
        """Return how many laid cards are wanted."""
        return sum(wanted(card) for meld in self.melds for card in meld)

    def longest(self, kind: str) -> int:
        """Return the length of the longest meld of a kind."""
        pairs = zip(self.melds, self.kinds, strict=True)
        return max((len(meld) for meld, its_kind in pairs if its_kind == kind), default=0)


def laid(melds: Sequence[TileSet], rules: CardRules, finished: bool = False) -> Laid:
    """Look at valid melds the way bonus cards do: a joker is a card of its colour and number (R31)."""
    return Laid(
        kinds=tuple(reading(meld, rules).kind for meld in melds),
        melds=tuple(as_numbers(meld, rules) for meld in melds),
        jokers=sum(joker_of(meld) is not None for meld in melds),
        finished=finished,
    )


def _highest_triple(mine: Laid) -> int:
    return max((sum(card.number for card in meld) for meld in mine.melds if len(meld) == 3), default=0)


MOST: Mapping[str, Callable[[Laid], int]] = {
    "most-cards": lambda mine: sum(map(len, mine.melds)),
    "most-sets": lambda mine: mine.kinds.count("set"),
    "most-runs": lambda mine: mine.kinds.count("run"),
    "longest-set": lambda mine: mine.longest("set"),
    "longest-run": lambda mine: mine.longest("run"),
    "most-123": lambda mine: mine.count(lambda card: card.number <= 3),
    "most-8-16": lambda mine: mine.count(lambda card: card.number in (8, 16)),
    "most-red": lambda mine: mine.count(lambda card: card.color is Color.RED),
    "highest-triple": _highest_triple,
    "finisher": lambda mine: int(mine.finished),
}
"""Cards for the most of something; where nobody has any, nobody gets it (R32)."""

FEWEST: Mapping[str, Callable[[Laid], int]] = {
    "fewest-blue": lambda mine: mine.count(lambda card: card.color is Color.BLUE),
    "fewest-jokers": lambda mine: mine.jokers,
}
"""Cards for the fewest of something; a player with nothing laid counts too (R32)."""

BONUS_CARDS = (
    "most-cards",
    "most-sets",
    "most-runs",
    "longest-set",
    "longest-run",
    "most-123",
    "most-8-16",
    "most-red",
    "fewest-blue",
    "fewest-jokers",
    "highest-triple",
    "finisher",
)


def award(bonus: str, players: Sequence[Laid]) -> tuple[int, ...]:
    """Return everyone who meets *bonus* best; all who tie."""
    if bonus in FEWEST:
        figures = [FEWEST[bonus](player) for player in players]
        return tuple(i for i, figure in enumerate(figures) if figure == min(figures))
    figures = [MOST[bonus](player) for player in players]
    best = max(figures)
    return tuple(i for i, figure in enumerate(figures) if figure == best > 0)

"""What a seat sees of Rummy 17, as numbers: its hand, everything that lies open, and what everyone saw others take.

Seats stand in turn order from the one that looks. Cards are indexed colour by colour, then the jokers.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldwise import sets
from meldwise.envs.fields import MOST_SCORE, Field, Fields
from meldwise.ruleset import CardRules
from meldwise.rummy17 import BONUS_CARDS, Meld, as_numbers
from meldwise.tiles import AnyTile, Joker

PHASES = ("take", "knock", "lay", "discard")


@lru_cache(maxsize=16)
def card_index(rules: CardRules) -> dict[AnyTile, int]:
    """Return the number of every card."""
    return {card: i for i, card in enumerate(dict.fromkeys(rules.box.tiles))}


@lru_cache(maxsize=64)
def card_fields(rules: CardRules, seats: int, privileged: bool = False) -> Fields:
    """Return the fields of the observations."""
    kinds, jokers = len(card_index(rules)), len(rules.box.jokers)
    numbers = kinds - jokers
    fields = [
        Field("hand", (kinds,), 1),
        Field("unseen", (kinds,), 1),
        Field("picked", (kinds,), 1),
        Field("discard", (kinds,), 1),
        Field("pile", (kinds,), 1),
        Field("known", (seats, kinds), 1),
        Field("laid", (seats, kinds), 1),
        Field("runs", (kinds,), 1),
        Field("run_starts", (numbers,), 1),
        Field("stands", (jokers, numbers), 1),
        Field("edge", (jokers,), 1),
        Field("bonus", (len(BONUS_CARDS),), 1),
        Field("phase", (len(PHASES),), 1),
        Field("turn", (seats,), 1),
        Field("sizes", (seats,), kinds),
        Field("melded", (seats,), 1),
        Field("answered", (seats,), 1),
        Field("stock", (1,), kinds),
        Field("recent", (seats, 2 + 2 * kinds), 1),
        Field("scores", (seats,), MOST_SCORE, -MOST_SCORE),
    ]
    if privileged:
        fields.append(Field("hands", (seats, kinds), 1))
    return Fields(fields)


def fill_melds(
    parts: dict[str, NDArray[np.float32]], melds: tuple[Meld, ...], order: list[int], rules: CardRules
) -> None:
    """Write down how the melds lie: before whom, which are runs and where those begin, what jokers stand for."""
    index, jokers = card_index(rules), rules.box.jokers
    for meld in melds:
        as_laid = as_numbers(meld.cards, rules)
        is_run = sets.readings(meld.cards, rules)[0].kind == sets.RUN
        for card, number in zip(meld.cards, as_laid, strict=True):
            parts["laid"][order.index(meld.owner), index[card]] = 1
            parts["runs"][index[card]] = is_run
            if isinstance(card, Joker):
                parts["stands"][jokers.index(card), index[number]] = 1
        if is_run:
            parts["run_starts"][index[as_laid[0]]] = 1

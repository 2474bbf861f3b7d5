"""Positions for the tests, in notation: every card of the deck lies somewhere, as in a real game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from meldwise.errors import IllegalAction
from meldwise.game import Setup
from meldwise.notation import parse_rack, parse_tiles, write_tiles
from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import Meld, State, apply, deck, read_action, start
from meldwise.rummy17.events import Event
from meldwise.rummy17.state import Result
from meldwise.tiles import TileSet

BONUS = ("most-cards", "most-runs", "longest-run", "fewest-jokers", "finisher")


def cards(text: str) -> TileSet:
    """Read cards in the order they lie."""
    return parse_tiles(text, RULES)


def deal(seats: int = 3, starter: int = 0, bonus: Sequence[str] = BONUS) -> State:
    """Deal the unshuffled deck."""
    return start(RULES, seats, Setup(deck(RULES), starter, (), tuple(bonus)))[0]


def position(
    *hands: str,
    melds: Sequence[tuple[int, str]] = (),
    pile: str = "k17",
    stock: str | None = None,
    turn: int = 0,
    melded: Iterable[int] | None = None,
    bonus: Sequence[str] = BONUS,
) -> State:
    """Return a game at the beginning of a turn.

    Cards named nowhere are the stock; where *stock* is given, they lie under the *pile*. Whoever owns a meld has
    melded, unless *melded* says who has.
    """
    laid = tuple(Meld(owner, cards(text)) for owner, text in melds)
    named = cards(" ".join([*hands, *(text for _, text in melds), pile, stock or ""]))
    assert len(set(named)) == len(named), "a card is there once"
    rest = tuple(card for card in deck(RULES) if card not in named)
    owners = {meld.owner for meld in laid} if melded is None else set(melded)
    return replace(
        deal(len(hands), turn, bonus),
        hands=tuple(parse_rack(hand, RULES) for hand in hands),
        melds=laid,
        pile=cards(pile) if stock is None else (*rest, *cards(pile)),
        stock=rest if stock is None else cards(stock),
        edge=tuple(joker for joker in RULES.box.jokers if joker not in named),
        melded=tuple(seat in owners for seat in range(len(hands))),
    )


def laying(
    *hands: str,
    melds: Sequence[tuple[int, str]] = (),
    taken: str = "k17",
    turn: int = 0,
    melded: Iterable[int] | None = None,
    bonus: Sequence[str] = BONUS,
) -> State:
    """Return a game in which the player in turn has just taken the discard *taken*, on top of the hand given."""
    pile = "k16 " + taken if "k16" not in " ".join([*hands, taken, *(text for _, text in melds)]).split() else taken
    before = position(*hands, melds=melds, pile=pile, turn=turn, melded=melded, bonus=bonus)
    return do(before, f"{turn} pile")


def do(state: State, *lines: str) -> State:
    """Return the game after these actions."""
    for line in lines:
        state, _ = apply(state, read_action(line, RULES))
    return state


def events(state: State, *lines: str) -> list[Event]:
    """Return what the last of these actions made happen."""
    return apply(do(state, *lines[:-1]), read_action(lines[-1], RULES))[1]


def refusal(state: State, line: str) -> str:
    """Return the code an action is refused with."""
    with pytest.raises(IllegalAction) as error:
        apply(state, read_action(line, RULES))
    assert str(error.value), "every refusal has its sentence"
    return error.value.reasons[0].code


def broken(state: State, line: str) -> set[str]:
    """Return the rules an action is said to break."""
    with pytest.raises(IllegalAction) as error:
        apply(state, read_action(line, RULES))
    return {rule for reason in error.value.reasons for rule in reason.rules}


def hand(state: State, seat: int) -> str:
    """Write a hand."""
    return write_tiles(state.hands[seat])


def table(state: State) -> list[tuple[int, str]]:
    """Write the melds, each with its owner."""
    return [(meld.owner, write_tiles(meld.cards)) for meld in state.melds]


def ended(state: State) -> Result:
    """Return how a game ended, which it must have."""
    assert state.result is not None
    return state.result

"""A card game's actions and its result as a line of text: `0 meld r5 r6 r7`, `1 knock yes`, `0 exchange 2`."""

from __future__ import annotations

from collections.abc import Callable

from meldwise.errors import CaseError
from meldwise.notation import parse_tiles, write_tiles
from meldwise.ruleset import CardRules
from meldwise.rummy17.actions import (
    Action,
    Discard,
    Exchange,
    Extend,
    Knock,
    KnockTimeUp,
    LayMeld,
    TakeBack,
    TakeDiscard,
    TakeStock,
    TimeUp,
)
from meldwise.rummy17.state import Result

_PLAIN: dict[str, Callable[[int], Action]] = {
    "stock": TakeStock,
    "pile": TakeDiscard,
    "knock-time": KnockTimeUp,
    "back": TakeBack,
    "time": TimeUp,
}
_ANSWERS = {"yes": True, "no": False}


def write_action(action: Action) -> str:
    """Write who does what."""
    match action:
        case Knock(seat, wanted):
            return f"{seat} knock {'yes' if wanted else 'no'}"
        case LayMeld(seat, cards):
            return f"{seat} meld {write_tiles(cards)}"
        case Extend(seat, meld, cards):
            return f"{seat} add {meld} {write_tiles(cards)}"
        case Exchange(seat, meld):
            return f"{seat} exchange {meld}"
        case Discard(seat, card):
            return f"{seat} discard {card}"
        case _:
            word = next(word for word, kind in _PLAIN.items() if kind is type(action))
            return f"{action.seat} {word}"


def read_action(text: str, rules: CardRules) -> Action:
    """Read who does what; NotationError or CaseError where nothing of the kind is written."""
    who, _, rest = text.partition(" ")
    word, _, rest = rest.partition(" ")
    if not (who.isascii() and who.isdigit() and len(who) == 1):
        raise CaseError("no-action", text=text[:40])
    action = _read(int(who), word, rest, rules)
    if action is None:
        raise CaseError("no-action", text=text[:40])
    return action


def _read(seat: int, word: str, rest: str, rules: CardRules) -> Action | None:
    if word in _PLAIN and not rest.strip():
        return _PLAIN[word](seat)
    number, _, cards = rest.partition(" ")
    index = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else None
    match word:
        case "knock" if rest in _ANSWERS:
            return Knock(seat, _ANSWERS[rest])
        case "meld":
            return LayMeld(seat, parse_tiles(rest, rules))
        case "add" if index is not None:
            return Extend(seat, index, parse_tiles(cards, rules))
        case "exchange" if index is not None and not cards:
            return Exchange(seat, index)
        case "discard" if len(found := parse_tiles(rest, rules)) == 1:
            return Discard(seat, found[0])
    return None


def write_result(result: Result) -> str:
    """Write how the game ended; `doubled` where the last discard was a 17 (C13)."""
    how = (
        result.ended
        + (f" seat {result.out}" if result.out is not None else "")
        + (" doubled" if result.doubled else "")
    )
    return f"result {how} winners {' '.join(map(str, result.winners))} scores {' '.join(map(str, result.scores))}"

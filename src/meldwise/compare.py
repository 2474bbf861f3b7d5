"""The rulesets side by side, made from their data: the `rules` command and the docs print this table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from meldwise.ruleset import CardRules, Ruleset, TileRules, knobs


class Row(msgspec.Struct, frozen=True):
    """One line of the table: what it is about, the rules it comes from, and each ruleset's answer."""

    about: str
    rules: tuple[str, ...]
    answers: tuple[str, ...]


def tile_rows(rulesets: Sequence[TileRules]) -> list[Row]:
    """Return the table of the tile rulesets."""
    return [Row(about, ids, tuple(answer(rules) for rules in rulesets)) for about, ids, answer in _TILE_FACTS]


def card_rows(rules: CardRules) -> list[Row]:
    """Return what Rummy 17 is played with, knob by knob."""
    values = msgspec.structs.asdict(rules)
    return [Row(meaning.rstrip("."), (), (str(values[knob]),)) for knob, meaning in knobs(CardRules).items()]


def changed_knobs(rules: Ruleset) -> list[Row]:
    """Return the knobs house rules have turned."""
    meanings = knobs(type(rules))
    return [Row(meanings[knob].rstrip("."), (), (str(value),)) for knob, value in rules.changes]


def _jokers(rules: TileRules) -> str:
    counts = Counter(rules.jokers.split())
    return ", ".join(f"{count} {joker}" for joker, count in counts.items()) or "none"


def _opening(rules: TileRules) -> str:
    return f"{rules.opening_points} points or more"


def _joker_sets(rules: TileRules) -> str:
    return "only grow; a joker is taken by exchange" if rules.joker_sets_frozen else "like any other set"


def _mirror(rules: TileRules) -> str:
    if "M" not in rules.jokers.split():
        return "—"
    return "the number in the middle" if rules.mirror_counts else "nothing, 0 points"


def _forgotten(rules: TileRules) -> str:
    extra = f", and draw {rules.forgotten_penalty} more for each" if rules.forgotten_penalty else ""
    return f"as when time runs out{extra}"


def _unopened(rules: TileRules) -> str:
    if not rules.unopened_penalty:
        return "the rack"
    return f"−{rules.unopened_penalty}; −{rules.unopened_able_penalty} if the rack could have opened"


_POOL_EMPTY = {
    "difference": "losers: worth less the winner's; winner: their sum",
    "worth": "losers: worth; winner: their sum",
    "net": "losers: worth; winner: their sum less own worth",
}
_RANKING = {"wins": "games won, then total", "total": "total"}

_TILE_FACTS: list[tuple[str, tuple[str, ...], Callable[[TileRules], str]]] = [
    ("Printed game", (), lambda rules: rules.printed),
    ("Players", ("T3",), lambda rules: f"{rules.min_players}–{rules.max_players}"),
    ("Tiles", ("T1", "T2"), lambda rules: str(len(rules.box.tiles))),
    ("Jokers", ("T2",), _jokers),
    ("Rack at the start", ("T4",), lambda rules: str(rules.rack_size)),
    ("Opening", ("T23",), _opening),
    ("Jokers in one set", ("T12",), lambda rules: f"{rules.joker_limit} at most" if rules.joker_limit else "no limit"),
    ("Sets with a joker", ("T29", "T32"), _joker_sets),
    ("Mirror joker stands for", ("T20",), _mirror),
    ("Seconds a turn", ("T33",), lambda rules: str(rules.turn_seconds) if rules.turn_seconds else "no limit"),
    ("Time runs out", ("T34",), lambda rules: f"draw {rules.time_penalty}"),
    ("Places forgotten", ("T36",), _forgotten),
    ("Pool empty", ("T37",), lambda rules: "first pass ends" if rules.first_pass_ends else "all pass in a row"),
    ("A joker left", ("T38",), lambda rules: f"−{rules.joker_penalty}"),
    ("Not opened when another goes out", ("T40", "T41"), _unopened),
    ("Scores at an empty pool", ("T42",), lambda rules: _POOL_EMPTY[rules.pool_empty_scores]),
    ("Games in a match", ("T43",), lambda r: "as many as players" if r.games == "players" else "as agreed"),
    ("Match won by", ("T44",), lambda rules: _RANKING[rules.ranking]),
]

"""The rulesets side by side, made from their data: the `rules` command and the docs print this table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from meldwise.ruleset import CardRules, Ruleset, TileRules, knobs
from meldwise.words import messages, sentence


class Row(msgspec.Struct, frozen=True):
    """One line of the table: what it is about, the rules it comes from, and each ruleset's answer."""

    about: str
    rules: tuple[str, ...]
    answers: tuple[str, ...]


def title(rules: Ruleset) -> str:
    """Name a ruleset."""
    return _own("title", rules, rules.title)


def printed(rules: Ruleset) -> str:
    """Name the printed game a ruleset plays."""
    return _own("printed", rules, rules.printed)


def shown(rules: Ruleset) -> str:
    """Return a ruleset's key, and openly so where house rules changed it."""
    return sentence("cli.with-changes", {"rules": rules.key}) if rules.changes else rules.key


def tile_rows(rulesets: Sequence[TileRules]) -> list[Row]:
    """Return the table of the tile rulesets."""
    return [
        Row(sentence(f"fact.{about}"), ids, tuple(answer(rules) for rules in rulesets))
        for about, ids, answer in _TILE_FACTS
    ]


def card_rows(rules: CardRules) -> list[Row]:
    """Return what Rummy 17 is played with, knob by knob."""
    values = msgspec.structs.asdict(rules)
    return [Row(_meaning(knob), (), (str(values[knob]),)) for knob in knobs(CardRules)]


def changed_knobs(rules: Ruleset) -> list[Row]:
    """Return the knobs house rules have turned."""
    return [Row(_meaning(knob), (), (str(value),)) for knob, value in rules.changes]


def _own(what: str, rules: Ruleset, default: str) -> str:
    """Return what the catalogue calls a ruleset; one that is new there has only its own data."""
    code = f"{what}.{rules.key}"
    return sentence(code) if code in messages() else default


def _meaning(knob: str) -> str:
    return sentence(f"knob.{knob}").rstrip(".")


def _jokers(rules: TileRules) -> str:
    counts = Counter(rules.jokers.split())
    return ", ".join(f"{count} {joker}" for joker, count in counts.items()) or sentence("fact.none")


def _opening(rules: TileRules) -> str:
    return sentence("fact.opening-points", {"points": rules.opening_points})


def _joker_limit(rules: TileRules) -> str:
    return sentence("fact.at-most", {"most": rules.joker_limit}) if rules.joker_limit else sentence("fact.no-limit")


def _joker_sets(rules: TileRules) -> str:
    return sentence("fact.sets-frozen" if rules.joker_sets_frozen else "fact.sets-free")


def _mirror(rules: TileRules) -> str:
    if "M" not in rules.jokers.split():
        return "—"
    return sentence("fact.mirror-counts" if rules.mirror_counts else "fact.mirror-nothing")


def _seconds(rules: TileRules) -> str:
    return str(rules.turn_seconds) if rules.turn_seconds else sentence("fact.no-limit")


def _time(rules: TileRules) -> str:
    return sentence("fact.draw", {"count": rules.time_penalty})


def _forgotten(rules: TileRules) -> str:
    code = "fact.as-time-and-more" if rules.forgotten_penalty else "fact.as-time"
    return sentence(code, {"count": rules.forgotten_penalty})


def _passing(rules: TileRules) -> str:
    return sentence("fact.first-pass" if rules.first_pass_ends else "fact.all-pass")


def _unopened(rules: TileRules) -> str:
    if not rules.unopened_penalty:
        return sentence("fact.the-rack")
    return sentence("fact.unopened", {"lost": rules.unopened_penalty, "able": rules.unopened_able_penalty})


def _pool_empty(rules: TileRules) -> str:
    return sentence(f"fact.scores-{rules.pool_empty_scores}")


def _games(rules: TileRules) -> str:
    return sentence(f"fact.games-{rules.games}")


def _ranking(rules: TileRules) -> str:
    return sentence(f"fact.ranking-{rules.ranking}")


_TILE_FACTS: list[tuple[str, tuple[str, ...], Callable[[TileRules], str]]] = [
    ("printed", (), printed),
    ("players", ("T3",), lambda rules: f"{rules.min_players}–{rules.max_players}"),
    ("tiles", ("T1", "T2"), lambda rules: str(len(rules.box.tiles))),
    ("jokers", ("T2",), _jokers),
    ("rack", ("T4",), lambda rules: str(rules.rack_size)),
    ("opening", ("T23",), _opening),
    ("joker-limit", ("T12",), _joker_limit),
    ("joker-sets", ("T29", "T32"), _joker_sets),
    ("mirror", ("T20",), _mirror),
    ("seconds", ("T33",), _seconds),
    ("time", ("T34",), _time),
    ("forgotten", ("T36",), _forgotten),
    ("pool-empty", ("T37",), _passing),
    ("joker-left", ("T38",), lambda rules: f"−{rules.joker_penalty}"),
    ("not-opened", ("T40", "T41"), _unopened),
    ("pool-scores", ("T42",), _pool_empty),
    ("games", ("T43",), _games),
    ("ranking", ("T44",), _ranking),
]

"""What a ruleset is: data all the way, every knob with its meaning, and house rules as changed knobs."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from meldwise.errors import RulesetError
from meldwise.tiles import Box, Kind, box_of

RULES_VERSION = 1
"""Records and logs carry it, so that a ruling corrected later never breaks an old game."""

Scalar = bool | int | str


class Ruleset(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What both families of rulesets share."""

    key: str
    title: str
    printed: str
    book: str
    colors: str
    numbers: int
    copies: int
    jokers: Annotated[str, Meta(description="The jokers in the box, in notation.")]
    min_players: int = 2
    max_players: int
    turn_seconds: Annotated[int, Meta(ge=0, le=3600, description="Seconds a turn may last; 0 is no limit (T33).")]
    ranking: Annotated[
        Literal["wins", "total"],
        Meta(description="What decides a match: `wins` (then the total) or the `total` alone (T44, C14)."),
    ]
    games: Annotated[
        Literal["players", "agreed"],
        Meta(description="Games in a match: as many as `players`, or the number `agreed` at the start (T43)."),
    ] = "agreed"
    changes: tuple[tuple[str, Scalar], ...] = ()

    @property
    def name(self) -> str:
        """How the ruleset is shown: its key, and openly so where house rules changed it."""
        return f"{self.key} with changes" if self.changes else self.key

    @property
    def text(self) -> str:
        """The ruleset in one word that reads back: `pl-standard`, `pl-standard+opening_points=40`."""
        return "+".join([self.key, *(f"{knob}={_written(value)}" for knob, value in self.changes)])

    @property
    def box(self) -> Box:
        """The tiles or cards it is played with."""
        return box_of(self.colors, self.numbers, self.copies, self.jokers)


class TileRules(Ruleset, frozen=True, kw_only=True, cache_hash=True, tag_field="family", tag="tiles"):
    """A ruleset of the tile family."""

    colors: str = "krbo"
    numbers: int = 13
    copies: int = 2
    max_players: int = 4
    turn_seconds: Annotated[int, Meta(ge=0, le=3600, description="Seconds a turn may last; 0 is no limit (T33).")] = 60
    rack_size: Annotated[int, Meta(ge=1, le=26, description="Tiles on each rack at the start (T4).")] = 14
    opening_points: Annotated[int, Meta(ge=0, le=100, description="Points an opening needs at least (T23).")] = 30
    joker_limit: Annotated[int, Meta(ge=0, le=8, description="Most jokers in one set; 0 is no limit (T12).")] = 0
    joker_sets_frozen: Annotated[
        bool, Meta(description="A set with a joker only grows, and its joker is taken only by exchange (T32).")
    ] = False
    color_change_starts: Annotated[
        bool, Meta(description="A colour-change joker may be the first of a run (T17 says never).")
    ] = False
    mirror_counts: Annotated[
        bool, Meta(description="The mirror joker stands for the number in the middle, which must exist (T20).")
    ] = True
    mirror_side: Annotated[int, Meta(ge=1, le=3, description="Places each side of a mirror has at least (T18).")] = 1
    joker_penalty: Annotated[int, Meta(ge=0, le=200, description="What a joker left on a rack costs (T38).")] = 30
    time_penalty: Annotated[int, Meta(ge=0, le=10, description="Tiles drawn when the time runs out (T34).")] = 3
    forgotten_penalty: Annotated[
        int, Meta(ge=0, le=3, description="Tiles drawn besides for each tile whose place nobody remembers (T36).")
    ] = 0
    first_pass_ends: Annotated[
        bool, Meta(description="At an empty pool the first player who does not play ends the game (T37).")
    ] = False
    unopened_penalty: Annotated[
        int,
        Meta(
            ge=0,
            le=500,
            description="What a player who has not opened loses when another goes out; 0 counts the rack (T40).",
        ),
    ] = 0
    unopened_able_penalty: Annotated[
        int,
        Meta(ge=0, le=500, description="The same when the rack could have opened; avoided by announcing (T40, T41)."),
    ] = 0
    pool_empty_scores: Annotated[
        Literal["difference", "worth", "net"],
        Meta(
            description="Scores at an empty pool: the losers' `difference` to the winner, their own `worth`, or "
            "their worth with the winner's own taken off the sum (`net`) (T42)."
        ),
    ] = "difference"


class CardRules(Ruleset, frozen=True, kw_only=True, cache_hash=True, tag_field="family", tag="cards"):
    """A ruleset of Rummy 17."""

    hand_size: Annotated[int, Meta(ge=3, le=13, description="Cards dealt to each hand (C2).")] = 10
    bonus_in_play: Annotated[int, Meta(ge=0, le=12, description="Bonus cards laid open (C2).")] = 5
    bonus_points: Annotated[int, Meta(ge=0, le=20, description="Points a bonus card gives (C12).")] = 3
    low_penalty: Annotated[int, Meta(ge=0, le=20, description="What a low card in hand costs (C11).")] = 1
    high_penalty: Annotated[int, Meta(ge=0, le=20, description="What a high card in hand costs (C11).")] = 2
    high_from: Annotated[int, Meta(ge=1, le=17, description="The lowest number that counts as high (C11).")] = 10
    doubling_number: Annotated[
        int, Meta(ge=0, le=17, description="The last discard that doubles everything; 0 is none (C13).")
    ] = 17
    edge_run: Annotated[
        int, Meta(ge=3, le=17, description="Cards a run needs to take a joker from the edge, the joker included (C8).")
    ] = 4
    knock_seconds: Annotated[int, Meta(ge=1, le=600, description="Seconds the others have to knock (C4).")] = 10


AnyRules = TileRules | CardRules
R = TypeVar("R", bound=Ruleset)

_WHOLE = re.compile(r"-?[0-9]{1,18}")
"""A whole number, also one that is out of every bound: then it is said which."""
_FIXED = {"key", "title", "printed", "book", "colors", "numbers", "copies", "min_players", "max_players", "changes"}


def knobs(kind: type[Ruleset]) -> dict[str, str]:
    """Return every knob house rules may turn, with its meaning."""
    fields = msgspec.inspect.type_info(kind)
    assert isinstance(fields, msgspec.inspect.StructType)
    described = {}
    for field in fields.fields:
        if field.name not in _FIXED:
            schema = field.type.extra_json_schema if isinstance(field.type, msgspec.inspect.Metadata) else None
            described[field.name] = (schema or {}).get("description", "")
    return described


def with_changes(base: R, changes: Mapping[str, Any]) -> R:
    """Return an unchanged ruleset with changed knobs, checked; a change to the value it has anyway is no change."""
    assert not base.changes
    for knob in changes:
        if knob not in knobs(type(base)):
            near = difflib.get_close_matches(str(knob), knobs(type(base)), n=1)
            hint = {"code": "hint.near", "facts": {"near": near[0]}} if near else ""
            raise RulesetError("unknown-knob", knob=str(knob), rules=base.key, hint=hint)
        if not isinstance(changes[knob], Scalar):
            raise RulesetError("bad-knob", detail={"code": "problem.scalar", "facts": {"knob": knob}}, rules=base.key)
    fields = msgspec.structs.asdict(base)
    tidy = {knob: _tidy(value) for knob, value in changes.items()}
    real = {k: v for k, v in tidy.items() if fields[k] != v or type(fields[k]) is not type(v)}
    family = type(base).__struct_config__.tag
    try:
        changed = msgspec.convert(fields | real | {"changes": sorted(real.items()), "family": family}, type(base))
    except msgspec.ValidationError as error:
        raise RulesetError("bad-knob", detail=_plainly(str(error)), rules=base.key) from None
    if problem := _problem(changed):
        raise RulesetError("impossible-rules", rules=base.key, detail={"code": f"problem.{problem}", "facts": {}})
    return changed


def from_toml(text: str) -> tuple[str, dict[str, Any]]:
    """Read house rules: `base = "pl-standard"` and the changed knobs."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesetError("bad-toml", detail=str(error)) from None
    base = data.pop("base", None)
    if not isinstance(base, str):
        raise RulesetError("no-base")
    return base, data


def parse_changes(text: str) -> dict[str, Scalar]:
    """Read the `knob=value+knob=value` part of a ruleset's one-word text."""
    changes: dict[str, Scalar] = {}
    for part in text.split("+"):
        knob, _, value = part.partition("=")
        if knob in changes:
            raise RulesetError("knob-twice", knob=knob)
        changes[knob] = _read(value)
    return changes


def _read(value: str) -> Scalar:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if _WHOLE.fullmatch(value) else value.replace(",", " ")


def _tidy(value: Scalar) -> Scalar:
    return " ".join(value.split()) if isinstance(value, str) else value


def _written(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace(" ", ",")


def _plainly(message: str) -> str:
    what, _, where = message.partition(" - at `$.")
    return f"{where.rstrip('`')}: {what.replace('`', '')}" if where else what


def _problem(rules: Ruleset) -> str:
    """Name what makes house rules unplayable; blank where nothing does."""
    if problem := _joker_problem(rules):
        return problem
    if isinstance(rules, CardRules):
        dealt = rules.max_players * rules.hand_size + 2
        return "hand-size" if dealt > len(rules.box.tiles) else ""
    assert isinstance(rules, TileRules)
    if rules.rack_size * rules.max_players > len(rules.box.tiles):
        return "rack-size"
    if bool(rules.unopened_able_penalty) > bool(rules.unopened_penalty):
        return "able-alone"
    if rules.unopened_able_penalty and rules.unopened_able_penalty < rules.unopened_penalty:
        return "able-less"
    if rules.joker_sets_frozen and set(rules.jokers.split()) - {"J"}:
        return "frozen-jokers"
    return ""


def _joker_problem(rules: Ruleset) -> str:
    plain, colored = set(Kind), {f"J{c}" for c in rules.colors}
    texts = rules.jokers.split()
    if isinstance(rules, CardRules):
        return "card-jokers" if sorted(texts) != sorted(colored) else ""
    if not (set(texts) <= plain or set(texts) <= colored):
        return "mixed-jokers"
    return "many-jokers" if any(texts.count(t) > 2 for t in texts) else ""

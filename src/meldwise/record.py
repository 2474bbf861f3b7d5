"""A game as text: who sat where, the order of the pool, every action, the result. Written, read and replayed.

    meldwise record 1
    rules pl-standard
    rules-version 1
    seat 0 Anna
    seat 1 Béla
    start-draw r7 k2
    starter 0
    pool r7 k2 o13 …
    > 0 draw
    > 1 play r10 k10 o10
    result out winner 1 scores -24 24

Lines that begin with `#` are notes and are skipped. A game still going on ends with `unfinished`. After the pool there
may stand what the shuffle was made of, in lines that begin with `fair-`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

from meldwise import catalog
from meldwise.errors import IllegalAction, MeldwiseError, RecordError
from meldwise.game import Setup
from meldwise.notation import parse_tiles, write_tiles
from meldwise.ruleset import RULES_VERSION, AnyRules, Ruleset
from meldwise.shares import ROOM, SHARE, SILENT, VALUE, Fair
from meldwise.tiles import Rack

T = TypeVar("T")

FORMAT = "meldwise record 1"
MOST_BYTES = 4 << 20
UNFINISHED = "unfinished"
_SETTLED_BY = {
    "wrong-players": "seat",
    "no-such-seat": "starter",
    "start-draw-differs": "start-draw",
    "start-draw-unsettled": "start-draw",
    "bonus-not-the-cards": "bonus",
    "pool-not-the-box": "pool",
    "stock-not-the-deck": "pool",
}
"""The line of the header to blame when a game cannot begin as recorded."""
MOST_NAME = 40
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing at all."""
_JOINER = "\u200d"
"""Makes one picture of two."""
_AFTER_A_PICTURE = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What may come between a picture and a joiner: how it is drawn, and a colour of skin."""
_GAME = re.compile(r"0|[1-9][0-9]{0,4}")
_SHARE = re.compile(rf"{SHARE.pattern}|{SILENT}")


class Record(msgspec.Struct, frozen=True):
    """A game as it was played; *result* is the line it was closed with."""

    rules: AnyRules
    names: tuple[str, ...]
    setup: Setup
    actions: tuple[Any, ...]
    result: str
    lines: tuple[int, ...] = ()
    """Where each action stands in the text it was read from."""
    closed: int = 1
    """Where the text ended."""
    header: tuple[tuple[str, int], ...] = ()
    """Where each word of the header stands; of the seats, the last."""
    fair: Fair | None = None
    """What the shuffle was made of, where anyone can check it."""


class Step(msgspec.Struct, frozen=True):
    """One step of a replay: the action (None for the deal), what happened, and the state after it."""

    action: Any
    events: tuple[Any, ...]
    state: Any


def write(record: Record) -> str:
    """Write a record as text."""
    actions = [action_line(record.rules, action) for action in record.actions]
    return "".join(f"{line}\n" for line in [*header(record), *actions, record.result])


def header(record: Record) -> list[str]:
    """Return the lines before the first action."""
    setup = record.setup
    lines = [FORMAT, f"rules {record.rules.text}", f"rules-version {RULES_VERSION}"]
    lines += [f"seat {i} {clean_name(name)}" for i, name in enumerate(record.names)]
    if setup.start_draw:
        lines.append(f"start-draw {write_tiles(setup.start_draw)}")
    lines.append(f"starter {setup.starter}")
    if setup.bonus:
        lines.append(f"bonus {' '.join(setup.bonus)}")
    return [*lines, f"pool {write_tiles(setup.pool)}", *_fair_lines(record.fair)]


def _fair_lines(fair: Fair | None) -> Iterator[str]:
    if fair is None:
        return
    yield f"fair-room {fair.room}"
    yield f"fair-game {fair.game}"
    yield f"fair-commitment {fair.commitment}"
    yield f"fair-server {fair.server}"
    yield from (f"fair-share {seat} {SILENT if share is None else share}" for seat, share in enumerate(fair.shares))


def action_line(rules: Ruleset, action: Any) -> str:
    """Write an action as its line."""
    return f"> {catalog.game_of(rules).write_action(action)}"


def closing_line(rules: Ruleset, state: Any) -> str:
    """Write how the game ended, or that it has not."""
    game = catalog.game_of(rules)
    result = game.result(state)
    return UNFINISHED if result is None else game.write_result(result)


def clean_line(text: str) -> str:
    """Return a text on one line, without signs nobody sees; empty where there is nothing else."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    shown = " ".join("".join(c if _is_shown(before, c, after) else " " for before, c, after in around).split())
    return shown if any(c != " " and unicodedata.category(c)[0] != "M" for c in shown) else ""


def _is_shown(before: str, sign: str, after: str) -> bool:
    """Tell whether a sign is seen where it stands; one that joins two pictures is."""
    if sign == _JOINER:
        return (_is_picture(before) or before in _AFTER_A_PICTURE) and _is_picture(after)
    return sign.isprintable() and sign not in _BLANK


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So"


def clean_name(name: str) -> str:
    """Return a name that fits on a line."""
    return clean_line(clean_line(name)[:MOST_NAME]) or "?"


def replay(record: Record) -> Iterator[Step]:
    """Play the record again, step by step; RecordError where an action is illegal or the result differs."""
    game = catalog.game_of(record.rules)
    try:
        state, events = game.start(record.rules, len(record.names), record.setup)
    except MeldwiseError as error:
        line = dict(record.header).get(_SETTLED_BY.get(error.code, ""), 1)
        raise RecordError("bad-start", line, why=error.plain) from None
    yield Step(None, tuple(events), state)
    for i, action in enumerate(record.actions):
        try:
            state, events = game.apply(state, action)
        except IllegalAction as error:
            line = record.lines[i] if record.lines else i + 1
            raise RecordError("illegal-in-record", line, action=game.write_action(action), why=error.plain) from None
        yield Step(action, tuple(events), state)
    replayed = closing_line(record.rules, state)
    if replayed != record.result:
        raise RecordError("result-differs", record.closed, recorded=record.result, replayed=replayed)


def read(text: str) -> Record:
    """Read a record; RecordError names the line that is wrong. The game is not replayed yet."""
    return _Reader(text).record()


class _Reader:
    """Goes through a record line by line, remembering where it is."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_BYTES:
            raise RecordError("record-too-large", 1, most=MOST_BYTES)
        numbered = enumerate(text.split("\n"), start=1)
        self.lines = [(n, line.strip()) for n, line in numbered if line.strip() and not line.startswith("#")]
        self.at = 0
        self.line = 1
        self.header: dict[str, int] = {}

    def record(self) -> Record:
        if self._next() != FORMAT:
            raise RecordError("not-a-record", self.line, wanted=FORMAT)
        rules_text, rules_line = self._field("rules"), self.line
        version = self._number("rules-version")
        if version != RULES_VERSION:
            raise self._other_version(version)
        self.line = rules_line
        rules = self._ruleset(rules_text)
        names: list[str] = []
        while self._peek("seat"):
            number, _, name = self._field("seat").partition(" ")
            if number != str(len(names)) or not name.strip():
                raise RecordError("wrong-line", self.line, wanted=f"seat {len(names)}", text=f"{number} {name}"[:40])
            names.append(clean_name(name))
        draw = self._tiles("start-draw", rules) if self._peek("start-draw") else ()
        starter = self._number("starter")
        bonus = tuple(self._field("bonus").split()) if self._peek("bonus") else ()
        pool = self._tiles("pool", rules)
        fair = self._fair() if self._peek("fair-room") else None
        header = tuple(self.header.items())
        actions, places = [], []
        while self._peek(">"):
            actions.append(self._action(rules))
            places.append(self.line)
        result = self._next()
        if result != UNFINISHED and not result.startswith("result "):
            raise RecordError("bad-line", self.line, text=result[:40])
        closed = self.line
        if self.at < len(self.lines):
            raise RecordError("text-after-end", self.lines[self.at][0])
        setup = Setup(pool, starter, draw, bonus)
        return Record(rules, tuple(names), setup, tuple(actions), result, tuple(places), closed, header, fair)

    def _fair(self) -> Fair:
        """Read what the shuffle was made of: all of it, or the record is damaged."""
        room = self._matching("fair-room", ROOM)
        game = int(self._matching("fair-game", _GAME))
        commitment = self._matching("fair-commitment", VALUE)
        server = self._matching("fair-server", VALUE)
        shares: list[str | None] = []
        while self._peek("fair-share"):
            share = self._matching(f"fair-share {len(shares)}", _SHARE)
            shares.append(None if share == SILENT else share)
        return Fair(room, game, commitment, server, tuple(shares))

    def _matching(self, words: str, wanted: re.Pattern[str]) -> str:
        """Read a line of these words and a value, written in the one way it is written."""
        word, _, number = words.partition(" ")
        text = self._field(word)
        value = text.removeprefix(f"{number} ") if number else text
        if not wanted.fullmatch(value) or (number and value == text):
            raise RecordError("wrong-line", self.line, wanted=words, text=text[:40])
        return value

    def _other_version(self, version: int) -> RecordError:
        """Say whose rules the record was played by, and how it ended, if it is whole."""
        at, closing = self.lines[-1]
        if closing != UNFINISHED and not closing.startswith("result "):
            return RecordError("record-cut-off", at)
        return RecordError("other-rules-version", self.line, version=version, ours=RULES_VERSION, result=closing)

    def _next(self) -> str:
        if self.at >= len(self.lines):
            raise RecordError("record-cut-off", self.lines[-1][0] if self.lines else 1)
        self.line, text = self.lines[self.at]
        self.at += 1
        return text

    def _peek(self, word: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at][1].split(" ", 1)[0] == word

    def _field(self, word: str) -> str:
        text = self._next()
        self.header[word] = self.line
        found, _, rest = text.partition(" ")
        if found != word:
            raise RecordError("wrong-line", self.line, wanted=word, text=text[:40])
        return rest

    def _number(self, word: str) -> int:
        text = self._field(word)
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise RecordError("wrong-line", self.line, wanted=word, text=text[:40])
        return int(text)

    def _ruleset(self, text: str) -> AnyRules:
        return self._located(lambda: catalog.find(text))

    def _tiles(self, word: str, rules: Ruleset) -> Rack:
        text = self._field(word)
        return self._located(lambda: parse_tiles(text, rules))

    def _action(self, rules: Ruleset) -> Any:
        text = self._field(">")
        return self._located(lambda: catalog.game_of(rules).read_action(text, rules))

    def _located(self, read: Callable[[], T]) -> T:
        """Read a part; what is wrong with it is said with its line."""
        try:
            return read()
        except MeldwiseError as error:
            raise RecordError("bad-part", self.line, why=error.plain) from None

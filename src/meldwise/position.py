"""A position in one line, as FEN is for chess: rules, opened, table, rack, pool size.

    pl-standard opened b3,J,b5/k8,r8,o8 k1,k2,J 77

Tiles are joined by commas, sets by slashes, `-` is nothing.
In links, `_` stands for a space and `~` for the plus of house rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from meldwise import catalog, rummy17, tilegame
from meldwise.errors import CaseError, NotationError
from meldwise.notation import parse_rack, parse_table, write_tiles
from meldwise.ruleset import AnyRules, Ruleset
from meldwise.tiles import Rack, Table

T = TypeVar("T")
FIELDS = 5
_OPENED = {"opened": True, "unopened": False}


class Position(msgspec.Struct, frozen=True):
    """What a player in turn sees, without the other players."""

    rules: AnyRules
    opened: bool
    table: Table
    rack: Rack
    pool: int

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position; NotationError points at the character that is wrong."""
        fields = _fields(text)
        if len(fields) != FIELDS:
            raise NotationError("position-fields", text[:80], 1, fields=len(fields), needed=FIELDS)
        rules, opened, table, rack, pool = fields
        ruleset = catalog.find(rules)
        column = len(text) - len(text.lstrip()) + len(rules) + 2
        if opened not in _OPENED:
            raise NotationError("position-opened", opened[:24], column)
        column += len(opened) + 1
        laid = _located(parse_table, table, ruleset, column)
        column += len(table) + 1
        held = _located(parse_rack, rack, ruleset, column)
        column += len(rack) + 1
        if not (pool.isascii() and pool.isdigit() and len(pool) < 4):
            raise NotationError("position-pool", pool[:24], column)
        return cls(ruleset, _OPENED[opened], laid, held, int(pool))

    @classmethod
    def of(cls, view: tilegame.View | rummy17.View) -> Position:
        """Return the position a seat is in; in Rummy 17 the melds are the table and the stock is the pool."""
        if view.seat is None:
            raise CaseError("position-needs-seat")
        if isinstance(view, rummy17.View):
            melds = tuple(meld.cards for meld in view.melds)
            return cls(view.rules, view.melded[view.seat], melds, view.hand, view.stock)
        return cls(view.rules, view.opened[view.seat], view.table, view.rack, view.pool)

    def __str__(self) -> str:
        opened = "opened" if self.opened else "unopened"
        table = "/".join(_joined(row) for row in self.table) or "-"
        return f"{self.rules.text} {opened} {table} {_joined(self.rack) or '-'} {self.pool}"

    @property
    def link(self) -> str:
        """The position as it goes into a link."""
        return str(self).replace(" ", "_").replace("+", "~")


def _fields(text: str) -> list[str]:
    """Split at spaces, or in a link at underscores (a knob's name has some too, but never before the first space)."""
    text = text.strip().replace("~", "+")
    if " " in text:
        return text.split(" ")
    rules, mark, rest = text.rpartition("_opened_") if "_opened_" in text else text.rpartition("_unopened_")
    return [rules, mark.strip("_"), *rest.split("_")]


def _located(read: Callable[[str, Ruleset], T], text: str, rules: Ruleset, column: int) -> T:
    """Read tiles joined by commas; an error points into the whole line."""
    try:
        return read("" if text == "-" else text.replace(",", " "), rules)
    except NotationError as error:
        raise error.moved(column - 1) from None


def _joined(tiles: Rack) -> str:
    return write_tiles(tiles).replace(" ", ",")

"""Text to racks, sets and tables, and back; errors point at the character."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from meldwise.errors import NotationError
from meldwise.ruleset import Ruleset
from meldwise.tiles import AnyTile, Box, Rack, Table, TileSet, ordered

_SHOWN = 24
_JOKER = re.compile(r"[jJ][a-zA-Z]?|[dDcCmM]")


def parse_tiles(text: str, rules: Ruleset) -> TileSet:
    """Read tiles separated by white space, in the order they lie."""
    names = rules.box.names
    try:
        return tuple([names[token] for token in text.split()])
    except KeyError:
        return _parse_slowly(text, rules.box)


def parse_set(text: str, rules: Ruleset) -> TileSet:
    """Read one row of tiles, valid or not."""
    return parse_tiles(text, rules)


def parse_rack(text: str, rules: Ruleset) -> Rack:
    """Read a rack; the order does not matter and is not kept."""
    return ordered(parse_tiles(text, rules))


def parse_table(text: str, rules: Ruleset) -> Table:
    """Read sets separated by `/`; blank text is the empty table, an empty set is an error."""
    box = rules.box
    try:
        table = tuple([_row(part, box) for part in text.split(" / ")])
    except KeyError:
        return _parse_table_slowly(text, rules)
    return table if all(table) else _parse_table_slowly(text, rules)


@lru_cache(maxsize=1 << 12)
def _row(text: str, box: Box) -> TileSet:
    """Read a row of tiles written as output writes them; most rows of a table come again with the next."""
    return tuple([box.names[token] for token in text.split()])


def _parse_table_slowly(text: str, rules: Ruleset) -> Table:
    if not text.strip():
        return ()
    sets, start = [], 0
    for part in text.split("/"):
        if not part.strip():
            raise NotationError("empty-set", _shown(text), start + 1)
        try:
            sets.append(parse_tiles(part, rules))
        except NotationError as error:
            raise error.moved(start) from None
        start += len(part) + 1
    return tuple(sets)


def write_tiles(tiles: Iterable[AnyTile]) -> str:
    """Write tiles in the order given."""
    return " ".join([tile.text for tile in tiles])


def write_table(table: Iterable[TileSet]) -> str:
    """Write a table as sets separated by ` / `."""
    return " / ".join(write_tiles(tile_set) for tile_set in table)


def _parse_slowly(text: str, box: Box) -> TileSet:
    tiles = []
    for match in re.finditer(r"\S+", text):
        token = match.group()
        tile = box.names.get(token.lower()) if token.isascii() else None
        if tile is None:
            raise _no_tile(token, match.start() + 1, box)
        tiles.append(tile)
    return tuple(tiles)


def _no_tile(token: str, column: int, box: Box) -> NotationError:
    if _JOKER.fullmatch(token):
        held = write_tiles(dict.fromkeys(box.jokers)) or "no jokers"
        return NotationError("joker-not-in-box", token, column, holds=held)
    colors = " ".join(box.colors)
    number = token[1:]
    if token.isascii() and token[0].lower() in box.colors and number.isdigit():
        return NotationError("no-such-number", _shown(token), column + 1, top=box.numbers)
    return NotationError("no-tile", _shown(token), column, colors=colors, top=box.numbers)


def _shown(text: str) -> str:
    """Cut what is quoted in a message, so that enormous or binary input stays a readable sentence."""
    kept = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return "".join(c if c.isprintable() else "?" for c in kept)

"""What a person types to push tiles about, read into a draft.

b3 b4 b5            a new row from the rack        2 b6   or   b6 > 2     from the rack to row 2
2 b4 > 5            b4 of row 2 to row 5           k4 2 b4 3 r4 > new     from the rack and rows to a new row
2 b6 > rack         take back what was laid        2 = J b3 b4            row 2 in this order
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from meldwise.cli.draft import Draft, Taken, move, reorder, take_back
from meldwise.cli.prompt import Slip
from meldwise.notation import parse_tiles
from meldwise.ruleset import Ruleset
from meldwise.tiles import AnyTile

NEW, RACK = "new", "rack"
_TOKEN = re.compile(r"->|[>=/]|[^\s>=/]+")
_MOST_DIGITS = 3


class Word(msgspec.Struct, frozen=True):
    """A word of the line and where it stands, counted from one."""

    text: str
    column: int

    @property
    def is_number(self) -> bool:
        """Whether it names a row."""
        return self.text.isascii() and self.text.isdigit() and len(self.text) <= _MOST_DIGITS


def words_of(line: str) -> list[Word]:
    """Split a line into words and signs."""
    return [Word(match.group().replace("->", ">"), match.start() + 1) for match in _TOKEN.finditer(line)]


def edit(draft: Draft, line: str) -> Draft:
    """Return the draft with what the line says done; Slip or NotationError points at what is wrong."""
    words = words_of(line)
    signs = [word for word in words if word.text in (">", "=")]
    if len(signs) > 1:
        raise Slip("slip.one-sign", signs[1].column, sign=signs[1].text)
    if signs:
        at = words.index(signs[0])
        reader = _moved if signs[0].text == ">" else _reordered
        return reader(draft, words[:at], signs[0], words[at + 1 :])
    if words[0].is_number:
        return _added(draft, words[1:], words[0])
    if words[-1].is_number:
        return _added(draft, words[:-1], words[-1])
    return _new_rows(draft, words)


def tile_of(word: Word, rules: Ruleset) -> AnyTile:
    """Read one tile; the blanks before it make the error's column that of the line."""
    return parse_tiles(" " * (word.column - 1) + word.text, rules)[0]


def row_of(word: Word, rows: int, noun: str = "row") -> int:
    """Read the number of a row; rows count from one, indices from zero."""
    if not word.is_number:
        raise Slip(f"slip.{noun}-number", word.column)
    number = int(word.text)
    if not 1 <= number <= rows:
        code = f"slip.no-{noun}" if rows else f"slip.no-{noun}-yet"
        raise Slip(code, word.column, number=number, last=rows)
    return number - 1


def _added(draft: Draft, words: Sequence[Word], row: Word) -> Draft:
    """Do `2 b6`: add tiles of the rack to a row."""
    return move(draft, _from_rack(words, draft, row), row_of(row, len(draft.rows)))


def _new_rows(draft: Draft, words: Sequence[Word]) -> Draft:
    """Lay new rows from the rack, separated by slashes."""
    row: list[Word] = []
    for word in [*words, Word("/", words[-1].column)]:
        if word.text != "/":
            row.append(word)
        elif row:
            draft = move(draft, _from_rack(row, draft, row[0]), None)
            row = []
        else:
            raise Slip("slip.slash", word.column)
    return draft


def _from_rack(words: Sequence[Word], draft: Draft, first: Word) -> list[Taken]:
    """Read tiles that all come from the rack."""
    number = next((word for word in words if word.is_number), None)
    if number:
        raise Slip("slip.number-first", number.column)
    if not words:
        raise Slip("slip.what-goes", first.column, row=first.text)
    return [Taken(None, tile_of(word, draft.rules), word.column) for word in words]


def _moved(draft: Draft, source: Sequence[Word], sign: Word, target: Sequence[Word]) -> Draft:
    """Do `tiles > target`."""
    taken = _sources(draft, source)
    if not taken:
        raise Slip("slip.before-move", sign.column)
    if len(target) != 1:
        where = target[1].column if target else sign.column
        raise Slip("slip.one-place", where)
    place = target[0]
    if place.text.lower() == RACK:
        return take_back(draft, taken)
    if place.text.lower() == NEW:
        return move(draft, taken, None)
    if not place.is_number:
        raise Slip("slip.place", place.column)
    return move(draft, taken, row_of(place, len(draft.rows)))


def _sources(draft: Draft, words: Sequence[Word]) -> list[Taken]:
    """Read what is picked up: tiles after a number come from that row, a number alone is its whole row."""
    taken: list[Taken] = []
    row: int | None = None
    for i, word in enumerate(words):
        if not word.is_number:
            taken.append(Taken(row, tile_of(word, draft.rules), word.column))
            continue
        row = row_of(word, len(draft.rows))
        if i + 1 == len(words) or words[i + 1].is_number:
            taken += [Taken(row, tile, word.column) for tile in draft.rows[row]]
    return taken


def _reordered(draft: Draft, source: Sequence[Word], sign: Word, tiles: Sequence[Word]) -> Draft:
    """Do `2 = J b3 b4`."""
    if len(source) != 1:
        raise Slip("slip.before-order", sign.column)
    return reorder(draft, row_of(source[0], len(draft.rows)), tuple(tile_of(word, draft.rules) for word in tiles))

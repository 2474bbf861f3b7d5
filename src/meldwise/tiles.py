"""Tiles, jokers and what a box holds.

Every tile is one shared value: the two copies in a box are the same object, so equality is identity, hashing costs
nothing, and no copy can be told from the other. That is why these are hand-written classes and no dataclasses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Self, TypeVar

from meldwise.errors import NotationError


class Color(StrEnum):
    """The colours of all boxes; tile games use the first four, Rummy 17 has green and yellow for orange."""

    BLACK = "k"
    RED = "r"
    BLUE = "b"
    ORANGE = "o"
    GREEN = "g"
    YELLOW = "y"


class Kind(StrEnum):
    """What a joker does."""

    JOKER = "J"
    DOUBLE = "D"
    COLOR_CHANGE = "C"
    MIRROR = "M"


class AnyTile:
    """A tile or a joker: a text, an order, perhaps a colour, and one object for all copies."""

    __slots__ = ("color", "index", "text")
    color: Color | None
    text: str
    index: int

    @staticmethod
    def parse(text: str) -> AnyTile:
        """Return the tile written as *text* in any box's notation, as output writes it."""
        if text not in _ALL:
            raise NotationError("no-tile-anywhere", text[:24], 1)
        return _ALL[text]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} is shared by everyone and never changes")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.text!r})"

    def __lt__(self, other: AnyTile) -> bool:
        return self.index < other.index

    def __le__(self, other: AnyTile) -> bool:
        return self.index <= other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return AnyTile.parse, (self.text,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


T = TypeVar("T", bound=AnyTile)


def _fixed(tile: T, **fields: object) -> T:
    """Set what a tile is, once and for all."""
    for name, value in fields.items():
        object.__setattr__(tile, name, value)
    return tile


class Tile(AnyTile):
    """A number tile (in Rummy 17, a number card)."""

    __slots__ = ("number",)
    color: Color
    number: int

    def __new__(cls, color: Color | str, number: int) -> Tile:
        """Return the one tile of this colour and number."""
        if (color, number) not in _NUMBERED:
            raise NotationError("no-tile-anywhere", f"{color}{number}"[:24], 1)
        return _NUMBERED[color, number]

    @classmethod
    def _make(cls, color: Color, number: int) -> Tile:
        index = list(Color).index(color) * 100 + number
        return _fixed(object.__new__(cls), color=color, number=number, text=f"{color}{number}", index=index)


class Joker(AnyTile):
    """A joker of one kind; the jokers of Expert and of Rummy 17 have a colour, the others none."""

    __slots__ = ("kind",)
    kind: Kind

    def __new__(cls, kind: Kind | str, color: Color | str | None = None) -> Joker:
        """Return the one joker of this kind and colour."""
        if (kind, color) not in _JOKERS:
            raise NotationError("no-tile-anywhere", f"{kind}{color or ''}"[:24], 1)
        return _JOKERS[kind, color]

    @classmethod
    def _make(cls, kind: Kind, color: Color | None) -> Joker:
        index = 1000 + (4 + list(Color).index(color) if color else list(Kind).index(kind))
        return _fixed(object.__new__(cls), kind=kind, color=color, text=f"{kind}{color or ''}", index=index)


TileSet = tuple[AnyTile, ...]
Rack = tuple[AnyTile, ...]
Table = tuple[TileSet, ...]

MAX_NUMBER = 17
_NUMBERED: dict[tuple[str, int], Tile] = {(c, n): Tile._make(c, n) for c in Color for n in range(1, MAX_NUMBER + 1)}
_JOKERS: dict[tuple[str, str | None], Joker] = {
    **{(kind, None): Joker._make(kind, None) for kind in Kind},
    **{(Kind.JOKER, c): Joker._make(Kind.JOKER, c) for c in Color},
}
_ALL: dict[str, AnyTile] = {p.text: p for p in [*_NUMBERED.values(), *_JOKERS.values()]}

JOKER, DOUBLE, COLOR_CHANGE, MIRROR = (_JOKERS[kind, None] for kind in Kind)


index_of = attrgetter("index")
"""Sort key: by colour, then number; jokers last."""


def ordered(tiles: Iterable[AnyTile]) -> Rack:
    """Put tiles into the order racks are kept in, so that equal racks are equal values."""
    return tuple(sorted(tiles, key=index_of))


class Box:
    """The tiles of one printed game, and how its notation reads them."""

    __slots__ = ("colors", "counts", "jokers", "names", "numbers", "tiles")

    def __init__(self, colors: Sequence[Color], numbers: int, copies: int, jokers: Sequence[Joker]) -> None:
        """Collect *copies* of every number tile and the given jokers."""
        self.colors = tuple(colors)
        self.numbers = numbers
        self.jokers = tuple(jokers)
        numbered = [Tile(c, n) for c in colors for n in range(1, numbers + 1)]
        self.tiles: Rack = (*(t for t in numbered for _ in range(copies)), *jokers)
        self.counts: Counter[AnyTile] = Counter(self.tiles)
        self.names = self._spellings()

    def _spellings(self) -> dict[str, AnyTile]:
        names: dict[str, AnyTile] = {tile.text: tile for tile in self.counts}
        if Color.YELLOW not in self.colors:  # the Polish box prints yellow where the others print orange
            names |= {t.text.replace("o", "y"): t for t in self.counts if t.color is Color.ORANGE}
        return names | {name.lower(): tile for name, tile in names.items()}


@lru_cache(maxsize=256)
def box_of(colors: str, numbers: int, copies: int, jokers: str) -> Box:
    """Return the box with these parts; *colors* is letters, *jokers* notation."""
    kinds = [piece for text in jokers.split() if isinstance(piece := AnyTile.parse(text), Joker)]
    return Box([Color(c) for c in colors], numbers, copies, kinds)

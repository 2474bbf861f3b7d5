"""A game as a picture: the table, one's own rack with its faces, the others' with their backs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meldwise.envs.glyphs import written
from meldwise.envs.scene import Scene
from meldwise.tiles import AnyTile, Tile

Picture = NDArray[np.uint8]
Ink = tuple[int, int, int]

WIDE = 960
TILE_WIDE, TILE_HIGH = 28, 36
EDGE, GAP = 12, 10
TABLE_ROWS, RACK_ROWS = 6, 2
LINE = 24

FELT, CREAM, RIM, BACK, CHALK = (38, 92, 72), (250, 243, 224), (120, 108, 84), (122, 64, 44), (232, 240, 236)
INKS: dict[str | None, Ink] = {
    "k": (32, 32, 36),
    "r": (200, 30, 36),
    "b": (24, 80, 190),
    "o": (222, 120, 0),
    "g": (24, 130, 60),
    "y": (196, 160, 0),
    None: (130, 30, 140),
}


def picture(scene: Scene) -> Picture:
    """Paint a scene; all pictures of a game have one size."""
    seats = len(scene.racks)
    high = LINE + TABLE_ROWS * (TILE_HIGH + 6) + seats * (LINE + RACK_ROWS * (TILE_HIGH + 4)) + 3 * EDGE
    canvas = np.empty((high, WIDE, 3), np.uint8)
    canvas[:] = FELT
    _write(canvas, EDGE, EDGE, scene.title)
    top = EDGE + LINE
    _rows(canvas, top, scene.table, TABLE_ROWS, 6)
    top += TABLE_ROWS * (TILE_HIGH + 6) + EDGE
    for told, rack, count in scene.racks:
        _write(canvas, EDGE, top, told)
        if rack is None:
            _backs(canvas, top + LINE - 4, count)
        else:
            _rows(canvas, top + LINE - 4, [(tile,) for tile in rack], RACK_ROWS, 4, gap=0)
        top += LINE + RACK_ROWS * (TILE_HIGH + 4)
    return canvas


def _rows(canvas: Picture, top: int, rows: Sequence[Sequence[AnyTile]], lines: int, space: int, gap: int = GAP) -> None:
    """Lay rows of tiles from left to right, line by line; what finds no place is left out."""
    left, bottom = EDGE, top + lines * (TILE_HIGH + space)
    for row in rows:
        if left > EDGE and left + len(row) * TILE_WIDE > WIDE - EDGE:
            left, top = EDGE, top + TILE_HIGH + space
        if top + TILE_HIGH > bottom:
            return
        for tile in row:
            _tile(canvas, left, top, tile)
            left += TILE_WIDE
        left += gap


def _tile(canvas: Picture, left: int, top: int, tile: AnyTile) -> None:
    face = canvas[top : top + TILE_HIGH, left : left + TILE_WIDE]
    face[:] = RIM
    face[1:-1, 1:-1] = CREAM
    text = str(tile.number) if isinstance(tile, Tile) else tile.text[0]
    ink = written(text, 2)
    down, right = (TILE_HIGH - ink.shape[0]) // 2 - 3, (TILE_WIDE - ink.shape[1]) // 2
    face[down : down + ink.shape[0], right : right + ink.shape[1]][ink] = INKS[tile.color]
    if not isinstance(tile, Tile):
        face[-9:-5, 5:-5] = INKS[tile.color]


def _backs(canvas: Picture, top: int, count: int) -> None:
    for i in range(min(count, (WIDE - 2 * EDGE) // 12)):
        canvas[top : top + 20, EDGE + i * 12 : EDGE + i * 12 + 9] = BACK


def _write(canvas: Picture, left: int, top: int, text: str) -> None:
    ink = written(text[: (WIDE - 2 * EDGE) // 12], 2)
    canvas[top : top + ink.shape[0], left : left + ink.shape[1]][ink] = CHALK

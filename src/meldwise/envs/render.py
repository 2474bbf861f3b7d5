"""Drawing a game: as text, or as a picture."""

from __future__ import annotations

from typing import Any

from meldwise.envs.decisions import Decisions
from meldwise.envs.raster import picture
from meldwise.envs.scene import scene
from meldwise.errors import CaseError
from meldwise.notation import write_tiles
from meldwise.tiles import AnyTile

MODES = ("human", "ansi", "rgb_array")
_CODES = {"k": "1", "r": "31", "b": "34", "o": "33", "g": "32", "y": "93", None: "35"}
MOST_IN_A_LINE = 24


def check_mode(mode: str | None) -> None:
    """Refuse a render mode that is none."""
    if mode is not None and mode not in MODES:
        raise CaseError("wrong-type", key="render_mode", wanted="one-of", known=", ".join(MODES))


def rendered(game: Decisions, seat: int | None, mode: str, privileged: bool) -> Any:
    """Return a drawing; in the mode `human` print the text and return nothing."""
    shown = scene(game, seat, privileged)
    if mode == "rgb_array":
        return picture(shown)
    lines = [shown.title, *_table_lines(shown.table), ""]
    for told, rack, _ in shown.racks:
        lines += [told, *([f"  {_colored(rack)}"] if rack else [])]
    text = "\n".join(lines)
    if mode == "ansi":
        return text
    print(text)
    return None


def _table_lines(table: tuple[tuple[AnyTile, ...], ...]) -> list[str]:
    lines, length = list[list[str]](), MOST_IN_A_LINE
    for row in table:
        if length + len(row) > MOST_IN_A_LINE:
            lines.append([])
            length = 0
        lines[-1].append(_colored(row))
        length += len(row)
    return ["  " + " / ".join(line) for line in lines] or ["  (nothing on the table)"]


def _colored(tiles: tuple[AnyTile, ...]) -> str:
    return " ".join(f"\x1b[{_CODES[tile.color]}m{write_tiles((tile,))}\x1b[0m" for tile in tiles)

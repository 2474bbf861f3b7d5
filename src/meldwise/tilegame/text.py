"""A tile game's actions and its result as a line of text, both ways: `0 play b3 b4 b5 / k8 r8 o8`."""

from __future__ import annotations

from meldwise.errors import CaseError
from meldwise.notation import parse_table, write_table
from meldwise.ruleset import TileRules
from meldwise.tilegame.actions import Action, Announce, Draw, Pass, Play, TimeUp
from meldwise.tilegame.state import Result

_PLAIN: dict[str, type[Draw | Pass | Announce]] = {"draw": Draw, "pass": Pass, "announce": Announce}
_TABLES: dict[str, type[Play | TimeUp]] = {"play": Play, "time": TimeUp}


def write_action(action: Action) -> str:
    """Write who does what."""
    match action:
        case Play(seat, table):
            return f"{seat} play {write_table(table)}"
        case TimeUp(seat, table):
            return f"{seat} time {write_table(table)}".rstrip()
        case Draw(seat):
            return f"{seat} draw"
        case Pass(seat):
            return f"{seat} pass"
        case Announce(seat):
            return f"{seat} announce"


def read_action(text: str, rules: TileRules) -> Action:
    """Read who does what; NotationError or CaseError where nothing of the kind is written."""
    seat, _, rest = text.partition(" ")
    word, _, table = rest.partition(" ")
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise CaseError("no-action", text=text[:40])
    if word in _TABLES:
        return _TABLES[word](int(seat), parse_table(table, rules))
    if word in _PLAIN and not table.strip():
        return _PLAIN[word](int(seat))
    raise CaseError("no-action", text=text[:40])


def write_result(result: Result) -> str:
    """Write how the game ended."""
    return f"result {result.ended} winner {result.winner} scores {' '.join(map(str, result.scores))}"

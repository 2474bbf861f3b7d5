"""How a game ended and how a match stands: racks, worths, reasons of penalties, and the sheet as the books print it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from meldwise.cli import board, draw
from meldwise.match import Match
from meldwise.rummy17.state import Result as CardResult
from meldwise.rummy17.state import State as CardState
from meldwise.solver import can_open
from meldwise.tilegame.scoring import OUT
from meldwise.tilegame.state import Result as TileResult
from meldwise.tilegame.state import State as TileState

POOL_EMPTY = {
    "difference": "the others lose what their racks are worth beyond it, and the winner gains that (T42)",
    "worth": "the others lose what their racks are worth, and the winner gains that (T42)",
    "net": "the others lose what their racks are worth, and the winner gains that less the own rack (T42)",
}


def show_result(state: Any, names: Sequence[str]) -> None:
    """Print how a game ended, everyone's rack and score, and the reason of special penalties."""
    if isinstance(state, CardState):
        assert state.result is not None
        _card_result(state, state.result, names)
    else:
        assert isinstance(state, TileState)
        assert state.result is not None
        _tile_result(state, state.result, names)


def show_scores(state: Any, names: Sequence[str]) -> None:
    """Print who won and the scores, without the racks."""
    draw.heading(f"The game is over: {listed([names[seat] for seat in state.result.winners])} won")
    for name, points in zip(names, state.result.scores, strict=True):
        draw.say(f"  {name} {signed(points)}")


def show_sheet(match: Match, names: Sequence[str]) -> None:
    """Print the score sheet: a row a game, the totals, games won where they decide, and the places."""
    sheet = _grid("", *names)
    for game, scores in enumerate(match.scores, start=1):
        sheet.add_row(f"game {game}", *(signed(points) for points in scores))
    sheet.add_section()
    sheet.add_row("total", *(signed(points) for points in match.totals), style="bold")
    if match.rules.ranking == "wins":
        sheet.add_row("games won", *map(str, match.wins))
    sheet.add_row("place", *(f"{place}." for place in match.places), style="bold")
    draw.heading(f"Score sheet · {len(match.scores)} of {match.games} games")
    draw.console().print(sheet, width=draw.width())


def signed(points: int) -> str:
    """Write points with their sign."""
    return f"{points:+d}" if points else "0"


def listed(names: Sequence[str]) -> str:
    """Write names as a sentence does."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _tile_result(state: TileState, result: TileResult, names: Sequence[str]) -> None:
    winner = names[result.winner]
    if result.ended == OUT:
        how = f"{winner} went out. The others lose what their racks are worth, and the winner gains that (T39)."
    else:
        how = f"The pool is empty. The rack worth least wins: {winner}; {POOL_EMPTY[state.rules.pool_empty_scores]}."
    draw.heading(f"The game is over: {winner} won")
    draw.say(how)
    sheet = _grid("", "worth", "score")
    sheet.add_column("rack", justify="left")
    for seat, name in enumerate(names):
        rack = draw.tiles(state.racks[seat]) or Text("empty")
        sheet.add_row(Text(name), str(result.worths[seat]), signed(result.scores[seat]), rack)
    draw.console().print(sheet, width=draw.width())
    for seat, name in enumerate(names):
        if why := penalty_reason(state, seat):
            draw.say(f"{name}: {why}.")


def penalty_reason(state: TileState, seat: int) -> str:
    """Say why a seat lost another sum than its rack's worth; blank where it did not (T40, T41)."""
    result, rules = state.result, state.rules
    assert result is not None
    if result.ended != OUT or state.opened[seat] or seat == result.winner or not rules.unopened_penalty:
        return ""
    lost = -result.scores[seat]
    if lost == rules.unopened_able_penalty:
        return f"-{lost} for not having opened although this rack could have (T40)"
    if state.announced[seat] and can_open(state.racks[seat], rules):
        return f"-{lost}, not -{rules.unopened_able_penalty}: the opening was announced after the last draw (T41)"
    return f"-{lost} for not having opened, whatever the rack is worth (T40)"


def _card_result(state: CardState, result: CardResult, names: Sequence[str]) -> None:
    winners = listed([names[seat] for seat in result.winners])
    draw.heading(f"The game is over: {winners} won")
    if result.out is None:
        draw.say("The stock is empty, and the turn of who took its last card is over (C10).")
    else:
        draw.say(f"{names[result.out]} went out.")
    if result.doubled:
        draw.say(f"RUMMY {state.rules.doubling_number}! The last discard doubles every bonus and penalty (C13).")
    sheet = _grid("", "bonus", "penalty", "score")
    sheet.add_column("hand", justify="left")
    for seat, name in enumerate(names):
        points = (str(result.bonus[seat]), signed(-result.penalty[seat]), signed(result.scores[seat]))
        sheet.add_row(Text(name), *points, draw.tiles(state.hands[seat]) or Text("empty"))
    draw.console().print(sheet, width=draw.width())
    each = state.rules.bonus_points * (2 if result.doubled else 1)
    board.label(f"Bonus cards, {each} points each")
    board.show_bonus(state.bonus, state.melds, names, state.rules, result.out)


def _grid(*columns: str) -> Table:
    """Return an empty sheet; the first column is names, the others are figures."""
    sheet = Table(box=box.SIMPLE_HEAD)
    for i, column in enumerate(columns):
        sheet.add_column(Text(column), justify="right" if i else "left")
    return sheet

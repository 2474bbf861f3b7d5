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
from meldwise.words import listed, sentence


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
    _show_over([names[seat] for seat in state.result.winners])
    for name, points in zip(names, state.result.scores, strict=True):
        draw.say(f"  {name} {signed(points)}")


def show_sheet(match: Match, names: Sequence[str]) -> None:
    """Print the score sheet: a row a game, the totals, games won where they decide, and the places."""
    sheet = _grid("", *names)
    for game, scores in enumerate(match.scores, start=1):
        sheet.add_row(sentence("cli.game", {"game": game}), *(signed(points) for points in scores))
    sheet.add_section()
    sheet.add_row(sentence("cli.total"), *(signed(points) for points in match.totals), style="bold")
    if match.rules.ranking == "wins":
        sheet.add_row(sentence("cli.games-won"), *map(str, match.wins))
    sheet.add_row(sentence("cli.place"), *(f"{place}." for place in match.places), style="bold")
    draw.heading(sentence("cli.score-sheet", {"played": len(match.scores), "games": match.games}))
    draw.console().print(sheet, width=draw.width())


def signed(points: int) -> str:
    """Write points with their sign."""
    return f"{points:+d}" if points else "0"


def _show_over(winners: Sequence[str]) -> None:
    draw.heading(sentence("cli.game-over", {"names": listed(winners)}))


def _tile_result(state: TileState, result: TileResult, names: Sequence[str]) -> None:
    winner = names[result.winner]
    how = "cli.out-scores" if result.ended == OUT else f"cli.pool-empty-{state.rules.pool_empty_scores}"
    _show_over([winner])
    draw.tell(how, name=winner)
    sheet = _grid("", sentence("cli.worth"), sentence("cli.score"))
    sheet.add_column(sentence("cli.rack"), justify="left")
    for seat, name in enumerate(names):
        rack = draw.tiles(state.racks[seat]) or draw.phrase("cli.empty")
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
    facts = {"lost": -result.scores[seat], "other": rules.unopened_able_penalty}
    if facts["lost"] == rules.unopened_able_penalty:
        return sentence("cli.lost-able", facts)
    announced = state.announced[seat] and can_open(state.racks[seat], rules)
    return sentence("cli.lost-announced" if announced else "cli.lost-unopened", facts)


def _card_result(state: CardState, result: CardResult, names: Sequence[str]) -> None:
    _show_over([names[seat] for seat in result.winners])
    if result.out is None:
        draw.tell("cli.stock-empty")
    else:
        draw.tell("cli.went-out", name=names[result.out])
    if result.doubled:
        draw.tell("cli.doubled", number=state.rules.doubling_number)
    sheet = _grid("", sentence("cli.bonus"), sentence("cli.penalty"), sentence("cli.score"))
    sheet.add_column(sentence("cli.hand"), justify="left")
    for seat, name in enumerate(names):
        points = (str(result.bonus[seat]), signed(-result.penalty[seat]), signed(result.scores[seat]))
        sheet.add_row(Text(name), *points, draw.tiles(state.hands[seat]) or draw.phrase("cli.empty"))
    draw.console().print(sheet, width=draw.width())
    each = state.rules.bonus_points * (2 if result.doubled else 1)
    board.label("cli.bonus-each", points=each)
    board.show_bonus(state.bonus, state.melds, names, state.rules, result.out)


def _grid(*columns: str) -> Table:
    """Return an empty sheet; the first column is names, the others are figures."""
    sheet = Table(box=box.SIMPLE_HEAD)
    for i, column in enumerate(columns):
        sheet.add_column(Text(column), justify="right" if i else "left")
    return sheet

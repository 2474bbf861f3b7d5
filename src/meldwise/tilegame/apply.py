"""A game moves on in one place; a refused action leaves the old state, because nothing was changed in it."""

from __future__ import annotations

from msgspec.structs import replace

from meldwise import sets
from meldwise.errors import IllegalAction
from meldwise.table import listed, put, with_tiles, without
from meldwise.tilegame.actions import Action, Announce, Draw, Pass, Play, TimeUp
from meldwise.tilegame.events import Announced, Drew, Ended, Event, Passed, Played
from meldwise.tilegame.judge import Change, change_of, judge, match_groups, play_reasons, turn_reasons
from meldwise.tilegame.scoring import OUT, POOL_EMPTY, late_draw, score, worth
from meldwise.tilegame.state import Result, State
from meldwise.tiles import Table

Step = tuple[State, list[Event]]


def apply(state: State, action: Action) -> Step:
    """Return the next state and what happened; raise IllegalAction where a rule forbids it."""
    if isinstance(action, Play):
        return _judged_play(state, action)
    if reasons := judge(state, action):
        raise IllegalAction(reasons)
    return redo(state, action)


def redo(state: State, action: Action) -> Step:
    """Return the same for an action that was judged already, when it was written into a log."""
    match action:
        case Play(_, table):
            return _play(state, table, change_of(state.table, table))
        case Draw():
            return _draw(state, 1)
        case Pass():
            return _pass(state)
        case Announce(seat):
            return replace(state, announced=put(state.announced, seat, True)), [Announced(seat)]
        case TimeUp(_, table):
            return _time_up(state, table)


def _judged_play(state: State, action: Play) -> Step:
    """Judge a play and make it, comparing the tables once for both."""
    if reasons := turn_reasons(state, action):
        raise IllegalAction(reasons)
    seat, table = action.seat, action.table
    change = change_of(state.table, table)
    if reasons := play_reasons(change, state.table, state.racks[seat], table, state.rules, state.opened[seat]):
        raise IllegalAction(reasons)
    return _play(state, table, change)


def _play(state: State, table: Table, change: Change) -> Step:
    seat, rules = state.turn, state.rules
    played = listed(change.played)
    rack = without(state.racks[seat], played)
    opening = not state.opened[seat]
    points = 0
    if opening:
        points = sum(sets.most_points(row, rules) for row in match_groups(change.gone, change.new, rules)[1])
    moved = replace(
        state,
        table=table,
        racks=put(state.racks, seat, rack),
        opened=put(state.opened, seat, True),
        announced=put(state.announced, seat, False),
        last_drawn=put(state.last_drawn, seat, ()),
        passes=0,
    )
    events: list[Event] = [Played(seat, played, table, opening, points, len(rack))]
    return _end(moved, OUT, events) if not rack else (_next(moved), events)


def _draw(state: State, count: int, penalty: bool = False) -> Step:
    seat = state.turn
    drawn, pool = state.pool[:count], state.pool[count:]
    if not drawn:  # house rules may fine nobody; then nothing was drawn and nothing is cleared
        return _next(state), [Drew(seat, 0, (), penalty)]
    moved = replace(
        state,
        pool=pool,
        racks=put(state.racks, seat, with_tiles(state.racks[seat], drawn)),
        last_drawn=put(state.last_drawn, seat, drawn),
        announced=put(state.announced, seat, False),
        may_announce=put(state.may_announce, seat, _announcing(state, seat)),
        passes=0,
    )
    return _next(moved), [Drew(seat, len(drawn), drawn, penalty)]


def _announcing(state: State, seat: int) -> bool:
    return bool(state.rules.unopened_able_penalty) and not state.opened[seat]


def _pass(state: State) -> Step:
    moved = replace(state, passes=state.passes + 1)
    events: list[Event] = [Passed(state.turn)]
    if state.rules.first_pass_ends or moved.passes == state.seats:
        return _end(moved, POOL_EMPTY, events)
    return _next(moved), events


def _time_up(state: State, table: Table) -> Step:
    """Finish the turn as it lies where that is legal; else everything goes back and the player draws (T34, T35)."""
    seat, change = state.turn, change_of(state.table, table)
    if not play_reasons(change, state.table, state.racks[seat], table, state.rules, state.opened[seat]):
        return _play(state, table, change)
    if not state.pool:
        return _pass(state)
    return _draw(state, late_draw(state.rules), penalty=True)


def _next(state: State) -> State:
    seat = state.turn
    turn = (seat + 1) % state.seats
    may_announce = put(state.may_announce, turn, False)
    return replace(state, turn=turn, had_turn=put(state.had_turn, seat, True), may_announce=may_announce)


def _end(state: State, ended: str, events: list[Event]) -> Step:
    last = state.turn
    over = replace(state, had_turn=put(state.had_turn, last, True), may_announce=(False,) * state.seats)
    order = [(last + 1 + i) % state.seats for i in range(state.seats)]
    players = over.final_racks()
    final = score(ended, [players[seat] for seat in order], state.rules)
    scores = [0] * state.seats
    for seat, points in zip(order, final.scores, strict=True):
        scores[seat] = points
    worths = tuple(worth(rack, state.rules) for rack in state.racks)
    result = Result(ended, order[final.winner], tuple(scores), worths)
    return replace(over, result=result), [*events, Ended(ended, result.winner, result.scores)]

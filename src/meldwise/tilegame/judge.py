"""What forbids an action, and above all: is this table a legal end of a turn? (T23-T32)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meldwise import sets
from meldwise.errors import CaseError, Reason
from meldwise.notation import write_table, write_tiles
from meldwise.ruleset import TileRules
from meldwise.table import changed_sets, listed, tile_counts
from meldwise.tilegame.actions import ACTIONS, Action, Announce, Draw, Pass, Play, TimeUp
from meldwise.tilegame.frozen import frozen_reasons
from meldwise.tilegame.state import State
from meldwise.tiles import AnyTile, Rack, Table, TileSet, ordered


class Change(NamedTuple):
    """What a play does to the table: sets gone, sets new, and how many of each tile came (below 0: went)."""

    gone: list[TileSet]
    new: list[TileSet]
    played: dict[AnyTile, int]


def change_of(table: Table, to: Table) -> Change:
    """Compare two tables; equal tiles are not told apart."""
    gone, new = changed_sets(table, to)
    played: dict[AnyTile, int] = {}
    for rows, step in ((new, 1), (gone, -1)):
        for row in rows:
            for tile in row:
                played[tile] = played.get(tile, 0) + step
    return Change(gone, new, played)


def judge(state: State, action: Action) -> list[Reason]:
    """Say what forbids *action* now; [] where nothing does."""
    if reasons := turn_reasons(state, action):
        return reasons
    match action:
        case Play(seat, table):
            return judge_play(state.table, state.racks[seat], table, state.rules, state.opened[seat])
        case Draw():
            return [] if state.pool else [Reason("pool-empty", {}, ("T37",))]
        case Pass():
            return [Reason("pool-not-empty", {"pool": len(state.pool)}, ("T27", "T37"))] if state.pool else []
        case Announce(seat):
            return announce_reasons(state, seat)
        case TimeUp():
            return []


def turn_reasons(state: State, action: Action) -> list[Reason]:
    """Say what forbids anything of this kind: a game that is over, a seat that is none, another's turn (T6)."""
    if not isinstance(action, ACTIONS):
        return [Reason("no-action", {"text": str(action)[:40]})]
    if state.result:
        return [Reason("game-over")]
    if not 0 <= action.seat < state.seats:
        return [Reason("no-such-seat", {"seat": action.seat, "seats": state.seats})]
    if action.seat != state.turn and not isinstance(action, Announce):
        return [Reason("not-your-turn", {"seat": action.seat, "turn": state.turn}, ("T6",))]
    return []


def announce_reasons(state: State, seat: int) -> list[Reason]:
    """Say what forbids announcing an opening (T41, R20)."""
    if not state.rules.unopened_able_penalty:
        return [Reason("no-announcing", {"rules": state.rules.text}, ("T41",))]
    if state.opened[seat]:
        return [Reason("opened-already", {}, ("T41",))]
    if state.announced[seat]:
        return [Reason("announced-already", {}, ("T41",))]
    if not state.may_announce[seat]:
        return [Reason("announce-after-drawing", {}, ("T41",))]
    return []


def judge_play(table: Table, rack: Rack, to: Table, rules: TileRules, opened: bool = True) -> list[Reason]:
    """Say what forbids turning *table* into *to* with tiles of *rack*; [] where nothing does.

    Only sets that changed are looked at, and tables are compared as counts: which of two equal tiles came from the
    rack never matters.
    """
    return play_reasons(change_of(table, to), table, rack, to, rules, opened)


def play_reasons(
    change: Change, table: Table, rack: Rack, to: Table, rules: TileRules, opened: bool = True
) -> list[Reason]:
    """Say what forbids a play whose change of the table is known already."""
    gone, new, played = change
    reasons = conservation_reasons(played, rack)
    reasons += [invalid_set(row, rules) for row in new if not sets.readings(row, rules)]
    if not opened:
        reasons += opening_reasons(gone, new, rules)
    elif rules.joker_sets_frozen and not reasons:
        reasons += frozen_reasons(table, to, played, rules)
    return reasons


def check_start(table: Table, rack: Rack, rules: TileRules) -> None:
    """Refuse a position that cannot be: an invalid set on the table, more copies than the box holds."""
    for row in table:
        if why := sets.reasons(row, rules):
            raise CaseError("invalid-start-set", set=write_tiles(row), why=why[0].plain)
    surplus = tile_counts([*table, rack]) - rules.box.counts
    if surplus:
        raise CaseError("too-many-copies", tiles=write_tiles(listed(surplus)))


def conservation_reasons(played: Mapping[AnyTile, int], rack: Rack) -> list[Reason]:
    """Check that what came onto the table came from the rack, and that nothing left it (T27, T28)."""
    if _conserved(played, rack):
        return []
    reasons = []
    foreign = listed({tile: n - rack.count(tile) for tile, n in played.items() if n > 0})
    if foreign:
        reasons.append(Reason("tile-not-yours", {"tiles": write_tiles(foreign)}, ("T28",)))
    missing = listed({tile: -n for tile, n in played.items() if n < 0})
    if missing:
        reasons.append(Reason("tile-gone", {"tiles": write_tiles(missing)}, ("T28",)))
    if not any(n > 0 for n in played.values()):
        reasons.append(Reason("nothing-played", {}, ("T27",)))
    return reasons


def _conserved(played: Mapping[AnyTile, int], rack: Rack) -> bool:
    """Tell whether something was played, all of it from the rack, and nothing left the table."""
    some = False
    for tile, count in played.items():
        if count:
            if count < 0 or count > rack.count(tile):
                return False
            some = True
    return some


def invalid_set(row: TileSet, rules: TileRules) -> Reason:
    """Wrap the reason a row is no set, with the row it speaks of."""
    why = sets.reasons(row, rules)[0]
    facts = {"set": write_tiles(row), "why": why.plain}
    return Reason("invalid-set", facts, ("T28", *why.rules))


def opening_reasons(gone: Sequence[TileSet], new: Sequence[TileSet], rules: TileRules) -> list[Reason]:
    """Check a first meld: the table untouched, the new sets worth enough (T23, T25)."""
    touched, laid = match_groups(gone, new, rules)
    if touched:
        return [Reason("table-touched", {"sets": write_table(touched)}, ("T25",))]
    if not laid or not all(sets.readings(row, rules) for row in laid):
        return []  # nothing played, or sets that are none: said already
    points = sum(sets.most_points(row, rules) for row in laid)
    if points >= rules.opening_points:
        return []
    facts = {"points": points, "needed": rules.opening_points, "missing": rules.opening_points - points}
    return [Reason("opening-too-low", facts, ("T23",))]


def match_groups(
    gone: Sequence[TileSet], new: Sequence[TileSet], rules: TileRules
) -> tuple[list[TileSet], list[TileSet]]:
    """Pair groups whose tiles only lie in another order: those are not touched."""
    touched, laid = [], list(new)
    for row in gone:
        twin = next((other for other in laid if _same_group(row, other, rules)), None)
        if twin is None:
            touched.append(row)
        else:
            laid.remove(twin)
    return touched, laid


def _same_group(one: TileSet, other: TileSet, rules: TileRules) -> bool:
    return ordered(one) == ordered(other) and all(
        any(reading.kind == sets.GROUP for reading in sets.readings(row, rules)) for row in (one, other)
    )

"""A friendly opponent: lays its own sets, adds or borrows single tiles, and misses long rearrangements."""

from __future__ import annotations

from itertools import chain
from typing import Any

from meldwise import rummy17, sets, tilegame
from meldwise.bots.laying import borrowings, card_actions, extensions, fits, own_sets
from meldwise.rummy17.scoring import penalty
from meldwise.rummy17.state import KNOCKING, TAKE
from meldwise.table import without
from meldwise.tilegame import judge_play
from meldwise.tiles import AnyTile, Joker, Rack, Table, Tile, TileSet


class Simple:
    """Opens when it can, then lays what it sees."""

    def __init__(self, seed: object = 0) -> None:
        self.seed = seed

    def act(self, view: Any) -> Any:
        """Return what to do now."""
        return _card_action(view) if isinstance(view, rummy17.View) else _tile_action(view)


def _tile_action(view: tilegame.View) -> Any:
    assert view.seat is not None
    opened = view.opened[view.seat]
    table, rack = _lay_own(view.table, view.rack, view)
    if opened:
        table, rack = _add_tiles(table, rack, view)
    if len(rack) < len(view.rack) and not judge_play(view.table, view.rack, table, view.rules, opened):
        return tilegame.Play(view.seat, table)
    return tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)


def _lay_own(table: Table, rack: Rack, view: tilegame.View) -> tuple[Table, Rack]:
    """Lay own sets, those worth most first, plain ones before those with a joker."""
    rows = own_sets(rack, view.rules)
    for row in sorted(rows, key=lambda row: (_jokers(row), -sets.most_points(row, view.rules), str(row))):
        if all(row.count(tile) <= rack.count(tile) for tile in row):
            table, rack = (*table, row), without(rack, row)
    return table, rack


def _add_tiles(table: Table, rack: Rack, view: tilegame.View) -> tuple[Table, Rack]:
    """Add a tile, or borrow one for two, while something fits; jokers are kept for a set of one's own."""
    jokers = tuple(tile for tile in rack if isinstance(tile, Joker))
    plain: Rack = tuple(tile for tile in rack if isinstance(tile, Tile))
    while found := _first_lawful(table, plain, view):
        table, plain = found
    return table, (*plain, *jokers)


def _first_lawful(table: Table, rack: Rack, view: tilegame.View) -> tuple[Table, Rack] | None:
    for bigger, left in chain(extensions(table, rack, view.rules), borrowings(table, rack, view.rules)):
        if not judge_play(view.table, view.rack, bigger, view.rules):
            return bigger, left
    return None


def _card_action(view: rummy17.View) -> Any:
    assert view.seat is not None
    seat = view.seat
    if view.phase == KNOCKING:
        return rummy17.Knock(seat, _wants(view))
    if view.phase == TAKE:
        return rummy17.TakeDiscard(seat) if _wants(view) else rummy17.TakeStock(seat)
    options = sorted(card_actions(view), key=lambda action: (isinstance(action, rummy17.Extend), -len(action.cards)))
    if options:
        return options[0]
    return rummy17.Discard(seat, _least_useful(view))


def _wants(view: rummy17.View) -> bool:
    return isinstance(view.discard, Tile) and fits(view.hand, view.discard, view.rules)


def _least_useful(view: rummy17.View) -> AnyTile:
    """Choose a card with no neighbour and no twin in the hand; of those, a dear one."""
    return max(view.hand, key=lambda card: (-_friends(card, view.hand), penalty((card,), view.rules), card.text))


def _friends(card: AnyTile, hand: Rack) -> int:
    assert isinstance(card, Tile)
    others = [other for other in hand if isinstance(other, Tile) and other is not card]
    return sum(
        other.number == card.number or (other.color is card.color and abs(other.number - card.number) <= 2)
        for other in others
    )


def _jokers(row: TileSet) -> int:
    return sum(isinstance(tile, Joker) for tile in row)

"""A friendly opponent: lays its own sets, adds or borrows single tiles, and misses long rearrangements."""

from __future__ import annotations

from itertools import chain
from typing import Any

from meldwise import rummy17, sets, tilegame
from meldwise.bots.cards import least_useful
from meldwise.bots.laying import borrowings, card_actions, extensions, fits, own_sets
from meldwise.bots.opponent import Opponent, rest
from meldwise.rummy17.state import KNOCKING, TAKE
from meldwise.table import without
from meldwise.tilegame import judge_play
from meldwise.tiles import Joker, Rack, Table, Tile, TileSet


class Simple(Opponent):
    """Opens when it can, then lays what it sees."""

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Lay own sets, then add single tiles; else draw."""
        assert view.seat is not None
        opened = view.opened[view.seat]
        table, rack = _lay_own(view.table, view.rack, view)
        if opened:
            table, rack = _add_tiles(table, rack, view)
        if len(rack) < len(view.rack) and not judge_play(view.table, view.rack, table, view.rules, opened):
            return tilegame.Play(view.seat, table)
        return rest(view)

    def card_action(self, view: rummy17.View) -> Any:
        """Take what completes a meld, lay melds and single cards, throw what has no friends."""
        assert view.seat is not None
        seat = view.seat
        if view.phase == KNOCKING:
            return rummy17.Knock(seat, _wants(view))
        if view.phase == TAKE:
            return rummy17.TakeDiscard(seat) if _wants(view) else rummy17.TakeStock(seat)
        options = sorted(
            self.within_hands(view, card_actions(view)),
            key=lambda one: (isinstance(one, rummy17.Extend), -len(one.cards)),
        )
        if options:
            return options[0]
        if view.loose:  # taken from a meld by whoever played here before
            return rummy17.TakeBack(seat)
        return rummy17.Discard(seat, least_useful(view.hand, view))


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


def _wants(view: rummy17.View) -> bool:
    return isinstance(view.discard, Tile) and fits(view.hand, view.discard, view.rules)


def _jokers(row: TileSet) -> int:
    return sum(isinstance(tile, Joker) for tile in row)

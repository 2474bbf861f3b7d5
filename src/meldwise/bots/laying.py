"""What a seat could lay: sets from the rack alone, and tiles that fit the sets on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from meldwise import sets
from meldwise.arrange import arranged
from meldwise.ruleset import CardRules, TileRules
from meldwise.rummy17 import Extend, LayMeld
from meldwise.rummy17 import View as CardView
from meldwise.solver.rows import plain_groups, plain_runs
from meldwise.table import put, with_tiles, without
from meldwise.tiles import Joker, Rack, Table, Tile, TileSet

LONGEST = 6
"""Rows made from a rack at once; a longer run is two of them, or grows."""


def own_sets(rack: Rack, rules: TileRules) -> list[TileSet]:
    """Return sets the rack holds, each once; jokers only where they are few."""
    purse = Counter(rack)
    jokers = [tile for tile in rack if isinstance(tile, Joker)]
    for joker in jokers[2:]:
        purse[joker] -= 1
    rows = dict.fromkeys(row for row in (*plain_groups(purse, rules), *plain_runs(purse, rules)) if len(row) <= LONGEST)
    return [row for row in rows if sets.readings(row, rules)]


def extensions(table: Table, rack: Rack, rules: TileRules) -> Iterator[tuple[Table, Rack]]:
    """Yield the table with one rack tile added to one set, and the rack without it."""
    for tile in dict.fromkeys(rack):
        for i, row in enumerate(table):
            for grown in ((*row, tile), (tile, *row)):
                if fitting := arranged(grown, rules):
                    yield put(table, i, fitting), without(rack, [tile])
                    break


def borrowings(table: Table, rack: Rack, rules: TileRules) -> Iterator[tuple[Table, Rack]]:
    """Yield the table with one tile taken from a set that can spare it, and laid anew with two tiles of the rack."""
    for i, row in enumerate(table):
        for at, tile in enumerate(row):
            left = (*row[:at], *row[at + 1 :])
            if isinstance(tile, Tile) and sets.readings(left, rules):
                for helpers in _pairs_for(tile, rack, rules):
                    new = arranged((tile, *helpers), rules)
                    assert new is not None
                    yield (*put(table, i, left), new), without(rack, helpers)


def _pairs_for(tile: Tile, rack: Rack, rules: TileRules) -> Iterator[TileSet]:
    """Yield two rack tiles that make a set with *tile*: a group, or a run around it."""
    colors = [color for color in rules.box.colors if color is not tile.color]
    wanted = [(Tile(one, tile.number), Tile(other, tile.number)) for one, other in combinations(colors, 2)]
    for low in range(max(1, tile.number - 2), min(tile.number, rules.numbers - 2) + 1):
        run = [Tile(tile.color, number) for number in range(low, low + 3)]
        first, second = (one for one in run if one is not tile)
        wanted.append((first, second))
    yield from (pair for pair in wanted if pair[0] in rack and pair[1] in rack)


def melds(hand: Rack, edge: Rack, rules: CardRules) -> list[TileSet]:
    """Return melds the hand holds, runs with a joker from the edge too (C8)."""
    cards = [card for card in hand if isinstance(card, Tile)]
    found = list[TileSet]()
    for number in sorted({card.number for card in cards}):
        same = tuple(card for card in cards if card.number == number)
        found += [same, *(without(same, [card]) for card in same if len(same) > 3)]
    for color in rules.box.colors:
        mine = {card.number: card for card in cards if card.color is color}
        joker = next((card for card in edge if card.color is color), None)
        for low in range(1, rules.numbers + 1):
            for high in range(low + 2, rules.numbers + 1):
                row = [mine.get(number) or joker for number in range(low, high + 1)]
                found.append(tuple(card for card in row if card is not None))
                if joker and None not in row and joker not in row and high < rules.numbers:
                    found.append((*(card for card in row if card is not None), joker))
    return [row for row in dict.fromkeys(found) if len(row) >= 3 and sets.readings(row, rules) and _lawful(row, rules)]


def card_actions(view: CardView) -> Iterator[LayMeld | Extend]:
    """Yield melds and additions the hand allows, melds first; a card is kept to discard."""
    assert view.seat is not None
    rules = view.rules
    for row in melds(view.hand, view.edge, rules):
        if sum(isinstance(card, Tile) for card in row) < len(view.hand):
            yield LayMeld(view.seat, row)
    if view.melded[view.seat] and len(view.hand) > 1:
        for i, meld in enumerate(view.melds):
            for card in (*view.loose, *view.hand):
                for grown in ((*meld.cards, card), (card, *meld.cards)):
                    if sets.readings(grown, rules):
                        yield Extend(view.seat, i, grown)
                        break


def fits(hand: Rack, card: Tile, rules: CardRules) -> bool:
    """Tell whether a card completes a meld with two or more cards of the hand."""
    return any(card in row and len(row) >= 3 for row in melds(with_tiles(hand, [card]), (), rules))


def _lawful(row: TileSet, rules: CardRules) -> bool:
    joker = any(isinstance(card, Joker) for card in row)
    return not joker or (len(row) >= rules.edge_run and sets.readings(row, rules)[0].kind == sets.RUN)

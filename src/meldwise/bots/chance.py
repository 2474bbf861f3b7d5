"""Any legal action, by chance: for tests, and as the floor of every ladder."""

from __future__ import annotations

import random
from typing import Any

from meldwise import rummy17, tilegame
from meldwise.bots.laying import borrowings, card_actions, extensions, own_sets
from meldwise.rummy17.state import KNOCKING, TAKE
from meldwise.tilegame import judge_play
from meldwise.tiles import Table


class Chance:
    """Plays something legal it happens to see, and sometimes nothing."""

    def __init__(self, seed: object = 0) -> None:
        self._dice = random.Random(f"chance {seed}")

    def act(self, view: Any) -> Any:
        """Return what to do now."""
        return self._card_action(view) if isinstance(view, rummy17.View) else self._tile_action(view)

    def _tile_action(self, view: tilegame.View) -> Any:
        assert view.seat is not None
        rest = tilegame.Draw(view.seat) if view.pool else tilegame.Pass(view.seat)
        if self._dice.random() < 0.1:
            return rest
        for table in self._tables(view):
            if not judge_play(view.table, view.rack, table, view.rules, view.opened[view.seat]):
                return tilegame.Play(view.seat, table)
        return rest

    def _tables(self, view: tilegame.View) -> list[Table]:
        """Return some tables worth trying: every own set, disjoint ones together, one tile added or borrowed."""
        assert view.seat is not None
        rows = own_sets(view.rack, view.rules)
        self._dice.shuffle(rows)
        chosen, left = list[Any](), list(view.rack)
        for row in rows:
            if all(row.count(tile) <= left.count(tile) for tile in row):
                chosen.append(row)
                for tile in row:
                    left.remove(tile)
        tables = [(*view.table, *chosen), *((*view.table, row) for row in chosen)] if chosen else []
        seen = (view.table, view.rack, view.rules)
        grown = [table for table, _ in (*extensions(*seen), *borrowings(*seen))] if view.opened[view.seat] else []
        self._dice.shuffle(grown)
        return tables + grown if self._dice.random() < 0.5 else grown + tables

    def _card_action(self, view: rummy17.View) -> Any:
        assert view.seat is not None
        seat = view.seat
        if view.phase == KNOCKING:
            return rummy17.Knock(seat, self._dice.random() < 0.2)
        if view.phase == TAKE:
            return rummy17.TakeDiscard(seat) if self._dice.random() < 0.3 else rummy17.TakeStock(seat)
        options: list[Any] = [*card_actions(view)]
        options += [rummy17.Exchange(seat, i) for i in range(len(view.melds)) if self._could_exchange(view, i)]
        if options and self._dice.random() < 0.8:
            return self._dice.choice(options)
        if view.loose:
            return rummy17.TakeBack(seat)
        return rummy17.Discard(seat, self._dice.choice(view.hand))

    @staticmethod
    def _could_exchange(view: rummy17.View, index: int) -> bool:
        assert view.seat is not None
        cards = view.melds[index].cards
        joker = rummy17.joker_of(cards)
        if joker is None or not view.melded[view.seat] or len(view.hand) < 2:
            return False
        return rummy17.as_numbers(cards, view.rules)[cards.index(joker)] in view.hand

"""Any legal action, by chance: for tests, and as the floor of every ladder."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from meldwise import rummy17, tilegame
from meldwise.bots.laying import card_actions
from meldwise.bots.opponent import Opponent, rest
from meldwise.rummy17.state import KNOCKING, TAKE
from meldwise.solver import best
from meldwise.solver.tidy import put_in_order

T = TypeVar("T")
RESTS = 0.5
"""How often it does not even look."""
LOOKS_AROUND = 1 / 16
"""How often it looks at half of everything."""


class Chance(Opponent):
    """Plays something legal it happens to see, and sometimes nothing."""

    def __init__(self, seed: object = 0, **more: Any) -> None:
        super().__init__(seed, **more)
        self._dice = random.Random(f"chance {seed}")

    def tile_action(self, view: tilegame.View) -> tilegame.Action:
        """Lay the most of some tiles, with some sets of the table, all picked by chance; or draw.

        Mostly one tile in eight is picked and one set, sometimes half of all; to open seven in eight, for that takes
        many. Any pick may come, so any tiles that can be laid may go.
        """
        assert view.seat is not None
        if self._dice.random() < RESTS:
            return rest(view)
        opened = view.opened[view.seat]
        tiles, rows, toss = len(view.rack), len(view.table), self._dice.getrandbits
        if not opened:
            picks, coins = toss(tiles) | toss(tiles) | toss(tiles), -1
        elif self._dice.random() < LOOKS_AROUND:
            picks, coins = toss(tiles), toss(rows)
        else:
            picks, coins = toss(tiles) & toss(tiles) & toss(tiles), toss(rows) & toss(rows) & toss(rows)
        some = _picked(view.rack, picks)
        near, far = _picked(view.table, coins), _picked(view.table, ~coins)
        found = best(near, some, view.rules, opened, tidy=self.tidy)
        if not found.play:
            return rest(view)
        table = put_in_order(view.table, far + found.table) if self.tidy else far + found.table
        return tilegame.Play(view.seat, table)

    def aside(self, view: tilegame.View) -> tilegame.Announce | None:
        """Announce by chance, whether or not the rack can open."""
        assert view.seat is not None
        return tilegame.Announce(view.seat) if self._dice.random() < RESTS else None

    def card_action(self, view: rummy17.View) -> Any:
        """Do anything a card player may."""
        assert view.seat is not None
        seat = view.seat
        if view.phase == KNOCKING:
            return rummy17.Knock(seat, self._dice.random() < 0.2)
        if view.phase == TAKE:
            return rummy17.TakeDiscard(seat) if self._dice.random() < 0.3 else rummy17.TakeStock(seat)
        options: list[Any] = [*self.within_hands(view, card_actions(view))]
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


def _picked(things: tuple[T, ...], coins: int) -> tuple[T, ...]:
    """Return the things whose coin shows 1."""
    return tuple([thing for i, thing in enumerate(things) if coins >> i & 1])

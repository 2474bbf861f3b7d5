"""A tile game kept as counts: who holds how many of each kind, and what was done.

Counts are all that decisions need, for the layout of a table does not matter to what can follow; so no table is laid
until someone wants to see it. Then the game itself (`tilegame`) is told everything that was done, and judges it. Where
sets with jokers are frozen (T32) the layout matters, and it is told at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, Self

from msgspec.structs import replace

from meldwise import tilegame
from meldwise.envs.tile_fields import DREW, LAID, PASSED
from meldwise.game import Setup
from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.menu import NOTHING, frozen_menu, menu
from meldwise.solver.plays import Play, lay, layouts
from meldwise.solver.problem import KINDS, TILES, kinds_of
from meldwise.table import changed_sets, tile_counts
from meldwise.tilegame import FinalRack, score
from meldwise.tilegame.events import Event
from meldwise.tilegame.scoring import OUT, POOL_EMPTY, worth
from meldwise.tilegame.state import Result
from meldwise.tiles import Rack, Table

QUIET = {turn: bytes([turn == LAID, turn == DREW, turn == PASSED]) + NOTHING for turn in (0, DREW, PASSED)}
"""A seat's last turn as the others saw it, where it laid nothing."""


class Done(NamedTuple):
    """One thing done: a tile drawn, a pass, an announcement, or tiles laid, in one of their layouts or as a table."""

    what: str
    seat: int
    kind: int = -1
    tiles: bytes = NOTHING
    layout: int = 0
    table: Table | None = None


class TileLedger:
    """One game, from the deal on."""

    def __init__(self, rules: TileRules, seats: int, setup: Setup, tidy: bool = False) -> None:
        self.rules = rules
        self.seats = seats
        self.tidy = tidy
        self._state, events = tilegame.start(rules, seats, setup)
        self._events: list[Event] = list(events)
        self._told = 0
        self._done: list[Done] = []
        self._tiles = kinds_of(rules)
        self.racks = [bytearray(self._tiles.counts(rack)) for rack in self._state.racks]
        self.table = bytearray(KINDS)
        self.pool = [self._tiles.index[tile] for tile in reversed(self._state.pool)]
        box = self._tiles.counts(rules.box.tiles)
        self.unseen = [bytearray(a - b for a, b in zip(box, rack, strict=True)) for rack in self.racks]
        self.sizes = bytearray([rules.rack_size] * seats)
        self.turn = setup.starter
        self.turns = 1
        self.opened, self.announced, self.had_turn = bytearray(seats), bytearray(seats), bytearray(seats)
        self.last_drawn = [-1] * seats
        self.recent = [QUIET[0]] * seats
        self.passes = 0
        self.result: Result | None = None
        self._menus: list[_kernel.Menu | None] = [None] * seats
        self._layouts: dict[bytes, list[Play]] = {}

    # ---- what can be done ----

    def menu(self, seat: int) -> _kernel.Menu:
        """Return what a seat may lay, as long as nothing changes."""
        found = self._menus[seat]
        if found is None:
            opened = bool(self.opened[seat])
            if opened and self.rules.joker_sets_frozen and self.table[TILES]:
                found = frozen_menu(self.state.table, self.tiles(self.racks[seat]), self.rules)
            else:
                found = menu(bytes(self.table), bytes(self.racks[seat]), self.rules, opened)
            self._menus[seat] = found
        return found

    def layouts(self, tiles: bytes, most: int) -> list[Play]:
        """Return the ways the seat in turn may lay these tiles, one more than *most* at the most."""
        found = self._layouts.get(tiles)
        if found is None:
            found = self._layouts[tiles] = self._find_layouts(tiles, most)
        return found

    def _find_layouts(self, tiles: bytes, most: int) -> list[Play]:
        laid = self.tiles(tiles)
        play = Play(len(laid), self._tiles.worth(laid), laid)
        if not self.rules.joker_sets_frozen:
            return [play]
        opened = bool(self.opened[self.turn])
        if not tiles[TILES] and not (opened and self.table[TILES]):
            return [replace(play, joker_sets=())]
        ways = layouts(self.state.table, play, self.rules, opened)
        return [way for _, way in zip(range(most + 1), ways, strict=False)]

    # ---- what is done ----

    def lay(self, tiles: bytes, layout: int = 0, table: Table | None = None) -> None:
        """Let the seat in turn lay tiles that it may lay, in one of their layouts or as this table."""
        seat = self.turn
        self._done.append(Done("lay", seat, -1, tiles, layout, table))
        rack, ours = self.racks[seat], self.table
        others = [self.unseen[other] for other in range(self.seats) if other != seat]
        for kind, count in enumerate(tiles):
            if count:
                rack[kind] -= count
                ours[kind] += count
                self.sizes[seat] -= count
                for unseen in others:
                    unseen[kind] -= count
        self.opened[seat] = 1
        self.announced[seat] = 0
        self.last_drawn[seat] = -1
        self.passes = 0
        self.recent[seat] = b"\1\0\0" + tiles
        self._menus = [None if self.opened[i] else menu for i, menu in enumerate(self._menus)]
        if self.rules.joker_sets_frozen:
            self.tell()
        self._end(OUT) if not self.sizes[seat] else self._next()

    def draw(self) -> None:
        """Let the seat in turn draw."""
        seat = self.turn
        kind = self.pool.pop()
        self._done.append(Done("draw", seat, kind))
        self.racks[seat][kind] += 1
        self.unseen[seat][kind] -= 1
        self.sizes[seat] += 1
        self.announced[seat] = 0
        self.last_drawn[seat] = kind
        self.passes = 0
        self.recent[seat] = QUIET[DREW]
        self._remember(seat, kind)
        self._next()

    def _remember(self, seat: int, kind: int) -> None:
        """Keep a seat's menu over a draw, where that can be."""
        kept = self._menus[seat]
        if kept is None or (self.rules.joker_sets_frozen and self.opened[seat]):
            self._menus[seat] = None
        else:
            kept.draw(kind)

    def rest(self) -> None:
        """Let the seat in turn pass at an empty pool."""
        seat = self.turn
        self._done.append(Done("pass", seat))
        self.passes += 1
        self.recent[seat] = QUIET[PASSED]
        if self.rules.first_pass_ends or self.passes == self.seats:
            self._end(POOL_EMPTY)
        else:
            self._next()

    def announce(self, seat: int) -> None:
        """Let a seat announce an opening that it may announce (T41)."""
        self._done.append(Done("announce", seat))
        self.announced[seat] = 1

    def put_next(self, kind: int) -> None:
        """Let this kind be drawn next; it must be in the pool."""
        place = len(self.pool) - 1 - self.pool[::-1].index(kind)
        self.pool.append(self.pool.pop(place))

    def _next(self) -> None:
        self.had_turn[self.turn] = 1
        self._layouts = {}
        self.turn = (self.turn + 1) % self.seats
        self.turns += 1

    def _end(self, ended: str) -> None:
        last = self.turn
        self.had_turn[last] = 1
        order = [(last + 1 + i) % self.seats for i in range(self.seats)]
        final = score(ended, [self._final(seat) for seat in order], self.rules)
        scores = [0] * self.seats
        for seat, points in zip(order, final.scores, strict=True):
            scores[seat] = points
        worths = tuple(worth(self.tiles(rack), self.rules) for rack in self.racks)
        self.result = Result(ended, order[final.winner], tuple(scores), worths)

    def _final(self, seat: int) -> FinalRack:
        drawn = self.last_drawn[seat]
        last_drawn: Rack = () if drawn < 0 else (self._tiles.tiles[drawn],)
        rack = self.tiles(self.racks[seat])
        opened, had_turn, announced = (bool(one[seat]) for one in (self.opened, self.had_turn, self.announced))
        return FinalRack(rack, opened, had_turn, announced, last_drawn)

    # ---- the game itself ----

    @property
    def state(self) -> tilegame.State:
        """The game as `tilegame` knows it."""
        self.tell()
        return self._state

    @property
    def events(self) -> Sequence[Event]:
        """Everything that happened, as `tilegame` tells it."""
        self.tell()
        return self._events

    def tell(self) -> None:
        """Tell the game what was done since it was last told."""
        while self._told < len(self._done):
            done = self._done[self._told]
            if done.what == "draw" and self._tiles.index[self._state.pool[0]] != done.kind:
                self._state = replace(self._state, pool=self._drawn_first(done.kind))
            self._state, events = tilegame.apply(self._state, self._action(done))
            self._events += events
            self._told += 1

    def _drawn_first(self, kind: int) -> Rack:
        pool = list(self._state.pool)
        tile = self._tiles.tiles[kind]
        pool.remove(tile)
        return (tile, *pool)

    def _action(self, done: Done) -> tilegame.Action:
        match done.what:
            case "draw":
                return tilegame.Draw(done.seat)
            case "pass":
                return tilegame.Pass(done.seat)
            case "announce":
                return tilegame.Announce(done.seat)
        if done.table is not None:
            return tilegame.Play(done.seat, done.table)
        state, opened = self._state, self._state.opened[done.seat]
        if self.rules.joker_sets_frozen:
            play = self._layouts[done.tiles][done.layout]
        else:
            laid = self.tiles(done.tiles)
            play = Play(len(laid), 0, laid)
        return tilegame.Play(done.seat, lay(state.table, play, self.rules, opened, self.tidy))

    def played(self, table: Table) -> bytes:
        """Return the tiles that the seat in turn lays to end with this table; IllegalAction where it may not."""
        state = self.state
        tilegame.apply(state, tilegame.Play(state.turn, table))
        gone, new = changed_sets(state.table, table)
        return bytes(self._tiles.counts((tile_counts(new) - tile_counts(gone)).elements()))

    def pool_counts(self) -> bytearray:
        """Count the pool by kind."""
        counts = bytearray(KINDS)
        for kind in self.pool:
            counts[kind] += 1
        return counts

    def tiles(self, counts: bytes | bytearray) -> Rack:
        """Return counted kinds as tiles."""
        return self._tiles.listed(counts)

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_menus": [None] * self.seats}  # found again when asked for

    def copy(self) -> Self:
        """Return a game that goes on by itself."""
        other = copy(self)
        for name in ("pool", "sizes", "opened", "announced", "had_turn", "last_drawn", "recent", "_done", "_events"):
            setattr(other, name, getattr(self, name)[:])
        other.table = self.table[:]
        other.racks = [bytearray(rack) for rack in self.racks]
        other.unseen = [bytearray(unseen) for unseen in self.unseen]
        other._layouts = dict(self._layouts)
        return other

"""Decisions of a tile game, in two encodings.

`candidates`: one decision a turn; an action is one of the solver's plays, the last one draws (or passes). `tiles`: tile
kinds are picked one after the other, then laid; or the seat draws. Both come to the same: tiles and how they lie.
An opening is announced (T41) by itself, whenever a draw leaves a seat able to open.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from meldwise import tilegame
from meldwise.envs.decisions import CANDIDATES, LAYOUTS, Vector, check_open
from meldwise.envs.tile_fields import joker_sets, tile_fields
from meldwise.envs.tile_ledger import TileLedger
from meldwise.game import Outcome, Setup
from meldwise.notation import write_tiles
from meldwise.ruleset import TileRules
from meldwise.solver.menu import NOTHING
from meldwise.solver.plays import distinct
from meldwise.solver.problem import KINDS, TILES, kinds_of


class TileDecisions:
    """What both encodings share."""

    size: int
    kinds = KINDS

    def __init__(
        self,
        rules: TileRules,
        seats: int,
        setup: Setup,
        *,
        tidy: bool = False,
        privileged: bool = False,
        scores: tuple[int, ...] = (),
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.ledger = TileLedger(rules, seats, setup, tidy)
        self.fields = tile_fields(rules, seats, privileged)
        self.privileged = privileged
        self.scores = scores
        self.picked = bytearray(KINDS)
        self._rest_of_fields = bytes(self.fields.size - self.fields.places["scores"].start)
        self._mask: bytes | None = None

    @property
    def actor(self) -> int | None:
        """The seat that is to choose."""
        return None if self.ledger.result else self.ledger.turn

    @property
    def turns(self) -> int:
        """Turns begun."""
        return self.ledger.turns

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.ledger.result

    @property
    def state(self) -> tilegame.State:
        """The game as `tilegame` knows it."""
        return self.ledger.state

    @property
    def events(self) -> Any:
        """Everything that happened."""
        return self.ledger.events

    def mask(self) -> bytes:
        """Return a 1 for every action that is open."""
        if self._mask is None:
            self._mask = bytes(self.size) if self.ledger.result else self._open()
        return self._mask

    def choose(self, action: int) -> None:
        """Choose; IllegalAction where the action is not open."""
        mask = self._mask or self.mask()
        if not 0 <= action < len(mask) or not mask[action]:
            check_open(action, mask)
        self._mask = None
        if action == self.size - 1:
            self._rest()
        else:
            self._take(action)

    def _open(self) -> bytes:
        raise NotImplementedError

    def _take(self, action: int) -> None:
        raise NotImplementedError

    def _rest(self) -> None:
        """Draw and announce what can be announced, or pass."""
        ledger = self.ledger
        if not ledger.pool:
            ledger.rest()
            return
        seat = ledger.turn
        ledger.draw()
        penalized = self.rules.unopened_able_penalty and not ledger.opened[seat]
        if penalized and 1 in ledger.menu(seat).open(NOTHING):
            ledger.announce(seat)

    def observe(self, seat: int) -> Vector:
        """Return what a seat sees, flat."""
        ledger, after = self.ledger, self.seats - seat
        turn = bytearray(self.seats)
        turn[(ledger.turn + after) % self.seats] = 1
        parts: list[bytes | bytearray] = [
            ledger.racks[seat],
            ledger.table,
            ledger.unseen[seat],
            self.picked if turn[0] else NOTHING,
            ledger.sizes[seat:],
            ledger.sizes[:seat],
            ledger.opened[seat:],
            ledger.opened[:seat],
            ledger.announced[seat:],
            ledger.announced[:seat],
            turn,
            bytes((len(ledger.pool), ledger.passes)),
            *ledger.recent[seat:],
            *ledger.recent[:seat],
            self._rest_of_fields,
        ]
        vector = np.frombuffer(b"".join(parts), np.uint8).astype(np.float32)
        if self.rules.joker_sets_frozen or self.scores or self.privileged:
            self._fill(vector, seat)
        return vector

    def _fill(self, vector: Vector, seat: int) -> None:
        """Fill in the parts that are seldom there."""
        places, order = self.fields.places, [*range(seat, self.seats), *range(seat)]
        if self.scores:
            vector[places["scores"]] = [self.scores[i] for i in order]
        if self.rules.joker_sets_frozen and self.ledger.table[TILES]:
            vector[places["joker_sets"]] = joker_sets(self.ledger.state.table, self.rules).ravel()
        if self.privileged:
            vector[places["racks"]] = np.frombuffer(b"".join(self.ledger.racks[i] for i in order), np.uint8)

    def view(self, seat: int) -> tilegame.View:
        """Return what a seat sees as `tilegame` cuts it."""
        return tilegame.view(self.ledger.state, seat)

    def act(self, action: tilegame.Action) -> None:
        """Do what an opponent answered to its view."""
        self._mask = None
        match action:
            case tilegame.Play(_, table):
                self.ledger.lay(self.ledger.played(table), table=table)
            case tilegame.Draw():
                self.ledger.draw()
            case tilegame.Pass():
                self.ledger.rest()
            case tilegame.Announce(seat):
                self.ledger.announce(seat)

    def may_announce(self, seat: int) -> bool:
        """Tell whether a seat may announce an opening now (T41)."""
        state = self.ledger.state
        return state.may_announce[seat] and not state.announced[seat] and not state.result

    def draws(self, action: int) -> bool:
        """Tell whether an action takes a tile nobody has seen."""
        return action == self.size - 1 and bool(self.ledger.pool)

    def secret(self, action: int) -> bool:  # noqa: ARG002 - a candidate is laid at once
        """Tell whether the others do not see that an action is chosen."""
        return False

    def hidden(self) -> dict[int, int]:
        """Count the tiles of the pool by kind."""
        return {kind: count for kind, count in enumerate(self.ledger.pool_counts()) if count}

    def put_next(self, kind: int) -> None:
        """Let this kind be drawn next; it must be in the pool."""
        self.ledger.put_next(kind)

    def _rest_meaning(self) -> str:
        return "draw" if self.ledger.pool else "pass"

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """Return a game that goes on by itself."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.ledger = self.ledger.copy()
        other.picked = bytearray(self.picked)
        return other


class TileCandidates(TileDecisions):
    """One decision a turn: the plays in the solver's order, and last to draw or pass.

    Where sets with jokers are frozen, every choice of tiles comes once in its first layout, then those that have more
    in their second, and so on.
    """

    _plays: list[tuple[bytes, int]]
    _more: bool

    def __init__(
        self, rules: TileRules, seats: int, setup: Setup, *, candidates: int = CANDIDATES, **options: Any
    ) -> None:
        super().__init__(rules, seats, setup, **options)
        self.most = candidates
        self.size = candidates + 1

    @property
    def truncated(self) -> bool:
        """Whether there are plays that no action stands for."""
        self.mask()
        return self._more and not self.ledger.result

    def _open(self) -> bytes:
        self._find()
        count = len(self._plays)
        return b"\1" * count + bytes(self.most - count) + b"\1"

    def _find(self) -> None:
        ledger = self.ledger
        if not self.rules.joker_sets_frozen:
            found = ledger.menu(ledger.turn).plays(self.most + 1)
            self._more = len(found) > self.most
            self._plays = [(tiles, 0) for tiles in found[: self.most]]
            return
        found = self._frozen_plays()
        self._more = len(found) > self.most
        choices = [(tiles, 0) for tiles in found[: self.most]]
        if len(choices) < self.most:
            choices += self._other_layouts(found)
            self._more = len(choices) > self.most
        self._more = self._more or any(len(ledger.layouts(tiles, LAYOUTS)) > LAYOUTS for tiles, _ in choices)
        self._plays = choices[: self.most]

    def _frozen_plays(self) -> list[bytes]:
        """Return the choices of tiles, best first."""
        ledger, seat = self.ledger, self.ledger.turn
        opened = bool(ledger.opened[seat])
        if not opened or not ledger.table[TILES]:
            return ledger.menu(seat).plays(self.most + 1)
        first = ledger.menu(seat).open(NOTHING)
        rack = bytes(count if can else 0 for count, can in zip(ledger.racks[seat], first, strict=False))
        if not any(rack):
            return []
        found = distinct(ledger.state.table, ledger.tiles(rack), self.rules, opened, most=self.most + 1)
        return [bytes(kinds_of(self.rules).counts(play.play)) for play in found]

    def _other_layouts(self, found: list[bytes]) -> list[tuple[bytes, int]]:
        ways = {tiles: len(self.ledger.layouts(tiles, LAYOUTS)[:LAYOUTS]) for tiles in found}
        return [(tiles, layout) for layout in range(1, LAYOUTS) for tiles in found if layout < ways[tiles]]

    def _take(self, action: int) -> None:
        tiles, layout = self._plays[action]
        if self.rules.joker_sets_frozen:
            self.ledger.layouts(tiles, LAYOUTS)
        self.ledger.lay(tiles, layout)

    def choice(self, action: int) -> tuple[bytes, int]:
        """Return the tiles of a candidate, by kind, and its layout."""
        self.mask()
        return self._plays[action]

    def candidates(self) -> NDArray[np.uint8]:
        """Return the tiles of each candidate by kind; rows of no candidate are zero."""
        found = np.zeros((self.most, KINDS), np.uint8)
        if not self.ledger.result:
            self.mask()
            if self._plays:
                laid = np.frombuffer(b"".join(tiles for tiles, _ in self._plays), np.uint8)
                found[: len(self._plays)] = laid.reshape(-1, KINDS)
        return found

    def meaning(self, action: int) -> str:
        """Say what an action does now."""
        if action == self.most:
            return self._rest_meaning()
        self.mask()
        if self.ledger.result or action >= len(self._plays):
            return "nothing"
        tiles, layout = self._plays[action]
        return f"lay {write_tiles(self.ledger.tiles(tiles))}" + (f", layout {layout + 1}" if layout else "")


class TileByTile(TileDecisions):
    """Tile kinds first, then to lay them (in one of their layouts), and last to draw or pass."""

    truncated: bool

    def __init__(self, rules: TileRules, seats: int, setup: Setup, **options: Any) -> None:
        super().__init__(rules, seats, setup, **options)
        self.layouts = LAYOUTS if rules.joker_sets_frozen else 1
        self.size = KINDS + self.layouts + 1
        self.truncated = False

    def _open(self) -> bytes:
        ledger = self.ledger
        picked = bytes(self.picked)
        found = ledger.menu(ledger.turn).open(picked)
        rest = b"\1" if picked == NOTHING else b"\0"
        if self.layouts == 1:
            return found + rest
        ways = len(ledger.layouts(picked, LAYOUTS)) if found[KINDS] else 0
        self.truncated = ways > LAYOUTS
        ways = min(ways, LAYOUTS)
        return found[:KINDS] + b"\1" * ways + bytes(LAYOUTS - ways) + rest

    def _take(self, action: int) -> None:
        if action < KINDS:
            self.picked[action] += 1
        else:
            tiles = bytes(self.picked)
            self.picked = bytearray(KINDS)
            self.ledger.lay(tiles, action - KINDS)

    def secret(self, action: int) -> bool:
        """Tell whether an action only picks a tile."""
        return action < KINDS

    def candidates(self) -> NDArray[np.uint8]:
        """Return what each action is about; in this encoding a tile action is one tile of its kind."""
        return np.eye(KINDS, dtype=np.uint8)

    def meaning(self, action: int) -> str:
        """Say what an action does now."""
        if action < KINDS:
            return f"pick {kinds_of(self.rules).tiles[action]}"
        if action == self.size - 1:
            return self._rest_meaning()
        laid = write_tiles(self.ledger.tiles(self.picked)) or "nothing"
        return f"lay {laid}" + (f", layout {action - KINDS + 1}" if action > KINDS else "")

"""Two players at an empty pool: who can come down to fewer points, and still keep the other from going out?

A player goes out exactly when everything that the other keeps back leaves the rest in sets. So a rack is *safe* when
the rest of the box does not lie in sets, whatever the other holds. Nobody need lay while ahead in points, for two
passes end the game; whoever is behind must come down to a safe rack worth less, and who cannot has lost. Low safe
racks are found by taking tiles away while the rack stays safe, many times over, each time from near the lowest yet.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from meldwise import tilegame
from meldwise.solver import best, can_go_out
from meldwise.solver.whole import Counts, Whole
from meldwise.table import listed, tile_counts
from meldwise.tiles import Table

FRESH = 5
"""Safe racks looked for from the whole rack, before those near the lowest."""
BACK = 3
"""Tiles put back on the lowest safe rack before another is looked for."""
CHUNK = 8
"""Tiles taken away at once, as long as that goes well."""
IDLE = 60
"""Looks in a row that found nothing lower, after which there is nothing to be expected."""


class Standoff:
    """One decision; *states* bounds the kernel's work, and *spent* tells whether the time is up."""

    def __init__(
        self, view: tilegame.View, states: int, dice: random.Random, spent: Callable[[], bool], tidy: bool = False
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: int = view.seat
        self.dice = dice
        self.tidy = tidy
        self.states = states
        self.spent = spent
        self.whole = Whole(view.rules, view.table)
        kinds = self.whole.kinds
        self.other_rack = listed(view.rules.box.counts - tile_counts([*view.table, view.rack]))
        self.mine: Counts = kinds.counts(view.rack)
        self.other: Counts = kinds.counts(self.other_rack)

    def action(self) -> tilegame.Action:
        """Go out; else wait while ahead, come down safely while behind, or lose as little as can be."""
        view = self.view
        if can_go_out(view.table, view.rack, view.rules):
            return self._lay([0] * len(self.mine))
        ahead = self.whole.worth(self.mine) < self.whole.worth(self.other)
        if ahead and (view.rules.first_pass_ends or self._safe_in_truth(view.table)):
            return tilegame.Pass(self.seat)
        return self._lower() or self._lost()

    def _lower(self) -> tilegame.Action | None:
        """Return the turn that leaves the lowest safe rack, if that is worth less than the other's."""
        if not self.view.rules.joker_sets_frozen:
            found = self.safe_racks(self.whole, self.states)
        else:  # what is safe where all may be rearranged is safe; what is safe where nothing frozen is, perhaps
            found = self.safe_racks(self.whole, self.states // 2)
            found |= self.safe_racks(Whole(self.view.rules, self.view.table, thawed=True), self.states // 2)
        bar = self.whole.worth(self.other)
        for _, kept in sorted((worth, kept) for kept, worth in found.items() if worth < bar):
            action = self._lay(list(kept))
            if not self.view.rules.joker_sets_frozen or self._safe_in_truth(action.table):
                return action
        return None

    def safe_racks(self, whole: Whole, states: int) -> dict[bytes, int]:
        """Return safe racks that a turn can leave, with what they are worth."""
        found: dict[bytes, int] = {}
        lowest: bytes | None = None
        looks = idle = 0
        while whole.states < states and idle < IDLE and not self.spent():
            looks += 1
            idle += 1
            start = self._near(lowest) if lowest and looks > FRESH else self.mine
            if whole.lies(start):
                continue
            left = self.whole.lay(self.mine, self.other, self._fewest(start, whole))
            if whole.lies(left):
                continue
            rack = bytes(left)
            found[rack] = self.whole.worth(left)
            if lowest is None or found[rack] < found[lowest]:
                idle = 0
            if lowest is None or found[rack] <= found[lowest]:
                lowest = rack
        return found

    def _near(self, lowest: bytes) -> Counts:
        """Return a rack with some tiles put back."""
        start = list(lowest)
        laid = _listed([a - b for a, b in zip(self.mine, lowest, strict=True)])
        for kind in self.dice.sample(laid, min(BACK, len(laid))):
            start[kind] += 1
        return start

    def _fewest(self, start: Counts, whole: Whole) -> Counts:
        """Take tiles away, dear ones sooner, as long as the rack stays safe."""
        kept = list(start)
        points = self.whole.kinds.points
        kinds = sorted(_listed(kept), key=lambda kind: -points[kind] * self.dice.random())
        size, at = CHUNK, 0
        while at < len(kinds):
            chunk = kinds[at : at + size]
            for kind in chunk:
                kept[kind] -= 1
            if whole.lies(kept):
                for kind in chunk:
                    kept[kind] += 1
                if size > 1:
                    size //= 2
                    continue
            at += len(chunk)
        return kept

    def _lay(self, kept: Counts) -> tilegame.Play:
        view = self.view
        play = self.whole.kinds.listed([a - b for a, b in zip(self.mine, kept, strict=True)])
        return tilegame.Play(self.seat, best(view.table, play, view.rules, tidy=self.tidy).table)

    def _safe_in_truth(self, table: Table) -> bool:
        return not can_go_out(table, self.other_rack, self.view.rules)

    def _lost(self) -> tilegame.Action:
        """Lay the most points, or pass where that costs less."""
        view = self.view
        shed = best(view.table, view.rack, view.rules, goal="points", tidy=self.tidy)
        mine = self.whole.worth(self.mine)
        behind = mine - self.whole.worth(self.other) if view.rules.pool_empty_scores == "difference" else mine
        if not shed.play or (0 <= behind < mine - shed.points and view.passes):
            return tilegame.Pass(self.seat)
        return tilegame.Play(self.seat, shed.table)


def _listed(counts: Counts) -> list[int]:
    """Return counted kinds one by one."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]

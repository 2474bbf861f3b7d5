"""The whole box on the table but for what is kept: does it lie in sets? The question behind every end of a game.

At an empty pool between two players, one can go out exactly when everything that the other does not keep lies in sets.
Tiles are counted by kind here, as the kernel counts them, for it is asked thousands of times a turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.frozen import kept_group, kept_run, scenes
from meldwise.solver.problem import KINDS, kernel_of, kinds_of
from meldwise.table import tile_counts
from meldwise.tiles import JOKER, Table

Counts = list[int]


class Whole:
    """Questions about one game at an empty pool; *states* is how many the kernel looked at, a measure of the work.

    Where sets with jokers are frozen (T32), those of *table* stay and may grow; exchanges of their jokers are left out.
    With *thawed* they are rearranged like all others, which allows more than the law does.
    """

    def __init__(self, rules: TileRules, table: Table, thawed: bool = False) -> None:
        self.kinds = kinds_of(rules)
        self.states = 0
        self._kernel = kernel_of(rules)
        frozen = [row for row in table if JOKER in row] if rules.joker_sets_frozen and not thawed else []
        colors = [str(color) for color in self.kinds.colors]
        scene = next(scenes(tuple(frozen), (), rules))  # the one without an exchange
        self._runs = [kept_run(row, colors) for row in scene.runs]
        self._groups = [kept_group(row, colors) for row in scene.groups]
        box = rules.box.counts - tile_counts(frozen)
        self._box = self.kinds.counts(box.elements())
        self._points = self.kinds.weights("points")
        self._known: dict[bytes, bool] = {}

    def worth(self, kept: Sequence[int]) -> int:
        """Return what tiles count on a rack."""
        return sum([count * points for count, points in zip(kept, self.kinds.points, strict=True)])

    def lies(self, kept: Sequence[int]) -> bool:
        """Tell whether everything but *kept* lies in sets."""
        key = bytes(kept)
        known = self._known.get(key)
        if known is None:
            rest = [count - less for count, less in zip(self._box, kept, strict=True)]
            known = self._known[key] = self._ask([0] * KINDS, [0] * KINDS, rest).found
        return known

    def lay(self, mine: Counts, other: Counts, kept: Counts) -> Counts:
        """Lay the most points of a rack, at least *kept* staying, and return what stays."""
        table = [count - a - b for count, a, b in zip(self._box, mine, other, strict=True)]
        answer = self._ask(table, [a - b for a, b in zip(mine, kept, strict=True)], [0] * KINDS)
        return [a - b for a, b in zip(mine, answer.play, strict=True)]

    def _ask(self, table: Counts, rack: Counts, forced: Counts) -> _kernel.Answer:
        asked = _kernel.Problem(table, rack, self._points, runs=self._runs, groups=self._groups, forced=forced)
        answer = self._kernel.solve(asked)
        self.states += answer.stats[0]
        return answer

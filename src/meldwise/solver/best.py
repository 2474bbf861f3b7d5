"""The best play: what to lay, the table afterwards, and whether nothing is better."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from meldwise.errors import CaseError
from meldwise.ruleset import TileRules
from meldwise.solver import _kernel
from meldwise.solver.frozen import Scene, kept_group, kept_run, scenes
from meldwise.solver.problem import EXCHANGED, KEPT_GROUP, KEPT_RUN, Goal, Kinds, kernel_of, kinds_of
from meldwise.solver.tidy import tidied
from meldwise.tiles import AnyTile, Rack, Table, TileSet, ordered

MICROS = 1_000_000
FAR_AWAY = 1_000_000


class Best(msgspec.Struct, frozen=True):
    """The best play found: rack tiles and rack points it sheds, the tiles, the table then.

    *proven* says that nothing sheds more; only a deadline can prevent that. *micros* is the time it took to find and
    prove the play; laying the table out comes on top.
    """

    tiles: int
    points: int
    play: Rack
    table: Table
    proven: bool = True
    micros: int = 0


def best(
    table: Table,
    rack: Rack,
    rules: TileRules,
    opened: bool = True,
    goal: Goal = "tiles",
    deadline: float | None = None,
    tidy: bool = True,
) -> Best:
    """Return the play that sheds most by *goal*, among equals more of the other figure; perhaps no tile at all.

    *deadline* is in seconds; past it the best play found so far is returned, with `proven` false. Without *tidy* the
    table is lawful but not laid out to be recognised, which is quicker.
    """
    search = Search(rules, goal, deadline)
    for scene in open_scenes(table, rack, rules, opened):
        search.look(scene, 0 if opened else rules.opening_points)
    if search.found is None:
        return Best(0, 0, (), table, search.proven, search.micros)
    rows, play = search.found.rows, search.found.play
    if not opened:
        rows = (*table, *rows)
    to = tidied(table, rows, rules, search.time_left()) if opened and tidy else rows
    return Best(len(play), search.kinds.worth(play), play, to, search.proven, search.micros)


def open_scenes(table: Table, rack: Rack, rules: TileRules, opened: bool) -> Iterable[Scene]:
    """Return the problems among which the best play is to be found."""
    if not opened:
        return [Scene((), rack)]
    return scenes(table, rack, rules) if rules.joker_sets_frozen else [Scene(table, rack)]


class Found(msgspec.Struct, frozen=True):
    """A play and the rows it leaves."""

    value: int
    play: Rack
    rows: Table


class Search:
    """The best over several scenes, each asked only for something better."""

    def __init__(self, rules: TileRules, goal: Goal, deadline: float | None = None) -> None:
        """Prepare for one position."""
        self.rules = rules
        self.kinds: Kinds = kinds_of(rules)
        self.weights: Sequence[int] = self.kinds.weights(goal)
        self.kernel = kernel_of(rules)
        self.left = _micros(deadline)
        self.found: Found | None = None
        self.proven = True
        self.micros = 0

    def look(self, scene: Scene, threshold: int = 0, floor: int = 0) -> None:
        """Look for something better in *scene*; only what is worth more than *floor* counts."""
        weights, index = self.weights, self.kinds.index
        put = sum([weights[index[tile]] for tile in scene.put])
        beaten = max(floor, self.found.value) if self.found else floor
        if beaten and put + sum([weights[index[tile]] for tile in scene.rack]) <= beaten:
            return  # nothing better can be hoped for
        answer = self.kernel.solve(problem(scene, self.kinds, self.weights, threshold, beaten - put, self.time_left()))
        self.micros += answer.micros
        self.proven = self.proven and answer.proven
        if answer.found:
            play = ordered((*scene.put, *self.kinds.listed(answer.play)))
            self.found = Found(answer.value + put, play, rows_of(answer, scene, self.kinds))

    def time_left(self) -> int:
        """Return the microseconds left; -1 where there is no limit."""
        return -1 if self.left < 0 else max(0, self.left - self.micros)


def _micros(deadline: float | None) -> int:
    """Return a deadline in microseconds; one too far away to matter is none."""
    if deadline is None:
        return -1
    if not isinstance(deadline, int | float) or math.isnan(deadline):
        raise CaseError("wrong-type", key="deadline", wanted="seconds")
    return -1 if deadline > FAR_AWAY else int(max(0, deadline) * MICROS)


def problem(
    scene: Scene,
    kinds: Kinds,
    weights: Sequence[int],
    threshold: int = 0,
    floor: int = 0,
    micros: int = -1,
    strict: bool = False,
    plain: bool = False,
) -> _kernel.Problem:
    """Return a scene as the kernel's problem."""
    colors = kinds.letters
    kept: dict[str, Any] = {}
    if scene.put or scene.runs or scene.groups:
        kept = {
            "exchanged": scene.exchanged,
            "runs": [kept_run(row, colors) for row in scene.runs],
            "groups": [kept_group(row, colors) for row in scene.groups],
        }
    table, rack = kinds.counts(chain.from_iterable(scene.free)), kinds.counts(scene.rack)
    floor = max(floor, -1)
    return _kernel.Problem(
        table, rack, weights, threshold=threshold, floor=floor, micros=micros, strict=strict, plain=plain, **kept
    )


def rows_of(answer: _kernel.Answer, scene: Scene, kinds: Kinds) -> Table:
    """Return the kernel's rows as rows of tiles, kept sets written out."""
    if not (scene.runs or scene.groups):
        return tuple([kinds.row(codes) for codes in answer.rows])
    return tuple([_kept_row(codes, scene, kinds.tiles) for codes in answer.rows])


def _kept_row(codes: bytes, scene: Scene, tiles: Sequence[AnyTile]) -> TileSet:
    row: list[AnyTile] = []
    for code in codes:
        if code <= EXCHANGED:
            row.append(tiles[code])
        else:
            row += scene.groups[code - KEPT_GROUP] if code >= KEPT_GROUP else scene.runs[code - KEPT_RUN]
    return tuple(row)

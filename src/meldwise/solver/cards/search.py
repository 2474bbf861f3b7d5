"""The search: item by item, every choice, each state once; then the best ways through, best first."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from meldwise.solver.cards.items import Item, items
from meldwise.solver.cards.pieces import Piece
from meldwise.solver.cards.problem import STEP, Problem
from meldwise.tiles import Color

Choice = tuple[int, int, Piece | None]
"""What a choice gives away, the state it leads to, and the piece chosen."""
Layer = dict[int, list[Choice]]
"""The states before an item, and the choices there."""
Chance = tuple[Color, bool, bool]
"""A joker's colour; whether nothing more can free it; whether nothing more can lay it."""
Way = tuple[int, list[Piece]]
"""What is given away in all, and the pieces chosen."""

WIDTH = 500
"""States a layer may have before the search looks for a limit."""


def ways(problem: Problem, most: int) -> list[list[Piece]]:
    """Return the pieces of the *most* best turns, best first.

    Equally good turns come in the order of the choices: at the first item where they differ, the piece that takes more
    of the hand first, none last. Where states are many, a narrow search finds good turns first. What gives away more
    than the last of these is then left out of the full search: as choices only ever give away, none of the best is.
    """
    questions = items(problem)
    layers, narrow = _layers(problem, questions, None, WIDTH)
    found = _best_first(problem, layers, most)
    if narrow:
        limit = found[-1][0] if len(found) == most else None
        layers, _ = _layers(problem, questions, limit, None)
        found = _best_first(problem, layers, most)
    return [pieces for _, pieces in found]


def _layers(problem: Problem, questions: list[Item], limit: int | None, width: int | None) -> tuple[list[Layer], bool]:
    """Return a layer for every item and one for the end; and whether the *width* cheapest states of one were too few.

    States that give away more than *limit* are left out, the card that must stay in hand included.
    """
    last = _last_chances(problem, questions)
    keeping = min((item.loss for item in questions if item.card), default=0)
    layers: list[Layer] = []
    costs, narrow = {_start(problem, questions): 0}, False
    for at, item in enumerate(questions):
        layer: Layer = {}
        following: dict[int, int] = {}
        for state, spent in costs.items():
            layer[state] = choices = _choices(problem, item, state, last.get(at, ()))
            for cost, after, _ in choices:
                total = spent + cost
                if limit is not None and total + (0 if after & problem.kept else keeping) > limit:
                    continue
                if total < following.get(after, total + 1):
                    following[after] = total
        layers.append(layer)
        costs = following
        if width and len(costs) > width:
            narrow = True
            costs = dict(sorted(costs.items(), key=lambda pair: (pair[1], pair[0]))[:width])
    return [*layers, {state: [] for state in costs}], narrow


def _start(problem: Problem, questions: list[Item]) -> int:
    """Return the first state: every card that is an item is open; where another is in hand, one is kept."""
    cards = sum([item.card for item in questions])
    return cards | (problem.kept if len(problem.hand) > cards.bit_count() else 0)


def _choices(problem: Problem, item: Item, state: int, last: Sequence[Chance]) -> list[Choice]:
    card = item.card
    if state & card != card:
        return [(0, state, None)]
    choices: list[Choice] = [
        (cost, state ^ piece.mask | piece.bits, piece)
        for cost, piece in item.choices
        if state & piece.needs == piece.mask
    ]
    choices.append((item.loss, state ^ card | problem.kept if card else state, None))
    for chance in last:
        settled = [(cost, problem.settle(after, *chance), piece) for cost, after, piece in choices]
        choices = [(cost, after, piece) for cost, after, piece in settled if after is not None]
    return choices


def _last_chances(problem: Problem, questions: list[Item]) -> dict[int, list[Chance]]:
    """Return the items after which a joker is not freed any more, or not laid."""
    chances: dict[int, list[Chance]] = {}
    sets_bits = [_all_bits(item) for item in questions]
    for color in problem.rules.box.colors:
        free, lay = (
            max((at for at, bits in enumerate(sets_bits) if bits & bit), default=-1)
            for bit in (problem.freed[color], problem.laid[color])
        )
        for at in {free, lay}:
            chances.setdefault(at, []).append((color, free <= at, lay <= at))
    return chances


def _all_bits(item: Item) -> int:
    bits = 0
    for _, piece in item.choices:
        bits |= piece.bits
    return bits


def _best_first(problem: Problem, layers: list[Layer], most: int) -> list[Way]:
    """Return the *most* cheapest ways through the layers, the cheapest first.

    What is left to give away is known everywhere, so each way is followed to its end at once, and at every choice the
    others are put aside with what they will come to.
    """
    costs = _costs(problem, layers)
    found: list[Way] = []
    aside: list[tuple[int, tuple[int, ...], int, int, list[Piece]]]
    aside = [(cost, (), 0, state, []) for state, cost in costs[0].items()]
    while aside and len(found) < most:
        total, path, depth, state, pieces = heappop(aside)
        for at in range(depth, len(layers) - 1):
            best: tuple[int, int, list[Piece]] | None = None
            for i, (cost, after, piece) in enumerate(layers[at][state]):
                if after not in costs[at + 1]:
                    continue
                more = cost + costs[at + 1][after] - costs[at][state]
                chosen = [*pieces, piece] if piece else pieces
                if more or best:
                    heappush(aside, (total + more, (*path, i), at + 1, after, chosen))
                else:
                    best = i, after, chosen
            assert best
            path, state, pieces = (*path, best[0]), best[1], best[2]
        found.append((total, pieces))
    return found


def _costs(problem: Problem, layers: list[Layer]) -> list[dict[int, int]]:
    """Return for every state what is given away from there on at least; states no turn comes from are left out."""
    ends = {state: problem.steps_left(state) for state in layers[-1]}
    costs = [{state: steps * STEP for state, steps in ends.items() if steps is not None}]
    for layer in layers[-2::-1]:
        after, now = costs[-1], dict[int, int]()
        for state, choices in layer.items():
            known = [cost + after[to] for cost, to, _ in choices if to in after]
            if known:
                now[state] = min(known)
        costs.append(now)
    return costs[::-1]

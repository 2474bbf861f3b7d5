"""A deal that chance makes step by step: who starts, the tiles one by one, Rummy 17's bonus cards."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple, Self

from meldwise.envs.card_fields import card_index
from meldwise.game import Setup
from meldwise.ruleset import AnyRules, CardRules
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.solver.problem import kinds_of
from meldwise.tiles import AnyTile

STARTER, BONUS, TILE = "starter", "bonus", "tile"


class Step(NamedTuple):
    """One thing chance decides; *seat* is who gets the tile, None where it lies open."""

    what: str
    seat: int | None = None


class Deal:
    """What has been dealt so far."""

    def __init__(self, rules: AnyRules, seats: int) -> None:
        self.rules = rules
        self.tiles: list[AnyTile] = kind_list(rules)
        if isinstance(rules, CardRules):
            self.steps = [Step(STARTER)] + [Step(BONUS)] * rules.bonus_in_play
            self.steps += [Step(TILE, seat) for seat in range(seats) for _ in range(rules.hand_size)] + [Step(TILE)]
            self._left = {self.tiles.index(card): 1 for card in deck(rules)}
        else:
            self.steps = [Step(STARTER)]
            self.steps += [Step(TILE, seat) for seat in range(seats) for _ in range(rules.rack_size)]
            self._left = {
                kind: rules.box.counts[tile] for kind, tile in enumerate(self.tiles) if rules.box.counts[tile]
            }
        self._seats = seats
        self._drawn: list[int] = []
        self._bonus: list[int] = []
        self._starter = 0
        self.done = 0

    @property
    def step(self) -> Step | None:
        """What is to be decided next; None where all is dealt."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    def outcomes(self) -> dict[int, int]:
        """Return what may come next, each with its weight."""
        assert self.step
        if self.step.what == STARTER:
            return dict.fromkeys(range(self._seats), 1)
        if self.step.what == BONUS:
            return {i: 1 for i in range(len(BONUS_CARDS)) if i not in self._bonus}
        return {kind: count for kind, count in self._left.items() if count}

    def take(self, outcome: int) -> None:
        """Let it come."""
        assert self.step
        if self.step.what == STARTER:
            self._starter = outcome
        elif self.step.what == BONUS:
            self._bonus.append(outcome)
        else:
            self._left[outcome] -= 1
            self._drawn.append(outcome)
        self.done += 1

    def told(self, outcome: int) -> str:
        """Say what comes."""
        if self.step is None or self.step.what == TILE:
            return str(self.tiles[outcome])
        return f"seat {outcome} starts" if self.step.what == STARTER else list(BONUS_CARDS)[outcome]

    def setup(self) -> Setup:
        """Return the deal; the tiles that are left follow in the order of their kinds."""
        rest = [kind for kind, count in self._left.items() for _ in range(count)]
        pool = tuple(self.tiles[kind] for kind in (*self._drawn, *rest))
        return Setup(pool, self._starter, (), tuple(list(BONUS_CARDS)[i] for i in self._bonus))

    def __deepcopy__(self, memo: object) -> Self:
        other = copy(self)
        other._left, other._drawn, other._bonus = dict(self._left), list(self._drawn), list(self._bonus)
        return other


def kind_list(rules: AnyRules) -> list[AnyTile]:
    """Return the kinds of a box in the order of counts and tile actions."""
    return list(card_index(rules)) if isinstance(rules, CardRules) else kinds_of(rules).tiles[:-1]

"""What an environment is made with, and the game it makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from meldwise.api import ruleset
from meldwise.envs.card_decisions import TURN_LIMIT, CardByCard, CardCandidates
from meldwise.envs.decisions import CANDIDATES, Decisions, Encoding, check_encoding
from meldwise.envs.tile_decisions import TileByTile, TileCandidates
from meldwise.errors import CaseError
from meldwise.game import Setup, check_seats
from meldwise.live import shuffle
from meldwise.ruleset import AnyRules, CardRules

Reward = Literal["score", "win"]
REWARDS: tuple[Reward, ...] = ("score", "win")


class Options(msgspec.Struct, frozen=True):
    """How a game is served: by which rules, to how many seats, in which encoding."""

    rules: AnyRules
    seats: int
    encoding: Encoding = "candidates"
    reward: Reward = "score"
    flat: bool = True
    show_candidates: bool = False
    privileged: bool = False
    tidy: bool = False
    candidates: int = CANDIDATES
    turn_limit: int = TURN_LIMIT

    def game(self, setup: Setup, scores: tuple[int, ...] = ()) -> Decisions:
        """Deal."""
        shared: dict[str, Any] = {"tidy": self.tidy, "privileged": self.privileged, "scores": scores}
        tiles = self.encoding == "tiles"
        if not tiles:
            shared["candidates"] = self.candidates
        if isinstance(self.rules, CardRules):
            shared["turn_limit"] = self.turn_limit
            return (CardByCard if tiles else CardCandidates)(self.rules, self.seats, setup, **shared)
        return (TileByTile if tiles else TileCandidates)(self.rules, self.seats, setup, **shared)

    def deal(self, seed: object, starter: int, asked: Mapping[str, Any]) -> Decisions:
        """Shuffle and deal; *asked* may bring `setup`, `starter` and `scores`, and what else is in it is ignored."""
        setup = asked.get("setup") or shuffle(self.rules, self.seats, seed, asked.get("starter", starter))
        scores = tuple(asked.get("scores", ()))
        if scores and len(scores) != self.seats:
            raise CaseError("wrong-type", key="scores", wanted=f"{self.seats} numbers")
        return self.game(setup, scores)

    def rewards(self, game: Decisions) -> list[float]:
        """Return what each seat got out of a game: nothing before its end, nor where it was stopped."""
        result = game.result
        if result is None:
            return [0.0] * self.seats
        if self.reward == "win":
            return [1.0 if seat in result.winners else -1.0 for seat in range(self.seats)]
        return [float(points) for points in result.scores]


def options(rules: AnyRules | str, seats: int, **others: Any) -> Options:
    """Return options, checked."""
    found = ruleset(rules)
    check_seats(found, seats)
    made = Options(found, seats, **others)
    check_encoding(made.encoding)
    if made.candidates < 1:
        raise CaseError("wrong-type", key="candidates", wanted="a number above zero")
    if made.reward not in REWARDS:
        raise CaseError("wrong-type", key="reward", wanted=" or ".join(REWARDS))
    return made

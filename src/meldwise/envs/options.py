"""What an environment is made with, and the game it makes of it."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from meldwise.api import ruleset
from meldwise.envs.card_decisions import TURN_LIMIT, CardByCard, CardCandidates
from meldwise.envs.decisions import CANDIDATES, Decisions, Encoding, check_encoding
from meldwise.envs.fields import MOST_SCORE
from meldwise.envs.tile_decisions import TileByTile, TileCandidates
from meldwise.errors import CaseError
from meldwise.game import Setup, check_seats
from meldwise.live import shuffle
from meldwise.ruleset import AnyRules, CardRules, Ruleset

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
        return self.game(setup, self._scores(asked.get("scores", ())))

    def _scores(self, given: Any) -> tuple[int, ...]:
        scores = tuple(given)
        fit = all(isinstance(one, numbers.Integral) and abs(int(one)) <= MOST_SCORE for one in scores)
        if scores and (len(scores) != self.seats or not fit):
            raise CaseError("wrong-type", key="scores", wanted="scores", seats=self.seats, most=MOST_SCORE)
        return scores

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
    if not isinstance(rules, str | Ruleset):
        raise CaseError("wrong-type", key="rules", wanted="ruleset")
    check_number("seats", seats)
    found = ruleset(rules)
    check_seats(found, seats)
    made = Options(found, seats, **others)
    check_encoding(made.encoding)
    for key in ("candidates", "turn_limit"):
        check_number(key, getattr(made, key), 1)
    for key in ("flat", "show_candidates", "privileged", "tidy"):
        if not isinstance(getattr(made, key), bool):
            raise CaseError("wrong-type", key=key, wanted="truth")
    if made.reward not in REWARDS:
        raise CaseError("wrong-type", key="reward", wanted="one-of", known=", ".join(REWARDS))
    return made


def check_number(key: str, value: object, least: int = 0) -> None:
    """Refuse what is no whole number, or one below *least*."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < least:
        raise CaseError("wrong-type", key=key, wanted="from-on", least=least)

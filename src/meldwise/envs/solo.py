"""One seat of a game as a Gymnasium environment, with opponents in the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np

from meldwise import catalog
from meldwise.bots import Opponent, named
from meldwise.envs.decisions import Decisions, Encoding
from meldwise.envs.options import Reward, check_number, options
from meldwise.envs.render import MODES, check_mode, rendered
from meldwise.envs.spaces import Spaces
from meldwise.errors import CaseError, IllegalAction
from meldwise.game import check_seats
from meldwise.ruleset import AnyRules

AnyOpponent = str | Callable[..., Opponent]
"""An opponent by name (`master:hand=12`), or anything that makes one from a seed."""
ILLEGAL = ("refuse", "last")


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game in which you have one seat, and opponents the others.

    *opponents* stand in turn order from the seat after yours; a single one plays in all other seats. An action that
    the mask leaves out is refused with IllegalAction; with `illegal="last"` the last open action is taken instead, for
    learners that cannot mask. Your seat is *seat*, or drawn at every reset where that is None.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        rules: AnyRules | str = "pl-standard",
        opponents: AnyOpponent | Sequence[AnyOpponent] = "greedy-tiles",
        *,
        seats: int | None = None,
        seat: int | None = 0,
        encoding: Encoding = "candidates",
        reward: Reward = "score",
        illegal: Literal["refuse", "last"] = "refuse",
        render_mode: str | None = None,
        **others: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            count = 2 if seats is None else seats
            given = [opponents] * (count - 1 if isinstance(count, int) else 1)
        else:
            count, given = 1 + len(opponents) if seats is None else seats, list(opponents)
        self.options = options(rules, count, encoding=encoding, reward=reward, **others)
        self.opponents = [_maker(one) for one in given]
        if len(self.opponents) != count - 1:
            raise CaseError("wrong-type", key="opponents", wanted="opponents", count=count - 1)
        if seat is not None:
            check_number("seat", seat)
            check_seats(self.options.rules, count, seat)
        if illegal not in ILLEGAL:
            raise CaseError("wrong-type", key="illegal", wanted="one-of", known=", ".join(ILLEGAL))
        self.spaces = Spaces(self.options)
        self.observation_space = self.spaces.observation()
        self.action_space = self.spaces.actions()
        self.illegal = illegal
        self._asked_seat = seat
        self.seat = seat or 0
        self._game: Decisions | None = None
        self._players: dict[int, Opponent] = {}
        self._heard = 0

    @property
    def game(self) -> Decisions:
        """The game being played, everything known."""
        if self._game is None:
            raise CaseError("reset-first")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game and let opponents play until your first decision; *options* are those of `GameEnv.reset`."""
        super().reset(seed=seed)
        while True:
            deal = int(self.np_random.integers(2**63))
            count = self.options.seats
            self.seat = int(self.np_random.integers(count)) if self._asked_seat is None else self._asked_seat
            starter = int(self.np_random.integers(count))
            self._game = self.options.deal(deal, starter, options or {})
            others = [(self.seat + 1 + i) % count for i in range(count - 1)]
            makers = zip(others, self.opponents, strict=True)
            self._players = {other: make(f"{deal}/{other}") for other, make in makers}
            self._heard = 0
            self._let_others_play(self._game)
            # An opponent may go out before you have a turn: then it is dealt again, unless you brought the deal.
            if self._game.actor is not None or (options or {}).get("setup"):
                return self._seen()

    def step(self, action: int | np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Choose; then opponents play until your next decision."""
        game = self.game
        refused = self._choose(game, int(action))
        self._let_others_play(game)
        seen, info = self._seen()
        over = game.actor is None
        reward = self.options.rewards(game)[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return seen, reward, game.result is not None, over and game.result is None, info | refused

    def _choose(self, game: Decisions, action: int) -> dict[str, Any]:
        try:
            game.choose(action)
        except IllegalAction:
            if self.illegal != "last" or game.actor is None:
                raise
            game.choose(game.mask().rindex(1))
            return {"refused": action}
        return {}

    def _let_others_play(self, game: Decisions) -> None:
        while (seat := game.actor) is not None and seat != self.seat:
            player = self._players[seat]
            self._tell(game)
            game.act(player.act(game.view(seat)))
            if game.may_announce(seat) and (said := player.aside(game.view(seat))) is not None:
                game.act(said)
        self._tell(game)

    def _tell(self, game: Decisions) -> None:
        """Tell opponents that watch what has happened, as their seats may see it."""
        watchers = [(seat, one) for seat, one in self._players.items() if one.listens()]
        if not watchers:
            return
        seen = catalog.game_of(self.options.rules).seen
        for event in game.events[self._heard :]:
            for seat, player in watchers:
                player.watch(seen(event, seat))
        self._heard = len(game.events)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        game = self.game
        return self.spaces.observe(game, self.seat), {"truncated": game.actor is not None and game.truncated}

    def render(self) -> Any:
        """Draw the game as your seat sees it; with `privileged`, all racks."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return rendered(self.game, self.seat, self.render_mode, self.options.privileged)


def _maker(opponent: AnyOpponent) -> Callable[..., Opponent]:
    if isinstance(opponent, str):
        return named(opponent)
    if not callable(opponent):
        raise CaseError("wrong-type", key="opponents", wanted="opponent-names")
    return opponent


def register() -> None:
    """Make `gymnasium.make("meldwise.envs:meldwise/pl-standard-v0")` know every ruleset."""
    for key in catalog.rulesets():
        name = f"meldwise/{key}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="meldwise.envs.solo:SeatEnv", kwargs={"rules": key})

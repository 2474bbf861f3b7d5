"""All seats of a game as a PettingZoo environment, one agent a seat."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper

from meldwise.envs.decisions import Decisions, Encoding
from meldwise.envs.options import Reward, options
from meldwise.envs.render import MODES, check_mode, rendered
from meldwise.envs.spaces import Spaces
from meldwise.errors import CaseError
from meldwise.ruleset import AnyRules

Observation = dict[str, Any]


class GameEnv(AECEnv):  # type: ignore[misc] # PettingZoo is not typed
    """A game that asks `seat_0`, `seat_1` … for decisions, whoever's turn it is.

    An action the mask leaves out is refused with IllegalAction, and the game stays as it was. `flat` chooses between
    one vector and a dictionary of its fields; `privileged` shows all racks, for training only. See the reference.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "meldwise_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: AnyRules | str = "pl-standard",
        seats: int = 2,
        *,
        encoding: Encoding = "candidates",
        reward: Reward = "score",
        flat: bool = True,
        show_candidates: bool = False,
        privileged: bool = False,
        render_mode: str | None = None,
        **others: Any,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        shared = {"encoding": encoding, "reward": reward, "flat": flat, "show_candidates": show_candidates}
        self.options = options(rules, seats, privileged=privileged, **shared | others)
        self.spaces = Spaces(self.options)
        self.state_space = self.spaces.fields.flat_space()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.spaces.observation() for agent in self.possible_agents}
        self.action_spaces = {agent: self.spaces.actions() for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._dice = np.random.default_rng()
        self._game: Decisions | None = None

    @property
    def game(self) -> Decisions:
        """The game being played, everything known."""
        if self._game is None:
            raise CaseError("reset-first")
        return self._game

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same *seed* deals the same one, and so do the games after it.

        *options* may bring `starter` (a seat, else one is drawn), `setup` (the deal outright) and `scores` (of the
        match so far, to be seen by all).
        """
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        starter = int(self._dice.integers(self.options.seats))
        self._game = self.options.deal(int(self._dice.integers(2**63)), starter, options or {})
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"truncated": False} for agent in self.agents}
        self._skip_agent_selection = None
        self._select(self._game)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees: `observation`, `action_mask`, and `candidates` where they are shown."""
        return self.spaces.observe(self._game or self.game, self.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Let the selected agent choose."""
        game, agent = self._game or self.game, self.agent_selection
        if not self.agents:
            raise CaseError("reset-first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise CaseError("wrong-type", key="action", wanted="number")
        game.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        if game.actor is None:
            self._finish(game)
        else:
            self._select(game)
        if self.render_mode == "human":
            self.render()

    def _select(self, game: Decisions) -> None:
        seat = game.actor
        assert seat is not None
        agent = self.possible_agents[seat]
        self.agent_selection = agent
        self.infos[agent] = {"truncated": game.truncated}

    def _finish(self, game: Decisions) -> None:
        for agent, reward in zip(self.possible_agents, self.options.rewards(game), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = game.result is not None
            self.truncations[agent] = game.result is None
            self.infos[agent] = {"truncated": False}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """Draw the game as the agent to act sees it; with `privileged`, all racks."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        seat = self.game.actor
        return rendered(self.game, seat, self.render_mode, self.options.privileged)

    def state(self) -> Any:
        """Return the game as `seat_0` sees it with everyone's tiles, as a vector; only with `privileged`."""
        if not self.options.privileged:
            raise CaseError("not-privileged")
        return self.game.observe(0)

    def close(self) -> None:
        """Nothing is kept open."""


raw_env = GameEnv


def env(**options: Any) -> OrderEnforcingWrapper:
    """Return a game as PettingZoo's modules do, wrapped so that calls in a wrong order are told."""
    return OrderEnforcingWrapper(GameEnv(**options))

"""The spaces of an environment, and observations that fit them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from meldwise.envs.decisions import Decisions
from meldwise.envs.options import Options
from meldwise.live import shuffle


class Spaces:
    """What goes in and out, made once for an environment."""

    def __init__(self, asked: Options) -> None:
        self._flat, self._show_candidates = asked.flat, asked.show_candidates
        game = asked.game(shuffle(asked.rules, asked.seats, "spaces", 0))
        self.fields = game.fields
        self.size = game.size
        box = gymnasium.spaces.Box
        parts: dict[str, gymnasium.Space[Any]] = {
            "observation": self.fields.flat_space() if asked.flat else self.fields.dict_space(),
            "action_mask": box(0, 1, (game.size,), np.int8),
        }
        if asked.show_candidates:
            parts["candidates"] = box(0, 2, game.candidates().shape, np.uint8)
        self._parts = parts

    def observation(self) -> gymnasium.spaces.Dict:
        """Return a space of observations, new each time, for each has its own dice."""
        return gymnasium.spaces.Dict(self._parts)

    def actions(self) -> gymnasium.spaces.Discrete[np.int64]:
        """Return a space of actions."""
        return gymnasium.spaces.Discrete(self.size)

    def observe(self, game: Decisions, seat: int) -> dict[str, Any]:
        """Return what a seat sees, with its mask: all zero where it is not to choose."""
        vector = game.observe(seat)
        mine = game.actor == seat
        mask = np.frombuffer(bytearray(game.mask()), np.int8) if mine else np.zeros(self.size, np.int8)
        seen: dict[str, Any] = {
            "observation": vector if self._flat else self.fields.split(vector),
            "action_mask": mask,
        }
        if self._show_candidates:
            shape = self._parts["candidates"].shape
            assert shape is not None
            seen["candidates"] = game.candidates() if mine else np.zeros(shape, np.uint8)
        return seen

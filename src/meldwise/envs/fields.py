"""What stands where in an observation: named fields, one flat vector, and the same as a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

MOST_SCORE = 100_000


class Field(NamedTuple):
    """A part of an observation: its name, its shape, and the values it can have."""

    name: str
    shape: tuple[int, ...]
    high: int
    low: int = 0

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return int(np.prod(self.shape))


class Fields:
    """All parts of an observation, in order."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.all = tuple(fields)
        self.places: dict[str, slice] = {}
        self.size = 0
        for field in self.all:
            self.places[field.name] = slice(self.size, self.size + field.size)
            self.size += field.size

    def flat_space(self) -> gymnasium.spaces.Box:
        """Return the space of flat vectors."""
        low = np.concatenate([np.full(field.size, field.low, np.float32) for field in self.all])
        high = np.concatenate([np.full(field.size, field.high, np.float32) for field in self.all])
        return gymnasium.spaces.Box(low, high, dtype=np.float32)

    def dict_space(self) -> gymnasium.spaces.Dict:
        """Return the space of dictionaries."""
        return gymnasium.spaces.Dict(
            {field.name: gymnasium.spaces.Box(field.low, field.high, field.shape, np.float32) for field in self.all}
        )

    def split(self, vector: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
        """Return a flat vector as a dictionary; the parts are views of it."""
        return {field.name: vector[self.places[field.name]].reshape(field.shape) for field in self.all}

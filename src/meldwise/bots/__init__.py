"""Opponents, one a file; each is told only what its seat may see, and answers with an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from meldwise.bots.chance import Chance
from meldwise.bots.simple import Simple


class Bot(Protocol):
    """Anything that chooses an action from a view."""

    def act(self, view: Any) -> Any:
        """Return what to do now."""


BOTS: dict[str, Callable[[object], Bot]] = {"chance": Chance, "simple": Simple}
"""Every opponent by name; each is made with a seed."""

__all__ = ["BOTS", "Bot", "Chance", "Simple"]

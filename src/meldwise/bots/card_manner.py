"""What `tools/card_manner.py` and `tools/card_value.py` learned about Rummy 17, kept in files beside this one."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from meldwise.solver.card_playouts import WEIGHTS, Manner


@cache
def manner() -> Manner:
    """Return the manner in which games are played out, in the kernel's order."""
    weights: dict[str, int] = _learned("card_manner.json")
    return tuple(weights[name] for name in WEIGHTS)


@cache
def worths() -> tuple[float, ...]:
    """Return what weighs in the value of a position, in the kernel's order."""
    return tuple(_learned("card_value.json"))


def _learned(name: str) -> Any:
    return json.loads(files("meldwise.bots").joinpath(name).read_text("utf-8"))["weights"]

"""What can be done with given tiles: it knows tiles, sets and a ruleset, not games."""

from meldwise.solver.opening import can_open

__all__ = ["can_open"]

"""A shuffle anyone can check: the server commits to a value, every seat may add its share, all of them decide.

`docs/explanation/fair-shuffle.md` tells it step by step, so that it can be checked by a program of your own.
"""

from meldwise.fair.check import check
from meldwise.fair.derive import commitment, new_value, seed_of, setup_of
from meldwise.shares import Fair, check_share

__all__ = ["Fair", "check", "check_share", "commitment", "new_value", "seed_of", "setup_of"]

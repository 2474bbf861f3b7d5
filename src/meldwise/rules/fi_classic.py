"""Finnish classic: more than 30 to open, one joker in a set, and sets with a joker only grow."""

from meldwise.ruleset import TileRules

RULES = TileRules(
    key="fi-classic",
    title="Finnish classic",
    printed="Rummikub, Finnish edition",
    book="fi",
    jokers="J J",  # T2
    opening_points=31,  # T23: more than 30
    joker_limit=1,  # T12
    joker_sets_frozen=True,  # T32
    ranking="total",  # T44
)

"""Slovak Twist: the mirror joker stands for nothing."""

from meldwise.ruleset import TileRules

RULES = TileRules(
    key="sk-twist",
    title="Slovak Twist",
    printed="Rummikub Twist, Slovak edition",
    book="sk",
    jokers="J J D D C C M M",  # T2, R1
    mirror_counts=False,  # T20
    pool_empty_scores="worth",  # T42, R22
    ranking="total",  # T44, R24
)

"""Hungarian Twist: at an empty pool the first player who does not play ends the game."""

from meldwise.ruleset import TileRules

RULES = TileRules(
    key="hu-twist",
    title="Hungarian Twist",
    printed="Rummikub Twist, Hungarian edition",
    book="hu",
    jokers="J J D D C C M M",  # T2, R1
    forgotten_penalty=1,  # T36
    first_pass_ends=True,  # T37
    ranking="wins",  # T44
)

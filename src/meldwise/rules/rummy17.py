"""Rummy 17, the card game."""

from meldwise.ruleset import CardRules

RULES = CardRules(
    key="rummy17",
    title="Rummy 17",
    printed="Rummy 17, Hungarian edition",
    book="r17",
    colors="rbgyk",  # C1, R25
    numbers=17,  # C1
    copies=1,  # C1
    jokers="Jr Jb Jg Jy Jk",  # C1
    max_players=6,  # C1
    turn_seconds=0,  # C15
    ranking="total",  # C14
)

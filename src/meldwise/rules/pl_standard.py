"""Polish 3-in-1, Standard: two ordinary jokers."""

from meldwise.ruleset import TileRules

RULES = TileRules(
    key="pl-standard",
    title="Polish Standard",
    printed="Rummikub 3in1, Standard",
    book="pl",
    jokers="J J",  # T2
    joker_penalty=50,  # T38
    time_penalty=1,  # T34
    unopened_penalty=100,  # T40
    unopened_able_penalty=200,  # T40
    pool_empty_scores="net",  # T42
    games="players",  # T43
    ranking="wins",  # T44
)

"""Polish 3-in-1, Expert: Standard, but a joker has a colour."""

from msgspec.structs import replace

from meldwise.rules.pl_standard import RULES as STANDARD

RULES = replace(
    STANDARD,
    key="pl-expert",
    title="Polish Expert",
    printed="Rummikub 3in1, Expert",
    jokers="Jk Jk Jr Jr Jb Jb Jo Jo",  # T2
    joker_penalty=20,  # T38
)

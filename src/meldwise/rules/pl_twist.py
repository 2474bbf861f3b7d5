"""Polish 3-in-1, Twist: Standard with double, colour-change and mirror jokers."""

from msgspec.structs import replace

from meldwise.rules.pl_standard import RULES as STANDARD

RULES = replace(
    STANDARD,
    key="pl-twist",
    title="Polish Twist",
    printed="Rummikub 3in1, Twist",
    jokers="J J D D C C M M",  # T2
)

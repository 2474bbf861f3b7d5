"""A shuffle anyone can repeat: SHA-256 in counter mode drives a Fisher-Yates shuffle.

Block k of the stream is SHA-256(seed + k as eight big-endian bytes), read as eight big-endian 32-bit numbers. To choose
below n, numbers at or above the largest multiple of n are skipped, then the remainder is taken. The shuffle goes from
the last place down to the second.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_RANGE = 1 << 32


def seed_bytes(*parts: object) -> bytes:
    """Return a seed made of several parts, such as a match's seed, a game's number and what it is for."""
    text = "".join(f"{len(part)}:{part}" for part in map(str, parts))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def shuffled(items: Sequence[T], seed: bytes) -> tuple[T, ...]:
    """Return *items* in the order this seed gives."""
    order, stream = list(items), _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, stream)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _numbers(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from struct.unpack(">8I", hashlib.sha256(seed + block.to_bytes(8, "big")).digest())
        block += 1


def _below(limit: int, stream: Iterator[int]) -> int:
    fair = _RANGE - _RANGE % limit
    number = next(stream)
    while number >= fair:  # what is left over would favour the lowest
        number = next(stream)
    return number % limit

"""The checkable shuffle written anew, from the words and tables of its page in the docs and from nothing else."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

PAGE = (Path(__file__).parent.parent.parent / "docs" / "explanation" / "fair-shuffle.md").read_text("utf-8")
ROW = re.compile(r"^\| `([\w-]+)` \| ([a-z ]+) \| (\d+) \| (\d+) \| ?(.*?) ?\|$", re.MULTILINE)
BOXES = {row[0]: (row[1].split(), int(row[2]), int(row[3]), row[4].split()) for row in ROW.findall(PAGE)}
BONUS = re.findall(r"`([\w-]+)`", PAGE.split("**Rummy 17's bonus cards**")[1].split("of these:")[1].split(";")[0])
BONUS_IN_PLAY = 5


def hashed(*parts: object) -> bytes:
    return hashlib.sha256("".join(f"{len(str(part))}:{part}" for part in parts).encode("ascii")).digest()


def commitment(server: str, room: str, game: int, rules: str, seats: int, start: int | str) -> str:
    return hashed("meldwise fair shuffle 1 commitment", server, room, game, rules, seats, start).hex()


def seed(server: str, room: str, game: int, shares: list[str | None]) -> str:
    told = ["-" if share is None else share for share in shares]
    return hashed("meldwise fair shuffle 1 seed", server, room, game, *told).hex()


def tiles(key: str) -> list[str]:
    colors, top, copies, jokers = BOXES[key]
    numbered = [f"{color}{number}" for color in colors for number in range(1, top + 1) for _ in range(copies)]
    return [*numbered, *jokers]


def shuffled(items: list[str], seed: str, purpose: str) -> list[str]:
    order, stream = list(items), numbers(hashed(seed, purpose))
    for n in range(len(order), 1, -1):
        number = next(stream)
        while number >= 2**32 - 2**32 % n:
            number = next(stream)
        order[n - 1], order[number % n] = order[number % n], order[n - 1]
    return order


def numbers(key: bytes) -> Iterator[int]:
    k = 0
    while True:
        digest = hashlib.sha256(key + k.to_bytes(8, "big")).digest()
        for i in range(8):
            yield int.from_bytes(digest[4 * i : 4 * i + 4], "big")
        k += 1


def drawn(order: list[str], seats: int) -> tuple[list[str], int]:
    """Return the tiles drawn for the start, and who starts."""
    drawing, taken = list(range(seats)), 0
    while len(drawing) > 1:
        heights = [int(re.sub(r"\D", "", tile) or 0) for tile in order[taken : taken + len(drawing)]]
        taken += len(drawing)
        drawing = [seat for seat, height in zip(drawing, heights, strict=True) if height == max(heights)]
    return order[:taken], drawing[0]


def deal(key: str, seats: int, seed: str, starter: int | None) -> dict[str, object]:
    """Return the setup a seed gives, as text; without *starter* the seats of a tile game draw."""
    cards = key == "rummy17"
    draw: list[str] = []
    first = starter or 0
    if starter is None and not cards:
        draw, first = drawn(shuffled(tiles(key), seed, "start"), seats)
    return {
        "pool": " ".join(shuffled(tiles(key), seed, "stock" if cards else "pool")),
        "start_draw": " ".join(draw),
        "first": first,
        "bonus": " ".join(shuffled(BONUS, seed, "bonus")[:BONUS_IN_PLAY]) if cards else "",
    }

"""The native kernel; see native/kernel.hpp for what the numbers mean."""

from collections.abc import Sequence
from typing import overload

class Problem:
    def __init__(
        self,
        table: Sequence[int],
        rack: Sequence[int],
        weights: Sequence[int],
        *,
        threshold: int = 0,
        exchanged: int = 0,
        runs: Sequence[tuple[int, int, int, int]] = (),
        groups: Sequence[tuple[int, int, int]] = (),
        floor: int = -1,
        micros: int = -1,
        strict: bool = False,
        plain: bool = False,
        forced: Sequence[int] = (),
    ) -> None: ...

class Answer:
    found: bool
    proven: bool
    value: int
    micros: int
    play: bytes
    rows: list[bytes]
    stats: tuple[int, int, int, int, int]

class Arrangement:
    found: bool
    proven: bool
    kept: bytes
    rows: list[bytes]
    micros: int

class Game:
    def __init__(
        self,
        table: Sequence[int],
        racks: Sequence[Sequence[int]],
        opened: Sequence[bool],
        manners: Sequence[int],
        pool: Sequence[int],
        *,
        tiles: Sequence[int],
        points: Sequence[int],
        turn: int = 0,
        passes: int = 0,
        opening: int = 30,
        first_pass_ends: bool = False,
        effort: int = -1,
    ) -> None: ...

class Finish:
    out: int
    racks: list[bytes]
    opened: list[bool]
    pool: int
    turn: int
    turns: int
    states: int

class Solver:
    def __init__(
        self,
        *,
        numbers: int = 13,
        colored: bool = False,
        joker_limit: int = 0,
        change_starts: bool = False,
        mirror_counts: bool = True,
        mirror_side: int = 1,
    ) -> None: ...
    def solve(self, problem: Problem) -> Answer: ...
    def solve_all(self, problems: Sequence[Problem]) -> list[Answer]: ...
    def play_out(self, games: Sequence[Game]) -> list[Finish]: ...
    def plays(self, problem: Problem, most: int) -> tuple[list[tuple[int, bytes]], bool, int]: ...
    def arrange(self, sets: Sequence[bytes], play: Sequence[int], micros: int = -1) -> Arrangement: ...

class Menu:
    @overload
    def __init__(self, solver: Solver, like: Problem, table: bytes, rack: bytes, threshold: int = 0) -> None: ...
    @overload
    def __init__(self, solver: Solver, problems: Sequence[Problem], puts: Sequence[bytes]) -> None: ...
    def draw(self, kind: int) -> None: ...
    def open(self, picked: bytes) -> bytes: ...
    def plays(self, most: int) -> list[bytes]: ...

class CardPosition:
    def __init__(
        self,
        rules: Sequence[int],
        *,
        hands: Sequence[Sequence[int]],
        counts: Sequence[int],
        melded: Sequence[bool],
        melds: Sequence[tuple[int, bool, int, int, int, int, int]],
        edge: int,
        gone: Sequence[int],
        top: int,
        stock: int,
        unseen: Sequence[int],
        unlikely: Sequence[int],
        layers: Sequence[bool],
        turn: int,
        phase: int,
        answers: Sequence[int],
        out: int,
        manners: Sequence[Sequence[int]],
    ) -> None: ...
    def play_out(self, seed: int, first: int, count: int) -> tuple[list[int], list[int], int]: ...
    def values(
        self, seed: int, first: int, count: int, seat: int, win: float, turns: int, weights: Sequence[float]
    ) -> list[float]: ...
    def sums(self, seed: int, first: int, count: int, win: float) -> tuple[list[float], list[float]]: ...
    def advice(self) -> list[bool]: ...
    def bonuses(self) -> list[int]: ...
    def keeping(self) -> list[tuple[int, int]]: ...

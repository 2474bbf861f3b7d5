"""A load on a server of tables: as many moves as it takes, or so many a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bench.tables.players import Table
from bench.tables.script import scripts

LOOK = 0.01
"""Seconds between two looks whether all tables are free."""
PATIENCE = 20.0
"""Seconds without any move after which a server is taken to be stuck."""


class Stuck(Exception):
    """A server that does not go on, or says no."""


class Load:
    """Some tables, and what was seen at them."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.took: list[float] = []
        """The seconds of each move."""
        self.late = 0
        """Moves that could not be sent when they were due, because the one before was not through."""
        self._idle: set[Table] = set()
        self._go_on: Callable[[Table], bool] = lambda _: False
        self._failure = asyncio.get_running_loop().create_future()
        for table in tables:
            table.noted = self.took.append
            table.free = self._free
            table.failed = self._failed

    async def open(self) -> None:
        """Fill the tables and have the first game dealt at each."""
        for first in range(0, len(self.tables), 25):
            await asyncio.gather(*(table.open() for table in self.tables[first : first + 25]))
        await self._rest()

    def close(self) -> None:
        """Hang up everywhere."""
        for table in self.tables:
            table.close()

    async def spread(self) -> None:
        """Play on until the tables are at all stages of a game, in equal parts."""
        length = len(scripts()[0].moves)
        count = len(self.tables)
        self._start(lambda table: table.moves < table.number * length // count)
        await self._rest()

    async def saturate(self, seconds: float) -> None:
        """Send each table's next move as soon as the last was seen."""
        self._start(lambda _: True)
        await self._wait(seconds)

    async def pace(self, rate: float, seconds: float) -> None:
        """Send so many moves a second, at one table after the other."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        for number in range(int(rate * seconds)):
            loop.call_at(begin + number / rate, self._due, self.tables[number % len(self.tables)])
        await self._wait(seconds)

    async def stop(self) -> None:
        """Send nothing more, and wait until everything is seen."""
        self._go_on = lambda _: False
        await self._rest()

    def _due(self, table: Table) -> None:
        if table in self._idle:
            self._idle.discard(table)
            table.move()
        else:
            self.late += 1

    def _start(self, go_on: Callable[[Table], bool]) -> None:
        self._go_on = go_on
        for table in list(self._idle):
            if go_on(table):
                self._idle.discard(table)
                table.move()

    def _free(self, table: Table) -> None:
        if self._go_on(table):
            table.move()
        else:
            self._idle.add(table)

    def _failed(self, why: str) -> None:
        if not self._failure.done():
            self._failure.set_exception(Stuck(why))

    async def _wait(self, seconds: float) -> None:
        """Wait so long, unless something fails."""
        done, _ = await asyncio.wait([self._failure], timeout=seconds)
        for future in done:
            future.result()

    async def _rest(self) -> None:
        """Wait until every table is free for its next move."""
        moves, waited = -1, 0.0
        while len(self._idle) < len(self.tables):
            if len(self.took) != moves:
                moves, waited = len(self.took), 0.0
            elif waited > PATIENCE:
                raise Stuck(f"{len(self.tables) - len(self._idle)} tables do not go on")
            await self._wait(LOOK)
            waited += LOOK

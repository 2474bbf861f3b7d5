"""People at tables, played by programs through the client, who remember everything they were told."""

import asyncio
from typing import ClassVar

from meldwise import catalog
from meldwise.bots import named
from meldwise.client import Refused
from meldwise.rooms import wire
from tests.online.nodes import PATIENCE

LATE = ("not-your-turn", "not-now", "wrong-phase", "moved-on")
"""Refusals of those who act on what they saw before they lost the connection."""


class Player:
    """One person at a table."""

    _stopped: ClassVar[set[str]] = set()
    """Rooms whose host begins no other game."""

    def __init__(self, table, bot="greedy-tiles", pause=0.0):
        self.table = table
        self.pause = pause
        self.acts = 0
        self.refusals = []
        self.failure = None
        """Why it stopped playing before its time."""
        self._kind = bot
        self._bots = {}

    def heard(self):
        """Return the messages about the table since one last asked."""
        queue, found = self.table.messages, []
        assert not queue.full(), "too much was said"
        while not queue.empty():
            message = queue.get_nowait()
            if isinstance(message, wire.Event | wire.Welcome):
                found.append(message)
        return found

    async def play(self, going):
        """Play game after game while *going* says so, and the last one to its end."""
        try:
            await self._play(going)
        except Exception as error:
            self.failure = error
            raise

    async def _play(self, going):
        table = self.table
        while True:
            await self._until(lambda: self.turn or table.phase in ("between", "over", "closed"))
            if table.phase == "playing" and self.turn:
                await self.act()
            elif table.phase != "between" or table.room in self._stopped:
                return
            elif table.fields["host"] != table.you:  # it may have begun the next game already
                await asyncio.sleep(0.02)
            elif going():
                await self._try(table.start())
            else:
                self._stopped.add(table.room)

    @property
    def turn(self):
        """Whether the game waits for this player."""
        view, you = self.table.view, self.table.you
        if self.table.phase != "playing" or view is None or view["result"] is not None:
            return False
        if view.get("phase") == "knocking":
            return you != view["turn"] and not view["answered"][you]
        return you == view["turn"]

    async def act(self):
        """Take a step of one's turn, after so many seconds of thought."""
        if self.pause:
            await asyncio.sleep(self.pause)
            if not self.turn:
                return
        await self._try(self.table.act(self.choice()))

    def choice(self):
        """Return what one would do now."""
        table = self.table
        game = table.fields["game"]
        if game not in self._bots:
            self._bots = {game: named(self._kind)(f"{table.room} {game} {table.you}")}
        action = self._bots[game].act(table.game_view())
        return catalog.game_of(table.rules).write_action(action)[2:]

    async def _until(self, so):
        """Wait as long as a crowded machine may need; where nothing comes, tell how the table stands."""
        table = self.table
        try:
            await table.until(so, PATIENCE)
        except TimeoutError:
            view = {key: table.view[key] for key in ("turn", "phase", "counts") if key in (table.view or {})}
            stands = {"rules": table.rules.text, "room": table.room, "you": table.you, "n": table.n, **view}
            raise AssertionError(f"nothing comes: {stands} {table.fields} {self.refusals[-3:]}") from None

    async def _try(self, doing):
        n = self.table.n
        try:
            await doing
            self.acts += 1
        except Refused as refused:
            self.refusals.append(refused.code)
            assert refused.code in LATE, refused
            await self._until(lambda: self.table.n != n)


async def hinted(client, seat):
    """Ask for a hint until there is one: its process may just start, on a crowded machine."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await client.hint(seat)
            except Refused as refused:
                assert refused.code == "hints-busy", refused


async def two(serve, place, *options):
    """Start two nodes at a place."""
    return await asyncio.gather(*(asyncio.to_thread(serve, place, *options) for _ in range(2)))


async def seated(client, options, people, opponents=()):
    """Create a table and let people sit down; return their seats."""
    first = await client.create(options, "P0", opponents)
    others = [await client.join(first.room, f"P{i}", first.link) for i in range(1, people)]
    return [first, *others]


async def entered(stack, client, seats, **more):
    """Let people connect to their table."""
    return [await stack.enter_async_context(client.sit(seat, **more)) for seat in seats]

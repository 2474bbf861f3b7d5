"""Tables of each server, ready to be opened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import httpx

from bench.tables.players import BoardgameTable, OurTable, Table
from bench.tables.script import RULES, SEATS
from bench.tables.servers import Server
from meldwise.client import Client, Options

MOST_GAMES = 99
AT_ONCE = 8


async def our_tables(server: Server, count: int, first: int) -> list[Table]:
    """Create rooms with the options they have by default, and take every seat."""
    made: list[Table] = []
    async with Client(f"http://127.0.0.1:{server.lobby}") as client:
        for begin in range(0, count, AT_ONCE):
            numbers = range(first + begin, first + min(count, begin + AT_ONCE))
            made += await asyncio.gather(*(_our_table(client, server.ports, number) for number in numbers))
    return made


async def _our_table(client: Client, ports: Sequence[int], number: int) -> OurTable:
    host = await client.create(Options(rules=RULES, seats=SEATS, games=MOST_GAMES), "North")
    tokens = [host.token or ""]
    for name in ("East", "South", "West"):
        seat = await client.join(host.room, name, host.link)
        tokens.append(seat.token or "")
    return OurTable(number, ports, host.room, tokens)


async def boardgame_tables(server: Server, count: int, first: int) -> list[Table]:
    """Create matches through its lobby, and take every seat: each is held by a secret, as ours are."""
    made: list[Table] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.lobby}/games/tiles", timeout=30) as client:
        for begin in range(0, count, AT_ONCE):
            numbers = range(first + begin, first + min(count, begin + AT_ONCE))
            made += await asyncio.gather(*(_boardgame_table(client, server.ports, number) for number in numbers))
    return made


async def _boardgame_table(client: httpx.AsyncClient, ports: Sequence[int], number: int) -> BoardgameTable:
    match = (await client.post("/create", json={"numPlayers": SEATS})).json()["matchID"]
    secrets = []
    for seat in range(SEATS):
        joined = await client.post(f"/{match}/join", json={"playerID": str(seat), "playerName": f"P{seat}"})
        secrets.append(joined.json()["playerCredentials"])
    return BoardgameTable(number, ports, match, secrets)

"""A bot that plays at an online table, as a person would: over the wire, told only what its seat may see.

    python examples/wire_bot.py http://127.0.0.1:8017 --rules pl-standard --against medium
    python examples/wire_bot.py http://127.0.0.1:8017 --join ROOM --link SECRET

The first creates a table and plays against an opponent of the server; the second takes a seat at somebody's table. Put
your own player in the place of `named(...)`: anything with `act(view)` that returns an action of the rules library.
"""

from __future__ import annotations

import argparse
import asyncio

from meldwise import catalog
from meldwise.bots import Opponent, named
from meldwise.client import Client, Options, Refused, Table

LATE = ("moved-on", "not-now", "paused")
"""Refusals of what was right when it was sent: the clock, or the others, came first."""


async def play(table: Table, bot: Opponent) -> None:
    """Play until the match is over, or the table is."""
    while table.phase not in ("over", "closed"):
        await table.until(lambda: is_mine(table) or table.phase in ("over", "closed"))
        if is_mine(table):
            action = bot.act(table.game_view())
            _, _, written = catalog.game_of(table.rules).write_action(action).partition(" ")
            try:
                await table.act(written)
            except Refused as refused:
                if refused.code not in LATE:
                    raise


def is_mine(table: Table) -> bool:
    """Tell whether the game waits for this seat."""
    return table.phase == "playing" and not table.fields["still"] and table.you in table.actors


async def main() -> None:
    """Create or join a table, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="+", help="the server, or several nodes of it")
    parser.add_argument("--bot", default="greedy-tiles", help="who plays: a name as in meldwise simulate")
    parser.add_argument("--rules", default="pl-standard", help="the ruleset of a new table")
    parser.add_argument("--against", default="medium", help="the opponent's level at a new table")
    parser.add_argument("--games", type=int, help="games of a match at a new table")
    parser.add_argument("--join", metavar="ROOM", help="take a seat at this table instead")
    parser.add_argument("--link", help="the secret of a private table's link")
    given = parser.parse_args()
    async with Client(*given.url) as client:
        if given.join:
            seat = await client.join(given.join, given.bot, given.link)
        else:
            options = Options(rules=given.rules, games=given.games, pace=0)
            seat = await client.create(options, given.bot, [given.against])
        async with client.sit(seat) as table:
            if not given.join:
                await table.start()
            await play(table, named(given.bot)("wire"))
            print(f"{table.phase}: {table.fields['match']['totals']}, you are seat {table.you}")


if __name__ == "__main__":
    asyncio.run(main())

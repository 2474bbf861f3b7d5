"""Kill -9 under load: no move that anyone has seen is missing, no game unreadable, play goes on."""

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from meldwise.client import Client, Options
from tests.online.logs import Logs
from tests.online.nodes import PATIENCE
from tests.online.players import Player, entered, seated

TABLES = [
    ("pl-standard", 2, ()),
    ("fi-classic", 3, ("easy",)),
    ("rummy17", 3, ()),
    ("pl-twist", 2, ()),
    ("hu-twist", 4, ()),
    ("rummy17", 2, ("easy",)),
    ("sk-twist", 3, ()),
    ("pl-expert", 4, ("easy", "medium")),
    ("pl-standard+opening_points=20", 2, ()),
    ("fi-classic", 2, ()),
]
"""Rulesets, seats, and who of them is an opponent."""


async def under_load(place, serve, tables, kills):
    """Kill a server again and again while people play as fast as they can."""
    dice = random.Random(f"{kills} kills")
    node = await asyncio.to_thread(serve, place)
    logs, going, killed = Logs(place), True, 0
    async with Client(node.url) as client, AsyncExitStack() as stack:
        players = []
        for number in range(tables):
            key, seats, opponents = TABLES[number % len(TABLES)]
            options = Options(rules=key, seats=seats, games=99, pace=0)
            people = await entered(stack, client, await seated(client, options, seats - len(opponents), opponents))
            players += [Player(table, dice.choice(["greedy-tiles", "simple"])) for table in people]
            await people[0].start()
        playing = asyncio.gather(*(player.play(lambda: going) for player in players))
        for _ in range(kills):
            acts = sum(player.acts for player in players)
            async with asyncio.timeout(2 * PATIENCE):
                while sum(player.acts for player in players) < acts + 20 * tables and not playing.done():
                    await asyncio.sleep(dice.random() / 2)
            await asyncio.to_thread(node.kill)
            await hold_against(logs, players)
            await asyncio.to_thread(node.start)
            killed += 1
        going = False
        await playing
        assert {player.table.phase for player in players} <= {"between", "over"}
        await asyncio.to_thread(node.stop)
        await hold_against(logs, players)
    assert not node.errors(), "".join(node.errors())
    games = sum(len(log.records) for log in logs.values())
    assert games >= tables
    return killed, sum(map(len, (log.rows for log in logs.values()))), games


async def hold_against(logs, players):
    """See that everything anyone was told so far is in the log, which may go on while it is read."""
    told = [(player.table, message) for player in players for message in player.heard()]
    await logs.read()
    for table, message in told:
        logs[table.room].check(table.you, message)


def test_a_killed_server_has_lost_nothing_and_play_goes_on(place, serve):
    asyncio.run(under_load(place, serve, 7, 2))


@pytest.mark.soak
def test_a_server_killed_twenty_times_has_lost_nothing(place, serve):
    killed, events, games = asyncio.run(under_load(place, serve, 20, 20))
    print(f"killed {killed} times: {events} events, {games} games")

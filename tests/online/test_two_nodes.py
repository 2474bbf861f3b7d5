"""Two nodes on one PostgreSQL: one accepted move n, the same seen at both, and either can go on without the other."""

import asyncio
import contextlib
import random
import signal
import time
from contextlib import AsyncExitStack
from statistics import median

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from meldwise.client import Client, ClockOptions, Options, Refused
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms import wire
from meldwise.server.hall import Hall, steady_clock
from meldwise.server.minds import Minds
from meldwise.server.settings import Settings
from meldwise.server.store.postgres import PostgresStore
from tests.online.logs import Logs
from tests.online.nodes import PATIENCE
from tests.online.players import Player, entered, seated, two
from tests.online.test_durability import TABLES, hold_against

UNTIMED = ClockOptions("none")
CARRIED_ON = 15.0
"""Seconds in which people act again on a crowded machine: sooner than a client whose line is silent would ask."""
PROMISED = 5.0
"""Seconds in which they do on one that is not."""
PAUSE = 0.25
"""Seconds people think where a match must not end while nodes are killed again and again."""


class Watcher:
    """A spectator at one node who keeps every byte."""

    def __init__(self, node, seat):
        self.events = []
        self._url = node.url.replace("http", "ws", 1) + "/api/play"
        self._hello = wire.encode(wire.Hello(seat.room, link=seat.link)).decode()

    async def __aenter__(self):
        self._socket = await connect(self._url, compression=None)
        await self._socket.send(self._hello)
        await self._socket.recv()
        self._task = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        await self._socket.close()

    async def _read(self):
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                if str(text).startswith('{"t":"event"'):
                    self.events.append(text)


async def raced(nodes, seats, key, turns, dice):
    """Let everybody act through both nodes at the same moment, again and again; return who was first how often."""
    first = [0, 0]
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(node.url)) for node in nodes]
        held = await seated(clients[0], Options(rules=key, seats=seats, games=99, clock=UNTIMED), seats)
        watchers = [await stack.enter_async_context(Watcher(node, held[0])) for node in nodes]
        sides = [await entered(stack, client, held) for client in clients]
        await sides[0][0].start()
        for number in range(turns):
            await level(sides)
            if sides[0][0].phase == "between":
                await one_first(sides[0][0].n, [side[0].do(c.Start()) for side in sides])
                continue
            doing = [[Player(table, "chance") for table in tables] for tables in sides]
            acting = [seat for seat in range(seats) if doing[0][seat].turn]
            if len(acting) == 1:
                racing = [one_act(side[acting[0]], dice) for side in doing]
                first[await one_first(sides[0][0].n, racing, only="pool" in sides[0][0].view)] += 1
            else:  # several may answer a knock: each once, through whichever node
                await asyncio.gather(*(doing[dice.randrange(2)][seat].act() for seat in acting))
            if number in (10, 30):
                said = [side[seat].do(c.Say(f"{number}")) for side in sides for seat in range(2)]
                assert len(set(await asyncio.gather(*said))) == 4
        await level(sides)
        for watcher in watchers:
            async with asyncio.timeout(PATIENCE):
                while len(watcher.events) < sides[0][0].n - seats:
                    await asyncio.sleep(0.01)
        assert watchers[0].events == watchers[1].events
        log = (await Logs(nodes[0].place).read())[held[0].room]
        told = [one.public.decode() for one in log.told[-len(watchers[0].events) :]]
        assert watchers[0].events == told
    return first


def one_act(player, dice):
    """Return something the player may do now: the first that comes to mind, or nothing much."""
    view = player.table.view
    least = ("draw" if view["pool"] else "pass") if "pool" in view else "stock" if view["phase"] == "take" else None
    return player.table.act(dice.choice([player.choice(), least or player.choice()]))


async def one_first(n, doing, only=True):
    """Do two things at the same moment, after event *n*; return which was first.

    The other is refused, or where a turn has several steps comes after it.
    """
    found = await asyncio.gather(*doing, return_exceptions=True)
    done = {answer: place for place, answer in enumerate(found) if isinstance(answer, int)}
    refused = [answer.code for answer in found if isinstance(answer, Refused)]
    assert len(done) + len(refused) == 2, found
    assert min(done) > n, found
    assert len(done) == 1 or not only, found
    return done[min(done)]


async def level(sides):
    """Wait until everybody knows as much as everybody else, and somebody can act."""
    tables = [table for tables in sides for table in tables]
    try:
        async with asyncio.timeout(PATIENCE):
            while len({table.n for table in tables}) > 1 or tables[0].phase not in ("playing", "between"):
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise AssertionError([(table.room, table.n, table.phase) for table in tables]) from None


def test_two_nodes_never_both_accept_a_move_and_their_watchers_see_the_same(postgres_place, serve):
    async def test():
        nodes = await two(serve, postgres_place)
        dice = random.Random(1)
        await asyncio.gather(raced(nodes, 2, "pl-standard", 60, dice), raced(nodes, 3, "rummy17", 60, dice))
        assert not [error for node in nodes for error in node.errors()]

    asyncio.run(test())


@pytest.mark.soak
@pytest.mark.parametrize("key", ["fi-classic", "hu-twist", "pl-expert", "rummy17"])
def test_two_nodes_race_for_a_thousand_moves(postgres_place, serve, key):
    async def test():
        nodes = await two(serve, postgres_place)
        found = await asyncio.gather(*(raced(nodes, seats, key, 1000, random.Random(seats)) for seats in (2, 3, 4)))
        first = [sum(column) for column in zip(*found, strict=True)]
        assert min(first) > 50, f"{first}: one node is always first, so there is no race"
        assert not [error for node in nodes for error in node.errors()]

    asyncio.run(test())


def test_when_a_node_is_killed_its_players_carry_on_at_the_other(postgres_place, serve):
    asyncio.run(killed_in_play(postgres_place, serve))


async def killed_in_play(place, serve):
    """Kill the node that runs all rooms, whose people are at either."""
    doomed, other = await two(serve, place)
    logs, going = Logs(place), True
    async with AsyncExitStack() as stack:
        here, there, both = [
            await stack.enter_async_context(Client(*urls))
            for urls in ([doomed.url], [other.url], [doomed.url, other.url])
        ]
        rooms = [
            await seated(here, Options(games=99, pace=0), 2),
            await seated(here, Options(rules="sk-twist", seats=3, games=99, pace=0), 1, ("easy", "medium")),
        ]
        players = [Player(table) for seats in rooms for table in await entered(stack, both, seats)]
        (stays, leaves), idle = await asyncio.gather(one_leaves(stack, here, there), nobody_acts(stack, here, there))
        for table in (players[0].table, players[2].table, stays, idle):
            await table.start()
            await table.until(lambda table=table: table.phase == "playing", PATIENCE)
        playing = asyncio.gather(*(player.play(lambda: going) for player in players))
        await asyncio.sleep(1)
        began = time.monotonic()
        await asyncio.to_thread(doomed.kill)
        took = await asyncio.gather(*(carried_on(player, began) for player in players))
        assert max(took) < CARRIED_ON, took  # opponents think at the other node once that has missed the first
        await stays.until(lambda: not stays.fields["seats"][1].get("here"), PATIENCE)
        await stays.until(lambda: stays.fields["seats"][1].get("away"), PATIENCE)
        await idle.until(lambda: idle.view["turn"] != idle.view["starter"], PATIENCE)
        going = False
        await playing
        watched = [*players, Player(stays), Player(leaves), Player(idle)]
        await hold_against(logs, watched)
    assert logs[idle.room].acts("clock")
    assert "away" in logs[stays.room].kinds()
    for player in players:
        assert len({event.node for event in logs[player.table.room].events(e.Here)}) == 2
    assert not other.errors(), "".join(other.errors())
    return took


async def one_leaves(stack, here, there):
    """Return a table for two of whom one is at each node; whoever is at the first comes back to no other."""
    seats = await seated(here, Options(clock=UNTIMED, grace=1, pace=0, rules="fi-classic"), 2)
    return (await entered(stack, there, seats[:1]))[0], (await entered(stack, here, seats[1:]))[0]


async def nobody_acts(stack, here, there):
    """Return a table with a clock at which nobody acts."""
    seats = await seated(here, Options(clock=ClockOptions("turn", 5)), 2)
    return (await entered(stack, there, seats))[0]


async def carried_on(player, began):
    """Return how long after a moment a player had acted again."""
    acts, table = player.acts, player.table
    try:
        async with asyncio.timeout(PATIENCE):
            while player.acts <= acts:
                if player.failure is not None:
                    raise player.failure
                await asyncio.sleep(0.01)
    except TimeoutError:
        stands = f"{table.n} {table.actors} {table.fields} {player.refusals[-3:]} {table._waiting}"
        raise AssertionError(f"{table.rules.key} stands still: {stands}") from None
    return time.monotonic() - began


@pytest.mark.parametrize("wrong", [-3_600_000, 0, 90_000])
def test_a_node_goes_by_the_clock_of_the_database(postgres_place, tmp_path, wrong):
    async def test():
        clock = steady_clock()
        settings = Settings(data=str(tmp_path))
        hall = Hall(PostgresStore(postgres_place.url), Minds(1, 1.0), settings, clock=lambda: clock() + wrong)
        await hall.open()
        try:
            assert abs(hall.now() - time.time() * 1000) < 10_000  # as far as a crowded machine can tell
        finally:
            await hall.close()

    asyncio.run(test())


@pytest.mark.soak
def test_nodes_killed_in_turn_lose_nothing(postgres_place, serve):
    """Kill one node after the other under load, ten times each, while people have both addresses."""

    async def test():
        nodes = await two(serve, postgres_place)
        logs, going, took = Logs(postgres_place), True, []
        async with Client(*(node.url for node in nodes)) as client, AsyncExitStack() as stack:
            players: list[Player] = []
            for key, seats, opponents in TABLES:
                options = Options(rules=key, seats=seats, games=99, pace=0)
                people = await entered(stack, client, await seated(client, options, seats - len(opponents), opponents))
                players += [Player(one, pause=PAUSE) for one in people]
                await people[0].start()
            playing = asyncio.gather(*(player.play(lambda: going) for player in players))
            for number in range(20):
                await asyncio.sleep(1.5)
                began = time.monotonic()
                await asyncio.to_thread(nodes[number % 2].kill)
                took.append(max(await asyncio.gather(*(carried_on(player, began) for player in players))))
                await hold_against(logs, players)
                await asyncio.to_thread(nodes[number % 2].start)
            going = False
            await playing
            await hold_against(logs, players)
        assert not [error for node in nodes for error in node.errors()]
        assert median(took) < PROMISED
        print(f"everybody had acted again after at most {max(took):.1f} s")

    asyncio.run(test())


@pytest.mark.soak
def test_a_node_that_was_frozen_finds_its_way_back(postgres_place, serve):
    """Stop a node's process for longer than others wait: they take over, and nobody who comes back is lost."""

    async def test():
        frozen, other = await two(serve, postgres_place)
        logs, going = Logs(postgres_place), True
        async with Client(frozen.url) as here, Client(other.url) as there, AsyncExitStack() as stack:
            options = Options(seats=3, games=99, pace=0, grace=1)
            held = await seated(here, options, 2, ("easy",))
            players = [
                Player((await entered(stack, here, held[:1]))[0]),
                Player((await entered(stack, there, held[1:]))[0]),
            ]
            await players[0].table.start()
            playing = asyncio.gather(*(player.play(lambda: going) for player in players))
            for _ in range(3):
                await asyncio.sleep(1)
                frozen.process.send_signal(signal.SIGSTOP)
                table = players[1].table
                await table.until(lambda table=table: not table.fields["seats"][0].get("here"), 20)
                await asyncio.sleep(2)
                frozen.process.send_signal(signal.SIGCONT)
                began = time.monotonic()
                await asyncio.gather(*(carried_on(player, began) for player in players))
                await table.until(lambda table=table: table.fields["seats"][0].get("here"), 5)
            going = False
            await playing
            await hold_against(logs, players)
        assert not [error for node in (frozen, other) for error in node.errors()]

    asyncio.run(test())

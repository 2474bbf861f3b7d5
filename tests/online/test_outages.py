"""Servers that stop, databases that fail: nothing is told that is not kept, and nobody's clock pays for it."""

import asyncio
import contextlib
import resource
import signal
import socket
import time
from contextlib import AsyncExitStack

import httpx
import pytest

from meldwise.client import Client, ClockOptions, Options, Refused
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms import wire
from tests.online.logs import Logs, Story
from tests.online.nodes import PATIENCE
from tests.online.players import Player, entered, seated, two
from tests.online.test_durability import TABLES, hold_against

DOWN = 3.5
"""Seconds without any node: longer than one waits for another."""
WON = 10_000
"""Milliseconds a clock may win by it: nodes give a sign of life once a second, and on a crowded machine later."""
SOON = 30
"""Seconds in which a server stops on a crowded machine; opponents and sockets would keep it for longer."""
LOST = 5_000
"""Milliseconds a clock may lose by it: until a node that has started knows that nobody is there."""
TURN = 8
"""Seconds of a turn that an outage outlasts; it must not be over before that begins."""
READ_ONLY = """
create function refuse() returns trigger as 'begin raise exception using errcode = ''25006''; end' language plpgsql;
do 'declare one name; begin for one in select tablename from pg_tables where schemaname = ''public'' loop
execute format(''create trigger refused before insert or update or delete on %I execute function refuse()'', one);
end loop; end'
"""
"""Lets a database take nothing from the moment on at which this was done; a setting is heard of later by some."""
WRITABLE = "drop function refuse cascade"


@pytest.mark.parametrize("count", [1, 2])
def test_after_an_outage_of_all_nodes_clocks_have_their_time_back(request, serve, count):
    """One node with a file of its own, or two with a database."""
    place = request.getfixturevalue("sqlite_place" if count == 1 else "postgres_place")

    async def test():
        nodes = await asyncio.gather(*(asyncio.to_thread(serve, place) for _ in range(count)))
        async with Client(*(node.url for node in nodes)) as client, AsyncExitStack() as stack:
            seats = await seated(client, Options(clock=ClockOptions("turn", 60), games=1), 2)
            tables = await entered(stack, client, seats)
            await tables[0].start()
            await tables[0].until(lambda: tables[0].phase == "playing", PATIENCE)
            due = tables[0].fields["watch"]["due"]
            for node in nodes:
                node.kill()
            left = due - time.time() * 1000
            await asyncio.sleep(DOWN)
            await asyncio.gather(*(asyncio.to_thread(node.start) for node in nodes))
            for table in tables:
                await table.until(lambda table=table: (table.fields["watch"]["due"] or 0) > due, PATIENCE)
            await tables[tables[0].view["turn"]].act("draw")
        log = (await Logs(place).read())[seats[0].room]
        assert len(log.events(e.Outage)) == 1
        assert left - LOST < given_back(Story(log)) < left + WON
        assert not log.acts("clock")
        assert not [error for node in nodes for error in node.errors()]

    asyncio.run(test())


def given_back(story):
    """Return the milliseconds a turn had left when somebody was back after the outage."""
    outage = story.find(e.Outage)
    back = story.find(e.Here, story.find(e.Dealt))
    if outage < back:
        return story.left(back)
    return story.left(outage) + story.log.rows[outage].at - story.log.rows[back].at


def test_a_server_that_is_told_to_stop_does_so_soon_and_loses_nothing(place, serve):
    """Sockets are open, one of them by somebody who does not read, and opponents are thinking."""

    async def test():
        node = await asyncio.to_thread(serve, place, "--seconds", "5")
        logs, going = Logs(place), True
        async with Client(node.url) as client, AsyncExitStack() as stack:
            thinkers = await client.create(Options(seats=4, pace=0), opponents=("master",) * 4)
            host = (await entered(stack, client, [thinkers]))[0]
            people = await entered(stack, client, await seated(client, Options(games=99, pace=0), 2))
            players = [Player(table) for table in people]
            for table in (host, people[0]):
                await table.start()
            playing = asyncio.gather(*(player.play(lambda: going) for player in players))
            await people[0].until(lambda: people[0].n > 60, PATIENCE)
            with mute_socket(node.port):
                assert await asyncio.to_thread(node.stop) < SOON
            await hold_against(logs, [*players, Player(host)])
            acts = sum(player.acts for player in players)
            await asyncio.to_thread(node.start)
            await people[0].until(lambda: sum(player.acts for player in players) > acts + 20, PATIENCE)
            going = False
            await playing
            await hold_against(logs, players)
        assert not node.errors(), "".join(node.errors())

    asyncio.run(test())


def test_whoever_is_not_answered_when_a_server_stops_is_told_so(postgres_place, serve):
    """A hint does not come, a request is not sent to its end: neither is an error, and another node gives the hint."""

    async def test():
        node, other = await asyncio.gather(*(asyncio.to_thread(serve, postgres_place) for _ in range(2)))
        async with Client(node.url, other.url) as client, AsyncExitStack() as stack:
            seats = await seated(client, Options(games=1, clock=ClockOptions("none")), 2)
            tables = await entered(stack, client, seats)
            await tables[0].start()
            await tables[0].until(lambda: tables[0].phase == "playing", PATIENCE)
            turn = tables[0].view["turn"]
            await client.hint(seats[turn])  # its process has started
            await tables[turn].act("draw")
            node.strike(signal.SIGSTOP)
            hint = asyncio.create_task(client.hint(seats[1 - turn]))
            reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
            with contextlib.closing(writer):
                writer.write(b"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{")
                await asyncio.sleep(0.5)
                assert not hint.done()
                assert await asyncio.to_thread(node.stop) < SOON
                answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b'"code":"stopping"' in answer
            assert (await hint)["action"]
        assert (node.status, node.errors(), other.errors()) == (0, [], [])

    asyncio.run(test())


@contextlib.contextmanager
def mute_socket(port):
    """Connect, ask for much, and read nothing."""
    with socket.create_connection(("127.0.0.1", port)) as mute:
        mute.sendall(b"GET /api/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 50)
        yield


@contextlib.contextmanager
def unwritable(node, postgres):
    """Keep a server from writing, at once: no file of its may grow, or its database takes nothing."""
    if postgres is None:
        limits = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
        try:
            yield
        finally:
            resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, limits)
    else:
        postgres.run(READ_ONLY, node.place.url)
        yield
        postgres.run(WRITABLE, node.place.url)  # else nobody else ever sees this database


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_cannot_be_written_is_refused_and_told_to_nobody(request, serve, kind):
    place = request.getfixturevalue(f"{kind}_place")
    postgres = request.getfixturevalue("postgres") if kind == "postgres" else None

    async def test():
        node = await asyncio.to_thread(serve, place)
        async with Client(node.url) as client, AsyncExitStack() as stack:
            options = Options(seats=3, games=1, pace=0, clock=ClockOptions("none"))
            seats = await seated(client, options, 2, ("easy",))
            tables = await entered(stack, client, seats)
            players = [Player(table) for table in tables]
            await tables[0].start()
            acting = await whose_turn(players)
            with unwritable(node, postgres):
                for _ in range(3):
                    with pytest.raises(Refused) as refused:
                        await acting.table.do(c.Act("draw"), "draw-if-you-can")
                    assert refused.value.code == "store-failed"
                with pytest.raises(Refused) as refused:
                    await client.create(options, "Nobody")
                assert refused.value.code == "store-failed"
                await asyncio.sleep(0.3)
                assert {table.view["turn"] for table in tables} == {acting.table.you}
            await acting.table.do(c.Act("draw"), "draw-if-you-can")
            await asyncio.gather(*(player.play(lambda: False) for player in players))
            logs = await Logs(place).read()
            await hold_against(logs, players)
        commands = [row.command.partition(":")[2] for row in logs[seats[0].room].rows]
        assert commands.count("draw-if-you-can") == 1
        assert logs[seats[0].room].room.phase == "over"

    asyncio.run(test())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nobodys_time_runs_out_while_nothing_can_be_written(request, serve, kind):
    """Not of what was in turn before, and the server says of itself that it is not ready."""
    place = request.getfixturevalue(f"{kind}_place")
    postgres = request.getfixturevalue("postgres") if kind == "postgres" else None

    async def test():
        node = await asyncio.to_thread(serve, place)
        async with Client(node.url) as client, AsyncExitStack() as stack:
            seats = await seated(client, Options(clock=ClockOptions("turn", TURN), games=1), 2)
            tables = await entered(stack, client, seats)
            await tables[0].start()
            await tables[0].until(lambda: tables[0].phase == "playing", PATIENCE)
            due, turn = tables[0].fields["watch"]["due"], tables[0].view["turn"]
            with unwritable(node, postgres):
                await asyncio.sleep(TURN + 3)
                assert await asyncio.to_thread(ready, node) == 503
            await tables[0].until(lambda: (tables[0].fields["watch"]["due"] or 0) > due, PATIENCE)
            assert tables[0].view["turn"] == turn
            await tables[turn].act("draw")
            assert await asyncio.to_thread(ready, node) == 200
            story = Story((await Logs(place).read())[seats[0].room])
        assert story.find(e.Outage) < story.find(e.Acted)

    asyncio.run(test())


def test_a_server_without_its_database_says_so(postgres, postgres_place, serve):
    node = serve(postgres_place)
    url = f"{node.url}/api/rooms"

    async def test():
        async with Client(node.url) as client:
            with pytest.raises(Refused) as refused:
                async with asyncio.timeout(PATIENCE):
                    await client.create(Options(), "Anna")
            return refused.value.code

    postgres.stop()
    try:
        answer = httpx.get(url, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (503, "store-failed")
        assert ready(node) == 503
        time.sleep(2 * DOWN)
        assert asyncio.run(test()) == "store-failed"
    finally:
        postgres.restart()
    until = time.monotonic() + PATIENCE
    while httpx.get(url, timeout=PATIENCE).status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


def ready(node):
    """Return the status with which a server says whether it is ready."""
    return httpx.get(f"{node.url}/readyz", timeout=PATIENCE).status_code


async def whose_turn(players):
    """Wait until it is a person's turn, and return whose."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for player in players:
                if player.turn:
                    return player
            await asyncio.sleep(0.01)


def test_opponents_go_on_when_what_could_not_be_written_can(sqlite_place, serve):
    """The store fails in the middle of their game, with nobody there who would try again."""

    async def test():
        node = await asyncio.to_thread(serve, sqlite_place)
        async with Client(node.url) as client, AsyncExitStack() as stack:
            options = Options(rules="pl-standard+opening_points=100", seats=2, games=1, pace=100)  # a long game
            seat = await client.create(options, opponents=("easy", "medium"))
            host = (await entered(stack, client, [seat]))[0]
            await host.start()
            await host.until(lambda: host.n > 10, PATIENCE)
            with unwritable(node, None):
                await asyncio.sleep(0.5)
                await settled(host)
                n = host.n
                await asyncio.sleep(0.5)
                assert (host.n, host.phase) == (n, "playing")
            await host.until(lambda: host.n > n + 10, PATIENCE)

    asyncio.run(test())


async def settled(table):
    """Wait until nothing is on its way to a table any more: until a message that was sent later has come."""
    while not table.messages.empty():
        table.messages.get_nowait()
    await table._send('{"t":"ping"}')
    async with asyncio.timeout(PATIENCE):
        while not isinstance(await table.messages.get(), wire.Pong):
            pass


async def all_act(players):
    """Wait until everybody has done something whose match is not over."""
    playing = [player for player in players if player.table.phase != "over"]
    assert playing
    acts = {player: player.acts for player in playing}
    stuck = playing
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while stuck:
                stuck = [one for one in playing if one.acts <= acts[one] and one.table.phase != "over"]
                await asyncio.sleep(0.05)
    assert not stuck, [(player.table.rules.text, player.table.n, player.table.phase) for player in stuck]


def test_play_goes_on_when_postgresql_is_restarted(postgres, postgres_place, serve):
    asyncio.run(restarted(postgres, postgres_place, serve, ["fast", "immediate"]))


@pytest.mark.soak
def test_play_goes_on_when_postgresql_is_restarted_again_and_again(postgres, postgres_place, serve):
    asyncio.run(restarted(postgres, postgres_place, serve, ["fast", "immediate"] * 15))


async def restarted(postgres, place, serve, hows):
    """Restart PostgreSQL under two nodes and their players."""
    nodes = await two(serve, place)
    logs, going = Logs(place), True
    async with Client(*(node.url for node in nodes)) as client, AsyncExitStack() as stack:
        players: list[Player] = []
        for key, seats, opponents in TABLES[:3]:
            options = Options(rules=key, seats=seats, games=99, pace=0)
            people = await entered(stack, client, await seated(client, options, seats - len(opponents), opponents))
            players += map(Player, people)
            await people[0].start()
        playing = asyncio.gather(*(player.play(lambda: going) for player in players))
        for how in hows:
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres.restart, how)
            await all_act(players)
            await hold_against(logs, players)
        going = False
        await playing
        await hold_against(logs, players)

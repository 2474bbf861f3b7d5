"""The client comes back from whatever happens to its connection, and says again what was not answered."""

import asyncio
from contextlib import AsyncExitStack
from typing import get_args

import pytest

from meldwise import client as typed
from meldwise.client import Client, ClockOptions, Options, Refused, table
from meldwise.rooms import clock
from meldwise.rooms import commands as c
from tests.online.logs import Logs
from tests.online.nodes import PATIENCE, Place
from tests.online.players import Player, entered, seated
from tests.server.near import Near

QUIET = Options(clock=ClockOptions("none"), games=1)


@pytest.fixture
def node(sqlite_place, serve):
    return serve(sqlite_place, messages_per_second=20)


def test_any_number_of_lost_connections_is_borne(node, monkeypatch):
    monkeypatch.setattr(table, "WAITS", (0.0, 0.01))

    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            one, other = await entered(stack, client, await seated(client, QUIET, 2))
            for _ in range(table.MOST_FAILURES + 10):
                n = one.n
                await one.drop()
                await one.until(lambda n=n: one.n >= n + 2, PATIENCE)  # gone, and here again
            await one.start()
            await other.until(lambda: other.phase == "playing", PATIENCE)

    asyncio.run(test())


def test_a_client_that_was_too_fast_says_again_what_was_not_heard(node):
    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            one, _ = await entered(stack, client, await seated(client, QUIET, 2))
            asked = [one.do(c.Act(f"nonsense {number}")) for number in range(75)]
            answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE)
            assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"not-now"}

    asyncio.run(test())


def test_what_the_server_cannot_read_is_refused_and_not_waited_for(node):
    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            one, _ = await entered(stack, client, await seated(client, QUIET, 2))
            wrong = [c.Say("x" * 301), c.Act("play " + "r1 " * 1000), c.Share("XYZ")]
            asked = [one.do(command) for command in wrong] + [one.do(c.Say("hello"), "short")]
            answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE)
            assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["bad-message"] * 4
            with pytest.raises(Refused) as refused:  # so long that the server would hang up
                await asyncio.wait_for(one.do(c.Say("x" * 10_000)), PATIENCE)
            assert refused.value.code == "too-large"
            assert await one.do(c.Say("hello")) > 0

    asyncio.run(test())


def test_who_asks_again_is_answered_though_those_who_asked_before_are_just_leaving(node):
    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            one, _ = await entered(stack, client, await seated(client, QUIET, 2))
            send, held = one._send, asyncio.Event()

            async def slow(text):
                await send(text)
                await held.wait()

            one._send = slow
            late = asyncio.create_task(one.do(c.Say("hello"), "said-several-times"))
            await asyncio.sleep(0)
            one._send = send
            first = await one.do(c.Say("hello"), "said-several-times")
            third = asyncio.create_task(one.do(c.Say("hello"), "said-several-times"))
            await asyncio.sleep(0)
            held.set()
            assert set(await asyncio.wait_for(asyncio.gather(late, third), PATIENCE)) == {first}

    asyncio.run(test())


def test_what_is_said_again_too_late_is_not_done_in_another_turn(node, monkeypatch):
    monkeypatch.setattr(table, "WAITS", (0.0, 0.01))

    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            held = await seated(client, QUIET, 2)
            tables, ways = [await entered(stack, client, held) for _ in range(2)]
            await tables[0].start()
            await asyncio.gather(*(one.until(lambda one=one: one.phase == "playing", PATIENCE) for one in tables))
            seat = tables[0].view["turn"]
            stale, other = ways[seat], tables[1 - seat]
            await stale.until(lambda: stale.n >= tables[seat].n, PATIENCE)

            async def lost(_):
                pass

            stale._send, send = lost, stale._send
            late = asyncio.create_task(stale.act("draw"))
            await asyncio.sleep(0)
            await tables[seat].act("draw")
            await other.until(lambda: other.view["turn"] == other.you, PATIENCE)
            await other.act("draw")
            await tables[seat].until(lambda: tables[seat].view["turn"] == seat, PATIENCE)
            stale._send = send
            await stale.drop()  # it comes back, and says again what was not answered
            with pytest.raises(Refused) as caught:
                await asyncio.wait_for(late, PATIENCE)
            assert caught.value.code == "moved-on"

    asyncio.run(test())


def test_a_share_that_was_lost_is_sent_again(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "SHARE_TIME", 10_000 * PATIENCE)  # it is not dealt without

    async def test():
        async with Near(tmp_path) as node, Client(node.url) as client, AsyncExitStack() as stack:
            held = await seated(client, QUIET, 2)
            one, other = await entered(stack, client, held)
            send = other._send

            async def lost(text):
                if "share" not in text:
                    await send(text)

            other._send = lost
            await one.start()
            await other.until(lambda: other.phase == "sharing", PATIENCE)
            other._send = send
            await other.drop()
            await one.until(lambda: one.phase == "playing", PATIENCE)
        log = (await Logs(Place(tmp_path)).read())[held[0].room]
        assert log.room.shares == (one.shares[1], other.shares[1])

    asyncio.run(test())


def test_every_command_is_there_to_be_imported():
    assert [kind.__name__ for kind in get_args(c.Command) if kind.__name__ not in typed.__all__] == []
    assert all(getattr(typed, kind.__name__) is kind for kind in get_args(c.Command))


def test_people_talk_pause_and_leave(node):
    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            one, other = await entered(stack, client, await seated(client, QUIET, 2))
            await one.do(typed.Say("hello"))
            await other.do(typed.React("👍"))
            await one.do(typed.Mute(1))
            with pytest.raises(Refused) as refused:
                await other.do(typed.Say("hello"))
            assert refused.value.code == "muted"
            await one.do(typed.Start())
            await asyncio.gather(*(who.until(lambda who=who: who.phase == "playing", PATIENCE) for who in (one, other)))
            await one.do(typed.Ask("pause"))
            await other.until(lambda: other.fields["asking"], PATIENCE)
            await other.do(typed.Answer(agrees=True))
            await one.until(lambda: one.fields["paused"], PATIENCE)
            await one.do(typed.Continue())
            await one.until(lambda: not one.fields["paused"], PATIENCE)
            await one.do(typed.Leave())
            await other.until(lambda: other.fields["seats"][0]["kind"] == "opponent", PATIENCE)

    asyncio.run(test())


async def connected(table):
    """Wait until a table has heard something on its connection: on a crowded machine that takes a while."""
    while table._socket is None or table._failures:
        await asyncio.sleep(0.01)


def test_a_game_is_played_to_its_end_through_a_bad_network(node, monkeypatch):
    monkeypatch.setattr(table, "WAITS", (0.0, 0.01))

    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            held = await seated(client, QUIET, 2)
            players = [Player(one) for one in await entered(stack, client, held)]

            async def break_off():
                while True:
                    for player in players:
                        await connected(player.table)
                        await asyncio.sleep(0.05)
                        await player.table.drop()

            await players[0].table.start()
            breaking = asyncio.create_task(break_off())
            await asyncio.gather(*(player.play(lambda: False) for player in players))
            breaking.cancel()
            await asyncio.gather(breaking, return_exceptions=True)
        log = (await Logs(node.place).read())[held[0].room]
        for player in players:
            for message in player.heard():
                log.check(player.table.you, message)
        assert log.room.phase == "over"

    asyncio.run(test())


def test_who_is_turned_away_hears_why(tmp_path):
    async def test():
        async with Near(tmp_path, spectators=0) as node, Client(node.url) as client:
            host = await client.create(QUIET, name="Anna")
            watching = client.watch(host.room, host.link)
            with pytest.raises(Refused) as refused:
                await asyncio.wait_for(watching.__aenter__(), PATIENCE)
            assert refused.value.code == "too-many-spectators"
            assert watching._reader is not None
            assert watching._reader.done()  # it does not go on trying behind one's back

    asyncio.run(test())


def test_who_watches_sees_what_everyone_may(node):
    async def test():
        async with Client(node.url) as client, AsyncExitStack() as stack:
            held = await seated(client, QUIET, 2)
            one, _ = await entered(stack, client, held)
            async with client.watch(held[0].room, held[0].link) as watching:
                assert watching.you is None
                await one.start()
                await watching.until(lambda: watching.view is not None, PATIENCE)
                assert watching.game_view().rack == ()

    asyncio.run(test())


def test_who_is_turned_away_for_now_tries_again(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "WAITS", (0.0, 0.01))

    async def test():
        async with Near(tmp_path) as node, Client(node.url) as client:
            host = await client.create(QUIET, name="Anna")
            found, failures = node.hall.desk, 3

            async def desk(room):
                nonlocal failures
                if failures:
                    failures -= 1
                    raise Refused("store-failed")
                return await found(room)

            monkeypatch.setattr(node.hall, "desk", desk)
            async with client.sit(host) as one:
                assert one.you == 0
            assert failures == 0
            monkeypatch.setattr(table, "MOST_FAILURES", 2)
            failures = 3
            with pytest.raises(Refused) as refused:
                await asyncio.wait_for(client.sit(host).__aenter__(), PATIENCE)
            assert refused.value.code == "store-failed"

    asyncio.run(test())


def test_who_leaves_says_good_bye(tmp_path):
    async def test():
        async with Near(tmp_path) as node, Client(node.url) as client:
            async with client.sit(await client.create(QUIET, name="Anna")):
                [socket] = node.sockets
            assert socket.conn.close_rcvd.code == 1000

    asyncio.run(test())

"""A command takes effect at most once, however often, late, or by however many ways it is sent."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec import Struct

from meldwise import catalog
from meldwise.bots import named
from meldwise.client import Client, ClockOptions, Options
from meldwise.live import shuffle
from meldwise.notation import write_tiles
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.server.replay import decode_event
from tests.online.logs import Logs
from tests.online.nodes import PATIENCE
from tests.online.players import entered, seated, two

RULESETS = sorted(catalog.rulesets())
MOST_COPIES = 3


class Line(Struct, frozen=True):
    """One command of a script."""

    seat: int
    id: str
    command: Any


def script(key, seats, seed, most):
    """Return the order of the tiles, and everything people do in a game of them, or in the first *most* steps."""
    rules = catalog.find(key)
    game = catalog.game_of(rules)
    usual = shuffle(rules, seats, "given", 0)
    pool = shuffle(rules, seats, seed, 0).pool
    state, _ = game.start(rules, seats, type(usual)(pool, 0, usual.start_draw, usual.bonus))
    bots = [named("greedy-tiles")(f"{seed} {seat}") for seat in range(seats)]
    done = [(0, c.Start()), *((seat, c.Share(f"{seat}a{seed}")) for seat in range(seats))]
    while game.result(state) is None and len(done) < most:
        seat = game.actors(state)[-1]
        action = bots[seat].act(game.view(state, seat))
        state, _ = game.apply(state, action)
        done.append((seat, c.Act(game.write_action(action)[2:])))
        done += _talk(len(done), seats)
    return write_tiles(pool), [Line(seat, f"line-{number:05}", what) for number, (seat, what) in enumerate(done)]


def _talk(length, seats):
    """Return what people say between two moves: a line, a sign, a question that is answered with no."""
    if length % 40 == 10:
        return [(length % seats, c.Say(f"number {length}")), ((length + 1) % seats, c.React("👍"))]
    if length % 40 == 31:
        return [(0, c.Ask("pause")), (1, c.Answer(False))]
    return []


class Sender:
    """One person with several connections, who is never sure that a command has arrived."""

    def __init__(self, tables, dice):
        self.tables = tables
        self._dice = dice
        self._later = []
        self._sent = []

    async def say(self, line):
        """Send a command one to four times, some of them late, and wait until it is done."""
        now = 1 + self._dice.randint(0, MOST_COPIES)
        late = self._dice.randint(0, MOST_COPIES + 1 - now)
        first = [self._send(line) for _ in range(now)]
        self._later += [(self._dice.randint(1, 8), line) for _ in range(late)]
        await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)

    def _send(self, line):
        table = self._dice.choice(self.tables)
        task = asyncio.create_task(table.do(line.command, line.id))
        self._sent.append((line, task))
        if table is not self.tables[0] and self._dice.random() < 0.15:
            asyncio.get_running_loop().call_later(self._dice.random() / 200, drop, table)
        return task

    def tick(self):
        """Let late copies come a step nearer, and arrive out of order."""
        self._later = [(wait - 1, line) for wait, line in self._later]
        due = [line for wait, line in self._later if wait <= 0]
        self._later = [(wait, line) for wait, line in self._later if wait > 0]
        self._dice.shuffle(due)
        for line in due:
            self._send(line)

    async def settle(self):
        """Wait for every copy's answer, and return the event each command made."""
        while self._later:
            self.tick()
        answers: dict[str, set[int]] = {}
        async with asyncio.timeout(PATIENCE):
            for line, task in self._sent:
                answers.setdefault(line.id, set()).add(await task)
        return answers


def drop(table):
    asyncio.get_running_loop().create_task(table.drop())


async def performed(place, nodes, key, seats, lines, dice=None):
    """Let people perform a script, and return the log; with *dice* they repeat themselves."""
    async with Client(nodes[0].url) as client, AsyncExitStack() as stack:
        options = Options(rules=key, seats=seats, games=1, clock=ClockOptions("none"), grace=3600)
        held = await seated(client, options, seats)
        tables = await entered(stack, client, held, share=False)
        if dice is None:
            answers = {line.id: {await (await ready(tables, line)).do(line.command, line.id)} for line in lines}
        else:
            clients = [Client(nodes[-1].url), Client(*(node.url for node in nodes))]
            ways = [await entered(stack, way, held, share=False) for way in clients]
            answers = await repeated([Sender(list(some), dice) for some in zip(tables, *ways, strict=True)], lines)
        log = (await Logs(place).read())[held[0].room]
    assert {line.id: {log_n(log, line)} for line in lines} == answers
    return log


async def repeated(senders, lines):
    """Let everybody say every line several times; return the events each was said to have made."""
    answers: dict[str, set[int]] = {}
    tables = [sender.tables[0] for sender in senders]
    for line in lines:
        await ready(tables, line)
        if isinstance(line.command, c.Ask):
            await calm(senders)
        await senders[line.seat].say(line)
        for sender in senders:
            sender.tick()
    for sender in senders:
        answers |= await sender.settle()
    return answers


async def calm(senders):
    """Wait until everybody is back and nothing is on its way."""
    for sender in senders:
        await sender.settle()
    tables = [table for sender in senders for table in sender.tables]
    async with asyncio.timeout(PATIENCE):
        known = None
        while known != [tables[0].n] * len(tables) or not all(seat["here"] for seat in tables[0].fields["seats"]):
            known = [table.n for table in tables]
            await asyncio.sleep(0.3)
            known = known if known == [table.n for table in tables] else None


async def ready(tables, line):
    """Return the table of whoever says a line, once the tiles are dealt that it is about."""
    if isinstance(line.command, c.Act):
        await tables[line.seat].until(lambda: tables[line.seat].phase != "sharing", PATIENCE)
    return tables[line.seat]


def log_n(log, line):
    """Return the one event of the log that a line made."""
    (n,) = [row.n for row in log.rows if (row.seat, row.command.partition(":")[2]) == (line.seat, line.id)]
    return n


def by_people(log):
    """Return what people did, in order; the server's random value apart."""
    found = [(row.seat, row.command, decode_event(row.body)) for row in log.rows if row.seat is not None]
    return [(seat, command, None if isinstance(event, e.Committed) else event) for seat, command, event in found]


async def compared(place, serve, tmp_path, cases, most=10_000):
    """Perform scripts once with care and once with two nodes and no care at all: the logs must be equal."""
    for number, (key, seats, seed) in enumerate(cases):
        pool, lines = script(key, seats, seed, most)
        file = tmp_path / f"pool-{number}"
        file.write_text(pool, "utf-8")
        nodes = await two(serve, place, "--test-pool", str(file))
        plain = await performed(place, nodes[:1], key, seats, lines)
        noisy = await performed(place, nodes, key, seats, lines, random.Random(f"{key} {seed}"))
        assert by_people(plain) == by_people(noisy)
        assert plain.room.state == noisy.room.state
        assert plain.room.match == noisy.room.match
        assert [line.text for line in plain.room.chat] == [line.text for line in noisy.room.chat]
        for node in nodes:
            await asyncio.to_thread(node.stop)
            assert not node.errors(), "".join(node.errors())


def test_logs_are_the_same_however_often_commands_are_sent(postgres_place, serve, tmp_path):
    cases = [("pl-standard", 2, 5), ("rummy17", 3, 7)]
    asyncio.run(compared(postgres_place, serve, tmp_path, cases, most=70))


@pytest.mark.soak
@pytest.mark.parametrize("key", RULESETS)
def test_logs_are_the_same_in_every_ruleset(postgres_place, serve, tmp_path, key):
    cases = [(key, seats, seed) for seats in (2, 3, 4) for seed in range(5)]
    asyncio.run(compared(postgres_place, serve, tmp_path, cases))

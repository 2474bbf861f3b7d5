"""Time over the wire, at a real server: all tables run side by side once, and each test looks at one of them."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from meldwise import catalog
from meldwise.client import Client, ClockOptions, Options
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.ruleset import CardRules
from tests.online.logs import Logs, Story
from tests.online.nodes import PATIENCE, Node, Place
from tests.online.players import entered, seated

TILE_RULES = [key for key, rules in catalog.rulesets().items() if not isinstance(rules, CardRules)]
FIRST = "r10 r11 r12 r13 k1 k3 k5 k7 b1 b3 b5 b7 o1 o3"
"""Seat 0's rack: an opening of 46 points, and nothing else."""
SHORT = ClockOptions("turn", 5)
SLOW = 4_000
"""Milliseconds a server on a crowded machine may be late; it is never early."""
AT_ONCE = 4
"""Tables that are set up side by side, so that a crowded machine has dealt nowhere long before people see it."""


@dataclass
class Side:
    """A server, seen by its client."""

    client: Client
    stack: AsyncExitStack
    gate: asyncio.Semaphore


async def begun(side, rules="pl-standard", people=2, clock=SHORT, **options):
    """Return the tables of people whose game has begun, and their seats."""
    async with side.gate:
        chosen = Options(rules=rules, seats=people, games=1, clock=clock, pace=0, **options)
        held = await seated(side.client, chosen, people)
        tables = await entered(side.stack, side.client, held)
        await tables[0].start()
        await together(tables, lambda table: table.phase == "playing")
    return tables, held


async def together(tables, holds, seconds=PATIENCE):
    await asyncio.gather(*(table.until(lambda table=table: holds(table), seconds) for table in tables))


async def acted(table, cause):
    """Wait until something was done for somebody; return the event."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await table.messages.get()
            if getattr(getattr(message, "told", None), "cause", "") == cause:
                return message


async def out_of_time(side, rules, draft=""):
    """Let a turn run out, with a table that is being arranged or without; return what it came to."""
    tables, _ = await begun(side, rules)
    turn = tables[0].view["turn"]
    if draft:
        await tables[turn].arrange(draft)
        await tables[1 - turn].until(lambda: tables[1 - turn].draft is not None, PATIENCE)
    event = await acted(tables[0], "clock")
    await together(tables, lambda table: table.n >= event.n)
    return tables[0].room, (tables[0].view, turn)


async def bank(side):
    """One is quick and gets the increment; the other lets the bank run out and has the least a turn has."""
    tables, _ = await begun(side, clock=ClockOptions("bank", 6, 3))
    turn = tables[0].view["turn"]
    await asyncio.sleep(1)
    await tables[turn].act("draw")
    await together(tables, lambda table: table.view["turn"] == 1 - turn)
    await acted(tables[0], "clock")
    return tables[0].room, turn


async def knocking(side, answers):
    """Somebody takes from the stock; the others answer whether to knock, or let the time run out."""
    seconds = 60 if answers else 2
    tables, _ = await begun(side, f"rummy17+knock_seconds={seconds}", 3, ClockOptions("none"))
    turn = tables[0].view["turn"]
    await tables[turn].act("stock")
    if answers:
        await asyncio.gather(*(table.act("knock no") for table in tables if table.you != turn))
    await together(tables, lambda table: table.view["phase"] != "knocking")
    await tables[turn].act(f"discard {tables[turn].view['hand'][0]}")
    return tables[0].room, turn


async def gone(side, absent):
    """One leaves: the turns are skipped or played after the grace; then the seat is taken back."""
    tables, held = await begun(side, clock=ClockOptions("none"), grace=1, absent=absent)
    stays, leaves = tables if tables[0].view["turn"] == 1 else reversed(tables)
    await leaves.__aexit__()
    await stays.until(lambda: stays.fields["seats"][leaves.you].get("away"), PATIENCE)
    await acted(stays, absent)
    assert stays.view["turn"] == stays.you
    await stays.act("draw")
    await acted(stays, absent)
    back = (await entered(side.stack, side.client, [held[leaves.you]]))[0]
    await stays.until(lambda: not stays.fields["seats"][leaves.you].get("away"), PATIENCE)
    await stays.act("draw")
    await back.until(lambda: back.view["turn"] == back.you, PATIENCE)
    await asyncio.sleep(0.5)  # nobody else acts for who is back
    await back.act("draw")
    return stays.room, leaves.you


async def everyone_gone(side):
    """Clocks stand still while nobody is there, and go on when one is back."""
    tables, held = await begun(side, clock=ClockOptions("turn", 30), grace=60)
    for table in tables:
        await table.__aexit__()
    await asyncio.sleep(3)
    back = (await entered(side.stack, side.client, held[:1]))[0]
    await back.until(lambda: not back.fields["still"], PATIENCE)
    return back.room, None


async def paused(side):
    """A pause by consent stops the clock; anybody ends it."""
    tables, _ = await begun(side, clock=ClockOptions("turn", 30))
    await tables[0].do(c.Ask("pause"))
    await tables[1].do(c.Answer(True))
    await together(tables, lambda table: table.fields["paused"])
    await asyncio.sleep(2)
    await tables[1].do(c.Continue())
    await tables[0].until(lambda: not tables[0].fields["paused"], PATIENCE)
    return tables[0].room, None


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """Run everything side by side; return a function that gives one outcome, or raises what went wrong."""
    folder = tmp_path_factory.mktemp("clocks")
    pool = folder / "pool"
    pool.write_text(FIRST, "utf-8")
    found: dict[object, Any] = {}

    async def run(given, plain):
        async with Client(given.url) as one, Client(plain.url) as other, AsyncExitStack() as stack:
            gate = asyncio.Semaphore(AT_ONCE)
            there, here = Side(one, stack, gate), Side(other, stack, gate)
            work: dict[object, Any] = {("nothing", key): out_of_time(there, key) for key in TILE_RULES}
            work |= {("opening", key): out_of_time(there, key, "r10 r11 r12 r13") for key in TILE_RULES}
            work["unfinished"] = out_of_time(there, "hu-twist", "r10 r11 r12 r13 / k1 k3")
            work |= {"cards": out_of_time(here, "rummy17"), "bank": bank(here), "paused": paused(here)}
            work |= {("knocking", answers): knocking(here, answers) for answers in (True, False)}
            work |= {("gone", absent): gone(here, absent) for absent in ("skip", "opponent")}
            work["everyone gone"] = everyone_gone(here)
            outcomes = await asyncio.gather(*work.values(), return_exceptions=True)
            found.update(zip(work, outcomes, strict=True))
            for node in (given, plain):
                logs.update(await Logs(node.place).read())

    logs: dict[str, Any] = {}
    nodes = [Node(Place(folder / "given"), "--test-pool", str(pool)), Node(Place(folder / "plain"))]
    try:
        for node in nodes:
            node.start()
        asyncio.run(run(*nodes))
    finally:
        for node in nodes:
            node.close()
    errors = [error for node in nodes for error in node.errors()]

    def one(name):
        assert not errors, "".join(errors)
        if isinstance(found[name], BaseException):
            raise found[name]
        room, told = found[name]
        return Story(logs[room]), told

    return one


@pytest.mark.parametrize("key", TILE_RULES)
def test_who_runs_out_of_time_draws_what_the_book_says(outcome, key):
    story, (view, turn) = outcome(("nothing", key))
    assert view["counts"][turn] == 14 + (1 if key.startswith("pl-") else 3)
    assert (view["turn"], view["table"]) == (1 - turn, [])
    assert 5_000 <= story.took(story.find(e.Dealt), story.find(e.Acted, cause="clock")) < 5_000 + SLOW


@pytest.mark.parametrize("key", TILE_RULES)
def test_a_table_that_could_end_the_turn_lies_as_it_lies_when_time_runs_out(outcome, key):
    _, (view, turn) = outcome(("opening", key))
    assert view["counts"][turn] == 10
    assert view["table"] == [["r10", "r11", "r12", "r13"]]
    assert view["opened"][turn]


def test_a_table_that_could_not_end_the_turn_goes_back_and_costs_tiles(outcome):
    _, (view, turn) = outcome("unfinished")
    assert (view["counts"][turn], view["table"]) == (17, [])


def test_in_rummy_17_the_top_of_the_stock_is_taken_and_discarded(outcome):
    _, (view, turn) = outcome("cards")
    assert (view["counts"], view["turn"], view["pile"]) == ([10, 10], 1 - turn, 2)


def test_a_bank_shrinks_with_thought_grows_with_each_turn_and_runs_out(outcome):
    story, turn = outcome("bank")
    dealt, drew = story.find(e.Dealt), story.find(e.Acted)
    ended = story.find(e.Acted, drew + 1)
    thought = story.took(dealt, drew)
    assert thought >= 1_000
    assert story.log.rooms[drew].watch.banks[turn] == 6_000 - thought + 3_000
    assert story.events[ended].cause == "clock"
    assert 6_000 <= story.took(drew, ended) < 6_000 + SLOW
    assert story.log.rooms[ended].watch.banks[1 - turn] == 3_000


def test_whoever_does_not_answer_a_knock_in_time_has_said_no(outcome):
    story, _ = outcome(("knocking", False))
    took = story.find(e.Acted)
    assert 2_000 <= story.took(took, story.find(e.Acted, cause="clock")) < 2_000 + SLOW
    story, _ = outcome(("knocking", True))
    assert not story.log.acts("clock")


@pytest.mark.parametrize("absent", ["skip", "opponent"])
def test_who_is_gone_has_a_grace_then_turns_are_seen_to_and_the_seat_is_there_to_take_back(outcome, absent):
    story, seat = outcome(("gone", absent))
    left = story.find(e.Gone, seat=seat)
    assert 1_000 <= story.took(left, story.find(e.Away, left, seat=seat)) < 1_000 + SLOW


def test_nobodys_clock_runs_while_everyone_is_gone(outcome):
    story, _ = outcome("everyone gone")
    last = story.find(e.Gone, story.find(e.Gone) + 1)
    back = story.find(e.Here, last)
    assert story.took(last, back) > 2_500
    assert story.left(back) == story.left(last) == 30_000 - story.took(story.find(e.Dealt), last)


def test_a_pause_stops_the_clock(outcome):
    story, _ = outcome("paused")
    stopped = story.find(e.Answered, agrees=True)
    goes_on = story.find(e.Continued, stopped)
    assert story.took(stopped, goes_on) >= 2_000
    assert story.left(goes_on) == story.left(stopped) == 30_000 - story.took(story.find(e.Dealt), stopped)

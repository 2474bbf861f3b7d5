"""Time over the wire, at a real server: all tables run side by side once, and each test looks at one of them."""

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest

from meldwise import catalog
from meldwise.client import Client, ClockOptions, Options
from meldwise.rooms import commands as c
from meldwise.ruleset import CardRules
from tests.online.nodes import Node, Place
from tests.online.players import entered, seated

TILE_RULES = [key for key, rules in catalog.rulesets().items() if not isinstance(rules, CardRules)]
FIRST = "r10 r11 r12 r13 k1 k3 k5 k7 b1 b3 b5 b7 o1 o3"
"""Seat 0's rack: an opening of 46 points, and nothing else."""
SHORT = ClockOptions("turn", 5)
SLOW = 2.0
"""Seconds a crowded machine may be late."""


async def begun(stack, client, rules="pl-standard", people=2, clock=SHORT, **options):
    """Return the tables of people whose game has begun, and their seats."""
    held = await seated(client, Options(rules=rules, seats=people, games=1, clock=clock, pace=0, **options), people)
    tables = await entered(stack, client, held)
    await tables[0].start()
    await together(tables, lambda table: table.phase == "playing")
    return tables, held


async def together(tables, holds, seconds=30):
    await asyncio.gather(*(table.until(lambda table=table: holds(table), seconds) for table in tables))


async def acted(table, cause):
    """Wait until something was done for somebody; return the event."""
    async with asyncio.timeout(30):
        while True:
            message = await table.messages.get()
            if getattr(getattr(message, "told", None), "cause", "") == cause:
                return message


async def timed(waiting):
    began = time.monotonic()
    found = await waiting
    return found, time.monotonic() - began


async def out_of_time(stack, client, rules, draft=""):
    """Let a turn run out, with a table that is being arranged or without; return what it came to, and when."""
    tables, _ = await begun(stack, client, rules)
    turn = tables[0].view["turn"]
    if draft:
        await tables[turn].arrange(draft)
        await tables[1 - turn].until(lambda: tables[1 - turn].draft is not None, 5)
    event, took = await timed(acted(tables[0], "clock"))
    await together(tables, lambda table: table.n >= event.n)
    return tables[0].view, turn, took


async def bank(stack, client):
    """One is quick and gets the increment; the other lets the bank run out and has the least a turn has."""
    tables, _ = await begun(stack, client, clock=ClockOptions("bank", 6, 3))
    turn = tables[0].view["turn"]
    await asyncio.sleep(1)
    await tables[turn].act("draw")
    await together(tables, lambda table: table.view["turn"] == 1 - turn)
    saved = tables[0].fields["watch"]["banks"][turn]
    _, took = await timed(acted(tables[0], "clock"))
    return saved, took, tables[0].fields["watch"]["banks"][1 - turn]


async def knocking(stack, client, answers):
    """Somebody takes from the stock; the others answer whether to knock, or let the time run out."""
    tables, _ = await begun(stack, client, "rummy17+knock_seconds=2", 3, ClockOptions("none"))
    turn = tables[0].view["turn"]
    await tables[turn].act("stock")
    began = time.monotonic()
    if answers:
        await asyncio.gather(*(table.act("knock no") for table in tables if table.you != turn))
    await together(tables, lambda table: table.view["phase"] != "knocking")
    took = time.monotonic() - began
    await tables[turn].act(f"discard {tables[turn].view['hand'][0]}")
    return took


async def gone(stack, client, absent):
    """One leaves: the turns are skipped or played after the grace; then the seat is taken back."""
    tables, held = await begun(stack, client, clock=ClockOptions("none"), grace=1, absent=absent)
    stays, leaves = tables if tables[0].view["turn"] == 1 else reversed(tables)
    await leaves.__aexit__()
    _, took = await timed(stays.until(lambda: stays.fields["seats"][leaves.you].get("away"), 20))
    await acted(stays, absent)
    assert stays.view["turn"] == stays.you
    await stays.act("draw")
    await acted(stays, absent)
    back = (await entered(stack, client, [held[leaves.you]]))[0]
    await stays.until(lambda: not stays.fields["seats"][leaves.you].get("away"), 10)
    await stays.act("draw")
    await back.until(lambda: back.view["turn"] == back.you, 10)
    await asyncio.sleep(0.5)  # nobody else acts for who is back
    await back.act("draw")
    return took


async def everyone_gone(stack, client):
    """Clocks stand still while nobody is there, and go on when one is back."""
    tables, held = await begun(stack, client, clock=ClockOptions("turn", 30), grace=60)
    due = tables[0].fields["watch"]["due"] / 1000
    for table in tables:
        await table.__aexit__()
    left = due - time.time()
    await asyncio.sleep(3)
    back = (await entered(stack, client, held[:1]))[0]
    await back.until(lambda: not back.fields["still"], 10)
    return left, back.fields["watch"]["due"] / 1000 - time.time()


async def paused(stack, client):
    """A pause by consent stops the clock; anybody ends it."""
    tables, _ = await begun(stack, client, clock=ClockOptions("turn", 30))
    await tables[0].do(c.Ask("pause"))
    await tables[1].do(c.Answer(True))
    await together(tables, lambda table: table.fields["paused"])
    left = tables[0].fields["watch"]["left"]
    await asyncio.sleep(2)
    await tables[1].do(c.Continue())
    await tables[0].until(lambda: not tables[0].fields["paused"], 10)
    return left / 1000, tables[0].fields["watch"]["due"] / 1000 - time.time()


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """Run everything side by side; return a function that gives one outcome, or raises what went wrong."""
    folder = tmp_path_factory.mktemp("clocks")
    pool = folder / "pool"
    pool.write_text(FIRST, "utf-8")
    found: dict[object, Any] = {}

    async def run(given, plain):
        async with Client(given.url) as there, Client(plain.url) as client, AsyncExitStack() as stack:
            work: dict[object, Any] = {("nothing", key): out_of_time(stack, there, key) for key in TILE_RULES}
            work |= {("opening", key): out_of_time(stack, there, key, "r10 r11 r12 r13") for key in TILE_RULES}
            work["unfinished"] = out_of_time(stack, there, "hu-twist", "r10 r11 r12 r13 / k1 k3")
            work["cards"] = out_of_time(stack, client, "rummy17")
            work |= {"bank": bank(stack, client), "paused": paused(stack, client)}
            work |= {("knocking", answers): knocking(stack, client, answers) for answers in (True, False)}
            work |= {("gone", absent): gone(stack, client, absent) for absent in ("skip", "opponent")}
            work["everyone gone"] = everyone_gone(stack, client)
            outcomes = await asyncio.gather(*work.values(), return_exceptions=True)
            found.update(zip(work, outcomes, strict=True))

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
        return found[name]

    return one


@pytest.mark.parametrize("key", TILE_RULES)
def test_who_runs_out_of_time_draws_what_the_book_says(outcome, key):
    view, turn, took = outcome(("nothing", key))
    assert view["counts"][turn] == 14 + (1 if key.startswith("pl-") else 3)
    assert (view["turn"], view["table"]) == (1 - turn, [])
    assert 5 - SLOW < took < 5 + SLOW


@pytest.mark.parametrize("key", TILE_RULES)
def test_a_table_that_could_end_the_turn_lies_as_it_lies_when_time_runs_out(outcome, key):
    view, turn, _ = outcome(("opening", key))
    assert view["counts"][turn] == 10
    assert view["table"] == [["r10", "r11", "r12", "r13"]]
    assert view["opened"][turn]


def test_a_table_that_could_not_end_the_turn_goes_back_and_costs_tiles(outcome):
    view, turn, _ = outcome("unfinished")
    assert (view["counts"][turn], view["table"]) == (17, [])


def test_in_rummy_17_the_top_of_the_stock_is_taken_and_discarded(outcome):
    view, turn, _ = outcome("cards")
    assert (view["counts"], view["turn"], view["pile"]) == ([10, 10], 1 - turn, 2)


def test_a_bank_shrinks_with_thought_grows_with_each_turn_and_runs_out(outcome):
    saved, took, left = outcome("bank")
    assert 8_000 - 1000 * SLOW < saved < 8_100  # six, less one, and three
    assert 6 - SLOW < took < 6 + SLOW
    assert left == 3_000


def test_whoever_does_not_answer_a_knock_in_time_has_said_no(outcome):
    assert 2 - 0.1 < outcome(("knocking", False)) < 2 + SLOW
    assert outcome(("knocking", True)) < 2


@pytest.mark.parametrize("absent", ["skip", "opponent"])
def test_who_is_gone_has_a_grace_then_turns_are_seen_to_and_the_seat_is_there_to_take_back(outcome, absent):
    assert 0.9 < outcome(("gone", absent)) < 1 + SLOW


def test_nobodys_clock_runs_while_everyone_is_gone(outcome):
    left, later = outcome("everyone gone")
    assert left - 1 < later < left + 1


def test_a_pause_stops_the_clock(outcome):
    left, later = outcome("paused")
    assert left - SLOW / 2 < later <= left + 0.1

"""The server answers each in the language asked for, events are the same for all, and a secret table stays secret."""

import asyncio
import itertools
import json

import pytest

from meldwise.client import Client, Options, Refused
from meldwise.rooms.options import ClockOptions
from meldwise.words import LANGUAGES, sentence
from meldwise.words.rulebook import rulebook
from tests.server.near import Near
from tests.server.stage import Stage
from tests.server.test_sockets import begun, played

QUIET = Options(pace=0, clock=ClockOptions("none"), language="hu")
JSON = ("content-type", "application/json")
TOKEN = "a-token-of-a-test-nobody-has"


@played
async def test_refusals_at_a_socket_are_in_the_language_of_the_hello_or_of_the_table(tmp_path):
    async with Stage(tmp_path) as stage:
        await stage.room(QUIET)
        wanted = {None: "hu", "pl": "pl", "en": "en"}
        for asked, language in wanted.items():
            line = await stage.sit("Anna", **({} if asked is None else {"lang": asked}))
            line.do({"type": "act", "action": "draw"})
            await stage.answer(line, len(line.heard))
            line.say("{")
            await stage.answer(line, len(line.heard))
            refused, bad = line.messages[-2:]
            assert refused["message"] == sentence("not-now", {"phase": "waiting"}, language)
            assert bad["message"].startswith(sentence("bad-message", {"why": ""}, language)[:12])


@played
async def test_a_broken_rule_is_told_with_its_number_in_the_language_of_the_hello(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, _ = await begun(stage, QUIET)
        line = await stage.sit(("Anna", "Bela")[1 - desk.room.state.turn], lang="fi")
        line.do({"type": "act", "action": "draw"}, "out-of-turn")
        await stage.answer(line, len(line.heard))
        assert line.last["message"] == "ei ole sinun vuorosi (T6)"


@played
async def test_everyone_hears_the_same_events_whatever_the_language(tmp_path):
    async with Stage(tmp_path) as stage:
        desk, lines = await begun(stage, QUIET)
        watchers = [await stage.sit(lang=language) for language in LANGUAGES]
        turn = desk.room.state.turn
        lines[turn].do({"type": "act", "action": "draw"}, "a-first-draw")
        await stage.quiet()
        lines[turn].do({"type": "act", "action": "nonsense"}, "nonsense-")
        await stage.quiet()
        assert len({watcher.heard[-1] for watcher in watchers}) == 1
        assert {len(watcher.heard) for watcher in watchers} == {2}
        assert lines[turn].last["code"] == "no-action"
        assert lines[1 - turn].last["t"] == "event"


def test_a_language_nobody_speaks_here_is_no_hello(tmp_path):
    async def test():
        async with Stage(tmp_path) as stage:
            await stage.room(QUIET)
            line = await stage.sit("Anna", lang="de")
            assert line.last["code"] == "bad-message"
            assert "$.lang" in line.last["message"]

    asyncio.run(test())


@pytest.mark.parametrize("language", LANGUAGES)
def test_requests_are_answered_in_the_language_they_accept(tmp_path, language):
    async def test():
        async with Near(tmp_path) as near:
            header = ("accept-language", f"de-AT, {language};q=0.8, *;q=0.1")
            *_, missing = await near.ask("GET", "/api/nothing", [header])
            *_, method = await near.ask("PUT", "/api/rooms", [header])
            *_, unknown = await near.ask("GET", "/api/rooms/none", [header])
            *_, turned = await near.ask("GET", "/api/rooms", [header], host="example.org")
            codes = ("not-found", "wrong-method", "no-such-room", "wrong-host")
            said = [one["message"] for one in (missing, method, unknown, turned)]
            assert said == [sentence(code, {}, language) for code in codes]
            *_, book = await near.ask("GET", "/api/rules/pl-twist", [header])
            assert book["rule"][0]["title"] == rulebook(language).rule[0].title
            *_, bad = await near.ask("POST", "/api/rooms", [JSON, header], b"{")
            assert bad["message"].startswith(sentence("bad-request", {"why": ""}, language)[:12])

    asyncio.run(test())


def test_who_may_know_of_a_table_hears_its_language_and_nobody_else_does(tmp_path):
    """A secret table's language would tell that there is one."""

    async def test():
        async with Near(tmp_path) as near, Client(near.url) as client:
            seat = await client.create(QUIET, "Anna", ["easy"])
            path = f"/api/rooms/{seat.room}"
            link = ("x-table-link", seat.link or "")
            full = json.dumps({"id": "command-9", "token": TOKEN, "name": "Bela", "link": seat.link}).encode()
            assert (await near.ask("POST", f"{path}/join", [JSON], full))[2] == {
                "code": "room-full", "message": sentence("room-full", {}, "hu")
            }  # fmt: skip
            assert (await near.ask("POST", f"{path}/hint", [link]))[2]["message"] == sentence("token-needed", {}, "hu")
            told = {(await near.ask("GET", other))[2]["message"] for other in (path, "/api/rooms/none")}
            assert told == {sentence("no-such-room", {}, "en")}
            spoken = await near.ask("POST", f"{path}/hint", [link, ("accept-language", "sk")])
            assert spoken[2]["message"] == sentence("token-needed", {}, "sk")

    asyncio.run(test())


def test_a_secret_table_is_refused_at_a_socket_as_one_that_is_not_there(tmp_path):
    async def test():
        async with Near(tmp_path) as near, Client(near.url) as client:
            seat = await client.create(QUIET, "Anna", ["easy"])
            said = []
            for room, token in itertools.product((seat.room, "none"), (None, TOKEN)):
                with pytest.raises(Refused) as refused:
                    async with Client(near.url).sit(type(seat)(room, token=token)):
                        pass
                said.append((refused.value.code, str(refused.value)))
            assert said == [("no-such-room", sentence("no-such-room", {}, "en"))] * 4

    asyncio.run(test())


def test_a_client_asks_for_its_language(tmp_path):
    async def test():
        async with Near(tmp_path) as near, Client(near.url, lang="pl") as client:
            seat = await client.create(QUIET, "Anna", ["easy"])
            with pytest.raises(Refused, match=sentence("room-full", {}, "pl")):
                await client.join(seat.room, "Bela", seat.link)
            async with client.sit(seat) as table:
                with pytest.raises(Refused, match=sentence("not-now", {"phase": "waiting"}, "pl")):
                    await table.act("draw")

    asyncio.run(test())

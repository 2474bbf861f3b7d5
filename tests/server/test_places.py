"""Places of which there are few are not all for one address."""

import pytest

from meldwise.cli.main import build_parser
from meldwise.cli.serve import LIMITS
from meldwise.rooms.options import Options
from meldwise.server.settings import Settings
from tests.server.near import Near
from tests.server.stage import Stage
from tests.server.test_door import JSON, check, made
from tests.server.test_sockets import played

LISTED = Options(pace=0, listed=True)
HERE, THERE = "192.0.2.1", "192.0.2.2"


def refusal(line):
    return (line.last["code"], line.closed)


@played
async def test_one_address_does_not_take_all_places_for_spectators(tmp_path):
    async with Stage(tmp_path, spectators=3, spectators_per_address=2) as stage:
        for room in ("room", "other"):
            await stage.room(room=room)
        first, _ = [await stage.sit(address=HERE) for _ in range(2)]
        assert refusal(await stage.sit(address=HERE)) == ("too-many-watching", 1008)
        assert (await stage.sit(room="other", address=HERE)).closed is None
        assert (await stage.sit("Anna", address=HERE)).closed is None
        assert (await stage.sit(address=THERE)).closed is None
        assert refusal(await stage.sit(address=THERE)) == ("too-many-spectators", 1008)
        first.hang_up()
        await first.task
        assert (await stage.sit(address=HERE)).closed is None


@played
async def test_one_address_does_not_fill_the_lobby(tmp_path):
    async with Stage(tmp_path, listed_per_address=2) as stage:
        for room in ("one", "two", "three"):
            await stage.room(LISTED, room=room)
        await stage.room(room="private")
        first = [await stage.sit(name, "one", HERE) for name in ("Anna", "Bela", "Anna")]
        await stage.sit("Anna", "two", HERE)
        assert refusal(await stage.sit("Anna", "three", HERE)) == ("too-many-listed", 1008)
        assert len(await stage.hall.store.lobby(10)) == 2
        for more in (await stage.sit("Bela", "two", HERE), await stage.sit("Anna", "private", HERE)):
            assert more.closed is None
        assert (await stage.sit("Anna", "three", THERE)).closed is None
        for line in first:
            line.hang_up()
            await line.task
        assert (await stage.sit("Bela", "three", HERE)).closed is None


@played
async def test_who_sits_at_enough_listed_tables_makes_only_private_ones(tmp_path):
    async with Near(tmp_path, listed_per_address=1) as near:
        body = made(options={"listed": True})
        room = check(await near.ask("POST", "/api/rooms", [JSON], body), 201)["room"]
        desk = await near.hall.desk(room)
        near.hall.places.take(desk.room, 0, "127.0.0.1")
        check(await near.ask("POST", "/api/rooms", [JSON], body), 201)  # the same once more
        again = made(options={"listed": True}, id="another-table")
        check(await near.ask("POST", "/api/rooms", [JSON], again), 429, "too-many-listed")
        check(await near.ask("POST", "/api/rooms", [JSON], made(id="a-private-table")), 201)
        near.hall.places.leave(desk.room, 0, "127.0.0.1")
        check(await near.ask("POST", "/api/rooms", [JSON], again), 201)


@pytest.mark.parametrize("name", LIMITS)
def test_limits_are_options_and_their_help_tells_the_default(name):
    option = f"--{name.replace('_', '-')}"
    assert getattr(build_parser().parse_args(["serve", option, "7"]), name) == 7
    assert LIMITS[name].endswith(f"({getattr(Settings(), name)})")

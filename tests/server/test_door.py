"""The server's door: hosts, origins, sizes and patience; every answer has our headers and our shape."""

import asyncio
import contextlib
import json
import os
import struct

import pytest

from meldwise.client import Client, Options
from meldwise.rooms.wire import MOST_BYTES
from meldwise.server import door, protocols
from meldwise.server.door import HEADERS, MOST_BODY, MOST_HEAD, counted
from meldwise.server.limits import Limiter
from meldwise.server.replay import decode_event
from meldwise.server.schemas import sentences
from meldwise.server.settings import Settings
from tests.online.players import hinted
from tests.server.near import PATIENCE, Near, answered, until_silent

TOKEN = "a-token-of-a-test-nobody-has"
JSON = ("content-type", "application/json")
ROOM = {"id": "command-1", "token": TOKEN, "name": "Anna", "opponents": ["easy"]}


def served(test):
    """Run a test that is a coroutine against a server of its own."""

    def run(tmp_path, monkeypatch):
        async def whole():
            async with Near(tmp_path) as near:
                near.patch = monkeypatch.setattr
                await test(near)

        asyncio.run(whole())

    run.__name__ = test.__name__
    return run


def check(answer, status, code=None):
    """Look at an answer: its status, its headers, its shape."""
    found, headers, body = answer
    assert found == status, answer
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode(), name
    assert headers.get("server") is None
    if status >= 400:
        assert set(body) == {"code", "message"}
        assert body["message"]
    if code is not None:
        assert body["code"] == code
    return body


def made(body=None, **more):
    return json.dumps(ROOM | more if body is None else body).encode()


@served
async def test_it_answers_to_its_own_names_and_to_no_other(near):
    for host in (
        near.host,
        f"localhost:{near.port}",
        "localhost",
        f"[::1]:{near.port}",
        "[::1]",
        "127.0.0.2",
        "LOCALHOST",
    ):
        check(await near.ask("GET", "/api/rooms", host=host), 200)
    for host in (
        "evil.example", f"evil.example:{near.port}", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0",
        "127.0.0.1@evil.example", "[::ffff:8.8.8.8]", "2130706433", "0x7f.0.0.1", "localhost.", "8.8.8.8", "[::2]",
        "a,127.0.0.1", "127.0.0.1, evil.example", "[::1", "]", "[]", ":", "",
    ):  # fmt: skip
        check(await near.ask("GET", "/api/rooms", host=host), 421, "wrong-host")


@served
async def test_two_hosts_in_one_request_are_none(near):
    check(await near.ask("GET", "/api/rooms", [("host", "evil.example")]), 400, "bad-request")
    raw = b"GET /api/rooms HTTP/1.1\r\n\r\n"
    check(answered(await near.raw(raw)), 400, "bad-request")


def origins(near):
    own = [None, near.url, f"https://{near.host}"]
    other = ["null", "http://evil.example", f"http://{near.host}.evil.example", f"http://127.0.0.1:{near.port + 1}"]
    other += ["http://127.0.0.1", f"http://localhost:{near.port}", f"file://{near.host}", near.host, "", f"{near.url}/"]
    return [(origin, True) for origin in own] + [(origin, False) for origin in other]


@served
async def test_pages_of_other_sites_change_nothing(near):
    for number, (origin, own) in enumerate(origins(near)):
        headers = [JSON] if origin is None else [JSON, ("origin", origin)]
        answer = await near.ask("POST", "/api/rooms", headers, made(id=f"command-{number}"))
        check(answer, 201 if own else 403, None if own else "wrong-origin")
    twice = [JSON, ("origin", near.url), ("origin", "http://evil.example")]
    check(await near.ask("POST", "/api/rooms", twice, made()), 403, "wrong-origin")


@served
async def test_pages_of_other_sites_open_no_sockets(near):
    for origin, own in origins(near):
        answer = await near.ask("GET", "/api/play", handshake() + ([] if origin is None else [("origin", origin)]))
        if own:
            assert answer[0] == 101
        else:
            check(answer, 403, "wrong-origin")
    check(await near.ask("GET", "/api/play", handshake(), host="evil.example"), 421, "wrong-host")


@served
async def test_pages_of_other_sites_cannot_read_what_they_may_ask(near):
    _, headers, _ = await near.ask("GET", "/api/rooms", [("origin", "http://evil.example")])
    assert not [name for name in headers if name.startswith("access-control")]
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_other_names_and_pages_can_be_let_in(tmp_path):
    async def run():
        settings = {"hosts": ("tables.example",), "origins": ("https://page.example",)}
        async with Near(tmp_path, **settings) as near:
            page = [JSON, ("origin", "https://page.example")]
            status, headers, _ = await near.ask("POST", "/api/rooms", page, made(), host="tables.example")
            assert (status, headers["access-control-allow-origin"]) == (201, "https://page.example")
            assert headers["cross-origin-resource-policy"] == "cross-origin"
            first = [("origin", "https://page.example"), ("access-control-request-method", "POST")]
            status, headers, _ = await near.ask("OPTIONS", "/api/rooms", first, host="tables.example")
            assert (status, headers["access-control-allow-origin"]) == (204, "https://page.example")
            assert "authorization" in headers["access-control-allow-headers"]
            first[0] = ("origin", "https://evil.example")
            _, headers, _ = await near.ask("OPTIONS", "/api/rooms", first, host="tables.example")
            assert not [name for name in headers if name.startswith("access-control")]
            wrong = [JSON, ("origin", "http://page.example")]
            check(await near.ask("POST", "/api/rooms", wrong, made(), host="tables.example"), 403, "wrong-origin")
            check(await near.ask("GET", "/api/rooms", host="other.example"), 421, "wrong-host")

    asyncio.run(run())


@pytest.mark.usefixtures("timeless")
def test_a_page_that_is_let_in_can_read_why_it_is_turned_away(tmp_path):
    async def run():
        async with Near(tmp_path, origins=("https://page.example",), requests_per_second=1) as near:
            page = [JSON, ("origin", "https://page.example")]
            turned = [await near.ask("POST", "/api/rooms", page, made(name="x" * MOST_BODY)) for _ in range(6)]
            turned.append(await near.ask("GET", "/api/play", [*handshake(), page[1]]))
            assert [answer[0] for answer in turned] == [413] * 5 + [429] * 2
            for _, headers, _ in turned:
                assert headers["access-control-allow-origin"] == "https://page.example"
                assert headers["cross-origin-resource-policy"] == "cross-origin"
                assert headers["x-content-type-options"] == "nosniff"
            _, headers, _ = await near.ask("GET", "/api/rooms", [("origin", "https://evil.example")])
            assert not [name for name in headers if name.startswith("access-control")]

    asyncio.run(run())


@pytest.fixture
def timeless(monkeypatch):
    """Let no time go by for limits: on a crowded machine one could ask for more between two requests."""
    monkeypatch.setattr(door, "Limiter", lambda rate, burst, _: Limiter(rate, burst, lambda: 0.0))


@pytest.mark.usefixtures("timeless")
def test_limits_are_by_address_and_proxies_name_it(tmp_path):
    async def run():
        async with Near(tmp_path, proxies=1, requests_per_second=1) as near:
            for _ in range(5):
                check(await near.ask("GET", "/api/rooms", [("x-forwarded-for", "9.9.9.9, 1.1.1.1")]), 200)
            forged = [("x-forwarded-for", "2.2.2.2"), ("x-forwarded-for", "1.1.1.1")]
            check(await near.ask("GET", "/api/rooms", forged), 429, "too-many-requests")
            check(await near.ask("GET", "/api/rooms", [("x-forwarded-for", "1.1.1.1, 2.2.2.2")]), 200)

    asyncio.run(run())


def test_an_ipv6_network_counts_as_one_address():
    assert counted("2001:db8:1:2:3:4:5:6") == counted("2001:db8:1:2::ffff") != counted("2001:db8:1:3::1")
    assert counted("::ffff:1.2.3.4") == counted("1.2.3.4") == "1.2.3.4"
    assert counted("unknown") == "unknown"


@served
async def test_what_people_call_a_table_is_cleaned(near):
    room = check(
        await near.ask("POST", "/api/rooms", [JSON], made(options={"title": "a\x00\u202e\n b", "listed": True})), 201
    )
    shown = check(await near.ask("GET", f"/api/rooms/{room['room']}"), 200)
    assert shown["options"]["title"] == "a b"


@served
async def test_whoever_sits_at_a_table_is_told_where_and_nobody_else_is(near):
    room = check(await near.ask("POST", "/api/rooms", [JSON], made(options={"listed": True})), 201)
    path = f"/api/rooms/{room['room']}"
    mine = check(await near.ask("GET", path, [("authorization", f"Bearer {TOKEN}")]), 200)
    assert (mine["you"], mine["turn"]) == (0, None)
    assert check(await near.ask("GET", path), 200)["you"] is None


@pytest.mark.usefixtures("timeless")
def test_requests_have_a_limit(tmp_path):
    async def run():
        async with Near(tmp_path, requests_per_second=2) as near:
            answers = [(await near.ask("GET", "/api/rules"))[0] for _ in range(14)]
            assert answers == [200] * 10 + [429] * 4
            check(await near.ask("GET", "/api/play", handshake()), 429, "too-many-requests")

    asyncio.run(run())


@pytest.mark.usefixtures("timeless")
def test_whoever_asks_too_often_is_told_when_to_ask_again(tmp_path):
    async def run():
        async with Near(tmp_path, requests_per_second=1, rooms_per_minute=1) as near:
            asked = [await near.ask("POST", "/api/rooms", [JSON], made(id=f"command-{n}")) for n in range(6)]
            found = [(answer[0], answer[1].get("retry-after")) for answer in asked]
            assert found == [(201, None)] + [(429, "60")] * 4 + [(429, "1")]
            status, headers, _ = await near.ask("GET", "/api/play", handshake())
            assert (status, headers["retry-after"]) == (429, "1")

    asyncio.run(run())


@served
async def test_what_the_api_answers_is_kept_nowhere(near):
    for path in ("/api/rooms", "/api/rules", "/api/rooms/nowhere", "/api/nothing"):
        assert (await near.ask("GET", path))[1]["cache-control"] == "no-store"
    assert (await near.ask("POST", "/api/rooms", [JSON], made()))[1]["cache-control"] == "no-store"
    assert (await near.ask("GET", "/"))[1].get("cache-control") != "no-store"


@pytest.mark.usefixtures("timeless")
def test_opening_sockets_has_the_limit_of_requests_for_nothing_else_slows_it_down(tmp_path):
    async def run():
        async with Near(tmp_path, requests_per_second=1) as near:
            answers = [(await near.ask("GET", "/api/play", handshake()))[0] for _ in range(6)]
            assert answers == [101] * 5 + [429]
        assert "sockets it may open" in sentences(Settings)["requests_per_second"]

    asyncio.run(run())


@pytest.mark.usefixtures("timeless")
def test_records_have_a_lower_limit_for_they_cost_more(tmp_path):
    async def run():
        async with Near(tmp_path, requests_per_second=3) as near:
            room = check(await near.ask("POST", "/api/rooms", [JSON], made(options={"listed": True})), 201)
            path = f"/api/rooms/{room['room']}/records/1"
            answers = [(await near.ask("GET", path))[0] for _ in range(5)]
            assert answers == [404] * 3 + [429] * 2
            check(await near.ask("GET", path), 429, "too-many-requests")
            nowhere = await near.ask("GET", "/api/rooms/nosuchroom/records/1")  # or else it would tell which there are
            check(nowhere, 429, "too-many-requests")
            check(await near.ask("GET", "/api/rules"), 200)

    asyncio.run(run())


def test_sockets_have_a_limit(tmp_path):
    async def run():
        async with Near(tmp_path, sockets_per_address=2) as near:
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(2):
                    stack.push_async_callback(hang_up, (await opened(near))[1])
                check(await near.ask("GET", "/api/play", handshake()), 429, "too-many-sockets")
            async with asyncio.timeout(PATIENCE):  # a closed socket is soon not counted any more
                while (await near.ask("GET", "/api/play", handshake()))[0] != 101:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


@served
async def test_long_bodies_are_refused_however_they_come(near):
    long = made(name="x" * MOST_BODY)
    check(await near.ask("POST", "/api/rooms", [JSON], long), 413, "too-large")
    check(await near.ask("POST", "/api/rooms", [JSON, ("content-length", "99999999999")]), 413, "too-large")
    head = f"POST /api/rooms HTTP/1.1\r\nhost: {near.host}\r\ntransfer-encoding: chunked\r\n\r\n".encode()
    chunks = b"".join(b"400\r\n" + b"x" * 1024 + b"\r\n" for _ in range(32))
    check(answered(await near.raw(head + chunks)), 413, "too-large")
    for length in ("-1", "1e3", "0x10", "1, 2", "٣"):
        assert (await near.ask("POST", "/api/rooms", [JSON, ("content-length", length)]))[0] in (400, 413)


@served
async def test_a_body_that_does_not_come_is_not_waited_for(near):
    near.patch(door, "BODY_TIME", 0.3)
    check(await near.ask("POST", "/api/rooms", [JSON, ("content-length", "100")]), 408, "too-slow")
    reader, writer = await near.connect()
    writer.write(f"POST /api/rooms HTTP/1.1\r\nhost: {near.host}\r\ncontent-length: 100\r\n\r\n".encode())
    answer = asyncio.create_task(until_silent(reader, PATIENCE))
    for _ in range(1000):  # it comes, letter by letter, and never will in time
        if answer.done():
            break
        writer.write(b" ")
        await asyncio.sleep(0.05)
    assert answer.done()
    check(answered(await answer), 408, "too-slow")
    writer.close()


def asked(tmp_path, app, hurry=False):
    """Return what an application behind a door of its own is seen to answer; the door may be told to hurry."""
    answer = []
    own = door.Door(app, Settings(data=tmp_path))
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")], "client": None}

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        answer.append(message)

    async def whole():
        asking = asyncio.create_task(own(scope, receive, send))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if hurry:
            own.hurry()
        await asking

    asyncio.run(whole())
    return answer


def test_what_takes_longer_than_the_server_lasts_is_given_up(tmp_path):
    async def app(_scope, _receive, _send):
        await asyncio.sleep(PATIENCE)

    start, body = asked(tmp_path, app, hurry=True)
    assert start["status"] == 503
    assert json.loads(body["body"])["code"] == "stopping"


def test_an_answer_that_has_begun_is_not_given_up(tmp_path):
    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(0.05)
        await send({"type": "http.response.body", "body": b"all of it"})

    start, body = asked(tmp_path, app, hurry=True)
    assert (start["status"], body["body"]) == (200, b"all of it")


def test_a_time_out_of_the_application_is_its_own(tmp_path):
    async def app(_scope, _receive, _send):
        raise TimeoutError("of the application")

    with pytest.raises(TimeoutError, match="of the application"):
        asked(tmp_path, app)


@served
async def test_a_request_that_does_not_come_is_not_waited_for(near):
    near.patch(protocols, "REQUEST_TIME", 0.3)
    for sent in (b"", b"GET", f"GET / HTTP/1.1\r\nhost: {near.host}\r\nx-slow: ".encode()):
        reader, writer = await near.connect()
        writer.write(sent)
        assert await closes(reader)
        writer.close()
    reader, writer = await near.connect()  # nor a second one
    writer.write(f"GET /healthz HTTP/1.1\r\nhost: {near.host}\r\n\r\nGET".encode())
    assert b"ok" in await reader.readuntil(b"ok")
    assert await closes(reader)
    writer.close()


@served
async def test_an_answer_nobody_reads_is_not_waited_for(near):
    near.patch(protocols, "REQUEST_TIME", 0.2)
    near.patch(protocols, "ANSWER_TIME", 0.4)
    _, writer = await near.connect()
    request = f"GET /api/rules HTTP/1.1\r\nhost: {near.host}\r\n\r\n".encode()
    with contextlib.suppress(ConnectionError):
        for _ in range(400):
            writer.write(request * 50)
            await asyncio.wait_for(writer.drain(), PATIENCE)
            await asyncio.sleep(0)
    writer.close()
    await eventually(lambda: not near.server.server_state.connections)


def test_one_address_has_so_many_connections(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "SPARE", 3)

    async def run():
        async with Near(tmp_path, sockets_per_address=1) as near:
            idle = [await near.connect() for _ in range(4)]
            reader, writer = await near.connect()
            assert await closes(reader)
            for _, one in [*idle, (reader, writer)]:
                one.close()
            await eventually(lambda: not near.server.server_state.connections)
            check(await near.ask("GET", "/api/rules"), 200)

    asyncio.run(run())


@served
async def test_floods_of_headers_are_refused(near):
    for headers in ([("x-long", "x" * 100_000)], [(f"x-{number}", "x") for number in range(20_000)]):
        flood = "".join(f"{name}: {value}\r\n" for name, value in headers)
        found = await near.raw(f"GET /api/rules HTTP/1.1\r\nhost: {near.host}\r\n{flood}\r\n".encode())
        assert answered(found)[0] in (0, 400, 431)
    check(await near.ask("GET", "/api/rules", [("x-long", "x" * MOST_HEAD)]), 431, "headers-too-large")
    check(await near.ask("GET", "/api/rules", [("x-long", "x" * (MOST_HEAD // 2))]), 200)
    many = [*handshake(), *((f"x-{number}", "x") for number in range(300))]
    assert (await near.ask("GET", "/api/play", many))[0] in (101, 400, 431)
    check(await near.ask("GET", f"/api/rooms/{'a' * 5000}"), 404, "no-such-room")
    assert (await near.ask("GET", f"/api/rooms/{'a' * 300_000}"))[0] in (0, 400, 404)


NO_HTTP = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /nothing HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET /nothing HTTP/1.1\r\nhost: 127.0.0.1\r\n x: folded\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    b"POST /api/rooms HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\x00b\r\n\r\n",
    b"\x00" * 1000,
)


@served
async def test_what_is_no_http_is_refused_in_our_shape(near):
    for raw in NO_HTTP:
        status, headers, body = answered(await near.raw(raw))
        assert status in (400, 404, 421), raw
        assert set(body) == {"code", "message"}
        assert headers["x-content-type-options"] == "nosniff"
        check(await near.ask("GET", "/api/rules"), 200)


@served
async def test_every_answer_has_our_headers_and_our_shape(near):
    check(await near.ask("GET", "/healthz"), 200)
    check(await near.ask("GET", "/readyz"), 200)
    check(await near.ask("GET", "/metrics"), 200)
    check(await near.ask("GET", "/api/openapi.json"), 200)
    check(await near.ask("GET", "/api/asyncapi.json"), 200)
    check(await near.ask("OPTIONS", "/api/rooms"), 204)
    check(await near.ask("GET", "/nothing"), 404, "not-found")
    check(await near.ask("GET", "/api/rooms/nowhere"), 404, "no-such-room")
    check(await near.ask("GET", "/api/rooms/a%00b"), 404, "no-such-room")
    check(await near.ask("GET", "/api/rooms/x/records/99999999999999999999999"), 404, "no-such-room")
    check(await near.ask("GET", "/../../etc/passwd"), 404, "not-found")
    for body in (
        b"",
        b"{",
        b"[" * 8000,
        b'{"a":' * 3000,
        b"\xff",
        b"null",
        made({"id": 1}),
        made(options={"seats": 99}),
    ):
        check(await near.ask("POST", "/api/rooms", [JSON], body), 400)
    answer = await near.ask("DELETE", "/api/rooms")
    check(answer, 405, "wrong-method")
    assert {"GET", "POST"} <= set(answer[1]["allow"].split(", "))
    for method in ("PUT", "PATCH", "TRACE", "BREW"):
        check(await near.ask(method, "/api/rules"), 405, "wrong-method")

    async def broken(_):
        raise KeyError(TOKEN)

    near.patch(near.hall.store, "lobby", broken)
    assert TOKEN not in str(check(await near.ask("GET", "/api/rooms"), 500, "server-error"))


@served
async def test_errors_do_not_repeat_secrets(near):
    for body in (
        {"token": TOKEN}, {"id": "x", "token": TOKEN}, {"id": TOKEN, "token": "short"}, [TOKEN], TOKEN,
        ROOM | {"name": TOKEN * 9}, ROOM | {"options": {"rules": "none", "title": TOKEN}}, ROOM | {"token": [TOKEN]},
    ):  # fmt: skip
        answer = await near.ask("POST", "/api/rooms", [JSON], json.dumps(body).encode())
        assert TOKEN not in str(check(answer, 400))
    room = check(await near.ask("POST", "/api/rooms", [JSON], made()), 201)
    secrets = [("authorization", f"Bearer {TOKEN[::-1]}"), ("x-table-link", room["link"])]
    for path in ("", "/records/1", "/hint"):
        for secret in secrets:
            method = "POST" if path == "/hint" else "GET"
            status, _, body = await near.ask(method, f"/api/rooms/{room['room']}{path}", [secret])
            assert status in (200, 401, 403, 404)
            assert secret[1] not in str(body)


@served
async def test_a_private_table_is_hidden_from_whoever_lacks_its_link(near):
    room = check(await near.ask("POST", "/api/rooms", [JSON], made()), 201)
    path = f"/api/rooms/{room['room']}"
    check(await near.ask("GET", path, [("x-table-link", room["link"])]), 200)
    check(await near.ask("GET", path, [("authorization", f"Bearer {TOKEN}")]), 200)
    hidden = check(await near.ask("GET", path), 404, "no-such-room")
    assert hidden == check(await near.ask("GET", "/api/rooms/nowhere"), 404, "no-such-room")
    assert hidden == check(await near.ask("GET", path, [("x-table-link", room["link"][:-1] + "_")]), 404)
    stranger = ("authorization", f"Bearer {TOKEN[::-1]}")
    for method, below in (("GET", ""), ("GET", "/records/1"), ("POST", "/hint")):
        assert hidden == check(await near.ask(method, path + below, [stranger]), 404)
    check(await near.ask("GET", path, [stranger, ("x-table-link", room["link"])]), 403, "unknown-token")
    join = {"id": "command-2", "token": TOKEN[::-1], "name": "Eve", "link": "x" * 22}
    check(await near.ask("POST", f"{path}/join", [JSON], json.dumps(join).encode()), 404, "no-such-room")
    check(await near.ask("POST", f"{path}/hint"), 404, "no-such-room")
    assert room["room"] not in str((await near.ask("GET", "/api/rooms"))[2])


@served
async def test_hints_are_for_whoever_sits_there(near):
    room = check(await near.ask("POST", "/api/rooms", [JSON], made(options={"listed": True})), 201)
    path = f"/api/rooms/{room['room']}/hint"
    answer = await near.ask("POST", path)
    check(answer, 401, "token-needed")
    assert answer[1]["www-authenticate"] == "Bearer"
    for wrong in ("Bearer x", "Basic eDp4", "", f"Bearer {TOKEN}x", f"bearer:{TOKEN}"):
        check(await near.ask("POST", path, [("authorization", wrong)]), 403, "unknown-token")
    check(await near.ask("POST", path, [("authorization", f"Bearer {TOKEN}")]), 409, "not-now")


@served
async def test_the_client_puts_no_secret_into_an_address(near):
    async with Client(near.url) as client:
        seat = await client.create(Options(pace=0), name="Anna")
        other = await client.join(seat.room, "Bela", link=seat.link)
        async with client.sit(seat) as table, client.sit(other) as second:
            await table.start()
            await table.until(lambda: table.phase == "playing", PATIENCE)
            await hinted(client, [seat, other][table.game_view().turn])
            await second.until(lambda: second.phase == "playing", PATIENCE)
        await client.lobby()
    asked = " ".join(near.seen)
    assert "/api/play?" in asked
    assert "/hint?" in asked
    for secret in (seat.token, seat.link, other.token):
        assert secret
        assert secret not in asked


def handshake():
    return [
        ("connection", "Upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13"),
        ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ]  # fmt: skip


async def opened(near):
    """Return the two ends of a socket, after the handshake."""
    reader, writer = await near.connect()
    lines = ["GET /api/play HTTP/1.1", f"host: {near.host}", *(f"{name}: {value}" for name, value in handshake())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(data, opcode=1, fin=True):
    """Return a masked frame, as clients send them; the mask is nothing."""
    head = bytes([opcode | (0x80 if fin else 0)])
    size = len(data)
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0x80 | 126]) + struct.pack("!H", size) if size < 65536 else b"\xff" + struct.pack("!Q", size)
    return head + bytes(4) + data


async def closes(reader, seconds=PATIENCE):
    """Tell whether the other side hangs up soon."""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65536):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


async def hang_up(writer):
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


FRAMES = (
    (frame(b"x" * (MOST_BYTES + 1)), 1009),
    (frame(b"x" * MOST_BYTES, fin=False) + frame(b"xx", opcode=0), 1009),
    (b"\x81\xff" + b"\xff" * 8 + bytes(4), None),
    (frame(b"\xff\xfe"), 1007),
    (frame(b"x", opcode=0), 1002),
    (frame(b"x", opcode=3), 1002),
    (b"\x81\x05hello", 1002),
    (frame(b"x", opcode=9, fin=False), 1002),
    (frame(b"\x03\xe8bye", opcode=8), 1000),
    (frame(b"\x00\x01", opcode=8), 1002),
    (b"\xff\xff\xff\xff" * 50, None),
    (os.urandom(300), None),
)
"""What is sent, and the code the socket closes with; None for whatever."""


@served
async def test_frames_that_are_none_close_their_socket_alone(near):
    for sent, code in FRAMES:
        reader, writer = await opened(near)
        writer.write(sent)
        if code is None:
            writer.write_eof()
        found = await until_silent(reader, PATIENCE)
        await hang_up(writer)
        if code is not None:
            assert found[0] == 0x88, (sent, found)
            assert struct.unpack("!H", found[2:4])[0] == code, sent
        check(await near.ask("GET", "/api/rules"), 200)


@pytest.mark.parametrize("first", ["text", "fragments", "binary"])
def test_messages_are_heard_in_the_order_they_came(tmp_path, first):
    async def run():
        async with Near(tmp_path) as near, Client(near.url) as client:
            seat = await client.create(Options(pace=0), name="Anna")
            reader, writer = await opened(near)
            writer.write(frame(json.dumps({"t": "hello", "room": seat.room, "token": seat.token}).encode()))
            await reader.readuntil(b'"kind":"here"')
            says = [{"t": "do", "id": f"saying-{n}", "do": {"type": "say", "text": f"word {n}"}} for n in (1, 2)]
            one, two = [json.dumps(one).encode() for one in says]
            ways = {
                "text": frame(one),
                "fragments": frame(one[:9], fin=False) + frame(one[9:], opcode=0),
                "binary": frame(one, opcode=2),
            }
            writer.write(ways[first] + frame(two))
            desk = near.hall.desks[seat.room]
            await eventually(lambda: len(desk.room.chat) == 2)
            assert [line.text for line in desk.room.chat] == ["word 1", "word 2"]
            await hang_up(writer)

    asyncio.run(run())


def test_a_socket_that_never_says_hello_is_closed(tmp_path, monkeypatch):
    monkeypatch.setattr("meldwise.server.sockets.HELLO_TIME", 0.2)

    async def run():
        async with Near(tmp_path) as near:
            reader, writer = await opened(near)
            found = await reader.readexactly(4)
            assert struct.unpack("!H", found[2:4])[0] == 1008
            await hang_up(writer)

    asyncio.run(run())


def test_a_socket_that_is_half_open_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "CLOSE_TIME", 0.2)

    async def run():
        async with Near(tmp_path, ping=0.2) as near, Client(near.url) as client:
            seat = await client.create(Options(pace=0), name="Anna")
            reader, writer = await opened(near)
            writer.write(frame(json.dumps({"t": "hello", "room": seat.room, "token": seat.token}).encode()))
            assert b"welcome" in await reader.readuntil(b"welcome")
            desk = near.hall.desks[seat.room]
            await eventually(lambda: desk.room.n == 3)  # created, here, and gone: it answers no ping
            rows = await near.hall.store.read(seat.room, 1)
            assert [decode_event(row.body).__struct_config__.tag for row in rows] == ["here", "gone"]
            assert not desk.sockets
            writer.close()

    asyncio.run(run())


def test_a_socket_that_does_not_read_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setattr(protocols, "CLOSE_TIME", 0.2)
    monkeypatch.setattr("meldwise.server.outbox.LINGER", 0.2)

    async def run():
        async with Near(tmp_path, ping=0.5, messages_per_second=100_000) as near, Client(near.url) as client:
            seat = await client.create(Options(pace=0), name="Anna")
            reader, writer = await opened(near)
            reader._transport.pause_reading()
            writer.write(frame(json.dumps({"t": "hello", "room": seat.room, "token": seat.token}).encode()))
            await eventually(lambda: seat.room in near.hall.desks and near.hall.desks[seat.room].sockets)
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while near.hall.desks[seat.room].sockets:
                        writer.write(frame(b'{"t":"ping"}') * 500)
                        await writer.drain()
            await eventually(lambda: not near.hall.desks[seat.room].sockets)
            await eventually(lambda: not near.sockets)
            writer.transport.abort()

    asyncio.run(run())


def test_pings_are_not_answered_for_ever_to_who_does_not_read(tmp_path):
    async def run():
        async with Near(tmp_path) as near:
            reader, writer = await opened(near)
            reader._transport.pause_reading()
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(PATIENCE):
                    while True:
                        writer.write(frame(b"x" * 125, opcode=9) * 2000)
                        await writer.drain()
            await eventually(lambda: not near.sockets)
            writer.transport.abort()

    asyncio.run(run())


async def eventually(holds, seconds=PATIENCE):
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)

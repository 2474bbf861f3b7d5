"""The HTTP side: tables, records, hints, rules. No cookies: whoever may do something says so in a header."""

from __future__ import annotations

import re
import time
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get, post, route
from litestar.datastructures import State
from litestar.params import Parameter

from meldwise import catalog, record
from meldwise.record import Record, clean_name, closing_line
from meldwise.rooms import events as e
from meldwise.rooms.decide import Refused, join
from meldwise.rooms.options import check_level, check_options
from meldwise.rooms.state import CLOSED, OWNER, PLAYING, Room, fair_of
from meldwise.rooms.view import RoomFields, is_over, room_fields
from meldwise.ruleset import RULES_VERSION, AnyRules
from meldwise.server.books import book_of
from meldwise.server.desk import Desk, Job
from meldwise.server.door import address_of, at_table, language_of
from meldwise.server.hall import Hall
from meldwise.server.keys import hashed, link_secret, room_id, same
from meldwise.server.limits import Limiter
from meldwise.server.lobby import Summary
from meldwise.server.problems import CONFLICTS, RECORDS, refusals
from meldwise.server.requests import CreateRoom, Hint, JoinRoom, Review, ReviewRecord, RoomInfo, Seated
from meldwise.server.settings import Settings
from meldwise.words.rulebook import Rulebook

T = TypeVar("T")
MOST_LISTED = 100
Asked = Request[Any, Any, State]
RoomPath = Annotated[str, Parameter(description="The public name of a table.")]
GamePath = Annotated[int, Parameter(description="Which of the games played there, from 1.")]
RulesPath = Annotated[str, Parameter(description="A ruleset by its key, such as `pl-twist`.")]
_ROOM = re.compile(r"[0-9a-z]{1,32}")
_LOOKING: list[dict[str, list[str]]] = [{}, {"token": []}, {"link": []}]
"""Who may look: anybody at a listed table, whoever has the link of a private one, whoever sits there."""
_SITTING: list[dict[str, list[str]]] = [{"token": []}]
_OPTIONS = (
    "unknown-rules", "unknown-knob", "knob-twice", "bad-knob", "impossible-rules", "wrong-players", "no-games",
    "bank-needs-seconds", "no-such-level", "too-many-opponents"
)  # fmt: skip
_HINTS = ("no-hints", "not-now", "not-your-turn", "wait-for-knocking", "too-many-hints", "hints-busy")


class Limits:
    """What one address may ask for that costs more than an answer."""

    def __init__(self, settings: Settings) -> None:
        rooms = settings.rooms_per_minute
        self.rooms = Limiter(rooms / 60, rooms, time.monotonic)
        self.hints = Limiter(1, 10, time.monotonic)
        requests = settings.requests_per_second
        self.records = Limiter(requests / 10, requests, time.monotonic)  # each may mean to go through a whole log
        self.reviews = Limiter(0.2, 5, time.monotonic)


@post(
    "/api/rooms",
    status_code=201,
    operation_id="createTable",
    tags=["tables"],
    response_description="The table stands.",
    responses=refusals(*_OPTIONS, "too-many-rooms", "too-many-listed", writes=True),
)
async def create_room(request: Asked, state: State) -> Seated:
    """Create a table."""
    data = await _body(request, CreateRoom)
    hall: Hall = state.hall
    hall.check_store()
    check_options(data.options)
    for level in data.opponents:
        check_level(level)
    if len(data.opponents) + (data.name is not None) > data.options.seats:
        raise Refused("too-many-opponents")
    address, options, room = address_of(request.scope), data.options, room_id(data.token, data.id)
    if options.listed:
        hall.places.check_listed(room, address)
    if not state.limits.rooms.take(address):
        raise Refused("too-many-rooms")
    if options.title:
        options = msgspec.structs.replace(options, title=clean_name(options.title))
    link = "" if options.listed else link_secret(data.token, data.id)
    name = None if data.name is None else clean_name(data.name)
    token = hashed(data.token)
    event = e.Created(options, RULES_VERSION, token, hashed(link) if link else "", name, data.opponents)
    desk = await hall.create(room, event, f"create:{data.id}")
    if desk is None:
        raise Refused("store-failed")
    seat = desk.room.seat_of(token)
    if seat is None:  # created before, and left since
        raise Refused("unknown-token")
    return Seated(desk.room.id, seat, link)


@post(
    "/api/rooms/{room:str}/join",
    status_code=200,
    operation_id="joinTable",
    tags=["tables"],
    response_description="The seat is yours.",
    responses=refusals("no-such-room", *CONFLICTS, writes=True),
)
async def join_room(room: RoomPath, request: Asked, state: State) -> Seated:
    """Take a seat at a table."""
    data = await _body(request, JoinRoom)
    state.hall.check_store()
    desk = await _desk(state.hall, room)
    if desk.room.link and not same(data.link or "", desk.room.link):
        raise Refused("no-such-room")
    at_table(request.scope, desk.room.options.language)
    token = hashed(data.token)
    seat = desk.room.seat_of(token)
    if seat is None:
        command = f"join:{token[:16]}{data.id}"
        joining = Job(None, command, lambda now: join(now, data.name, token, data.seat))
        joining.language = language_of(request.scope)
        await desk.do(joining)
        seat = desk.room.seat_of(token)
    if seat is None:
        raise Refused("seat-taken")
    return Seated(room, seat)


@get(
    "/api/rooms",
    operation_id="listTables",
    tags=["tables"],
    response_description="Some of them, the latest first.",
    responses=refusals(),
)
async def lobby(state: State) -> list[Summary]:
    """List the tables that are open to all."""
    found = await state.hall.store.lobby(MOST_LISTED)
    return [msgspec.json.decode(one, type=Summary) for one in found]


@route("/api/rooms", http_method=HttpMethod.OPTIONS, status_code=204, include_in_schema=False)
async def rooms_options() -> Response[None]:
    """Tell which methods there are: two handlers share this address, and each knows only its own."""
    return Response(None, headers={"allow": "GET, OPTIONS, POST"})


@get(
    "/api/rooms/{room:str}",
    operation_id="showTable",
    tags=["tables"],
    response_description="The table as it is now.",
    responses=refusals("no-such-room", "unknown-token"),
    security=_LOOKING,
)
async def room_info(room: RoomPath, request: Asked, state: State) -> RoomInfo:
    """Look at a table."""
    desk = await _desk(state.hall, room)
    await desk.acquaint(_token(request))
    seen = desk.room
    you = _viewer(seen, request)
    turn = seen.state.turn if seen.phase == PLAYING and seen.state is not None else None
    return RoomInfo(room, seen.options, RoomFields(**room_fields(seen)), you, turn)


@get(
    "/api/rooms/{room:str}/records/{game:int}",
    media_type=MediaType.TEXT,
    operation_id="downloadRecord",
    tags=["records"],
    response_description="The game as a record.",
    responses=refusals("no-such-room", "no-such-record", "unknown-token"),
    security=_LOOKING,
)
async def room_record(room: RoomPath, game: GamePath, request: Asked, state: State) -> Response[str]:
    """Download a finished game as a record."""
    if not state.limits.records.take(address_of(request.scope)):  # first: whether there is such a table is no matter
        raise Refused("too-many-requests")
    desk = await _desk(state.hall, room, closed=True)
    found = await desk.room_after(game)
    token = _token(request)
    played = found is not None and token is not None and found.played(token)
    if not played:
        _viewer(desk.room, request)
    if found is None or not is_over(found) or not (played or found.options.reveal):
        raise Refused("no-such-record")
    headers = {"content-disposition": f'attachment; filename="{room}-{game}.record"'}
    return Response(record.write(record_of(found)), headers=headers)


@post(
    "/api/rooms/{room:str}/hint",
    status_code=200,
    operation_id="askForHint",
    tags=["hints"],
    response_description="What one could do.",
    responses=refusals("no-such-room", "token-needed", "unknown-token", "no-seat", *_HINTS, writes=True),
    security=_SITTING,
)
async def room_hint(room: RoomPath, request: Asked, state: State) -> Hint:
    """Ask what one could do now."""
    desk = await _desk(state.hall, room)
    await desk.acquaint(_token(request))
    seat = _viewer(desk.room, request)
    if seat is None:
        raise Refused("token-needed")
    if seat == OWNER:
        raise Refused("no-seat")
    if not desk.room.options.hints:
        raise Refused("no-hints")
    if not state.limits.hints.take(address_of(request.scope)):
        raise Refused("too-many-hints")
    hint: Hint = await state.hall.hints.ask(desk.room, seat)
    return hint


@post(
    "/api/review",
    status_code=200,
    operation_id="reviewRecord",
    tags=["records"],
    response_description="The game step by step.",
    responses=refusals(*RECORDS, "too-many-reviews", "reviews-busy", "wrong-origin"),
)
async def review_record(request: Asked, state: State) -> Review:
    """Look at a recorded game: every step, and what each turn could have laid."""
    data = await _body(request, ReviewRecord)
    if not state.limits.reviews.take(address_of(request.scope)):
        raise Refused("too-many-reviews")
    found: Review = await state.hall.reviews.ask(data.record)
    return found


@get(
    "/api/rules",
    operation_id="listRules",
    tags=["rules"],
    response_description="Every ruleset by its key.",
    responses=refusals(),
)
async def rules() -> dict[str, AnyRules]:
    """List the rulesets and their settings."""
    return dict(catalog.rulesets())


@get(
    "/api/rules/{key:str}",
    operation_id="showRules",
    tags=["rules"],
    response_description="Its rules, with the rulings and examples.",
    responses=refusals("unknown-rules"),
)
async def rules_words(key: RulesPath, request: Asked) -> Rulebook:
    """Tell a ruleset in words, in the language asked for."""
    return book_of(catalog.find(key).key, language_of(request.scope))


def record_of(room: Room) -> Record:
    """Return the record of a room's last game, which is over."""
    assert room.setup is not None
    fair = None if room.word_only else fair_of(room)
    closing = closing_line(room.rules, room.state)
    return Record(room.rules, room.names, room.setup, room.actions, closing, fair=fair)


async def _desk(hall: Hall, room: str, closed: bool = False) -> Desk:
    """Return a room's desk; one that is closed only where that will do."""
    desk = await hall.desk(room) if _ROOM.fullmatch(room) else None
    if desk is None or (desk.room.phase == CLOSED and not closed):
        raise Refused("no-such-room")
    return desk


async def _body(request: Asked, kind: type[T]) -> T:
    """Read a body as strictly as a message of a socket; the framework would take 0 for false."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-request", why=str(error)[:300]) from None


def _token(request: Asked) -> str | None:
    """Return the hash of the token in the headers, if there is one."""
    authorization = request.headers.get("authorization")
    return None if authorization is None else hashed(authorization.removeprefix("Bearer "))


def _viewer(room: Room, request: Asked) -> int | None:
    """Return who asks, by the secrets in the headers; Refused where that one may not even look."""
    token = _token(request)
    seat = None if token is None else room.seat_of(token)
    if seat is None and room.link and not same(request.headers.get("x-table-link", ""), room.link):
        raise Refused("no-such-room")  # also with a token that holds no seat: it is no key to what is secret
    if seat is None and token is not None:
        raise Refused("unknown-token")
    at_table(request.scope, room.options.language)
    return seat


HANDLERS = [
    rooms_options,
    create_room,
    lobby,
    join_room,
    room_info,
    room_record,
    room_hint,
    review_record,
    rules,
    rules_words,
]

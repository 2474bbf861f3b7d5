"""Tables, records, hints and the lobby, over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any

import httpx
import msgspec
from msgspec import Struct

from meldwise.client.table import Table
from meldwise.rooms.decide import Refused
from meldwise.rooms.options import Language, Options


class Seat(Struct, frozen=True):
    """A seat, or a look, at a table; *token* is a secret."""

    room: str
    seat: int | None = None
    token: str | None = None
    link: str | None = None


class Client:
    """Speaks to one server, or to any of several nodes of it; *lang* is the language refusals are told in."""

    def __init__(self, *urls: str, lang: Language | None = None) -> None:
        self.urls = tuple(url.rstrip("/") for url in urls)
        self.lang = lang
        self._http = httpx.AsyncClient(timeout=30, headers={"Accept-Language": lang} if lang else None)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def create(self, options: Options, name: str | None = None, opponents: Sequence[str] = ()) -> Seat:
        """Create a table and sit down at it; without a name, only watch it as its host."""
        token = token_urlsafe(24)
        body = {"id": token_urlsafe(12), "token": token, "options": msgspec.to_builtins(options)}
        made = await self._post("/api/rooms", body | {"name": name, "opponents": list(opponents)})
        return Seat(made["room"], made["seat"], token, made["link"] or None)

    async def join(self, room: str, name: str, link: str | None = None, seat: int | None = None) -> Seat:
        """Take a seat at a table."""
        token = token_urlsafe(24)
        body = {"id": token_urlsafe(12), "token": token, "name": name, "link": link, "seat": seat}
        made = await self._post(f"/api/rooms/{room}/join", body)
        return Seat(room, made["seat"], token, link)

    async def lobby(self) -> list[dict[str, Any]]:
        """List the tables that are open to all."""
        found: list[dict[str, Any]] = (await self._ask("GET", "/api/rooms")).json()
        return found

    async def record(self, seat: Seat, game: int) -> str:
        """Download a finished game."""
        answer = await self._ask("GET", f"/api/rooms/{seat.room}/records/{game}", headers=_headers(seat))
        return answer.text

    async def hint(self, seat: Seat) -> dict[str, Any]:
        """Ask what one could do now."""
        answer = await self._ask("POST", f"/api/rooms/{seat.room}/hint", headers=_headers(seat))
        hint: dict[str, Any] = answer.json()
        return hint

    def sit(self, seat: Seat, **more: Any) -> Table:
        """Return the table, to be entered with `async with`."""
        return Table(self.urls, seat.room, seat.token, seat.link, **{"lang": self.lang, **more})

    def watch(self, room: str, link: str | None = None, **more: Any) -> Table:
        """Return a table as a spectator sees it, to be entered with `async with`."""
        return Table(self.urls, room, None, link, **{"lang": self.lang, **more})

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post something that may be repeated: it is tried again where the answer was lost."""
        made: dict[str, Any] = (await self._ask("POST", path, json=body)).json()
        return made

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        lost: Exception = Refused("not-found")
        for url in self.urls * 2:
            try:
                answer = await self._http.request(method, url + path, **more)
            except httpx.TransportError as error:
                lost = error
                continue
            if answer.is_success:
                return answer
            problem = answer.json()
            lost = Refused(problem["code"], told=problem["message"])
            if lost.code != "stopping":
                raise lost
        raise lost


def _headers(seat: Seat) -> dict[str, str]:
    headers = {}
    if seat.token:
        headers["Authorization"] = f"Bearer {seat.token}"
    if seat.link:
        headers["X-Table-Link"] = seat.link
    return headers

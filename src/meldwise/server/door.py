"""The server's door: who may come in, from which page, how often and with how much; and what every answer carries."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import msgspec

from meldwise.server.limits import Limiter
from meldwise.server.problems import pause_headers
from meldwise.server.settings import Settings, is_address, is_loopback
from meldwise.words import choice, sentence

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ADDRESS = "meldwise_address"
LANGUAGE = "meldwise_language"
DEFAULT = "en"
"""The language of those who name none that is known here."""
MOST_HEAD, MOST_HEADERS = 16_384, 100
"""Characters of all headers, and how many there may be."""
MOST_BODY = 16_384
LONG_BODIES = {"/api/review": 1 << 19}
"""Bytes a body may have where it is a record."""
BODY_TIME = 10.0
"""Seconds in which the body of a request has to arrive."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
Headers = tuple[tuple[bytes, bytes], ...]
HEADERS: Headers = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
FRESH: Headers = ((b"cache-control", b"no-store"),)
"""What answers of the API carry besides: a table moves on, and some are for one player alone."""
SHARING: Headers = (
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"authorization, content-type, x-table-link"),
    (b"access-control-expose-headers", b"retry-after"),
    (b"access-control-max-age", b"600"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"vary", b"origin"),
)
"""What pages of other sites are told that the settings name."""


class Turned(Exception):
    """Somebody is not let in."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class Gone(Exception):
    """Whoever asked has hung up."""


class Door:
    """Stands before the application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        rate = settings.requests_per_second
        self._requests = Limiter(rate, 5 * rate, time.monotonic)
        self._sockets: Counter[str] = Counter()
        self._asked: set[asyncio.Timeout] = set()
        """The patience with each request that is not answered yet."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, or turn it away."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = _headers(scope["headers"])
        address = scope[ADDRESS] = self._address(scope, headers)
        scope[LANGUAGE] = choice.of_header(headers.get("accept-language"))
        try:
            self._check(scope, headers, address)
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send, address)
            elif scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                await _answer(self._sharing(scope, headers, send), 204)
            else:
                await self._request(scope, receive, self._sharing(scope, headers, send))
        except Turned as turned:
            await _turn_away(scope, self._sharing(scope, headers, send), turned)
        except Gone:
            return

    def hurry(self) -> None:
        """Give up what is not answered yet: the server stops."""
        now = asyncio.get_running_loop().time()
        for patience in self._asked:
            patience.reschedule(now)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered; until its answer begins it can be given up."""

        async def answer(message: Message) -> None:
            self._asked.discard(patience)
            patience.reschedule(None)
            await send(message)

        try:
            async with asyncio.timeout(None) as patience:
                self._asked.add(patience)
                await self.app(scope, await _read(receive, most_body(scope)), answer)
        except TimeoutError:
            if not patience.expired():  # it is the application's own
                raise
            raise Turned(503, "stopping") from None
        finally:
            self._asked.discard(patience)

    def _sharing(self, scope: Scope, headers: dict[str, str], send: Send) -> Send:
        """Let a page of another site read the answer where the settings name it; nobody else's may."""
        fresh = FRESH if scope["path"].startswith("/api/") else ()
        origin = headers.get("origin", "")
        if origin not in self.settings.origins:
            return _secured(send, (*HEADERS, *fresh))
        named = ((b"access-control-allow-origin", origin.encode("latin-1")), *SHARING)
        kept = [pair for pair in HEADERS if pair[0] != b"cross-origin-resource-policy"]
        return _secured(send, (*kept, *fresh, *named))

    async def _socket(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        self._sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _check(self, scope: Scope, headers: dict[str, str], address: str) -> None:
        if not self._knows_host(headers.get("host", "")):
            raise Turned(421, "wrong-host")
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if unsafe and not self._knows_origin(headers.get("origin"), headers.get("host", "")):
            raise Turned(403, "wrong-origin")
        if not self._requests.take(address):
            raise Turned(429, "too-many-requests")
        if scope["type"] == "websocket" and self._sockets[address] >= self.settings.sockets_per_address:
            raise Turned(429, "too-many-sockets")
        if sum(map(len, headers.values())) > MOST_HEAD or len(headers) > MOST_HEADERS:
            raise Turned(431, "headers-too-large")
        if _length(headers) > most_body(scope):
            raise Turned(413, "too-large")

    def _knows_host(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.strip("[]").lower()
        if name in self.settings.hosts or "*" in self.settings.hosts:
            return True
        if is_loopback(self.settings.host):
            return is_loopback(name)
        return name == self.settings.host.lower() or is_address(name)

    def _knows_origin(self, origin: str | None, host: str) -> bool:
        """Tell whether a page may speak to this server; a program that is no browser says nothing of a page."""
        if origin is None or origin in self.settings.origins:
            return True
        scheme, _, place = origin.partition("://")
        return scheme in ("http", "https") and place == host != ""

    def _address(self, scope: Scope, headers: dict[str, str]) -> str:
        """Return who asks: the address before the proxies of one's own."""
        client = scope.get("client")
        address = client[0] if client else "unknown"
        if self.settings.proxies:
            named = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
            if len(named) >= self.settings.proxies:
                address = named[-self.settings.proxies]
        return counted(str(address)[:64])


def counted(address: str) -> str:
    """Return what is counted for an address: of IPv6 the network, for one subscriber has all its addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(IPv6Address(int(found) >> 64 << 64)) if mapped is None else str(mapped)


def address_of(scope: Any) -> str:
    """Return who asks, as the door found out."""
    return str(scope[ADDRESS])


def asked_language(scope: Any) -> str | None:
    """Return the language asked for, if it is known here."""
    asked: str | None = scope.get(LANGUAGE)
    return asked


def language_of(scope: Any) -> str:
    """Return the language to answer in."""
    return asked_language(scope) or DEFAULT


def at_table(scope: Any, language: str) -> None:
    """Answer in a table's language from now on, where none was asked for; only for those who may know of the table."""
    scope[LANGUAGE] = asked_language(scope) or language


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers by name; one that is there twice is both with a comma between."""
    found: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def most_body(scope: Scope) -> int:
    """Return how long the body of a request may be."""
    return LONG_BODIES.get(scope["path"], MOST_BODY)


def _length(headers: dict[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else sys.maxsize


async def _read(receive: Receive, most: int) -> Receive:
    """Read the whole body, whatever its headers say, and return what hands it on; Turned where it is long or late."""
    body = bytearray()
    more = True
    try:
        async with asyncio.timeout(BODY_TIME):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > most:
                    raise Turned(413, "too-large")
    except TimeoutError:
        raise Turned(408, "too-slow") from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def read() -> Message:
        return whole.pop() if whole else await receive()

    return read


def _secured(send: Send, headers: Headers) -> Send:
    """Add the headers every answer carries."""

    async def secured(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            present = {name.lower() for name, _ in message.get("headers", [])}
            message["headers"] = [*message.get("headers", []), *(pair for pair in headers if pair[0] not in present)]
        await send(message)

    return secured


async def _answer(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _turn_away(scope: Scope, send: Send, turned: Turned) -> None:
    body = msgspec.json.encode({"code": turned.code, "message": sentence(turned.code, {}, language_of(scope))})
    pause = pause_headers(turned.status, turned.code).items()
    headers = [(b"content-type", b"application/json"), *((name.encode(), value.encode()) for name, value in pause)]
    prefix = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        prefix = "websocket.http.response"
    await send({"type": f"{prefix}.start", "status": turned.status, "headers": headers})
    await send({"type": f"{prefix}.body", "body": body})

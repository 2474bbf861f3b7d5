"""What is refused over HTTP: the status of each code, and how the OpenAPI document tells of them."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from meldwise.server.requests import Problem
from meldwise.words import messages

STATUS = {
    "no-such-room": 404,
    "no-such-record": 404,
    "not-found": 404,
    "token-needed": 401,
    "unknown-token": 403,
    "host-only": 403,
    "no-seat": 403,
    "wrong-origin": 403,
    "store-failed": 503,
    "stopping": 503,
    "too-busy": 503,
    "hints-busy": 503,
    "reviews-busy": 503,
    "too-many-rooms": 429,
    "too-many-listed": 429,
    "too-many-hints": 429,
    "too-many-reviews": 429,
    "too-many-sockets": 429,
    "too-many-requests": 429,
    "no-hints": 403,
    "not-your-turn": 409,
    "wait-for-knocking": 409,
    "wrong-method": 405,
    "too-slow": 408,
    "too-large": 413,
    "headers-too-large": 431,
    "wrong-host": 421,
    "server-error": 500,
}
"""Refusals that are not simply a bad request (400) or at odds with the room (409)."""
CONFLICTS = ("not-now", "seat-taken", "room-full")
RECORDS = (
    "not-a-record", "record-too-large", "record-cut-off", "other-rules-version", "wrong-line", "bad-part", "bad-line",
    "text-after-end", "bad-start", "illegal-in-record", "result-differs",
)  # fmt: skip
"""What can be wrong with a record: all that `meldwise.record` says of one."""
PAUSES = {"too-many-rooms": 60, "too-many-listed": 60, "too-many-sockets": 10, "too-many-reviews": 5}
"""Seconds after which to ask again, where a second is too soon."""
_ALWAYS = (
    "bad-request", "wrong-host", "too-many-requests", "headers-too-large", "too-large", "too-slow", "stopping",
    "store-failed", "server-error",
)  # fmt: skip
"""What any operation may answer."""
_WRITING = ("wrong-origin", "too-busy")
"""What one that changes something may answer besides."""


def status_of(code: str) -> int:
    """Return the status a refusal is answered with."""
    return STATUS.get(code, 409 if code in CONFLICTS else 400)


def pause_headers(status: int, code: str) -> dict[str, str]:
    """Return what tells those who ask too often when to ask again."""
    return {"retry-after": str(PAUSES.get(code, 1))} if status == 429 else {}


def refusals(*codes: str, writes: bool = False) -> dict[int, ResponseSpec]:
    """Return what an operation may answer instead of what it was asked, by status."""
    found: dict[int, list[str]] = {}
    for code in dict.fromkeys((*codes, *(_WRITING if writes else ()), *_ALWAYS)):
        found.setdefault(status_of(code), []).append(code)
    return {status: _answer(found[status]) for status in sorted(found)}


def _answer(codes: list[str]) -> ResponseSpec:
    told = [f"`{code}`: {messages()[code].text}" for code in codes]
    return ResponseSpec(Problem, generate_examples=False, description="\n\n".join(told))

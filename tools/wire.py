"""The reference page of the wire: every message, command and structure, why sockets close and what is refused."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from meldwise.rooms import clock, wire
from meldwise.rooms.decide import MOST_REFUSED
from meldwise.rooms.options import Options
from meldwise.server import asyncapi, openapi
from meldwise.server.api import Limits
from meldwise.server.desk import TALK_BURST, TALK_RATE
from meldwise.server.hall import MOST_PER_SEAT
from meldwise.server.limits import Limiter
from meldwise.server.schemas import REF
from meldwise.server.settings import Settings
from meldwise.server.sockets import HELLO_TIME, MOST_BAD
from meldwise.words import messages

SOURCE = Path(__file__).parent.parent / "src" / "meldwise"
_REFUSING = ("Refused", "Turned", "CaseError", "_refuse", "_wrong")
"""What is called with a code where something is refused."""
_STARTING = ("settings.py", "given.py", "serve.py")
"""What these refuse, only those hear who start a server."""
Schema = dict[str, Any]


def page() -> str:
    """Return the page as Markdown."""
    parts = asyncapi.parts()
    said = [kind.__name__ for kind in get_args(wire.Incoming)]
    heard = [kind.__name__ for kind in get_args(wire.Outgoing)]
    commands = [kind.__name__ for kind in asyncapi.command_types()]
    others = [name for name in parts if name not in (*said, *heard, *commands)]
    lines = [
        "# The wire",
        *asyncapi.ABOUT.strip().splitlines(),
        "",
        "A server tells all this to programs too, at `/api/asyncapi.json` (AsyncAPI 3.0) for the socket at `/api/play`",
        "and at `/api/openapi.json` (OpenAPI 3.1) for what is asked over HTTP.",
        f"A message is at most {wire.MOST_BYTES:,} bytes long.",
        "",
    ]
    for title, names in [
        ("What a client says", said),
        ("Commands", commands),
        ("What the server says", heard),
        ("What stands in them", others),
    ]:
        lines += [f"## {title}", ""]
        for name in names:
            lines += _section(name, parts[name])
    return "\n".join([*lines, *_numbers(), *_closes(), *_refusals()])


def codes() -> list[str]:
    """Return every code with which rooms and the server refuse something, found in their source."""
    found = set(statuses())
    for path in [*(SOURCE / "rooms").rglob("*.py"), *(SOURCE / "server").rglob("*.py")]:
        if path.name in _STARTING:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in _REFUSING:
                found |= {one for value in node.args for one in _texts(value) if one in messages()}
    return sorted(found)


def statuses() -> dict[str, str]:
    """Return the codes that HTTP operations answer with, and the status of each."""
    found = {"not-found": "404", "wrong-method": "405", "too-many-sockets": "429"}
    for path in openapi.document()["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                found |= dict.fromkeys(re.findall(r"`([a-z-]+)`: ", answer["description"]), status)
    return found


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _texts(value: ast.expr) -> Iterator[str]:
    """Return the texts a value may have: itself, or either side of a choice."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _texts(value.body)
        yield from _texts(value.orelse)


def _section(name: str, schema: Schema) -> list[str]:
    lines = [f"### {name}", "", *schema.get("description", "").strip().splitlines(), ""]
    fields = {} if name in asyncapi.CHANGES.values() else schema.get("properties", {})
    if fields:
        lines += ["| field | holds | |", "|---|---|---|"]
    for field, holds in fields.items():
        optional = "" if field in schema.get("required", ()) else " (may be missing)"
        about = " ".join(str(holds.get("description", "")).split())
        lines.append(f"| `{field}` | {_holds(holds)}{optional} | {html.escape(about, quote=False)} |")
    return [*lines, ""] if fields else lines


def _holds(schema: Schema) -> str:
    """Put what a field may hold into words."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_holds(one) for one in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        inner = schema.get("items", {})
        return f"pairs of {' and '.join(map(_holds, inner))}" if isinstance(inner, list) else f"list of {_holds(inner)}"
    return _scalar(schema)


def _scalar(schema: Schema) -> str:
    kind = {"string": "text", "integer": "number", "boolean": "true or false", "null": "null", "object": "object"}
    word = kind[schema["type"]]
    if "pattern" in schema:
        return f"{word} `{schema['pattern']}`"
    least, most = schema.get("minimum", schema.get("minLength")), schema.get("maximum", schema.get("maxLength"))
    if most is not None:
        limits = f"{0 if least is None else least} to {most}"
        return f"{word}, {limits} characters" if word == "text" else f"{word} from {limits}"
    return word if least is None else f"{word}, at least {least}"


def _numbers() -> list[str]:
    """Say how long things last, and how many there may be."""
    share, between, asking = clock.SHARE_TIME // 1000, clock.BETWEEN_TIME // 1000, clock.ASK_TIME // 1000
    idle, limits = f"{clock.IDLE_TIME // 60_000} minutes", Limits(Settings())
    rows = [
        ("the hello", f"{HELLO_TIME:g} seconds to say it"),
        ("phase `sharing`", f"{share} seconds at most; sooner where everyone who is not away has added to the shuffle"),
        (
            "phase `between`",
            f"{between} seconds, then the next game begins by itself, if somebody is there who is not away",
        ),
        ("phases `waiting` and `over`", f"who is not connected loses the seat after {idle}"),
        (
            "phases `sharing`, `playing` and `between`",
            f"who is not connected is away after `grace`, {Options().grace} seconds by default",
        ),
        ("a host without a seat", f"hands on after {idle} without a connection, in every phase, if anybody sits there"),
        ("a turn without a limit", f"who does nothing in it for {idle} is away"),
        ("late turns", f"who lets the clock end {clock.MOST_LATE} in a row is away"),
        ("a bank that is used up", f"{clock.LEAST_TURN // 1000} seconds for a turn all the same"),
        ("what is asked", f"lapses after {asking} seconds"),
        ("asking again", f"`asked-before` after {MOST_REFUSED} refusals, until something has changed at the table"),
        ("`say` and `react`", f"each seat {_most(TALK_RATE, TALK_BURST)}, else `too-much-talk`"),
        ("hints", f"each address {_rate(limits.hints)}, else `too-many-hints`"),
        ("reviews", f"each address {_rate(limits.reviews)}, else `too-many-reviews`"),
        ("sockets of one seat", f"{MOST_PER_SEAT}"),
        ("messages that cannot be read, or are too many", f"{MOST_BAD}, then the socket is closed"),
    ]
    lines = [
        "## How long, and how many",
        "",
        "What else is limited, and by how much, is for the server to [set](settings.md).",
        "",
        "| what | how much |",
        "|---|---|",
    ]
    return [*lines, *(f"| {what} | {much} |" for what, much in rows), ""]


def _rate(limit: Limiter) -> str:
    return _most(limit._rate, limit._burst)


def _most(rate: float, burst: float) -> str:
    """Put a bucket into words."""
    every = 1 / rate
    return f"{burst:g} at once, and one more every {'second' if every == 1 else f'{every:g} seconds'}"


def _closes() -> list[str]:
    lines = ["## Why a socket closes", "", "| close code | why |", "|---|---|"]
    return [*lines, *(f"| {code} | {why} |" for code, why in asyncapi.CLOSES.items()), ""]


def _refusals() -> list[str]:
    lines = [
        "## What is refused",
        "",
        "Over HTTP a refusal has the status beside it, if it is ever heard there.",
        "At a socket it is a [Refusal](#refusal).",
        "What the rules of a game forbid has codes of its own: see [reasons and errors](reasons.md).",
        "",
        "| code | HTTP | in words |",
        "|---|---|---|",
    ]
    told = {code: html.escape(messages()[code].text, quote=False) for code in codes()}
    answered = statuses()
    return [*lines, *(f"| `{code}` | {answered.get(code, '')} | {words} |" for code, words in told.items())]

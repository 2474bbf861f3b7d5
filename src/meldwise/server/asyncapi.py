"""The AsyncAPI document: what is said at a table's WebSocket, made from the message types."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec

from meldwise import rummy17, tilegame
from meldwise.rooms import commands, events, wire
from meldwise.rooms.view import Revealed, RoomFields
from meldwise.rummy17 import events as card_events
from meldwise.server import examples
from meldwise.server.missed import MOST_MISSED
from meldwise.server.openapi import VERSION
from meldwise.server.schemas import REF, Schema, schemas
from meldwise.tilegame import events as tile_events

ABOUT = f"""Play at a table over one WebSocket, with one JSON object a message; `t` tells the kinds apart.

A client says `hello` first. It then hears `welcome`, which is everything it may know, or if it said what it had seen
last, the `event`s after that and `caught`; but `welcome` again where more than {MOST_MISSED} came after it, or the seat
was another's then. From then on it hears every event, and puts `fields` and `view` into its copy, field by field. An
event is on disk before anyone hears of it.

A command has an id of the client's choosing. Its sender hears the event it made, with that id, or `refused`, or `done`
where it had been done before: so a command may be sent again after a lost connection, and is done once.

Events hold codes and facts, no words. Refusals hold words too, in the language the `hello` asks for, or in the table's.
"""
CLOSES = {
    1001: "The client, or something between, went away.",
    1007: "A text message was not UTF-8.",
    1008: "The hello was refused or did not come, or too many messages could not be read; coming back is of use only "
    "after `too-many-watching`, `too-many-spectators` or `too-many-listed`, and later.",
    1009: f"A message was longer than {wire.MOST_BYTES} bytes.",
    1011: "Something went wrong on the server, or the client did not answer its pings; come back.",
    1012: "The server is shutting down; come back.",
    1013: "The client did not read what it was sent; come back.",
    4001: "The seat is no longer this client's.",
    4002: "This seat has too many sockets, and this was the oldest.",
}
"""Why the server closes a socket, by close code."""
CHANGES = {"RoomFields": "RoomChanges", "TileView": "TileChanges", "CardView": "CardChanges"}
"""What events carry parts of, and those parts' name."""
_UNDERSTOOD = (RoomFields, Revealed, tilegame.View, rummy17.View)
_FIXED = ("rules", "seat")
"""Fields of a game's view that are not sent: the options and the welcome tell."""


@cache
def document() -> dict[str, Any]:
    """Return the document."""
    incoming, outgoing = get_args(wire.Incoming), get_args(wire.Outgoing)
    found = {tag_of(kind): kind for kind in (*incoming, *outgoing)}
    sent = {tag: {"$ref": f"#/channels/play/messages/{tag}"} for tag in found}
    replies = {"hello": ("welcome", "event", "caught", "refused"), "do": ("event", "done", "refused")}
    replies |= {"draft": ("refused",), "ping": ("pong",)}
    operations: dict[str, Any] = {}
    for kind in incoming:
        tag = tag_of(kind)
        reply = {"channel": {"$ref": "#/channels/play"}, "messages": [sent[one] for one in replies[tag]]}
        operations[tag] = _operation("receive", kind, sent[tag]) | {"reply": reply}
    for kind in outgoing:
        operations[tag_of(kind)] = _operation("send", kind, sent[tag_of(kind)])
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "meldwise", "version": VERSION, "description": ABOUT, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "servers": {"here": {"host": "{host}", "protocol": "ws", "variables": {"host": {"default": "127.0.0.1:8017"}}}},
        "channels": {
            "play": {
                "address": "/api/play",
                "title": "A table",
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in found},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
            }
        },
        "operations": operations,
        "components": {"messages": {tag: _message(tag, kind) for tag, kind in found.items()}, "schemas": parts()},
        "x-close-codes": {str(code): why for code, why in CLOSES.items()},
    }


@cache
def encoded() -> bytes:
    """Return the document as it is sent."""
    return msgspec.json.encode(document())


@cache
def parts() -> dict[str, Schema]:
    """Return the schemas of all messages and of everything in them, as AsyncAPI writes them."""
    kinds = (wire.Incoming, wire.Outgoing, *_UNDERSTOOD, tile_events.Event, card_events.Event)
    made, found = schemas(kinds)
    for name in ("TileView", "CardView"):
        found[name] = _without(found[name], _FIXED)
    for name, changed in CHANGES.items():
        told = f"The fields of {name}, each only where it changed."
        found[changed] = {key: value for key, value in found[name].items() if key != "required"}
        found[changed] |= {"title": changed, "description": told}
    _fill(found, "Welcome", "fields", _either("RoomFields"))
    _fill(found, "Welcome", "view", _either("TileView", "CardView", null=True))
    _fill(found, "Welcome", "revealed", _either("Revealed", null=True))
    _fill(found, "Event", "fields", _either("RoomChanges"))
    _fill(found, "Event", "view", _either("TileChanges", "CardChanges", null=True))
    _fill(found, "Event", "revealed", _either("Revealed"))
    _fill(found, "Event", "game", {"type": "array", "items": {"anyOf": [*made[-2]["anyOf"], *made[-1]["anyOf"]]}})
    _fill(found, "Told", "kind", {"enum": [tag_of(kind) for kind in get_args(events.Event)]})
    unused = {"TileRules", "CardRules"}
    return {name: _plain(found[name]) for name in sorted(found.keys() - unused)}


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the word that tells a message, or a command, from the others."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def command_types() -> tuple[type[msgspec.Struct], ...]:
    """Return what may stand in a `do`."""
    return get_args(commands.Command)


def _operation(action: str, kind: type, message: Schema) -> Schema:
    return {"action": action, "channel": {"$ref": "#/channels/play"}, "summary": _said(kind), "messages": [message]}


def _message(tag: str, kind: type) -> Schema:
    shown = [one for one in [*examples.said(), *examples.heard()] if one["t"] == tag]
    return {
        "name": tag,
        "title": kind.__name__,
        "summary": _said(kind),
        "contentType": "application/json",
        "payload": {"$ref": REF + kind.__name__},
        "examples": [{"payload": one} for one in shown],
    }


def _said(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def _either(*names: str, null: bool = False) -> Schema:
    refs = [{"$ref": REF + name} for name in names] + ([{"type": "null"}] if null else [])
    return {"anyOf": refs}


def _fill(found: dict[str, Schema], name: str, field: str, schema: Schema) -> None:
    """Say what stands in a field that is typed loosely, because both games share it."""
    before = found[name]["properties"][field]
    found[name]["properties"][field] = schema | {
        key: before[key] for key in ("description", "default") if key in before
    }


def _without(schema: Schema, fields: tuple[str, ...]) -> Schema:
    kept = {name: value for name, value in schema["properties"].items() if name not in fields}
    return schema | {"properties": kept, "required": [name for name in schema["required"] if name in kept]}


def _plain(part: Any) -> Any:
    """Write a schema in the older way of JSON Schema that AsyncAPI goes by."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: _plain(value) for key, value in part.items() if key not in ("discriminator", "prefixItems")}
    if "prefixItems" in part:
        made |= {"items": _plain(part["prefixItems"]), "additionalItems": False}
    return made

"""Examples of every message: what clients say, and what they hear while a small game is really begun."""

from __future__ import annotations

from typing import Any

import msgspec

from meldwise.errors import MeldwiseError
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms import wire
from meldwise.rooms.decide import decide
from meldwise.rooms.evolve import created, evolve
from meldwise.rooms.messages import messages, welcome
from meldwise.rooms.options import Options
from meldwise.rooms.state import Room
from meldwise.ruleset import RULES_VERSION
from meldwise.words import sentence

_AT = 1_800_000_000_000
_TOKEN = "an-example-of-a-token-"  # noqa: S105  (it holds nothing)
_COMMAND = "command-0001"
_TABLE = "k10 r10 b10 / o3 o4 o5"
Example = dict[str, Any]

COMMANDS: tuple[c.Command, ...] = (
    c.Start(),
    c.Share("c0ffee"),
    c.Act("draw"),
    c.Act(f"play {_TABLE}"),
    c.Ask("pause"),
    c.Answer(agrees=True),
    c.Continue(),
    c.TakeSeatBack(),
    c.Remove(1),
    c.Replace(1, "hard"),
    c.Leave(),
    c.Say("Well played!"),
    c.React("👏"),
    c.Mute(1),
)
SAID: tuple[wire.Incoming, ...] = (
    wire.Hello("mqlirfl53gl7w5do", _TOKEN),
    wire.Hello("mqlirfl53gl7w5do", _TOKEN, since=41),
    wire.Hello("mqlirfl53gl7w5do", link="xBEVdYGxNvR518mPjfFylQ", lang="hu"),
    *(wire.Do(_COMMAND, command) for command in COMMANDS),
    wire.Draft(_TABLE),
    wire.Ping(),
)
"""What clients may say."""
_LOG: tuple[tuple[e.Event, int | None], ...] = (
    (e.Here(0, "node"), None),
    (e.Joined(1, "Béla", "0" * 64), None),
    (e.Here(1, "node"), None),
    (e.Committed("5e" * 32), 0),
    (e.Shared(0, "c0ffee"), 0),
    (e.Dealt(), None),
    (e.Acted("0 draw"), 0),
    (e.Said(1, "Hello!"), 1),
    (e.Reacted(0, "👏"), 0),
)


def heard() -> list[Example]:
    """Return what a seat, and a spectator, hear of a table where two sit down and begin."""
    options = Options(title="An example")
    room = created("mqlirfl53gl7w5do", e.Created(options, RULES_VERSION, "1" * 64, name="Anna"), _AT)
    found = [welcome(room, None, _AT, None)]
    for number, (event, seat) in enumerate(_LOG, 1):
        before = room
        room, happened = evolve(before, _turned(room, event), _AT + 1000 * number)
        told = messages(before, room, event, happened, seat, _COMMAND if seat is not None else "")
        found += dict.fromkeys([told.to(0), told.to(None)])
    found += [welcome(room, 0, room.at, None)]
    said: list[wire.Outgoing] = [
        wire.Done(_COMMAND, room.n),
        _refusal(room),
        wire.Refusal("bad-message", sentence("bad-message", {"why": "JSON is malformed"}, "en")),
        wire.Drafted(1, _TABLE),
        wire.Caught(room.n, room.at),
        wire.Pong(room.at),
    ]
    return [msgspec.json.decode(text) for text in [*found, *(wire.encode(one) for one in said)]]


def said() -> list[Example]:
    """Return what clients may say."""
    return [msgspec.json.decode(wire.encode(one)) for one in SAID]


def _turned(room: Room, event: e.Event) -> e.Event:
    """Let whoever's turn it is draw."""
    return e.Acted(f"{room.state.turn} draw") if isinstance(event, e.Acted) else event


def _refusal(room: Room) -> wire.Refusal:
    """Return what a seat hears that acts out of turn."""
    seat = 1 - room.state.turn
    try:
        evolve(room, decide(room, seat, c.Act("draw"), str), room.at)
    except MeldwiseError as error:
        return wire.Refusal(error.code, error.said("en"), _COMMAND)
    raise AssertionError("a seat may draw out of turn")

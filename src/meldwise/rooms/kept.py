"""A room as bytes, for snapshots, and back."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from meldwise import catalog, rummy17, tilegame
from meldwise.errors import CaseError
from meldwise.game import from_bytes, to_bytes
from meldwise.rooms.state import Room
from meldwise.ruleset import RULES_VERSION, CardRules


class _Kept(Struct, frozen=True):
    """A room, with the parts whose types depend on the game beside it."""

    room: msgspec.Raw
    state: msgspec.Raw
    actions: tuple[str, ...]
    version: int


def to_snapshot(room: Room) -> bytes:
    """Write a room down."""
    write = catalog.game_of(room.rules).write_action
    bare = replace(room, state=None, actions=())
    actions = tuple(write(action) for action in room.actions)
    raw, state = msgspec.Raw(to_bytes(bare)), msgspec.Raw(to_bytes(room.state))
    return msgspec.json.encode(_Kept(raw, state, actions, RULES_VERSION))


def from_snapshot(data: bytes) -> Room:
    """Read a room back; equal to the one written down. CaseError where that was played by other rules."""
    kept = msgspec.json.decode(data, type=_Kept)
    check_version(kept.version)
    room = from_bytes(bytes(kept.room), Room)
    rules = room.rules
    kind = rummy17.State if isinstance(rules, CardRules) else tilegame.State
    read = catalog.game_of(rules).read_action
    return replace(
        room,
        state=from_bytes(bytes(kept.state), kind | None),
        actions=tuple(read(action, rules) for action in kept.actions),
    )


def check_version(version: int) -> None:
    """Refuse a room that was played by other rules than these: its log would say something else."""
    if version != RULES_VERSION:
        raise CaseError("room-of-other-rules", version=version, ours=RULES_VERSION)

"""What viewers are told: enough to know everything they may, and not one byte more."""

import json
import random

import pytest

from meldwise import catalog
from meldwise.errors import MeldwiseError
from meldwise.game import to_bytes
from meldwise.rooms.events import Acted
from meldwise.rooms.evolve import created, evolve, redo
from meldwise.rooms.kept import from_snapshot, to_snapshot
from meldwise.rooms.messages import welcome
from meldwise.tiles import ordered
from tests.rooms.building import Follower, Played, playing
from tests.rooms.worlds import started, swapped

RULES = list(catalog.rulesets())


@pytest.mark.parametrize("key", RULES)
def test_the_changes_add_up_to_what_a_newcomer_is_told(key):
    setup, actions, _ = started(key, 3, "changes")
    played = playing(key, 3, setup.pool)
    viewers = [None, 0, 1, 2]
    followers = {viewer: Follower(played.room, viewer) for viewer in viewers}
    for action in actions:
        played.act(action)
        for viewer, follower in followers.items():
            follower.hear(played.told[-1].to(viewer))
            whole = json.loads(welcome(played.room, viewer, 0, None))
            assert follower.fields == whole["fields"]
            assert follower.view == whole["view"]
            assert follower.revealed == whole["revealed"]
    assert len(played.log) > 20


@pytest.mark.parametrize("key", RULES)
def test_everyone_is_told_what_happened_as_far_as_it_may_be_known(key):
    setup, written, finished = started(key, 3, "happened")
    played, game, secret = playing(key, 3, setup.pool), catalog.game_of(finished.rules), 0
    for text, action in zip(written, finished.actions, strict=True):
        _, happened = game.apply(played.room.state, action)
        played.act(text)
        told = {viewer: json.loads(played.told[-1].to(viewer)).get("game", []) for viewer in (None, 0, 1, 2)}
        for viewer, heard in told.items():
            assert heard == json.loads(to_bytes([game.seen(event, viewer) for event in happened]))
        secret += told[action.seat] != told[None]
    assert secret > 3


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("key", RULES)
def test_no_byte_depends_on_what_a_viewer_may_not_know(key, seats):
    dice = random.Random(f"{key} {seats}")
    differing = 0
    for seed in range(4):
        setup, actions, game = started(key, seats, f"worlds {seed}")
        upto = dice.randrange(4, max(5, min(60, len(actions) - 1)))
        seat = dice.randrange(seats)
        worlds = [setup.pool, swapped(setup, game, seat, upto, dice)]
        differing += worlds[0] != worlds[1]
        heard = []
        for pool in worlds:
            played = playing(key, seats, pool)
            transcript = []
            for action in actions[:upto]:
                played.act(action)
                transcript += [played.told[-1].to(seat), played.told[-1].to(None)]
                transcript += [welcome(played.room, seat, 0, None), welcome(played.room, None, 0, None)]
                transcript += refusals(played, seat)
            heard.append(transcript)
        assert heard[0] == heard[1]
        assert len(heard[0]) > 8
    assert differing == 4


def refusals(played, seat):
    """Return what a seat is told when it tries things out of turn, with tiles that are not its own."""
    found = []
    tiles = ordered(played.room.rules.box.tiles)[:: max(1, len(played.room.rules.box.tiles) // 5)]
    for text in ["draw", "pass", "announce", "knock yes", "stock", *(f"play {tile} {tile} {tile}" for tile in tiles)]:
        try:
            evolve(played.room, Acted(f"{seat} {text}"), 0)
            found.append("may")
        except MeldwiseError as error:
            found.append(f"{error.code} {error}")
    return found


@pytest.mark.parametrize("key", RULES)
def test_a_snapshot_and_the_log_both_give_the_room(key):
    setup, actions, _ = started(key, 2, "snapshot")
    played = playing(key, 2, setup.pool)
    for action in actions[:25]:
        played.act(action)
        assert from_snapshot(to_snapshot(played.room)) == played.room
    (first, at), *rest = played.log
    room = created("room", first, at)
    for event, at in rest:
        room, _ = redo(room, event, at)
    assert room == played.room


def test_tokens_values_and_answers_are_told_to_nobody():
    played = Played().fill()
    played.deal()
    told = b"".join(text for one in played.told for text in map(one.to, [None, *one.own])).decode()
    assert played.room.server
    assert played.room.server not in told
    for seat in played.room.seats:
        assert seat.token
        assert seat.token not in told


def test_equal_tiles_cannot_be_told_apart():
    played = playing()
    view = json.loads(welcome(played.room, 0, 0, None))["view"]
    assert view["rack"] == [tile.text for tile in ordered(played.room.state.racks[0])]

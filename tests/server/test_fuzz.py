"""A server in a storm: it never dies, answers everything in our words, tells nobody too much, and loses no table."""

import asyncio
import json
import sqlite3
from contextlib import closing
from statistics import median

import httpx
import pytest

from meldwise import catalog
from meldwise.game import to_bytes, to_plain
from meldwise.rooms import events as e
from meldwise.rooms.kept import from_snapshot
from meldwise.rooms.view import room_fields
from meldwise.server.asyncapi import CLOSES
from meldwise.server.replay import steps
from meldwise.words import messages
from tests.online.nodes import Node, Place
from tests.rooms.storm import check_goes_on, cut
from tests.server.fuzz import Weather, logged
from tests.server.test_documents import check as check_documented


class Truth:
    """A room as its log tells it: every state it was in, and what happened between."""

    def __init__(self, rows):
        self.states, self.happened, self.told = {}, {}, {}
        for step in steps(rows):
            n, self.last = step.row.n, step.after
            assert self.last.n == n
            self.states[n], self.happened[n] = step.after, step.happened
            self.told[n] = (step.event, step.row.seat, step.row.command)

    def seen(self, n, viewer):
        """Return what happened at an event in the game, as a viewer may know it."""
        game = catalog.game_of(self.last.rules)
        return [json.loads(to_bytes(game.seen(event, viewer))) for event in self.happened[n]]

    def laid_open(self, n, viewer):
        """Return what the game lays open to a viewer after an event: only once it is over, and only to whom it may."""
        room = self.states[n]
        over = room.state is not None and room.state.result is not None
        if not over or not (room.options.reveal or viewer is not None):
            return None
        racks = room.state.racks if hasattr(room.state, "racks") else room.state.hands
        return [[tile.text for tile in rack] for rack in racks]


class Listener:
    """Goes through what one connection heard, and holds every word against the truth."""

    def __init__(self, truth, heard):
        self.truth = truth
        self.heard = heard
        self.viewer = heard.viewer
        self.n = heard.since
        self.fields = self.view = None
        self.kinds = []

    def check(self):
        for text in self.heard.texts:
            assert isinstance(text, str), "a binary message"
            check_documented(text)
            message = json.loads(text)
            self.kinds.append(message["t"])
            getattr(self, f"_{message['t']}")(message)
        return self.kinds

    def _welcome(self, message):
        assert message["you"] == self.viewer
        self.n = message["n"]
        room = self.truth.states[self.n]
        self.fields, self.view = message["fields"], message["view"]
        self._compare(room)
        revealed = message["revealed"]
        assert (revealed and revealed["racks"]) == self.truth.laid_open(self.n, self.viewer)
        self._draft(message["draft"])

    def _event(self, message):
        if self.n is not None:
            assert message["n"] == self.n + 1, "a gap"
        self.n = message["n"]
        room = self.truth.states[self.n]
        assert message.get("game", []) == self.truth.seen(self.n, self.viewer)
        event, seat, command = self.truth.told[self.n]
        if "id" in message:
            assert seat == self.viewer
            assert command == self._command(self.truth.states[self.n - 1], message)
        if isinstance(event, e.Acted):
            assert set(message["told"]) <= {"kind", "seat", "cause"}
        if "revealed" in message:
            assert message["revealed"]["racks"] == self.truth.laid_open(self.n, self.viewer)
        if self.fields is None:  # it came back: what it knew before is not known here
            return
        self.fields |= message.get("fields", {})
        if "view" in message:
            self.view = None if message["view"] is None else (self.view or {}) | message["view"]
        self._compare(room)

    def _compare(self, room):
        assert self.fields == json.loads(json.dumps(to_plain(room_fields(room))))
        assert self.view == cut(room, self.viewer)

    def _refused(self, message):
        assert message["code"] in messages()
        assert message["message"].strip()

    def _caught(self, message):
        assert message["n"] == self.n
        self._draft(message["draft"])

    def _draft(self, draft):
        room = self.truth.states[self.n]
        if draft is not None and not room.options.drafts:
            assert room.state.turn == self.viewer

    def _drafted(self, message):
        assert self.truth.last.options.drafts
        assert message["seat"] != self.viewer

    def _done(self, message):
        assert self.truth.told[message["n"]][2] == self._command(self.truth.states[message["n"] - 1], message)

    def _command(self, room, message):
        return f"{self.viewer}.{room.who(self.viewer).joined}:{message['id']}"

    def _pong(self, _):
        pass


def snapshots(path):
    with closing(sqlite3.connect(path)) as db:
        return {room: from_snapshot(body) for room, body in db.execute("select room, body from snapshot")}


def beset(folder, seed, seconds, enough=None):
    """Let a storm rage over a server, and look at everything afterwards."""
    with Node(Place(folder), messages_per_second=200, commands_per_second=100) as node:
        outcome = asyncio.run(Weather(node.url, seed, seconds, enough).blow())
        assert node.running
        assert httpx.get(f"{node.url}/readyz").text == "ready"
    assert (node.status, node.errors()) == (0, []), "".join(node.errors())
    file = folder / "meldwise.sqlite"
    truths = {room: Truth(rows) for room, rows in logged(file).items()}
    for room, kept in snapshots(file).items():
        assert kept == truths[room].states[kept.n]
    for truth in truths.values():
        check_goes_on(truth.last, truth.last.at)
    kinds = [kind for heard in outcome.heard for kind in Listener(truths[heard.room], heard).check()]
    assert {heard.closed for heard in outcome.heard} <= {None, 1000, *CLOSES}
    comes_back(folder, outcome, truths)
    return outcome, truths, kinds


def comes_back(folder, outcome, truths):
    """Start again on the same file: every table is there, as its log says."""
    with Node(Place(folder)) as node, httpx.Client(base_url=node.url) as http:
        for place in outcome.places:
            answer = http.get(f"/api/rooms/{place.room}", headers={"X-Table-Link": place.seats[0].link or ""})
            truth = truths[place.room].last
            if truth.deserted or truth.phase == "closed":  # everyone has left it
                assert answer.status_code in (200, 404), answer.text
            else:
                assert answer.status_code == 200, answer.text
                assert answer.json()["fields"]["game"] >= truth.game
        assert node.running
    assert (node.status, node.errors()) == (0, []), "".join(node.errors())


def test_a_server_outlives_a_storm(tmp_path):
    enough = {"event": 300, "refused": 100, "pong": 0, "acted": 50, "moves in peace": 10}
    outcome, truths, kinds = beset(tmp_path, "short", 6, enough)
    assert set(kinds) >= {"welcome", "event", "refused", "pong"}
    assert kinds.count("event") > 300
    assert kinds.count("refused") > 100
    acted = [event for truth in truths.values() for event, seat, _ in truth.told.values() if isinstance(event, e.Acted)]
    assert len(acted) > 50
    assert len(outcome.healthy) > 10
    assert median(outcome.healthy) < 3
    assert max(outcome.healthy) < 20  # a crowded machine may hold up one of them


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_a_server_outlives_a_long_storm(tmp_path, seed):
    outcome, _, kinds = beset(tmp_path, seed, 60)
    assert set(kinds) >= {"welcome", "event", "refused", "pong", "done", "drafted", "caught"}
    assert kinds.count("event") > 3_000
    assert len(outcome.healthy) > 300
    assert sorted(outcome.healthy)[len(outcome.healthy) // 2] < 0.5

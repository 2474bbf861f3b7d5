"""Rooms for tests: built event by event, with a clock one turns by hand."""

import json

from meldwise import catalog
from meldwise.notation import write_tiles
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import due, timed_out
from meldwise.rooms.decide import decide, join
from meldwise.rooms.evolve import created, evolve, redo
from meldwise.rooms.messages import messages, welcome
from meldwise.rooms.options import Options
from meldwise.ruleset import RULES_VERSION

NODE = "node"
SECRET = "5e" * 32
PLAIN = Options()


class Played:
    """A room, everything that happened to it, and what everyone was told."""

    def __init__(self, options=PLAIN, opponents=(), name="Anna", at=1_000_000):
        self.now = at
        event = e.Created(options, RULES_VERSION, token(0), "", name, tuple(opponents))
        self.room = created("room", event, at)
        self.log = [(event, at)]
        self.told = []

    def pass_time(self, seconds):
        self.now += int(seconds * 1000)
        return self

    def happen(self, event, seat=None, command=""):
        before = self.room
        self.room, happened = evolve(before, event, self.now)
        assert redo(before, event, self.now) == (self.room, happened), "a log says the same without being judged again"
        self.log.append((event, self.now))
        self.told.append(messages(before, self.room, event, happened, seat, command))
        return happened

    def do(self, seat, command, name=""):
        return self.happen(decide(self.room, seat, command, lambda: SECRET), seat, name)

    def join(self, name, seat=None):
        event = join(self.room, name, token(len(self.log)), seat)
        self.happen(event)
        self.happen(e.Here(event.seat, NODE))
        return event.seat

    def fill(self):
        """Let people take every seat that is free, and be there."""
        for seat, who in enumerate(self.room.seats):
            if who.kind == "open":
                self.join(f"P{seat}", seat)
            elif who.kind == "person" and not who.node:
                self.happen(e.Here(seat, NODE))
        return self

    def deal(self, pool=()):
        """Begin a game, from a given order where there is one."""
        self.fill()
        self.do(self.room.host, c.Start())
        self.happen(e.Dealt(write_tiles(pool)))
        return self

    def act(self, text):
        """Do something in the game, whoever's turn it is."""
        return self.happen(e.Acted(text))

    def let_fall_due(self):
        """Turn the clock to what falls due next, and let it happen."""
        first = due(self.room)
        assert first is not None, "nothing falls due"
        self.now = max(self.now, first.at)
        event = first.event
        if event is None:
            event = timed_out(self.room, None) if self.room.phase == "playing" else e.Committed(SECRET)
        self.happen(event)
        return event


def token(number):
    return f"{number:064x}"


def playing(key="pl-standard", seats=2, pool=(), **options):
    """Return a room of people whose game has begun."""
    return Played(Options(rules=key, seats=seats, **options)).deal(pool)


def game_of(room):
    return catalog.game_of(room.rules)


class Follower:
    """A client that only ever puts fields into its copy."""

    def __init__(self, room, viewer):
        whole = json.loads(welcome(room, viewer, 0, None))
        self.n, self.fields, self.view, self.revealed = whole["n"], whole["fields"], whole["view"], whole["revealed"]

    def hear(self, text):
        event = json.loads(text)
        assert event["n"] == self.n + 1
        self.n = event["n"]
        self.fields |= event.get("fields", {})
        if "view" in event:
            self.view = None if event["view"] is None else (self.view or {}) | event["view"]
        kept = None if event.get("fields", {}).get("phase") == "sharing" else self.revealed
        self.revealed = event.get("revealed", kept)

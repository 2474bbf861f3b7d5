"""A room in a storm: people come, go, ask, leave and try everything, time passes, the server is down now and then."""

import json
import random

from meldwise import catalog
from meldwise.errors import MeldwiseError, RulesetError
from meldwise.game import to_bytes
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import due, skipped, timed_out
from meldwise.rooms.decide import decide, join
from meldwise.rooms.evolve import created, evolve
from meldwise.rooms.kept import from_snapshot, to_snapshot
from meldwise.rooms.messages import Messages, messages, welcome
from meldwise.rooms.options import ClockOptions, Options
from meldwise.rooms.state import BETWEEN, CLOSED, OPEN, OVER, OWNER, PERSON, PLAYING, SHARING, WAITING
from meldwise.ruleset import RULES_VERSION, knobs
from meldwise.server.pacemaker import played_by
from tests.rooms.building import Follower
from tests.rooms.mischief import Mischief, legal

NODE = "node"


def house_rules(dice, key):
    """Return a ruleset with some knobs turned, if they can be turned so."""
    rules = catalog.find(key)
    changes = []
    for knob in dice.sample(list(knobs(type(rules))), dice.randint(1, 3)):
        usual = getattr(rules, knob)
        if isinstance(usual, bool):
            changes.append(f"{knob}={str(not usual).lower()}")
        elif isinstance(usual, int):
            changes.append(f"{knob}={dice.choice([0, 1, 2, 3, 5, 8, 13, 26, 100])}")
    text = "+".join([key, *changes])
    try:
        catalog.find(text)
    except RulesetError:
        return key
    return text


def any_options(dice, key):
    """Return some options for a room of a ruleset, often with house rules."""
    key = house_rules(dice, key) if dice.random() < 0.4 else key
    rules = catalog.find(key)
    return Options(
        rules=key,
        seats=dice.randint(rules.min_players, min(6, rules.max_players)),
        games=dice.choice([None, 1, 2]),
        clock=dice.choice([ClockOptions("none"), ClockOptions(), ClockOptions("bank", 60, 5), ClockOptions("turn", 5)]),
        drafts=dice.random() < 0.5,
        reveal=dice.random() < 0.5,
        absent=dice.choice(["skip", "opponent"]),
        grace=dice.choice([1, 60, 600]),
        pace=dice.choice([0, 700]),
    )


class Storm:
    """One room, all that befalls it, and followers who hear of it."""

    def __init__(self, seed, key):
        self.dice = dice = random.Random(f"{seed} {key}")
        self.now = 1_000_000
        options = any_options(dice, key)
        self.mischief = Mischief(dice, options.seats)
        opponents = ("easy",) * dice.randrange(options.seats)
        name = "Anna" if dice.random() < 0.8 else None
        event = e.Created(options, RULES_VERSION, self._token(), "", name, opponents)
        self.room = created("room", event, self.now)
        self.log = [(event, self.now)]
        self.told: list[Messages] = []
        self.refused: dict[str, int] = {}
        self.followers = {viewer: Follower(self.room, viewer) for viewer in self._viewers()}

    def step(self):
        """Let one thing happen, or be refused."""
        self.now += self.dice.choice([0, 0, 10, 1_000, 4_000, 30_000])
        try:
            self._happen(self._something())
        except MeldwiseError as error:
            assert str(error).strip(), error.code
            self.refused[error.code] = self.refused.get(error.code, 0) + 1

    def _something(self):
        chances = [self._command, self._play, self._fall_due, self._opponent, self._come, self._go, self._outage]
        if not any(seat.kind == PERSON for seat in self.room.seats) and self.room.phase not in (WAITING, OVER):
            return self.dice.choice([self._fall_due, self._opponent, self._outage])()
        return self.dice.choices(chances, [20, 40, 12, 60, 15, 4, 1])[0]()

    def _command(self):
        seats = [i for i, seat in enumerate(self.room.seats) if seat.kind == PERSON]
        seat = self.dice.choice([*seats, *([OWNER] if self.room.owner else [])] or [OWNER])
        if seat == OWNER and not self.room.owner:
            return None
        command = c.Start() if self.room.phase == WAITING and self.dice.random() < 0.3 else self.mischief.command()
        return decide(self.room, seat, command, self._token), seat

    def _play(self):
        """Let a person do what may be done."""
        if self.room.phase == SHARING:
            return decide(self.room, self._person(), c.Share("ab"), self._token), None
        if self.room.phase != PLAYING:
            return None
        seat = self.dice.choice(list(self._game.actors(self.room.state)))
        if self.room.seats[seat].kind != PERSON:
            return None
        action = self.mischief.action(self._game.view(self.room.state, seat))
        return decide(self.room, seat, action, self._token), seat

    def _opponent(self):
        """Let an opponent act, as the pacemaker would."""
        if self.room.phase != PLAYING or self.room.stands_still:
            return None
        seat = self.dice.choice(list(self._game.actors(self.room.state)))
        if not played_by(self.room, seat):
            return None
        if self.dice.random() < 0.05:
            return skipped(self.room, seat)
        text = legal(self._game.view(self.room.state, seat), self.dice.getrandbits(32))
        return e.Acted(f"{seat} {text}", "opponent")

    def _fall_due(self):
        first = due(self.room)
        if first is None:
            return None
        self.now = max(self.now, first.at)
        return self._chosen(first)

    def _chosen(self, first):
        if first.event is not None:
            return first.event
        return timed_out(self.room, None) if self.room.phase == PLAYING else e.Committed(self._token())

    def _come(self):
        if self.room.phase in (WAITING, OVER) and any(seat.kind == OPEN for seat in self.room.seats):
            return join(self.room, self.dice.choice(["Bela", "\x00", "<i>", "  "]), self._token())
        seat = self._person()
        return e.Here(seat, NODE) if self.room.seats[seat].node == "" else None

    def _go(self):
        seat = self._person()
        return e.Gone(seat) if self.room.seats[seat].node else None

    def _outage(self):
        lost = self.dice.randrange(1, 100_000)
        self.now += lost
        return e.Outage(lost)

    def _person(self):
        seats = [i for i, seat in enumerate(self.room.seats) if seat.kind == PERSON]
        if not seats:
            raise MeldwiseError("seat-empty")
        return self.dice.choice(seats)

    def _happen(self, what):
        if what is None:
            return
        event, seat = what if isinstance(what, tuple) else (what, None)
        before = self.room
        self.room, happened = evolve(before, event, self.now)
        self.log.append((event, self.now))
        told = messages(before, self.room, event, happened, seat, "some-command")
        self.told.append(told)
        for viewer, follower in self.followers.items():
            follower.hear(told.to(viewer))
        self._change_places(before)
        self._check_views()

    def _viewers(self):
        return [None, *(i for i, seat in enumerate(self.room.seats) if seat.kind == PERSON)]

    def _holder(self, room, viewer):
        return None if viewer is None else room.seats[viewer].token

    def _change_places(self, before):
        """Let those hang up who lost their seat, and those look who have just taken one."""
        now = self._viewers()
        for viewer in {*self.followers, *now}:
            if viewer not in now or (
                viewer is not None and self.room.seats[viewer].token != before.seats[viewer].token
            ):
                self.followers.pop(viewer, None)
            if viewer in now:
                self.followers.setdefault(viewer, Follower(self.room, viewer))

    def _check_views(self):
        """Hold what everyone knows against what the rules say they may."""
        for viewer, follower in self.followers.items():
            whole = json.loads(welcome(self.room, viewer, 0, None))
            assert follower.fields == whole["fields"]
            assert follower.view == whole["view"] == cut(self.room, viewer)
            assert follower.revealed == whole["revealed"]

    def check_kept(self):
        """The room can be had again from a snapshot, and from its log."""
        assert from_snapshot(to_snapshot(self.room)) == self.room
        (first, at), *rest = self.log
        room = created("room", first, at)
        for event, at in rest:
            room, _ = evolve(room, event, at)
        assert room == self.room

    def check_not_stuck(self):
        """Whoever comes back finds a room in which things go on, up to the end of the match."""
        check_goes_on(self.room, self.now)

    def _token(self):
        return f"{self.dice.getrandbits(256):064x}"

    @property
    def _game(self):
        return catalog.game_of(self.room.rules)


def cut(room, viewer):
    """Return what the rules let a viewer know of a room's game, as plain data; who did not play it only watches."""
    if room.state is None:
        return None
    if viewer is not None and room.seats[viewer].token not in ("", room.players[viewer].token):  # "": just lost
        viewer = None
    known = json.loads(to_bytes(catalog.game_of(room.rules).view(room.state, viewer)))
    return {name: value for name, value in known.items() if name not in ("rules", "seat")}


def check_goes_on(room, now, most=3_000):
    """Let a person come, and then only what falls due happen: the match of a room must end, or its next game begin."""
    if room.phase in (WAITING, OVER, CLOSED):
        return
    persons = [i for i, seat in enumerate(room.seats) if seat.kind == PERSON]
    if not room.attended and (persons or room.owner):
        room, _ = evolve(room, e.Here(persons[0] if persons else OWNER, NODE), now)
    game = room.game
    for _ in range(most):
        if room.phase in (OVER, CLOSED) or room.game > game + 1:
            return
        room, now = _goes_on(room, now)
    raise AssertionError(f"no end in sight: {room.phase} {room.options}")


def _goes_on(room, now):
    game = catalog.game_of(room.rules)
    if room.phase == PLAYING and not room.stands_still:
        for seat in game.actors(room.state):
            if played_by(room, seat):
                return evolve(room, skipped(room, seat), now)[0], now
    persons = [i for i, seat in enumerate(room.seats) if seat.kind == PERSON]
    if persons and room.paused:  # also one that was agreed to by those who went away
        return evolve(room, decide(room, persons[0], c.Continue(), str), now)[0], now
    first = due(room)
    if first is None and room.phase == BETWEEN and not room.minded:  # whoever is there was away, and says: I am back
        return evolve(room, e.Back(next(i for i, seat in enumerate(room.seats) if seat.here)), now)[0], now
    assert first is not None, f"stuck in {room.phase}: {room.options} {room.seats} {room.paused}"
    now = max(now, first.at)
    event = first.event
    if event is None:
        event = timed_out(room, None) if room.phase == PLAYING else e.Committed("5e" * 32)
    return evolve(room, event, now)[0], now

"""Are many recorded games dealt by chance alone? Tests over their pools, grouped by ruleset and number of seats.

Each test compares what was dealt with what a fair shuffle gives. Their p-values are adjusted by Holm's method over all
tests of all groups, so that an honest dealer raises a false alarm once in a hundred assessments, whatever their number.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from meldwise.fair.scales import scales
from meldwise.fair.tails import chi_squared_tail, holm, normal_tail
from meldwise.notation import write_tiles
from meldwise.record import Record
from meldwise.ruleset import AnyRules, CardRules
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.tiles import Rack

LEVEL = 0.01
"""A test whose adjusted p-value is below this is an alarm."""
LEAST = 100
"""Fewer deals say nothing: the tails are not what the tests take them for."""

LEAST_EXPECTED = 5
"""Chi-squared is not what its tail says where a kind is expected less often in a place."""


class Finding(msgspec.Struct, frozen=True):
    """One test: what was compared, how far it is off, and how often chance alone goes so far.

    Tests of racks have *found*, *expected* and a *score* in standard errors (z); the others have a chi-squared *score*
    with its degrees of *freedom*. *who* is a seat, or the player that was asked about.
    """

    what: str
    score: float
    p: float
    who: int | str | None = None
    freedom: int | None = None
    found: float | None = None
    expected: float | None = None
    adjusted: float = 1.0

    @property
    def alarm(self) -> bool:
        """Whether chance alone hardly goes so far."""
        return self.adjusted < LEVEL


class Group(msgspec.Struct, frozen=True):
    """The deals of one ruleset and number of seats; *findings* is empty where there are too few.

    *repeated* is how many records more have a pool that was there already; *drawn*, in how many deals the seats drew
    for the start.
    """

    rules: str
    seats: int
    deals: int
    repeated: int
    drawn: int
    findings: tuple[Finding, ...]


def assess(records: Iterable[Record], name: str | None = None) -> list[Group]:
    """Test how records are dealt; with *name*, also what that player was dealt, at whichever seat.

    The records must begin as their rules say (`record.replay` yields the deal); nothing else of them is looked at.
    """
    tallies: dict[tuple[str, int], Tally] = {}
    for record in records:
        key = record.rules.text, len(record.names)
        if key not in tallies:
            tallies[key] = Tally(record.rules, len(record.names), name)
        tallies[key].add(record)
    return _adjusted([tally.group() for _, tally in sorted(tallies.items())])


def _adjusted(groups: Sequence[Group]) -> list[Group]:
    adjusted = iter(holm([finding.p for group in groups for finding in group.findings]))
    replace = msgspec.structs.replace
    return [
        replace(group, findings=tuple(replace(finding, adjusted=next(adjusted)) for finding in group.findings))
        for group in groups
    ]


class Tally:
    """What was dealt in the games of one ruleset and number of seats."""

    def __init__(self, rules: AnyRules, seats: int, name: str | None = None) -> None:
        self.rules = rules
        self.seats = seats
        self.name = name
        self.box: Rack = deck(rules) if isinstance(rules, CardRules) else rules.box.tiles
        self.size = rules.hand_size if isinstance(rules, CardRules) else rules.rack_size
        self.places = _places(self.size, seats, len(self.box))
        self.scales = scales(rules, self.box, self.size)
        self.bonus: Counter[str] | None = Counter() if isinstance(rules, CardRules) else None
        self.dealt: list[Counter[object]] = [Counter() for _ in self.places]
        self.starters: Counter[int] = Counter()
        self.sums: Counter[tuple[int | str, str]] = Counter()
        self.racks: Counter[int | str] = Counter()
        self.seen: set[bytes] = set()
        self.repeated = 0

    def add(self, record: Record) -> None:
        """Count a record; one whose pool was there before is not another deal."""
        setup = record.setup
        mark = hashlib.sha256(write_tiles(setup.pool).encode()).digest()
        if mark in self.seen:
            self.repeated += 1
            return
        self.seen.add(mark)
        for place, counter in zip(self.places, self.dealt, strict=True):
            counter.update(setup.pool[place])
        if setup.start_draw:
            self.starters[setup.starter] += 1
        if self.bonus is not None:
            self.bonus.update(setup.bonus)
        for seat, player in enumerate(record.names):
            named = [player] if player == self.name and record.names.count(player) == 1 else []
            self._measure([seat, *named], setup.pool[self.places[seat]])

    def _measure(self, who: Sequence[int | str], rack: Rack) -> None:
        for scale in self.scales:
            figure = scale.of(rack)
            self.sums.update({(one, scale.what): figure for one in who})
        self.racks.update(who)

    def group(self) -> Group:
        """Test what was counted."""
        deals, drawn = len(self.seen), self.starters.total()
        findings = tuple(self._findings(deals)) if deals >= LEAST else ()
        return Group(self.rules.text, self.seats, deals, self.repeated, drawn, findings)

    def _findings(self, deals: int) -> Iterable[Finding]:
        counts, sizes = Counter(self.box), [place.stop - place.start for place in self.places]
        table = [[dealt[tile] for tile in counts] for dealt in self.dealt]
        if deals * min(sizes) * min(counts.values()) >= LEAST_EXPECTED * len(self.box):
            yield _spread("tiles", table, sizes, list(counts.values()), deals)
        if self.bonus and (hidden := len(BONUS_CARDS) - (chosen := self.bonus.total() // deals)):
            row = [self.bonus[card] for card in BONUS_CARDS]
            table = [row, [deals - times for times in row]]
            yield _spread("bonus", table, [chosen, hidden], [1] * len(row), deals)
        if self.starters.total() >= LEAST:
            yield _starts([self.starters[seat] for seat in range(self.seats)])
        for who in sorted(self.racks, key=str):
            yield from self._measured(who)

    def _measured(self, who: int | str) -> Iterable[Finding]:
        racks = self.racks[who]
        for scale in self.scales if racks >= LEAST else ():
            found = self.sums[who, scale.what] / racks
            z = (found - scale.mean) / math.sqrt(scale.variance / racks)
            yield Finding(scale.what, z, normal_tail(z), who, None, found, scale.mean)


def _places(rack: int, seats: int, box: int) -> list[slice]:
    """Return the places of a pool that are compared: each rack, then three thirds of what is left."""
    rest = seats * rack
    marks = [*range(0, rest, rack), *(rest + (box - rest) * third // 3 for third in range(4))]
    return [slice(start, end) for start, end in pairwise(marks)]


def _spread(what: str, table: list[list[int]], places: list[int], copies: list[int], deals: int) -> Finding:
    """Test how kinds fall into places: chi-squared, smaller by (N-1)/N because a deal puts nothing back."""
    total = sum(copies)
    score = 0.0
    for place, row in zip(places, table, strict=True):
        for held, count in zip(copies, row, strict=True):
            expected = deals * place * held / total
            score += (count - expected) ** 2 / expected
    score *= (total - 1) / total
    freedom = (len(places) - 1) * (len(copies) - 1)
    return Finding(what, score, chi_squared_tail(score, freedom), freedom=freedom)


def _starts(starts: Sequence[int]) -> Finding:
    """Test who starts, where the seats drew for it."""
    expected = sum(starts) / len(starts)
    score = sum((count - expected) ** 2 / expected for count in starts)
    return Finding("start", score, chi_squared_tail(score, len(starts) - 1), freedom=len(starts) - 1)

"""What the list of open tables tells of each."""

import msgspec
import pytest

from meldwise.rooms import events as e
from meldwise.rooms.evolve import created
from meldwise.rooms.options import ClockOptions, Options
from meldwise.ruleset import RULES_VERSION
from meldwise.server.lobby import Summary, summary

BANK = ClockOptions("bank", 300, 5)
NONE = ClockOptions("none")


@pytest.mark.parametrize(
    ("options", "clock", "games"),
    [
        (Options(), ClockOptions("turn", 60), 2),
        (Options(rules="pl-standard+turn_seconds=30"), ClockOptions("turn", 30), 2),
        (Options(rules="rummy17", seats=3), NONE, 1),
        (Options(clock=NONE, games=4), NONE, 4),
        (Options(clock=BANK, seats=4), BANK, 4),
    ],
)
def test_a_table_is_listed_with_its_clock_and_the_length_of_its_match(options, clock, games):
    room = created("abc", e.Created(options, RULES_VERSION, "1" * 64, name="Anna"), 0)
    listed = msgspec.json.decode(summary(room), type=Summary)
    assert (listed.clock, listed.games) == (clock, games)


def test_a_table_that_an_older_server_listed_can_still_be_read():
    room = created("abc", e.Created(Options(), RULES_VERSION, "1" * 64, name="Anna"), 0)
    known = msgspec.json.decode(summary(room))
    del known["clock"], known["games"]
    assert msgspec.convert(known, Summary).room == "abc"

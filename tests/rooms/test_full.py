"""Nothing is unbounded: a table at which too much has happened comes to its end."""

import pytest
from msgspec.structs import replace

from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import BETWEEN_TIME, LAST_LOOK, due
from meldwise.rooms.decide import Refused
from meldwise.rooms.state import MOST_EVENTS
from tests.rooms.building import SECRET, Played, playing


def play_on(table):
    """Draw and pass until the game ends."""
    while table.room.phase == "playing":
        state = table.room.state
        table.act(f"{state.turn} {'draw' if state.pool else 'pass'}")


def wear_out(table, n=MOST_EVENTS):
    table.room = replace(table.room, n=n)


def test_a_game_is_played_to_its_end_and_the_next_does_not_begin():
    table = playing(games=3)
    wear_out(table)
    play_on(table)
    assert table.room.phase == "between"
    with pytest.raises(Refused) as caught:
        table.do(table.room.host, c.Start())
    assert caught.value.code == "log-full"
    ended = table.now
    assert table.let_fall_due() == e.Closed()
    assert table.now == ended + LAST_LOOK > ended + BETWEEN_TIME
    assert table.room.phase == "closed"
    assert due(table.room) is None


def test_there_is_no_rematch():
    table = playing(games=1)
    play_on(table)
    wear_out(table)
    with pytest.raises(Refused) as caught:
        table.do(0, c.Ask("rematch"))
    assert caught.value.code == "log-full"
    assert table.let_fall_due() == e.Closed()


def test_a_game_that_goes_on_and_on_is_closed_in_its_midst():
    table = playing()
    wear_out(table, 2 * MOST_EVENTS - 2)
    table.do(0, c.Say("still here"))
    assert table.let_fall_due() != e.Closed()
    now = table.now
    assert table.let_fall_due() == e.Closed()
    assert table.now == now


def test_a_table_that_waits_while_people_come_and_go_is_closed_too():
    table = Played().fill()
    wear_out(table)
    assert table.let_fall_due() == e.Closed()


def test_one_event_earlier_the_next_game_begins_by_itself():
    table = playing(games=3)
    play_on(table)
    wear_out(table, MOST_EVENTS - 1)
    assert table.let_fall_due() == e.Committed(SECRET)


def test_one_event_earlier_the_host_may_start():
    table = playing(games=3)
    play_on(table)
    wear_out(table, MOST_EVENTS - 1)
    table.do(table.room.host, c.Start())
    assert table.room.phase == "sharing"

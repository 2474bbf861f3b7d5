"""Who is gone, who has left, and who may see what afterwards."""

import json

import pytest

from meldwise import catalog
from meldwise.notation import parse_tiles
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import IDLE_TIME, due
from meldwise.rooms.decide import MOST_REFUSED, Refused
from meldwise.rooms.messages import welcome
from meldwise.rooms.options import ClockOptions, Options
from meldwise.rooms.state import OWNER
from tests.rooms.building import NODE, Follower, Played, playing


def ended(**options):
    """Return a room whose match of one game is over."""
    table = playing(games=1, **options)
    while table.room.phase == "playing":
        state = table.room.state
        table.act(f"{state.turn} {'draw' if state.pool else 'pass'}")
    return table


def laid_open(table, viewer):
    return json.loads(welcome(table.room, viewer, 0, None))["revealed"]


def test_a_rematch_waits_for_a_seat_that_was_left_meanwhile():
    table = ended(seats=3)
    table.do(0, c.Ask("rematch"))
    table.do(1, c.Answer(True))
    table.do(2, c.Leave())
    assert table.room.phase == "over"
    assert table.room.asking is None


def test_a_rematch_waits_for_who_has_lost_the_connection_as_long_as_the_grace_lasts():
    table = ended(grace=30)
    table.happen(e.Gone(1))
    table.do(0, c.Ask("rematch"))
    assert table.room.phase == "over"
    assert isinstance(table.let_fall_due(), e.AskLapsed)
    table.do(0, c.Ask("rematch"))
    assert table.room.phase == "between"


def test_a_rematch_that_was_refused_is_asked_for_by_others_or_of_others():
    table = ended()
    for seat in (0, 1, 0):  # each time the other one may ask again, or else nobody could any more
        for _ in range(MOST_REFUSED):
            table.do(seat, c.Ask("rematch"))
            table.do(1 - seat, c.Answer(False))
        with pytest.raises(Refused) as caught:
            table.do(seat, c.Ask("rematch"))
        assert caught.value.code == "asked-before"
    table.do(1, c.Leave())
    table.do(0, c.Replace(1, "easy"))
    table.do(0, c.Ask("rematch"))
    assert table.room.phase == "between"


def test_who_sits_down_has_not_agreed_to_what_was_asked_of_somebody_else():
    table = ended(seats=3)
    table.do(0, c.Ask("rematch"))
    table.do(1, c.Answer(True))
    table.do(1, c.Leave())
    table.join("Cili", 1)
    table.do(2, c.Answer(True))
    assert table.room.phase == "over"
    table.do(1, c.Answer(True))
    assert isinstance(table.let_fall_due(), e.Committed)


def test_a_host_without_a_seat_who_is_gone_hands_on():
    table = Played(Options(seats=2), name=None)
    table.happen(e.Here(OWNER, NODE))
    table.fill()
    assert table.room.host == OWNER
    table.happen(e.Gone(OWNER))
    gone = table.now
    assert table.let_fall_due() == e.Away(OWNER)
    assert table.now == gone + IDLE_TIME
    assert table.room.host == 0
    table.happen(e.Here(OWNER, NODE))
    assert table.room.host == 0
    for seat in (0, 1):
        table.do(seat, c.Leave())
    assert table.room.host == OWNER
    table.do(OWNER, c.Replace(0))


def test_a_host_without_a_seat_may_leave():
    table = Played(Options(seats=2), name=None).fill()
    table.do(OWNER, c.Leave())
    assert table.room.owner is None
    assert table.room.host == 0


def test_a_table_of_opponents_stands_still_while_nobody_watches():
    table = Played(Options(seats=2, clock=ClockOptions("turn", 30)), opponents=("easy", "easy"), name=None)
    table.happen(e.Here(OWNER, NODE))
    table.do(OWNER, c.Start())
    table.let_fall_due()
    assert not table.room.stands_still
    spectator = Follower(table.room, None)
    table.happen(e.Gone(OWNER))
    assert table.room.stands_still
    assert due(table.room) is None
    spectator.hear(table.told[-1].public)
    assert spectator.fields["still"]
    table.happen(e.Here(OWNER, NODE))
    assert table.room.watch.due is not None
    spectator.hear(table.told[-1].public)
    assert not spectator.fields["still"]


@pytest.mark.parametrize("reveal", [True, False])
def test_only_who_played_sees_what_a_game_lays_open_unless_the_table_says_so(reveal):
    table = ended(reveal=reveal)
    assert laid_open(table, 0) is not None
    assert (laid_open(table, None) is not None) == reveal
    table.do(1, c.Leave())
    newcomer = table.join("Cili")
    assert newcomer == 1
    assert (laid_open(table, newcomer) is not None) == reveal


def test_who_takes_a_seat_after_a_game_does_not_see_the_rack_that_was_played_there():
    table = ended(reveal=False)
    mine, before = (json.loads(welcome(table.room, seat, 0, None))["view"] for seat in (0, 1))
    assert mine["rack"]
    assert before["rack"]
    table.do(1, c.Leave())
    newcomer = table.join("Cili")
    assert newcomer == 1
    watched, seen, still = (json.loads(welcome(table.room, one, 0, None))["view"] for one in (None, newcomer, 0))
    assert seen == watched
    assert not seen["rack"]
    assert still == mine


def test_a_host_who_only_watches_is_no_player():
    table = Played(Options(seats=2, games=1, reveal=False), name=None)
    table.happen(e.Here(OWNER, NODE))
    table.deal()
    while table.room.phase == "playing":
        state = table.room.state
        table.act(f"{state.turn} {'draw' if state.pool else 'pass'}")
    assert laid_open(table, OWNER) is None


def test_a_record_names_those_who_played():
    table = ended()
    names = table.room.names
    table.do(1, c.Leave())
    table.join("Cili")
    assert table.room.names == names


def test_a_bank_is_not_filled_by_a_take_back():
    table = playing("rummy17", clock=ClockOptions("bank", 100, 0))
    seat = table.room.state.turn
    table.pass_time(30).act(f"{seat} pile")
    table.pass_time(30).act(f"{seat} discard {table.room.state.hands[seat][0]}")
    table.do(seat, c.Ask("take-back"))
    table.do(1 - seat, c.Answer(True))
    assert table.room.watch.left == 40_000


def test_a_turn_that_is_taken_back_earns_nothing_however_often():
    table = playing("rummy17", clock=ClockOptions("bank", 100, 8))
    seat = table.room.state.turn
    table.pass_time(10).act(f"{seat} pile")
    for _ in range(5):
        table.pass_time(2).act(f"{seat} discard {table.room.state.hands[seat][0]}")
        table.do(seat, c.Ask("take-back"))
        table.pass_time(3).do(1 - seat, c.Answer(True))
    assert (table.room.watch.banks[seat], table.room.watch.banks[1 - seat]) == (80_000, 85_000)
    assert table.room.watch.left == 80_000
    table.act(f"{seat} discard {table.room.state.hands[seat][0]}")
    assert table.room.watch.banks[seat] == 88_000


def test_an_opponents_turn_that_is_undone_earns_nothing_either():
    rack = parse_tiles("r10 r11 r12 r13 k1 k3 k5 k7 b1 b3 b5 b7 o1 o3", catalog.find("pl-standard"))
    table = Played(Options(clock=ClockOptions("bank", 100, 8)), opponents=("easy",)).deal(rack)
    table.pass_time(20).act("0 play r10 r11 r12 r13")
    table.pass_time(4).act("1 draw")
    assert table.room.watch.banks == (88_000, 104_000)
    table.pass_time(3).do(0, c.Ask("take-back"))
    assert table.room.actions == ()
    assert table.room.watch.banks == (77_000, 96_000)


def test_what_is_taken_back_within_a_turn_gives_no_time_back_either():
    table = playing("rummy17", clock=ClockOptions("bank", 100, 8))
    seat = table.room.state.turn
    table.pass_time(30).act(f"{seat} pile")
    table.do(seat, c.Ask("take-back"))
    table.do(1 - seat, c.Answer(True))
    assert table.room.watch.left == 70_000
    table.pass_time(5)
    table.act(f"{seat} pile")
    table.act(f"{seat} discard {table.room.state.hands[seat][0]}")
    assert table.room.watch.banks[seat] == 73_000


def test_a_slip_is_not_taken_back_once_an_opponent_has_shown_something():
    table = Played(Options(rules="rummy17", seats=2), opponents=("easy",)).deal()
    while table.room.state.turn != 0:
        table.act("1 pile")
        table.act(f"1 discard {table.room.state.hands[1][0]}")
    table.act("0 pile")
    table.act(f"0 discard {table.room.state.hands[0][0]}")
    table.act("1 pile")
    table.act(f"1 discard {table.room.state.hands[1][0]}")
    with pytest.raises(Exception, match="cannot be asked"):
        table.do(0, c.Ask("take-back"))

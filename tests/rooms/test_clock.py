"""Time at a table: turns, banks, knocking, pauses, outages, and people who are gone."""

import pytest

from meldwise import catalog
from meldwise.notation import parse_table, parse_tiles
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import (
    ASK_TIME,
    BETWEEN_TIME,
    IDLE_TIME,
    LEAST_TURN,
    MOST_LATE,
    SHARE_TIME,
    due,
    pace,
    skipped,
    timed_out,
)
from meldwise.rooms.options import ClockOptions, Options
from meldwise.server.pacemaker import played_by
from meldwise.tilegame.scoring import late_draw
from tests.rooms.building import NODE, Played, game_of, playing

OPENS = parse_tiles("r10 b10 o10 r1 b2 o3 k4 r5 b6 o7 k8 r12 b13 o1", catalog.find("pl-standard"))


def turn_of(room):
    return room.state.turn


def next_due(table):
    first = due(table.room)
    assert first is not None
    return first


@pytest.mark.rule("T33", "T35")
@pytest.mark.parametrize("key", [key for key in catalog.rulesets() if key != "rummy17"])
def test_a_turn_lasts_as_long_as_the_book_says_and_then_costs_tiles(key):
    table = playing(key)
    seat = turn_of(table.room)
    assert table.room.watch.due == table.now + 60_000
    assert table.let_fall_due().cause == "clock"
    assert len(table.room.state.racks[seat]) == 14 + late_draw(table.room.rules)
    assert turn_of(table.room) != seat
    assert table.room.watch.due == table.now + 60_000


def test_a_table_may_choose_other_seconds_or_none():
    assert playing(clock=ClockOptions("turn", 20)).room.watch.left == 20_000
    table = playing(clock=ClockOptions("none"))
    assert table.room.watch.due is None
    assert next_due(table).at == table.now + IDLE_TIME
    assert next_due(table).event == e.Away(turn_of(table.room))


def test_who_arranges_tiles_does_something():
    table = playing(clock=ClockOptions("none"))
    arranged = table.now + IDLE_TIME - 1_000
    idle, before = due(table.room, arranged), due(table.room, table.now - 5_000)
    assert idle is not None
    assert before is not None
    assert (idle.at, idle.event) == (arranged + IDLE_TIME, e.Away(turn_of(table.room)))
    assert (before.at, before.event) == (table.now + IDLE_TIME, idle.event)


def test_a_bank_pays_for_turns_and_grows_with_each():
    table = playing(clock=ClockOptions("bank", 100, 3))
    first = turn_of(table.room)
    table.pass_time(30).act(f"{first} draw")
    assert table.room.watch.banks[first] == 100_000 - 30_000 + 3_000
    assert table.room.watch.left == 100_000
    table.act(f"{1 - first} draw")
    assert table.room.watch.left == 73_000


def test_a_bank_that_is_empty_leaves_a_few_seconds_for_a_turn():
    table = playing(clock=ClockOptions("bank", 5, 0))
    for _ in range(3):
        assert table.let_fall_due().cause == "clock"
    assert table.room.watch.left == LEAST_TURN


@pytest.mark.parametrize("used", [0, 1, 3, 4.5])
def test_a_bank_without_an_increment_never_grows(used):
    table = playing(clock=ClockOptions("bank", 9, 0))
    seat = turn_of(table.room)
    banks = [table.room.watch.banks[seat]]
    for _ in range(4):
        table.pass_time(used).act(f"{seat} draw")
        banks.append(table.room.watch.banks[seat])
        table.act(f"{1 - seat} draw")
    assert banks == [max(0, 9_000 - int(1000 * used) * turns) for turns in range(5)]
    assert table.room.watch.left == max(banks[-1], LEAST_TURN)


@pytest.mark.rule("C4")
def test_knocking_has_its_own_time_and_the_turn_waits():
    table = playing("rummy17", clock=ClockOptions("turn", 60))
    seat = turn_of(table.room)
    table.pass_time(20).act(f"{seat} stock")
    assert table.room.watch.due is None
    assert table.room.watch.knock_due == table.now + 10_000
    assert table.let_fall_due().action == f"{seat} knock-time"
    assert table.room.watch.due == table.now + 40_000
    assert table.room.watch.knock_due is None


@pytest.mark.rule("C15")
def test_in_rummy_17_time_takes_from_the_stock_and_throws_that_card():
    table = playing("rummy17", clock=ClockOptions("turn", 60))
    seat = turn_of(table.room)
    before = table.room.state.hands[seat]
    table.let_fall_due()
    assert table.room.state.hands[seat] == before
    assert turn_of(table.room) != seat


def test_a_pause_by_consent_stops_the_clock_and_anyone_ends_it():
    table = playing()
    table.pass_time(10).do(0, c.Ask("pause"))
    assert not table.room.paused
    table.pass_time(5).do(1, c.Answer(True))
    assert table.room.paused
    assert table.room.watch.left == 45_000
    assert table.room.watch.due is None
    table.pass_time(1000).do(1, c.Continue())
    assert table.room.watch.due == table.now + 45_000


def test_what_is_asked_and_not_answered_lapses():
    table = playing(clock=ClockOptions("turn", 600))
    table.do(0, c.Ask("pause"))
    asked = table.now
    assert isinstance(table.let_fall_due(), e.AskLapsed)
    assert table.now == asked + ASK_TIME
    assert table.room.asking is None


def test_after_an_outage_running_clocks_get_the_lost_time_back():
    table = playing()
    table.pass_time(10)
    ends = table.room.watch.due
    table.pass_time(500)
    table.happen(e.Outage(500_000))
    assert table.room.watch.due == ends + 500_000


def test_when_the_last_person_goes_everything_stands_still_until_one_is_back():
    table = playing()
    table.happen(e.Gone(0))
    assert table.room.watch.due is not None
    table.pass_time(20).happen(e.Gone(1))
    assert table.room.watch.due is None
    assert due(table.room) is None
    table.pass_time(100_000).happen(e.Here(1, NODE))
    assert table.room.watch.due == table.now + 40_000


def test_who_is_gone_for_longer_than_the_grace_is_away_and_the_next_person_is_host():
    table = playing(grace=30, clock=ClockOptions("none"))
    assert table.room.host == 0
    gone = table.now
    table.happen(e.Gone(0))
    assert table.let_fall_due() == e.Away(0)
    assert table.now == gone + 30_000
    assert table.room.host == 1
    table.happen(e.Here(0, NODE))
    assert not table.room.seats[0].away


@pytest.mark.parametrize("key", ["pl-standard", "rummy17"])
def test_turns_of_who_is_away_are_skipped_without_a_fine_where_the_table_says_so(key):
    table = playing(key, absent="skip", clock=ClockOptions("none"))
    seat = turn_of(table.room)
    state = table.room.state
    size = len(state.racks[seat] if key == "pl-standard" else state.hands[seat])
    table.happen(e.Gone(seat))
    table.let_fall_due()
    assert table.let_fall_due().cause == "skip"
    assert turn_of(table.room) != seat
    state = table.room.state
    assert len(state.racks[seat] if key == "pl-standard" else state.hands[seat]) == size + (key == "pl-standard")


@pytest.mark.parametrize("clock", ["none", "turn"])
def test_a_turn_is_skipped_in_time_however_much_is_said(clock):
    table = playing(absent="skip", clock=ClockOptions(clock))
    seat = turn_of(table.room)
    table.happen(e.Gone(seat))
    table.let_fall_due()
    when = next_due(table).at
    for number in range(20):
        table.pass_time(1)
        table.happen(e.Muted(seat, number % 2 == 0))
    assert next_due(table).at == when
    assert table.let_fall_due().cause == "skip"


@pytest.mark.parametrize("clock", [ClockOptions("turn", 5), ClockOptions("bank", 5)])
def test_a_turn_is_skipped_before_the_clock_ends_it_however_slow_the_pace(clock):
    table = playing("fi-classic", absent="skip", grace=1, pace=10_000, clock=clock)
    seat = turn_of(table.room)
    table.happen(e.Gone(seat))
    assert table.let_fall_due() == e.Away(seat)
    assert table.let_fall_due().cause == "skip"
    assert table.room.seats[seat].late == 0


@pytest.mark.rule("C4")
def test_opponents_one_after_the_other_answer_a_knock_in_time():
    table = playing("rummy17", seats=6, pace=10_000, clock=ClockOptions("none"))
    table.act(f"{turn_of(table.room)} stock")
    ends = table.room.watch.knock_due
    while table.room.watch.knock_due is not None:
        seat = game_of(table.room).actors(table.room.state)[0]
        table.pass_time(pace(table.room, table.now) / 1000).act(f"{seat} knock no")
    assert table.now < ends - 2_000  # and there is some time to think


def test_opponents_keep_their_pace_where_there_is_time():
    assert pace(playing(pace=10_000).room, 1_000_000) == 10_000
    assert pace(playing(pace=10_000, clock=ClockOptions("none")).room, 1_000_000) == 10_000
    table = playing(pace=10_000, clock=ClockOptions("turn", 15))
    assert [pace(table.room, table.now + gone) for gone in (0, 5_000, 16_000)] == [7_500, 5_000, 0]


def test_who_is_there_but_does_nothing_is_away_after_a_while_even_without_a_clock():
    table = playing(clock=ClockOptions("none"))
    seat = turn_of(table.room)
    assert table.let_fall_due() == e.Away(seat)
    table.do(seat, c.TakeSeatBack())
    assert not table.room.seats[seat].away


def test_who_lets_the_clock_end_turn_after_turn_is_away():
    table = playing("pl-standard+time_penalty=0")
    seat = turn_of(table.room)
    for _ in range(2 * MOST_LATE):
        assert not table.room.seats[seat].away
        assert table.let_fall_due().cause == "clock"
    ended = table.now
    assert table.let_fall_due() == e.Away(seat)
    assert table.now == ended
    table.do(seat, c.TakeSeatBack())
    assert (table.room.seats[seat].away, table.room.seats[seat].late) == (False, 0)
    assert table.let_fall_due().cause == "clock"


def test_who_does_something_between_is_only_slow():
    table = playing(pool=OPENS)
    seat = turn_of(table.room)
    for _ in range(MOST_LATE - 1):
        table.let_fall_due()
        table.act(f"{1 - seat} draw")
    assert [who.late for who in table.room.seats] == [MOST_LATE - 1 if i == seat else 0 for i in range(2)]
    laid = parse_table("r10 b10 o10", table.room.rules)
    table.happen(timed_out(table.room, laid))
    assert table.room.state.table == laid
    assert table.room.seats[seat].late == 0


@pytest.mark.parametrize("absent", ["skip", "opponent"])
@pytest.mark.parametrize("key", sorted(catalog.rulesets()))
def test_a_game_nobody_plays_ends_though_everyone_is_there_and_no_other_begins(key, absent):
    free = "" if key == "rummy17" else "+time_penalty=0+forgotten_penalty=0"
    table = playing(key + free, games=3, absent=absent, clock=ClockOptions("turn", 5))
    while table.room.phase == "playing":
        seat = next((i for i in game_of(table.room).actors(table.room.state) if played_by(table.room, i)), None)
        if seat is None:
            table.let_fall_due()
        else:
            table.happen(skipped(table.room, seat))
        assert len(table.log) < 3_000, "no end in sight"
    assert [who.away for who in table.room.seats] == [True, True]
    assert (table.room.phase, due(table.room)) == ("between", None)
    table.do(1, c.TakeSeatBack())
    assert isinstance(table.let_fall_due(), e.Committed)


def test_what_somebody_asked_who_is_away_is_asked_no_more():
    table = playing(clock=ClockOptions("none"))
    table.do(0, c.Ask("pause"))
    table.happen(e.Away(0))
    assert table.room.asking is None
    assert not table.room.paused


def test_a_rematch_is_for_those_too_who_were_away():
    table = playing(games=1, clock=ClockOptions("none"))
    for seat in range(2):
        table.happen(e.Away(seat))
    while table.room.phase == "playing":
        table.happen(skipped(table.room, turn_of(table.room)))
    table.do(0, c.Ask("rematch"))  # nobody else is there to agree
    assert isinstance(table.let_fall_due(), e.Committed)


def test_whoever_acts_is_back():
    table = playing(clock=ClockOptions("none"))
    seat = turn_of(table.room)
    table.let_fall_due()
    table.do(seat, c.Act("draw"))
    assert not table.room.seats[seat].away


def test_the_deal_waits_for_everyones_share_and_no_longer():
    table = Played().fill()
    table.do(0, c.Start())
    assert next_due(table).at == table.now + SHARE_TIME
    table.do(0, c.Share("aa"))
    assert next_due(table).at == table.room.began + SHARE_TIME
    table.do(1, c.Share("bb"))
    assert next_due(table).at == table.now
    table.let_fall_due()
    assert table.room.phase == "playing"
    assert table.room.shares == ("aa", "bb")


def test_the_deal_waits_also_for_who_has_lost_the_connection_for_a_moment():
    table = Played(Options()).fill()
    table.do(0, c.Start())
    table.do(0, c.Share("aa"))
    table.happen(e.Gone(1))
    assert next_due(table).at == table.room.began + SHARE_TIME
    table.happen(e.Away(1))
    assert next_due(table).at == table.now


def test_the_next_game_of_a_match_begins_by_itself_and_so_does_a_rematch():
    table = playing(games=2)
    finish(table)
    assert table.room.phase == "between"
    ended = table.now
    assert isinstance(table.let_fall_due(), e.Committed)
    assert table.now == ended + BETWEEN_TIME
    table.let_fall_due()
    assert table.room.game == 2
    finish(table)
    assert table.room.phase == "over"
    table.do(0, c.Ask("rematch"))
    table.do(1, c.Answer(True))
    assert isinstance(table.let_fall_due(), e.Committed)
    assert table.room.match is None


def finish(table):
    """Draw the pool and pass until the game is over."""
    while table.room.phase == "playing":
        seat = turn_of(table.room)
        table.act(f"{seat} {'draw' if table.room.state.pool else 'pass'}")


def test_a_ghost_leaves_a_table_that_waits():
    table = Played(Options(seats=3))
    assert table.let_fall_due() == e.Left(0)
    assert table.room.seats[0].kind == "open"
    assert table.join("Béla") == 0
    assert table.room.host == 0


def test_without_a_clock_talk_of_the_others_does_not_keep_somebody_from_being_away():
    table = playing(clock=ClockOptions("none"))
    seat, began = turn_of(table.room), table.now
    table.pass_time(540).do(1 - seat, c.Say("are you there?"))
    table.happen(e.Gone(1 - seat))
    table.happen(e.Here(1 - seat, NODE))
    assert table.let_fall_due() == e.Away(seat)
    assert table.now == began + IDLE_TIME


@pytest.mark.parametrize(
    "sign",
    [
        lambda table, seat: table.do(seat, c.Say("a moment")),
        lambda table, seat: table.do(seat, c.Ask("pause")),
        lambda table, seat: table.happen(e.Here(seat, "another node")),
    ],
)
def test_without_a_clock_whoever_shows_to_be_there_is_waited_for_anew(sign):
    table = playing(clock=ClockOptions("none"))
    seat = turn_of(table.room)
    sign(table.pass_time(540), seat)
    shown = table.now
    while table.room.asking:
        table.let_fall_due()
    assert table.let_fall_due() == e.Away(seat)
    assert table.now == shown + IDLE_TIME


def test_without_a_clock_a_turn_of_several_actions_is_waited_for_from_the_last_one():
    table = playing("rummy17", clock=ClockOptions("none"))
    seat = turn_of(table.room)
    table.pass_time(540).act(f"{seat} pile")
    taken = table.now
    assert turn_of(table.room) == seat
    assert table.let_fall_due() == e.Away(seat)
    assert table.now == taken + IDLE_TIME


def test_a_bank_never_falls_below_nothing():
    rack = parse_tiles("r10 r11 r12 r13 k1 k3 k5 k7 b1 b3 b5 b7 o1 o3", catalog.find("pl-standard"))
    table = Played(Options(clock=ClockOptions("bank", 10, 60)), opponents=("easy",)).deal(rack)
    table.pass_time(8).act("0 play r10 r11 r12 r13")
    table.act("1 draw")
    table.pass_time(30).do(0, c.Ask("take-back"))
    assert table.room.watch.banks[0] == 0

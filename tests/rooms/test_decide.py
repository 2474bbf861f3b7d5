"""Who may do what at a table, and what comes of it."""

import pytest
from msgspec.structs import replace

from meldwise import catalog
from meldwise.errors import IllegalAction, MeldwiseError
from meldwise.notation import parse_tiles
from meldwise.rooms import commands as c
from meldwise.rooms import events as e
from meldwise.rooms.clock import due
from meldwise.rooms.decide import Refused
from meldwise.rooms.options import ClockOptions, Options, check_options
from meldwise.rooms.state import OWNER
from tests.rooms.building import NODE, SECRET, Played, playing


def refused(table, seat, command):
    before = table.room
    with pytest.raises(MeldwiseError) as caught:
        table.do(seat, command)
    assert table.room is before
    assert str(caught.value)
    return caught.value.code


def test_only_the_host_starts_and_only_with_every_seat_taken():
    table = Played(Options(seats=3))
    assert refused(table, 0, c.Start()) == "seats-open"
    table.fill()
    assert refused(table, 1, c.Start()) == "host-only"
    table.do(0, c.Start())
    assert table.room.phase == "sharing"
    assert refused(table, 0, c.Start()) == "not-now"


def test_a_seat_is_taken_once():
    table = Played()
    table.join("Béla", 1)
    with pytest.raises(Refused) as caught:
        table.join("Cili", 1)
    assert caught.value.code == "room-full"


def test_only_the_clock_says_that_time_is_up():
    table = playing()
    seat = table.room.state.turn
    assert refused(table, seat, c.Act("time")) == "clocks-own"
    cards = playing("rummy17")
    cards.act(f"{cards.room.state.turn} stock")
    assert refused(cards, cards.room.state.turn, c.Act("knock-time")) == "clocks-own"


@pytest.mark.parametrize("value", ["", "-", "A0", "a0\n", "0" * 65, "٣"])
def test_what_no_deal_can_be_made_of_is_no_share(value):
    table = Played().fill()
    table.do(0, c.Start())
    assert refused(table, 0, c.Share(value)) == "no-share"
    table.do(0, c.Share("a0"))


def test_nobody_acts_for_another_seat():
    table = playing()
    with pytest.raises(IllegalAction) as caught:
        table.do(1 - table.room.state.turn, c.Act("draw"))
    assert caught.value.reasons[0].code == "not-your-turn"


def test_what_was_meant_for_an_earlier_turn_is_not_done_in_this_one():
    table = playing()
    seat, seen = table.room.state.turn, table.room.n
    table.do(1 - seat, c.Say("hello"))
    table.do(seat, c.Act("draw", seen))  # talk is no turn
    assert refused(table, seat, c.Act("draw", seen)) == "moved-on"
    table.do(1 - seat, c.Act("draw", table.room.n))
    assert refused(table, seat, c.Act("draw", seen)) == "moved-on"
    assert refused(table, seat, c.Act("draw", table.room.n - 1)) == "moved-on"
    table.do(seat, c.Act("draw", table.room.n))
    table.do(1 - seat, c.Act("draw"))  # who does not say what was seen means the turn it is


def test_what_was_meant_for_an_earlier_game_is_not_done_in_this_one():
    table = playing()
    seat, seen = table.room.state.turn, table.room.n
    for event in (e.Committed(SECRET), e.Dealt()):
        table.happen(event)
    while table.room.state.turn != seat:
        table.do(1 - seat, c.Act("draw"))
    assert refused(table, seat, c.Act("draw", seen)) == "moved-on"


def test_what_was_meant_before_a_turn_was_taken_back_is_not_done_after_it():
    table = playing("rummy17")
    seat = table.room.state.turn
    table.do(seat, c.Act("pile"))
    discard = f"discard {table.room.state.hands[seat][0]}"
    table.do(seat, c.Act(discard, table.room.n))
    seen = table.room.n
    table.do(seat, c.Ask("take-back"))
    table.do(1 - seat, c.Answer(True))
    assert refused(table, seat, c.Act(discard, seen)) == "moved-on"
    table.do(seat, c.Act(discard, table.room.n))


def test_answers_to_a_knock_may_cross():
    table = playing("rummy17", seats=3)
    seat = table.room.state.turn
    table.do(seat, c.Act("stock"))
    seen = table.room.n
    for other in {0, 1, 2} - {seat}:
        table.do(other, c.Act("knock no", seen))  # the second has not seen the first


@pytest.mark.parametrize("text", ["", " ", "0 draw", "draw draw", "play zz", "play b3 /", "fly", "play\x00"])
def test_what_is_no_action_is_refused_with_a_sentence(text):
    table = playing()
    assert refused(table, table.room.state.turn, c.Act(text))


def test_the_host_removes_and_replaces_and_an_opponent_takes_over_in_a_game():
    table = playing(seats=3)
    assert refused(table, 1, c.Remove(2)) == "host-only"
    assert refused(table, 0, c.Remove(0)) == "not-oneself"
    assert refused(table, 0, c.Replace(2, "nobody")) == "no-such-level"
    table.do(0, c.Replace(2, "hard"))
    assert (table.room.seats[2].kind, table.room.seats[2].level) == ("opponent", "hard")
    table.do(0, c.Remove(1))
    assert (table.room.seats[1].kind, table.room.seats[1].token) == ("opponent", "")


def test_an_opponent_is_removed_only_where_somebody_may_take_its_seat():
    table = Played(Options(games=2), opponents=("hard",)).fill()
    table.do(0, c.Remove(1))
    assert table.room.seats[1].kind == "open"
    table.do(0, c.Replace(1, "hard"))
    table.do(0, c.Start())
    phases = {}
    while table.room.phase != "over":
        if table.room.phase not in phases:
            phases[table.room.phase] = refused(table, 0, c.Remove(1))
        if table.room.phase == "playing":
            state = table.room.state
            table.act(f"{state.turn} {'draw' if state.pool else 'pass'}")
        else:
            table.let_fall_due()
    assert phases == dict.fromkeys(("sharing", "playing", "between"), "not-now")
    assert table.room.seats[1].level == "hard"
    table.do(0, c.Remove(1))
    assert table.room.seats[1].kind == "open"


def test_when_the_host_leaves_the_next_person_is_host():
    table = Played(Options(seats=3), opponents=("easy",)).fill()
    table.do(0, c.Leave())
    assert table.room.host == 1
    assert table.room.seats[0].kind == "open"


def test_the_next_host_is_somebody_who_is_there():
    table = Played(Options(seats=4)).fill()
    table.happen(e.Gone(1))
    table.happen(e.Gone(0))
    assert table.room.host == 0  # who has only lost the connection stays host
    table.do(0, c.Leave())
    assert table.room.host == 2
    table.happen(e.Gone(2))
    table.do(2, c.Leave())
    assert table.room.host == 3
    table.happen(e.Gone(3))
    table.do(3, c.Leave())
    assert table.room.host == 1  # where nobody is there, somebody who may come back


def test_a_host_without_a_seat_starts_a_table_of_opponents():
    table = Played(Options(seats=2), opponents=("easy", "easy"), name=None)
    assert table.room.host == OWNER
    assert refused(table, OWNER, c.Act("draw")) == "no-seat"
    table.do(OWNER, c.Start())
    assert table.room.phase == "sharing"


def test_a_slip_is_taken_back_by_consent_and_the_turn_begins_anew():
    table = playing("rummy17", clock=ClockOptions("turn", 60))
    seat = table.room.state.turn
    table.act(f"{seat} pile")
    card = table.room.state.hands[seat][0]
    before = table.room.state
    table.pass_time(30).act(f"{seat} discard {card}")
    table.do(seat, c.Ask("take-back"))
    assert refused(table, seat, c.Answer(True)) == "nothing-asked"
    table.do(1 - seat, c.Answer(True))
    assert table.room.state == before
    assert table.room.watch.due == table.now + 60_000
    assert len(table.room.actions) == 1


def test_a_draw_is_not_taken_back_nor_anything_before_another_persons_turn():
    table = playing()
    seat = table.room.state.turn
    table.act(f"{seat} draw")
    assert refused(table, seat, c.Ask("take-back")) == "cannot-ask"
    cards = playing("rummy17")
    first = cards.room.state.turn
    cards.act(f"{first} pile")
    cards.act(f"{first} discard {cards.room.state.hands[first][0]}")
    cards.act(f"{1 - first} stock")
    assert refused(cards, first, c.Ask("take-back")) == "cannot-ask"


def test_a_slip_before_opponents_turns_is_taken_back_with_them():
    table = Played(Options(rules="rummy17", seats=2), opponents=("easy",)).deal()
    while table.room.state.turn != 0:
        table.act(f"{table.room.state.turn} pile")
        table.act(f"1 discard {table.room.state.hands[1][0]}")
    table.act("0 pile")
    before = table.room.state
    table.act(f"0 discard {table.room.state.hands[0][0]}")
    table.act("1 stock")
    table.do(0, c.Ask("take-back"))
    assert table.room.state == before


OPENINGS = parse_tiles(
    "b1 b3 b5 b7 b9 b11 o1 o3 o5 o7 o9 o11 r2 r4 k10 k11 k12 k13 r1 r3 r5 r7 r9 k1 k3 k5 k7 k9"
    " o10 o11 o12 o13 o4 o6 o8 o2 b2 b4 b6 b8 b10 r6",
    catalog.find("pl-standard"),
)
"""Racks of which the second and the third can open with a run of four."""


@pytest.mark.rule("T41")
def test_an_announcement_makes_no_slip_final_and_outlives_its_end():
    table = playing(seats=3, pool=OPENINGS)
    table.act("0 draw")
    before = table.room.state
    table.act("1 play k10 k11 k12 k13")
    table.do(1, c.Ask("take-back"))
    table.do(2, c.Answer(True))
    table.act("0 announce")
    assert table.room.asking is not None
    table.do(0, c.Answer(True))
    assert table.room.state == replace(before, announced=(True, False, False))
    assert [action.seat for action in table.room.actions] == [0, 0]


@pytest.mark.rule("T41")
def test_an_announcement_is_taken_back_without_the_turn_it_was_made_in():
    table = playing(pool=OPENINGS, clock=ClockOptions("turn", 60))
    table.act("0 draw")
    before = table.room
    table.pass_time(50).act("0 announce")
    table.do(0, c.Ask("take-back"))
    table.do(1, c.Answer(True))
    assert table.room.state == before.state
    assert (table.room.watch, table.room.turned) == (before.watch, before.turned)
    table.do(1, c.Act("draw", before.n))


@pytest.mark.rule("C4")
def test_an_answer_to_a_knock_is_taken_back_only_while_the_others_are_secret():
    table = Played(Options(rules="rummy17", seats=3), opponents=("easy", "easy")).deal()
    while table.room.state.turn != 2:
        seat = table.room.state.turn
        table.act(f"{seat} pile")
        table.act(f"{seat} discard {table.room.state.hands[seat][0]}")
    table.act("2 stock")
    before = table.room.state
    table.act("0 knock yes")
    table.do(0, c.Ask("take-back"))
    assert table.room.state == before
    table.act("1 knock yes")
    table.act("0 knock no")
    assert refused(table, 0, c.Ask("take-back")) == "cannot-ask"


def test_a_refusal_ends_what_was_asked():
    table = playing()
    table.do(0, c.Ask("pause"))
    assert refused(table, 1, c.Ask("take-back")) == "already-asked"
    table.do(1, c.Answer(False))
    assert table.room.asking is None
    assert not table.room.paused


def test_whoever_asks_for_what_is_asked_already_agrees():
    table = playing(seats=3)
    table.do(0, c.Ask("pause"))
    table.do(2, c.Ask("pause"))
    assert table.room.asking is not None
    assert table.room.asking.agreed == (2,)
    for seat in (0, 2):
        assert refused(table, seat, c.Ask("pause")) == "already-asked"
    table.do(1, c.Ask("pause"))
    assert table.room.paused


def test_whoever_asks_to_take_back_does_not_agree_to_another_slip():
    table, seat = slipped()
    table.do(seat, c.Ask("take-back"))
    assert refused(table, 1 - seat, c.Ask("take-back")) == "already-asked"


@pytest.mark.parametrize("what", ["pause", "take-back"])
def test_what_was_refused_twice_is_not_asked_again_before_the_game_has_moved_on(what):
    table, seat = slipped(clock=ClockOptions("none"))
    for asked in (what, "take-back" if what == "pause" else "pause", what):
        table.do(seat, c.Ask(asked))
        table.do(1 - seat, c.Answer(False))
    table.do(seat, c.Say("please"))
    table.happen(e.Gone(seat))
    table.happen(e.Here(seat, NODE))
    assert refused(table, seat, c.Ask(what)) == "asked-before"
    table.act(f"{1 - seat} pile")
    table.act(f"{1 - seat} discard {table.room.state.hands[1 - seat][0]}")
    table.act(f"{seat} pile")
    table.do(seat, c.Ask(what))


def slipped(**options):
    """Return a table at which somebody has just thrown a card, and that seat."""
    table = playing("rummy17", **options)
    seat = table.room.state.turn
    table.act(f"{seat} pile")
    table.act(f"{seat} discard {table.room.state.hands[seat][0]}")
    return table, seat


@pytest.mark.parametrize("asked_first", [True, False])
@pytest.mark.parametrize("what", ["pause", "take-back"])
def test_a_lost_connection_is_no_consent(what, asked_first):
    table, seat = slipped(clock=ClockOptions("none"))
    before = table.room
    for event in (e.Asked(seat, what), e.Gone(1 - seat)) if asked_first else (e.Gone(1 - seat), e.Asked(seat, what)):
        table.happen(event)
    assert table.room.asking is not None
    table.happen(e.Here(1 - seat, NODE))
    assert (table.room.paused, table.room.actions) == (False, before.actions)
    table.do(1 - seat, c.Answer(True))
    assert (table.room.paused, len(table.room.actions)) == (what == "pause", len(before.actions) - (what != "pause"))


def test_who_is_gone_for_longer_than_the_grace_need_not_be_asked_any_more():
    table = playing(seats=3, grace=30, clock=ClockOptions("none"))
    table.do(0, c.Ask("pause"))
    table.do(1, c.Answer(True))
    table.happen(e.Gone(2))
    assert not table.room.paused
    assert table.let_fall_due() == e.Away(2)
    assert table.room.paused


def test_who_leaves_need_not_be_asked_any_more():
    table = playing(seats=3)
    table.do(0, c.Ask("pause"))
    table.do(1, c.Answer(True))
    table.do(2, c.Leave())
    assert table.room.paused


def test_what_is_asked_of_somebody_with_a_long_grace_lapses_and_the_game_goes_on():
    table = playing(grace=3600, clock=ClockOptions("turn", 600))
    table.happen(e.Gone(1))
    table.do(0, c.Ask("pause"))
    assert isinstance(table.let_fall_due(), e.AskLapsed)
    assert not table.room.stands_still
    assert table.let_fall_due().cause == "clock"


def test_a_table_everyone_has_left_is_closed_in_the_middle_of_a_game():
    played = Played(Options(clock=ClockOptions("turn", 30)), opponents=("easy",)).deal()
    played.do(0, c.Ask("pause"))
    assert played.room.paused
    played.do(0, c.Leave())
    assert not played.room.paused
    assert played.let_fall_due() == e.Closed()
    assert due(played.room) is None


def test_nothing_is_played_in_a_pause():
    table = playing()
    table.do(0, c.Ask("pause"))
    table.do(1, c.Answer(True))
    assert refused(table, table.room.state.turn, c.Act("draw")) == "paused"


def test_chat_is_cleaned_and_a_muted_seat_is_silent():
    table = playing()
    table.do(1, c.Say("  hello\n\x1b[31m there  "))
    assert table.room.chat[-1].text == "hello [31m there"
    for nothing in ("\x00\x01", "\u3164\u2800", "\u0301\ufe0f"):
        assert refused(table, 1, c.Say(nothing)) == "nothing-said"
    assert refused(table, 1, c.Mute(0)) == "host-only"
    table.do(0, c.Mute(1))
    assert refused(table, 1, c.Say("hello")) == "muted"
    assert refused(table, 1, c.React("👍")) == "muted"
    table.do(0, c.Mute(1, False))
    table.do(1, c.React("👍"))
    assert table.room.chat[-1].text == "👍"


def test_whoever_becomes_host_may_speak():
    table = playing(seats=3)
    for seat in (1, 2):
        table.do(0, c.Mute(seat))
    table.do(0, c.Leave())
    assert (table.room.host, [who.muted for who in table.room.seats]) == (1, [False, False, True])
    table.do(1, c.Say("hello"))
    table.happen(e.Here(1, NODE))
    assert refused(table, 2, c.Say("hello")) == "muted"


def test_the_room_remembers_only_so_much_chat():
    table = playing()
    for number in range(60):
        table.do(0, c.Say(f"line {number}"))
    assert [len(table.room.chat), table.room.chat[-1].text] == [50, "line 59"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (Options(rules="nobody"), "unknown-rules"),
        (Options(rules="pl-standard+opening_points=x"), None),
        (Options(rules="pl-standard", seats=5), "wrong-players"),
        (Options(clock=ClockOptions("bank")), "bank-needs-seconds"),
    ],
)
def test_options_that_cannot_be_are_refused(options, code):
    with pytest.raises(MeldwiseError) as caught:
        check_options(options)
    assert code in (None, caught.value.code)


def test_house_rules_are_played_by():
    table = playing("pl-standard+opening_points=10")
    assert table.room.state.rules.opening_points == 10

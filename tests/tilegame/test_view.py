"""What a seat and a spectator may see: their own tiles, and what lies open."""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

import meldwise
from meldwise import tilegame
from meldwise.bots import Chance
from meldwise.game import to_bytes
from meldwise.live import LiveGame
from meldwise.notation import parse_rack, parse_tiles
from meldwise.tilegame import State, seen, view
from meldwise.tilegame.events import Announced, Dealt, Drew, Ended, Event, Passed, Played, StartDrawn
from meldwise.tiles import ordered
from tests.tilegame.states import TILE_GAMES, after, middle, step

PUBLIC = ("rules", "table", "turn", "starter", "opened", "announced", "may_announce", "passes", "result")


def midgame(key: str, turns: int = 30, seats: int = 3) -> LiveGame:
    """Return a game some turns in, played by chance, with something on the table."""
    game = meldwise.new_game(key, seats, seed=f"view {key}")
    bots = [Chance(seat) for seat in range(seats)]
    while game.result is None and (len(game.actions) < turns or not game.state.table):
        seat = game.actors[0]
        game.apply(bots[seat].act(game.view(seat)))
    return game


def reshuffled(state: State, seat: int | None, dice: random.Random) -> State:
    """Return the state with every tile *seat* cannot see dealt anew, and foreign draws forgotten."""
    others = [other for other in range(state.seats) if other != seat]
    hidden = [*state.pool, *(tile for other in others for tile in state.racks[other])]
    dice.shuffle(hidden)
    racks, drawn = list(state.racks), list(state.last_drawn)
    for other in others:
        size = len(racks[other])
        racks[other], hidden = ordered(hidden[:size]), hidden[size:]
        drawn[other] = tuple(racks[other][: len(drawn[other])])
    return replace(state, racks=tuple(racks), pool=tuple(hidden), last_drawn=tuple(drawn))


@pytest.mark.parametrize("key", TILE_GAMES)
def test_states_that_differ_only_in_hidden_tiles_look_equal_to_the_byte(key):
    dice = random.Random(key)
    state = midgame(key).state
    for seat in (0, 1, 2, None):
        told = to_bytes(view(state, seat))
        for _ in range(5):
            other = reshuffled(state, seat, dice)
            assert other != state
            assert to_bytes(view(other, seat)) == told


def test_a_seat_sees_its_own_rack_and_last_draw():
    state = after(middle("pl-standard", ["k1 k2", "r1"], pool="b9 b8", opened=(False, False)), "0 draw")
    mine = view(state, 0)
    assert (mine.seat, mine.rack, mine.last_drawn) == (0, state.racks[0], parse_tiles("b9", state.rules))
    other = view(state, 1)
    assert (other.seat, other.rack, other.last_drawn) == (1, parse_rack("r1", state.rules), ())


def test_a_spectator_has_no_rack():
    state = after(middle("pl-standard", ["k1 k2", "r1"], pool="b9 b8"), "0 draw")
    watched = view(state, None)
    assert (watched.seat, watched.rack, watched.last_drawn) == (None, (), ())
    assert (watched.counts, watched.pool) == ((3, 1), 1)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_everyone_sees_what_lies_open_and_how_many_tiles_the_others_have(seat):
    state = midgame("pl-twist").state
    cut = view(state, seat)
    assert cut.counts == tuple(len(rack) for rack in state.racks)
    assert cut.pool == len(state.pool)
    assert {name: getattr(cut, name) for name in PUBLIC} == {name: getattr(state, name) for name in PUBLIC}


def test_a_view_has_no_field_beyond_those_known_to_be_harmless():
    own = {"seat", "rack", "last_drawn", "counts", "pool"}
    assert set(tilegame.View.__struct_fields__) == own | set(PUBLIC)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: replace(state, racks=(state.racks[0][1:], *state.racks[1:])),
        lambda state: replace(state, pool=state.pool[1:]),
        lambda state: replace(state, turn=(state.turn + 1) % 3),
        lambda state: replace(state, table=state.table[1:]),
    ],
    ids=["own rack", "pool size", "turn", "table"],
)
def test_what_may_be_seen_makes_views_differ(change: Callable[[State], State]):
    state = midgame("pl-standard").state
    assert state.table
    assert to_bytes(view(change(state), 0)) != to_bytes(view(state, 0))


def test_the_result_is_told_to_everyone():
    over = after(middle("fi-classic", ["b5", "k1"], table="b2 b3 b4"), "0 play b2 b3 b4 b5")
    assert all(view(over, seat).result == over.result for seat in (0, 1, None))
    assert view(over, 0).result is not None


# Events


def test_a_drawn_tile_is_shown_to_its_owner_only():
    state = middle("pl-standard", ["k1", "r1", "o1"], pool="b9 b8")
    _, (event,) = step(state, "0 draw")
    assert seen(event, 0) == event
    assert event.tiles == parse_tiles("b9", state.rules)
    for seat in (1, 2, None):
        assert seen(event, seat) == Drew(0, 1, (), False)


def test_of_a_penalty_the_others_see_how_many_tiles_and_not_which():
    _, (event,) = step(middle("hu-twist", ["k1", "r1"], pool="b9 b8 b7 b6"), "0 time")
    assert seen(event, 1) == seen(event, None) == Drew(0, 3, (), True)
    assert seen(event, 0) == event
    assert len(event.tiles) == 3


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_other_event_is_for_everyone(seat):
    rules = middle("pl-standard", ["k1", "r1"]).rules
    run = parse_tiles("b2 b3 b4", rules)
    told: list[Event] = [
        StartDrawn((((0, run[0]), (1, run[1])),), 1),
        Dealt(0, (14, 14), 78),
        Played(1, run, (run,), True, 9, 11),
        Passed(1),
        Announced(1),
        Ended("out", 1, (-5, 5)),
    ]
    assert [seen(event, seat) for event in told] == told


@pytest.mark.parametrize("key", TILE_GAMES)
def test_no_drawn_tile_ever_reaches_another_seat_in_an_event(key):
    game = midgame(key, turns=60)
    drawn = [event for event in game.events if isinstance(event, Drew)]
    assert drawn
    for event in drawn:
        for seat in (0, 1, 2, None):
            shown = seen(event, seat)
            assert isinstance(shown, Drew)
            assert shown.count == event.count
            assert shown.tiles == (event.tiles if seat == event.seat else ())

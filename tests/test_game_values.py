"""Every state, action, event and view is a frozen value: hashable, picklable, the same after a trip through JSON."""

import copy
import pickle
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

import meldwise
from meldwise import catalog, rummy17, tilegame
from meldwise.bots import Chance
from meldwise.errors import IllegalAction
from meldwise.game import Setup, from_bytes, from_plain, to_bytes, to_plain
from meldwise.live import shuffle
from meldwise.rummy17 import actions as card_actions
from meldwise.rummy17 import events as card_events
from meldwise.tilegame import actions as tile_actions
from meldwise.tilegame import events as tile_events
from meldwise.tiles import AnyTile, Joker, Tile
from tests.tilegame.states import middle, step

ROW = (Tile("b", 3), Joker("J"), Tile("b", 5))
CARDS = (Tile("r", 3), Joker("J", "r"), Tile("r", 5))

ACTIONS: list[tuple[Any, Any]] = [
    *(
        (tile_actions.Action, action)
        for action in (
            tilegame.Play(0, (ROW, ROW)),
            tilegame.Draw(1),
            tilegame.Pass(2),
            tilegame.Announce(3),
            tilegame.TimeUp(0, ()),
        )
    ),
    *(
        (card_actions.Action, action)
        for action in (
            rummy17.TakeStock(0),
            rummy17.TakeDiscard(1),
            rummy17.Knock(2, True),
            rummy17.KnockTimeUp(0),
            rummy17.LayMeld(0, CARDS),
            rummy17.Extend(0, 1, CARDS),
            rummy17.Exchange(0, 1),
            rummy17.TakeBack(0),
            rummy17.Discard(0, CARDS[0]),
            rummy17.TimeUp(5),
        )
    ),
]
EVENTS: list[tuple[Any, Any]] = [
    *(
        (tile_events.Event, event)
        for event in (
            tile_events.StartDrawn((((0, ROW[0]), (1, ROW[1])), ((0, ROW[2]), (1, ROW[0]))), 0),
            tile_events.Dealt(0, (14, 14), 78),
            tile_events.Played(0, ROW, (ROW,), True, 12, 11),
            tile_events.Drew(0, 1, ROW[:1], True),
            tile_events.Passed(0),
            tile_events.Announced(0),
            tile_events.Ended("out", 0, (5, -5)),
        )
    ),
    *(
        (card_events.Event, event)
        for event in (
            card_events.Dealt(0, (10, 10), 64, CARDS[0], ("finisher",)),
            card_events.Took(0, "stock", None),
            card_events.Answered(1),
            card_events.Knocked((1, 2), 1, CARDS[0]),
            card_events.Melded(0, 0, CARDS, True),
            card_events.Extended(0, 0, CARDS),
            card_events.Exchanged(0, 0, Tile("r", 4), CARDS[1]),
            card_events.TookBack(0),
            card_events.Discarded(0, CARDS[0], 3, True),
            card_events.Ended("out", 0, True, (3, -4)),
        )
    ),
]

RULES = (*meldwise.rulesets(), "pl-twist+jokers=J,M+mirror_counts=false", "rummy17+hand_size=7")
all_rules = pytest.mark.parametrize("text", RULES)


@cache
def history(text: str) -> tuple[Any, ...]:
    """Return the states of a game played by chance, from the deal to the end."""
    game = meldwise.new_game(text, 3, seed=f"values {text}")
    bots = [Chance(seat) for seat in range(3)]
    states = [game.state]
    while game.result is None:
        seat = game.actors[0]
        game.apply(bots[seat].act(game.view(seat)))
        states.append(game.state)
    return tuple(states)


def some(states: tuple[Any, ...]) -> Iterator[Any]:
    yield from states[:10]
    yield from states[10:-1:7]
    yield states[-1]


def assert_is_a_value(value: Any, kind: Any) -> None:
    """Assert everything a value promises; *kind* is what it is read back as, perhaps a union."""
    for same in (
        from_bytes(to_bytes(value), kind),
        from_plain(to_plain(value), kind),
        pickle.loads(pickle.dumps(value)),
        copy.deepcopy(value),
    ):
        assert type(same) is type(value)
        assert same == value
        assert hash(same) == hash(value)
        assert to_bytes(same) == to_bytes(value)
    field = value.__struct_fields__[0]
    with pytest.raises(AttributeError):
        setattr(value, field, getattr(value, field))


@pytest.mark.parametrize(("kind", "action"), ACTIONS)
def test_an_action_is_a_value(kind, action):
    assert_is_a_value(action, kind)


@pytest.mark.parametrize(("kind", "event"), EVENTS)
def test_an_event_is_a_value(kind, event):
    assert_is_a_value(event, kind)


@pytest.mark.parametrize("kind", [tile_actions.Action, card_actions.Action, tile_events.Event, card_events.Event])
def test_no_kind_is_forgotten_here(kind):
    tried = {type(value) for union, value in [*ACTIONS, *EVENTS] if union is kind}
    assert tried == set(get_args(kind))


@all_rules
def test_every_state_of_a_game_is_a_value(text):
    states = history(text)
    assert states[-1].result is not None
    for state in some(states):
        assert_is_a_value(state, type(state))


@all_rules
def test_every_view_of_a_game_is_a_value(text):
    game = catalog.game_of(meldwise.ruleset(text))
    for state in some(history(text)):
        for seat in (0, 1, 2, None):
            view = game.view(state, seat)
            assert_is_a_value(view, type(view))


@all_rules
def test_the_result_and_the_setup_of_a_game_are_values(text):
    rules = meldwise.ruleset(text)
    result = history(text)[-1].result
    assert_is_a_value(result, type(result))
    assert_is_a_value(shuffle(rules, 3, 1), Setup)


@all_rules
def test_a_game_goes_on_from_a_state_that_was_stored(text):
    game = catalog.game_of(meldwise.ruleset(text))
    for state in some(history(text)[:-1]):
        stored = from_bytes(to_bytes(state), type(state))
        seat = game.actors(state)[0]
        action = Chance("same").act(game.view(state, seat))
        assert game.apply(stored, action) == game.apply(state, action)


def test_tiles_are_written_in_notation():
    assert to_plain(tilegame.Play(1, (ROW,))) == {"type": "play", "seat": 1, "table": (("b3", "J", "b5"),)}
    assert to_bytes(rummy17.Discard(0, CARDS[1])) == b'{"type":"discard","seat":0,"card":"Jr"}'


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"play","seat":0,"table":[["b3","zz"]]}',
        b'{"type":"play","seat":0,"table":[["b99"]]}',
        b'{"type":"play","seat":0,"table":"b3"}',
        b'{"type":"play","seat":0,"table":[[3]]}',
        b'{"type":"play","seat":0,"table":[[null]]}',
        b'{"type":"play","seat":"0","table":[]}',
        b'{"type":"play","seat":0}',
        b'{"type":"cheat","seat":0}',
        b'{"seat":0}',
        b"[]",
    ],
)
def test_what_is_no_action_is_refused_strictly(data):
    with pytest.raises(msgspec.ValidationError):
        from_bytes(data, tile_actions.Action)


def test_the_copies_of_a_tile_are_one_and_the_same():
    read = from_bytes(b'["b3","b3","J"]', tuple[AnyTile, ...])
    assert read[0] is read[1] is Tile("b", 3)
    assert pickle.loads(pickle.dumps(read))[2] is Joker("J")


def test_applying_returns_a_new_state_and_leaves_the_old():
    state = middle("pl-standard", ["b5 k1", "r1"], table="b2 b3 b4", pool="k13")
    before = to_bytes(state)
    moved, _ = step(state, "0 play b2 b3 b4 b5")
    assert moved != state
    assert to_bytes(state) == before
    with pytest.raises(IllegalAction):
        step(state, "1 draw")
    assert to_bytes(state) == before


@pytest.mark.parametrize(
    "error",
    [
        meldwise.CaseError("no-games", games=0),
        meldwise.NotationError("no-tile", "x9", 4, colors="k r b o", top=13),
        meldwise.RecordError("record-cut-off", 3),
        meldwise.IllegalAction([meldwise.Reason("not-your-turn", {"seat": 1}, ("T6",))]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_the_way_to_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)


def test_reasons_can_be_collected():
    assert len({meldwise.Reason("a", {"x": [1]}), meldwise.Reason("a", {"x": [1]}), meldwise.Reason("b")}) == 2


@pytest.mark.parametrize("key", ["pl-twist", "rummy17", "pl-standard+opening_points=40"])
def test_matches_and_positions_come_back_with_every_knob(key):
    match = meldwise.new_match(key, 2, games=3)
    assert from_bytes(to_bytes(match), meldwise.Match) == match
    position = meldwise.Position(meldwise.ruleset(key), True, (), (), 5)
    assert from_bytes(to_bytes(position), meldwise.Position) == position


@pytest.mark.parametrize("seats", [0, -1, 1, 9])
def test_a_game_of_nobody_is_refused(seats):
    with pytest.raises(meldwise.CaseError, match="cannot play"):
        meldwise.new_game("pl-standard", seats, seed=1)

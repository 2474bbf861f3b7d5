"""Two at an empty pool: wait while ahead, come down while behind, and keep the other in where that can be done."""

import random

import pytest
from msgspec.structs import replace

from meldwise import catalog, tilegame
from meldwise.bots import Holder, Master
from meldwise.bots.standoff import Standoff
from meldwise.live import shuffle
from meldwise.solver import can_go_out
from meldwise.table import listed, tile_counts, without
from meldwise.tilegame import judge_play
from meldwise.tilegame.scoring import worth


def empty_pool(key, seed):
    """Return a state where two holders have drawn the last tile; None where one went out before."""
    rules = catalog.rulesets()[key]
    game = catalog.game_of(rules)
    state, _ = game.start(rules, 2, shuffle(rules, 2, seed, starter=0))
    holders = [Holder(0), Holder(1)]
    while state.pool and state.result is None:
        seat = game.actors(state)[0]
        state, _ = game.apply(state, holders[seat].act(game.view(state, seat)))
    return state if state.result is None and all(state.opened) else None


def positions(key, count):
    found = (empty_pool(key, f"standoff {seed}") for seed in range(100))
    return [state for state in found if state][:count]


def after(state, action):
    """Return the two racks, first of the seat that acted."""
    seat = state.turn
    if isinstance(action, tilegame.Pass):
        return state.racks[seat], state.racks[1 - seat]
    laid = tile_counts(action.table) - tile_counts(state.table)
    return without(state.racks[seat], listed(laid)), state.racks[1 - seat]


def decided(state, states=30_000):
    view = tilegame.view(state, state.turn)
    return Standoff(view, states, random.Random(1), lambda: False).action()


@pytest.mark.parametrize("key", ["pl-standard", "fi-classic"])
def test_a_turn_is_legal_and_either_wins_something_or_saves_points(key):
    """Whoever does not stay behind keeps the other in; whoever does has at least laid all it could."""
    kinds = set()
    for state in positions(key, 8):
        action, rules = decided(state), state.rules
        left, other = after(state, action)
        if isinstance(action, tilegame.Pass):
            assert worth(left, rules) < worth(other, rules)
            kinds.add("waits")
            continue
        assert judge_play(state.table, state.racks[state.turn], action.table, rules) == []
        if not left:
            kinds.add("out")
        elif worth(left, rules) < worth(other, rules) and not can_go_out(action.table, other, rules):
            kinds.add("lower")
        else:
            kinds.add("lost")
    assert "lower" in kinds
    assert "waits" in kinds


def test_more_thought_comes_down_lower():
    lows = []
    for states in (5_000, 200_000):
        total = 0
        for state in positions("pl-standard", 6):
            view = tilegame.view(state, state.turn)
            standoff = Standoff(view, states, random.Random(1), lambda: False)
            racks = standoff.safe_racks(standoff.whole, states)
            total += min(racks.values(), default=standoff.whole.worth(standoff.mine))
            for rack, value in racks.items():
                assert standoff.whole.worth(rack) == value
                assert all(a <= b for a, b in zip(rack, standoff.mine, strict=True))
        lows.append(total)
    assert lows[1] < lows[0]


def test_the_whole_rack_goes_when_it_can():
    state = positions("pl-standard", 1)[0]
    few = state.racks[1 - state.turn][:3]
    rest = listed(state.rules.box.counts - tile_counts([*state.table, few]))
    rich = replace(state, racks=(rest, few) if state.turn == 0 else (few, rest))
    action = decided(rich)
    assert isinstance(action, tilegame.Play)
    assert not after(rich, action)[0]


@pytest.mark.rule("T37")
def test_a_lead_is_taken_home_where_the_first_pass_ends_the_game():
    state = positions("pl-standard", 1)[0]
    rules = replace(state.rules, first_pass_ends=True)
    light = min((0, 1), key=lambda seat: worth(state.racks[seat], rules))
    assert decided(replace(state, rules=rules, turn=light)) == tilegame.Pass(light)
    assert isinstance(decided(replace(state, rules=rules, turn=1 - light)), tilegame.Play)


def test_time_that_is_up_ends_the_search():
    state = positions("pl-standard", 1)[0]
    view = tilegame.view(state, state.turn)
    assert Standoff(view, 10**9, random.Random(1), lambda: True).action() is not None
    assert Master(1, seconds=0.01, states=10**9).act(view) is not None

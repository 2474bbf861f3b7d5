"""Games played out in the kernel are the games the opponents play."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from meldwise import new_game, rulesets, tilegame
from meldwise.api import tile_rules
from meldwise.bots import BOTS
from meldwise.live import shuffle
from meldwise.ruleset import TileRules
from meldwise.simulation import play_out
from meldwise.solver import _kernel
from meldwise.solver.playouts import Deal, Manner, playouts
from meldwise.solver.problem import KINDS

LOOSE = [key for key, rules in rulesets().items() if isinstance(rules, TileRules) and not rules.joker_sets_frozen]
NAMES = {Manner.HOLDER: "holder", Manner.TILES: "greedy-tiles", Manner.POINTS: "greedy-points"}


@pytest.mark.parametrize("manners", [(0, 0), (0, 1, 2), (1, 1), (2, 0, 2, 1)], ids=str)
@pytest.mark.parametrize("key", LOOSE)
def test_a_playout_is_the_game_opponents_play(key, manners):
    rules = tile_rules(key)
    for deal in range(4):
        setup = shuffle(rules, len(manners), f"playout {deal}", starter=deal % len(manners))
        state, _ = tilegame.start(rules, len(manners), setup)
        begun = Deal((), state.racks, state.opened, state.pool, state.turn)
        (end,) = playouts([begun], rules, manners)
        last, _ = play_out(rules, setup, [BOTS[NAMES[manner]](seat) for seat, manner in enumerate(manners)])
        assert end.racks == last.racks
        assert end.opened == last.opened
        assert end.pool == len(last.pool)
        assert end.out == (last.result.winner if last.result.ended == "out" else None)


def test_where_sets_are_frozen_a_playout_still_ends():
    rules = tile_rules("fi-classic")
    state = new_game(rules, 3, seed="frozen").state
    (end,) = playouts([Deal((), state.racks, state.opened, state.pool)], rules, [Manner.HOLDER] * 3)
    assert end.out is not None or end.pool == 0


def test_who_is_idle_lays_nothing():
    rules = tile_rules("pl-standard")
    state = new_game(rules, 2, seed="idle").state
    begun = Deal((), state.racks, (True, True), state.pool)
    (end,) = playouts([begun], rules, [Manner.IDLE, Manner.POINTS])
    assert end.out != 0
    assert len(end.racks[0]) > len(state.racks[0])


def test_a_turn_that_is_too_much_effort_is_played_as_far_as_it_is_seen():
    rules = tile_rules("pl-twist")
    state = new_game(rules, 4, seed="effort").state
    begun = Deal((), state.racks, state.opened, state.pool)
    (whole,) = playouts([begun], rules, [Manner.POINTS] * 4)
    (short,) = playouts([begun], rules, [Manner.POINTS] * 4, effort=30)
    assert short.out is not None or short.pool == 0
    assert short.states / short.turns < 200 < whole.states / whole.turns


def game(**changes):
    """Return a small game, changed."""
    rack = [0] * KINDS
    rack[0] = 1
    facts: dict[str, Any] = {
        "table": [0] * KINDS,
        "racks": [rack, rack],
        "opened": [True, True],
        "manners": [0, 0],
        "pool": [5],
    }
    return _kernel.Game(**(facts | {"tiles": [1] * KINDS, "points": [1] * KINDS} | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"racks": []},
        {"racks": [[0] * KINDS, [1, *[0] * (KINDS - 1)]]},
        {"racks": [[1], [1]]},
        {"manners": [0, 5]},
        {"opened": [True]},
        {"turn": 2},
        {"turn": -1},
        {"passes": -1},
        {"pool": [0]},
        {"pool": [KINDS]},
        {"pool": [0, 0, 0]},
        {"table": [2, *[0] * (KINDS - 1)]},
        {"opening": -1, "opened": [False, False]},
        {"tiles": [-1] * KINDS},
    ],
    ids=str,
)
def test_a_game_that_is_none_is_refused(changes):
    with pytest.raises((ValueError, TypeError)):
        _kernel.Solver().play_out([game(**changes)])


def test_nothing_is_played_with_an_empty_pool_and_nothing_to_lay():
    (end,) = _kernel.Solver().play_out([game(pool=[])])
    assert (end.out, end.turns, end.turn) == (-1, 2, 0)


def test_playouts_run_in_several_threads():
    rules = tile_rules("pl-standard")
    state = new_game(rules, 2, seed="threads").state
    deals = [Deal((), state.racks, state.opened, state.pool[shift:] + state.pool[:shift]) for shift in range(8)]
    alone = playouts(deals, rules, [Manner.HOLDER] * 2)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda _: playouts(deals, rules, [Manner.HOLDER] * 2), range(4))) == [alone] * 4
    assert len({end.racks for end in alone}) > 1

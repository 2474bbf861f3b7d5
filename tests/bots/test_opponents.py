"""Opponents: legal in every ruleset, told only what their seat sees, and each with its own mind."""

import itertools
import random

import pytest
from msgspec.structs import replace

from meldwise import catalog, new_game, rummy17, tilegame
from meldwise.bots import BOTS, Chance, GreedyPoints, GreedyTiles, Holder, named
from meldwise.live import shuffle
from meldwise.notation import parse_rack, parse_table
from meldwise.simulation import play_out
from meldwise.solver import plays
from meldwise.table import listed, tile_counts
from meldwise.tilegame import judge_play
from tests.playing import reshuffled

RULES = list(catalog.rulesets())
QUICK = {"closer": "closer:nodes=200", "master": "master:states=10000,nodes=200"}
"""Thinkers with a budget that is soon used up."""


def quick(name, seed):
    return named(QUICK.get(name, name))(seed)


def seen(rules, table, rack, opened=True, pool=50, seats=2):
    """Return what seat 0 sees in its turn."""
    game = new_game(rules, seats, seed="view")
    state = replace(
        game.state,
        table=parse_table(table, game.rules),
        racks=(parse_rack(rack, game.rules), *game.state.racks[1:]),
        pool=game.state.pool[:pool],
        opened=(opened,) * seats,
        turn=0,
    )
    return tilegame.view(state, 0)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("key", RULES)
def test_every_game_comes_to_a_legal_end(key, name):
    rules = catalog.rulesets()[key]
    for seats in (2, 4):
        others = random.Random(f"{key} {name} {seats}").choices(sorted(BOTS), k=seats - 1)
        bots = [quick(one, seat) for seat, one in enumerate([name, *others])]
        state, actions = play_out(rules, shuffle(rules, seats, f"end {key} {name}", starter=0), bots)
        assert state.result is not None
        assert len(actions) > seats


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("key", RULES)
def test_what_a_seat_cannot_see_changes_nothing(key, name):
    """Deal the hidden tiles anew at every step: the opponent does the same."""
    rules = catalog.rulesets()[key]
    game = new_game(rules, 3, seed=f"hidden {key}")
    mind, twin = quick(name, "mind"), quick(name, "mind")
    others = [BOTS["simple"](seat) for seat in range(3)]
    dice = random.Random(key)
    for _ in range(60):
        if game.result is not None:
            break
        seat = game.actors[0]
        if seat:
            game.apply(others[seat].act(game.view(seat)))
            continue
        action = mind.act(game.view(0))
        other = reshuffled(game.state, 0, dice)
        assert twin.act(catalog.game_of(rules).view(other, 0)) == action
        game.apply(action)


@pytest.mark.parametrize(
    ("rules", "table", "rack", "opened"),
    [
        ("pl-standard", "k4 r4 b4 o4 / r7 r8 r9", "b3 b5 b6 r10 k1", True),
        ("pl-standard", "r7 r8 r9", "k10 b10 o10 r10 o1 o2 o3 k1", False),
        ("fi-classic", "b3 b4 J / r7 r8 r9", "b5 r6 r10 k5 o5", True),
        ("hu-twist", "k4 r4 b4 o4 / r7 r8 r9", "D k5 k6", True),
    ],
)
def test_by_chance_every_choice_of_tiles_comes_that_can_be_laid(rules, table, rack, opened):
    view = seen(rules, table, rack, opened)
    possible = {play.play for play in plays(view.table, view.rack, view.rules, opened)}
    laid = set()
    for seed in range(20_000):
        action = Chance(seed).act(view)
        if isinstance(action, tilegame.Play):
            assert judge_play(view.table, view.rack, action.table, view.rules, opened) == []
            laid.add(listed(tile_counts(action.table) - tile_counts(view.table)))
    assert laid == possible
    assert len(possible) > 2


def test_greed_lays_most_tiles_or_most_points():
    view = seen("pl-standard", "", "k1 k2 k4 k5 r13 b13 J")
    tiles, points = GreedyTiles().act(view), GreedyPoints().act(view)
    assert sorted(map(len, tiles.table)) == [5]
    assert sorted(map(len, points.table)) == [3]


def test_whoever_has_nothing_to_lay_draws_or_passes():
    for name in ("greedy-tiles", "greedy-points", "holder", "simple"):
        assert BOTS[name]().act(seen("pl-standard", "", "k1 r5 b9")) == tilegame.Draw(0)
        assert BOTS[name]().act(seen("pl-standard", "", "k1 r5 b9", pool=0)) == tilegame.Pass(0)


def test_a_holder_holds_until_everything_goes_at_once():
    almost = seen("pl-standard", "k1 k2 k3", "k4 k5 k6 r9")
    assert Holder().act(almost) == tilegame.Draw(0)
    assert isinstance(Holder().act(seen("pl-standard", "k1 k2 k3", "k4 k5 k6")), tilegame.Play)


def test_a_holder_opens_as_soon_as_it_can():
    view = seen("pl-standard", "", "r11 r12 r13 k1 b5", opened=False)
    assert isinstance(Holder().act(view), tilegame.Play)


def test_a_holder_lays_when_the_pool_ends():
    assert isinstance(Holder().act(seen("pl-standard", "k1 k2 k3", "k4 k5 k6 r9", pool=0)), tilegame.Play)


def test_a_holder_lays_before_another_can_end_the_game():
    ends = next(key for key in RULES if getattr(catalog.rulesets()[key], "first_pass_ends", False))
    held = seen(ends, "k1 k2 k3", "k4 k5 k6 r9", pool=2, seats=2)
    assert Holder().act(held) == tilegame.Draw(0)
    assert isinstance(Holder().act(seen(ends, "k1 k2 k3", "k4 k5 k6 r9", pool=1, seats=2)), tilegame.Play)


@pytest.mark.rule("T41")
def test_an_opening_that_the_draw_brought_is_announced():
    rules = catalog.rulesets()["pl-standard"]
    _state, actions = play_out(
        rules, shuffle(rules, 3, "announce", starter=0), [GreedyTiles(seat) for seat in range(3)]
    )
    announced = [
        (before, action) for before, action in itertools.pairwise(actions) if isinstance(action, tilegame.Announce)
    ]
    assert announced
    assert all(before == tilegame.Draw(action.seat) for before, action in announced)


def test_a_card_holder_lays_nothing_or_everything():
    """Whoever lays while there is a stock goes out in that turn."""
    rules = catalog.rulesets()["rummy17"]
    went_out = 0
    for deal in range(6):
        state, actions = play_out(rules, shuffle(rules, 2, f"cards {deal}", starter=0), [Holder(0), Holder(1)])
        laid = [at for at, action in enumerate(actions) if isinstance(action, rummy17.LayMeld | rummy17.Extend)]
        if len(state.stock) > 2:
            assert {type(action) for action in actions[laid[0] : -1]} <= {
                rummy17.LayMeld,
                rummy17.Extend,
                rummy17.Exchange,
            }
            assert state.result.out == actions[-1].seat
            went_out += 1
    assert went_out

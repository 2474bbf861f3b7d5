"""A test's own order of tiles: dealt as it stands, in every ruleset, and refused where no box holds it."""

import pytest

from meldwise import catalog
from meldwise.errors import CaseError, NotationError
from meldwise.notation import parse_tiles
from meldwise.rooms import events as e
from meldwise.rooms.clock import skipped
from meldwise.rooms.given import check_pool, given
from meldwise.ruleset import CardRules
from meldwise.tiles import ordered
from tests.rooms.building import playing


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("key", sorted(catalog.rulesets()))
def test_every_game_of_a_match_is_dealt_in_the_given_order_and_seat_0_starts_the_first(key, seats):
    rules = catalog.find(key)
    first = tuple(sorted(given(rules, seats, "").pool, reverse=True))[:70]
    table = playing(key, seats, first, games=2)
    assert table.room.state.turn == 0
    for game in (1, 2):
        assert table.room.game == game
        check_dealt(table.room.state, first, seats)
        while table.room.phase == "playing":
            table.happen(skipped(table.room, table.room.state.turn))
        if game == 1:
            table.let_fall_due()
            table.happen(e.Dealt(" ".join(tile.text for tile in first)))


def check_dealt(state, first, seats):
    cards = isinstance(state.rules, CardRules)
    size = state.rules.hand_size if cards else state.rules.rack_size
    dealt = [ordered(first[size * seat : size * (seat + 1)]) for seat in range(seats)]
    assert list(state.hands if cards else state.racks) == dealt
    rest = first[size * seats :]
    drawn = (*state.pile, *state.stock) if cards else state.pool
    assert drawn[: len(rest)] == rest


def test_the_rest_of_the_box_follows():
    rules = catalog.find("pl-standard")
    made = given(rules, 2, "r1 r1 J")
    assert made.pool[:3] == parse_tiles("r1 r1 J", rules)
    assert sorted(made.pool) == sorted(rules.box.tiles)


@pytest.mark.parametrize(
    ("key", "pool", "error"), [("pl-standard", "r1 r1 r1", CaseError), ("rummy17", "o1", NotationError)]
)
def test_a_table_by_rules_whose_box_does_not_hold_it_is_refused(key, pool, error):
    with pytest.raises(error):
        given(catalog.find(key), 2, pool)


@pytest.mark.parametrize("pool", ["r1 r1 J J", "r17 g1", "C D M J", "Jk Jk", "r1\tk13"])
def test_an_order_that_some_ruleset_holds_is_taken(pool):
    check_pool(pool)


@pytest.mark.parametrize(
    ("pool", "code", "told"),
    [
        ("r1 hello", "test-pool-no-tile", "hello"),
        ("g3 y17 b18", "test-pool-no-tile", "b18 is no tile of rummy17"),
        ("r1 r1 r1", "test-pool-too-many", "r1"),
        ("r17 Jg", "test-pool-too-many", "rummy17, which comes nearest, does not deal so many Jg"),
        ("C M g5", "test-pool-no-tile", "g5"),
    ],
)
def test_an_order_that_no_ruleset_holds_is_refused_by_the_one_that_comes_nearest(pool, code, told):
    with pytest.raises(CaseError, match=told) as caught:
        check_pool(pool)
    assert caught.value.code == code

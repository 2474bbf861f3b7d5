"""The box, the players, who starts, and the deal (T1-T6, R1-R4)."""

from collections import Counter

import pytest

import meldwise
from meldwise import tilegame
from meldwise.api import tile_rules
from meldwise.errors import CaseError
from meldwise.game import Setup
from meldwise.live import shuffle
from meldwise.notation import parse_tiles
from meldwise.tilegame import draw_for_start
from meldwise.tilegame.events import Dealt, StartDrawn
from meldwise.tiles import AnyTile, Joker, Tile
from tests.tilegame.states import TILE_GAMES, order_of, step

JOKERS = {
    "fi-classic": "J J",
    "pl-standard": "J J",
    "pl-expert": "Jk Jk Jr Jr Jb Jb Jo Jo",
    "pl-twist": "J J D D C C M M",
    "hu-twist": "J J D D C C M M",
    "sk-twist": "J J D D C C M M",
}

all_rulesets = pytest.mark.parametrize("key", TILE_GAMES)


def drawn(text: str, seats: int) -> tilegame.StartDraw:
    return draw_for_start(parse_tiles(text, tile_rules("pl-twist")), seats)


def drawers(draw: tilegame.StartDraw) -> list[tuple[int, ...]]:
    return [tuple(seat for seat, _ in rounds) for rounds in draw.rounds]


def height(tile: AnyTile) -> int:
    return tile.number if isinstance(tile, Tile) else 0


@pytest.mark.rule("T1")
@all_rulesets
def test_the_box_holds_two_copies_of_thirteen_numbers_in_four_colours(key):
    numbered = Counter(tile.text for tile in tile_rules(key).box.tiles if isinstance(tile, Tile))
    assert numbered == {f"{color}{number}": 2 for color in "krbo" for number in range(1, 14)}
    assert numbered.total() == 104


@pytest.mark.rule("T2", "R1")
@all_rulesets
def test_the_box_holds_its_jokers_and_no_others(key):
    jokers = Counter(tile.text for tile in tile_rules(key).box.tiles if isinstance(tile, Joker))
    assert jokers == Counter(JOKERS[key].split())


@pytest.mark.rule("T3", "R2")
@pytest.mark.parametrize("seats", [2, 3, 4])
@all_rulesets
def test_two_to_four_players_play(key, seats):
    state = meldwise.new_game(key, seats, seed=1).state
    assert state.seats == seats
    assert tilegame.actors(state) == (state.starter,)


@pytest.mark.rule("T3", "R2")
@pytest.mark.parametrize("seats", [1, 5])
@all_rulesets
def test_one_player_or_five_are_refused(key, seats):
    rules = tile_rules(key)
    with pytest.raises(CaseError) as refused:
        tilegame.start(rules, seats, Setup(rules.box.tiles))
    assert refused.value.code == "wrong-players"
    told = "1 player" if seats == 1 else f"{seats} players"
    assert str(refused.value) == f"{told} cannot play this; it is for 2 to 4."


@pytest.mark.rule("T4")
@pytest.mark.parametrize("seats", [2, 3, 4])
@all_rulesets
def test_everyone_gets_fourteen_tiles_and_the_rest_is_the_pool(key, seats):
    rules = tile_rules(key)
    state, events = tilegame.start(rules, seats, shuffle(rules, seats, "deal", starter=1))
    left = len(rules.box.tiles) - 14 * seats
    assert [len(rack) for rack in state.racks] == [14] * seats
    assert len(state.pool) == left
    assert events == [Dealt(1, (14,) * seats, left)]
    assert Counter([*state.pool, *(tile for rack in state.racks for tile in rack)]) == rules.box.counts


@pytest.mark.rule("T4")
def test_the_deal_goes_seat_by_seat_from_the_left_of_the_pool():
    rules = tile_rules("pl-standard+rack_size=2")
    state, _ = tilegame.start(rules, 3, Setup(order_of(rules, "k9 k2 r3 r1 o5 o4 b7 b6")))
    assert [[tile.text for tile in rack] for rack in state.racks] == [["k2", "k9"], ["r1", "r3"], ["o4", "o5"]]
    assert [tile.text for tile in state.pool[:2]] == ["b7", "b6"]


def test_a_game_begins_with_nothing_on_the_table_and_nobody_opened():
    state = meldwise.new_game("pl-twist", 3, seed=5).state
    assert state.table == ()
    assert state.opened == state.had_turn == state.announced == state.may_announce == (False, False, False)
    assert state.last_drawn == ((), (), ())
    assert state.passes == 0
    assert state.result is None


@pytest.mark.rule("T5")
def test_the_highest_number_starts():
    draw = drawn("k7 r2 b12 o11", 4)
    assert draw.starter == 2
    assert drawers(draw) == [(0, 1, 2, 3)]


@pytest.mark.rule("T5", "R3")
@pytest.mark.parametrize("joker", ["J", "D", "C", "M"])
def test_a_joker_counts_nothing_against_a_one(joker):
    assert drawn(f"{joker} k1", 2).starter == 1


@pytest.mark.rule("T5", "R3")
def test_a_tie_is_drawn_again_by_the_tied_alone():
    draw = drawn("k9 r12 b12 o3 k4 r5", 4)
    assert drawers(draw) == [(0, 1, 2, 3), (1, 2)]
    assert draw.starter == 2


@pytest.mark.rule("T5", "R3")
def test_a_tie_may_have_to_be_drawn_again_and_again():
    draw = drawn("k9 r9 b9 k2 r5 b5 k6 b7", 3)
    assert drawers(draw) == [(0, 1, 2), (0, 1, 2), (1, 2)]
    assert draw.starter == 2


@pytest.mark.rule("T5")
def test_a_tie_below_the_highest_number_is_no_tie():
    draw = drawn("k4 r4 b5", 3)
    assert drawers(draw) == [(0, 1, 2)]
    assert draw.starter == 2


@pytest.mark.rule("T5")
def test_jokers_alone_are_a_tie():
    draw = drawn("J D r3 k5", 2)
    assert drawers(draw) == [(0, 1), (0, 1)]
    assert draw.starter == 1


@pytest.mark.rule("R3")
@all_rulesets
def test_every_ruleset_counts_a_joker_as_nothing_and_draws_a_tie_again(key):
    rules = tile_rules(key)
    joker = rules.box.jokers[0].text
    for text, starter in ((f"{joker} k1", 1), ("k9 r9 r3 k4", 1), ("k9 r8", 0)):
        setup = Setup(rules.box.tiles, starter, parse_tiles(text, rules))
        state, events = tilegame.start(rules, 2, setup)
        assert isinstance(events[0], StartDrawn)
        assert events[0].starter == state.turn == starter


@pytest.mark.rule("T5", "R3")
@all_rulesets
def test_a_new_game_draws_for_the_start_until_one_is_left(key):
    ties = 0
    for seed in range(60):
        event = meldwise.new_game(key, 4, seed=seed).events[0]
        assert isinstance(event, StartDrawn)
        tied: tuple[int, ...] = (0, 1, 2, 3)
        for drawn_tiles in event.rounds:
            assert tuple(seat for seat, _ in drawn_tiles) == tied
            best = max(height(tile) for _, tile in drawn_tiles)
            tied = tuple(seat for seat, tile in drawn_tiles if height(tile) == best)
        assert tied == (event.starter,)
        ties += len(event.rounds) > 1
    assert ties


@pytest.mark.rule("T5")
def test_the_drawn_tiles_go_back_before_the_deal():
    game = meldwise.new_game("pl-standard", 4, seed="again")
    assert isinstance(game.events[0], StartDrawn)
    held = [tile for rack in game.state.racks for tile in rack]
    assert Counter([*held, *game.state.pool]) == game.rules.box.counts


@pytest.mark.rule("T5")
def test_the_draw_for_the_start_and_the_deal_are_shuffled_apart():
    games = [meldwise.new_game("pl-standard", 2, seed=seed) for seed in range(20)]
    assert any(game.setup.start_draw != game.setup.pool[: len(game.setup.start_draw)] for game in games)
    assert {game.state.starter for game in games} == {0, 1}


@pytest.mark.rule("T6")
def test_the_starter_plays_first_and_play_goes_clockwise():
    rules = tile_rules("pl-standard")
    state, _ = tilegame.start(rules, 3, Setup(rules.box.tiles, starter=2))
    turns = [state.turn]
    for _ in range(4):
        state, _ = step(state, f"{state.turn} draw")
        turns.append(state.turn)
    assert turns == [2, 0, 1, 2, 0]
    assert state.starter == 2


def test_a_given_starter_needs_no_draw():
    game = meldwise.new_game("fi-classic", 3, seed=8, starter=2)
    assert game.state.turn == 2
    assert [type(event) for event in game.events] == [Dealt]


def test_a_starter_who_does_not_sit_there_is_refused():
    rules = tile_rules("pl-standard")
    for starter in (-1, 2):
        with pytest.raises(CaseError) as refused:
            tilegame.start(rules, 2, Setup(rules.box.tiles, starter))
        assert refused.value.code == "no-such-seat"


@pytest.mark.rule("T5")
def test_a_draw_that_names_another_starter_is_refused():
    rules = tile_rules("pl-standard")
    with pytest.raises(CaseError) as refused:
        tilegame.start(rules, 2, Setup(rules.box.tiles, 0, parse_tiles("k2 r9", rules)))
    assert refused.value.code == "start-draw-differs"
    assert refused.value.facts == {"starter": 0, "drawn": 1}


def test_a_pool_that_is_not_the_box_is_refused_and_the_difference_told():
    rules = tile_rules("pl-standard")
    pool = (*rules.box.tiles[:-1], Tile("k", 1))
    with pytest.raises(CaseError) as refused:
        tilegame.start(rules, 2, Setup(pool))
    assert refused.value.code == "pool-not-the-box"
    assert refused.value.facts == {"extra": "k1", "missing": "J"}


@pytest.mark.parametrize("drawn", ["k9 r9", "k9", "k9 r2 b13 o13", "k9 k9 k9 k8"])
@pytest.mark.rule("T5", "R3")
def test_a_draw_for_the_start_that_settles_nothing_or_goes_on_is_refused(drawn):
    rules = tile_rules("pl-standard")
    setup = Setup(rules.box.tiles, 0, parse_tiles(drawn, rules))
    with pytest.raises(CaseError) as caught:
        tilegame.start(rules, 2, setup)
    assert caught.value.code == "start-draw-unsettled"

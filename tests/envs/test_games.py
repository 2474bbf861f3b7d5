"""The ledger keeps the same game as the engine, and both encodings play the same games."""

import random

import pytest

from meldwise.envs import CANDIDATES
from meldwise.game import to_bytes
from meldwise.rummy17.state import LAYING
from meldwise.solver.problem import KINDS
from tests.envs.games import KEYS, TILE_KEYS, dealt, open_actions, played


@pytest.mark.parametrize("key", TILE_KEYS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_ledger_is_the_game(key, seats):
    ends = set()
    for seed in range(2):
        for game in played(key, seats, f"ledger {seed}", "tiles", tidy=seed == 0):
            ledger, state = game.ledger, game.state
            assert [ledger.tiles(rack) for rack in ledger.racks] == list(state.racks)
            assert ledger.tiles(ledger.table) == tuple(sorted(tile for row in state.table for tile in row))
            assert ledger.tiles(ledger.pool_counts()) == tuple(sorted(state.pool))
            assert (ledger.turn, ledger.passes, ledger.result) == (state.turn, state.passes, state.result)
            for name in ("opened", "announced", "had_turn"):
                assert tuple(getattr(ledger, name)) == getattr(state, name)
            drawn = [tile.text for rack in state.last_drawn for tile in rack]
            assert drawn == [ledger._tiles.tiles[kind].text for kind in ledger.last_drawn if kind >= 0]
            assert list(ledger.sizes) == [len(rack) for rack in state.racks]
        ends.add(game.result.ended)
    assert ends <= {"out", "pool-empty"}


@pytest.mark.rule("T41")
def test_an_opening_is_announced_by_itself_where_that_spares_points():
    said = 0
    for seed in range(8):
        for game in played("pl-standard", 2, f"announce {seed}", "candidates", most=12):
            for seat in range(2):
                said += game.ledger.announced[seat]
    assert said > 0
    for game in played("fi-classic", 2, "silent", "candidates"):
        assert not any(game.ledger.announced)


@pytest.mark.parametrize("key", TILE_KEYS)
def test_equal_choices_of_tiles_give_equal_games(key):
    for seed in range(1 if "twist" in key else 3):
        dice = random.Random(seed)
        whole = dealt(key, 2, f"equal {seed}", "candidates")
        parts = dealt(key, 2, f"equal {seed}", "tiles")
        while whole.actor is not None and whole.turns < (20 if "twist" in key else 300):
            action = dice.choice(open_actions(whole))
            if action == CANDIDATES:
                parts.choose(parts.size - 1)
            else:
                tiles, layout = whole.choice(action)
                picks = [kind for kind, count in enumerate(tiles) for _ in range(count)]
                dice.shuffle(picks)
                for kind in picks:
                    parts.choose(kind)
                parts.choose(KINDS + layout)
            whole.choose(action)
            same_game(whole, parts)
        assert parts.actor == whole.actor


def test_equal_choices_of_cards_give_equal_games():
    for seed in range(3):
        dice = random.Random(seed)
        whole = dealt("rummy17", 3, f"equal {seed}", "candidates")
        parts = dealt("rummy17", 3, f"equal {seed}", "tiles")
        while whole.actor is not None:
            action = dice.choice(open_actions(whole))
            for twin in card_actions(whole, parts, action, dice):
                parts.choose(twin)
            whole.choose(action)
            same_game(whole, parts)
        assert parts.actor is None


def card_actions(whole, parts, action, dice):
    """Yield what the other encoding calls an action."""
    if action == CANDIDATES:
        yield parts.size - 1
    elif whole.phase == "discard":
        yield parts.index[whole.state.hands[whole.state.turn][action]]
    elif whole.phase != "lay":
        yield parts.kinds
    else:
        turn = whole.menu.turns[action]
        picks = [parts.index[card] for card in turn.cards]
        yield from dice.sample(picks, len(picks))
        yield parts.kinds + parts.menu.layouts(turn.cards).index(turn)


def same_game(one, other):
    assert to_bytes(one.state) == to_bytes(other.state)
    for seat in range(one.seats):
        assert one.observe(seat).tobytes() == other.observe(seat).tobytes()
    assert (one.actor, one.result) == (other.actor, other.result)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("encoding", ["candidates", "tiles"])
def test_a_copy_goes_on_by_itself(key, encoding):
    for step, game in enumerate(played(key, 2, "copies", encoding, most=30)):
        if step % 7 != 3 or game.actor is None:
            continue
        before = to_bytes(game.state), game.mask(), game.observe(0).tobytes()
        other = game.copy()
        while to_bytes(other.state) == before[0]:
            other.choose(open_actions(other)[-1])
        assert (to_bytes(game.state), game.mask(), game.observe(0).tobytes()) == before


def test_a_card_game_that_does_not_end_is_stopped():
    game = dealt("rummy17", 2, "stopped", "candidates", turn_limit=20)
    for _ in range(1_000):
        if game.actor is None:
            break
        # Take the discard and throw it away again: the stock never ends.
        laying = game.state.phase == LAYING
        action = game.state.hands[game.state.turn].index(game.state.taken) if game.phase == "discard" else 0
        game.choose(CANDIDATES if laying and game.phase == "lay" else action)
    assert (game.actor, game.result, game.turns) == (None, None, 21)


def test_chance_may_choose_what_is_drawn():
    for key in ("pl-standard", "fi-classic", "rummy17"):
        game = dealt(key, 2, "drawn", "tiles")
        seat = game.actor
        kind = next(reversed(game.hidden()))
        before = game.observe(seat)[kind]
        assert game.draws(game.size - 1)
        game.put_next(kind)
        game.choose(game.size - 1)
        assert game.observe(seat)[kind] == before + 1
        assert game.state is not None

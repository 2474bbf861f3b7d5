"""Two worlds with the same public history, which differ only in what somebody may not know."""

from meldwise import catalog, rummy17
from tests.playing import random_game


def started(key, seats, seed):
    """Return the setup, the actions as text and the end of a random game that seat 0 starts, as with a given pool."""
    for attempt in range(50):
        steps = random_game(key, seats, f"{seed}/{attempt}")
        if next(steps).setup.starter == 0:
            *_, game = steps
            write = catalog.game_of(game.rules).write_action
            return game.setup, [write(action) for action in game.actions], game
    raise AssertionError("seat 0 never starts")


def swapped(setup, game, seat, upto, dice):
    """Return the pool with the tiles in other places that *seat* has not seen, nor anyone laid, in so many actions."""
    rules, seats = game.rules, len(game.names)
    play = catalog.game_of(rules)
    state, _ = play.start(rules, seats, setup)
    known = {*open_tiles(state), *own_tiles(state, seat)}
    for action in game.actions[:upto]:
        state, _ = play.apply(state, action)
        known |= {*open_tiles(state), *own_tiles(state, seat)}
    hidden = [place for place, tile in enumerate(setup.pool) if tile not in known]
    moved = [setup.pool[place] for place in hidden]
    dice.shuffle(moved)
    pool = list(setup.pool)
    for place, tile in zip(hidden, moved, strict=True):
        pool[place] = tile
    return tuple(pool)


def open_tiles(state):
    """Return what lies open."""
    if isinstance(state, rummy17.State):
        return [*state.pile, *(card for meld in state.melds for card in meld.cards)]
    return [tile for row in state.table for tile in row]


def own_tiles(state, seat):
    return state.hands[seat] if isinstance(state, rummy17.State) else state.racks[seat]

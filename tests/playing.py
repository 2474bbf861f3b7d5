"""Whole games for tests: any ruleset, any number of seats, with clumsy players and a clock now and then."""

import random

from msgspec.structs import replace

from meldwise import catalog, new_game, rummy17, tilegame
from meldwise.bots import BOTS
from meldwise.game import to_bytes
from meldwise.table import tile_counts

MOST_STEPS = 5_000


def random_game(key, seats, seed):
    """Play a game by chance, with announcements and time running out, and yield it after every step."""
    dice = random.Random(f"{key} {seats} {seed}")
    game = new_game(key, seats, seed=f"game {seed}")
    bots = [BOTS["chance" if dice.random() < 0.7 else "simple"](f"{seed}/{seat}") for seat in range(seats)]
    yield game
    for _ in range(MOST_STEPS):
        if game.result is not None:
            return
        seat = dice.choice(game.actors)
        game.apply(_spiced(game, seat, bots[seat].act(game.view(seat)), dice))
        yield game
    raise AssertionError("the game does not end")


def _spiced(game, seat, action, dice):
    """Return the bot's action, or now and then what else a game must bear."""
    if dice.random() > 0.08:
        return action
    state = game.state
    if isinstance(state, rummy17.State):
        options = [rummy17.TimeUp(state.turn), rummy17.KnockTimeUp(state.turn), rummy17.TakeBack(state.turn)]
    else:
        others = [tilegame.Announce(other) for other in range(state.seats)]
        lying = [action.table] if isinstance(action, tilegame.Play) else [state.table, ()]
        options = [tilegame.TimeUp(seat, dice.choice(lying)), *others]
    lawful = [option for option in options if not game.judge(option)]
    return dice.choice(lawful) if lawful else action


def all_tiles(state):
    """Count every tile of a game, wherever it lies."""
    if isinstance(state, rummy17.State):
        melds = [meld.cards for meld in state.melds]
        return tile_counts([state.stock, state.pile, *state.hands, *melds, state.edge, state.loose])
    return tile_counts([state.pool, *state.racks, *state.table])


def reshuffled(state, seat, dice):
    """Return a state in which everything *seat* may not know is dealt anew."""
    return (
        _cards_reshuffled(state, seat, dice)
        if isinstance(state, rummy17.State)
        else _tiles_reshuffled(state, seat, dice)
    )


def _tiles_reshuffled(state, seat, dice):
    hidden = [*state.pool, *(tile for i, rack in enumerate(state.racks) if i != seat for tile in rack)]
    dice.shuffle(hidden)
    pool, rest = tuple(hidden[: len(state.pool)]), hidden[len(state.pool) :]
    racks, last_drawn = list(state.racks), list(state.last_drawn)
    for i, rack in enumerate(state.racks):
        if i != seat:
            racks[i], rest = tuple(sorted(rest[: len(rack)])), rest[len(rack) :]
            last_drawn[i] = racks[i][: len(last_drawn[i])]
    return replace(state, pool=pool, racks=tuple(racks), last_drawn=tuple(last_drawn))


def _cards_reshuffled(state, seat, dice):
    """Deal the stock, the other hands and the covered part of the pile anew; answers to knocking are hidden too."""
    covered = state.pile[:-1]
    others = [i for i in range(state.seats) if i != seat]
    fixed = {i: _known(state, i, seat) for i in others}
    hidden = [*state.stock, *covered, *(c for i in others for c in state.hands[i] if c not in fixed[i])]
    dice.shuffle(hidden)
    stock, hidden = tuple(hidden[: len(state.stock)]), hidden[len(state.stock) :]
    pile, hidden = (*hidden[: len(covered)], *state.pile[-1:]), hidden[len(covered) :]
    hands, taken = list(state.hands), state.taken
    for i in others:
        count = len(state.hands[i]) - len(fixed[i])
        hands[i], hidden = tuple(sorted([*fixed[i], *hidden[:count]])), hidden[count:]
        if i == state.turn and state.source == "stock" and taken is not None and hands[i]:
            taken = hands[i][0]
    answers = tuple(
        dice.choice([True, False]) if answer is not None and i != seat else answer
        for i, answer in enumerate(state.answers)
    )
    before = state.before
    if before is not None and state.turn != seat:
        before = replace(before, hand=hands[state.turn])
    return replace(state, stock=stock, pile=pile, hands=tuple(hands), taken=taken, answers=answers, before=before)


def _known(state, owner, seat):
    """Return the cards of another hand that everyone saw it take this turn."""
    return [state.taken] if owner == state.turn and state.source == "pile" and state.taken in state.hands[owner] else []


def seat_bytes(state, seat):
    """Return what a seat sees, as bytes."""
    return to_bytes(catalog.game_of(state.rules).view(state, seat))

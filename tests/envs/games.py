"""Games in decisions for tests: dealt by a seed, played by chance, and dealt anew where a seat cannot see."""

import random

from msgspec.structs import replace

from meldwise import catalog
from meldwise.envs import options
from meldwise.live import shuffle
from meldwise.rummy17 import State as CardState

KEYS = list(catalog.rulesets())
TILE_KEYS = [key for key in KEYS if key != "rummy17"]
ENCODINGS = ("candidates", "tiles")


def dealt(key, seats=2, seed=0, encoding="candidates", **others):
    """Return a new game."""
    asked = options(key, seats, encoding=encoding, **others)
    return asked.game(shuffle(asked.rules, seats, f"envs {seed}"))


def open_actions(game):
    return [action for action, is_open in enumerate(game.mask()) if is_open]


def played(key, seats=2, seed=0, encoding="candidates", most=5_000, **others):
    """Play by chance and yield the game before every decision, and once more at its end."""
    dice = random.Random(f"{key} {seats} {seed} {encoding}")
    game = dealt(key, seats, seed, encoding, **others)
    for _ in range(most):
        yield game
        if game.actor is None:
            return
        game.choose(dice.choice(open_actions(game)))


def redealt(game, seat, dice):
    """Return a copy in which everything *seat* has not seen is dealt anew."""
    other = game.copy()
    if isinstance(game.state, CardState):
        _redeal_cards(other, seat, dice)
    else:
        _redeal_tiles(other.ledger, seat, dice)
    other._mask = None
    return other


def _redeal_tiles(ledger, seat, dice):
    state, kinds = ledger.state, ledger._tiles
    hidden = [*state.pool, *(tile for i, rack in enumerate(state.racks) if i != seat for tile in rack)]
    dice.shuffle(hidden)
    racks, drawn = list(state.racks), list(state.last_drawn)
    for i, rack in enumerate(state.racks):
        if i != seat:
            racks[i], hidden = tuple(sorted(hidden[: len(rack)])), hidden[len(rack) :]
            drawn[i] = racks[i][: len(drawn[i])]
            ledger.racks[i] = bytearray(kinds.counts(racks[i]))
            ledger.last_drawn[i] = kinds.index[drawn[i][0]] if drawn[i] else -1
            unseen = ledger.rules.box.counts
            ledger.unseen[i] = bytearray(
                count - mine - ours
                for count, mine, ours in zip(
                    kinds.counts(unseen.elements()), ledger.racks[i], ledger.table, strict=True
                )
            )
    ledger.pool = [kinds.index[tile] for tile in reversed(hidden)]
    ledger._menus = [None] * ledger.seats
    ledger._layouts = {}
    ledger._state = replace(state, pool=tuple(hidden), racks=tuple(racks), last_drawn=tuple(drawn))


def _redeal_cards(game, seat, dice):
    """Leave what everyone saw others take, and everything that ever lay on the pile."""
    state = game.state
    others = [i for i in range(game.seats) if i != seat]
    hidden = [*state.stock, *(card for i in others for card in state.hands[i] if card not in game.known[i])]
    dice.shuffle(hidden)
    stock, hidden = tuple(hidden[: len(state.stock)]), hidden[len(state.stock) :]
    hands = list(state.hands)
    for i in others:
        kept = [card for card in state.hands[i] if card in game.known[i]]
        count = len(state.hands[i]) - len(kept)
        hands[i], hidden = tuple(sorted([*kept, *hidden[:count]])), hidden[count:]
    taken = state.taken
    if state.turn != seat and state.source == "stock" and taken is not None:
        taken = hands[state.turn][0]
    answers = tuple(
        dice.choice([True, False]) if answer is not None and i != seat else answer
        for i, answer in enumerate(state.answers)
    )
    before = state.before
    if before is not None and state.turn != seat:
        before = replace(before, hand=hands[state.turn])
    game.state = replace(state, stock=stock, hands=tuple(hands), taken=taken, answers=answers, before=before)
    if state.turn == seat and game._menu is not None:
        game._menu, game._fresh = None, True

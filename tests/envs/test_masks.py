"""The mask is exact: what is open can be done, what is not is refused, and every play can be reached."""

import random

import pytest

from meldwise import solver
from meldwise.envs import CANDIDATES, LAYOUTS
from meldwise.errors import IllegalAction
from meldwise.solver import cards as card_solver
from meldwise.solver.problem import KINDS, kinds_of
from meldwise.tiles import JOKER, Joker
from tests.envs.games import ENCODINGS, KEYS, TILE_KEYS, dealt, open_actions, played

MANY = 400


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_open_is_lawful_and_what_is_not_is_refused(key, encoding):
    dice = random.Random(key)
    tried = 0
    for game in played(key, 3, "mask", encoding, most=40 if "twist" in key else 120):
        if game.actor is None:
            break
        before = (game.mask(), game.observe(game.actor).tobytes())
        for action in (-1, game.size, *(action for action in range(game.size) if not game.mask()[action])):
            with pytest.raises(IllegalAction) as refused:
                game.choose(action)
            assert refused.value.reasons[0].code == "action-not-open"
        assert (game.mask(), game.observe(game.actor).tobytes()) == before
        for action in dice.sample(open_actions(game), min(3, len(open_actions(game)))):
            other = game.copy()
            other.choose(action)
            assert other.state is not None  # the game itself has judged what was done
            tried += 1
    assert tried > 35


@pytest.mark.parametrize("key", TILE_KEYS)
def test_a_tile_is_open_just_where_some_play_has_it_with_those_picked(key):
    kinds = None
    compared = plenty = 0
    for seed in range(1 if "twist" in key else 3):
        for game in played(key, 2, f"exact {seed}", "tiles"):
            if game.actor is None:
                continue
            kinds = kinds or kinds_of(game.rules)
            view = game.view(game.actor)
            if not any(game.picked):
                found = solver.plays(view.table, view.rack, view.rules, view.opened[view.seat], most=MANY)
                plays = {bytes(kinds.counts(play.play)) for play in found}
            if len(found) == MANY:
                plenty += 1
                continue
            assert game.mask() == expected_mask(game, plays, found)
            compared += any(game.picked)
    assert compared > 25 > plenty


def expected_mask(game, plays, found):
    """Return the mask that a list of all plays asks for."""
    picked = bytes(game.picked)
    with_picked = [play for play in plays if all(a >= b for a, b in zip(play, picked, strict=True))]
    tiles = bytes(any(play[kind] > picked[kind] for play in with_picked) for kind in range(KINDS))
    ways = sum(bytes(kinds_of(game.rules).counts(play.play)) == picked for play in found)
    layouts = LAYOUTS if game.rules.joker_sets_frozen else 1
    laid = bytes(i < ways for i in range(layouts))
    return tiles + laid + bytes([not any(picked)])


def test_a_card_is_open_just_where_some_turn_lays_it_with_those_picked():
    compared = 0
    for seed in range(3):
        for game in played("rummy17", 2, f"exact {seed}", "tiles"):
            if game.actor is None or game.phase != "lay":
                continue
            view = game.view(game.actor)
            edge = [card for card in view.edge if isinstance(card, Joker)]
            melds = [meld.cards for meld in view.melds]
            turns = card_solver.turns(view.hand, melds, edge, view.rules, view.melded[view.seat], most=3_000)
            with_picked = [turn for turn in turns if set(game.picked) <= set(turn.cards)]
            cards = {card for turn in with_picked for card in turn.cards} - set(game.picked)
            ways = sum(turn.cards == game.picked for turn in turns) if game.picked else 0
            wanted = [game.index[card] for card in cards]
            wanted += [game.kinds + i for i in range(min(LAYOUTS, ways))]
            wanted += [] if game.picked else [game.size - 1]
            assert open_actions(game) == sorted(wanted)
            compared += bool(game.picked)
    assert compared > 15


def test_where_turns_are_many_the_card_solver_is_asked_and_says_the_same(monkeypatch):
    """A hand of many cards has more turns than are looked through; here two are many already."""
    from meldwise.envs import card_menu

    asked = 0
    for game in played("rummy17", 2, "many", "tiles", most=900):
        if game.actor is None or game.phase != "lay":
            continue
        few = game.mask()
        monkeypatch.setattr(card_menu, "FEW", 0)
        other = game.copy()
        other._menu, other._fresh, other._mask = None, True, None
        assert other.mask() == few
        assert not other.menu._all
        monkeypatch.undo()
        asked += 1
    assert asked > 20


@pytest.mark.parametrize("key", ["pl-standard", "fi-classic"])
def test_candidates_are_the_solvers_plays_in_its_order(key):
    compared = 0
    for game in (game for seed in range(4) for game in played(key, 2, f"order {seed}", "candidates", most=60)):
        if game.actor is None:
            continue
        view = game.view(game.actor)
        if view.rules.joker_sets_frozen and any(JOKER in row for row in (*view.table, view.rack)):
            continue  # then layouts come one after the other
        found = solver.plays(view.table, view.rack, view.rules, view.opened[view.seat], most=CANDIDATES + 1)
        kinds = kinds_of(view.rules)
        wanted = [bytes(kinds.counts(play.play)) for play in found[:CANDIDATES]]
        assert [bytes(row) for row in game.candidates() if row.any()] == wanted
        assert game.mask() == b"\1" * len(wanted) + bytes(CANDIDATES - len(wanted)) + b"\1"
        assert game.truncated == (len(found) > CANDIDATES)
        compared += bool(wanted)
    assert compared > 10


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_plays_that_no_action_stands_for_are_told(encoding):
    seen = set()
    game = dealt("pl-standard", 2, "holds", encoding)
    while len(game.ledger.pool) > 40:  # draw and draw: then there is more to lay than can be listed
        game.choose(game.size - 1)
        seen.add(game.truncated)
    assert seen == ({False, True} if encoding == "candidates" else {False})


def test_frozen_layouts_come_after_all_choices_of_tiles():
    mixed = 0
    for seed in range(3):
        for game in played("fi-classic", 2, f"layouts {seed}", "candidates", most=40):
            if game.actor is None:
                continue
            layouts = [game.choice(action)[1] for action in open_actions(game)[:-1]]
            assert layouts == sorted(layouts)
            assert max(layouts, default=0) < LAYOUTS
            choices = [game.choice(action) for action in open_actions(game)[:-1]]
            assert len(set(choices)) == len(choices)
            mixed += len(set(layouts)) > 1
    assert mixed > 1


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_nothing_is_open_when_all_is_over(encoding):
    for key in ("pl-standard", "rummy17"):
        *_, game = played(key, 2, "over", encoding)
        assert game.result is not None
        assert not any(game.mask())
        with pytest.raises(IllegalAction):
            game.choose(0)


def test_every_action_has_a_meaning():
    for key in KEYS:
        for encoding in ENCODINGS:
            game = dealt(key, 2, "words", encoding)
            assert all(game.meaning(action) for action in range(game.size))
            assert game.meaning(game.size - 1) in ("draw", "take from the stock")

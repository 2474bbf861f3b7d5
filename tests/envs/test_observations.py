"""What a seat is shown: all it may know, in one vector and in a dictionary, and nothing else."""

import random

import numpy as np
import pytest

from meldwise.envs import GameEnv
from meldwise.errors import CaseError
from meldwise.rummy17 import BONUS_CARDS
from meldwise.solver.problem import kinds_of
from meldwise.tiles import JOKER, Joker
from tests.envs.games import ENCODINGS, KEYS, TILE_KEYS, dealt, open_actions, played, redealt


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_a_seat_has_not_seen_changes_nothing_it_is_shown(key, encoding):
    dice = random.Random(key)
    changed = 0
    for step, game in enumerate(played(key, 3, "hidden", encoding, most=50 if "twist" in key else 160)):
        if game.actor is None or step % 3:
            continue
        for seat in range(3):
            other = redealt(game, seat, dice)
            changed += other.state != game.state
            assert other.observe(seat).tobytes() == game.observe(seat).tobytes()
            if seat == game.actor:
                assert other.mask() == game.mask()
                assert other.candidates().tobytes() == game.candidates().tobytes()
                assert other.truncated == game.truncated
    assert changed > 20


def test_only_a_privileged_observation_shows_other_racks():
    for key in KEYS:
        dice = random.Random(key)
        *_, game = played(key, 2, "racks", most=9, privileged=True)
        seat = 1 - game.actor
        other = redealt(game, seat, dice)
        field = "hands" if key == "rummy17" else "racks"
        place = game.fields.places[field]
        assert other.observe(seat).tobytes() != game.observe(seat).tobytes()
        assert other.observe(seat)[: place.start].tobytes() == game.observe(seat)[: place.start].tobytes()
        shown = game.fields.split(game.observe(seat))[field]
        own = "hand" if key == "rummy17" else "rack"
        for turn, who in enumerate((seat, 1 - seat)):
            assert (shown[turn] == game.fields.split(game.observe(who))[own]).all(), key


@pytest.mark.parametrize("key", TILE_KEYS)
def test_the_numbers_are_those_of_the_view(key):
    for game in played(key, 3, "numbers", "tiles", most=150):
        kinds = kinds_of(game.rules)
        for seat in range(3):
            view, parts = game.view(seat), game.fields.split(game.observe(seat))
            order = [(seat + i) % 3 for i in range(3)]
            table = kinds.counts(tile for row in view.table for tile in row)
            assert parts["rack"].tolist() == kinds.counts(view.rack)
            assert parts["table"].tolist() == table
            whole = kinds.counts(game.rules.box.tiles)
            assert (parts["unseen"] + parts["table"] + parts["rack"]).tolist() == whole
            assert parts["sizes"].tolist() == [view.counts[i] for i in order]
            assert parts["opened"].tolist() == [view.opened[i] for i in order]
            assert parts["announced"].tolist() == [view.announced[i] for i in order]
            assert parts["turn"].tolist() == [i == view.turn for i in order]
            assert (parts["pool"][0], parts["passes"][0]) == (view.pool, view.passes)
            assert parts["picked"].any() == (any(game.picked) and seat == game.actor)


def test_the_last_turn_of_every_seat_is_shown():
    dice = random.Random(4)
    seen = set()
    game = dealt("hu-twist", 2, "recent", "candidates")
    while game.actor is not None:
        seat, action = game.actor, dice.choice(open_actions(game))
        meaning, laid = (
            game.meaning(action),
            [0] * 56 if action == game.size - 1 else game.candidates()[action].tolist(),
        )
        game.choose(action)
        recent = game.fields.split(game.observe(1 - seat))["recent"][1].tolist()
        assert recent[:3] == [meaning.startswith("lay"), meaning == "draw", meaning == "pass"]
        assert recent[3:] == laid
        seen.add(meaning.split()[0])
    assert {"lay", "draw"} <= seen


def test_frozen_sets_are_shown_as_they_lie():
    shown = 0
    for game in played("fi-classic", 2, "frozen 3", "candidates"):
        frozen = [row for row in game.state.table if JOKER in row]
        parts = game.fields.split(game.observe(0))["joker_sets"]
        assert parts.any(axis=(1, 2)).sum() == len(frozen)
        for row, part in zip(frozen, parts, strict=False):
            assert part[0].sum() == len(row) - row.count(JOKER)
            assert part[1].any()
        shown += len(frozen)
    assert shown > 0


def test_the_cards_on_the_table_are_shown_as_they_lie():
    melds = jokers = known = 0
    for game in played("rummy17", 3, "melds", "candidates"):
        state = game.state
        parts = game.fields.split(game.observe(0))
        cards = game.cards
        for seat in range(3):
            lying = {card for meld in state.melds if meld.owner == seat for card in meld.cards}
            assert {cards[i] for i in np.flatnonzero(parts["laid"][seat])} == lying
            taken = {cards[i] for i in np.flatnonzero(parts["known"][seat])}
            assert taken <= set(state.hands[seat])
            known += len(taken)
        assert {cards[i] for i in np.flatnonzero(parts["pile"])} == set(state.pile)
        assert parts["bonus"].sum() == len(state.bonus) < len(BONUS_CARDS)
        runs = [meld for meld in state.melds if len({card.color for card in meld.cards}) == 1]
        assert parts["run_starts"].sum() == len(runs)
        assert parts["runs"].sum() == sum(len(meld.cards) for meld in runs)
        laid_jokers = [card for meld in state.melds for card in meld.cards if isinstance(card, Joker)]
        assert parts["stands"].sum() == len(laid_jokers)
        places = [parts["hand"], parts["unseen"], parts["pile"], parts["laid"].sum(0), parts["known"][1:].sum(0)]
        assert (sum(places)[: len(cards) - 5] == 1).all()
        melds += len(runs)
        jokers += len(laid_jokers)
    assert min(melds, jokers, known) > 0


@pytest.mark.parametrize("key", ["pl-twist", "rummy17"])
def test_the_dictionary_says_the_same_as_the_vector(key):
    flat, named = GameEnv(key, flat=True), GameEnv(key, flat=False)
    for env in (flat, named):
        env.reset(seed=5)
    vector, parts = flat.observe("seat_1")["observation"], named.observe("seat_1")["observation"]
    assert np.concatenate([part.ravel() for part in parts.values()]).tolist() == vector.tolist()
    assert list(parts) == [field.name for field in flat.game.fields.all]


@pytest.mark.parametrize("key", ["sk-twist", "rummy17"])
def test_scores_of_a_match_are_shown_to_all(key):
    env = GameEnv(key, 3)
    env.reset(seed=5, options={"scores": (10, -20, 30), "starter": 2})
    assert env.agent_selection == "seat_2"
    scores = [env.game.fields.split(env.observe(agent)["observation"])["scores"].tolist() for agent in env.agents]
    assert scores == [[10, -20, 30], [-20, 30, 10], [30, 10, -20]]
    with pytest.raises(CaseError):
        env.reset(options={"scores": (1, 2)})

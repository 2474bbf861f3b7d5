"""A game being played: what it remembers, and how a step is taken back."""

import pytest

import meldwise
from meldwise import CaseError, IllegalAction, Position
from meldwise.bots import BOTS
from meldwise.rummy17 import FinalHand
from meldwise.tilegame import Draw, FinalRack


@pytest.mark.parametrize("key", ["pl-twist", "rummy17"])
def test_every_step_can_be_taken_back_to_the_deal(key):
    game = meldwise.new_game(key, 2, seed="undo")
    bots = [BOTS["simple"](seat) for seat in range(2)]
    states, events = [game.state], [list(game.events)]
    for _ in range(25):
        seat = game.actors[0]
        game.apply(bots[seat].act(game.view(seat)))
        states.append(game.state)
        events.append(list(game.events))
    while len(states) > 1:
        states.pop()
        events.pop()
        last = game.actions[-1]
        assert game.undo() is last
        assert (game.state, game.events) == (states[-1], events[-1])
    with pytest.raises(CaseError):
        game.undo()


def test_a_refused_action_leaves_everything_as_it_was():
    game = meldwise.new_game("pl-standard", 2, seed=7)
    before = (game.state, list(game.events), list(game.actions))
    with pytest.raises(IllegalAction):
        game.apply(Draw(1))
    assert (game.state, game.events, game.actions) == before


@pytest.mark.parametrize("key", list(meldwise.rulesets()))
def test_a_position_is_what_a_seat_sees(key):
    game = meldwise.new_game(key, 2, seed="position")
    position = Position.of(game.view(1))
    assert Position.parse(str(position)) == position == Position.parse(position.link)
    with pytest.raises(CaseError):
        Position.of(game.view(None))


def test_scores_take_racks_as_text_and_refuse_players_of_another_game():
    assert meldwise.score("pl-standard", ["", "b3 J"]).scores == (53, -53)
    k4 = meldwise.Tile("k", 4)
    assert meldwise.score("pl-standard", ["", FinalRack((k4,), opened=False)]).scores == (100, -100)
    assert meldwise.score("rummy17", ["r1 r12", "b17"]).scores == (-3, -2)
    with pytest.raises(CaseError):
        meldwise.score("pl-standard", ["", FinalHand(())])

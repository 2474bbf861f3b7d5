"""Reviews: nobody lays more than the most that could be laid, and what is said to be better can be done and is."""

from pathlib import Path

import msgspec
import pytest

from meldwise import catalog, new_game, record, rummy17, tilegame
from meldwise.bots import named
from meldwise.review import review

GOLDEN = sorted(Path(__file__).parent.joinpath("golden").glob("*.record"))


def played(key, seats, bots, seed):
    """Return the record of a game between opponents."""
    live = new_game(key, seats, seed=seed)
    players = [named(name)(f"{seed} {seat}") for seat, name in enumerate(bots)]
    while live.result is None:
        seat = live.actors[0]
        live.apply(players[seat].act(live.view(seat)))
    return live.record()


def begun(recorded, actions):
    """Return the beginning of a recorded game."""
    return msgspec.structs.replace(recorded, actions=recorded.actions[:actions], result=record.UNFINISHED)


def in_hand(state, seat):
    return len(state.hands[seat] if isinstance(state, rummy17.State) else state.racks[seat])


def assert_holds(recorded):
    """Check every turn of a review against the states of the replay; return the turns."""
    game = catalog.game_of(recorded.rules)
    found = list(review(recorded))
    states = [step.state for step, _ in found]
    assert [step for step, _ in found] == list(record.replay(recorded))
    turns = [turn for _, turn in found if turn is not None]
    for turn in turns:
        before = states[turn.first - 1]
        assert before.turn == turn.seat
        assert 0 <= turn.laid <= turn.most
        assert turn.proven
        assert bool(turn.better) == (turn.most > turn.laid)
        after = before
        for action in turn.better:
            after, _ = game.apply(after, action)
        if turn.better:
            assert in_hand(before, turn.seat) - in_hand(after, turn.seat) == turn.most
    return turns


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_reviews_of_golden_records_hold(file):
    assert assert_holds(begun(record.read(file.read_text("utf-8")), 40))


@pytest.mark.parametrize("key", ["pl-standard", "pl-twist", "pl-expert", "fi-classic", "rummy17"])
def test_who_lays_the_most_every_turn_has_nothing_better(key):
    turns = assert_holds(played(key, 2, ["greedy-tiles", "chance"], f"review {key}"))
    mine = [turn for turn in turns if turn.seat == 0]
    assert len(mine) > 3
    assert any(turn.laid for turn in mine)
    assert not any(turn.better for turn in mine)
    assert any(turn.better for turn in turns)


def test_every_turn_is_reviewed_once():
    recorded = played("pl-standard", 3, ["holder", "chance", "simple"], "once")
    turns = assert_holds(recorded)
    acting = (tilegame.Play, tilegame.Draw, tilegame.Pass, tilegame.TimeUp)
    assert [turn.last for turn in turns] == [
        number for number, action in enumerate(recorded.actions, 1) if isinstance(action, acting)
    ]


def test_a_turn_of_cards_is_many_steps():
    recorded = played("rummy17", 3, ["greedy-tiles"] * 3, "steps")
    turns = assert_holds(recorded)
    ends = [n for n, action in enumerate(recorded.actions, 1) if isinstance(action, rummy17.Discard)]
    assert [turn.last for turn in turns] == ends
    assert any(turn.last > turn.first for turn in turns)
    for turn in turns:
        assert not {turn.seat} - {action.seat for action in recorded.actions[turn.first - 1 : turn.last]}

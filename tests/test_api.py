"""The public functions with what people really pass: text, lists, the wrong thing."""

import pickle

import pytest

import meldwise
from meldwise import CaseError, Joker, NotationError, Tile, rummy17, tilegame
from meldwise.game import from_bytes, to_bytes
from meldwise.record import Record


def test_tiles_never_change():
    with pytest.raises(AttributeError):
        Tile("b", 3).number = 5
    with pytest.raises(AttributeError):
        Joker("J").color = "b"  # type: ignore[assignment]
    assert Tile("b", 3).number == 3


def test_tiles_are_ordered():
    assert Tile("b", 3) < Tile("b", 4) <= Tile("b", 4) < Joker("J")
    assert Tile("b", 4) >= Tile("b", 3)
    assert sorted([Joker("M"), Tile("r", 1), Tile("k", 13)]) == [Tile("k", 13), Tile("r", 1), Joker("M")]


@pytest.mark.parametrize("make", [lambda: Tile.parse("b77"), lambda: Tile("b", 99), lambda: Joker("X")])
def test_what_is_no_tile_of_any_box_is_a_notation_error(make):
    with pytest.raises(NotationError, match="no tile of any box"):
        make()


def test_a_reason_is_your_own_copy():
    meldwise.why_not("b3", "pl-standard")[0].facts["tiles"] = 99  # type: ignore[index]
    assert meldwise.why_not("b3", "pl-standard")[0].facts["tiles"] == 1


def test_lists_and_texts_do_as_well_as_tuples():
    row = [Tile("b", 3), Tile("b", 4), Tile("b", 5)]
    assert meldwise.readings(row, "pl-standard") == meldwise.readings("b3 b4 b5", "pl-standard")
    assert meldwise.judge(["b3 b4 b5"], "b6", ["b3 b4 b5 b6"], "pl-standard") == []
    assert meldwise.judge([row], [Tile("b", 6)], [[*row, Tile("b", 6)]], "pl-standard") == []


@pytest.mark.parametrize(
    ("table", "rack", "code"), [("b3 b4", "b5", "invalid-start-set"), ("b3 b4 b5", "b3 b3", "too-many-copies")]
)
def test_a_turn_from_a_position_that_cannot_be_is_an_error(table, rack, code):
    with pytest.raises(CaseError) as caught:
        meldwise.judge(table, rack, "b3 b4 b5", "pl-standard")
    assert caught.value.code == code


def test_an_action_of_another_game_is_refused_in_words():
    tiles, cards = meldwise.new_game("pl-standard", 2, seed=1), meldwise.new_game("rummy17", 2, seed=1)
    for game, action in ((tiles, rummy17.TakeStock(0)), (cards, tilegame.Draw(0)), (tiles, "draw"), (cards, None)):
        assert [reason.code for reason in game.judge(action)] == ["no-action"]
        with pytest.raises(meldwise.IllegalAction):
            game.apply(action)


def test_scores_refuse_what_is_no_end():
    assert meldwise.score("rummy17", ["", "b9"], out=0, last_discard="r17").scores == (0, -2)
    for rules, players, more in (
        ("pl-standard", ["", "b3"], {"ended": "bogus"}),
        ("pl-standard", [], {}),
        ("rummy17", [], {}),
        ("rummy17", ["", "b9"], {"out": 0, "last_discard": "r17 r16"}),
    ):
        with pytest.raises(CaseError):
            meldwise.score(rules, players, **more)


def test_a_name_alone_is_no_list_of_players():
    with pytest.raises(CaseError):
        meldwise.new_game("pl-standard", "Ada")


@pytest.mark.parametrize("key", ["pl-twist", "rummy17"])
def test_games_and_records_travel(key):
    game = meldwise.new_game(key, 2, seed=1)
    again = pickle.loads(pickle.dumps(game))
    assert (again.state, again.events) == (game.state, game.events)
    setup = game.record()
    assert from_bytes(to_bytes(setup), Record) == setup


def test_nothing_quoted_commands_the_terminal():
    with pytest.raises(meldwise.RulesetError) as caught:
        meldwise.ruleset("\x1b[31mpl")
    assert str(caught.value).isprintable()
    told = meldwise.record.write(meldwise.new_game("pl-standard", ["A", "B"], seed=1).record())
    assert meldwise.record.read(told.replace("seat 0 A", "seat 0 \x1b[31mA")).names == ("[31mA", "B")

"""Games added up to a match (T6, T43-T45, R4, R23, R24, C14)."""

from collections.abc import Sequence

import msgspec
import pytest

import meldwise
from meldwise import Match, new_match, ruleset
from meldwise.errors import CaseError
from meldwise.tilegame.state import Result
from tests.tilegame.states import OTHERS, POLISH, TILE_GAMES, after, middle

ALL = (*TILE_GAMES, "rummy17")


class Played(msgspec.Struct, frozen=True):
    """A finished game, as a match sees it."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


def won(*scores: int) -> Played:
    """Return a tile game: whoever has points has won it."""
    return Played(scores, tuple(seat for seat, points in enumerate(scores) if points > 0))


def match_of(key: str, games: Sequence[Played]) -> Match:
    match = new_match(ruleset(key), len(games[0].scores), len(games))
    for game in games:
        match = match.add(game)
    return match


THREE = [won(24, -5, -16, -3), won(-6, -11, 22, -5), won(-32, -13, -2, 47)]
FOUR = [won(29, -5, -10, -15), won(-100, -1, -2, 103), won(-10, -1, -1, 12), won(25, -1, -13, -11)]

all_rulesets = pytest.mark.parametrize("key", ALL)


# How many games


@pytest.mark.rule("T43")
@pytest.mark.parametrize("key", POLISH)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_polish_match_has_as_many_games_as_players(key, seats):
    assert new_match(ruleset(key), seats).games == seats


@pytest.mark.rule("T43", "R23")
@pytest.mark.parametrize("key", OTHERS)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_other_matches_have_the_number_agreed_whatever_the_players(key, seats):
    assert new_match(ruleset(key), seats, 5).games == 5
    assert new_match(ruleset(key), seats).games == 1


@pytest.mark.rule("T43")
@pytest.mark.parametrize("key", POLISH)
def test_polish_players_may_agree_otherwise(key):
    assert new_match(ruleset(key), 4, 7).games == 7


@all_rulesets
def test_a_match_is_over_after_its_games_and_takes_no_more(key):
    match = new_match(ruleset(key), 2, 2)
    match = match.add(won(5, -5))
    assert not match.over
    match = match.add(won(-3, 3))
    assert match.over
    with pytest.raises(CaseError) as refused:
        match.add(won(1, -1))
    assert refused.value.code == "match-over"
    assert str(refused.value) == "All 2 games of the match are played."


# Who starts


@pytest.mark.rule("T6", "R4")
@all_rulesets
def test_the_player_to_the_left_of_the_last_starter_starts_the_next_game(key):
    match = new_match(ruleset(key), 3, 6, first_starter=1)
    starters = []
    while not match.over:
        starters.append(match.starter)
        match = match.add(won(1, -1, 0))
    assert starters == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("T6", "R4")
def test_the_next_game_is_played_from_its_starter_without_a_draw():
    match = new_match(ruleset("fi-classic"), 4, 2, first_starter=3).add(won(4, -1, -1, -2))
    game = meldwise.new_game("fi-classic", 4, seed=1, starter=match.starter)
    assert game.actors == (0,)


# Totals and places


@pytest.mark.rule("T45")
@pytest.mark.parametrize("key", ["fi-classic", "hu-twist", "sk-twist"])
def test_the_example_table_of_three_games_adds_up(key):
    match = match_of(key, THREE)
    assert match.totals == (-14, -29, 4, 39)
    assert match.wins == (1, 0, 1, 1)
    assert match.over


@pytest.mark.rule("T44", "R24")
@pytest.mark.parametrize("key", ["fi-classic", "sk-twist"])
def test_the_highest_total_ranks_the_three_games(key):
    assert match_of(key, THREE).places == (3, 4, 2, 1)


@pytest.mark.rule("T44")
def test_games_won_then_the_total_rank_the_three_games_in_hungary():
    assert match_of("hu-twist", THREE).places == (3, 4, 2, 1)


@pytest.mark.rule("T44", "T45")
@pytest.mark.parametrize("key", POLISH)
def test_the_polish_example_table_and_its_places(key):
    match = match_of(key, FOUR)
    assert match.totals == (-56, -8, -26, 89)
    assert match.wins == (2, 0, 0, 2)
    assert match.places == (2, 3, 4, 1)


@pytest.mark.rule("T44", "R24")
@pytest.mark.parametrize("key", ["fi-classic", "sk-twist"])
def test_the_highest_total_alone_ranks_the_four_games_elsewhere(key):
    assert match_of(key, FOUR).places == (4, 2, 3, 1)


@pytest.mark.rule("T44")
@pytest.mark.parametrize("key", ["hu-twist", *POLISH])
def test_more_games_won_beat_a_higher_total(key):
    assert match_of(key, [won(1, -1), won(1, -1), won(-50, 50)]).places == (1, 2)


@pytest.mark.rule("T44", "R24")
@pytest.mark.parametrize("key", ["fi-classic", "sk-twist"])
def test_a_higher_total_beats_more_games_won(key):
    assert match_of(key, [won(1, -1), won(1, -1), won(-50, 50)]).places == (2, 1)


@pytest.mark.rule("T44")
@pytest.mark.parametrize("key", ["hu-twist", *POLISH])
def test_equal_games_won_are_ranked_by_the_total(key):
    assert match_of(key, [won(9, -4, -5), won(-3, 8, -5)]).places == (1, 2, 3)


@pytest.mark.rule("R24")
@pytest.mark.parametrize("key", TILE_GAMES)
def test_players_equal_in_everything_share_a_place_and_the_next_is_left_out(key):
    match = match_of(key, [won(9, -4, -4, -1), won(-4, 9, -4, -1)])
    assert match.places == (1, 1, 4, 3)
    assert match_of(key, [won(30, -10, -10, -10)]).places == (1, 2, 2, 2)


@pytest.mark.rule("C14")
def test_in_rummy17_the_totals_decide_and_equal_totals_share_a_place():
    games = [Played((3, 3, -1), (0, 1)), Played((4, 2, -1), (0,)), Played((-9, -7, 0), (2,))]
    match = match_of("rummy17", games)
    assert match.totals == (-2, -2, -2)
    assert match.wins == (2, 1, 1)
    assert match.places == (1, 1, 1)


@pytest.mark.rule("C14")
def test_in_rummy17_a_higher_total_beats_more_games_won():
    match = match_of("rummy17", [Played((5, 4), (0,)), Played((5, 4), (0,)), Played((0, 3), (1,))])
    assert match.wins == (2, 1)
    assert match.places == (2, 1)


def test_a_match_not_yet_begun_ranks_everyone_first():
    match = new_match(ruleset("pl-standard"), 3)
    assert (match.totals, match.wins, match.places) == ((0, 0, 0), (0, 0, 0), (1, 1, 1))


def test_a_finished_game_is_added_as_it_is():
    over = after(middle("pl-standard", ["b5", "k4 k5"], table="b2 b3 b4"), "0 play b2 b3 b4 b5")
    assert isinstance(over.result, Result)
    match = new_match(over.rules, 2).add(over.result)
    assert (match.totals, match.wins) == ((9, -9), (1, 0))


def test_adding_a_game_leaves_the_old_match_as_it_was():
    before = new_match(ruleset("pl-standard"), 2)
    later = before.add(won(1, -1))
    assert (before.scores, later.scores) == ((), ((1, -1),))


# What is refused


@pytest.mark.parametrize("games", [0, -1])
def test_a_match_has_at_least_one_game(games):
    with pytest.raises(CaseError) as refused:
        new_match(ruleset("pl-standard"), 2, games)
    assert refused.value.code == "no-games"


@pytest.mark.parametrize(
    ("seats", "starter", "code"), [(1, 0, "wrong-players"), (5, 0, "wrong-players"), (2, 2, "no-such-seat")]
)
def test_a_match_needs_its_players(seats, starter, code):
    with pytest.raises(CaseError) as refused:
        new_match(ruleset("pl-standard"), seats, first_starter=starter)
    assert refused.value.code == code


def test_a_game_of_other_players_is_not_added():
    with pytest.raises(CaseError) as refused:
        new_match(ruleset("pl-standard"), 3).add(won(1, -1))
    assert refused.value.code == "wrong-players"

"""`meldwise replay`: records shown step by step, and damaged files told in a sentence."""

from __future__ import annotations

import argparse
import io
import re
import sys

import pytest

from meldwise import api, catalog, record
from meldwise.bots import BOTS
from meldwise.cli import draw, replay
from meldwise.errors import CaseError, RecordError
from meldwise.live import LiveGame
from meldwise.review import review


def played(rules: str, seats: int = 3, steps: int | None = None) -> LiveGame:
    """Return a game bots have played, to its end or for some steps."""
    game = api.new_game(rules, ["Ana", "Bo", "Cy"][:seats], seed=f"replay {rules}")
    bots = [BOTS["simple"](seat) for seat in range(seats)]
    while game.actors and (steps is None or len(game.actions) < steps):
        seat = game.actors[0]
        game.apply(bots[seat].act(game.view(seat)))
    return game


@pytest.fixture
def show(monkeypatch, tmp_path):
    """Return a function that replays a record's text, or bytes, and returns the screen."""

    def run(text: str | bytes, *words: str, typed: str | None = None) -> str:
        file = tmp_path / "shown.record"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        stdin, stdout = io.StringIO(typed or ""), io.StringIO()
        if typed is not None:
            monkeypatch.setattr(stdin, "isatty", lambda: True)
            monkeypatch.setattr(stdout, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        parser = argparse.ArgumentParser()
        replay.add_options(parser)
        draw.console.cache_clear()
        assert replay.run(parser.parse_args([str(file), *words])) == 0
        return stdout.getvalue()

    yield run
    draw.console.cache_clear()


@pytest.mark.parametrize("rules", catalog.rulesets())
def test_every_step_is_shown_and_the_end(show, rules):
    game = played(rules)
    screen = show(record.write(game.record()))
    assert len(re.findall(r"── .* · step \d+ of", screen)) == len(game.actions) + 1
    assert "── The game is over: " in screen
    for points in game.result.scores if game.result else ():
        assert re.search(rf"[-+]?{abs(points)}\b", screen[screen.rindex("── The game") :])


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
def test_all_racks_are_open_unless_a_seat_is_chosen(show, rules):
    game = played(rules, steps=6)
    text = record.write(game.record())
    racks = getattr(game.state, "racks", None) or game.state.hands
    for seat in range(3):
        rack = " ".join(tile.text for tile in racks[seat])
        assert rack in show(text)
        assert rack in show(text, "--seat", str(seat))
        assert rack not in show(text, "--seat", str((seat + 1) % 3))


def test_a_seat_is_not_told_what_others_drew(show):
    text = record.write(played("pl-standard", steps=12).record())
    assert len(re.findall(r"drew [krbo]\d", show(text))) > len(re.findall(r"drew [krbo]\d", show(text, "--seat", "0")))
    assert not re.findall(r"(Bo|Cy) drew \w", show(text, "--seat", "0"))


def test_the_end_shows_a_seat_the_scores_and_no_foreign_rack(show):
    game = played("pl-standard")
    end = show(record.write(game.record()), "--seat", "1").split("── The game is over")[1]
    assert "Ana" in end
    assert not re.search(r"\b[krbo]\d+\b", end)


def test_an_unfinished_record_says_so(show):
    assert "the game is unfinished" in show(record.write(played("hu-twist", steps=5).record()))


def test_on_a_terminal_enter_goes_on_and_q_quits(show):
    text = record.write(played("fi-classic", steps=5).record())
    screen = show(text, typed="\n\nq\n")
    assert len(re.findall(r"── .* · step \d+ of", screen)) == 3
    assert "Left before the end." in screen
    assert "Left before the end." in show(text, typed="\n")
    assert "unfinished" in show(text, "--all", typed="")


def test_a_seat_nobody_sits_on_is_refused(show):
    with pytest.raises(CaseError, match="There is no seat 3"):
        show(record.write(played("pl-standard", steps=2).record()), "--seat", "3")


GOOD = record.write(played("pl-standard").record())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the record is cut off"),
        ("hello", "this is no record"),
        (GOOD[: len(GOOD) // 2], "Line"),
        (GOOD.replace("result ", "result x", 1), "the record says"),
        (GOOD.replace("> 0 draw", "> 0 dance", 1), "is no action"),
        (GOOD + "more\n", "the record has ended before this line"),
        (b"\xff\xfe\x00\x01" * 100, "it is not UTF-8 text"),
        (b"#" * (record.MOST_BYTES + 10), "larger than"),
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(show, text, words):
    with pytest.raises((RecordError, CaseError)) as refused:
        show(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_record_of_another_rules_version_says_so_with_its_result(show):
    with pytest.raises(RecordError, match=r"rules version 9; .* Recorded: result .*"):
        show(GOOD.replace("rules-version 1", "rules-version 9"))


@pytest.mark.parametrize(("path", "detail"), [("missing.record", "No such file"), ("", "Is a directory")])
def test_a_file_that_is_none_is_told_in_a_sentence(tmp_path, path, detail):
    with pytest.raises(CaseError, match=f"cannot be read: {detail}"):
        replay.text_of(str(tmp_path / path))


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
def test_a_review_says_what_more_could_have_been_laid(show, rules):
    game = played(rules)
    found = [turn for _, turn in review(game.record()) if turn is not None]
    screen = show(record.write(game.record()), "--review")
    said = re.findall(r"laid (\d+) and could have laid (\d+):", screen)
    assert said == [(str(turn.laid), str(turn.most)) for turn in found if turn.better]
    assert said
    assert screen.count("no turn lays more") == sum(turn.laid > 0 and not turn.better for turn in found)
    for turn in found:
        assert all(f"  {game._game.write_action(action)[2:]}\n"[:70] in screen for action in turn.better)


def test_a_review_is_not_for_one_seat(show):
    with pytest.raises(CaseError, match="--seat"):
        show(record.write(played("pl-standard").record()), "--review", "--seat", "0")

"""The command line in every language: a player sees no English, and the same game."""

import io
import re
import sys

import pytest
from rich.console import Console

from meldwise.cli import draw
from meldwise.cli.main import main
from meldwise.tiles import AnyTile
from meldwise.words import LANGUAGES, messages, sentence
from tests.cli.test_play import watched

OTHERS = [language for language in LANGUAGES if language != "en"]
TILES = ["?", "", "sing", "un", "undo", "2 b6 > 9", "b3 = b4 = b5", "sort number", "rules T16", "draw", "end", "draw"]
CARDS = ["?", "stock", "discard", "meld r1", "sort", "back", "exchange 1", "add 1", "quit"]
RECORD = "tests/golden/hu-twist-chance-2.record"


def call(capsys, monkeypatch, *words, lines=()):
    """Run the program and return its status and all it said."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status = main(list(words))
    out, err = capsys.readouterr()
    return status, out + err


def wordy(text):
    """Return the lines of a text that hold some words; keys of rulesets are none."""
    lines = {line.strip() for line in text.splitlines()}
    return {line for line in lines if len(re.findall(r"(?<![-\w])[a-z]{3,}\b", line)) > 3}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("play", "--seed", "7", "--rules", "pl-twist"), TILES),
        (("play", "--seed", "7", "--rules", "rummy17", "--games", "2"), CARDS),
        (("replay", "--all", RECORD), ()),
        (("replay", "--all", "--review", RECORD), ()),
        (("verify", RECORD), ()),
        (("verify", "--statistics", RECORD), ()),
        (("simulate", "--seats", "chance,simple", "--games", "2", "--workers", "1"), ()),
        (("best", "--rules", "pl-standard", "--table", "b3 b4 b5", "--rack", "b6 r1"), ()),
        (("judge", "--rules", "pl-standard", "--table", "b3 b4 b5", "--rack", "b6", "--to", "b3 b4 b6"), ()),
        (("check", "--rules", "hu-twist", "--set", "b3 D J"), ()),
        (("score", "--rules", "pl-standard", "--ended", "out", "--player", "", "--player", "b3 J"), ()),
        (("rules",), ()),
        (("rules", "pl-twist"), ()),
        (("rules", "rummy17"), ()),
        (("rules", "--rules", "pl-standard+opening_points=40", "--id", "T23"), ()),
    ],
)
def test_nothing_is_said_in_english(capsys, monkeypatch, language, words, lines):
    english = call(capsys, monkeypatch, *words, lines=lines)
    other = call(capsys, monkeypatch, "--lang", language, *words, lines=lines)
    assert other[0] == english[0]
    assert wordy(other[1]) & wordy(english[1]) == set()
    assert len(other[1]) > len(english[1]) / 2


def test_the_language_is_an_option_before_or_after_the_command_or_a_variable(capsys, monkeypatch):
    command = ("judge", "--rules", "pl-standard", "--table", "b3 b4 b5", "--rack", "b6", "--to", "b3 b4 b5 b6")
    assert call(capsys, monkeypatch, "--lang", "fi", *command) == (0, "Sallittu.\n")
    assert call(capsys, monkeypatch, *command, "--lang", "hu") == (0, "Megengedett.\n")
    assert call(capsys, monkeypatch, "--lang", "fi", *command, "--lang", "hu") == (0, "Megengedett.\n")
    monkeypatch.setenv("MELDWISE_LANG", "pl")
    assert call(capsys, monkeypatch, *command) == (0, "Dozwolone.\n")
    monkeypatch.delenv("MELDWISE_LANG")
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "sk_SK.UTF-8")
    assert call(capsys, monkeypatch, *command) == (0, "Dovolené.\n")


def test_a_language_without_a_catalogue_is_refused(capsys, monkeypatch):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "de", "rules"])
    assert left.value.code == 2
    assert "'de'" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_yes_is_yes_in_the_language_and_in_english(capsys, monkeypatch, language):
    """The person knocks as soon as that is asked."""
    games = watched(monkeypatch)
    for yes in {*sentence("cli.yes", {}, language).split(), "y"}:
        given: list[AnyTile | None] = []

        def answer(asked, yes=yes, given=given):
            if asked.startswith(sentence("cli.ask-take", {}, language)):
                return "quit" if given else "stock"
            if asked.startswith(sentence("cli.ask-lay", {}, language)):
                return f"discard {games[-1].view(0).hand[0]}"
            given.append(games[-1].view(0).discard)
            return yes

        monkeypatch.setattr("builtins.input", answer)
        words = ("--lang", language, "play", "--rules", "rummy17", "--seed", "2", "--players", "2")
        status, said = call(capsys, monkeypatch, *words)
        assert (status, len(given)) == (0, 1)
        assert sentence("tell.knocked", {"who": "you", "card": given[0]}, language) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_are_no_commands_of_another_meaning(language):
    yes, no = sentence("cli.yes", {}, language).split(), sentence("cli.no", {}, language).split()
    assert not {*yes} & {*no, "n", "no"}
    assert not {*no} & {"y", "yes"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_fits_a_narrow_terminal(capsys, monkeypatch, language):
    """Lines are folded at words, and nothing but a table is wider than the terminal."""
    narrow = Console(file=io.StringIO(), width=60, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(draw, "console", lambda: narrow)
    call(capsys, monkeypatch, "--lang", language, "play", "--seed", "7", lines=["?", "draw", "quit"])
    shown = narrow.file.getvalue()  # type: ignore[attr-defined]
    assert messages(language)["manual.quit"].text in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 60

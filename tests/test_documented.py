"""The docs hold: examples run, generated pages are current, and nothing public lacks its line."""

import doctest
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from tools.reference import pages

import meldwise
from meldwise.cli.main import CASES, OTHERS, main
from meldwise.ruleset import CardRules, TileRules, knobs
from meldwise.words import messages

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WRITTEN = [path for path in PAGES if ">>>" in path.read_text("utf-8")]
DEPENDENCIES = ROOT / "docs" / "explanation" / "dependencies.md"
CONSOLE = [path for path in PAGES if "```console" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_python_examples_run(path, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("path", CONSOLE, ids=lambda path: path.stem)
def test_console_examples_print_what_they_say(path, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    for block in re.findall(r"```console\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        for command, said in re.findall(r"^\$ meldwise (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            main(shlex.split(command))
            assert capsys.readouterr().out == said


def test_the_generated_pages_are_current():
    stale = [path.name for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text]
    assert stale == [], "run make docs and commit"


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("reference/knobs.md", [*knobs(TileRules), *knobs(CardRules)]),
        ("reference/reasons.md", [code for code in messages() if "." not in code]),
        ("reference/commands.md", [f"meldwise {name}" for name in (*CASES, *OTHERS)]),
        ("reference/python.md", list(meldwise.__all__)),
    ],
)
def test_everything_public_has_its_line(page, names):
    text = (ROOT / "docs" / page).read_text("utf-8")
    assert len(names) >= 5
    assert [name for name in names if name not in text] == []


def test_every_dependency_has_its_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    asked += [line for extra in project["project"]["optional-dependencies"].values() for line in extra]
    for path in (ROOT / "requirements").glob("*.in"):
        asked += [line for line in path.read_text("utf-8").splitlines() if line[:1].isalpha()]
    names = {re.split(r"[^\w-]", line)[0] for line in asked}
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    names |= {*package["dependencies"], *package["devDependencies"]}
    tables = [line for line in DEPENDENCIES.read_text("utf-8").splitlines() if line.startswith("| ")]
    reasoned = {name for line in tables for name in line.split("|")[1].strip().split(", ")} - {"package"}
    assert reasoned == names


def test_every_knob_says_what_it_means():
    for kind in (TileRules, CardRules):
        assert [knob for knob, meaning in knobs(kind).items() if len(meaning) < 10] == []

"""Which Python `make setup` takes where a machine has several."""

import os
import shutil
import subprocess
import sys

import pytest
from tools import pythons

VERSION = f"({sys.version_info[0]}, {sys.version_info[1]})"
SCRIPT = """#!/bin/sh
case "$3" in *ensurepip*) {who} ;; *) echo {took} ;; esac
"""


@pytest.fixture
def chosen(tmp_path, monkeypatch, capsys):
    """Return what is taken of Pythons that say these things of themselves, each as good as in a folder of its own."""

    def choose(*given):
        places = [tmp_path / f"{number}" for number in range(len(given))]
        for place, (version, took) in zip(places, given, strict=True):
            place.mkdir()
            script = place / "python3"
            who = f'echo "{version} {script}"' if version else "exit 1"
            script.write_text(SCRIPT.format(who=who, took=took))
            script.chmod(0o755)
        monkeypatch.setenv("PATH", os.pathsep.join(map(str, places)))
        monkeypatch.setattr(pythons, "USUAL", ())
        pythons.main()
        said = capsys.readouterr().out.strip()
        return said if said == "python3" else int(said.split(os.sep)[-2])

    return choose


def test_a_clearly_quicker_one_of_the_same_version_is_taken(chosen):
    assert chosen((VERSION, 0.030), (VERSION, 0.029), (VERSION, 0.024), (VERSION, 0.025)) == 2


@pytest.mark.parametrize(
    "others",
    [
        [],
        [(VERSION, 0.029)],  # hardly quicker
        [("(3, 1)", 0.01)],  # other packages would be needed
        [("", 0.01)],  # it can make no environment, or there are no headers to build with
        [(VERSION, "")],  # it fails
    ],
)
def test_otherwise_python3_is(chosen, others):
    assert chosen((VERSION, 0.030), *others) == "python3"


def test_also_where_python3_will_not_do(chosen):
    """What is missing is said by the set-up, which then asks it."""
    assert chosen(("", 0.030), (VERSION, 0.01)) == "python3"


def test_it_finds_a_python_of_this_machine():
    ran = subprocess.run([sys.executable, pythons.__file__], capture_output=True, text=True, check=True)
    assert shutil.which(ran.stdout.strip())

"""The worked example runs, says how it went, and draws its curve."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from examples import learn

from meldwise.envs import SeatEnv


def test_the_example_learns_and_plots(tmp_path, capsys):
    short = ["--generations", "2", "--games", "1", "--first", "8", "--check", "2"]
    learn.main([*short, "--plot", str(tmp_path / "curve.svg")])
    said = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == [
        "generation 1",
        "generation 2",
        "against greedy-tiles, 2 other games",
    ]
    drawn = ET.fromstring((tmp_path / "curve.svg").read_text("utf-8"))
    assert sum(part.tag.endswith("polyline") for part in drawn) == 2


def test_a_policy_that_holds_beats_one_that_lays_all_it_can():
    env = SeatEnv("pl-standard", "greedy-tiles", seat=None, reward="win", candidates=3, show_candidates=True)
    holds = np.zeros(learn.FIGURES)
    holds[[1, 2, 4, 5]] = 1, -3, 3, 2  # draws once it has opened, lays at the end, goes out, opens
    assert learn.won(env, holds, range(12)) >= 0.9


def test_a_share_comes_with_its_interval():
    assert learn.interval(0.5, 100) == pytest.approx((0.404, 0.596), abs=1e-3)
    assert learn.interval(1.0, 200) == pytest.approx((0.981, 1.0), abs=1e-3)

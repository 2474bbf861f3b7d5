"""The ladder: what is planned, what the games say, and that its pages hold what its figures say."""

import re
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from tools import pages
from tools.ladder import page, plan, summary
from tools.ladder.__main__ import main
from tools.ladder.figures import cycle, even, ladder, leads
from tools.ladder.play import ROOT, code, file_of, play
from tools.ladder.rating import places, ratings

from meldwise import catalog
from meldwise.bots import BOTS
from meldwise.simulation import Figure, Plan, Played, simulate
from meldwise.simulation.run import read_kept

QUICK = ("chance", "greedy-tiles", "greedy-points", "holder")


def game(seats, scores):
    return Played(tuple(seats), tuple(scores), tuple(i for i, one in enumerate(scores) if one == max(scores)), 9)


# ---- the plan ----


def test_every_ruleset_and_every_opponent_is_in_the_plan():
    assert set(plan.DEALS) == set(catalog.rulesets())
    for key in plan.DEALS:
        pairs, fours = plan.meetings(key, 2), plan.meetings(key, 4)
        assert {frozenset(one.seats) for one in pairs} == {frozenset((a, b)) for a in BOTS for b in BOTS if a != b}
        met = Counter(name for one in fours for name in one.seats)
        assert met.keys() == BOTS.keys()
        assert len(set(met.values())) == 1
        for one in (*pairs, *fours):
            one.check()


def test_no_two_meetings_share_a_deal():
    """Intervals take meetings as independent."""
    seeds = [one.seed for seats in (2, 4) for one in plan.meetings("pl-standard", seats)]
    assert len(set(seeds)) == len(seeds)


def test_a_new_opponent_is_taken_to_think_long():
    one, two, *_ = plan.meetings("rummy17", 2, ("newcomer", "chance", "holder"))
    assert (one.seats, one.deals) == (("newcomer", "chance"), 60)
    assert (two.seats, two.deals) == (("newcomer", "holder"), 60)
    assert plan.deals("rummy17", ("chance", "closer")) == 100
    assert plan.deals("rummy17", ("chance", "holder")) == 200


def test_some_pairs_are_to_be_known_better_and_a_share_is_less():
    assert plan.deals("pl-standard", ("holder", "closer")) == 150
    assert plan.deals("pl-standard", ("holder", "closer"), share=10) == 15
    assert plan.deals("pl-standard", ("holder", "closer"), share=1000) == plan.FEWEST


def test_thinking_is_planned_with_settings_that_the_opponent_has():
    for one in plan.thinking():
        one.check()
        assert re.fullmatch(r"\w+:states=\d+", one.seats[0])
    assert len(plan.thinking()) == 7
    for one in plan.hands():
        one.check()


# ---- playing ----


def test_what_is_kept_is_not_played_again(tmp_path):
    plans = [Plan("pl-standard", ("chance", "holder"), 3, "t"), Plan("pl-standard", QUICK, 2, "t", circle=True)]
    with ThreadPoolExecutor(1) as pool:
        first = play(plans, tmp_path, pool, lambda *_: None)
    assert first == {one: simulate(one) for one in plans}
    assert [len(games) for games in first[plans[1]]] == [4, 4]
    heard = list[Plan]()
    with ThreadPoolExecutor(1) as pool:
        pool.shutdown()  # whoever asks it for anything fails
        assert play(plans, tmp_path, pool, lambda one, _: heard.append(one)) == first
    assert sorted(heard, key=plans.index) == plans


def test_a_ladder_that_is_stopped_ends_soon_and_keeps_what_is_done(tmp_path):
    words = ("--rules", "fi-classic", "--share", "10", "--workers", "2", "--results", str(tmp_path))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # else whoever started the tests may hide it
    running = subprocess.Popen([sys.executable, "-m", "tools.ladder", *words], stderr=subprocess.PIPE, cwd=ROOT)
    signal.signal(signal.SIGINT, before)
    try:
        end = time.monotonic() + 300
        while sum(len(path.read_bytes().splitlines()) > 1 for path in tmp_path.rglob("*.jsonl")) < 4:
            assert time.monotonic() < end
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=120)
    finally:
        running.kill()
    assert said.decode().endswith("Stopped; the same command goes on from here.\n")
    kept = [one for one in plan.meetings("fi-classic", 2, share=10) if file_of(one, tmp_path).exists()]
    assert len(kept) >= 4
    assert sum(len(read_kept(file_of(one, tmp_path), one)) for one in kept) >= 4


def test_meetings_have_files_of_their_own(tmp_path):
    every = [
        *plan.meetings("hu-twist", 2),
        *plan.meetings("hu-twist", 4),
        *plan.meetings("pl-twist", 2),
        *plan.thinking(),
    ]
    assert len({file_of(one, tmp_path) for one in every}) == len(every)
    assert re.fullmatch(r"[0-9a-f]{12}", code())


# ---- figures ----


def test_who_beats_whom_in_a_circle_is_found():
    assert cycle([("a", "b"), ("b", "c"), ("a", "c")]) == []
    found = cycle([("a", "b"), ("b", "c"), ("c", "a"), ("a", "d")])
    assert sorted(found) == ["a", "b", "c"]
    beats = {("a", "b"), ("b", "c"), ("c", "a")}
    assert all(pair in beats for pair in zip(found, [*found[1:], found[0]], strict=True))


def test_meetings_count_alike_however_many_deals_they_have():
    found = even([Figure(0.2, 0.1, 0.3), Figure(0.8, 0.8, 0.8)])
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.45, 0.55))
    assert even([Figure(0.2, None, None), Figure(0.8, 0.8, 0.8)]).low is None


def test_leads_are_over_the_deals_two_share():
    first = [[game("abc", (5, 1, 0)), game("bca", (2, 0, 4))], [game("abc", (1, 3, 0)), game("bca", (1, 0, 5))]]
    (lead,) = (one for one in leads([first, [[game("cd", (1, 2))]]]) if (one.name, one.other) == ("a", "b"))
    assert lead.points.mean == (3 + 1) / 2


def test_a_ladder_with_a_planted_circle_says_so():
    def pair(one, other):
        return Plan("pl-standard", (one, other), 10), [[game((one, other), (3, -3)), game((other, one), (-3, 3))]] * 10

    found = ladder(dict([pair("a", "b"), pair("b", "c"), pair("c", "a"), pair("a", "d")]), 1)
    assert sorted(found.cycle) == ["a", "b", "c"]
    assert found.places[-1].name == "d"
    assert (found.games, found.deals) == (80, 40)
    assert ladder(dict([pair("a", "b"), pair("b", "c"), pair("a", "c")]), 1).cycle == []


def test_ratings_follow_the_places_of_games():
    assert places(Played(tuple("abcd"), (-5, 9, -5, -1), (1,), 9)) == [2.0, 0.0, 2.0, 1.0]
    games = [game("abcd", (9, 3, -4, -8)), game("dcba", (-8, -4, 3, 9))] * 20
    rated = ratings(games)
    assert sorted(rated, key=lambda name: -rated[name].mean) == list("abcd")
    twins = ratings([game("ab", (1, -1)), game("ab", (-1, 1))] * 50)
    assert abs(twins["a"].mean - twins["b"].mean) < 2 * twins["a"].spread


# ---- pages ----


def test_the_pages_hold_what_the_figures_say():
    made = page.pages(summary.read())
    stale = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert stale == [], "run make ladder PART=pages and commit"


def test_the_pages_do_not_depend_on_which_opponents_there_are_now(monkeypatch):
    made = page.pages(summary.read())
    monkeypatch.setattr("tools.ladder.page.BOTS", dict.fromkeys(("chance", "master", "newcomer")))
    assert page.pages(summary.read()).keys() == made.keys()
    assert "newcomer" not in "".join(page.pages(summary.read()).values())


def test_a_page_without_a_place_is_refused():
    text = "before\n<!-- x: written by make y -->\nold\n<!-- end of x -->\nafter\n"
    assert pages.filled(text, {"x": ["new"]}, "y") == text.replace("old", "\nnew\n")
    with pytest.raises(ValueError, match="no place for z"):
        pages.filled(text, {"z": []}, "y")


def test_a_small_ladder_is_played_and_its_tables_written(tmp_path, monkeypatch):
    drawn = list[summary.Summary]()
    text = tmp_path / "ladder.md"
    text.write_text(page.TEXT.read_text("utf-8"), "utf-8")
    monkeypatch.setattr("tools.ladder.__main__.BOTS", dict.fromkeys(QUICK))
    monkeypatch.setattr("tools.ladder.__main__.plots.draw", drawn.append)
    monkeypatch.setattr("tools.ladder.__main__.ROOT", tmp_path)
    monkeypatch.setattr("tools.ladder.summary.FILE", tmp_path / "ladder.json")
    monkeypatch.setattr("tools.ladder.page.TEXT", text)
    monkeypatch.setattr("tools.ladder.page.TABLES", tmp_path / "tables.md")
    main(["--rules", "pl-expert", "--share", "1000", "--workers", "1", "--results", str(tmp_path / "results")])
    found = summary.read(tmp_path / "ladder.json")
    assert drawn[0].rulesets.keys() == found.rulesets.keys() == {"pl-expert"}
    two, four = found.rulesets["pl-expert"][2], found.rulesets["pl-expert"][4]
    assert (two.games, len(two.meetings), four.games, len(four.leads)) == (6 * 2 * 2, 6, 1 * 2 * 4, 12)
    assert {place.name for place in four.places} == set(QUICK)
    assert sum(place.wins.mean for place in four.places) == pytest.approx(1)
    assert "from 24 games with two seats and 8 with four (only one in 1000" in text.read_text("utf-8")
    assert "### `pl-expert`, four seats" in (tmp_path / "tables.md").read_text("utf-8")
    main(["--part", "pages"])
    assert summary.read(tmp_path / "ladder.json") == found

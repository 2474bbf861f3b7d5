"""Simulation: mirrored deals, figures with intervals, the same results however the work is done."""

import math
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from meldwise import record
from meldwise.errors import CaseError
from meldwise.simulation import Plan, Played, orders, play_deal, simulate, standings
from meldwise.simulation.deal import circles
from meldwise.simulation.run import read_kept
from meldwise.simulation.tally import figure, rate

PLAN = Plan("pl-standard", ("greedy-tiles", "holder"), 4, "test")


class Reversed(Executor):
    """An executor that does the last task first, and each of them twice."""

    def __init__(self):
        self.tasks: list[Any] = []

    def submit(self, work, /, *facts, **named):
        promised: Future[Any] = Future()
        self.tasks.append((promised, work, facts))
        if len(self.tasks) == PLAN.deals:
            for future, task, given in reversed(self.tasks):
                future.set_result(task(*given) * 2)
        return promised


def test_every_order_of_the_seats_is_played_once():
    assert orders(("a", "b")) == [("a", "b"), ("b", "a")]
    assert orders(("a", "b", "a")) == [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]
    assert len(orders(("a", "b", "c", "d"))) == 24
    assert orders(("a", "a")) == [("a", "a")]


def test_a_circle_moves_on_seat_by_seat_and_all_neighbours_come():
    plan = Plan("pl-standard", ("a", "b", "c", "d"), 6, circle=True)
    assert plan.orders(0) == [tuple("abcd"), tuple("bcda"), tuple("cdab"), tuple("dabc")]
    assert sorted(order for deal in range(6) for order in plan.orders(deal)) == orders("abcd")
    assert plan.orders(6) == plan.orders(0)
    assert circles("aabb") == [tuple("aabb"), tuple("abab")]
    assert Plan("pl-standard", ("a", "a"), 1, circle=True).orders(0) == [("a", "a")]


def test_a_deal_is_the_same_in_every_order():
    texts = [*play_deal(PLAN, 0, records=True).records, *play_deal(PLAN, 1, records=True).records]
    first, other, next_deal, _ = map(record.read, texts)
    assert first.setup == other.setup != next_deal.setup
    assert first.names == ("greedy-tiles 1", "holder 2")
    assert other.names == ("holder 1", "greedy-tiles 2")


def test_records_replay_to_the_same_scores(tmp_path):
    for number, game in enumerate(simulate(PLAN, records=tmp_path)[0]):
        kept = record.read((tmp_path / f"000000-{number}.record").read_text())
        *_, last = record.replay(kept)
        assert last.state.result.scores == game.scores
        assert len(kept.actions) == game.actions


def test_results_do_not_depend_on_who_does_the_work():
    alone = simulate(PLAN)
    assert simulate(PLAN, Reversed()) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert simulate(PLAN, pool) == alone


def test_a_task_that_was_run_twice_counts_once(tmp_path):
    keep, done = tmp_path / "results.jsonl", list[int]()
    simulate(PLAN, Reversed(), keep=keep, progress=done.append)
    assert done == [0, 1, 2, 3, 4]
    assert len(keep.read_bytes().splitlines()) == 1 + PLAN.deals


def test_a_run_goes_on_where_it_stopped(tmp_path):
    keep = tmp_path / "results.jsonl"
    whole = simulate(PLAN, keep=keep)
    lines = keep.read_bytes().splitlines(keepends=True)
    keep.write_bytes(b"".join(lines[:3]) + lines[3][:20])  # two deals, and one cut off
    done: list[int] = []
    assert simulate(PLAN, keep=keep, progress=done.append) == whole
    assert done == [2, 3, 4]
    assert read_kept(keep, PLAN) == dict(enumerate(whole))


def test_more_deals_of_the_same_plan_go_on_too(tmp_path):
    keep = tmp_path / "results.jsonl"
    simulate(Plan(PLAN.rules, PLAN.seats, 1, PLAN.seed), keep=keep)
    assert simulate(PLAN, keep=keep) == simulate(PLAN)


def test_fewer_deals_lose_none_that_were_kept(tmp_path):
    keep = tmp_path / "results.jsonl"
    simulate(PLAN, keep=keep)
    lines = keep.read_bytes().splitlines(keepends=True)
    keep.write_bytes(lines[0] + lines[3])  # only deal 2, as workers may leave it
    simulate(Plan(PLAN.rules, PLAN.seats, 1, PLAN.seed), keep=keep)
    assert sorted(read_kept(keep, PLAN)) == [0, 2]


def test_a_file_cut_off_in_its_first_line_begins_anew(tmp_path):
    keep = tmp_path / "results.jsonl"
    whole = simulate(PLAN, keep=keep)
    keep.write_bytes(keep.read_bytes()[:15])
    assert simulate(PLAN, keep=keep) == whole
    assert read_kept(keep, PLAN) == dict(enumerate(whole))


def test_records_of_another_plan_are_not_written_over(tmp_path):
    simulate(PLAN, records=tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    simulate(PLAN, records=tmp_path)  # the same games again
    with pytest.raises(CaseError, match="there seed is"):
        simulate(Plan(PLAN.rules, PLAN.seats, 1, "other"), records=tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_damaged_file_of_results_is_refused_and_left_alone(tmp_path):
    keep = tmp_path / "results.jsonl"
    simulate(PLAN, keep=keep)
    damaged = keep.read_bytes().replace(b'"deal":1', b'"deal":x')
    keep.write_bytes(damaged)
    with pytest.raises(CaseError, match="no results"):
        simulate(PLAN, keep=keep)
    assert keep.read_bytes() == damaged


def test_results_of_another_plan_are_refused(tmp_path):
    keep = tmp_path / "results.jsonl"
    simulate(Plan(PLAN.rules, PLAN.seats, 1, "other"), keep=keep)
    before = keep.read_bytes()
    with pytest.raises(CaseError, match="another simulation: there seed is other"):
        simulate(PLAN, keep=keep)
    keep.with_suffix(".txt").write_text("hello\n")
    with pytest.raises(CaseError, match="no results"):
        simulate(PLAN, keep=keep.with_suffix(".txt"))
    assert keep.read_bytes() == before
    assert keep.with_suffix(".txt").read_text() == "hello\n"


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan("pl-standard", ("greedy-tiles", "nobody"), 1), "no opponent nobody"),
        (Plan("pl-standard", ("holder",), 1), "1 player cannot play"),
        (Plan("pl-standard", ("holder", "holder"), 0), "at least one game"),
        (Plan("pl-none", ("holder", "holder"), 1), "pl-none"),
    ],
)
def test_plans_that_are_none_are_refused(plan, words):
    with pytest.raises(ValueError, match=words):
        simulate(plan)


# ---- figures ----


def played(seats, winner, scores):
    return Played(tuple(seats), tuple(scores), (winner,), 10)


def test_an_opponent_counts_at_every_seat_it_has():
    deals = [[played("aab", 0, (4, -1, -3)), played("aba", 1, (-2, 5, -3)), played("baa", 2, (-1, -1, 2))]]
    first, second = standings(deals)
    assert (first.name, first.wins.mean, second.name, second.wins.mean) == ("a", 1 / 3, "b", 1 / 3)
    assert (first.score.mean, second.score.mean) == (-1 / 6, 1 / 3)


def test_an_opponent_against_itself_wins_exactly_its_share():
    for seats in (2, 3, 4):
        (only,) = standings([[played("a" * seats, i % seats, range(seats))] for i in range(7)])
        assert only.wins.mean == pytest.approx(1 / seats, abs=1e-15)
        assert only.wins.low == only.wins.high == pytest.approx(1 / seats, abs=1e-15)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["chance", "greedy-tiles"])
def test_in_mirrored_deals_too_one_that_meets_itself_wins_exactly_its_share(name, seats):
    (only,) = standings(simulate(Plan("pl-standard", (name,) * seats, 12, "itself")))
    assert only.wins.mean == only.wins.low == only.wins.high == 1 / seats


def test_under_two_names_it_wins_exactly_half():
    first, second = standings(simulate(Plan("rummy17", ("closer", "closer:nodes=1500"), 8, "twins")))
    assert first.wins.mean == second.wins.mean
    assert first.score.mean == second.score.mean


def test_winners_share_a_game():
    (tie,) = standings([[Played(("a", "a"), (3, 3), (0, 1), 5)]])
    assert tie.wins.mean == 0.5


def test_intervals_are_over_deals():
    found = figure([1.0, 2.0, 3.0, 4.0])
    error = 3.182 * math.sqrt(5 / 3 / 4)  # Student's t, for the spread of four values is not well known
    assert (found.mean, found.low, found.high) == pytest.approx((2.5, 2.5 - error, 2.5 + error))
    assert figure([7.0]).low is None


def test_a_rate_stays_between_none_and_all():
    assert rate([1.0] * 30).low == pytest.approx(0.91, abs=0.005)
    assert rate([1.0] * 30).high == 1.0
    assert rate([0.0] * 30).high == pytest.approx(0.09, abs=0.005)
    assert rate([1.0, 1.0, 0.5]).high == 1.0


def test_winning_more_is_never_less_sure():
    """The interval's ends grow with the games won, and deals that all went alike leave some doubt."""
    for deals in (3, 10, 11, 40):
        ends = []
        for won in range(2 * deals + 1):
            found = rate([1.0] * (won // 2) + [0.5] * (won % 2) + [0.0] * (deals - (won + 1) // 2))
            ends.append((found.low, found.high))
        assert ends == sorted(ends)
        split = rate([0.5] * deals)
        assert split.low is not None
        assert split.low < 0.5 - 1 / (2 * deals)


def test_students_t_is_known():
    for values, wanted in ((2, 12.706), (5, 2.776), (10, 2.262), (11, 2.228), (31, 2.042), (121, 1.980)):
        ends = figure([0.0, *[0.0] * (values - 2), 1.0])
        assert ends.high is not None
        spread = math.sqrt((1 / values) * (1 - 1 / values) / (values - 1))
        assert (ends.high - ends.mean) / spread == pytest.approx(wanted, abs=0.003)


def test_a_holder_beats_whoever_lays_most():
    (best, worst) = standings(simulate(Plan("pl-standard", ("holder", "greedy-tiles"), 20, "strength")))
    assert (best.name, worst.name) == ("holder", "greedy-tiles")
    assert best.wins.mean >= 0.9

"""Many records: chance passes at the stated rate, a dealer who helps somebody is found."""

import random
from itertools import accumulate, combinations, pairwise, permutations
from statistics import fmean, pvariance

import pytest

from meldwise import catalog, rulesets
from meldwise.fair.dealing import LEAST, LEVEL, _spread, assess
from meldwise.fair.scales import fits, scales
from meldwise.game import Setup
from meldwise.live import shuffle
from meldwise.notation import parse_tiles
from meldwise.record import Record
from meldwise.ruleset import CardRules
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.tilegame import draw_for_start
from meldwise.tiles import Joker


def by_chance(rng, key, seats, names="ABCDEF"):
    """Return a deal by Python's own generator, which is quick."""
    rules = catalog.find(key)
    if isinstance(rules, CardRules):
        setup = Setup(tuple(rng.sample(deck(rules), 85)), 0, (), tuple(rng.sample(BONUS_CARDS, 5)))
    else:
        box = rules.box.tiles
        draw = draw_for_start(rng.sample(box, len(box)), seats)
        drawn = tuple(tile for one in draw.rounds for _, tile in one)
        setup = Setup(tuple(rng.sample(box, len(box))), draw.starter, drawn)
    return Record(rules, tuple(names[:seats]), setup, (), "unfinished")


def rigged(record, better, seat=0):
    """Return the record with the best of the racks, by *better*, dealt to one seat."""
    pool, size = record.setup.pool, 14
    racks = [pool[i * size : (i + 1) * size] for i in range(len(record.names))]
    best = max(range(len(racks)), key=lambda i: better(racks[i]))
    racks[seat], racks[best] = racks[best], racks[seat]
    rest = pool[len(racks) * size :]
    setup = Setup((*(tile for rack in racks for tile in rack), *rest), record.setup.starter, record.setup.start_draw)
    return Record(record.rules, record.names, setup, (), "unfinished")


def alarms(records, **options):
    (group,) = assess(records, **options)
    return [(finding.what, finding.who) for finding in group.findings if finding.alarm]


def jokers(rack):
    return sum(isinstance(tile, Joker) for tile in rack)


def fitting(rack):
    return sum(fits(one, other) for one, other in combinations(rack, 2))


@pytest.mark.parametrize(("key", "seats"), [("pl-standard", 2), ("pl-twist", 4), ("rummy17", 3)])
def test_an_honest_dealer_raises_an_alarm_about_as_often_as_stated(key, seats):
    rng, runs = random.Random(f"honest {key}"), 150
    chances: dict[str, list[float]] = {}
    alarmed = 0
    for _ in range(runs):
        (group,) = assess(by_chance(rng, key, seats) for _ in range(LEAST))
        alarmed += any(finding.alarm for finding in group.findings)
        for finding in group.findings:
            chances.setdefault(finding.what, []).append(finding.p)
    assert alarmed <= 6  # of 150 at 1 in 100: more come once in a thousand times
    assert set(chances) >= {"tiles", "worth", "fitting", "bonus" if key == "rummy17" else "start"}
    for found in chances.values():
        assert 0.4 < fmean(found) < 0.6  # p-values spread evenly between 0 and 1
        assert fmean(p < 0.05 for p in found) < 0.12


@pytest.mark.parametrize("key", rulesets())
def test_the_shuffle_of_the_package_raises_no_alarm(key):
    rules = rulesets()[key]
    records = [Record(rules, ("A", "B", "C"), shuffle(rules, 3, f"deal {i}"), (), "unfinished") for i in range(400)]
    assert alarms(records) == []


@pytest.mark.parametrize(("better", "found"), [(jokers, "jokers"), (fitting, "fitting")])
def test_a_dealer_who_gives_a_seat_the_best_rack_is_found(better, found):
    rng = random.Random("rigged")
    records = [by_chance(rng, "pl-standard", 3) for _ in range(300)]
    assert alarms(records) == []
    assert (found, 0) in alarms(rigged(record, better) for record in records)


def test_a_dealer_who_helps_a_player_at_every_seat_is_found_by_name():
    rng = random.Random("named")
    records = []
    for _ in range(400):
        names = "".join(rng.sample("ABCD", 4))
        records.append(rigged(by_chance(rng, "hu-twist", 4, names), jokers, names.index("C")))
    assert alarms(records) == []
    for name, helped in (("C", True), ("A", False)):
        (group,) = assess(records, name)
        (finding,) = [one for one in group.findings if (one.what, one.who) == ("jokers", name)]
        assert finding.alarm
        assert (finding.score > 0) is helped  # the others have what C's luck left


def test_a_dealer_who_hides_a_tile_at_the_bottom_is_found():
    rng = random.Random("bottom")
    records = []
    for _ in range(LEAST):
        record = by_chance(rng, "pl-standard", 2)
        sevens = [tile for tile in record.setup.pool if tile.text == "r7"]
        pool = (*(tile for tile in record.setup.pool if tile.text != "r7"), *sevens)
        records.append(Record(record.rules, record.names, Setup(pool), (), "unfinished"))
    assert ("tiles", None) in alarms(records)


def test_a_seat_that_always_starts_is_found():
    rng = random.Random("start")
    records = [by_chance(rng, "pl-standard", 2) for _ in range(400)]
    often = [record for record in records if record.setup.starter == 0 or rng.random() < 0.4]
    assert alarms(often) == [("start", None)]


def test_bonus_cards_that_come_too_often_are_found():
    rng = random.Random("bonus")
    records = [by_chance(rng, "rummy17", 2) for _ in range(400)]
    assert alarms(record for record in records if "finisher" in record.setup.bonus) == [("bonus", None)]


def test_too_few_deals_say_nothing_and_a_pool_counts_once():
    rng = random.Random("few")
    records = [by_chance(rng, "pl-standard", 2) for _ in range(LEAST - 1)]
    (group,) = assess(records * 3)
    assert (group.deals, group.repeated, group.findings) == (LEAST - 1, 2 * LEAST - 2, ())


def test_starters_that_were_settled_are_not_tested():
    rules = catalog.find("pl-standard")
    records = [Record(rules, ("A", "B"), shuffle(rules, 2, i, starter=0), (), "unfinished") for i in range(LEAST)]
    (group,) = assess(records)
    assert group.drawn == 0
    assert "start" not in [finding.what for finding in group.findings]
    assert not any(finding.alarm for finding in group.findings)


def test_rulesets_and_seats_are_kept_apart_but_adjusted_together():
    rng = random.Random("groups")
    kinds = [("pl-standard", 2), ("pl-standard", 3), ("fi-classic", 2)]
    groups = assess(by_chance(rng, *kind) for kind in kinds * LEAST)
    assert [(group.rules, group.seats) for group in groups] == sorted(kinds)
    findings = [finding for group in groups for finding in group.findings]
    smallest = min(findings, key=lambda finding: finding.p)
    assert smallest.adjusted == min(1, smallest.p * len(findings)) > LEVEL


def test_a_box_dealt_out_to_the_last_tile_leaves_the_places_untested():
    rules = catalog.find("pl-standard+rack_size=26")
    records = [Record(rules, tuple("ABCD"), shuffle(rules, 4, i), (), "unfinished") for i in range(LEAST)]
    (group,) = assess(records)
    assert "tiles" not in [finding.what for finding in group.findings]
    assert "worth" in [finding.what for finding in group.findings]


@pytest.mark.parametrize("places", [[1, 4], [2, 3], [1, 2, 2], [1, 1, 1, 1, 1]])
def test_over_all_deals_chi_squared_has_its_degrees_of_freedom_as_mean(places):
    """A deal puts nothing back; without its correction the statistic would be a quarter too large here."""
    scores = []
    for deal in permutations("aabbc"):
        marks = [0, *accumulate(places)]
        table = [[deal[one:other].count(kind) for kind in "abc"] for one, other in pairwise(marks)]
        scores.append(_spread("tiles", table, places, [2, 2, 1], 1).score)
    assert fmean(scores) == pytest.approx(2 * (len(places) - 1))


@pytest.mark.parametrize("size", [2, 3, 5])
def test_means_and_variances_are_those_of_all_racks(size):
    rules = catalog.find("pl-standard")
    box = parse_tiles("r1 r1 r2 b2 b3 r3 k9 J J o2", rules)
    racks = list(combinations(box, size))
    for scale in scales(rules, box, size):
        figures = [scale.of(rack) for rack in racks]
        assert scale.mean == pytest.approx(fmean(figures))
        assert scale.variance == pytest.approx(pvariance(figures))


def test_pairs_fit_as_in_a_set():
    rules = catalog.find("pl-standard")
    together = {"r1 r2", "r2 r1", "r5 b5"}
    for row in ["r1 r2", "r2 r1", "r5 b5", "r1 r1", "r1 r3", "r13 r1", "r1 b2", "r1 J", "J J"]:
        assert fits(*parse_tiles(row, rules)) is (row in together)

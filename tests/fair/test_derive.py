"""From values to a deal: as the docs say, as published once and for ever, and each value counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import CaseError, catalog, fair, rulesets
from meldwise.fair import Fair
from meldwise.notation import write_tiles
from tests.fair import by_hand

CASES = Path(__file__).parent.parent / "cases" / "fair.jsonl"
VECTORS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
SERVER = "0123456789abcdef" * 4
RULES = catalog.find("pl-standard")

values = st.text("0123456789abcdef", min_size=64, max_size=64)
shares = st.none() | st.text("0123456789abcdef", min_size=1, max_size=64)
rooms = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)


def derived(case):
    """Return what the package makes of a vector."""
    rules = catalog.find(case["rules"])
    server, room, game, starter = case["server"], case["room"], case["game"], case["starter"]
    promised = fair.commitment(server, room, game, rules, case["seats"], starter)
    made = Fair(room, game, promised, server, tuple(case["shares"]))
    setup = fair.setup_of(made, rules, starter)
    return {
        "commitment": promised,
        "seed": fair.seed_of(made),
        "pool": write_tiles(setup.pool),
        "start_draw": write_tiles(setup.start_draw),
        "first": setup.starter,
        "bonus": " ".join(setup.bonus),
    }


def by_the_docs(case):
    """Return what somebody makes of it who has read the docs."""
    key, seats, starter = case["rules"], case["seats"], case["starter"]
    start = "drawn" if starter is None and key != "rummy17" else starter or 0
    seed = by_hand.seed(case["server"], case["room"], case["game"], case["shares"])
    promised = by_hand.commitment(case["server"], case["room"], case["game"], key, seats, start)
    return {"commitment": promised, "seed": seed, **by_hand.deal(key, seats, seed, starter)}


@pytest.mark.parametrize("case", VECTORS, ids=[case["id"] for case in VECTORS])
def test_a_deal_published_once_never_changes(case):
    assert derived(case) == case["want"]
    assert by_the_docs(case) == case["want"]


def test_the_vectors_cover_every_ruleset_silence_and_a_tie():
    assert {case["rules"] for case in VECTORS} == set(rulesets()) == set(by_hand.BOXES)
    assert {None} in [set(case["shares"]) for case in VECTORS]
    assert any(len(case["want"]["start_draw"].split()) > case["seats"] for case in VECTORS)


@given(st.data(), st.sampled_from(list(rulesets())))
def test_whoever_reads_the_docs_derives_the_same_deal(data, key):
    rules = rulesets()[key]
    seats = data.draw(st.integers(rules.min_players, rules.max_players))
    case = {
        "rules": key,
        "seats": seats,
        "starter": data.draw(st.none() | st.integers(0, seats - 1)),
        "room": data.draw(rooms),
        "game": data.draw(st.integers(0, 99_999)),
        "server": data.draw(values),
        "shares": data.draw(st.lists(shares, min_size=seats, max_size=seats)),
    }
    assert derived(case) == by_the_docs(case)


def fair_of(shares, room="a", game=1, server=SERVER):
    return Fair(room, game, "0" * 64, server, tuple(shares))


def test_every_value_and_its_place_counts():
    different = [
        fair_of(["1", "2"]),
        fair_of(["2", "1"]),
        fair_of(["12", None]),
        fair_of([None, "12"]),
        fair_of(["1", "2", None]),
        fair_of(["0", "2"]),
        fair_of([None, "2"]),
        fair_of([None, None]),
        fair_of(["1", "2"], room="b"),
        fair_of(["1", "2"], game=2),
        fair_of(["1", "2"], room="a1", game=1),
        fair_of(["1", "2"], server=SERVER[::-1]),
    ]
    assert len({fair.seed_of(one) for one in different}) == len(different)


def test_a_commitment_settles_all_the_deal_depends_on():
    house = catalog.find("pl-standard+jokers=J")
    made = [
        fair.commitment(SERVER, "a", 1, RULES, 2),
        fair.commitment(SERVER[::-1], "a", 1, RULES, 2),
        fair.commitment(SERVER, "b", 1, RULES, 2),
        fair.commitment(SERVER, "a", 2, RULES, 2),
        fair.commitment(SERVER, "a", 1, house, 2),
        fair.commitment(SERVER, "a", 1, RULES, 3),
        fair.commitment(SERVER, "a", 1, RULES, 2, starter=0),
        fair.commitment(SERVER, "a", 1, RULES, 2, starter=1),
    ]
    assert len(set(made)) == len(made)


def test_a_commitment_is_another_hash_than_the_seed():
    assert fair.commitment(SERVER, "a", 1, RULES, 2) != fair.seed_of(fair_of([None, None]))


def test_nobody_draws_in_rummy_17():
    cards = catalog.find("rummy17")
    assert fair.commitment(SERVER, "a", 1, cards, 3) == fair.commitment(SERVER, "a", 1, cards, 3, starter=0)
    assert fair.setup_of(fair_of(["1", "2", "3"]), cards, starter=2).starter == 2


def test_a_value_is_new_every_time():
    made = {fair.new_value() for _ in range(50)}
    assert len(made) == 50
    for one in made:
        fair.commitment(one, "a", 1, RULES, 2)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"room": ""}, "no-room-name"),
        ({"room": "a b"}, "no-room-name"),
        ({"room": "a\n"}, "no-room-name"),
        ({"room": "é"}, "no-room-name"),
        ({"room": "a" * 65}, "no-room-name"),
        ({"game": -1}, "no-game-number"),
        ({"game": 100_000}, "no-game-number"),
        ({"server": SERVER[1:]}, "no-value"),
        ({"server": SERVER.upper()}, "no-value"),
        ({"server": SERVER + "\n"}, "no-value"),
        ({"commitment": "x" * 64}, "no-value"),
        ({"shares": ("",)}, "no-share"),
        ({"shares": ("-",)}, "no-share"),
        ({"shares": ("0" * 65,)}, "no-share"),
        ({"shares": ("A0",)}, "no-share"),
        ({"shares": ("a0\n",)}, "no-share"),
        ({"shares": ("٣",)}, "no-share"),
    ],
)
def test_values_that_are_none_are_refused(change, code):
    good: dict[str, Any] = {"room": "a", "game": 1, "commitment": "0" * 64, "server": SERVER, "shares": ("a", None)}
    Fair(**good)
    with pytest.raises(CaseError) as refused:
        Fair(**(good | change))
    assert refused.value.code == code


def test_a_commitment_is_only_made_to_something_sensible():
    for server, room, game, seats, starter in [
        ("x", "a", 1, 2, None),
        (SERVER, "", 1, 2, None),
        (SERVER, "a", -1, 2, None),
        (SERVER, "a", 1, 1, None),
        (SERVER, "a", 1, 2, 2),
    ]:
        with pytest.raises(CaseError):
            fair.commitment(server, room, game, RULES, seats, starter)

"""A record's shuffle against its values: whatever was changed is found, and named."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import CaseError, LiveGame, RecordError, catalog, fair, rulesets
from meldwise.fair import Fair
from meldwise.record import Record, read, write

SERVER = "5a" * 32
replace = msgspec.structs.replace


def dealt(key="pl-standard", shares=("c0ffee", None, "5eed"), starter=None) -> Record:
    """Return a game that was dealt fairly, before its first action."""
    rules = catalog.find(key)
    promised = fair.commitment(SERVER, "attic", 4, rules, len(shares), starter)
    values = Fair("attic", 4, promised, SERVER, shares)
    names = ("Ada", "Béla", "Cy", "Dora")[: len(shares)]
    return LiveGame(rules, names, fair.setup_of(values, rules, starter)).record(values)


def codes(record, **known):
    return [reason.code for reason in fair.check(record, **known)]


@pytest.mark.parametrize("starter", [None, 0, 2])
@pytest.mark.parametrize("key", rulesets())
def test_a_fair_deal_has_nothing_wrong(key, starter):
    assert fair.check(dealt(key, starter=starter)) == []


def test_a_house_rule_is_checked_like_any_other():
    assert fair.check(dealt("hu-twist+jokers=J,M+rack_size=10")) == []
    assert fair.check(dealt("rummy17+bonus_in_play=0")) == []


def test_a_deal_nobody_shared_in_holds_and_says_so():
    record = dealt(shares=(None, None))
    assert fair.check(record) == []
    assert record.fair is not None
    assert record.fair.sharing == ()
    assert dealt().fair.sharing == (0, 2)  # type: ignore[union-attr]


def test_a_record_without_values_cannot_be_checked():
    assert codes(replace(dealt(), fair=None)) == ["fair-missing"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"server": "5b" * 32}, {"fair-commitment-differs", "fair-start-draw-differs", "fair-pool-differs"}),
        ({"commitment": "00" * 32}, {"fair-commitment-differs"}),
        ({"room": "cellar"}, {"fair-commitment-differs", "fair-pool-differs"}),
        ({"game": 5}, {"fair-commitment-differs", "fair-pool-differs"}),
        ({"shares": ("c0ffee", None, None)}, {"fair-pool-differs"}),
        ({"shares": ("c0ffee", "0", "5eed")}, {"fair-pool-differs"}),
        ({"shares": (None, "c0ffee", "5eed")}, {"fair-pool-differs"}),
        ({"shares": ("c0ffee", None)}, {"fair-shares-differ"}),
        ({"shares": ()}, {"fair-shares-differ"}),
    ],
)
def test_a_changed_value_is_found(change, found):
    record = dealt()
    assert record.fair is not None
    assert found <= set(codes(replace(record, fair=replace(record.fair, **change))))


def test_a_changed_pool_is_found_and_the_place_named():
    record = dealt()
    pool = list(record.setup.pool)
    other = next(i for i in range(41, len(pool)) if pool[i] is not pool[40])
    pool[40], pool[other] = pool[other], pool[40]
    (reason,) = fair.check(replace(record, setup=replace(record.setup, pool=tuple(pool))))
    assert reason.code == "fair-pool-differs"
    assert reason.facts == {"place": 41, "recorded": pool[40].text, "given": pool[other].text}
    cut = replace(record, setup=replace(record.setup, pool=record.setup.pool[:-1]))
    assert fair.check(cut)[0].facts["recorded"] == "—"


def test_a_starter_who_did_not_draw_it_is_found():
    record = dealt()
    other = (record.setup.starter + 1) % 3
    assert codes(replace(record, setup=replace(record.setup, starter=other))) == ["fair-starter-differs"]


def test_a_draw_left_out_is_found_by_the_commitment():
    record = dealt()
    quiet = replace(record, setup=replace(record.setup, start_draw=()))
    assert codes(quiet) == ["fair-commitment-differs"]
    drawn = replace(dealt(starter=1), setup=record.setup)
    assert codes(drawn) == ["fair-commitment-differs"]


def test_other_tiles_drawn_for_the_start_are_found():
    record = dealt()
    draw = record.setup.start_draw
    assert "fair-start-draw-differs" in codes(replace(record, setup=replace(record.setup, start_draw=draw[::-1])))


def test_other_bonus_cards_are_found():
    record = dealt("rummy17")
    bonus = record.setup.bonus
    assert codes(replace(record, setup=replace(record.setup, bonus=bonus[::-1]))) == ["fair-bonus-differs"]


@pytest.mark.parametrize("rules", ["pl-expert", "pl-standard+opening_points=40"])
def test_other_rules_than_promised_are_found(rules):
    assert "fair-commitment-differs" in codes(replace(dealt(), rules=catalog.find(rules)))


def test_seats_the_box_does_not_serve_are_a_reason_and_no_crash():
    assert codes(replace(dealt(), names=("Ada",))) == ["wrong-players"]


def test_what_a_player_remembers_must_be_in_the_record():
    record = dealt()
    assert record.fair is not None
    promised = record.fair.commitment
    assert codes(record, mine={0: "c0ffee", 1: None}, saw=promised) == []
    assert codes(record, mine={1: "abba"}) == ["fair-share-not-mine"]
    assert codes(record, mine={0: "c0ffe"}) == ["fair-share-not-mine"]
    assert codes(record, mine={0: None}) == ["fair-share-not-mine"]
    assert codes(record, saw=promised[::-1]) == ["fair-commitment-not-seen"]


def test_what_nobody_can_have_sent_or_seen_is_an_error():
    for known in ({"mine": {3: "ab"}}, {"mine": {-1: "ab"}}, {"mine": {0: "xy"}}, {"mine": {0: ""}}, {"saw": "ab"}):
        with pytest.raises(CaseError):
            fair.check(dealt(), **known)


@given(st.data())
def test_no_two_tiles_can_change_places_unseen(data):
    record = dealt("rummy17")
    pool = list(record.setup.pool)
    one, other = data.draw(st.lists(st.integers(0, len(pool) - 1), min_size=2, max_size=2, unique=True))
    pool[one], pool[other] = pool[other], pool[one]  # every card is there once
    assert codes(replace(record, setup=replace(record.setup, pool=tuple(pool)))) == ["fair-pool-differs"]


@given(st.randoms(use_true_random=False), st.sampled_from(["pl-expert", "rummy17"]))
def test_a_damaged_record_is_refused_or_judged_and_never_holds_with_another_deal(rng, key):
    whole = dealt(key)
    text = list(write(whole))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        text[at : at + rng.randint(0, 30)] = rng.choice(text)
    try:
        record = read("".join(text))
    except RecordError:
        return
    assert fair.check(record) or (record.fair, record.setup) == (whole.fair, whole.setup)

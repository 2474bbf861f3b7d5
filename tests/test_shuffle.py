"""The shuffle: the same seed gives the same order, everywhere and for ever, and every order is as likely."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

import meldwise
from meldwise import ruleset
from meldwise.live import shuffle
from meldwise.rummy17 import BONUS_CARDS
from meldwise.shuffle import _below, seed_bytes, shuffled


def numbers(seed: bytes) -> Iterator[int]:
    """Yield the stream as the documentation tells it, written anew."""
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def by_hand(items: list[int], seed: bytes) -> list[int]:
    """Shuffle as the documentation tells it, written anew."""
    stream = numbers(seed)
    for last in range(len(items) - 1, 0, -1):
        size = last + 1
        number = next(n for n in stream if n < 2**32 // size * size)
        items[last], items[number % size] = items[number % size], items[last]
    return items


@pytest.mark.parametrize("size", [0, 1, 2, 3, 8, 9, 52, 106, 1000])
def test_anyone_can_repeat_the_shuffle(size):
    for seed in (b"", b"meldwise", seed_bytes("a match", 3)):
        assert list(shuffled(range(size), seed)) == by_hand(list(range(size)), seed)


def test_an_order_published_once_never_changes():
    assert shuffled(range(10), seed_bytes("meldwise", 1)) == (2, 8, 0, 1, 4, 7, 3, 9, 6, 5)


def test_a_seed_of_several_parts_is_the_hash_of_its_text():
    assert seed_bytes("a", 1, "pool") == hashlib.sha256(b"1:a1:14:pool").digest()
    assert seed_bytes("1/2") != seed_bytes(1, 2) != seed_bytes(12)
    assert len({seed_bytes("a"), seed_bytes("a", 1), seed_bytes("a", 2), seed_bytes("b", 1)}) == 4


def test_nothing_is_lost_and_what_was_given_stays_as_it_was():
    items = ["a", "b", "b", "c"]
    assert Counter(shuffled(items, b"x")) == Counter(items)
    assert items == ["a", "b", "b", "c"]
    assert shuffled([], b"x") == ()
    assert shuffled(["a"], b"x") == ("a",)


def test_numbers_that_would_favour_the_low_ones_are_skipped():
    assert _below(3, iter([2**32 - 1, 5])) == 2  # 2**32 is one more than a multiple of three
    assert _below(3, iter([2**32 - 2, 5])) == 2
    assert _below(4, iter([2**32 - 1, 5])) == 3


def test_every_order_comes_up_about_as_often():
    orders = Counter(shuffled("abcd", seed_bytes("fair", i)) for i in range(4800))
    assert set(orders) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 45  # chi-squared, 23 degrees: p > 0.003


@pytest.mark.parametrize("key", meldwise.rulesets())
def test_the_same_seed_deals_the_same_game(key):
    one, other = (meldwise.new_game(key, 3, seed="again") for _ in range(2))
    assert one.setup == other.setup
    assert one.state == other.state
    assert meldwise.new_game(key, 3, seed="another").setup.pool != one.setup.pool


def test_without_a_seed_every_game_is_another():
    assert meldwise.new_game("pl-standard", 2).setup.pool != meldwise.new_game("pl-standard", 2).setup.pool


def test_a_pool_is_shuffled_from_the_box_by_its_own_part_of_the_seed():
    rules = ruleset("pl-twist")
    setup = shuffle(rules, 3, "seed")
    assert setup.pool == shuffled(rules.box.tiles, seed_bytes("seed", "pool"))
    drawn = shuffled(rules.box.tiles, seed_bytes("seed", "start"))
    assert setup.start_draw == drawn[: len(setup.start_draw)]
    assert len(setup.start_draw) >= 3


def test_the_pool_does_not_depend_on_who_starts_or_how_many_play():
    rules = ruleset("pl-standard")
    pools = {shuffle(rules, seats, 7, starter).pool for seats in (2, 3, 4) for starter in (None, 0, 1)}
    assert len(pools) == 1


def test_rummy17_deals_number_cards_and_chooses_bonus_cards():
    rules = ruleset("rummy17")
    chosen = [shuffle(rules, 4, seed).bonus for seed in range(60)]
    assert all(len(set(bonus)) == 5 for bonus in chosen)
    assert {card for bonus in chosen for card in bonus} == set(BONUS_CARDS)
    assert shuffle(rules, 4, 1, starter=2).starter == 2
    assert shuffle(rules, 4, 1).starter == 0


def test_a_setup_given_outright_is_played():
    setup = shuffle(ruleset("pl-standard"), 2, "mine", starter=1)
    game = meldwise.new_game("pl-standard", ["Ada", "Bo"], setup=setup)
    assert game.setup is setup
    assert game.names == ("Ada", "Bo")
    assert game.actors == (1,)

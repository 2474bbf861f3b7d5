"""Actions and results as lines of text, both ways."""

from typing import get_args

import pytest

from meldwise.errors import CaseError, MeldwiseError, NotationError
from meldwise.rules.rummy17 import RULES
from meldwise.rummy17 import (
    Discard,
    Exchange,
    Extend,
    Knock,
    KnockTimeUp,
    LayMeld,
    TakeBack,
    TakeDiscard,
    TakeStock,
    TimeUp,
    read_action,
    write_action,
    write_result,
)
from meldwise.rummy17.actions import Action
from meldwise.tiles import AnyTile, TileSet
from tests.rummy17.positions import do, ended, laying, position


def cards(text: str) -> TileSet:
    """Return cards by name, whatever the box."""
    return tuple(AnyTile.parse(part) for part in text.split())


WRITTEN = [
    (TakeStock(0), "0 stock"),
    (TakeDiscard(1), "1 pile"),
    (Knock(2, True), "2 knock yes"),
    (Knock(3, False), "3 knock no"),
    (KnockTimeUp(4), "4 knock-time"),
    (LayMeld(5, cards("r4 Jr r6 r7")), "5 meld r4 Jr r6 r7"),
    (LayMeld(0, cards("k17 b17 g17 y17 r17")), "0 meld k17 b17 g17 y17 r17"),
    (Extend(0, 2, cards("r5 r6 r7 r8")), "0 add 2 r5 r6 r7 r8"),
    (Extend(1, 27, cards("b5 g5 y5 Jk")), "1 add 27 b5 g5 y5 Jk"),
    (Exchange(1, 0), "1 exchange 0"),
    (Exchange(1, 12), "1 exchange 12"),
    (TakeBack(2), "2 back"),
    (Discard(0, cards("y13")[0]), "0 discard y13"),
    (TimeUp(5), "5 time"),
]


@pytest.mark.parametrize(("action", "text"), WRITTEN)
def test_an_action_is_written_and_read_back(action, text):
    assert write_action(action) == text
    assert read_action(text, RULES) == action


def test_every_action_has_its_text():
    assert {type(action) for action, _ in WRITTEN} == set(get_args(Action))
    assert len({text for _, text in WRITTEN}) == len(WRITTEN)


def test_the_order_of_a_meld_is_kept():
    action = read_action("0 meld g5 r5 b5", RULES)
    assert action == LayMeld(0, cards("g5 r5 b5"))
    assert action != LayMeld(0, cards("r5 b5 g5"))


def test_letters_are_read_in_either_case():
    assert read_action("0 meld R4 jr r6 R7", RULES) == LayMeld(0, cards("r4 Jr r6 r7"))
    assert read_action("0 discard Y13", RULES) == Discard(0, cards("y13")[0])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "stock",
        "x stock",
        "-1 stock",
        "+1 stock",
        "10 stock",
        "² stock",
        "٣ stock",
        " 0 stock",
        "0 Stock",
        "0 draw",
        "0 stock now",
        "0 pile k17",
        "0 back 1",
        "0 time 3",
        "0 knock-time yes",
        "0 knock",
        "0 knock maybe",
        "0 knock Yes",
        "0 knock yes please",
        "0 exchange",
        "0 exchange x",
        "0 exchange -1",
        "0 exchange ²",
        "0 exchange 1 r5",
        "0 exchange 1000",
        "0 add",
        "0 add r5 r6 r7",
        "0 add -1 r5 r6 r7",
        "0 add 1000 r5 r6 r7",
        "0 discard",
        "0 discard r5 r6",
    ],
)
def test_what_is_no_action_is_refused(text):
    with pytest.raises(CaseError) as error:
        read_action(text, RULES)
    assert error.value.code == "no-action"
    assert str(error.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 discard r18", "no-such-number"),
        ("0 discard r0", "no-such-number"),
        ("0 discard r05", "no-such-number"),
        ("0 discard o5", "no-tile"),
        ("0 discard five", "no-tile"),
        ("0 discard J", "joker-not-in-box"),
        ("0 meld r5 M r5", "joker-not-in-box"),
        ("0 meld r5 D r8", "joker-not-in-box"),
        ("0 meld r5 r6 Jo", "joker-not-in-box"),
        ("0 meld r5, r6, r7", "no-tile"),
        ("0 add 0 r5 r6 r77", "no-such-number"),
    ],
)
def test_what_is_no_card_is_refused(text, code):
    with pytest.raises(NotationError) as error:
        read_action(text, RULES)
    assert error.value.code == code
    assert str(error.value)


def test_enormous_text_is_refused_with_a_short_sentence():
    for text in ("9" * 10_000, "0 " + "x" * 10_000, "0 discard " + "r" * 10_000, "0 add " + "1" * 10_000):
        with pytest.raises(MeldwiseError) as error:
            read_action(text, RULES)
        assert len(str(error.value)) < 300


@pytest.mark.rule("C10")
def test_a_game_that_ended_by_going_out_is_written_with_the_seat():
    state = do(laying("k1 k13", "r5 r6 r7", turn=1, taken="k9"), "1 meld r5 r6 r7", "1 discard k9")
    assert write_result(ended(state)) == "result out seat 1 winners 1 scores 0 15"


@pytest.mark.rule("C13")
def test_rummy_17_is_written_as_doubled():
    state = do(laying("r5 r6 r7", "g1 g13"), "0 meld r5 r6 r7", "0 discard k17")
    assert write_result(ended(state)) == "result out seat 0 doubled winners 0 scores 30 0"


@pytest.mark.rule("C10", "C14")
def test_an_empty_stock_is_written_with_everyone_who_won():
    state = do(position("r5 r6", "g1 g3", pile="b4", stock="g12"), "0 stock", "1 knock no", "0 discard g12")
    assert write_result(ended(state)) == "result stock-empty winners 0 1 scores 1 1"

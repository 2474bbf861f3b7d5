"""What comes over a wire may be anything: cards of another game, seats that are not there."""

import pytest

from meldwise import CaseError, rummy17, score
from meldwise.game import from_plain
from meldwise.rummy17 import FinalHand, judge, view
from meldwise.rummy17.actions import Action
from tests.rummy17.positions import cards, laying, refusal


@pytest.mark.parametrize("card", ["M", "D", "C", "J", "Jo", "o5"])
@pytest.mark.rule("C1")
def test_pieces_of_another_box_are_refused(card):
    state = laying("r5 r6 r7 b1", "g1 g2", melds=[(0, "g5 g6 g7")])
    for plain in (
        {"type": "meld", "seat": 0, "cards": ["r5", card, "r7"]},
        {"type": "add", "seat": 0, "meld": 0, "cards": ["g5", "g6", "g7", card]},
    ):
        [reason] = judge(state, from_plain(plain, Action))
        assert reason.facts["why"]["code"] == "not-in-box"
    [reason] = judge(state, from_plain({"type": "discard", "seat": 0, "card": card}, Action))
    assert reason.code == "card-not-yours"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_sees_nothing(seat):
    with pytest.raises(CaseError, match="no seat"):
        view(laying("r5 r6", "g1 g2"), seat)


def test_nothing_laid_cannot_be_taken_back():
    assert refusal(laying("r5 r6 r7 b1", "g1 g2"), "0 back") == "nothing-to-take-back"


@pytest.mark.parametrize(
    ("melds", "bonus", "out", "code"),
    [
        ("r5 r6", ["most-red"], 0, "invalid-start-set"),
        ("r5 r6 r7", ["most-tiles"], 0, "unknown-bonus"),
        ("r5 r6 r7", ["most-red", "most-red"], 0, "unknown-bonus"),
        ("r5 r6 r7", ["most-red"], 2, "no-such-seat"),
    ],
)
def test_an_end_that_cannot_be_is_refused_by_the_library_too(melds, bonus, out, code):
    players = [FinalHand((), (cards(melds),)), FinalHand(cards("b9"))]
    with pytest.raises(CaseError) as caught:
        score("rummy17", players, bonus=bonus, out=out)
    assert caught.value.code == code


def test_the_package_offers_what_a_game_must():
    for name in ("start", "judge", "apply", "view", "seen", "result", "actors", "write_action", "read_action"):
        assert callable(getattr(rummy17, name))

"""Opponents by name, with and without settings."""

from functools import partial
from typing import Any

import pytest

from meldwise.bots import BOTS, Closer, Opponent, named, settings_of, split_seats
from meldwise.bots.naming import find
from meldwise.errors import CaseError


class Handy(Closer):
    """An opponent that passes on what it does not know."""

    def __init__(self, seed: object = 0, *, share: float = 0.5, hand: int | None = None, **more: Any) -> None:
        super().__init__(seed, **more)
        self.share, self.hand = share, hand


@pytest.mark.parametrize("name", BOTS)
def test_a_plain_name_makes_the_opponent(name):
    assert named(name) is BOTS[name]


def test_settings_are_given_to_the_opponent():
    made = named("closer:nodes=500")("seed")
    assert isinstance(made, Closer)
    assert (made.nodes, made.seed) == (500, "seed")


def test_settings_are_the_numbers_an_opponent_takes_or_passes_on():
    everyone = {"hand": int, "apart": int, "seconds": float}
    assert settings_of(Opponent) == everyone
    assert settings_of(Closer) == {"nodes": int, **everyone}
    assert settings_of(Handy) == settings_of(partial(Handy, nodes=3)) == {"share": float, "nodes": int, **everyone}
    made = find("handy:hand=12,nodes=7,share=0.25", {"handy": Handy})(1)
    assert (made.hand, made.nodes, made.share) == (12, 7, 0.25)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nobody", "There is no opponent nobody"),
        ("nobody:nodes=1", "There is no opponent nobody"),
        ("closer:depth=3", "closer has no setting depth; it has nodes"),
        ("closer:tidy=1", "closer has no setting tidy"),
        ("closer:", "closer has no setting ; it has nodes"),
        ("holder:nodes=3", "holder has no setting nodes; it has hand, apart, seconds"),
        ("closer:nodes", "nodes is a number,  is none"),
        ("closer:nodes=many", "nodes is a number, many is none"),
        ("closer:nodes=-1", "nodes is a number, -1 is none"),
        ("closer:nodes=1.5", "nodes is a number, 1.5 is none"),
        ("closer:nodes=٣", "is none"),
        ("closer:nodes=1,nodes=2", "closer is given nodes twice"),
    ],
)
def test_what_is_no_opponent_is_told_in_a_sentence(name, says):
    with pytest.raises(CaseError, match=says):
        named(name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a,b", ("a", "b")),
        (" a , b:x=1 ", ("a", "b:x=1")),
        ("a:x=1,y=2,b,c:z=3", ("a:x=1,y=2", "b", "c:z=3")),
        ("a,x=1", ("a", "x=1")),
        ("", ("",)),
    ],
)
def test_seats_are_split_at_commas_but_settings_are_not(text, names):
    assert split_seats(text) == names

"""What a seat or a spectator may see: nothing hidden, whatever the moment (C3, C4)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from meldwise.game import from_bytes, to_bytes, to_plain
from meldwise.rummy17 import State, View, seen, view
from meldwise.rummy17.events import Answered, Discarded, Knocked, Took
from meldwise.table import with_tiles, without
from meldwise.tiles import AnyTile, ordered
from tests.rummy17.positions import BONUS, cards, do, ended, events, laying, position

HANDS = ("r6 r9 b9 g2 y2 k2", "g1 g9 k12", "y1 y3 y9")
MELDS = [(1, "r5 Jr r7 r8"), (2, "b10 g10 y10")]
SEATS = [0, 1, 2, None]


def begun() -> State:
    """Return a game before seat 0 takes."""
    return position(*HANDS, melds=MELDS, pile="k4 b4 b17")


def asked() -> State:
    """Return a game in which the others are asked whether they knock."""
    return do(begun(), "0 stock")


def free() -> State:
    """Return a game in which seat 2 has knocked and seat 0 may lay."""
    return do(asked(), "2 knock yes", "1 knock no")


def laid() -> State:
    """Return a game in which seat 0 has laid a meld and freed a joker."""
    return do(free(), "0 meld g2 y2 k2", "0 exchange 0")


def over() -> State:
    """Return a game that has ended."""
    last = position(*HANDS, melds=MELDS, pile="b4", stock="g12")
    return do(last, "0 stock", "0 knock-time", "0 discard b9")


MOMENTS: dict[str, Callable[[], State]] = {
    "before taking": begun,
    "knocking": asked,
    "one has knocked": lambda: do(asked(), "2 knock yes"),
    "after knocking": free,
    "taken from the pile": lambda: do(begun(), "0 pile"),
    "laid, a joker loose": laid,
    "over": over,
}


def exchanged(state: State, first: AnyTile, second: AnyTile) -> State:
    """Return the game with two cards in each other's places, in hands, stock, pile and as the card taken."""
    swap = {first: second, second: first}

    def swapped(row: tuple[AnyTile, ...]) -> tuple[AnyTile, ...]:
        return tuple(swap.get(card, card) for card in row)

    return replace(
        state,
        stock=swapped(state.stock),
        pile=swapped(state.pile),
        hands=tuple(ordered(swapped(held)) for held in state.hands),
        taken=None if state.taken is None else swap.get(state.taken, state.taken),
    )


def hidden_from(state: State, seat: int | None) -> list[AnyTile]:
    """Return the cards a seat must not know: other hands, the stock, the pile but its top."""
    held = [card for other, each in enumerate(state.hands) if other != seat for card in each]
    known = {state.taken} if state.source == "pile" else set()
    return [card for card in (*held, *state.stock, *state.pile[:-1]) if card not in known]


def texts(value: Any) -> list[str]:
    """Return every text in plain data."""
    if isinstance(value, dict):
        return [text for key, part in value.items() if key != "rules" for text in texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


def shown(sight: View) -> set[str]:
    """Return every number card a view names, anywhere."""
    return {text for text in texts(to_plain(sight)) if re.fullmatch(r"[rbgyk]\d+", text)}


@pytest.mark.rule("C3", "C4")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_states_that_differ_only_in_hidden_cards_look_the_same(moment, seat):
    state = MOMENTS[moment]()
    known = to_bytes(view(state, seat))
    hidden = hidden_from(state, seat)
    for first, second in zip(hidden, [*hidden[7:], *hidden[:7]], strict=True):
        other = exchanged(state, first, second)
        assert other != state
        assert to_bytes(view(other, seat)) == known


@pytest.mark.rule("C3")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_view_names_open_cards_and_the_own_hand_and_no_other(moment, seat):
    state = MOMENTS[moment]()
    melded = [card for meld in state.melds for card in meld.cards]
    own = [] if seat is None else state.hands[seat]
    taken = [state.taken] if state.source == "pile" else []
    wanted = {card.text for card in (*melded, *own, *taken, *state.pile[-1:])}
    assert shown(view(state, seat)) == {text for text in wanted if not text.startswith("J")}


@pytest.mark.rule("C3")
@pytest.mark.parametrize("seat", SEATS)
def test_only_the_top_discard_is_seen(seat):
    sight = view(begun(), seat)
    assert (sight.discard, sight.pile) == (cards("b17")[0], 3)
    assert shown(sight).isdisjoint({"k4", "b4"})
    under = replace(begun(), pile=cards("k13 k14 b17"))
    assert to_bytes(view(under, seat)) == to_bytes(sight)


@pytest.mark.rule("C3")
def test_the_order_of_the_stock_is_hidden_and_its_size_is_not():
    for seat in SEATS:
        assert to_bytes(view(replace(begun(), stock=begun().stock[::-1]), seat)) == to_bytes(view(begun(), seat))
        assert view(begun(), seat).stock == len(begun().stock)
        assert view(replace(begun(), stock=begun().stock[1:]), seat).stock == len(begun().stock) - 1


@pytest.mark.rule("C3")
@pytest.mark.parametrize("moment", ["knocking", "one has knocked", "after knocking"])
def test_a_card_from_the_stock_is_seen_by_its_owner_only(moment):
    state = MOMENTS[moment]()
    assert view(state, 0).taken == begun().stock[0]
    assert [view(state, seat).taken for seat in (1, 2, None)] == [None, None, None]
    assert {view(state, seat).source for seat in SEATS} == {"stock"}


@pytest.mark.rule("C3")
def test_a_card_from_the_pile_is_seen_by_all():
    assert {view(do(begun(), "0 pile"), seat).taken for seat in SEATS} == {cards("b17")[0]}


@pytest.mark.rule("C4", "R27")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_hears_an_answer_before_all_have_answered(seat):
    yes, no = do(asked(), "2 knock yes"), do(asked(), "2 knock no")
    assert to_bytes(view(yes, seat)) == to_bytes(view(no, seat))
    assert view(yes, seat).answered == (False, False, True)
    assert view(yes, seat).answer is None


@pytest.mark.rule("R27")
def test_who_answered_knows_the_own_answer():
    assert view(do(asked(), "2 knock yes"), 2).answer is True
    assert view(do(asked(), "2 knock no"), 2).answer is False
    assert view(asked(), 2).answer is None


@pytest.mark.rule("C4", "R27")
@pytest.mark.parametrize("seat", SEATS)
def test_an_answer_is_told_without_what_was_said(seat):
    told = [[seen(event, seat) for event in events(asked(), f"2 knock {said}")] for said in ("yes", "no")]
    assert told == [[Answered(2)], [Answered(2)]]


@pytest.mark.rule("C4")
def test_once_resolved_everyone_sees_who_got_the_card():
    for seat in SEATS:
        sight = view(free(), seat)
        assert sight.counts == (7, 3, 4)
        assert (sight.discard, sight.pile) == (cards("b4")[0], 2)
        assert sight.answered == (False, False, False)
        assert seen(Knocked((2,), 2, cards("b17")[0]), seat) == Knocked((2,), 2, cards("b17")[0])


@pytest.mark.rule("C3")
@pytest.mark.parametrize(("seat", "card"), [(0, "g12"), (1, None), (2, None), (None, None)])
def test_the_event_of_a_card_from_the_stock_is_cut_for_all_but_its_owner(seat, card):
    event = Took(0, "stock", cards("g12")[0])
    assert seen(event, seat) == Took(0, "stock", None if card is None else cards(card)[0])


@pytest.mark.rule("C3")
@pytest.mark.parametrize("seat", SEATS)
def test_the_event_of_a_card_from_the_pile_is_told_to_all(seat):
    event = Took(0, "pile", cards("g12")[0])
    assert seen(event, seat) == event


@pytest.mark.rule("C3")
@pytest.mark.parametrize(("turn", "seat"), [(0, 1), (0, 2), (0, None), (1, 0), (1, 2), (2, None)])
def test_what_is_told_of_a_hidden_card_is_the_same_whatever_it_is(turn, seat):
    before = replace(begun(), turn=turn)
    other = replace(before, stock=(*before.stock[1:], before.stock[0]))
    told = [[to_bytes(seen(event, seat)) for event in events(state, f"{turn} stock")] for state in (before, other)]
    assert told[0] == told[1]
    assert len(told[0]) == 1


def test_what_lies_open_is_told_to_everyone():
    told = [*events(laid(), "0 add 1 b10 g10 y10 Jr"), *events(free(), "0 meld g2 y2 k2"), *events(laid(), "0 back")]
    told += [*events(free(), "0 discard b9"), *events(free(), "0 meld g2 y2 k2", "0 exchange 0")]
    assert len(told) == 5
    assert Discarded(0, cards("b9")[0], 6) in told
    for seat in SEATS:
        assert [seen(event, seat) for event in told] == told


@pytest.mark.parametrize("seat", SEATS)
def test_a_view_says_what_is_open(seat):
    sight = view(laid(), seat)
    assert sight.melds == laid().melds
    assert sight.edge == laid().edge
    assert sight.loose == cards("Jr")
    assert sight.bonus == BONUS
    assert (sight.dealer, sight.turn, sight.phase) == (2, 0, "laying")
    assert sight.melded == (True, True, True)
    assert sight.counts == (3, 3, 4)
    assert sight.seat == seat
    assert sight.result is None
    assert view(over(), seat).result == ended(over())


def test_a_seat_sees_its_own_hand_and_a_spectator_none():
    for seat in range(3):
        assert view(begun(), seat).hand == begun().hands[seat]
    assert view(begun(), None).hand == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_another_own_hand_is_another_view(seat):
    held = without(begun().hands[seat], begun().hands[seat][:1])
    other = replace(
        begun(),
        hands=tuple(with_tiles(held, begun().stock[:1]) if i == seat else h for i, h in enumerate(begun().hands)),
    )
    assert to_bytes(view(other, seat)) != to_bytes(view(begun(), seat))


def test_an_empty_pile_shows_no_discard():
    state = do(position(*HANDS, pile="b17"), "0 pile")
    assert view(state, 1).discard is None
    assert view(state, 1).pile == 0


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_view_comes_back_from_its_bytes(moment, seat):
    state = MOMENTS[moment]()
    sight = view(state, seat)
    assert from_bytes(to_bytes(sight), View) == sight


def test_the_hand_a_turn_could_go_back_to_is_hidden():
    state = do(laying(*HANDS, melds=MELDS, taken="b17"), "0 meld g2 y2 k2")
    assert state.before is not None
    other = replace(state, before=replace(state.before, hand=state.before.hand[1:]))
    for seat in SEATS:
        assert to_bytes(view(other, seat)) == to_bytes(view(state, seat))

"""The best turn of Rummy 17, against every order of every step played in the real game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from meldwise import rummy17, sets
from meldwise.errors import CaseError
from meldwise.notation import parse_rack, write_tiles
from meldwise.rules.rummy17 import RULES
from meldwise.ruleset import CardRules, with_changes
from meldwise.rummy17 import Meld, State, apply, judge, write_action
from meldwise.rummy17.actions import Action
from meldwise.rummy17.scoring import penalty
from meldwise.rummy17.state import LAYING, Before
from meldwise.solver.cards import Exchange, Extend, Goal, LayMeld, Step, Turn, best_turn, search, turns
from meldwise.tiles import AnyTile, Joker, Rack, Tile, TileSet, ordered
from tests.rummy17.positions import cards, deal

Outcome = tuple[Rack, tuple[TileSet, ...], tuple[TileSet, ...]]
"""The hand that is left, the old melds in their order, and the new ones in none."""


class Position:
    """What a solver is asked, and the same as a state of the game."""

    def __init__(
        self, hand: Rack, melds: tuple[TileSet, ...], edge: Rack, melded: bool, rules: CardRules = RULES
    ) -> None:
        self.hand, self.melds, self.melded, self.rules = ordered(hand), melds, melded, rules
        self.edge = tuple(card for card in edge if isinstance(card, Joker))

    def state(self) -> State:
        laid = tuple(Meld(1, meld) for meld in self.melds)
        return replace(
            deal(2),
            rules=self.rules,
            hands=(self.hand, ()),
            melds=laid,
            edge=self.edge,
            melded=(self.melded, True),
            phase=LAYING,
            before=Before(self.hand, laid, self.edge, self.melded),
        )

    def outcome(self, state: State) -> Outcome:
        rows = [_canonical(meld.cards, self.rules) for meld in state.melds]
        return state.hands[0], tuple(rows[: len(self.melds)]), tuple(sorted(rows[len(self.melds) :], key=_order))


def position(hand: str, *melds: str, edge: str = "", melded: bool = True, rules: CardRules = RULES) -> Position:
    return Position(parse_rack(hand, rules), tuple(cards(meld) for meld in melds), cards(edge), melded, rules)


def found(position: Position, goal: Goal = "cards", most: int = 1_000_000) -> list[Turn]:
    return turns(position.hand, position.melds, position.edge, position.rules, position.melded, goal, most)


def best(position: Position, goal: Goal = "cards") -> Turn:
    return best_turn(position.hand, position.melds, position.edge, position.rules, position.melded, goal)


def action(step: Step) -> Action:
    match step:
        case LayMeld(laid):
            return rummy17.LayMeld(0, laid)
        case Extend(meld, laid):
            return rummy17.Extend(0, meld, laid)
        case Exchange(meld):
            return rummy17.Exchange(0, meld)


def played(position: Position, turn: Turn) -> State:
    """Play a turn in the real game, discard included, and return the state before the discard."""
    state = position.state()
    for step in turn.steps:
        state, _ = apply(state, action(step))
    assert turn.melds == tuple(meld.cards for meld in state.melds)
    assert ordered((*turn.cards, *state.hands[0])) == position.hand
    assert turn.points == penalty(turn.cards, position.rules)
    apply(state, rummy17.Discard(0, state.hands[0][0]))
    return state


def steps(position: Position, goal: Goal = "cards") -> list[str]:
    """Write the steps of the best turn, after playing it."""
    turn = best(position, goal)
    played(position, turn)
    return [write_action(action(step)).removeprefix("0 ") for step in turn.steps]


def ends(position: Position) -> list[list[str]]:
    """Write the melds after every turn there is."""
    return [[write_tiles(meld) for meld in turn.melds] for turn in found(position)]


@pytest.mark.rule("C5")
def test_melds_are_chosen_that_lay_most_together():
    assert steps(position("r5 r6 r7 b7 g7 k1", melded=False)) == ["meld r5 r6 r7"]
    assert steps(position("r4 r5 r6 r7 b7 g7 k1", melded=False)) == ["meld r4 r5 r6", "meld r7 b7 g7"]
    assert steps(position("r5 r6 b7 g7 k1")) == []


@pytest.mark.rule("C6")
def test_adding_waits_for_a_meld_of_ones_own():
    melds = ("r5 r6 r7", "b9 g9 k9")
    assert steps(position("r8 y9 k1", *melds, melded=False)) == []
    assert steps(position("r8 y9 k1", *melds)) == ["add 0 r5 r6 r7 r8", "add 1 b9 g9 k9 y9"]
    first = position("r8 y9 b1 g1 y1 k2", *melds, melded=False)
    assert steps(first) == ["meld b1 g1 y1", "add 0 r5 r6 r7 r8", "add 1 b9 g9 k9 y9"]


@pytest.mark.rule("C10")
def test_a_card_stays_to_be_discarded():
    assert steps(position("r5 r6 r7")) == []
    assert steps(position("r8", "r5 r6 r7")) == []
    assert best(position("r7 r8 r9 r10")).cards == cards("r8 r9 r10")
    assert best(position("r8 r9 y9", "r5 r6 r7", "b9 g9 k9")).cards == cards("r8 r9")


@pytest.mark.rule("C11")
def test_points_and_cards_are_different_goals():
    only_high = with_changes(RULES, {"low_penalty": 0})
    hand = position("b8 b9 b10 r8 r9 r10 g10 k1", rules=only_high)
    assert steps(hand) == ["meld r8 r9 r10", "meld b8 b9 b10"]
    assert best(hand).points == 4
    assert steps(hand, "points") == ["meld r10 b10 g10"]
    assert best(hand, "points").points == 6


def test_a_worth_of_ones_own_for_each_card_is_a_goal_too():
    hand = position("r9 r10 r11 b9 g9 k1")
    assert steps(hand, dict.fromkeys(cards("r11 k1"), 1)) == ["meld r9 r10 r11"]
    assert steps(hand, dict.fromkeys(cards("b9"), 1)) == ["meld r9 b9 g9"]
    assert steps(hand, {}) == ["meld r9 r10 r11"]
    assert steps(hand, dict.fromkeys(hand.hand, -1)) == []


@pytest.mark.rule("C8")
def test_a_joker_from_the_edge_is_for_a_new_run_of_four():
    assert steps(position("r4 r5 r7 k1", edge="Jr", melded=False)) == ["meld r4 r5 Jr r7"]
    assert steps(position("r4 r5 r7 k1", edge="Jb")) == []
    assert steps(position("r4 r5 r7 k1", edge="Jr", rules=with_changes(RULES, {"edge_run": 5}))) == []
    assert steps(position("r4 r5 k1", edge="Jr")) == []
    assert steps(position("b9 g9 k1", edge="Jr")) == []
    assert steps(position("r9 k1", "r5 r6 r7", edge="Jr")) == []


@pytest.mark.rule("C8", "C9")
def test_a_run_of_four_in_hand_fetches_a_joker_from_the_edge_for_a_set_of_three():
    hand = position("r4 r5 r6 r7 b9 g9 k1", edge="Jr", melded=False)
    assert steps(hand) == ["meld r4 r5 r6 Jr", "exchange 0", "meld Jr b9 g9"]
    hand = position("r4 r5 r6 r7 r11 k1", "r8 r9 r10", edge="Jr", melded=False)
    assert ["r8 r9 r10 r11 Jr", "r4 r5 r6 r7"] in ends(hand)


@pytest.mark.rule("C9")
def test_an_exchange_lays_a_card_and_the_joker_helps_others():
    assert steps(position("r6 b9 g9 k1", "r5 Jr r7")) == ["exchange 0", "meld Jr b9 g9"]
    assert steps(position("r6 r9 k1", "r5 Jr r7")) == ["exchange 0", "add 0 r5 r6 r7 Jr r9"]
    assert steps(position("r16 k1", "r15 Jr r17")) == ["exchange 0", "add 0 Jr r15 r16 r17"]
    assert steps(position("r6 b9 g9 k1", "r5 Jr r7", melded=False)) == []


@pytest.mark.rule("C9")
def test_no_joker_is_taken_that_cannot_be_laid():
    assert steps(position("r6 k9 k1", "b6 Jr g6 y6 k6")) == []


@pytest.mark.rule("C7", "C9")
def test_jokers_change_places():
    crossed = position("r6 b10 k1", "k6 g6 Jr", "y10 k10 Jb")
    assert steps(crossed) == ["exchange 0", "exchange 1", "add 0 k6 g6 r6 Jb", "add 1 y10 k10 b10 Jr"]


@pytest.mark.rule("C6", "C9")
def test_a_first_meld_may_get_its_joker_later_in_the_turn():
    hand = position("b9 g9 y9 r6 k1", "k6 g6 Jr", melded=False)
    assert steps(hand) == ["meld b9 g9 y9", "exchange 0", "add 1 Jr b9 g9 y9"]


def test_of_equals_the_shorter_turn_comes_first_and_the_rest_in_a_fixed_order():
    hand = position("r4 r5 r6 r7 r8 r9 k1", edge="Jr")
    assert steps(hand) == ["meld r4 r5 r6 r7 r8 r9"]
    listed = found(hand)
    shuffled = Position(hand.hand[::-1], hand.melds, hand.edge, hand.melded)
    assert found(shuffled) == listed
    assert [found(hand, most=most) for most in (0, 1, 5)] == [listed[:0], listed[:1], listed[:5]]
    assert listed[-1].steps == ()


@pytest.mark.parametrize(
    ("hand", "melds", "edge", "code"),
    [
        ("", [], "", "wrong-type"),
        ("Jr r5", [], "", "wrong-type"),
        ("r5 k1", ["r5 r6 r7"], "", "too-many-copies"),
        ("k1", ["r5 r6 Jr"], "Jr", "too-many-copies"),
        ("k1", ["r5 r6 r8"], "", "invalid-start-set"),
    ],
)
def test_what_lies_so_in_no_game_is_refused(hand, melds, edge, code):
    with pytest.raises(CaseError) as error:
        found(position(hand, *melds, edge=edge))
    assert error.value.code == code
    assert str(error.value)


def check(position: Position, dice: Random) -> None:
    """Compare all turns, in number, order and steps, with what the game allows; play every one of them."""
    true = outcomes(position)
    wish = {card: dice.randint(-3, 9) for card in position.hand}
    figures: list[tuple[Goal, Callable[[Rack], tuple[int, ...]]]] = [
        ("cards", lambda laid: (len(laid), penalty(laid, position.rules))),
        ("points", lambda laid: (penalty(laid, position.rules), len(laid))),
        (wish, lambda laid: (sum(wish[card] for card in laid), len(laid), penalty(laid, position.rules))),
    ]
    for goal, figure in figures:
        listed = found(position, goal)
        ranks = [(*figure(turn.cards), -len(turn.steps)) for turn in listed]
        mine = {position.outcome(played(position, turn)): len(turn.steps) for turn in listed}
        assert mine == true, position
        assert len(mine) == len(listed), position
        assert ranks == sorted(ranks, reverse=True), position
        assert best(position, goal) == listed[0], position
        assert found(position, goal, 7) == listed[:7], position


def house(dice: Random) -> CardRules:
    changes = {"edge_run": dice.choice([3, 5, 6]), "high_from": dice.randint(3, 12), "low_penalty": dice.randint(0, 2)}
    return RULES if dice.random() < 0.7 else with_changes(RULES, changes)


@pytest.mark.rule("C5", "C6", "C7", "C8", "C9", "C10", "C11")
@pytest.mark.parametrize("width", [500, 2], ids=["at once", "by a limit"])
def test_all_turns_are_those_that_trying_everything_finds(width, monkeypatch):
    monkeypatch.setattr(search, "WIDTH", width)
    dice = Random(17)
    for _ in range(100):
        check(random_position(dice, house(dice)), dice)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_all_turns_are_found_in_many_more_positions(seed, monkeypatch):
    monkeypatch.setattr(search, "WIDTH", 500 if seed % 2 else 2)
    dice = Random(seed)
    for _ in range(200):
        check(random_position(dice, house(dice)), dice)


@pytest.mark.rule("C8", "C10")
def test_a_hand_full_of_chances_is_settled_too():
    hand = ordered(Tile(color, number) for color in RULES.box.colors for number in range(4, 9))
    full = Position(hand, (), RULES.box.jokers, False)
    turn = best(full)
    played(full, turn)
    assert (len(turn.cards), len(turn.steps)) == (24, 5)


def outcomes(position: Position) -> dict[Outcome, int]:
    """Return every end a turn can have, with the fewest steps that lead there."""
    start = position.state()
    rows = list(_melds(start))
    seen = {(position.outcome(start), start.loose)}
    found: dict[Outcome, int] = {}
    front, steps = [start], 0
    while front:
        following = []
        for state in front:
            if not state.loose:
                found.setdefault(position.outcome(state), steps)
            for after in _successors(state, rows):
                key = position.outcome(after), after.loose
                if key not in seen:
                    seen.add(key)
                    following.append(after)
        front, steps = following, steps + 1
    return found


def _successors(state: State, rows: list[TileSet]) -> Iterator[State]:
    here = {*state.hands[0], *state.loose, *state.edge}
    actions: list[Action] = [rummy17.LayMeld(0, row) for row in rows if here.issuperset(row)]
    actions += [rummy17.Extend(0, i, row) for i, meld in enumerate(state.melds) for row in _longer(meld.cards, state)]
    actions += [rummy17.Exchange(0, i) for i in range(len(state.melds))]
    for action in actions:
        if not judge(state, action):
            yield apply(state, action)[0]


def _melds(state: State) -> Iterator[TileSet]:
    """Yield every meld of cards in hand with any joker, or none, in any place."""
    hand = sorted(state.hands[0], key=lambda card: (card.number, card.color) if isinstance(card, Tile) else (0, ""))
    likes = [[card for card in hand if card.color is color] for color in state.rules.box.colors]
    likes += [[card for card in hand if isinstance(card, Tile) and card.number == number] for number in range(1, 18)]
    for like in likes:
        for size in range(2, len(like) + 1):
            for chosen in combinations(like, size):
                for row in (chosen, *_with(chosen, state.rules.box.jokers)):
                    if sets.readings(row, state.rules):
                        yield row


def _longer(cards: TileSet, state: State) -> list[TileSet]:
    """Return every longer meld, card by card."""
    rows, known = [cards], {_canonical(cards, state.rules)}
    for row in rows:
        for longer in (*_with(row, state.hands[0]), *_with(row, state.loose)):
            if sets.readings(longer, state.rules) and _canonical(longer, state.rules) not in known:
                known.add(_canonical(longer, state.rules))
                rows.append(longer)
    return rows[1:]


def _with(cards: TileSet, more: Rack) -> Iterator[TileSet]:
    yield from ((*cards[:i], card, *cards[i:]) for card in more for i in range(len(cards) + 1) if card not in cards)


def _canonical(cards: TileSet, rules: CardRules) -> TileSet:
    return cards if sets.readings(cards, rules)[0].kind == sets.RUN else ordered(cards)


def _order(cards: TileSet) -> list[int]:
    return [card.index for card in cards]


def random_position(dice: Random, rules: CardRules = RULES) -> Position:
    """Return a small position full of chances: few numbers, few colours, jokers that stand for cards in hand."""
    colors = dice.sample(rules.box.colors, dice.randint(2, 5))
    low = dice.randint(1, 11)
    high = min(rules.numbers, low + dice.randint(3, 7))
    free: list[AnyTile] = [Tile(color, number) for color in colors for number in range(low, high + 1)]
    jokers: list[AnyTile] = list(rules.box.jokers)
    melds: list[TileSet] = []
    wanted: list[AnyTile] = []
    for _ in range(dice.randint(0, 5)):
        meld = _random_meld(dice, free, jokers, rules) if len(free) > 8 else None
        if meld:
            melds.append(meld)
            free = [card for card in free if card not in meld]
            jokers = [card for card in jokers if card not in meld]
            stands = [Tile(s.colors[0], s.numbers[0]) for s in sets.readings(meld, rules)[0].jokers]
            wanted += [card for card in stands if dice.random() < 0.8]
    if dice.random() < 0.3:
        wanted += _random_run(dice, free, rules)
    dice.shuffle(free)
    hand = dict.fromkeys([*(card for card in wanted if card in free), *free])
    edge = [joker for joker in jokers if dice.random() < 0.7]
    return Position(tuple(hand)[: dice.randint(3, 8)], tuple(melds), tuple(edge), dice.random() < 0.6, rules)


def _random_run(dice: Random, free: list[AnyTile], rules: CardRules) -> list[AnyTile]:
    """Return a run in hand that is long enough for a joker from the edge, if the dice find one."""
    first = dice.choice(free)
    assert isinstance(first, Tile)
    numbers = range(first.number, min(first.number + rules.edge_run, rules.numbers + 1))
    return [card for number in numbers if (card := Tile(first.color, number)) in free]


def _random_meld(dice: Random, free: list[AnyTile], jokers: list[AnyTile], rules: CardRules) -> TileSet | None:
    for _ in range(20):
        card = dice.choice(free)
        assert isinstance(card, Tile)
        if dice.random() < 0.6:
            numbers = range(card.number, min(card.number + dice.randint(3, 4), rules.numbers + 1))
            row: list[AnyTile] = [Tile(card.color, number) for number in numbers]
        else:
            row = [Tile(color, card.number) for color in dice.sample(rules.box.colors, dice.randint(3, 4))]
        own = [joker for joker in jokers if joker.color in {card.color for card in row}]
        if own and dice.random() < 0.6:
            joker = dice.choice(own)
            place = dice.choice([i for i, other in enumerate(row) if other.color is joker.color])
            row[place] = joker
        if sets.readings(tuple(row), rules) and all(card in free or isinstance(card, Joker) for card in row):
            return tuple(row)
    return None

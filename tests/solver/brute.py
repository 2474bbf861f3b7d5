"""The slow truth about a turn of Rummy 17: every order of every step, played in the real game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from msgspec.structs import replace

from meldwise import sets
from meldwise.rules.rummy17 import RULES
from meldwise.ruleset import CardRules
from meldwise.rummy17 import Exchange, Extend, LayMeld, Meld, State, apply, judge
from meldwise.rummy17.state import LAYING, Before
from meldwise.tiles import AnyTile, Joker, Rack, Tile, TileSet, ordered
from tests.rummy17.positions import deal

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
    actions = [LayMeld(0, row) for row in rows if here.issuperset(row)]
    actions += [Extend(0, i, row) for i, meld in enumerate(state.melds) for row in _longer(meld.cards, state)]
    actions += [Exchange(0, i) for i in range(len(state.melds))]
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
            for cards in combinations(like, size):
                for row in (cards, *_with(cards, state.rules.box.jokers)):
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
    dice.shuffle(free)
    hand = dict.fromkeys([*(card for card in wanted if card in free), *free])
    edge = [joker for joker in jokers if dice.random() < 0.7]
    return Position(tuple(hand)[: dice.randint(3, 8)], tuple(melds), tuple(edge), dice.random() < 0.6, rules)


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

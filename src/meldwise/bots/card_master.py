"""How the master plays Rummy 17: every choice is tried in games dealt by chance and played out, the best goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from meldwise import rummy17
from meldwise.bots.card_manner import manner, worths
from meldwise.bots.card_memory import CardMemory, laid
from meldwise.bots.card_search import WIN, Choice, Rounds, Search
from meldwise.bots.cards import CardTurns, turns
from meldwise.rummy17 import BONUS_CARDS, deck
from meldwise.solver.card_playouts import Aim, Known, Phase, Position, fitting
from meldwise.solver.cards import Turn
from meldwise.table import put, without
from meldwise.tiles import AnyTile, Rack

QUESTIONS: Rounds = ((2, 150), (2, 1000))
"""Games played after each answer to a question with two."""
TURNS, GLANCES, KEPT = 24, ((24, 16),), 4
"""Turns that are looked at, the games for a first look, and the turns that are kept then."""
DISCARDS, ALONE = 4, 7
"""Cards to throw that are tried with each turn, and where there is only one turn."""
ROUNDS: Rounds = ((16, 80), (8, 300), (4, 1000))
DOUBT, FIRM = 1.0, 1.5
"""Standard errors by which another turn must be better than the one that looks best, and another answer than that of
the manner: of several choices some look better by chance alone."""
FEWEST = 2
"""Games after a choice without which nothing is known of it."""
DEPTH = 4
"""Rounds that are played before a position is valued."""
CARD = 1.5
"""What a card laid is worth at a glance, in points."""


class Ending(msgspec.Struct, frozen=True):
    """How a turn ends: what is laid, and what is thrown."""

    turn: Turn
    throw: AnyTile


class MasterCards(CardTurns):
    """Takes, knocks, lays and throws what went best in games played out."""

    manner = manner()

    def __init__(self, seed: object = 0) -> None:
        super().__init__(seed)
        self.memory = CardMemory()
        self._asked = 0
        self._throw: AnyTile | None = None

    def watch(self, event: Any) -> None:
        """Remember what went by."""
        self.memory.watch(event)

    def takes(self, view: rummy17.View) -> bool:
        """Tell whether games go better with the discard than with a card from the stock."""
        known = self._known(view)
        options = ((True, replace(known, phase=Phase.PILE)), (False, replace(known, phase=Phase.STOCK)))
        return self._answer(view, options)

    def knocks(self, view: rummy17.View) -> bool:
        """Tell whether games go better with the discard."""
        assert view.seat is not None
        known = self._known(view)
        options = []
        for yes in (True, False):
            answers = tuple(yes if seat == view.seat else None for seat in range(len(view.counts)))
            options.append((yes, replace(known, phase=Phase.KNOCKING, answers=answers)))
        return self._answer(view, options)

    def lays(self, view: rummy17.View) -> Turn:
        """Choose what to lay, and with it what to throw."""
        search = self._search(view)
        known = self._known(view)
        found = sorted(turns(view, "cards", TURNS), key=lambda turn: -self._looks(view, known, turn))
        kept = found
        if len(found) > KEPT:
            first = [choice for turn in found for choice in self._choices(view, known, turn, 1)]
            kept = [choice.what.turn for choice in search.narrowed(first, self._rounds(GLANCES))[:KEPT]]
        count = DISCARDS if len(found) > 1 else ALONE
        choices = [choice for turn in kept for choice in self._choices(view, known, turn, count)]
        chosen: Ending = search.best(choices, self._rounds(ROUNDS), DOUBT).what
        self._throw = chosen.throw
        return chosen.turn

    def _looks(self, view: rummy17.View, known: Known, turn: Turn) -> float:
        """Return what a turn is worth at a glance: the cards it lays, the bonus cards it leads in."""
        assert view.seat is not None
        bonuses = self._position(self._laid(view, known, turn)).bonuses()
        mine = bonuses[view.seat]
        return CARD * len(turn.cards) + mine - (sum(bonuses) - mine) / (len(bonuses) - 1)

    def throws(self, view: rummy17.View) -> AnyTile:
        """Throw what was chosen with the turn."""
        return self._throw if self._throw in view.hand else super().throws(view)

    def _answer(self, view: rummy17.View, options: Sequence[tuple[bool, Known]]) -> bool:
        """Return the better answer, that of the manner first."""
        assert view.seat is not None
        choices = [Choice(what, self._position(known)) for what, known in options]
        usual = choices[0].position.advice()[view.seat]
        choices.sort(key=lambda choice: choice.what is not usual)
        return bool(self._search(view).best(choices, self._rounds(QUESTIONS), FIRM).what)

    def _rounds(self, rounds: Rounds) -> Rounds:
        """Return rounds with the games that may be played."""
        return tuple((kept, max(FEWEST, round(self.share * games))) for kept, games in rounds)

    def _search(self, view: rummy17.View) -> Search:
        assert view.seat is not None
        self._asked += 1
        aim = Aim(view.seat, WIN, DEPTH * len(view.counts), worths())
        return Search(aim, random.Random(f"{self.seed} {self._asked}").getrandbits(63), self.out_of_time)

    def _position(self, known: Known) -> Position:
        return Position(known, [self.manner] * len(known.counts))

    def _known(self, view: rummy17.View) -> Known:
        """Return what this seat knows and remembers."""
        assert view.seat is not None
        seats = range(len(view.counts))
        hands = tuple(view.hand if seat == view.seat else self.memory.held(view, seat) for seat in seats)
        covered = self.memory.covered(view)
        seen = {view.discard, *laid(view), *covered, *(card for hand in hands for card in hand)}
        return Known(
            rules=view.rules,
            bonus=tuple(BONUS_CARDS.index(card) for card in view.bonus),
            hands=hands,
            counts=view.counts,
            melded=view.melded,
            melds=tuple((meld.owner, meld.cards) for meld in view.melds),
            edge=view.edge,
            gone=covered,
            top=view.discard,
            stock=view.stock,
            unseen=tuple(card for card in deck(view.rules) if card not in seen),
            turn=view.turn,
            phase=Phase.TAKE,
            answers=(None,) * len(seats),
            unlikely=tuple(fitting([meld.cards for meld in view.melds], view.rules)),
            layers=tuple(seat != view.seat and self.memory.turns[seat] > 0 for seat in seats),
        )

    def _choices(self, view: rummy17.View, known: Known, turn: Turn, most: int) -> list[Choice]:
        """Return a turn with the cards that are best thrown after it, each the position it leads to."""
        assert view.seat is not None
        after = self._laid(view, known, turn)
        order = [card for card, _ in self._position(after).keeping()]
        return [Choice(Ending(turn, card), self._position(_thrown(after, view.seat, card))) for card in order[:most]]

    def _laid(self, view: rummy17.View, known: Known, turn: Turn) -> Known:
        """Return the position after a turn's melds are laid."""
        assert view.seat is not None
        seat, owners = view.seat, [owner for owner, _ in known.melds]
        hand: Rack = without(view.hand, turn.cards)
        return replace(
            known,
            melds=tuple((owners[i] if i < len(owners) else seat, cards) for i, cards in enumerate(turn.melds)),
            edge=tuple(joker for joker in known.edge if not any(joker in cards for cards in turn.melds)),
            melded=put(known.melded, seat, known.melded[seat] or bool(turn.cards)),
            gone=known.gone if known.top is None else (*known.gone, known.top),
            top=None,
            hands=put(known.hands, seat, hand),
            counts=put(known.counts, seat, len(hand)),
            phase=Phase.LAYING,
        )


def _thrown(known: Known, seat: int, card: AnyTile) -> Known:
    """Return the position after a discard: the next seat's turn, or the end."""
    hand = without(known.hands[seat], [card])
    over = not hand or not known.stock
    return replace(
        known,
        hands=put(known.hands, seat, hand),
        counts=put(known.counts, seat, len(hand)),
        top=card,
        turn=(seat + 1) % len(known.counts),
        phase=Phase.OVER if over else Phase.TAKE,
        out=None if hand else seat,
    )

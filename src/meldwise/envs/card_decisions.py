"""Decisions of Rummy 17, in two encodings.

A turn is a chain of small decisions: take the discard or a card from the stock; whether to knock, for the others; what
to lay, all of it at once; what to discard. Where nothing can be laid, there is no decision about it. The last action
is always the one that does without: the stock, no knock, laying nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from meldwise import rummy17
from meldwise.bots.cards import actions
from meldwise.envs.card_fields import PHASES, card_fields, card_index, fill_melds
from meldwise.envs.card_menu import CardMenu
from meldwise.envs.decisions import CANDIDATES, LAYOUTS, Vector, check_open
from meldwise.game import Outcome, Setup
from meldwise.notation import write_tiles
from meldwise.ruleset import CardRules
from meldwise.rummy17 import events as told
from meldwise.rummy17.state import KNOCKING, LAYING, TAKE
from meldwise.solver.cards import Turn
from meldwise.tiles import AnyTile, Rack

TAKING, KNOCK, LAY, DISCARD = PHASES
TURN_LIMIT = 300
"""Turns after which a game is stopped: with discards taken again and again the stock never ends."""

Recent = tuple[bool, bool, Rack, Rack]
"""A seat's last turn as everyone saw it: took the discard, knocked for it, the cards laid, the discard."""


class CardDecisions:
    """What both encodings share."""

    size: int

    def __init__(
        self,
        rules: CardRules,
        seats: int,
        setup: Setup,
        *,
        tidy: bool = False,  # noqa: ARG002 - melds lie as they lie
        privileged: bool = False,
        scores: tuple[int, ...] = (),
        turn_limit: int = TURN_LIMIT,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.index = card_index(rules)
        self.cards = list(self.index)
        self.kinds = len(self.cards)
        self.fields = card_fields(rules, seats, privileged)
        self.privileged = privileged
        self.scores = scores
        self.turn_limit = turn_limit
        self.turns = 1
        self.picked: Rack = ()
        self.known: list[frozenset[AnyTile]] = [frozenset()] * seats
        self.recent: list[Recent] = [(False, False, (), ())] * seats
        self.state, events = rummy17.start(rules, seats, setup)
        self.events: list[Any] = [*events]
        self._menu: CardMenu | None = None
        self._fresh = False  # laying has begun, and nobody has asked yet what can be laid
        self._mask: bytes | None = None

    @property
    def actor(self) -> int | None:
        """The seat that is to choose; None where the game is over or has been stopped."""
        if self.state.result or self.turns > self.turn_limit:
            return None
        return rummy17.actors(self.state)[0]

    @property
    def menu(self) -> CardMenu | None:
        """What the seat in turn may lay; None where that is no question, or no more."""
        if self._fresh:
            found = CardMenu(self.view(self.state.turn))
            self._menu = found if found.turns else None
            self._fresh = False
        return self._menu

    @property
    def phase(self) -> str:
        """What is to be decided."""
        if self.state.phase == LAYING:
            return DISCARD if self.menu is None else LAY
        return {TAKE: TAKING, KNOCKING: KNOCK}.get(self.state.phase, DISCARD)

    @property
    def result(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.state.result

    def mask(self) -> bytes:
        """Return a 1 for every action that is open."""
        if self._mask is None:
            self._mask = bytes(self.size) if self.actor is None else self._open()
        return self._mask

    def choose(self, action: int) -> None:
        """Choose; IllegalAction where the action is not open."""
        check_open(action, self.mask())
        self._take(action)
        self._mask = None

    def _open(self) -> bytes:
        raise NotImplementedError

    def _take(self, action: int) -> None:
        raise NotImplementedError

    # ---- what is done ----

    def _answer(self, wanted: bool) -> None:
        """Take the discard or not, where that is the question."""
        seat = self.actor
        assert seat is not None
        if self.phase == KNOCK:
            self.act(rummy17.Knock(seat, wanted))
        else:
            self.act(rummy17.TakeDiscard(seat) if wanted else rummy17.TakeStock(seat))

    def _lay(self, turn: Turn | None) -> None:
        """Lay a turn, or nothing, and leave the discard to be chosen."""
        self._menu = None
        self.picked = ()
        for action in actions(turn, self.state.turn) if turn else ():
            self._apply(action)

    def _discard(self, card: AnyTile) -> None:
        self.act(rummy17.Discard(self.state.turn, card))

    def act(self, action: Any) -> None:
        """Do what an opponent answered to its view."""
        self._apply(action)
        self._mask = None
        self._menu = None
        self._fresh = self.state.phase == LAYING and isinstance(action, rummy17.TakeDiscard | rummy17.Knock)

    def _apply(self, action: Any) -> None:
        before = set(self.state.hands[self.state.turn])
        seat = self.state.turn
        self.state, events = rummy17.apply(self.state, action)
        self.events += events
        for event in events:
            self._note(event, seat, before)

    def _note(self, event: Any, seat: int, before: set[AnyTile]) -> None:
        """Keep what everyone saw."""
        match event:
            case told.Took(_, source, card):
                self.recent[seat] = (source == "pile", False, (), ())
                if source == "pile" and card is not None:
                    self.known[seat] |= {card}
            case told.Knocked(_, winner, card) if winner is not None:
                self.known[winner] |= {card}
                took, _, laid, thrown = self.recent[winner]
                self.recent[winner] = (took, True, laid, thrown)
            case told.Melded() | told.Extended() | told.Exchanged() | told.TookBack() | told.Discarded():
                self._note_laid(event, seat, before)

    def _note_laid(self, event: Any, seat: int, before: set[AnyTile]) -> None:
        now = set(self.state.hands[seat])
        took, knocked, laid, thrown = self.recent[seat]
        if isinstance(event, told.TookBack):
            self.known[seat] |= frozenset(laid)
            laid = ()
        elif isinstance(event, told.Discarded):
            thrown = (event.card,)
            self.turns += 1
        else:
            laid = (*laid, *sorted(before - now))
        self.known[seat] &= now
        self.recent[seat] = (took, knocked, laid, thrown)

    # ---- what is seen ----

    def view(self, seat: int) -> rummy17.View:
        """Return what a seat sees as `rummy17` cuts it."""
        return rummy17.view(self.state, seat)

    def may_announce(self, seat: int) -> bool:  # noqa: ARG002
        """Nothing is announced in Rummy 17."""
        return False

    def observe(self, seat: int) -> Vector:
        """Return what a seat sees, flat."""
        vector = np.zeros(self.fields.size, np.float32)
        parts = self.fields.split(vector)
        view = self.view(seat)
        order = [*range(seat, self.seats), *range(seat)]
        self._fill_cards(parts, view, order)
        fill_melds(parts, view.melds, order, self.rules)
        for joker in view.edge:
            parts["edge"][self.rules.box.jokers.index(joker)] = 1
        for bonus in view.bonus:
            parts["bonus"][list(rummy17.BONUS_CARDS).index(bonus)] = 1
        parts["phase"][PHASES.index(self._seen_phase(seat))] = 1
        parts["turn"][order.index(view.turn)] = 1
        parts["sizes"][:] = [view.counts[i] for i in order]
        parts["melded"][:] = [view.melded[i] for i in order]
        parts["answered"][:] = [view.answered[i] for i in order]
        parts["stock"][0] = view.stock
        if self.scores:
            parts["scores"][:] = [self.scores[i] for i in order]
        return vector

    def _seen_phase(self, seat: int) -> str:
        """Return the phase as a seat sees it: whether another can lay anything is not to be seen."""
        return LAY if self.state.phase == LAYING and seat != self.state.turn else self.phase

    def _fill_cards(self, parts: dict[str, NDArray[np.float32]], view: rummy17.View, order: list[int]) -> None:
        index, seat = self.index, view.seat
        pile = self.state.pile  # all of it lay open once
        seen = {*view.hand, *pile, *view.edge, *(card for meld in view.melds for card in meld.cards)}
        seen |= {card for i in order for card in self.known[i]}
        parts["unseen"][[i for card, i in index.items() if card not in seen]] = 1
        parts["hand"][[index[card] for card in view.hand]] = 1
        parts["pile"][[index[card] for card in pile]] = 1
        if view.discard is not None:
            parts["discard"][index[view.discard]] = 1
        if seat == view.turn:
            parts["picked"][[index[card] for card in self.picked]] = 1
        for row, i in enumerate(order):
            parts["known"][row, [index[card] for card in self.known[i]]] = 1
            took, knocked, laid, thrown = self.recent[i]
            parts["recent"][row, :2] = took, knocked
            parts["recent"][row, [2 + index[card] for card in laid]] = 1
            parts["recent"][row, [2 + self.kinds + index[card] for card in thrown]] = 1
            if self.privileged:
                parts["hands"][row, [index[card] for card in self.state.hands[i]]] = 1

    def draws(self, action: int) -> bool:
        """Tell whether an action takes a card nobody has seen."""
        return action == self.size - 1 and self.phase == TAKING

    def secret(self, action: int) -> bool:
        """Tell whether the others do not see that an action is chosen.

        That is a card only picked, an answer to knocking, and to lay nothing, which looks like having nothing to lay.
        """
        return self.phase == KNOCK or (self.phase == LAY and (action == self.size - 1 or self._picks(action)))

    def _picks(self, action: int) -> bool:  # noqa: ARG002 - a candidate is laid at once
        return False

    def hidden(self) -> dict[int, int]:
        """Count the cards of the stock; each is there once."""
        return dict.fromkeys(sorted(self.index[card] for card in self.state.stock), 1)

    def put_next(self, kind: int) -> None:
        """Let this card be drawn next; it must be in the stock."""
        card = self.cards[kind]
        rest = tuple(other for other in self.state.stock if other is not card)
        self.state = replace(self.state, stock=(card, *rest))

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """Return a game that goes on by itself."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.known, other.recent, other.events = list(self.known), list(self.recent), list(self.events)
        return other

    def _asked(self, yes: bool) -> str:
        """Say what the first or the last action means where it is a question of yes or no."""
        top = self.state.pile[-1] if self.state.pile else ""
        if self.phase == KNOCK:
            return f"knock for {top}" if yes else "do not knock"
        return f"take {top} from the pile" if yes else "take from the stock"


class CardCandidates(CardDecisions):
    """The turns in the solver's order, or the cards of the hand to discard; the last action does without."""

    def __init__(
        self, rules: CardRules, seats: int, setup: Setup, *, candidates: int = CANDIDATES, **options: Any
    ) -> None:
        super().__init__(rules, seats, setup, **options)
        self.most = candidates
        self.size = candidates + 1

    @property
    def truncated(self) -> bool:
        """Whether there is something no action stands for."""
        return self.actor is not None and len(self._choices()) > self.most

    def _choices(self) -> Sequence[Rack]:
        """Return the cards each candidate is about."""
        if self.phase == LAY:
            assert self.menu is not None
            return [turn.cards for turn in self.menu.turns]
        if self.phase == DISCARD:
            return [(card,) for card in self.state.hands[self.state.turn]]
        return [self.state.pile[-1:]]

    def _open(self) -> bytes:
        count = min(len(self._choices()), self.most)
        return b"\1" * count + bytes(self.most - count) + (b"\0" if self.phase == DISCARD else b"\1")

    def _take(self, action: int) -> None:
        last = action == self.most
        match self.phase:
            case "lay":
                assert self.menu is not None
                self._lay(None if last else self.menu.turns[action])
            case "discard":
                self._discard(self.state.hands[self.state.turn][action])
            case _:
                self._answer(not last)

    def candidates(self) -> NDArray[np.uint8]:
        """Return the cards each candidate is about; rows of no candidate are zero."""
        found = np.zeros((self.most, self.kinds), np.uint8)
        if self.actor is not None:
            for row, cards in zip(found, self._choices(), strict=False):
                row[[self.index[card] for card in cards]] = 1
        return found

    def meaning(self, action: int) -> str:
        """Say what an action does now."""
        if self.actor is None or not self.mask()[action]:
            return "nothing"
        last = action == self.most
        match self.phase:
            case "lay":
                assert self.menu is not None
                return "lay nothing" if last else _told(self.menu.turns[action])
            case "discard":
                return f"discard {self.state.hands[self.state.turn][action]}"
        return self._asked(not last)


class CardByCard(CardDecisions):
    """Cards first, picked to be laid or to be discarded; then yes, which lays in one of the layouts; then no."""

    def __init__(self, rules: CardRules, seats: int, setup: Setup, **options: Any) -> None:
        super().__init__(rules, seats, setup, **options)
        self.size = self.kinds + LAYOUTS + 1

    @property
    def truncated(self) -> bool:
        """Whether the picked cards can be laid in more ways than there are actions for."""
        menu = self.menu if self.phase == LAY else None
        return menu is not None and self.actor is not None and len(menu.layouts(self.picked)) > LAYOUTS

    def _open(self) -> bytes:
        mask = bytearray(self.size)
        match self.phase:
            case "lay":
                assert self.menu is not None
                for card in self.menu.open(self.picked):
                    mask[self.index[card]] = 1
                for i in range(min(LAYOUTS, len(self.menu.layouts(self.picked)))):
                    mask[self.kinds + i] = 1
                mask[-1] = not self.picked
            case "discard":
                for card in self.state.hands[self.state.turn]:
                    mask[self.index[card]] = 1
            case _:
                mask[self.kinds] = mask[-1] = 1
        return bytes(mask)

    def _take(self, action: int) -> None:
        last = action == self.size - 1
        if action < self.kinds:
            card = self.cards[action]
            if self.phase == DISCARD:
                self._discard(card)
            else:
                self.picked = tuple(sorted((*self.picked, card)))
        elif self.phase == LAY:
            assert self.menu is not None
            self._lay(None if last else self.menu.layouts(self.picked)[action - self.kinds])
        else:
            self._answer(not last)

    def _picks(self, action: int) -> bool:
        return action < self.kinds

    def candidates(self) -> NDArray[np.uint8]:
        """Return what each card action is about: its card."""
        return np.eye(self.kinds, dtype=np.uint8)

    def meaning(self, action: int) -> str:
        """Say what an action does now."""
        if action < self.kinds:
            return f"{'discard' if self.phase == DISCARD else 'pick'} {self.cards[action]}"
        last = action == self.size - 1
        if self.phase in (LAY, DISCARD):
            layouts = self.menu.layouts(self.picked) if self.menu else []
            found = layouts[action - self.kinds : action - self.kinds + 1]
            return "lay nothing" if last or not found else _told(found[0])
        return self._asked(not last)


def _told(turn: Turn) -> str:
    steps = []
    for action in actions(turn, 0):
        match action:
            case rummy17.LayMeld(_, cards):
                steps.append(f"lay {write_tiles(cards)}")
            case rummy17.Extend(_, _, cards):
                steps.append(f"add to make {write_tiles(cards)}")
            case rummy17.Exchange(_, meld):
                steps.append(f"take the joker of meld {meld + 1}")
    return ", ".join(steps)

"""A person's part in Rummy 17: the screen, and what may be typed while taking, knocking and laying."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from meldwise import sets
from meldwise.arrange import arranged
from meldwise.cli import board, draw, prompt
from meldwise.cli.draft import joined
from meldwise.cli.moves import Word, row_of, tile_of, words_of
from meldwise.cli.prompt import Slip
from meldwise.errors import IllegalAction
from meldwise.live import LiveGame
from meldwise.ruleset import CardRules
from meldwise.rummy17 import Discard, Exchange, Extend, Knock, LayMeld, TakeBack, TakeDiscard, TakeStock, View
from meldwise.rummy17.state import KNOCKING, LAYING, TAKE
from meldwise.tiles import TileSet
from meldwise.words import sentence

PROMPTS = {TAKE: "cli.ask-take", KNOCKING: "cli.ask-knock", LAYING: "cli.ask-lay"}

ANSWERS = "y   n"
"""Stands for the letters of the language that is spoken."""

MANUAL = (
    ("stock   pile", "manual.take"),
    (ANSWERS, "manual.knock"),
    ("meld r5 r6 r7", "manual.meld"),
    ("r5 r6 Jr r8", "manual.edge"),
    ("add 2 r8", "manual.add-card"),
    ("2 = Jr r5 r6 r7", "manual.lie"),
    ("exchange 2", "manual.exchange"),
    ("back", "manual.back"),
    ("discard k3", "manual.discard"),
    ("sort", "manual.sort-hand"),
    ("rules   rules C8", "manual.rules-of-cards"),
    ("quit", "manual.quit"),
)


def greeting(rules: CardRules) -> list[str]:
    """Tell a newcomer what to do, in a few lines."""
    return [
        sentence("greeting.card-turn"),
        sentence("greeting.card-melds"),
        sentence("greeting.card-points"),
        sentence("greeting.card-knocking"),
        sentence("greeting.card-out", {"number": rules.doubling_number}),
        sentence("greeting.card-colors", {"colors": board.colors(rules)}),
        sentence("greeting.help"),
    ]


class CardTurn:
    """The person's seat at a card game; asks until something is decided."""

    def __init__(self, live: LiveGame, seat: int, names: Sequence[str]) -> None:
        self.live = live
        self.seat = seat
        self.names = names
        self.by_number = False

    def act(self) -> list[Any]:
        """Show the game and return what the person decides to do."""
        view = self._view()
        if view.phase == KNOCKING:
            self._hand()
        elif view.phase == LAYING:
            self._board()
        else:
            self._screen()
        asked = f"{sentence(PROMPTS[view.phase], {'discard': str(view.discard)})} > "
        return prompt.converse(asked, {**self._commands(), **self._answers()}, self._cards)

    def _commands(self) -> dict[str, prompt.Command]:
        return {
            prompt.ENTER: lambda _: self._screen(),
            "stock": lambda _: self._allowed(TakeStock(self.seat)),
            "pile": lambda _: self._allowed(TakeDiscard(self.seat)),
            "meld": self._cards,
            "add": self._add,
            "exchange": self._exchange,
            "back": self._back,
            "undo": self._back,
            "reset": self._back,
            "discard": self._discard,
            "sort": self._sort,
            "show": lambda _: self._screen(),
            "rules": prompt.rulebook(self._view().rules),
            "?": self._help,
            "help": self._help,
            "quit": prompt.quit_game,
        }

    def _view(self) -> View:
        view: View = self.live.view(self.seat)
        return view

    def _allowed(self, action: Any) -> list[Any]:
        if reasons := self.live.judge(action):
            raise IllegalAction(reasons)
        return [action]

    def _answers(self) -> dict[str, prompt.Command]:
        """Return the answers to whether the person knocks, where that is asked; no answer means no (R27)."""
        if self._view().phase != KNOCKING:
            return {}
        said = {word: partial(self._answer, True) for word in [*prompt.answers("cli.yes"), "knock"]}
        return said | {word: partial(self._answer, False) for word in [*prompt.answers("cli.no"), prompt.ENTER]}

    def _answer(self, wanted: bool, _: str) -> list[Any]:
        return self._allowed(Knock(self.seat, wanted))

    def _cards(self, line: str) -> list[Any]:
        """Lay the cards of a line as a meld; with a number before them they are added to that meld."""
        words = words_of(line)
        if not words:
            raise Slip("slip.which-cards")
        if words[0].is_number:
            return self._add(line)
        cards = self._read(words)
        if len(cards) == 1 and self._view().phase == LAYING:
            raise Slip("slip.one-card", words[0].column, card=str(cards[0]))
        return self._allowed(LayMeld(self.seat, arranged(cards, self._view().rules) or cards))

    def _add(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) < 2:
            raise Slip("slip.what-to-add")
        index = self._meld(words[0])
        old, rules = self._view().melds[index].cards, self._view().rules
        if words[1].text == "=":
            return self._allowed(Extend(self.seat, index, self._read(words[2:])))
        return self._allowed(Extend(self.seat, index, extended(old, self._read(words[1:]), rules)))

    def _exchange(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) != 1:
            raise Slip("slip.which-joker")
        return self._allowed(Exchange(self.seat, self._meld(words[0])))

    def _back(self, _: str) -> list[Any]:
        before = self.live.state.before
        if before is not None and before.melds == self._view().melds:
            raise Slip("slip.laid-nothing")
        return self._allowed(TakeBack(self.seat))

    def _discard(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) != 1:
            raise Slip("slip.which-discard", words[1].column if words else 0)
        return self._allowed(Discard(self.seat, tile_of(words[0], self._view().rules)))

    def _meld(self, word: Word) -> int:
        return row_of(word, len(self._view().melds), "meld")

    def _read(self, words: Sequence[Word]) -> TileSet:
        return tuple(tile_of(word, self._view().rules) for word in words)

    def _sort(self, _: str) -> None:
        self.by_number = not self.by_number
        self._hand()

    def _help(self, _: str) -> None:
        answers = f"{prompt.answers('cli.yes')[0]}   {prompt.answers('cli.no')[0]}"
        lines = [(answers if typed == ANSWERS else typed, code) for typed, code in MANUAL]
        board.show_manual(lines, cards=self._view().rules.edge_run)
        draw.tell("manual.last-of-cards")

    def _screen(self) -> None:
        view = self._view()
        draw.heading(f"{sentence('cli.your-turn')} · {sentence('cli.in-stock', {'count': view.stock})}")
        notes = [sentence("cli.melded") if melded else "" for melded in view.melded]
        board.show_players(self.names, view.counts, notes, sentence("cli.cards-held"))
        board.label("cli.bonus-now", points=view.rules.bonus_points)
        board.show_bonus(view.bonus, view.melds, self.names, view.rules)
        self._board()

    def _board(self) -> None:
        view = self._view()
        board.label("cli.melds")
        board.show_melds(view.melds, self.names, view.rules)
        pile = draw.tile(view.discard) if view.discard else draw.phrase("cli.nothing")
        board.show_pile(pile, draw.tiles(view.edge) or draw.phrase("cli.no-joker"))
        self._hand()
        if view.loose:
            draw.tell("cli.freed", jokers=draw.tiles(view.loose))

    def _hand(self) -> None:
        view = self._view()
        board.label("cli.hand-by-number" if self.by_number else "cli.hand-by-color", count=len(view.hand))
        new = [view.taken] if view.taken and view.turn == self.seat else []
        board.show_rack(view.hand, new, self.by_number)


def extended(old: TileSet, added: TileSet, rules: CardRules) -> TileSet:
    """Return a meld with cards added; the old cards stay as they lie, so that the judge can say what is wrong (C6)."""
    grown = joined(old, added, rules)
    return grown if sets.readings(grown, rules) else (*old, *added)

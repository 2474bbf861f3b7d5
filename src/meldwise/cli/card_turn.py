"""A person's part in Rummy 17: the screen, and what may be typed while taking, knocking and laying."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.text import Text

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

PROMPTS = {TAKE: "stock or pile > ", KNOCKING: "knock for {discard}? y/n > ", LAYING: "lay or discard > "}

MANUAL = """\
stock   pile      take the top card of the stock, or of the discard pile
y   n             knock for the top discard when another takes from the stock;
                  a card more for your hand, nothing is discarded. Enter is no
meld r5 r6 r7     lay a new meld (the cards alone will do: r5 r6 r7)
r5 r6 Jr r8       a new run of {edge_run} or more may take its joker from the edge
add 2 r8          add r8 to meld 2, anyone's, once you have melded (or: 2 r8)
2 = Jr r5 r6 r7   say how meld 2 lies with what you add
exchange 2        put the card its joker stands for into meld 2 and take the
                  joker; lay it in the same turn
back              take back everything you laid this turn
discard k3        put k3 on the pile; ends the turn
sort              hand by colour or by number, in turn
rules   rules C8  the rules, or one of them;   Enter shows the game again
quit              leave the game
Words may be shortened: st, pi, di k3."""


def greeting(rules: CardRules) -> list[str]:
    """Tell a newcomer what to do, in a few lines."""
    return [
        "Each turn: take a card (stock or pile), lay melds if you like, discard a card.",
        "Melds are sets (r8 b8 g8) and runs (r5 r6 r7) of three cards or more.",
        "At the end cards in hand cost points, and bonus cards give some for your melds.",
        "When another takes from the stock, you may knock for the top card of the pile.",
        f"Go out: meld all but one card and discard that; a {rules.doubling_number} doubles everything.",
        "Colours: r red, b blue, g green, y yellow, k black; Jr … Jk are their jokers.",
        "? shows all you can type, quit leaves.",
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
        asked = PROMPTS[view.phase].format(discard=view.discard)
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
        answers = {"y": True, "yes": True, "knock": True, "n": False, "no": False, prompt.ENTER: False}
        return {word: partial(self._answer, wanted) for word, wanted in answers.items()}

    def _answer(self, wanted: bool, _: str) -> list[Any]:
        return self._allowed(Knock(self.seat, wanted))

    def _cards(self, line: str) -> list[Any]:
        """Lay the cards of a line as a meld; with a number before them they are added to that meld."""
        words = words_of(line)
        if not words:
            raise Slip("Say which cards to lay: meld r5 r6 r7.")
        if words[0].is_number:
            return self._add(line)
        cards = self._read(words)
        if len(cards) == 1 and self._view().phase == LAYING:
            raise Slip(f"One card is no meld. discard {cards[0]} puts it on the pile.", words[0].column)
        return self._allowed(LayMeld(self.seat, arranged(cards, self._view().rules) or cards))

    def _add(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) < 2:
            raise Slip("Say what to add to which meld: add 2 r8.")
        index = self._meld(words[0])
        old, rules = self._view().melds[index].cards, self._view().rules
        if words[1].text == "=":
            return self._allowed(Extend(self.seat, index, self._read(words[2:])))
        return self._allowed(Extend(self.seat, index, extended(old, self._read(words[1:]), rules)))

    def _exchange(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) != 1:
            raise Slip("Say which meld's joker you take: exchange 2.")
        return self._allowed(Exchange(self.seat, self._meld(words[0])))

    def _back(self, _: str) -> list[Any]:
        before = self.live.state.before
        if before is not None and before.melds == self._view().melds:
            raise Slip("You have laid nothing this turn.")
        return self._allowed(TakeBack(self.seat))

    def _discard(self, line: str) -> list[Any]:
        words = words_of(line)
        if len(words) != 1:
            raise Slip("Say which one card you discard: discard k3.", words[1].column if words else 0)
        return self._allowed(Discard(self.seat, tile_of(words[0], self._view().rules)))

    def _meld(self, word: Word) -> int:
        return row_of(word, len(self._view().melds), "meld")

    def _read(self, words: Sequence[Word]) -> TileSet:
        return tuple(tile_of(word, self._view().rules) for word in words)

    def _sort(self, _: str) -> None:
        self.by_number = not self.by_number
        self._hand()

    def _help(self, _: str) -> None:
        draw.say(MANUAL.format(edge_run=self._view().rules.edge_run))

    def _screen(self) -> None:
        view = self._view()
        draw.heading(f"Your turn · {view.stock} in the stock")
        notes = ["melded" if melded else "" for melded in view.melded]
        board.show_players(self.names, view.counts, notes, "Cards")
        board.label(f"Bonus cards, {view.rules.bonus_points} points each, and who would get them now")
        board.show_bonus(view.bonus, view.melds, self.names, view.rules)
        self._board()

    def _board(self) -> None:
        view = self._view()
        board.label("Melds")
        board.show_melds(view.melds, self.names, view.rules)
        pile = draw.tile(view.discard) if view.discard else Text("nothing")
        draw.say(Text("Pile ", style="bold"), pile, Text("   Edge ", style="bold"), draw.tiles(view.edge) or "no joker")
        self._hand()
        if view.loose:
            draw.say("Freed, to be laid this turn: ", draw.tiles(view.loose))

    def _hand(self) -> None:
        view = self._view()
        order = "number" if self.by_number else "colour"
        board.label(f"Your hand: {board.counted(len(view.hand), 'card')} by {order}")
        new = [view.taken] if view.taken and view.turn == self.seat else []
        board.show_rack(view.hand, new, self.by_number)


def extended(old: TileSet, added: TileSet, rules: CardRules) -> TileSet:
    """Return a meld with cards added; the old cards stay as they lie, so that the judge can say what is wrong (C6)."""
    grown = joined(old, added, rules)
    return grown if sets.readings(grown, rules) else (*old, *added)

"""From the melds as they end to the steps that lead there, in a legal order."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.solver.cards.pieces import Piece, first_part
from meldwise.solver.cards.problem import Problem, points
from meldwise.solver.cards.turn import Exchange, Extend, LayMeld, Step, Turn
from meldwise.tiles import Joker, Kind, TileSet, ordered


class Laying:
    """The melds as they lie, and the steps that brought them there."""

    def __init__(self, problem: Problem) -> None:
        self.melds = [shape.cards for shape in problem.shapes]
        self.steps: list[Step] = []

    def lay(self, cards: TileSet) -> None:
        """Lay a new meld."""
        self.melds.append(cards)
        self.steps.append(LayMeld(cards))

    def extend(self, meld: int, cards: TileSet) -> None:
        """Add to a meld, so that it lies as *cards*."""
        self.melds[meld] = cards
        self.steps.append(Extend(meld, cards))

    def exchange(self, meld: int, cards: TileSet) -> None:
        """Take the joker of a meld, so that it lies as *cards*."""
        self.melds[meld] = cards
        self.steps.append(Exchange(meld))


def turn_of(problem: Problem, pieces: Sequence[Piece]) -> Turn:
    """Return the turn that ends with these pieces.

    New melds that wait for no joker come first, some with a joker from the edge to give it up at once. Now that the
    player has melded, jokers are exchanged; and then every joker is there that other melds were waiting for.
    """
    laying = Laying(problem)
    ready = [piece for piece in pieces if piece.meld is None and _waits_for(problem, piece) is None]
    waiting = [piece for piece in pieces if piece.meld is None and piece not in ready]
    _lay_ready(problem, laying, ready, {_waits_for(problem, piece) for piece in pieces})
    early = None if problem.melded or ready else _lay_part(problem, laying, waiting)
    for piece in pieces:
        if piece.meld is not None and piece.frees:
            laying.exchange(piece.meld, piece.old)
    for piece in pieces:
        if piece.meld is not None and piece.cards != piece.old:
            laying.extend(piece.meld, piece.cards)
    for piece in waiting:
        if piece is early:
            laying.extend(len(problem.shapes), piece.cards)
        else:
            laying.lay(piece.cards)
    laid = [card for card in problem.hand if any(piece.mask & problem.bits[card] for piece in pieces)]
    return Turn(tuple(laying.steps), ordered(laid), points(laid, problem.rules), tuple(laying.melds))


def _waits_for(problem: Problem, piece: Piece) -> Joker | None:
    """Return the joker a piece waits for, one that does not come straight from the edge."""
    color = piece.joker and piece.joker.color
    if not color or (piece.meld is None and piece.bits & problem.freed[color]):
        return None
    return piece.joker


def _lay_ready(problem: Problem, laying: Laying, ready: list[Piece], wanted: set[Joker | None]) -> None:
    """Lay new melds; a run that can takes a joker that is *wanted* from the edge, and gives it up for its card (C9)."""
    for piece in ready:
        color = piece.cards[0].color
        joker = Joker(Kind.JOKER, color)
        if piece.joker is None and color and piece.bits & problem.freed[color] and joker in wanted:
            laying.lay((*piece.cards[:-1], joker))
            laying.exchange(len(laying.melds) - 1, piece.cards)
            wanted.remove(joker)
        else:
            laying.lay(piece.cards)


def _lay_part(problem: Problem, laying: Laying, waiting: list[Piece]) -> Piece | None:
    """Lay what a new meld is without its joker, as a first meld; there is one, unless nothing is laid at all (C6)."""
    for piece in waiting:
        if piece.joker and piece.bits & problem.begun:
            laying.lay(tuple(first_part(piece.cards, piece.joker)))
            return piece
    return None

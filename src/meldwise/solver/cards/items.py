"""The questions a search answers one after the other, each with its choices and what they give away.

An item is a meld that lies (which of its pieces, or none?) or a card of the hand (of which new meld is it the lowest
card, or of none?). So every choice of pieces that share no card is one way through the items, and only one.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meldwise.solver.cards.pieces import Piece, changes, new_melds
from meldwise.solver.cards.problem import STEP, Problem

Question = tuple[int, tuple[Piece, ...]]
"""The card it is about, 0 for a meld that lies, and the pieces to choose from."""


class Item(msgspec.Struct, frozen=True):
    """A question: which of these pieces, if any? It is asked while *card* is not settled (always, where it is 0).

    *choices* are the pieces with what they give away; *loss* is what choosing none gives away. Nothing is below zero.
    """

    card: int
    choices: tuple[tuple[int, Piece], ...]
    loss: int


def items(problem: Problem) -> list[Item]:
    """Return the items: what shares cards comes together, and there in the order of the numbers.

    Cards no piece wants are no item: they stay in hand.
    """
    lowest: dict[int, list[Piece]] = {}
    for piece in new_melds(problem):
        lowest.setdefault(piece.mask & -piece.mask, []).append(piece)
    questions: list[Question] = [(0, _sorted(changes(problem, index))) for index in range(len(problem.shapes))]
    questions += [(card, _sorted(pieces)) for card, pieces in lowest.items()]
    shares = _shares(problem, [piece for _, pieces in questions for piece in pieces])
    questions += [(card, ()) for card in shares if card not in lowest]
    return [_item(problem, question, shares) for question in _in_order(questions) if any(question)]


def _sorted(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Put pieces into the order of equals: those that take more of the hand first, then those without a joker."""
    return tuple(sorted(pieces, key=lambda piece: (-piece.mask.bit_count(), piece.joker is not None, piece.cards)))


def _shares(problem: Problem, pieces: list[Piece]) -> dict[int, int]:
    """Return for every card that can be laid, what laying it takes of a step at least.

    A piece of five cards takes a step, a fifth for each card; so a card of no bigger piece takes a fifth or more.
    """
    biggest: dict[int, int] = {}
    for piece in pieces:
        for card in _cards(piece.mask):
            biggest[card] = max(piece.mask.bit_count(), biggest.get(card, 0))
    return {card: STEP // size if problem.worth[card] > 0 else 0 for card, size in biggest.items()}


def _item(problem: Problem, question: Question, shares: dict[int, int]) -> Item:
    """Return a question with its costs.

    The shares of all cards, which every turn pays by laying them or more dearly by keeping them, are taken off: what
    a search has given away so far then says more about how it will end.
    """
    card, pieces = question
    choices = []
    for piece in pieces:
        unwanted = sum([max(0, -problem.worth[card]) for card in _cards(piece.mask)])
        shared = sum([shares[card] for card in _cards(piece.mask)])
        choices.append((piece.steps * STEP + unwanted - shared, piece))
    return Item(card, tuple(choices), max(0, problem.worth[card]) - shares[card] if card else 0)


def _cards(mask: int) -> list[int]:
    return [1 << i for i in range(mask.bit_length()) if mask >> i & 1]


def _in_order(questions: list[Question]) -> list[Question]:
    """Put together what shares cards, and there the lowest card first; what takes no card comes last of all."""
    masks = [card | _union(pieces) for card, pieces in questions]
    parts = _parts(masks)

    def place(at: int) -> tuple[bool, int, int, int, int]:
        mask = masks[at]
        part = next((part for part in parts if part & mask), 0)
        return not mask, part & -part, mask & -mask, questions[at][0], at

    return [questions[at] for at in sorted(range(len(questions)), key=place)]


def _union(pieces: Iterable[Piece]) -> int:
    union = 0
    for piece in pieces:
        union |= piece.mask
    return union


def _parts(masks: list[int]) -> list[int]:
    """Join masks that share a card, until none do."""
    parts: list[int] = []
    for mask in masks:
        apart = [part for part in parts if not part & mask]
        parts = [*apart, mask | sum(part for part in parts if part & mask)]
    return parts

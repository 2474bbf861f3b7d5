"""The best turn of Rummy 17: what to lay between taking a card and discarding one, worked out exactly.

Steps can be taken in many orders, and jokers go round: laid, exchanged, laid again. But only the end of a turn counts,
so the search chooses how every meld *ends* and never looks at orders. These are the ends that steps can reach:

1. Every meld ends as a valid one that still holds what lay there, as it lay, but for a joker that was exchanged. Cards
   come from the hand, each once, and one at least stays there (C10).
2. Every joker ends in one place. Out of a meld it comes only by the card it stands for, from the hand, and then it is
   laid again (C9). Nothing is gained by laying it in between for a card in hand: lay that card itself, keep the joker
   loose, leave out the later exchange; every other step stays legal, and the end is the same. So a joker is exchanged
   once at most.
3. From the edge a joker comes only with a new run of `edge_run` cards (C8). Either it ends there; or it is exchanged
   there, and that run ends without a joker (it had the only one of its colour) and no shorter. Where such a run is
   laid, a joker can always be had so.
4. A player who had not melded lays a meld before anything else (C6, C9): one without a joker, one with a joker from the
   edge, or the part of a meld that is one without the joker that joins it later.

And every end that keeps these rules is reached: lay the new melds that wait for no joker, those of 3 with a joker that
is exchanged at once; or else lay the part of 4. Make all exchanges. Now every joker that is to move is loose, and no
meld holds one it is to lose, so the other melds are laid and added to as they end. No end is reached in fewer steps.
"""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.ruleset import CardRules
from meldwise.solver.cards.problem import Goal, Problem
from meldwise.solver.cards.search import ways
from meldwise.solver.cards.turn import Exchange, Extend, LayMeld, Step, Turn
from meldwise.solver.cards.witness import turn_of
from meldwise.tiles import Joker, Rack, TileSet

__all__ = ["Exchange", "Extend", "Goal", "LayMeld", "Step", "Turn", "best_turn", "turns"]


def best_turn(
    hand: Rack, melds: Sequence[TileSet], edge: Sequence[Joker], rules: CardRules, melded: bool, goal: Goal = "cards"
) -> Turn:
    """Return the first of `turns`; it lays nothing where nothing can be laid."""
    return turns(hand, melds, edge, rules, melded, goal, 1)[0]


def turns(
    hand: Rack,
    melds: Sequence[TileSet],
    edge: Sequence[Joker],
    rules: CardRules,
    melded: bool,
    goal: Goal = "cards",
    most: int = 100,
) -> list[Turn]:
    """Return the *most* best turns, best first, that of laying nothing among them.

    *hand* is the hand with the card taken, *edge* the jokers there, *melded* whether the player had melded before this
    turn. The goal is what leaves the hand by laying: the most `cards`, the most penalty `points` (C11), or the most by
    a worth of one's own for each card, below zero for one to keep, nothing for one not named. The discard counts for
    none of them; a card for it is always kept. Equals are ordered by the other figures (cards before points), then by
    fewer steps, then in an order that depends on the position alone. Two turns differ when other cards leave the hand
    or a meld lies otherwise in the end; the steps are one way there.
    """
    problem = Problem(hand, melds, edge, rules, melded, goal)
    return [turn_of(problem, pieces) for pieces in ways(problem, most)] if most > 0 else []

"""The public functions: they take notation or values, whichever you have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import token_hex

from meldwise import catalog, sets, solver
from meldwise.errors import CaseError, Reason
from meldwise.game import Setup
from meldwise.live import LiveGame, shuffle
from meldwise.match import Match
from meldwise.match import new_match as start_match
from meldwise.notation import parse_rack, parse_set, parse_table
from meldwise.ruleset import AnyRules, CardRules, TileRules
from meldwise.rummy17 import FinalHand
from meldwise.rummy17 import score as card_score
from meldwise.rummy17.scoring import Score as CardScore
from meldwise.sets import Reading
from meldwise.solver import Best, Goal, Play, cards
from meldwise.solver.cards import Goal as CardGoal
from meldwise.solver.cards import Turn
from meldwise.solver.plays import MOST as MOST_PLAYS
from meldwise.tilegame import FinalRack, judge_play
from meldwise.tilegame import score as tile_score
from meldwise.tilegame.judge import check_start
from meldwise.tilegame.scoring import Score as TileScore
from meldwise.tiles import AnyTile, Joker, Rack, Table, TileSet

MOST_BYTES = 1 << 20
"""House rules are short; more is not read."""

AnyTable = Sequence[Sequence[AnyTile] | str] | str


def ruleset(rules: AnyRules | str | Path) -> AnyRules:
    """Return a ruleset by key (`pl-twist`), with changes (`pl-twist+mirror_side=2`), or from a house-rules file."""
    if isinstance(rules, Path):
        with rules.open("rb") as file:
            return catalog.house_rules(file.read(MOST_BYTES).decode("utf-8-sig"))
    return catalog.find(rules) if isinstance(rules, str) else rules


def readings(row: Sequence[AnyTile] | str, rules: AnyRules | str) -> tuple[Reading, ...]:
    """Return every valid way to read *row*, points falling; () where it is no set (then `why_not` says why)."""
    found = ruleset(rules)
    return sets.readings(_set(row, found), found)


def why_not(row: Sequence[AnyTile] | str, rules: AnyRules | str) -> tuple[Reason, ...]:
    """Return the reasons *row* is no set; () where it is one."""
    found = ruleset(rules)
    return tuple(Reason(why.code, dict(why.facts), why.rules) for why in sets.reasons(_set(row, found), found))


def judge(
    table: AnyTable, rack: Sequence[AnyTile] | str, to: AnyTable, rules: AnyRules | str, opened: bool = True
) -> list[Reason]:
    """Say what forbids ending a turn with the table *to*; [] where nothing does. Tile games only.

    A start that cannot be (an invalid set, more copies than the box holds) is a CaseError.
    """
    found = tile_rules(rules)
    before, held = _start(table, rack, found)
    return judge_play(before, held, _table(to, found), found, opened)


def best(
    table: AnyTable,
    rack: Sequence[AnyTile] | str,
    rules: AnyRules | str,
    opened: bool = True,
    goal: Goal = "tiles",
    deadline: float | None = None,
    tidy: bool = True,
) -> Best:
    """Return the play that sheds most by *goal*: `tiles`, `points`, or a weight for each tile. Tile games only.

    *deadline* is in seconds; past it the best play found so far comes back with `proven` false. Without *tidy* the
    table is not laid out to be recognised, which is quicker. A start that cannot be is a CaseError.
    """
    found = tile_rules(rules)
    before, held = _start(table, rack, found)
    return solver.best(before, held, found, opened, goal, deadline, tidy)


def plays(
    table: AnyTable,
    rack: Sequence[AnyTile] | str,
    rules: AnyRules | str,
    opened: bool = True,
    goal: Goal = "tiles",
    most: int = MOST_PLAYS,
    deadline: float | None = None,
) -> list[Play]:
    """Return the distinct plays, best first, at most *most*; `lay` gives the table after one. Tile games only."""
    found = tile_rules(rules)
    before, held = _start(table, rack, found)
    return solver.plays(before, held, found, opened, goal, most, deadline)


def lay(table: AnyTable, play: Play, rules: AnyRules | str, opened: bool = True) -> Table:
    """Return the table after a play that `plays` returned for it. Tile games only."""
    found = tile_rules(rules)
    return solver.lay(_table(table, found), play, found, opened)


def best_turn(
    hand: Sequence[AnyTile] | str,
    melds: AnyTable = (),
    edge: Sequence[AnyTile] | str = "",
    rules: AnyRules | str = "rummy17",
    melded: bool = False,
    goal: CardGoal = "cards",
) -> Turn:
    """Return the turn that lays most from a hand, one card kept to discard; *edge* is its jokers. Rummy 17 only."""
    return cards.best_turn(*_cards(hand, melds, edge, rules), melded, goal)


def turns(
    hand: Sequence[AnyTile] | str,
    melds: AnyTable = (),
    edge: Sequence[AnyTile] | str = "",
    rules: AnyRules | str = "rummy17",
    melded: bool = False,
    goal: CardGoal = "cards",
    most: int = MOST_PLAYS,
) -> list[Turn]:
    """Return the distinct turns, best first, at most *most*; the one that lays nothing is among them. Rummy 17 only."""
    return cards.turns(*_cards(hand, melds, edge, rules), melded, goal, most)


def can_open(rack: Sequence[AnyTile] | str, rules: AnyRules | str) -> bool:
    """Tell whether some sets from *rack* alone are worth an opening. Tile games only."""
    found = tile_rules(rules)
    return solver.can_open(_rack(rack, found), found)


def can_go_out(table: AnyTable, rack: Sequence[AnyTile] | str, rules: AnyRules | str, opened: bool = True) -> bool:
    """Tell whether the whole rack can be laid in one turn. Tile games only."""
    found = tile_rules(rules)
    before, held = _start(table, rack, found)
    return solver.can_go_out(before, held, found, opened)


def playable_tiles(table: AnyTable, rack: Sequence[AnyTile] | str, rules: AnyRules | str, opened: bool = True) -> Rack:
    """Return the tiles of the rack that take part in some legal play, each kind once. Tile games only."""
    found = tile_rules(rules)
    before, held = _start(table, rack, found)
    return solver.playable_tiles(before, held, found, opened)


def score(
    rules: AnyRules | str,
    players: Sequence[FinalRack | FinalHand | Rack | str],
    *,
    ended: str = "out",
    bonus: Sequence[str] = (),
    out: int | None = None,
    last_discard: AnyTile | str | None = None,
) -> TileScore | CardScore:
    """Return the score of a finished game; the last three are Rummy 17's.

    Tile players stand in turn order from the seat that would play next; *ended* is `out` or `pool-empty`. A player
    may be given by rack alone, as one who has opened; a card player by hand alone, as one with nothing laid.
    """
    found = ruleset(rules)
    if isinstance(found, CardRules):
        hands = [player if isinstance(player, FinalHand) else FinalHand(_held(player, found)) for player in players]
        card = parse_card(last_discard, found) if isinstance(last_discard, str) else last_discard
        return card_score(hands, bonus, out, card, found)
    racks = [player if isinstance(player, FinalRack) else FinalRack(_held(player, found)) for player in players]
    return tile_score(ended, racks, found)


def new_game(
    rules: AnyRules | str,
    seats: int | Iterable[str] = 2,
    *,
    seed: object = None,
    setup: Setup | None = None,
    starter: int | None = None,
) -> LiveGame:
    """Start a game of *seats* players (a number, or their names).

    The same *seed* deals the same game; without one the shuffle is random. A *setup* gives the order outright.
    """
    found = ruleset(rules)
    if isinstance(seats, str):
        raise CaseError("wrong-type", key="seats", wanted="number-or-names")
    names = [f"Player {i + 1}" for i in range(seats)] if isinstance(seats, int) else list(seats)
    dealt = setup or shuffle(found, len(names), token_hex(16) if seed is None else seed, starter)
    return LiveGame(found, names, dealt)


def new_match(rules: AnyRules | str, seats: int, games: int | None = None, first_starter: int = 0) -> Match:
    """Return a match before its first game; without *games*, as many as the book says, else one (T43)."""
    return start_match(ruleset(rules), seats, games, first_starter)


def tile_rules(rules: AnyRules | str) -> TileRules:
    """Return a ruleset of the tile family, or say that this one is not."""
    found = ruleset(rules)
    if not isinstance(found, TileRules):
        raise CaseError("rules-not-served", rules=found.text)
    return found


def parse_card(text: str, rules: CardRules) -> AnyTile:
    """Read exactly one card."""
    cards = parse_set(text, rules)
    if len(cards) != 1:
        raise CaseError("wrong-type", key="last_discard", wanted="card-or-null")
    return cards[0]


def _set(row: Sequence[AnyTile] | str, rules: AnyRules) -> TileSet:
    return parse_set(row, rules) if isinstance(row, str) else tuple(row)


def _start(table: AnyTable, rack: Sequence[AnyTile] | str, rules: TileRules) -> tuple[Table, Rack]:
    before, held = _table(table, rules), _rack(rack, rules)
    check_start(before, held, rules)
    return before, held


def _cards(
    hand: Sequence[AnyTile] | str, melds: AnyTable, edge: Sequence[AnyTile] | str, rules: AnyRules | str
) -> tuple[Rack, Table, tuple[Joker, ...], CardRules]:
    found = ruleset(rules)
    if not isinstance(found, CardRules):
        raise CaseError("rules-not-served", rules=found.text)
    jokers = tuple(card for card in _rack(edge, found) if isinstance(card, Joker))
    return _rack(hand, found), _table(melds, found), jokers, found


def _rack(rack: Sequence[AnyTile] | str, rules: AnyRules) -> Rack:
    return parse_rack(rack, rules) if isinstance(rack, str) else tuple(rack)


def _held(player: FinalRack | FinalHand | Rack | str, rules: AnyRules) -> Rack:
    if isinstance(player, FinalRack | FinalHand):
        raise CaseError("wrong-type", key="players", wanted="players", rules=rules.text)
    return _rack(player, rules)


def _table(table: Sequence[Sequence[AnyTile] | str] | str, rules: AnyRules) -> Table:
    if isinstance(table, str):
        return parse_table(table, rules)
    return tuple(_set(row, rules) for row in table)

"""`meldwise score`: what is a finished game worth?"""

from __future__ import annotations

import argparse

from meldwise import api
from meldwise.cli import cases, draw
from meldwise.cli.cases import Answer, Case
from meldwise.errors import CaseError
from meldwise.notation import parse_rack
from meldwise.ruleset import CardRules, TileRules
from meldwise.rummy17 import Card, FinalHand
from meldwise.rummy17 import score as card_score
from meldwise.tilegame import FinalRack
from meldwise.tilegame import score as tile_score
from meldwise.tilegame.scoring import OUT, POOL_EMPTY
from meldwise.tiles import Rack
from meldwise.words import sentence

HELP = "work out the scores of a finished game"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--ended", choices=(OUT, POOL_EMPTY), help="how a tile game ended")
    parser.add_argument(
        "--player",
        action="append",
        metavar="RACK",
        help="a rack, once for each player, from the seat that would play next; for more facts use --case",
    )


def case_of(given: argparse.Namespace) -> Case:
    """Make a case of the options."""
    case: Case = {} if given.ended is None else {"ended": given.ended}
    return case if given.player is None else {**case, "players": [{"rack": rack} for rack in given.player]}


def answer(case: Case) -> Answer:
    """Answer one case as the contract says."""
    rules = cases.rules(case)
    if isinstance(rules, CardRules):
        return _card_answer(case, rules)
    return _tile_answer(case, api.tile_rules(rules))


def tell(case: Case) -> int:
    """Explain one case to a person."""
    found = answer(case)
    winners = found.get("winners", [found.get("winner")])
    for i, points in enumerate(found["scores"]):
        facts = {"player": i + 1, "points": f"{points:+d}"}
        told = draw.phrase("cli.score-of", **facts)
        if "bonus" in found:
            told = draw.phrase("cli.score-of-cards", bonus=found["bonus"][i], penalty=found["penalty"][i], **facts)
        draw.say(told, f"  {sentence('cli.wins')}" if i in winners else "")
    for card, seats in found.get("awards", {}).items():
        names = [sentence("cli.player", {"player": seat + 1}) for seat in seats]
        draw.tell("cli.bonus-of", bonus=card, names=", ".join(names) or sentence("cli.nobody"))
    return 0


def _tile_answer(case: Case, rules: TileRules) -> Answer:
    ended = cases.text(case, "ended")
    players = [_final_rack(player, rules) for player in cases.objects(case, "players")]
    found = tile_score(ended, players, rules)
    return {"winner": found.winner, "scores": list(found.scores)}


def _final_rack(player: Case, rules: TileRules) -> FinalRack:
    rack = parse_rack(cases.text(player, "rack"), rules)
    opened, had_turn = cases.flag(player, "opened", True), cases.flag(player, "had_turn", True)
    if opened or not rules.unopened_penalty:
        return FinalRack(rack, opened, had_turn)
    announced = player.get("announced") is not None and cases.flag(player, "announced")
    return FinalRack(rack, opened, had_turn, announced, _last_drawn(player, rack, rules))


def _last_drawn(player: Case, rack: Rack, rules: TileRules) -> Rack:
    if player.get("last_drawn") is None:
        return ()
    drawn = parse_rack(cases.text(player, "last_drawn"), rules)
    if len(drawn) != 1 or drawn[0] not in rack:
        raise CaseError("wrong-type", key="last_drawn", wanted="tile-of-rack")
    return drawn


def _card_answer(case: Case, rules: CardRules) -> Answer:
    players = [_final_hand(player, rules) for player in cases.objects(case, "players")]
    found = card_score(players, cases.texts(case, "bonus"), _out(case, len(players)), _last_discard(case, rules), rules)
    return {
        "penalty": list(found.penalty),
        "bonus": list(found.bonus),
        "scores": list(found.scores),
        "winners": list(found.winners),
        "awards": {card: list(seats) for card, seats in found.awards},
    }


def _final_hand(player: Case, rules: CardRules) -> FinalHand:
    hand = parse_rack(cases.text(player, "hand"), rules)
    return FinalHand(hand, cases.table(player, "melds", rules))


def _out(case: Case, players: int) -> int | None:
    out = case.get("out")
    if out is None:
        return None
    if isinstance(out, bool) or not isinstance(out, int) or not 0 <= out < players:
        raise CaseError("wrong-type", key="out", wanted="player-or-null")
    return out


def _last_discard(case: Case, rules: CardRules) -> Card | None:
    if case.get("last_discard") is None:
        return None
    return api.parse_card(cases.text(case, "last_discard"), rules)

"""Is a recorded game dealt as the values say? Answered with reasons; [] is the good news."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from meldwise.errors import NOTHING, CaseError, MeldwiseError, Reason
from meldwise.fair.derive import commitment, setup_of
from meldwise.game import Setup, check_viewer
from meldwise.notation import write_tiles
from meldwise.record import Record
from meldwise.shares import SILENT, Fair, check_share, check_value
from meldwise.tiles import Rack


def check(record: Record, mine: Mapping[int, str | None] | None = None, saw: str | None = None) -> list[Reason]:
    """Say what is wrong with a record's shuffle.

    *mine* holds shares you know were sent, by seat (None: that seat sent nothing); *saw* is the commitment you were
    told before the game. Without them a record is only checked against itself. The game is not replayed.
    """
    sent = dict(mine or {})
    _check_known(sent, saw, len(record.names))
    fair = record.fair
    if fair is None:
        return [Reason("fair-missing")]
    return [*_derived(record, fair), *_remembered(fair, sent, saw)]


def _check_known(mine: Mapping[int, str | None], saw: str | None, seats: int) -> None:
    """Refuse what nobody can have sent or seen."""
    for seat, share in mine.items():
        check_viewer(seat, seats)
        if share is not None:
            check_share(share)
    if saw is not None:
        check_value(saw)


def _derived(record: Record, fair: Fair) -> list[Reason]:
    """Compare what is recorded with what the values give."""
    seats, setup = len(record.names), record.setup
    starter = None if setup.start_draw else setup.starter
    try:
        promised = commitment(fair.server, fair.room, fair.game, record.rules, seats, starter)
        reasons = _commitment_reasons(fair, promised)
        if len(fair.shares) != seats:
            return [*reasons, Reason("fair-shares-differ", {"shares": len(fair.shares), "seats": seats})]
        return [*reasons, *_setup_reasons(setup, setup_of(fair, record.rules, starter))]
    except CaseError as error:  # seats the box does not serve
        return [_reason(error)]


def _commitment_reasons(fair: Fair, promised: str) -> list[Reason]:
    if promised == fair.commitment:
        return []
    return [Reason("fair-commitment-differs", {"recorded": fair.commitment, "given": promised})]


def _setup_reasons(recorded: Setup, given: Setup) -> list[Reason]:
    reasons = []
    if recorded.start_draw != given.start_draw:
        reasons.append(_differs("fair-start-draw-differs", recorded.start_draw, given.start_draw))
    if recorded.starter != given.starter:
        reasons.append(Reason("fair-starter-differs", {"recorded": recorded.starter, "given": given.starter}))
    if recorded.bonus != given.bonus:
        bonus = {"recorded": " ".join(recorded.bonus) or NOTHING, "given": " ".join(given.bonus) or NOTHING}
        reasons.append(Reason("fair-bonus-differs", bonus))
    if recorded.pool != given.pool:
        reasons.append(_differs("fair-pool-differs", recorded.pool, given.pool))
    return reasons


def _differs(code: str, recorded: Rack, given: Rack) -> Reason:
    """Name the first place, from 1, where two orders differ."""
    pairs = enumerate(zip_longest(recorded, given), start=1)
    place, (found, wanted) = next((place, pair) for place, pair in pairs if pair[0] is not pair[1])
    told = {"recorded": write_tiles(filter(None, [found])), "given": write_tiles(filter(None, [wanted]))}
    return Reason(code, {"place": place, **{key: text or NOTHING for key, text in told.items()}})


def _remembered(fair: Fair, mine: Mapping[int, str | None], saw: str | None) -> list[Reason]:
    """Compare the record with what a player knows from before the game."""
    reasons = []
    if saw is not None and saw != fair.commitment:
        reasons.append(Reason("fair-commitment-not-seen", {"recorded": fair.commitment, "saw": saw}))
    for seat, share in mine.items():
        recorded = fair.shares[seat] if seat < len(fair.shares) else None
        if recorded != share:
            facts = {"seat": seat, "recorded": recorded or SILENT, "mine": share or SILENT}
            reasons.append(Reason("fair-share-not-mine", facts))
    return reasons


def _reason(error: MeldwiseError) -> Reason:
    return Reason(error.code, error.facts)

"""`meldwise verify`: is a recorded game shuffled as everyone's values say, and played by the rules?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meldwise import fair, record
from meldwise.cli import dealing
from meldwise.cli.replay import text_of
from meldwise.errors import CaseError, MeldwiseError, Reason, RecordError
from meldwise.record import Record
from meldwise.shares import SILENT
from meldwise.words import listed, printable, sentence

HELP = "check the shuffle and every action of recorded games, or how many of them are dealt"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument(
        "files", metavar="RECORD", nargs="+", help="records, folders of them, or '-' for standard input"
    )
    parser.add_argument(
        "--mine", nargs=2, action="append", metavar=("SEAT", "HEX"), help="the share a seat sent ('-': it sent none)"
    )
    parser.add_argument("--saw", metavar="COMMITMENT", help="the commitment you saw before the game")
    parser.add_argument("--statistics", action="store_true", help="over many records: are the tiles dealt by chance?")
    parser.add_argument("--name", help="with --statistics: also what this player was dealt, at any seat")
    parser.add_argument("--json", action="store_true", help="print one JSON object a record, or one for the statistics")


class Verdict(msgspec.Struct, frozen=True):
    """What was found about one record: what is wrong with its shuffle, and with the game."""

    recorded: Record
    shuffle: list[Reason]
    game: list[Reason]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.shuffle and not self.game


def run(given: argparse.Namespace) -> int:
    """Verify every record; 0 where all hold, 1 where one does not, 2 where one cannot be read."""
    paths = [path for words in given.files for path in _paths(words)]
    _check_options(given, len(paths))
    if given.statistics:
        return dealing.run(paths, given.name, given.json)
    mine = {_seat(seat): None if share == SILENT else share.lower() for seat, share in given.mine or ()}
    saw = given.saw and given.saw.lower()
    verdicts = []
    for path in paths:
        try:
            recorded = record.read(text_of(path))
        except MeldwiseError as error:
            _tell_unread(path, error, given.json)
            continue
        verdict = verify(recorded, mine, saw)
        verdicts.append(verdict)
        print(json.dumps(plain(path, verdict)) if given.json else _told(path, verdict, mine, saw))
    if not (given.json or mine or saw) and any(verdict.recorded.fair for verdict in verdicts):
        print(sentence("verify.own"))
    return 2 if len(verdicts) < len(paths) else int(not all(verdict.holds for verdict in verdicts))


def verify(recorded: Record, mine: dict[int, str | None], saw: str | None) -> Verdict:
    """Check the shuffle, and play the game again."""
    return Verdict(recorded, fair.check(recorded, mine, saw), _game_reasons(recorded))


def _game_reasons(recorded: Record) -> list[Reason]:
    try:
        for _ in record.replay(recorded):
            pass
    except RecordError as error:
        return [Reason(error.code, error.facts)]
    return []


def _paths(words: str) -> list[str]:
    """Return the records a path stands for."""
    folder = Path(words)
    if words == "-" or not folder.is_dir():
        return [words]
    found = sorted(str(path) for path in folder.rglob("*.record"))
    if not found:
        raise CaseError("no-records", path=words)
    return found


def _check_options(given: argparse.Namespace, records: int) -> None:
    if given.name is not None and not given.statistics:
        raise CaseError("option-needs", option="--name", other="--statistics")
    for option, value in (("--mine", given.mine), ("--saw", given.saw)):
        if value and given.statistics:
            raise CaseError("options-clash", option=option, other="--statistics")
        if value and records > 1:
            raise CaseError("one-record", option=option, records=records)


def _seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise CaseError("no-such-seat", seat=text[:24])
    return int(text)


def plain(path: str, verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain data."""
    recorded, values = verdict.recorded, verdict.recorded.fair
    return {
        "file": path,
        "verified": verdict.holds,
        "shuffle": [_plain(reason) for reason in verdict.shuffle],
        "game": [_plain(reason) for reason in verdict.game],
        "rules": recorded.rules.text,
        "names": list(recorded.names),
        "actions": len(recorded.actions),
        "result": recorded.result,
        "fair": None if values is None else msgspec.to_builtins(values),
        "server_alone": None if values is None else not values.sharing,
    }


def _plain(reason: Reason) -> dict[str, str]:
    return {"code": reason.code, "message": sentence(reason.code, reason.facts)}


def _tell_unread(path: str, error: MeldwiseError, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": path, "error": error.code, "message": str(error)}))
    else:
        print(dealing.unread_told(path, error), file=sys.stderr)


def _told(path: str, verdict: Verdict, mine: dict[int, str | None], saw: str | None) -> str:
    known = [*_known(mine, saw)] if not verdict.shuffle else []
    told = [*_shuffle_told(verdict), *known, _game_told(verdict)]
    return f"{printable(path)}: {' '.join(told)}"


def _shuffle_told(verdict: Verdict) -> Iterator[str]:
    names, values = verdict.recorded.names, verdict.recorded.fair
    if verdict.shuffle or values is None:
        code = "verify.shuffle-unknown" if values is None else "verify.shuffle-wrong"
        yield sentence(code, {"why": _because(verdict.shuffle)})
        return
    sharing = values.sharing
    if not sharing:
        yield sentence("verify.server-alone")
        return
    who = [sentence("verify.server"), *(_seated(names, seat) for seat in sharing)]
    yield sentence("verify.shuffle-holds", {"who": listed(who)})
    silent = [_seated(names, seat) for seat in range(len(names)) if seat not in sharing]
    if silent:
        yield sentence("verify.added-nothing", {"who": listed(silent)})


def _known(mine: dict[int, str | None], saw: str | None) -> Iterator[str]:
    if saw:
        yield sentence("verify.saw")
    if mine:
        yield sentence("verify.mine" if any(mine.values()) else "verify.nothing-mine")


def _game_told(verdict: Verdict) -> str:
    if verdict.game:
        return sentence("verify.game-wrong", {"why": _because(verdict.game)})
    unfinished = verdict.recorded.result == record.UNFINISHED
    code = "verify.game-unfinished" if unfinished else "verify.game-holds"
    return sentence(code, {"actions": len(verdict.recorded.actions)})


def _because(reasons: Sequence[Reason]) -> str:
    return "; ".join(sentence(reason.code, reason.facts).rstrip(".") for reason in reasons)


def _seated(names: Sequence[str], seat: int) -> str:
    return sentence("verify.seated", {"name": names[seat], "seat": seat})

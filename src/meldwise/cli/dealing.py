"""`meldwise verify --statistics`: many records, and whether chance alone dealt them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from meldwise import record
from meldwise.cli.replay import text_of
from meldwise.errors import MeldwiseError, RecordError
from meldwise.fair.dealing import LEAST, LEVEL, Finding, Group, assess
from meldwise.record import Record
from meldwise.words import decimal, printable, sentence


def run(paths: Sequence[str], name: str | None, as_json: bool) -> int:
    """Test the records; 0 where chance explains them, 1 at an alarm or with too few, 2 where one cannot be read."""
    unread: list[str] = []
    groups = assess(_records(paths, unread), name and record.clean_name(name))
    if as_json:
        print(json.dumps(plain(groups, len(unread))))
    else:
        _show(groups)
    return 2 if unread else int(not _tested(groups) or bool(_alarms(groups)))


def plain(groups: Sequence[Group], unread: int = 0) -> dict[str, Any]:
    """Return what was found as plain data."""
    return {
        "level": LEVEL,
        "least_deals": LEAST,
        "unreadable": unread,
        "alarm": bool(_alarms(groups)),
        "enough": bool(_tested(groups)),
        "groups": [msgspec.to_builtins(group) for group in groups],
    }


def _records(paths: Sequence[str], unread: list[str]) -> Iterator[Record]:
    """Yield the records that can be read and begin by their rules; tell of the others."""
    for path in paths:
        try:
            recorded = record.read(text_of(path))
            next(record.replay(recorded))
        except MeldwiseError as error:
            print(unread_told(path, error), file=sys.stderr)
            unread.append(path)
        else:
            yield recorded


def unread_told(path: str, error: MeldwiseError) -> str:
    """Say which record cannot be read, and why."""
    where = f"{printable(path)}: " if isinstance(error, RecordError) else ""
    return f"meldwise: {where}{error}"


def _tested(groups: Sequence[Group]) -> list[Finding]:
    return [finding for group in groups for finding in group.findings]


def _alarms(groups: Sequence[Group]) -> list[str]:
    return [
        sentence("dealing.test-of", {"test": _about(finding), "rules": group.rules, "seats": group.seats})
        for group in groups
        for finding in group.findings
        if finding.alarm
    ]


def _show(groups: Sequence[Group]) -> None:
    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    for group in groups:
        console.print(_heading(group), markup=False)
        if group.findings:
            console.print(_table(group.findings))
    console.print(_conclusion(groups), markup=False)


def _heading(group: Group) -> str:
    told = sentence("dealing.group", {"rules": group.rules, "seats": group.seats, "deals": group.deals})
    if group.repeated:
        told = sentence("dealing.repeated", {"group": told, "records": group.repeated})
    return told if group.findings else sentence("dealing.too-few", {"group": told, "least": LEAST})


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(sentence("dealing.test"))
    for heading in ("mean", "expected", "off-by", "p", "adjusted"):
        table.add_column(sentence(f"dealing.{heading}"), justify="right")
    for one in findings:
        means = ["" if mean is None else decimal(mean, 2) for mean in (one.found, one.expected)]
        table.add_row(Text(_about(one)), *means, _score(one), _chance(one.p), _chance(one.adjusted))
    return table


def _score(finding: Finding) -> str:
    if finding.freedom is None:
        return f"z {decimal(finding.score, 2, signed=True)}"
    return sentence("dealing.chi", {"score": decimal(finding.score), "freedom": finding.freedom})


def _about(finding: Finding) -> str:
    test = sentence(f"test.{finding.what}")
    if finding.who is None:
        return test
    is_seat = isinstance(finding.who, int)
    return f"{test}, {sentence('dealing.seat', {'seat': finding.who}) if is_seat else finding.who}"


def _chance(p: float) -> str:
    return decimal(p, 3) if p >= 0.001 else f"{p:.0e}" if p else "0"


def _conclusion(groups: Sequence[Group]) -> str:
    tests, alarms = len(_tested(groups)), _alarms(groups)
    if not tests:
        return sentence("dealing.nothing", {"least": LEAST})
    once = round(1 / LEVEL)
    if alarms:
        return sentence("dealing.alarm", {"times": once, "alarms": "; ".join(alarms)})
    return sentence("dealing.no-alarm", {"tests": tests, "times": once})

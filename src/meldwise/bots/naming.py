"""Opponents by name, as people and plans write them: `closer`, or `closer:nodes=500` with another budget."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from meldwise.bots.opponent import Opponent
from meldwise.errors import NOTHING, CaseError

Maker = Callable[..., Opponent]
WHOLE = re.compile(r"[0-9]{1,9}")
DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def split_seats(text: str) -> tuple[str, ...]:
    """Split names at the commas; what has a value and no name (`hand=12`) goes on with the name before it."""
    names: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        if names and ":" in names[-1] and "=" in piece and ":" not in piece:
            names[-1] += f",{piece}"
        else:
            names.append(piece)
    return tuple(names)


def find(name: str, known: Mapping[str, Maker]) -> Maker:
    """Return what makes the opponent of a name, `name` or `name:key=value,key=value`; it takes a seed."""
    base, colon, given = name.partition(":")
    if base not in known:
        raise CaseError("no-such-opponent", name=base, known=", ".join(known))
    if not colon:
        return known[base]
    settings = settings_of(known[base])
    values: dict[str, Any] = {}
    for pair in given.split(","):
        key, _, text = pair.partition("=")
        if key not in settings:
            raise CaseError("no-such-setting", name=base, setting=key, known=", ".join(settings) or NOTHING)
        if key in values:
            raise CaseError("setting-twice", name=base, setting=key)
        values[key] = _number(name, key, text, settings[key])
    return partial(known[base], **values)


def settings_of(maker: Maker) -> dict[str, type]:
    """Return the numbers an opponent can be made with, whole or not, by name: its own, and those it passes on."""
    while isinstance(maker, partial):
        maker = maker.func
    kinds = maker.__mro__ if isinstance(maker, type) else (maker,)
    found: dict[str, type] = {}
    for kind in kinds:
        made = kind.__dict__.get("__init__") if isinstance(kind, type) else kind
        if made is None or kind is object:
            continue
        taken = inspect.signature(made, eval_str=True).parameters.values()
        for one in taken:
            number = _kind(one.annotation) if one.kind is one.KEYWORD_ONLY else None
            if number:
                found.setdefault(one.name, number)
        if not any(one.kind is one.VAR_KEYWORD for one in taken):
            break
    return found


def _kind(annotation: Any) -> type | None:
    """Return the kind of number a parameter takes; None where it takes none (a flag is no number)."""
    for number in (float, int):
        if annotation is number or annotation == number | None:
            return number
    return None


def _number(name: str, key: str, text: str, kind: type) -> Any:
    if not (WHOLE if kind is int else DECIMAL).fullmatch(text):
        raise CaseError("no-number", name=name, setting=key, text=text)
    return kind(text)

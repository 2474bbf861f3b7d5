"""JSON Schemas made from the message types, with the sentences that stand beside their fields in the source."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as types

from meldwise.tiles import AnyTile

REF = "#/components/schemas/"
Schema = dict[str, Any]
_GAMES = {"meldwise.tilegame": "Tile", "meldwise.rummy17": "Card"}
"""Both games have a View, a Result and events of the same names: here each has its own."""


def schemas(kinds: Iterable[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of some types, and by name those of all the structures they are made of."""
    asked = list(kinds)
    made, parts = msgspec.json.schema_components(asked, schema_hook=_tile, ref_template=f"{REF}{{name}}")
    names = {}
    for kind in _structs(asked):
        qualified = f"{kind.__module__}.{kind.__qualname__}"
        name = qualified if qualified in parts else kind.__name__
        names[name] = _named(kind)
        for field, said in sentences(kind).items():
            parts[name]["properties"][field].setdefault("description", said)
    found = {
        names[name]: _renamed(parts[name], names) | {"title": names[name]}
        for name in sorted(parts, key=names.__getitem__)
    }
    return [_renamed(schema, names) for schema in made], found


@cache
def sentences(kind: type) -> dict[str, str]:
    """Return what the source says of each field of a structure, in the text that follows it."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):  # a program without its source still has its messages
        return {}
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        said = text.value.value if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) else None
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(said, str):
            found[field.target.id] = " ".join(said.split())
    return found


def _tile(kind: type) -> Schema:
    if kind is not AnyTile:
        raise NotImplementedError(kind)
    return {"type": "string", "description": "A tile or a card in notation."}


def _structs(kinds: Iterable[Any]) -> Iterator[type]:
    """Return every structure the types are made of."""
    seen: set[type] = set()
    waiting: list[Any] = list(types.multi_type_info(kinds))
    while waiting:
        info = waiting.pop()
        if isinstance(info, types.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info.cls
        waiting += _parts(info)


def _parts(info: Any) -> list[Any]:
    """Return the types a type is made of."""
    if isinstance(info, types.StructType):
        return [field.type for field in info.fields]
    if isinstance(info, types.UnionType):
        return list(info.types)
    if isinstance(info, types.TupleType):
        return list(info.item_types)
    if isinstance(info, types.DictType):
        return [info.value_type]
    inner = getattr(info, "item_type", None) or (info.type if isinstance(info, types.Metadata) else None)
    return [inner] if inner is not None else []


def _named(kind: type) -> str:
    """Return a structure's name among the schemas."""
    return _GAMES.get(".".join(kind.__module__.split(".")[:2]), "") + kind.__name__


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """Let every reference go by the new names."""
    if isinstance(part, dict):
        return {key: _renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(one, names) for one in part]
    if isinstance(part, str) and part.startswith(REF):
        return REF + names[part.removeprefix(REF)]
    return part

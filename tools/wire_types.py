"""Write the types of everything the server hears and says for the page: `web/src/wire-types.ts`.

`make docs` runs it; a test keeps the committed file equal to what it writes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from meldwise.server import asyncapi, openapi

FILE = Path(__file__).parent.parent / "web" / "src" / "wire-types.ts"
HEAD = "// Made by tools/wire_types.py from the server's message types: change those, then run make docs.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def text() -> str:
    """Return the whole file."""
    found = {**openapi.document()["components"]["schemas"], **asyncapi.parts()}
    return HEAD + "".join(f"\n{declared(name, found[name])}" for name in sorted(found))


def declared(name: str, schema: dict[str, Any]) -> str:
    """Declare one structure."""
    said = " ".join(schema.get("description", "").split())
    comment = f"/** {said} */\n" if said else ""
    required = set(schema.get("required", ()))
    tags = {field for field, kind in schema["properties"].items() if "enum" in kind and len(kind["enum"]) == 1}
    lines = []
    for field, kind in schema["properties"].items():
        if kind.get("description"):
            lines.append(f"  /** {kind['description']} */")
        mark = "" if field in required | tags else "?"
        lines.append(f"  readonly {field}{mark}: {typed(kind)};")
    return f"{comment}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def typed(schema: dict[str, Any]) -> str:
    """Return the type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typed(one) for one in schema["anyOf"]))
    match schema.get("type"):
        case "array":
            return _list(schema)
        case "object":
            return f"Readonly<Record<string, {typed(schema.get('additionalProperties') or {})}>>"
        case str(name):
            return PLAIN[name]
    return "unknown"


def _list(schema: dict[str, Any]) -> str:
    items = schema.get("prefixItems") or schema.get("items") or {}
    if isinstance(items, list):
        return f"readonly [{', '.join(map(typed, items))}]"
    inner = typed(items)
    return f"readonly {inner}[]" if inner.replace("_", "").isalnum() else f"readonly ({inner})[]"


def main() -> None:
    if not FILE.exists() or FILE.read_text("utf-8") != text():  # the page is built anew when this file is
        FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()

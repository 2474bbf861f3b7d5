"""The schema's history: numbered files, each applied once."""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct


class Migration(Struct, frozen=True):
    """One step of the schema."""

    number: int
    name: str
    sql: str


def migrations(kind: str) -> list[Migration]:
    """Return the steps for `sqlite` or `postgres`, in order."""
    folder = files(__package__).joinpath(f"{kind}_migrations")
    found = []
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        number, _, name = entry.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, entry.read_text("utf-8")))
    return found

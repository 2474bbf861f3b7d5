"""How a server runs: each setting with its reason beside it; from a file, the environment or the command line."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from meldwise.errors import CaseError
from meldwise.rooms.given import check_pool

PREFIX = "MELDWISE_"
UNSETTABLE = ("pool",)
"""What only an option of the command line sets."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a server can be told."""

    host: str = "127.0.0.1"
    """The address to listen on; the default serves this machine alone."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8017
    """The port; 0 takes a free one and prints it."""
    database: str = ""
    """A `postgresql://` address for several nodes; without one, a file in the data folder."""
    data: str = "meldwise-data"
    """The folder of the embedded database."""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes in which opponents think; hints have one of their own."""
    seconds: Annotated[float, Meta(gt=0, le=60)] = 1.0
    """The longest an opponent thinks about a turn."""
    origins: tuple[str, ...] = ()
    """Other pages that may use this server, as `https://example.org`; the server's own always may."""
    hosts: tuple[str, ...] = ()
    """Names this server answers to, besides the address it listens on; `*` answers to all."""
    proxies: Annotated[int, Meta(ge=0, le=5)] = 0
    """How many proxies of one's own stand in front: so many last addresses of X-Forwarded-For are trusted."""
    rooms_per_minute: Annotated[int, Meta(ge=1)] = 20
    """Rooms one address may create."""
    requests_per_second: Annotated[int, Meta(ge=1)] = 20
    """Requests one address may make, apart from sockets; for records a tenth of that."""
    messages_per_second: Annotated[int, Meta(ge=1)] = 20
    """Messages one socket may send; more for a short while."""
    sockets_per_address: Annotated[int, Meta(ge=1)] = 200
    """Sockets one address may hold open."""
    commands_per_second: Annotated[int, Meta(ge=1)] = 100
    """Commands one room takes from all its seats; more for a short while."""
    spectators: Annotated[int, Meta(ge=0)] = 100
    """Sockets of spectators a room bears."""
    spectators_per_address: Annotated[int, Meta(ge=0)] = 20
    """How many of them may come from one address."""
    listed_per_address: Annotated[int, Meta(ge=1)] = 20
    """Rooms of the lobby at which somebody from one address may sit."""
    days: Annotated[int, Meta(ge=1)] = 7
    """A room nothing happens in for so long is closed; its log stays."""
    log: str = "info"
    """The least important kind of message to log."""
    pool: str = ""
    """Tiles to deal from, for tests; see `--test-pool`."""


def settings(file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Return the settings: what is given wins over the environment, and that over the file."""
    values: dict[str, Any] = {}
    if file is not None:
        try:
            values |= tomllib.loads(file.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise CaseError("bad-settings-file", file=str(file), why=str(error)) from None
    if wrong := [name for name in UNSETTABLE if name in values]:
        raise CaseError("bad-settings", why={"code": "detail.not-in-file", "facts": {"name": wrong[0]}})
    values |= _from_environment(environment)
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        made = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise CaseError("bad-settings", why=str(error)) from None
    if made.pool and not is_loopback(made.host):
        raise CaseError("test-pool-not-local", host=made.host)
    if made.pool:
        check_pool(made.pool)
    return made


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None and field.name not in UNSETTABLE:
            values[field.name] = text.split(",") if field.name in ("origins", "hosts") else text
    return values


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def default_environment() -> Mapping[str, str]:
    """Return the environment of this process."""
    return os.environ

"""How a server runs: each setting with its reason beside it; from a file, the environment or the command line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from meldwise.errors import NOTHING, CaseError
from meldwise.rooms.given import check_pool
from meldwise.words.choice import VARIABLE as LANGUAGE

PREFIX = "MELDWISE_"
UNSETTABLE = ("pool",)
"""What only an option of the command line sets."""
LEVELS = ("debug", "info", "warning", "error")
DATABASES = ("postgresql://", "postgres://")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#@*\s]+")
_NAME = re.compile(r"[^/:?#@\s]+")


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
    """Other pages that may use this server, as `https://example.org`; the server's own always may.
    In the environment there are commas between them."""
    hosts: tuple[str, ...] = ()
    """Names this server answers to, besides the address it listens on; `*` answers to all.
    In the environment there are commas between them."""
    proxies: Annotated[int, Meta(ge=0, le=5)] = 0
    """How many proxies of one's own stand in front: so many last addresses of X-Forwarded-For are trusted.
    Nobody else may reach the port then: past the proxies one can claim any address, and limits by address fail."""
    rooms_per_minute: Annotated[int, Meta(ge=1)] = 20
    """Rooms one address may create."""
    requests_per_second: Annotated[int, Meta(ge=1)] = 20
    """Requests one address may make and sockets it may open; more for a short while; for records a tenth of that."""
    messages_per_second: Annotated[int, Meta(ge=1)] = 20
    """Messages one socket may send; more for a short while."""
    sockets_per_address: Annotated[int, Meta(ge=1)] = 200
    """Sockets one address may hold open."""
    commands_per_second: Annotated[int, Meta(ge=1)] = 100
    """Commands one room takes, each seat its share; more for a short while."""
    spectators: Annotated[int, Meta(ge=0)] = 100
    """Sockets of spectators a room bears."""
    spectators_per_address: Annotated[int, Meta(ge=0)] = 20
    """How many of them may come from one address."""
    listed_per_address: Annotated[int, Meta(ge=1)] = 20
    """Rooms of the lobby at which somebody from one address may sit."""
    days: Annotated[int, Meta(ge=1)] = 7
    """A room nothing happens in for so long is closed; its log stays."""
    log: str = "info"
    """The least important kind of message to log: `debug`, `info`, `warning` or `error`.
    `debug` tells of each request and each socket, and when the server starts and stops."""
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
        raise CaseError("bad-settings", why=_named(str(error), file, environment, given)) from None
    made = _tidied(made)
    if made.pool:
        _check_local(made)
        check_pool(made.pool)
    return made


def _named(told: str, file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> str:
    """Say where a setting comes from that does not fit, as one writes it there."""
    told, _, path = told.partition(" - at `$.")
    name = path.partition("[")[0].rstrip("`")
    if given.get(name) is not None:
        return f"--{name.replace('_', '-')}: {told}"
    if PREFIX + name.upper() in environment:
        return f"{PREFIX}{name.upper()}: {told}"
    return ": ".join(part for part in (str(file or ""), name, told) if part)


def _tidied(made: Settings) -> Settings:
    """Return settings with names and origins as browsers write them; CaseError for what could only be a slip."""
    log = made.log.lower()
    if log not in LEVELS:
        raise _misfit("detail.log-level", made.log, known=", ".join(LEVELS))
    if made.database and not made.database.startswith(DATABASES):
        raise _misfit("detail.database", made.database.partition(":")[0])
    hosts = tuple(name.strip("[]") for name in _items(made.hosts))
    origins = tuple(origin.removesuffix("/") for origin in _items(made.origins))
    for name in hosts:
        if not (_NAME.fullmatch(name) or is_address(name)):
            raise _misfit("detail.host-name", name)
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise _misfit("detail.origin", origin)
    return msgspec.structs.replace(made, log=log, hosts=hosts, origins=origins)


def _items(given: Iterable[str]) -> list[str]:
    """Return what a list names, in small letters, without blanks around it; what is empty names nothing."""
    return [item.strip().lower() for item in given if item.strip()]


def _misfit(code: str, text: str, **facts: str) -> CaseError:
    return CaseError("bad-settings", why={"code": code, "facts": {"text": text[:80] or NOTHING, **facts}})


def _check_local(made: Settings) -> None:
    """Refuse a test pool where others can reach the server, be it through a proxy."""
    for name in (made.host, *made.hosts):
        if not is_loopback(name):
            raise CaseError("test-pool-not-local", host=name)
    if made.proxies:
        raise CaseError("test-pool-behind-proxy")


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None and field.name not in UNSETTABLE:
            values[field.name] = text.split(",") if field.name in ("origins", "hosts") else text
    return values


def unheeded(environment: Mapping[str, str]) -> list[str]:
    """Return variables that look like settings and are none: as a rule a slip."""
    names = {PREFIX + field.name.upper() for field in msgspec.structs.fields(Settings) if field.name not in UNSETTABLE}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in {*names, LANGUAGE})


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_address(name: str) -> bool:
    """Tell whether a name is an address in figures."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def default_environment() -> Mapping[str, str]:
    """Return the environment of this process."""
    return os.environ

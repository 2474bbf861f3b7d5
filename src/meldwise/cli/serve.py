"""`meldwise serve`: online tables, on this machine or for the world."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from meldwise.cli import cases
from meldwise.errors import CaseError

if TYPE_CHECKING:
    from meldwise.server.settings import Settings

HELP = "serve online tables, with their page, over HTTP and WebSocket"
USUAL_PORT = 8017

LIMITS = {
    "rooms_per_minute": "tables one address may create a minute (20)",
    "requests_per_second": "requests one address may make, and sockets it may open, a second (20)",
    "messages_per_second": "messages one socket may send a second (20)",
    "sockets_per_address": "sockets one address may hold open (200)",
    "commands_per_second": "commands one table takes a second (100)",
    "spectators": "spectators a table bears (100)",
    "spectators_per_address": "of these, from one address (20)",
    "listed_per_address": "tables of the lobby one address may sit at (20)",
    "days": "days after which a table is closed at which nothing happens (7)",
}
GIVEN = ("host", "port", "database", "data", "workers", "seconds", "log", *LIMITS)
"""Settings that have an option of their own; the others stand in the file or the environment."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--host", help="the address to listen on (127.0.0.1: this machine alone)")
    parser.add_argument("--port", type=int, help="the port to listen on (8017); 0 takes a free one")
    parser.add_argument("--database", metavar="URL", help="a postgresql:// address, for several nodes")
    parser.add_argument("--data", metavar="DIR", help="the folder of the embedded database (meldwise-data)")
    parser.add_argument("--workers", type=int, help="processes in which opponents think (1)")
    parser.add_argument("--seconds", type=float, help="the longest an opponent thinks about a turn (1)")
    parser.add_argument("--log", help="debug, info, warning or error (info)")
    for name, meaning in LIMITS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N", help=meaning)
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings as TOML")
    parser.add_argument("--open", action="store_true", help="open the page in a browser, where there is one")
    parser.add_argument("--test-pool", type=Path, metavar="FILE", help="deal from this order; on this machine alone")


def run(given: argparse.Namespace) -> int:
    """Serve until told to stop."""
    try:
        from meldwise.server.serve import serve
        from meldwise.server.settings import default_environment, settings
    except ImportError:
        raise CaseError("needs-extra", extra="server") from None

    values = {name: getattr(given, name) for name in GIVEN}
    if given.test_pool is not None:
        values["pool"] = _pool(given.test_pool)
    chosen = settings(given.config, default_environment(), values)
    serve(_where_free(chosen) if given.open else chosen, browse if given.open else None)
    return 0


def browse(address: str) -> None:
    """Open a page in the browser of somebody who sits before this machine; do nothing where nobody does."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _where_free(chosen: Settings) -> Settings:
    """Take a free port where the usual one is in use; one that somebody asked for stays."""
    from meldwise.server.serve import bound

    if chosen.port != USUAL_PORT:
        return chosen
    try:
        for one in bound(chosen):
            one.close()
    except CaseError:
        return structs.replace(chosen, port=0)
    return chosen


def _pool(file: Path) -> str:
    """Return the tiles of a test pool on one line."""
    try:
        text = " ".join(file.read_text("utf-8").split())
    except (OSError, UnicodeDecodeError) as error:
        detail = getattr(error, "strerror", "") or cases.told("not-utf8")
        raise CaseError("unreadable-file", path=str(file), detail=detail) from None
    if not text:
        raise CaseError("empty-test-pool", file=str(file))
    return text

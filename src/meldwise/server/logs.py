"""What a server logs: one JSON object a line, and never a token, a link, a tile, a line of chat or an address."""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, TextIO, cast

import structlog

from meldwise.errors import MeldwiseError


def configure_logs(level: str) -> None:
    """Log to standard error, our own lines and those of other packages."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_words,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping().get(level.upper(), 20)),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Unfailing(sys.stderr))),
    )
    root = logging.getLogger()
    root.handlers = [Forwarded()]
    root.setLevel(logging.WARNING)


def without_words(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tell an error by its kind and its places: what it says may quote a tile or a secret."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else (given if isinstance(given, tuple) else sys.exc_info())[1]
    told = []
    while given and error is not None:
        kind = error.code if isinstance(error, MeldwiseError) else type(error).__name__
        places = [f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)]
        told.append([kind, *places])
        error = error.__cause__ or error.__context__
    return {**event, "error": told} if told else event


class _Unfailing:
    """Standard error; that nothing can be written there, to a full disk say, is no reason to stop."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write, if that can be done."""
        with contextlib.suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        """Write what waits, if that can be done."""
        with contextlib.suppress(OSError):
            self._stream.flush()


class Forwarded(logging.Handler):
    """Lets what other packages log appear among our own lines; what any client can cause is only worth a debug line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record as one of ours."""
        caused = record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError)
        said = structlog.get_logger()
        say = said.debug if caused or record.levelno < logging.ERROR else said.error
        say(record.getMessage().strip().partition("\n")[0], source=record.name, exc_info=record.exc_info)

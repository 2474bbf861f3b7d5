"""The machines of a Dask cluster as an executor; needs the extra `meldwise[cluster]`."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from meldwise.errors import CaseError

WAIT = 10.0
"""Seconds in which a scheduler must answer, and have a worker."""


@contextmanager
def on_cluster(address: str, wait: float = WAIT) -> Iterator[Executor]:
    """Give the cluster whose scheduler is at *address*, such as `tcp://10.0.0.7:8786`.

    The tasks of a worker that dies are run again by another. CaseError says what is wrong with the cluster, also when
    it is lost on the way.
    """
    dask = _dask()
    client = _connected(dask, address, wait)
    try:
        _check_workers(client, address, wait)
        yield client.get_executor(pure=False)
    except dask.KilledWorker:
        raise CaseError("cluster-worker-died") from None
    except (CancelledError, dask.comm.CommClosedError):
        raise CaseError("cluster-lost", address=address) from None
    finally:
        client.close(wait)


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise CaseError("no-dask") from None


def _connected(dask: Any, address: str, wait: float) -> Any:
    """Knock first: Dask would ask in vain for long, and complain at length."""
    try:
        found = urlsplit(address)
        if not (found.hostname and found.port):
            raise ValueError(address)
        create_connection((found.hostname, found.port), wait).close()
        return dask.Client(address, timeout=wait, set_as_default=False)
    except (OSError, ValueError):
        raise CaseError("cluster-unknown", address=address) from None


def _check_workers(client: Any, address: str, wait: float) -> None:
    """Refuse a cluster without workers, or with another meldwise: its games may be others."""
    dask = _dask()
    try:
        client.wait_for_workers(1, timeout=wait)
    except dask.TimeoutError:
        raise CaseError("cluster-empty", address=address) from None
    workers = client.get_versions(packages=["meldwise"])["workers"]
    theirs = {str(facts["packages"]["meldwise"]) for facts in workers.values()}
    ours = version("meldwise")
    if theirs - {ours}:
        raise CaseError("cluster-differs", address=address, ours=ours, theirs=", ".join(sorted(theirs)))

"""Real servers on real databases: PostgreSQL from a wheel, one server for each worker of the tests."""

import tempfile
from pathlib import Path

import pytest

from tests.online.nodes import Node, Place, Postgres


@pytest.fixture(scope="session")
def postgres():
    """Return a PostgreSQL server; without one the tests fail.

    Its folder is not one of pytest's: those are closed to the user it runs as where the tests are run by root.
    """
    with tempfile.TemporaryDirectory(prefix="meldwise-") as folder:
        server = Postgres(Path(folder) / "postgres")
        yield server
        server.close()


@pytest.fixture
def sqlite_place(tmp_path):
    return Place(tmp_path)


@pytest.fixture
def postgres_place(tmp_path, postgres):
    return Place(tmp_path, postgres.database())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request):
    """Return each kind of place in turn."""
    return request.getfixturevalue(f"{request.param}_place")


@pytest.fixture
def serve():
    """Return a function that starts a server at a place; all are gone after the test."""
    nodes = []

    def started(place, *options, **environment):
        nodes.append(Node(place, *options, **environment).start())
        return nodes[-1]

    yield started
    for node in nodes:
        node.close()

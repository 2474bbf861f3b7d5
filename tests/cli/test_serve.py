"""`meldwise serve`: where it cannot listen it says so in one sentence, and where it can it answers monitors."""

import errno
import socket
import subprocess
import sys

import httpx
import pytest

from meldwise.cli import serve as cli
from meldwise.errors import CaseError
from meldwise.server.serve import bound, cannot_listen, server_for
from meldwise.server.settings import Settings
from meldwise.words import LANGUAGES
from tests.online.nodes import PATIENCE, Node, Place


def refused(folder, *options):
    """Return the one sentence of a server that cannot start, and that has left nothing behind."""
    data = folder / "data"
    command = [sys.executable, "-m", "meldwise", "serve", "--data", str(data), "--log", "debug", *options]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1), ended.stderr
    assert not data.exists()
    return ended.stderr


@pytest.fixture
def taken():
    """A port at which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_in_use_is_told(tmp_path, taken):
    told = refused(tmp_path, "--port", str(taken))
    assert told == f"meldwise: The server cannot listen on 127.0.0.1:{taken}: another program listens there already.\n"
    assert f"(127.0.0.1:{taken})" in refused(tmp_path, "--port", str(taken), "--lang", "hu")


def has_ipv6():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", *(["::1"] if has_ipv6() else [])])
def test_a_newcomer_gets_another_port_only_where_the_usual_one_is_taken(monkeypatch, host):
    with bound(Settings(host=host, port=0))[0] as other:
        monkeypatch.setattr(cli, "USUAL_PORT", other.getsockname()[1])
        usual = Settings(host=host, port=cli.USUAL_PORT)
        other.listen()
        assert cli._where_free(usual).port == 0
    assert cli._where_free(usual) == usual
    assert cli._where_free(Settings(host=host, port=1)).port == 1


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("203.0.113.7", "on 203.0.113.7:0: this machine has no such address."),
        ("nosuch.invalid", "on nosuch.invalid:0: no address was found for this name."),
        ("a..b", "on a..b:0: no address was found for this name."),
    ],
)
def test_an_address_that_is_not_this_machines_is_told(tmp_path, host, told):
    assert told in refused(tmp_path, "--host", host, "--port", "0")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_system_says_is_told_in_one_sentence(language):
    settings = Settings(host="::1", port=80)
    for code in (errno.EACCES, errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.ENOBUFS):
        found = cannot_listen(settings, OSError(code, "No buffer space available"))
        assert found.code == "cannot-listen"
        assert "[::1]:80" in found.said(language)
        assert ("No buffer space" in found.said(language)) == (code == errno.ENOBUFS)


def test_who_is_second_to_listen_is_told_too(tmp_path, capfd):
    """Two servers that start at once may both be bound to a port."""
    settings = Settings(port=0, data=str(tmp_path))
    [mine] = bound(settings)
    with mine, socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(mine.getsockname())
        other.listen()
        server = server_for(settings)
        with pytest.raises(CaseError, match="another program listens there already"):
            server.run([mine])
    assert server.hall.failed is None
    assert capfd.readouterr().out == ""


def test_a_port_that_was_used_a_moment_ago_can_be_used_again(tmp_path):
    with Node(Place(tmp_path)) as node:
        port = node.port
        assert httpx.get(f"{node.url}/healthz").text == "ok"
        node.stop()
        assert node.start().port == port


def test_every_address_of_a_name_is_listened_on(monkeypatch):
    none, one = ("203.0.113.7", 0), ("127.0.0.1", 0)
    found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", address) for address in (none, one, one)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    [made] = bound(Settings(host="tables.example"))
    with made:
        assert made.getsockname()[0] == "127.0.0.1"
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found[:1])
    with pytest.raises(CaseError, match="this machine has no such address"):
        bound(Settings(host="tables.example"))


def test_monitors_may_ask_for_the_head_alone(tmp_path):
    with Node(Place(tmp_path)) as node, httpx.Client(base_url=node.url) as client:
        for path in ("/healthz", "/readyz"):
            whole, head = client.get(path), client.head(path)
            assert (whole.status_code, head.status_code, head.content) == (200, 200, b"")
            kept = {name for name in whole.headers if name != "date"}
            assert {name: head.headers.get(name) for name in kept} == {name: whole.headers[name] for name in kept}

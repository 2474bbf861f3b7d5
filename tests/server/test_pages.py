"""The page's files: what is answered, with which headers, and that nothing else of the disk is."""

import asyncio
import re

import pytest

from meldwise.server.pages import FOLDER, Pages, read
from meldwise.words import sentence


@pytest.fixture
def folder(tmp_path):
    built = tmp_path / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>meldwise</title>")
    (built / "assets" / "index-abc123.js").write_text("plain")
    (built / "assets" / "index-abc123.js.br").write_text("small")
    (built / "assets" / "index-abc123.js.gz").write_text("medium")
    (tmp_path / "secret.html").write_text("not for you")
    return built


def ask(folder, path, method="GET", **headers):
    """Return status, headers and body; "handed on" where the page has no answer."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        raise AssertionError("the page reads no body")

    async def app(_scope, _receive, _send):
        sent.append("handed on")

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": named}
    asyncio.run(Pages(app, folder)(scope, receive, send))
    if sent == ["handed on"]:
        return "handed on"
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.mark.parametrize("path", ["/", "/table/abc123", "/replay", "/rules", "/rules/pl-standard"])
def test_the_pages_addresses_are_answered_with_its_document(folder, path):
    status, headers, body = ask(folder, path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body.startswith(b"<!doctype html>")
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/api/rooms", "/table/", "/table/a/b", "/table/A", "/../secret.html", "/assets/../../secret.html",
             "/nothing", "/assets/index-abc123.js.br", "/assets", "/assets/", "//secret.html", "/table/a\n"]
)  # fmt: skip
def test_everything_else_is_handed_on(folder, path):
    assert ask(folder, path) == "handed on"


def test_only_what_is_read_is_the_pages(folder):
    assert ask(folder, "/", method="POST") == "handed on"
    assert ask(folder, "/", method="HEAD")[2] == b""


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"small"),
        ("gzip;q=1.0, br;q=0", "gzip", b"medium"),
        ("br;q=0.000", None, b"plain"),
        ("", None, b"plain"),
        ("BR", "br", b"small"),
    ],
)
def test_a_file_is_sent_in_the_smallest_form_that_is_understood(folder, accepted, encoding, body):
    status, headers, sent = ask(folder, "/assets/index-abc123.js", accept_encoding=accepted)
    assert (status, headers.get("content-encoding"), sent) == (200, encoding, body)
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    assert headers["vary"] == "accept-encoding"


def test_a_document_that_is_known_is_not_sent_again(folder):
    tag = ask(folder, "/")[1]["etag"]
    status, headers, body = ask(folder, "/replay", if_none_match=f'"other", W/{tag}')
    assert (status, headers["etag"], body) == (304, tag, b"")
    (folder / "index.html").write_text("<!doctype html><title>new</title>")
    assert ask(folder, "/", if_none_match=tag)[0] == 200


def test_forms_of_a_file_have_tags_of_their_own(folder):
    path = "/assets/index-abc123.js"
    tags = {ask(folder, path, accept_encoding=form)[1]["etag"] for form in ("br", "gzip", "")}
    assert len(tags) == 3


def test_a_page_that_was_not_built_says_so(tmp_path):
    status, _, body = ask(tmp_path / "nowhere", "/")
    assert status == 503
    assert sentence("no-page", {}).encode() in body


def test_the_built_page_needs_nothing_from_elsewhere_and_nothing_inline():
    files = read(FOLDER)
    document = files["/index.html"].forms["identity"].decode()
    named = re.findall(r'(?:src|href)="([^"]+)"', document)
    assert len(named) >= 2
    assert all(name in files for name in named)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|style=|\son\w+=", document)


def test_the_first_load_is_light():
    files = [file.forms for address, file in read(FOLDER).items() if address.endswith(".js")]
    scripts = [forms.get("br", forms["identity"]) for forms in files]
    assert 0 < sum(map(len, scripts)) <= 150_000

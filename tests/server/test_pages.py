"""The page's files: what is answered, with which headers, and that nothing else of the disk is."""

import asyncio
import re
from typing import Any

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


NOT_FOUND: list[dict[str, Any]] = [
    {"type": "http.response.start", "status": 404, "headers": []},
    {"type": "http.response.body", "body": b"{}"},
]
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def ask(folder, path, method="GET", answered=(), **headers):
    """Return status, headers and body; "handed on" where the page has no answer and the application none given."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        raise AssertionError("the page reads no body")

    async def app(_scope, _receive, answer):
        if not answered:
            sent.append("handed on")
        for message in answered:
            await answer(message)

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


@pytest.mark.parametrize("path", ["/nonsense", "/table/", "/table/A", "/rules/x/y"])
def test_somebody_with_a_browser_is_told_by_the_page_that_there_is_nothing(folder, path):
    status, headers, body = ask(folder, path, answered=NOT_FOUND, accept=BROWSER)
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert (body, headers["content-length"]) == ((folder / "index.html").read_bytes(), str(len(body)))
    assert "etag" not in headers
    assert ask(folder, path, method="HEAD", answered=NOT_FOUND, accept=BROWSER)[2] == b""


@pytest.mark.parametrize(
    ("path", "accept"),
    [("/nonsense", "*/*"), ("/nonsense", ""), ("/nonsense", "application/json, text/html;q=0"), ("/api/x", BROWSER)],
)
def test_a_program_is_told_by_the_application_that_there_is_nothing(folder, path, accept):
    assert ask(folder, path, answered=NOT_FOUND, accept=accept)[2] == b"{}"


def test_what_the_application_has_is_answered_by_it_to_browsers_too(folder):
    found = [{**NOT_FOUND[0], "status": 200}, NOT_FOUND[1]]
    assert ask(folder, "/healthz", answered=found, accept=BROWSER)[::2] == (200, b"{}")


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

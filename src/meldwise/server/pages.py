"""The page: its files as they were built, answered from memory, so that nothing else on the disk can be asked for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import msgspec
from msgspec import Struct

from meldwise.server.door import App, Message, Receive, Scope, Send
from meldwise.words import sentence

FOLDER = Path(__file__).parent.parent / "page"
"""Where `make setup` builds the page; in a wheel it is there already."""
ADDRESSES = re.compile(r"/(?:table/[0-9a-z]{1,32}|replay|rules(?:/[0-9a-z-]{1,40})?)?")
"""The page's own addresses: all are answered with its one document, which looks at the address itself."""
INDEX = "/index.html"
API = "/api/"
HTML = "text/html"
ASSETS = "/assets/"
"""What lies here has the hash of what is in it in its name."""
FOR_GOOD = b"public, max-age=31536000, immutable"
ASK_AGAIN = b"no-cache"
TYPES = {
    ".css": b"text/css; charset=utf-8",
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".json": b"application/json",
    ".png": b"image/png",
    ".svg": b"image/svg+xml",
    ".txt": b"text/plain; charset=utf-8",
    ".webmanifest": b"application/manifest+json",
    ".woff2": b"font/woff2",
}
PACKED = {"br": ".br", "gzip": ".gz"}
"""Forms the build made beside a file, the smallest first."""


class File(Struct, frozen=True):
    """A file of the page, in all forms it is sent in."""

    media: bytes
    cache: bytes
    tag: str
    forms: dict[str, bytes]
    """By the name of the encoding; `identity` is the file itself."""


class Pages:
    """Answers for the page, and hands on what is not the page's."""

    def __init__(self, app: App, folder: Path = FOLDER) -> None:
        self.app = app
        self.files = read(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file of the page, or ask the application."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        own = ADDRESSES.fullmatch(path) is not None
        file = self.files.get(INDEX if own else path)
        if file is not None:
            await _send(send, scope["method"], *answer(file, _asked(scope)))
        elif own:
            body = msgspec.json.encode({"code": "no-page", "message": sentence("no-page", {})})
            await _send(send, scope["method"], 503, [(b"content-type", b"application/json")], body)
        else:
            await self.app(scope, receive, self._lost(scope, send))

    def _lost(self, scope: Scope, send: Send) -> Send:
        """Let the page itself say to people that there is nothing; programs are answered by the application."""
        file, asked = self.files.get(INDEX), _asked(scope)
        if file is None or scope["path"].startswith(API) or not takes(asked.get("accept", ""), HTML):
            return send
        missing = False

        async def lost(message: Message) -> None:
            nonlocal missing
            missing = missing or message.get("status") == 404
            if not missing:
                await send(message)
            elif message["type"] == "http.response.start":
                form = chosen(file, asked.get("accept-encoding", ""))
                headers = [(b"content-type", file.media), (b"vary", b"accept, accept-encoding")]
                if form != "identity":
                    headers.append((b"content-encoding", form.encode()))
                await _send(send, scope["method"], 404, headers, file.forms[form])

        return lost


def read(folder: Path) -> dict[str, File]:
    """Return the files of a built page by their addresses; none where it was not built."""
    found = {}
    for path in sorted(folder.rglob("*")) if (folder / INDEX[1:]).is_file() else ():
        if path.is_file() and path.suffix in TYPES:
            address = "/" + quote(path.relative_to(folder).as_posix())
            found[address] = _file(path, FOR_GOOD if address.startswith(ASSETS) else ASK_AGAIN)
    return found


def _file(path: Path, cache: bytes) -> File:
    plain = path.read_bytes()
    forms = {"identity": plain}
    for name, suffix in PACKED.items():
        packed = path.with_name(path.name + suffix)
        if packed.is_file():
            forms[name] = packed.read_bytes()
    return File(TYPES[path.suffix], cache, hashlib.sha256(plain).hexdigest()[:16], forms)


def answer(file: File, asked: Mapping[str, str]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Return status, headers and body for a file, in the smallest form that was asked for."""
    form = chosen(file, asked.get("accept-encoding", ""))
    tag = f'"{file.tag}-{form}"'
    headers = [(b"cache-control", file.cache), (b"etag", tag.encode()), (b"vary", b"accept-encoding")]
    seen = [one.strip().removeprefix("W/") for one in asked.get("if-none-match", "").split(",")]
    if tag in seen or "*" in seen:
        return 304, headers, b""
    if form != "identity":
        headers.append((b"content-encoding", form.encode()))
    return 200, [(b"content-type", file.media), *headers], file.forms[form]


def chosen(file: File, accepted: str) -> str:
    """Return the form of a file to send to someone who accepts these encodings."""
    return next((form for form in PACKED if takes(accepted, form) and form in file.forms), "identity")


def takes(accepted: str, name: str) -> bool:
    """Tell whether a header names something as accepted."""
    for part in accepted.lower().split(","):
        named, _, quality = part.replace(" ", "").partition(";q=")
        if named == name and (not quality or quality.strip("0.")):
            return True
    return False


def _asked(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


async def _send(send: Send, method: str, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    if status != 304:
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    start: Message = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})

"""Secrets: made by clients, told to nobody, and kept only as hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac

_ROOM_BYTES, _LINK_BYTES = 10, 16


def hashed(secret: str) -> str:
    """Return what is kept of a secret; it has 128 bits of its own, so it needs no salt."""
    return _digest("keep", secret).hex()


def same(secret: str, kept: str) -> bool:
    """Tell whether a secret is the one kept, in a time that tells nothing."""
    return hmac.compare_digest(hashed(secret), kept)


def room_id(token: str, command: str) -> str:
    """Return the public name of a room; a request that is repeated names the same room."""
    return base64.b32encode(_digest("room", token, command)[:_ROOM_BYTES]).decode().lower()


def link_secret(token: str, command: str) -> str:
    """Return the secret of a room's link: it stands in the address's fragment, which browsers do not send."""
    return base64.urlsafe_b64encode(_digest("link", token, command)[:_LINK_BYTES]).decode().rstrip("=")


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\n".join(("meldwise", *parts)).encode()).digest()

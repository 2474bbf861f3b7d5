"""The documents that tell other programs how to speak to this server."""

from __future__ import annotations

from litestar import Response, get

from meldwise.server import asyncapi, openapi


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=True)
def openapi_document() -> Response[bytes]:
    """Return what is asked over HTTP, as an OpenAPI document."""
    return Response(openapi.encoded(), media_type="application/vnd.oai.openapi+json")


@get("/api/asyncapi.json", include_in_schema=False, sync_to_thread=True)
def asyncapi_document() -> Response[bytes]:
    """Return what is said over the WebSocket, as an AsyncAPI document."""
    return Response(asyncapi.encoded(), media_type="application/vnd.aai.asyncapi+json")


HANDLERS = [openapi_document, asyncapi_document]

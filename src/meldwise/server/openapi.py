"""The OpenAPI document: the operations as the handlers declare them, the bodies as the message types say."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, License, SecurityScheme, Tag

from meldwise.ruleset import CardRules, TileRules
from meldwise.server import api
from meldwise.server.lobby import Summary
from meldwise.server.requests import CreateRoom, Hint, JoinRoom, Problem, Review, ReviewRecord, RoomInfo, Seated
from meldwise.server.schemas import REF, schemas
from meldwise.words.rulebook import Rulebook

VERSION = "1"
"""The version of what is asked and answered; it changes when a client must."""
ABOUT = """Tables at which people and opponents play tile and card rummy together.

There are no accounts and no cookies: whoever takes a seat brings a token of their own making, which holds the seat.
Play itself goes over a WebSocket at `/api/play`, which `/api/asyncapi.json` describes.
Every refusal has a code that never changes its meaning, and a sentence for people: in the first language of
`Accept-Language` that is known here, else in the table's, for those who may know of it, else in English.
"""
_KINDS = (
    CreateRoom, JoinRoom, ReviewRecord, Seated, RoomInfo, Summary, Hint, Review, Problem, TileRules, CardRules,
    Rulebook
)  # fmt: skip
_BODIES = {"createTable": CreateRoom, "joinTable": JoinRoom, "reviewRecord": ReviewRecord}
_FOLLOWING = ("joinTable", "showTable", "downloadRecord", "askForHint")
"""What can be asked about a table once it is created."""
_TAGS = {
    "tables": "Create tables, find them, sit down.",
    "records": "Games that are over, to be replayed and checked.",
    "hints": "What one could do now.",
    "rules": "What is played here.",
}


def _config() -> OpenAPIConfig:
    token = SecurityScheme(type="http", scheme="bearer", description="The token that holds your seat.")
    link = SecurityScheme(
        type="apiKey", security_scheme_in="header", name="X-Table-Link", description="The secret of a private link."
    )
    return OpenAPIConfig(
        title="meldwise",
        version=VERSION,
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        tags=[Tag(name=name, description=told) for name, told in _TAGS.items()],
        components=Components(security_schemes={"token": token, "link": link}),
        use_handler_docstrings=True,
    )


@cache
def document() -> dict[str, Any]:
    """Return the document."""
    made: dict[str, Any] = msgspec.to_builtins(
        Litestar(api.HANDLERS, openapi_config=_config(), logging_config=None).openapi_schema.to_schema()
    )
    made["components"]["schemas"] = schemas(_KINDS)[1]
    links = {name: {"operationId": name, "parameters": {"room": "$response.body#/room"}} for name in _FOLLOWING}
    made["paths"]["/api/rooms"]["post"]["responses"]["201"]["links"] = links
    for path in made["paths"].values():
        for operation in path.values():
            if (body := _BODIES.get(operation["operationId"])) is not None:
                schema = {"$ref": REF + body.__name__}
                operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
            operation["summary"] = operation["description"].partition("\n")[0].rstrip(".")
    return made


@cache
def encoded() -> bytes:
    """Return the document as it is sent."""
    return msgspec.json.encode(document())

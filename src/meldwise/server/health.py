"""Is it up, is it ready, and how is it doing."""

from __future__ import annotations

from litestar import MediaType, Response, get, head
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from meldwise.server.hall import Hall

OK = "ok"


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz() -> str:
    """Tell that the process answers."""
    return OK


@head("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz_head() -> Response[None]:
    """Tell the same to those who want no words."""
    return _wordless(OK, 200)


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def readyz(state: State) -> Response[str]:
    """Tell whether tables can be played at: the store answers."""
    text, status = await _readiness(state)
    return Response(text, status_code=status)


@head("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def readyz_head(state: State) -> Response[None]:
    """Tell the same to those who want no words."""
    return _wordless(*await _readiness(state))


async def _readiness(state: State) -> tuple[str, int]:
    hall: Hall = state.hall
    return ("ready", 200) if await hall.ready() else ("not ready", 503)


def _wordless(text: str, status: int) -> Response[None]:
    """Return the answer to HEAD where GET is answered with a text."""
    return Response(None, status_code=status, headers={"content-length": str(len(text))})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """Return the figures of this node, for Prometheus."""
    hall: Hall = state.hall
    return Response(generate_latest(hall.metrics.registry), headers={"content-type": CONTENT_TYPE_LATEST})


HANDLERS = [healthz, healthz_head, readyz, readyz_head, metrics]

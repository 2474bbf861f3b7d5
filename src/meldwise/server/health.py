"""Is it up, is it ready, and how is it doing."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from meldwise.server.hall import Hall


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz() -> str:
    """Tell that the process answers."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def readyz(state: State) -> Response[str]:
    """Tell whether tables can be played at: the store answers."""
    hall: Hall = state.hall
    ready = await hall.ready()
    return Response("ready" if ready else "not ready", status_code=200 if ready else 503)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(state: State) -> Response[bytes]:
    """Return the figures of this node, for Prometheus."""
    hall: Hall = state.hall
    return Response(generate_latest(hall.metrics.registry), headers={"content-type": CONTENT_TYPE_LATEST})


HANDLERS = [healthz, readyz, metrics]

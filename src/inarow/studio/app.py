"""The studio as an ASGI application: the page, the API, and the guard before both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from inarow.studio.api import ENDPOINTS
from inarow.studio.endpoint import Endpoint
from inarow.studio.errors import STATUS_BY_CODE, StudioError
from inarow.studio.guard import Guard
from inarow.studio.settings import Settings
from inarow.studio.static import StaticFiles
from inarow.studio.studio import Studio

CODES = {status: code for code, status in reversed(STATUS_BY_CODE.items())}


def make_app(settings: Settings) -> Starlette:
    """The application. It starts its workers when it is started, and ends them when it ends.

    ValueError for a store or a tournament that cannot be used.
    """
    files, studio = StaticFiles(), Studio(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.studio = studio
        studio.start()
        try:
            yield
        finally:
            await studio.close()

    async def page(request: Request) -> Response:
        return files.answer(request, "index.html")

    async def file(request: Request) -> Response:
        return files.answer(request, request.path_params["name"])

    return Starlette(
        routes=[
            Route("/", page),
            Route("/static/{name:path}", file),
            *_api_routes(settings),
        ],
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={
            StudioError: _on_studio_error,
            HTTPException: _on_http_error,
            Exception: _on_failure,
        },
        lifespan=lifespan,
    )


def _api_routes(settings: Settings) -> list[Route]:
    """One route a path; each knows all methods of its path, so that others are answered with 405."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(path, partial(_answer, endpoints, settings), methods=list(endpoints))
        for path, endpoints in by_path.items()
    ]


async def _answer(endpoints: dict[str, Endpoint], settings: Settings, request: Request) -> Response:
    method = "GET" if request.method == "HEAD" else request.method
    return await endpoints[method](request.app.state.studio, settings, request)


async def _on_studio_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, StudioError)
    headers = {"Retry-After": "1"} if error.code == "busy" else None
    return JSONResponse(error.fields(), error.status, headers)


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "bad_request")
    messages = {
        404: "there is nothing at this address",
        405: f"this address does not take {request.method[:20]}",
    }
    message = messages.get(error.status_code, str(error.detail))
    return JSONResponse(StudioError(code, message).fields(), error.status_code, error.headers)


async def _on_failure(_: Request, error: Exception) -> Response:
    found = StudioError("failed", "the studio failed to answer; its terminal says why")
    return JSONResponse(found.fields(), found.status)

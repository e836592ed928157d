"""One endpoint of the API: how it is asked, what it answers, and the function that does it.

The table of endpoints is the only place where these stand: routes, checks and the description are made of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from inarow.studio.errors import StudioError
from inarow.studio.schema import Schema, checked, parsed
from inarow.studio.settings import Settings

JSON = "application/json"


@dataclass(frozen=True)
class Asked:
    """A request whose parts have been checked."""

    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: dict[str, Any]


Handler = Callable[[Any, Asked], Any] | Callable[[Any, Asked], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One method of one path. A plain function runs in a thread, a coroutine in the event loop.

    The handler returns plain data, which is checked by nobody but the tests, or a response.
    """

    method: str
    path: str
    about: str
    handle: Handler
    answer: Schema | None = None
    status: int = 200
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    path_values: Mapping[str, Schema] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    kind: str = JSON  # of the answer

    async def __call__(self, studio: Any, settings: Settings, request: Request) -> Response:
        """Check the request and answer it."""
        asked = Asked(
            request.path_params,
            _query(self.query, request),
            {} if self.body is None else await _body(self.body, request, settings),
        )
        if iscoroutinefunction(self.handle):
            found = await self.handle(studio, asked)
        else:
            found = await run_in_threadpool(self.handle, studio, asked)
        if callable(found):
            response: Response = found
            return response
        return Response(status_code=self.status) if found is None else JSONResponse(found, self.status)


def _query(schemas: Mapping[str, Schema], request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name not in schemas:
            continue  # an address may carry what others put there
        try:
            number = int(value) if schemas[name]["type"] == "integer" and len(value) < 20 else value
        except ValueError:
            number = value
        found[name] = checked(schemas[name], number, name)
    return found


async def _body(schema: Schema, request: Request, settings: Settings) -> dict[str, Any]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise StudioError("not_json", f"send the request as Content-Type: {JSON}")
    try:
        async with asyncio.timeout(settings.request_seconds):
            content = await _content(request, settings.request_bytes)
    except TimeoutError:
        raise StudioError("timeout", "the request took too long to arrive") from None
    except ClientDisconnect:
        raise StudioError("bad_request", "the request was cut off") from None
    value: dict[str, Any] = checked(schema, parsed(content))
    return value


async def _content(request: Request, most: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    content = bytearray()
    if not declared.isdecimal() or int(declared[:20]) <= most:
        async for part in request.stream():
            content += part
            if len(content) > most:
                break
        else:
            return bytes(content)
    raise StudioError("too_large", f"a request may have at most {most:,} bytes")

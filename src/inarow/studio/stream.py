"""Server-sent events: a stream that ends when its events do, when the browser leaves, or with the studio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.types import Receive, Scope, Send

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
ALIVE = b": alive\n\n"


def event_bytes(name: str, data: dict[str, Any]) -> bytes:
    """One event as it goes over the line."""
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


class EventStream:
    """A response that writes parts as they come, and calls `close` at its end, however it ends."""

    def __init__(self, parts: AsyncIterator[bytes], close: Callable[[], None]) -> None:
        self._parts = parts
        self._close = close

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write until there is nothing left to write or nobody left to read."""
        tasks = {asyncio.create_task(self._write(send)), asyncio.create_task(_left(receive))}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            self._close()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        async for part in self._parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    """Return when the browser has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass

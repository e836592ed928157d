"""The studio as a process: its socket, its address, its browser, and its end."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from urllib.parse import urlencode

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from inarow.studio.app import make_app
from inarow.studio.errors import StudioError
from inarow.studio.settings import DEFAULT_PORT, Settings

GRACE_SECONDS = 3
KEEP_ALIVE_SECONDS = 30


class PatientProtocol(H11Protocol):
    """uvicorn's HTTP, with an end to patience: whoever connects must ask, and must ask in HTTP."""

    head_seconds = Settings.head_seconds
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        """Take what comes; once the head of the request is there, the timer is off."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            if self._head_timer is None and self.timeout_keep_alive_task is None:
                self._arm()
        else:
            self._disarm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer too."""
        self._disarm()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP at all gets an error of the same shape as all others."""
        body = json.dumps(StudioError("bad_request", f"this is not HTTP: {msg}").fields()).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _arm(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _disarm(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class StudioServer(uvicorn.Server):
    """uvicorn's server that tells when it is ready, and ends its streams when it is told to end."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C or a kind kill: no more requests, and the streams end now."""
        super().handle_exit(sig, frame)
        app = self.config.app
        studio = getattr(getattr(app, "state", None), "studio", None)
        if self._loop is not None and studio is not None:
            self._loop.call_soon_threadsafe(studio.begin_closing)


def serve(settings: Settings, say: Callable[[str], None], *, opens_browser: bool) -> None:
    """Run the studio until it is ended. `say` is told the address once it answers there."""
    listener = bound_socket(settings)
    address = address_of(settings, listener.getsockname()[1])

    def on_ready() -> None:
        say(f"studio: {address}")
        if opens_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        make_app(settings),
        http=type("Protocol", (PatientProtocol,), {"head_seconds": settings.head_seconds}),
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=settings.connections,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        StudioServer(config, on_ready).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # it has ended in good order before it says so
    finally:
        listener.close()


def bound_socket(settings: Settings) -> socket.socket:
    """The socket that the studio listens at."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise OSError(
            f"{settings.host} port {settings.port} cannot be used: {error.strerror}; "
            "another one is given with --port, and 0 is any free one"
        ) from None
    return listener


def usual_port(host: str) -> int:
    """The studio's own port, or any free one if another studio has that."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, DEFAULT_PORT))
        except OSError:
            return 0
    return DEFAULT_PORT


def address_of(settings: Settings, port: int) -> str:
    """What to type into a browser."""
    name = settings.host
    if name in ("0.0.0.0", "::", ""):
        name = socket.gethostname()
    shown = f"[{name}]" if ":" in name else name
    query = f"?{urlencode({'token': settings.token})}" if settings.token else ""
    return f"http://{shown}:{port}/{query}"


def has_screen() -> bool:
    """Whether a browser that is opened here would be seen, as far as the environment tells."""
    return sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))

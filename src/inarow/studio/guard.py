"""Who may ask, from where, and what every answer carries: the studio is for its own page and nobody else's."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.studio.errors import StudioError
from inarow.studio.settings import LOOPBACK_NAMES, Settings

COOKIE = "inarow-studio"
OPEN_PATHS = ("/api/health",)  # answered without a token
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
RAW_HEADERS = tuple((name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items())
NOT_STORED = (b"cache-control", b"no-store")


class Guard:
    """Stands before the studio: checks host, origin and token, and adds the headers that keep pages safe."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the studio's place what must not reach it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                has_cache_control = any(name == b"cache-control" for name, _ in message["headers"])
                message["headers"] += RAW_HEADERS if has_cache_control else (*RAW_HEADERS, NOT_STORED)
            await send(message)

        refusal = self._refusal(scope)
        await (self._app if refusal is None else refusal)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            self._check_origin(scope["path"], headers)
            return self._token_answer(scope, headers)
        except StudioError as error:
            return JSONResponse(error.fields(), error.status)

    def _check_host(self, headers: Headers) -> None:
        """A name that leads here but is not ours is a stranger's page that asks through the browser."""
        if not self._settings.is_loopback:
            return  # the token protects
        name = _host_name(headers.get("host", ""))
        if name not in LOOPBACK_NAMES:
            raise StudioError(
                "forbidden", "the studio answers to localhost only; start it with --host for others"
            )

    def _check_origin(self, path: str, headers: Headers) -> None:
        if not path.startswith("/api/"):
            return
        origin = headers.get("origin")
        is_foreign = origin is not None and urlsplit(origin).netloc != headers.get("host")
        if is_foreign or headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise StudioError("forbidden", "another site's page may not use the studio")

    def _token_answer(self, scope: Scope, headers: Headers) -> Response | None:
        """None where the token is right or not needed; a redirection where it came in the address."""
        token = self._settings.token
        if token is None or scope["path"] in OPEN_PATHS:
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if scope["path"] == "/" and given is not None and _is_same(given, token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            answer = RedirectResponse(f"/?{rest}" if rest else "/", 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="lax", path="/")
            return answer
        if _is_same(_bearer(headers), token) or _is_same(_cookie(headers), token):
            return None
        raise StudioError("unauthorized", "open the address that 'inarow studio' printed: it has the token")


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(24)


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _bearer(headers: Headers) -> str:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _is_same(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), token.encode())

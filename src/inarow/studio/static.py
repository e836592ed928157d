"""The page's own files: read once, compressed once, and asked for again only when they have changed."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from inarow.studio.errors import StudioError

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
LEAST_COMPRESSED = 512  # bytes; below it compression gains nothing


@dataclass(frozen=True)
class Asset:
    """One file as it is sent."""

    path: Path
    stamp: tuple[int, int]  # when it was changed, and its size
    content: bytes
    compressed: bytes | None
    kind: str
    tag: str


class StaticFiles:
    """The files below a folder, kept in memory; one that changes on the disk is read again."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._assets: dict[str, Asset] = {}

    def answer(self, request: Request, name: str) -> Response:
        """The file of that name, or 304 if the browser has it already."""
        asset = self._asset(name)
        headers = {"ETag": asset.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if asset.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = asset.content
        if asset.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = asset.compressed, "gzip"
        return Response(content, headers={**headers, "Content-Type": asset.kind})

    def _asset(self, name: str) -> Asset:
        known = self._assets.get(name)
        try:
            if known is None or known.stamp != _stamp(known.path):
                known = self._assets[name] = _read(self._path(name))
        except (OSError, ValueError):
            self._assets.pop(name, None)
            raise StudioError("not_found", "there is no such file") from None
        return known

    def _path(self, name: str) -> Path:
        """The file of that name, which must lie in the folder."""
        path = (self._folder / name).resolve(strict=True)
        if not path.is_relative_to(self._folder):
            raise ValueError(f"{name} is not among the page's files")
        return path


def _stamp(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_mtime_ns, about.st_size


def _read(path: Path) -> Asset:
    stamp, content = _stamp(path), path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = path.suffix in TYPES and len(content) >= LEAST_COMPRESSED
    compressed = gzip.compress(content, 9, mtime=0) if is_text else None
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'  # weak: compressed or not is the same file
    return Asset(path, stamp, content, compressed, kind, tag)

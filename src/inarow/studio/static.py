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

    stamp: tuple[int, int]  # when it was changed, and its size
    content: bytes
    compressed: bytes | None
    kind: str
    tag: str


class StaticFiles:
    """The files below a folder, kept in memory; one that changes on the disk is read again."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._assets: dict[Path, Asset] = {}

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
        missing = StudioError("not_found", "there is no such file")
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                raise missing
            about = path.stat()
        except (OSError, ValueError):
            raise missing from None
        stamp = about.st_mtime_ns, about.st_size
        if path not in self._assets or self._assets[path].stamp != stamp:
            self._assets[path] = _read(path, stamp)
        return self._assets[path]


def _read(path: Path, stamp: tuple[int, int]) -> Asset:
    content = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = path.suffix in TYPES and len(content) >= LEAST_COMPRESSED
    compressed = gzip.compress(content, 9, mtime=0) if is_text else None
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'  # weak: compressed or not is the same file
    return Asset(stamp, content, compressed, kind, tag)

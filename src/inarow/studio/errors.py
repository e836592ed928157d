"""What the studio answers when it cannot do what was asked: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

STATUS_BY_CODE = {
    "bad_request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "timeout": 408,
    "conflict": 409,
    "too_large": 413,
    "not_json": 415,
    "bad_field": 422,
    "bad_rules": 422,
    "bad_position": 422,
    "bad_player": 422,
    "bad_file": 422,
    "busy": 429,
    "failed": 500,
    "closing": 503,
}


class StudioError(Exception):
    """Something that the browser is told instead of an answer."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return STATUS_BY_CODE[self.code]

    def fields(self) -> dict[str, Any]:
        """The error as the API writes it."""
        found = {"code": self.code, "message": self.message}
        return {"error": found if self.field is None else {**found, "field": self.field}}

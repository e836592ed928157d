"""The description of the API for programs, made from the table of its endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inarow import __version__
from inarow.studio.endpoint import JSON, Endpoint
from inarow.studio.errors import STATUS_BY_CODE
from inarow.studio.schema import ref
from inarow.studio.shapes import COMPONENTS

BODY_ERRORS = ("bad_request", "timeout", "too_large", "not_json", "bad_field")
ALWAYS = ("unauthorized", "forbidden")
STATUS_WORDS = {200: "done", 201: "made", 204: "done, nothing to say"}


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "inarow studio",
            "version": __version__,
            "description": "Play, analyse and watch every k-in-a-row game. All errors have the shape Error.",
        },
        "paths": paths,
        "components": {"schemas": COMPONENTS},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}{endpoint.path.replace('/', '_')}",
        "summary": endpoint.about,
        "responses": _responses(endpoint),
    }
    parameters = [
        *({"name": name, "in": "path", "required": True, "schema": schema}
          for name, schema in endpoint.path_values.items()),
        *({"name": name, "in": "query", "schema": schema} for name, schema in endpoint.query.items()),
    ]  # fmt: skip
    if parameters:
        found["parameters"] = parameters
    if endpoint.body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": endpoint.body}}}
    return found


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    good: dict[str, Any] = {"description": STATUS_WORDS[endpoint.status]}
    if endpoint.status != 204:
        schema = endpoint.answer if endpoint.answer is not None else {"type": "string"}
        good["content"] = {endpoint.kind: {"schema": schema}}
    codes = [
        *ALWAYS,
        *(BODY_ERRORS if endpoint.body is not None else ()),
        *(("bad_field",) if endpoint.query else ()),
        *endpoint.errors,
    ]
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS_BY_CODE[code], []).append(code)
    errors = {
        str(status): {
            "description": ", ".join(sorted(set(names))),
            "content": {JSON: {"schema": ref("Error")}},
        }
        for status, names in sorted(by_status.items())
    }
    return {str(endpoint.status): good, **errors}

"""The part of JSON Schema that the API is described with, and the check that a value is as described.

One description serves both: what /api/openapi.json publishes is what requests are checked against.
"""

from __future__ import annotations

import json
from typing import Any

from inarow.studio.errors import StudioError

Schema = dict[str, Any]
LARGEST_INTEGER = 2**53 - 1  # the largest that every JSON program keeps exactly


def text(about: str = "", *, least: int = 0, most: int = 200, **more: Any) -> Schema:
    """A text of so many characters."""
    return _described({"type": "string", "minLength": least, "maxLength": most, **more}, about)


def choice(*words: str, about: str = "") -> Schema:
    """One of the words."""
    return _described({"type": "string", "enum": list(words)}, about)


def whole(least: int | None = None, most: int | None = None, about: str = "") -> Schema:
    """A whole number."""
    return _described({"type": "integer", **_bounds(least, most)}, about)


def number(least: float | None = None, most: float | None = None, about: str = "") -> Schema:
    """Any finite number."""
    return _described({"type": "number", **_bounds(least, most)}, about)


def yes_or_no(about: str = "") -> Schema:
    """True or false."""
    return _described({"type": "boolean"}, about)


def array(items: Schema, *, least: int = 0, most: int | None = None, about: str = "") -> Schema:
    """A list of so many items."""
    found: Schema = {"type": "array", "items": items}
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return _described(found, about)


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None, about: str = "") -> Schema:
    """An object with these fields and no others."""
    found: Schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "additionalProperties": False,
    }
    if required:
        found["required"] = list(required)
    return _described(found, about)


def free_object(about: str = "") -> Schema:
    """An object with whatever fields."""
    return _described({"type": "object"}, about)


def ref(name: str) -> Schema:
    """A schema of the description's components."""
    return {"$ref": f"#/components/schemas/{name}"}


def optional(schema: Schema) -> Schema:
    """What the schema says, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def checked(schema: Schema, value: Any, where: str = "") -> Any:
    """The value if it is as the schema says; whole numbers as int. StudioError says which field is not."""
    kind = schema["type"]
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)  # 3.0 is a whole number in JSON
    _check_type(kind, value, where)
    if kind == "string":
        _check_text(schema, value, where)
    elif kind in ("integer", "number"):
        _check_bounds(schema, value, where)
    elif kind == "array":
        return _checked_array(schema, value, where)
    elif "properties" in schema:
        return _checked_object(schema, value, where)
    return value


def parsed(body: bytes) -> Any:
    """The JSON value of a request's body."""

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not JSON")

    try:
        value = json.loads(body, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError) as error:
        raise StudioError("bad_request", f"the request is not JSON: {error}") from None
    return value


TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}
TYPE_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def _check_type(kind: str, value: Any, where: str) -> None:
    is_right = isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))
    if not is_right:
        raise _wrong(where, f"must be {TYPE_WORDS[kind]}")


def _check_text(schema: Schema, value: str, where: str) -> None:
    if "enum" in schema and value not in schema["enum"]:
        raise _wrong(where, f"must be one of {', '.join(schema['enum'])}")
    if len(value) < schema.get("minLength", 0):
        raise _wrong(where, "must not be empty")
    if len(value) > schema.get("maxLength", len(value)):
        raise _wrong(where, f"may have at most {schema['maxLength']} characters")


def _check_bounds(schema: Schema, value: float, where: str) -> None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and value < least:
        raise _wrong(where, f"must be {least} or more")
    if most is not None and value > most:
        raise _wrong(where, f"must be {most} or less")


def _checked_array(schema: Schema, value: list[Any], where: str) -> list[Any]:
    if len(value) < schema.get("minItems", 0):
        raise _wrong(where, f"must have {schema['minItems']} or more items")
    if len(value) > schema.get("maxItems", len(value)):
        raise _wrong(where, f"may have at most {schema['maxItems']} items")
    return [checked(schema["items"], item, f"{where}[{index}]") for index, item in enumerate(value)]


def _checked_object(schema: Schema, value: dict[str, Any], where: str) -> dict[str, Any]:
    properties = schema["properties"]
    for name in value:
        if name not in properties:
            raise _wrong(_inside(where, name), f"is not known here; known are {', '.join(properties)}")
    for name in schema.get("required", ()):
        if name not in value:
            raise _wrong(_inside(where, name), "is missing")
    return {name: checked(properties[name], item, _inside(where, name)) for name, item in value.items()}


def _inside(where: str, name: str) -> str:
    short = name if len(name) <= 40 else name[:40] + "..."
    return f"{where}.{short}" if where else short


def _wrong(where: str, what: str) -> StudioError:
    return StudioError("bad_field", f"{where or 'the request'} {what}", where or None)


def _bounds(least: float | None, most: float | None) -> Schema:
    return {name: at for name, at in (("minimum", least), ("maximum", most)) if at is not None}


def _described(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema

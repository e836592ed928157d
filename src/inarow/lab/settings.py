"""Settings of an experiment: plain data from a TOML file, checked against a dataclass."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Kind = TypeVar("Kind")
WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


class ExperimentError(ValueError):
    """An experiment that cannot be run: what is wrong with it, and what would be right."""


def parsed(text: str, where: str) -> dict[str, Any]:
    """The data of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"{where} is not TOML: {error}") from None


def parsed_value(text: str) -> Any:
    """The value of `--set key=value`: as TOML would read it, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, KeyError):
        return text


def read(kind: type[Kind], data: Mapping[str, Any], where: str) -> Kind:
    """The dataclass with the values of the data. ExperimentError names the field that is wrong."""
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    for name in data:
        if name not in known:
            raise ExperimentError(f"{where} has no setting '{name}'{nearest(name, known)}")
    values = {}
    for name, field in known.items():
        if name in data:
            values[name] = _value(hints[name], data[name], f"{where}: {name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise ExperimentError(f"{where}: the setting '{name}' is missing")
    try:
        return kind(**values)
    except ExperimentError:
        raise
    except ValueError as error:
        raise ExperimentError(f"{where}: {error}") from error


def nearest(word: str, known: Any) -> str:
    """': did you mean ...?', or all that is known."""
    near = get_close_matches(word, list(known), n=2, cutoff=0.5)
    return f": did you mean {' or '.join(near)}?" if near else f"; known are {', '.join(known)}"


def _value(wanted: Any, given: Any, where: str) -> Any:
    if get_origin(wanted) in (Union, UnionType):
        wanted = next(one for one in get_args(wanted) if one is not type(None))
    if get_origin(wanted) is tuple:
        if not isinstance(given, list):
            raise ExperimentError(f"{where} is {given!r}; it must be a list such as [1, 2]")
        element = get_args(wanted)[0]
        return tuple(_value(element, one, f"{where}, number {i}") for i, one in enumerate(given, 1))
    if is_dataclass(wanted):
        if not isinstance(given, dict):
            raise ExperimentError(f"{where} is {given!r}; it must be a table with names and values")
        return read(wanted, given, where)  # type: ignore[arg-type]
    if wanted is float and isinstance(given, int) and not isinstance(given, bool):
        return float(given)
    if type(given) is not wanted:
        raise ExperimentError(f"{where} is {given!r}; it must be {WORDS[wanted]}")
    return given

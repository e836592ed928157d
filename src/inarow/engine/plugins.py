"""Objects that users wrote, found by `module:name` or `file.py:name`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any


class PluginError(ValueError):
    """A plugin that could not be found or loaded, and why."""


def is_plugin(text: str) -> bool:
    """Whether the text has the form of a plugin's name."""
    place, colon, name = text.rpartition(":")
    return bool(colon and place and name.isidentifier())


def load(text: str) -> Any:
    """The object that `module:name` or `file.py:name` stands for."""
    place, _, name = text.rpartition(":")
    if not is_plugin(text):
        raise PluginError(f"'{text}' is not the name of a plugin: expected module:name or file.py:name")
    module = _from_file(Path(place)) if place.endswith(".py") else _from_path(place)
    try:
        return getattr(module, name)
    except AttributeError:
        public = [word for word in vars(module) if not word.startswith("_")]
        raise PluginError(f"{place} has no '{name}'; it has {', '.join(public) or 'no names'}") from None


def check_place(text: str) -> None:
    """PluginError if there is no such file or module. Nothing of it is run."""
    place, _, _ = text.rpartition(":")
    if place.endswith(".py"):
        _check_file(Path(place))
    elif "." not in place and importlib.util.find_spec(place) is None:
        # A module inside a package cannot be looked for without running the package.
        raise PluginError(f"there is no module '{place}'")


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise PluginError(f"there is no file {path}")


def address_of(loaded: Any) -> int | None:
    """Where the C function is that numba.cfunc or ctypes made; None for anything else."""
    import ctypes

    address = getattr(loaded, "address", None)
    if isinstance(loaded, ctypes._CFuncPtr):  # type: ignore[attr-defined]
        address = ctypes.cast(loaded, ctypes.c_void_p).value
    return address if isinstance(address, int) else None


def _from_path(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise PluginError(f"there is no module '{name}': {error}") from error


def _from_file(path: Path) -> ModuleType:
    _check_file(path)
    # One module a file: a second player from the same file shares its globals, as an import would.
    name = f"inarow_plugin_{abs(hash(path.resolve()))}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception):
            raise PluginError(f"{path} cannot be loaded: {_what_and_where(error)}") from error
        raise
    return module


def _what_and_where(error: Exception) -> str:
    """The error of a user's file in a line: its kind, its message and where it was raised."""
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error}"
    *_, place = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})"

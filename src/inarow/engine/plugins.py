"""Objects that users wrote, found by `module:name` or `file.py:name`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
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


def _from_path(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise PluginError(f"there is no module '{name}': {error}") from error


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise PluginError(f"there is no file {path}")
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
    except BaseException:
        del sys.modules[name]
        raise
    return module

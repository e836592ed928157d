"""Experiment: a kind with its settings, from a TOML file of the package or of the user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from inarow.lab.kind import Case, Kind, Report, Row
from inarow.lab.settings import ExperimentError, nearest, parsed, read

# Each kind is a module beside this one with its KIND, imported when it is needed.
KINDS = ("ladder", "memory", "parallel", "scaling", "timeout", "directions", "behaviour")
OWN_FIELDS = ("kind", "about")


@dataclass(frozen=True)
class Experiment:
    """What is measured, and how."""

    name: str
    kind_name: str
    about: str
    settings: Any
    kind: Kind

    def cases(self) -> list[Case]:
        """What there is to measure, in order. No two have the same key."""
        found = list(self.kind.cases(self.settings))
        keys = [case.key for case in found]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise ExperimentError(f"{self.name} measures '{twice}' twice; once is enough")
        if not found:
            raise ExperimentError(f"{self.name} has nothing to measure")
        return found

    def report(self, rows: list[Row]) -> Report:
        """The tables and figures of what was measured."""
        return self.kind.report(self.settings, rows)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: what makes two experiments the same."""
        return {"name": self.name, "kind": self.kind_name, "settings": asdict(self.settings)}


def shipped() -> list[str]:
    """The names of the experiments that come with the package."""
    folder = files("inarow.lab") / "experiments"
    return sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))


def text_of(name: str) -> str:
    """The TOML text of one of the package's experiments, or of the user's file."""
    if name in shipped():
        return (files("inarow.lab") / "experiments" / f"{name}.toml").read_text(encoding="utf-8")
    if not name.endswith(".toml"):
        raise ExperimentError(f"there is no experiment '{name}'{nearest(name, shipped())}")
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ExperimentError(f"{name} is not TOML: it is not UTF-8 text") from None


def experiment(name: str, changes: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment of that name, or of a TOML file, with some of its settings changed."""
    return from_text(text_of(name), Path(name).stem, changes)


def from_text(text: str, name: str, changes: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment that the TOML text describes."""
    data = parsed(text, name)
    kind_name = data.get("kind")
    if kind_name not in KINDS:
        found = f"kind = {kind_name!r}" if kind_name is not None else "no kind"
        raise ExperimentError(f"{name} has {found}; it must be one of {', '.join(KINDS)}")
    about = data.get("about", "")
    if not isinstance(about, str):
        raise ExperimentError(f"{name}: about is {about!r}; it must be a text")
    kind: Kind = import_module(f"inarow.lab.{kind_name}").KIND
    given = {key: value for key, value in data.items() if key not in OWN_FIELDS}
    settings = read(kind.settings, {**given, **(changes or {})}, name)
    return Experiment(name, kind_name, about, settings, kind)

"""The folder of an experiment: what was measured, a row at a time, with the command and the machine."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inarow.game.record import write_whole
from inarow.lab.kind import Row
from inarow.lab.settings import ExperimentError

FORMAT = "inarow experiment"
VERSION = 1
ROWS = "rows.jsonl"


def kept(path: Path) -> int:
    """How many rows the folder holds."""
    rows = path / ROWS
    return rows.read_bytes().count(b"\n") if rows.exists() else 0


class Folder:
    """One experiment's results. Whoever measures has the folder to itself; a row that is added stays."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        self.about = about
        self._rows = path / ROWS

    @staticmethod
    @contextmanager
    def opened(path: Path, experiment: dict[str, Any], run: dict[str, Any]) -> Iterator[Folder]:
        """The folder of the experiment, new or to go on with; `run` says by whom, where and when.

        A folder of another experiment, or one that somebody else writes to, is refused.
        """
        path.mkdir(parents=True, exist_ok=True)
        with (path / "lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ExperimentError(
                    f"another process measures into {path}; wait for it, or name another --out"
                ) from None
            folder = Folder(path, _about(path, json.loads(json.dumps(experiment))))
            folder.about["runs"].append(run)
            folder.write("about.json", json.dumps(folder.about, indent=2, ensure_ascii=False) + "\n")
            folder._cut_half_a_row()
            yield folder

    def rows(self) -> dict[str, Row]:
        """What has been measured, by the key of the case, in the order in which it was measured."""
        if not self._rows.exists():
            return {}
        found = {}
        for number, line in enumerate(self._rows.read_text(encoding="utf-8").splitlines(), 1):
            try:
                entry = json.loads(line)
                found[entry["key"]] = entry["row"]
            except (ValueError, KeyError, TypeError):
                raise ExperimentError(
                    f"{self._rows}, line {number}, is damaged; delete the line to measure it again"
                ) from None
        return found

    def add(self, key: str, row: Row) -> None:
        """Keep one row, on the disk before this returns."""
        entry = {"key": key, "run": len(self.about["runs"]), "row": row}
        with self._rows.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def write(self, name: str, text: str) -> Path:
        """Write a file of the folder, all or nothing."""
        write_whole(self.path / name, text)
        return self.path / name

    def _cut_half_a_row(self) -> None:
        """A run that was killed while it wrote may have left the beginning of a row."""
        if self._rows.exists():
            content = self._rows.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                os.truncate(self._rows, whole)


def _about(path: Path, experiment: dict[str, Any]) -> dict[str, Any]:
    """What the folder says of itself; what it will say if it is new."""
    file = path / "about.json"
    if not file.exists():
        others = sorted(item.name for item in path.iterdir() if item.name != "lock")
        if others:
            raise ExperimentError(
                f"{path} is not empty and no experiment's folder (it has {others[0]}); name another --out"
            )
        return {"format": FORMAT, "version": VERSION, **experiment, "runs": []}
    try:
        about: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        is_ours = (about["format"], about["version"]) == (FORMAT, VERSION) and isinstance(about["runs"], list)
    except (ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours:
        raise ExperimentError(f"{file} is not of this program; name another --out")
    different = _differences({key: about.get(key) for key in experiment}, experiment)
    if different:
        raise ExperimentError(
            f"{path} holds another experiment: its {', '.join(different)} differ; "
            "name another --out, or give the same command to go on with it"
        )
    return about


def _differences(known: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    if known["kind"] != wanted["kind"]:
        return ["kind"]
    one, two = known["settings"], wanted["settings"]
    return sorted(key for key in one.keys() | two.keys() if one.get(key) != two.get(key))

"""Files that say what they are: a line of JSON with a checksum, and data. Read whole or refused."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class SealError(ValueError):
    """A file that is not what it should be: what is wrong with it and what would help."""


def write_sealed(path: Path, header: Mapping[str, Any], data: bytes) -> None:
    """Write the file so that whoever looks finds the old one or the new one, never a part, even after a crash.

    The header needs "format" and "version"; the checksum is added.
    """
    head = {**header, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with draft.open("wb") as file:
            file.write(json.dumps(head, ensure_ascii=False).encode() + b"\n" + data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_sealed(path: Path, form: str, version: int, remedy: str) -> tuple[dict[str, Any], bytes]:
    """The header and the data of a file of this format. SealError, with the remedy, if it is none or damaged."""
    head, newline, data = path.read_bytes().partition(b"\n")
    try:
        header = json.loads(head) if newline else None
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != form:
        raise SealError(f"{path} is not a file of {form}: {remedy}")
    if header.get("version") != version:
        raise SealError(
            f"{path} is a file of {form}, version {header.get('version')}; this program reads {version}: {remedy}"
        )
    if len(data) != header.get("bytes"):
        raise SealError(f"{path} has {len(data)} bytes of data instead of {header.get('bytes')}: {remedy}")
    if hashlib.sha256(data).hexdigest() != header.get("sha256"):
        raise SealError(f"{path} is damaged, its checksum does not match: {remedy}")
    return header, data

"""The machine and the program that measured: figures mean little without them."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from inarow import __version__


def this_run(command: Sequence[str]) -> dict[str, Any]:
    """The exact command, when it began, and on what."""
    return {
        "command": shlex.join(command),
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
    }


def machine() -> dict[str, Any]:
    """What the machine is, as far as it says."""
    return {
        "processor": _processor(),
        "processors": os.cpu_count(),
        "memory_mib": _memory_mib(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "inarow": __version__,
    }


def machine_in_words(found: dict[str, Any]) -> str:
    """A line for people."""
    return (
        f"{found['processor']}, {found['processors']} processors, {found['memory_mib']} MiB, "
        f"{found['system']}, Python {found['python']}, inarow {found['inarow']}"
    )


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(errors="replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _memory_mib() -> int | None:
    if sys.platform == "win32":
        return None
    return (os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")) >> 20

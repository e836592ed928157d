"""The processes below this one: how many, how much memory, and the end of all of them.

Needs /proc to see children that left their group; elsewhere only whole process groups are known.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets away."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends, however that ends."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def descendants(root: int) -> list[int]:
    """Every process below the root, children before grandchildren."""
    children = defaultdict(list)
    for process, parent in _parents():
        children[parent].append(process)
    found: list[int] = []
    level = [root]
    while level:
        level = [child for process in level for child in children[process]]
        found += level
    return found


def resident_bytes(processes: list[int]) -> int:
    """The memory that the processes hold together."""
    total = 0
    for process in processes:
        with suppress(OSError, ValueError, IndexError):
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_BYTES
    return total


def kill_below(root: int) -> None:
    """End every process below the root. A stopped process cannot fork, so all are stopped first."""
    while below := [process for process in descendants(root) if not _is_dead(process)]:
        for kind in (signal.SIGSTOP, signal.SIGKILL):
            for process in below:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, kind)
        reap()
    reap()


def reap() -> None:
    """Collect the children that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _parents() -> list[tuple[int, int]]:
    """(process, parent) of every process there is."""
    found = []
    for entry in os.scandir("/proc") if Path("/proc/self").exists() else ():
        if entry.name.isdecimal():
            with suppress(OSError, ValueError, IndexError):
                found.append((int(entry.name), int(_stat(entry.name)[1])))
    return found


def _is_dead(process: int) -> bool:
    """Whether only the exit code of the process is left."""
    try:
        return _stat(str(process))[0] in ("Z", "X")
    except (OSError, IndexError):
        return True


def _stat(process: str) -> list[str]:
    """The fields after the name, which may itself hold spaces and brackets: state, parent, ..."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)

"""The processes below this one: which there are, how much memory they hold, and the end of all of them.

Needs Linux, which can tell a process to adopt its orphans and has /proc to see them. Elsewhere only the
process groups of players are known, and what has left its group gets away.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KILL_SECONDS = 0.001  # until those that were killed are looked for again
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets away."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends; end at once if that has happened already."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def descendants(root: int) -> list[int]:
    """Every process below the root, children before grandchildren."""
    return _below(root, _children_in(_all_processes()))


def glance(root: int) -> list[int]:
    """The processes below the root at little cost; one that comes or goes meanwhile may be overlooked."""
    return _below(root, _children) if HAS_CHILDREN_FILES else descendants(root)


def holds_more(processes: list[int], limit: int) -> bool:
    """Whether the processes hold more than so many bytes of memory together."""
    # What they share is counted once only by the second, slower look.
    return _resident_bytes(processes) > limit and _proportional_bytes(processes) > limit


def kill_below(root: int) -> None:
    """End every process below the root.

    A signal to a whole group also reaches what is being forked in it, so that nothing can outrun this.
    """
    while root != os.getpid() or has_children():
        known = _all_processes()
        below = set(_below(root, _children_in(known)))
        if root != os.getpid() and not below:
            return
        groups = {known[process][1] for process in below}
        strangers = {group for process, (_, group) in known.items() if process not in below}
        for group in groups - strangers:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        for process in below:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(KILL_SECONDS)


def has_children() -> bool:
    """Whether this process has children, after those that have ended are collected."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _resident_bytes(processes: list[int]) -> int:
    total = 0
    for process in processes:
        with suppress(OSError, ValueError, IndexError):
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_BYTES
    return total


def _proportional_bytes(processes: list[int]) -> int:
    """The memory of the processes, with pages that several hold shared out between them."""
    total = 0
    for process in processes:
        with suppress(OSError, ValueError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) << 10
    return total


def _below(root: int, children: Callable[[int], list[int]]) -> list[int]:
    found: list[int] = []
    level = [root]
    while level:
        level = [child for process in level for child in children(process)]
        found += level
    return found


def _children_in(known: dict[int, tuple[int, int]]) -> Callable[[int], list[int]]:
    children = defaultdict(list)
    for process, (parent, _) in known.items():
        children[parent].append(process)
    return lambda process: children[process]


def _children(process: int) -> list[int]:
    """The children of all threads of the process."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found


def _all_processes() -> dict[int, tuple[int, int]]:
    """Parent and group of every process that still runs."""
    found = {}
    for entry in os.scandir("/proc") if sys.platform == "linux" else ():
        if entry.name.isdecimal():
            with suppress(OSError, ValueError, IndexError):
                # After the name, which may itself hold spaces and brackets: state, parent, group, ...
                stat = Path(f"/proc/{entry.name}/stat").read_text().rpartition(")")[2].split()
                if stat[0] not in "ZX":  # of these only the exit code is left
                    found[int(entry.name)] = int(stat[1]), int(stat[2])
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


HAS_CHILDREN_FILES = Path(f"/proc/self/task/{os.getpid()}/children").exists()

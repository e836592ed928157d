"""One search in a process of its own: `python -m inarow.lab.isolated PLAYER POSITION` prints what it used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from inarow.lab import searches
from inarow.lab.settings import ExperimentError

STATUS = Path("/proc/self/status")


def measured_alone(player: str, place: str) -> dict[str, Any]:
    """What one search did, with the peak memory of the process that did nothing else."""
    command = [sys.executable, "-m", "inarow.lab.isolated", player, place]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise ExperimentError(f"the process for '{player}' failed with code {done.returncode}: {last}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def peak_bytes() -> int:
    """The most memory that this process has held at once."""
    # Not ru_maxrss on Linux: a new program inherits that from the one that started it.
    if STATUS.exists():
        for line in STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(player: str, place: str) -> None:
    """Search once and print what it took as JSON."""
    searches.thinker(player)
    searches.start(place)
    before = peak_bytes()
    found = searches.measured(player, place)
    sys.stdout.write(json.dumps({**found, "peak_bytes": peak_bytes(), "before_bytes": before}))


if __name__ == "__main__":
    main(*sys.argv[1:])

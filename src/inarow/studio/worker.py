"""A process that searches for the studio: tasks come in on standard input, what is found goes out.

One line of JSON each way: {"task": {...}} and {"stop": id} come in; {"event": name, "data": {...}} goes out, and
{"event": "done"} ends a task. It ends with the studio, whatever way that ends.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import threading
from queue import SimpleQueue
from typing import Any, NoReturn

from inarow.arena.processes import die_with_parent
from inarow.studio.tasks import Bench, TaskError

NICENESS = 5  # pages are answered before engines think
TABLE_SHARE = 8  # one part in so many of the memory is for a player's table


class Stopped(BaseException):
    """The task that runs is not wanted any more."""


class Worker:
    """Runs one task at a time in the main thread; another thread reads what comes in."""

    def __init__(self, memory: int, output: int) -> None:
        self._output = output
        self._bench = Bench(memory // TABLE_SHARE)
        self._tasks: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._running: str | None = None
        self._unwanted: str | None = None
        self._is_sending = False

    def run(self) -> NoReturn:
        """Do task after task."""
        signal.signal(signal.SIGUSR1, self._on_signal)
        threading.Thread(target=self._read, daemon=True).start()
        self._send("ready", {})
        while True:
            self._do(self._tasks.get())

    def _do(self, task: dict[str, Any]) -> None:
        try:
            self._running = task["id"]
            self._send("started", {})
            self._bench.run(task, self._send)
            self._running = None
        except Stopped:
            self._running = None
        except TaskError as error:
            self._fail(error.code, str(error))
        except MemoryError:
            self._fail("memory", "the search needed more memory than a worker may have", retry=True)
            self._send("done", {})
            os._exit(1)  # who knows what is left half done; the studio starts another worker
        except Exception as error:
            self._fail("engine", f"{type(error).__name__}: {error}")
        self._send("done", {})

    def _fail(self, code: str, message: str, *, retry: bool = False) -> None:
        self._running = None
        self._send("failed", {"error": {"code": code, "message": message, "retry": retry}})

    def _send(self, event: str, data: dict[str, Any]) -> None:
        """Write one line. A stop that comes meanwhile waits until the line is whole."""
        line = json.dumps({"event": event, "data": data}, separators=(",", ":")).encode() + b"\n"
        self._is_sending = True
        while line:
            line = line[os.write(self._output, line) :]
        self._is_sending = False
        self._stop_if_unwanted()

    def _on_signal(self, *_: object) -> None:
        if not self._is_sending:
            self._stop_if_unwanted()

    def _stop_if_unwanted(self) -> None:
        if self._running is not None and self._running == self._unwanted:
            raise Stopped

    def _read(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "task" in message:
                self._tasks.put(message["task"])
            else:
                self._unwanted = message["stop"]
                signal.pthread_kill(main, signal.SIGUSR1)
        os._exit(0)  # the studio has ended


def main() -> NoReturn:
    """The life of the process: `worker MEMORY_IN_MIB PARENT`."""
    memory, parent = int(sys.argv[1]), int(sys.argv[2])
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the studio, which then lets go of us
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
    output = os.dup(1)
    os.dup2(2, 1)  # what a player prints does not come between
    Worker(memory, output).run()


if __name__ == "__main__":
    main()

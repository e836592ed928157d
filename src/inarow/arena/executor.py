"""Runs jobs: here, in supervised worker processes, or on a Ray cluster. Jobs and records are plain data."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from inarow.arena.game import played
from inarow.arena.job import Job
from inarow.arena.worker import run
from inarow.game.record import Record, parse_record

MOST_TRIES = 3


class ExecutorError(RuntimeError):
    """Games that cannot be run, though not by a fault of their players."""


class Executor(Protocol):
    """Takes jobs as long as there are any, and gives back each with its record as it is finished."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job once, in the order in which they finish."""


class HereExecutor:
    """One job after the other, in this process."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, in order."""
        for job in jobs:
            yield job, played(job)


class Worker:
    """One worker process, and the job that it is busy with."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inarow.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def fileno(self) -> int:
        """Where its answers can be waited for."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def start(self, job: Job) -> None:
        """Give it the job. A worker that has died in the meantime is noticed when its answer is read."""
        self.job = job
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(job.to_dict()).encode() + b"\n")
            self._process.stdin.flush()

    def answer(self) -> Record | None:
        """The record of its job, or None if the worker has died."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return parse_record(line.decode()) if line.endswith(b"\n") else None

    def end(self) -> None:
        """End it; its players end with it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class LocalExecutor:
    """Jobs in supervised worker processes here. A worker that dies is replaced and its job run anew."""

    def __init__(self, workers: int | None = None) -> None:
        self._count = workers or os.cpu_count() or 1

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, as they finish."""
        waiting = iter(jobs)
        tries: dict[str, int] = {}
        with _workers() as busy:
            while True:
                while len(busy.get_map()) < self._count and (job := next(waiting, None)) is not None:
                    _start(busy, Worker(), job)
                if not busy.get_map():
                    return
                for key, _ in busy.select():
                    worker = key.data
                    busy.unregister(worker)
                    job, record = worker.job, worker.answer()
                    if record is not None:
                        yield job, record
                        following = next(waiting, None)
                        worker.end() if following is None else _start(busy, worker, following)
                        continue
                    worker.end()
                    tries[job.key] = tries.get(job.key, 0) + 1
                    if tries[job.key] == MOST_TRIES:
                        raise ExecutorError(
                            f"game {job.key} ({job.players[0]} against {job.players[1]}) ended its worker "
                            f"{MOST_TRIES} times; play it with every player in a process of its own"
                        )
                    _start(busy, Worker(), job)


def _start(busy: selectors.BaseSelector, worker: Worker, job: Job) -> None:
    worker.start(job)
    busy.register(worker, selectors.EVENT_READ, worker)


@contextmanager
def _workers() -> Iterator[selectors.BaseSelector]:
    """The busy workers; however the block is left, all of them end."""
    with selectors.DefaultSelector() as busy:
        try:
            yield busy
        finally:
            for key in list(busy.get_map().values()):
                key.data.end()


class RayExecutor:
    """The same jobs on a Ray cluster. A job whose node or worker died is run again, elsewhere."""

    def __init__(self, address: str | None = None, ahead: int | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise ExecutorError("--on ray needs Ray: pip install 'inarow[ray]'") from error
        self._ray = ray
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        self._ahead = ahead

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, as they finish; this process alone commits them, so each counts once."""
        ray = self._ray
        # A process of its own for every game, so that nothing that a game leaves behind outlives it.
        remote = ray.remote(max_calls=1, max_retries=0)(_run_on_node)
        waiting = iter(jobs)
        running: dict[Any, Job] = {}
        while True:
            ahead = self._ahead or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(running) < ahead and (job := next(waiting, None)) is not None:
                running[remote.remote(job.to_dict())] = job
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1, timeout=None)
            for reference in ready:
                job = running.pop(reference)
                try:
                    record = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise ExecutorError(f"game {job.key} failed on its node: {error}") from error
                except ray.exceptions.RayError:
                    running[remote.remote(job.to_dict())] = job
                    continue
                yield job, parse_record(record)


def _run_on_node(data: dict[str, Any]) -> str:
    from inarow.arena import processes

    processes.adopt_orphans()
    return run(data)


EXECUTORS: dict[str, Callable[..., Executor]] = {"local": LocalExecutor, "ray": RayExecutor}

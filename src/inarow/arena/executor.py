"""Runs jobs: here, in supervised worker processes, or on a Ray cluster. Jobs and records are plain data."""

from __future__ import annotations

import json
import logging
import os
import selectors
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from inarow.arena.boards import BoardWriter
from inarow.arena.game import played
from inarow.arena.job import Job
from inarow.game.record import Record, parse_record

MOST_TRIES = 3


class ExecutorError(ValueError):
    """Games that cannot be run, though not by a fault of their players."""


class Executor(Protocol):
    """Takes jobs as long as there are any, and gives back each with its record as it is finished."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job once, in the order in which they finish."""


class HereExecutor:
    """One job after the other, in this process. Those who watch the store see the board."""

    def __init__(self, store: Path | None = None) -> None:
        self._boards = BoardWriter(store)

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, in order."""
        for job in jobs:
            yield job, played(job, self._boards)


class Worker:
    """One worker process, and the job that it is busy with."""

    def __init__(self, store: Path | None = None) -> None:
        self.job: Job | None = None
        watched = [] if store is None else [str(store)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "inarow.arena.worker", str(os.getpid()), *watched],
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

    def answer(self) -> str | None:
        """The record of its job as a line, or None if the worker has died."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return line.decode() if line.endswith(b"\n") else None

    def end(self) -> None:
        """End it; its players end with it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class LocalExecutor:
    """Jobs in supervised worker processes here. A worker that dies is replaced and its job run anew.

    Those who watch the store see the boards.
    """

    def __init__(self, workers: int | None = None, store: Path | None = None) -> None:
        self._count = workers or os.cpu_count() or 1
        self._store = store

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, as they finish."""
        waiting = iter(jobs)
        tries = Tries()
        with selectors.DefaultSelector() as busy, _workers() as workers:

            def start(worker: Worker, job: Job) -> None:
                worker.start(job)
                busy.register(worker, selectors.EVENT_READ, worker)

            while True:
                while len(workers) < self._count and (job := next(waiting, None)) is not None:
                    workers.add(worker := Worker(self._store))
                    start(worker, job)
                if not workers:
                    return
                for key, _ in busy.select():
                    worker = key.data
                    busy.unregister(worker)
                    job, record = worker.job, worker.answer()
                    if record is None:
                        tries.failed(job)
                        waiting = chain([job], waiting)
                    else:
                        yield job, parse_record(record)
                    following = None if record is None else next(waiting, None)
                    if following is not None:
                        start(worker, following)
                    else:
                        workers.remove(worker)
                        worker.end()


class Tries:
    """How often the worker of each job has died; a job that ends every worker is given up."""

    def __init__(self) -> None:
        self._failures = Counter[str]()

    def failed(self, job: Job) -> None:
        """The job has to be run again, or ExecutorError."""
        self._failures[job.key] += 1
        if self._failures[job.key] == MOST_TRIES:
            raise ExecutorError(
                f"game {job.key} ({job.players[0]} against {job.players[1]}) ended its worker "
                f"{MOST_TRIES} times" + ("; play it without --trusted" if job.is_trusted else "")
            )


@contextmanager
def _workers() -> Iterator[set[Worker]]:
    """The workers that run; however the block is left, all of them end."""
    workers: set[Worker] = set()
    try:
        yield workers
    finally:
        for worker in workers:
            worker.end()


class RayExecutor:
    """The same jobs on a Ray cluster. A job whose node or worker died is run again, elsewhere."""

    def __init__(self, address: str | None = None, ahead: int | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise ExecutorError("--on ray needs Ray: pip install 'inarow[ray]'") from error
        self._ray = ray
        if not ray.is_initialized():
            try:
                ray.init(
                    address=address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False
                )
            except (ConnectionError, ValueError) as error:
                raise ExecutorError(f"no Ray cluster at {address}: {error}") from error
        self._ahead = ahead

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Record]]:
        """Every job, as they finish; this process alone commits them, so each counts once."""
        ray = self._ray
        # Retries are ours: Ray's own would not say that a game was begun again.
        remote = ray.remote(max_retries=0)(_run_on_node)
        waiting = iter(jobs)
        tries = Tries()
        running: dict[Any, Job] = {}
        try:
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
                    except ray.exceptions.RayError:  # the node or its Ray worker is gone
                        waiting = chain([job], waiting)
                        continue
                    if record is None:
                        tries.failed(job)
                        waiting = chain([job], waiting)
                    else:
                        yield job, parse_record(record)
        finally:
            for reference in running:
                ray.cancel(reference, force=True)


def _run_on_node(data: dict[str, Any]) -> str | None:
    """The record of the job as a line, or None if its worker died.

    Ray's own process has threads and must not fork players, so that it keeps a worker of ours beside it.
    """
    worker = _node_worker()
    worker.start(Job.from_dict(data))
    record = worker.answer()
    if record is None:
        worker.end()
        _node_worker.cache_clear()
    return record


@cache
def _node_worker() -> Worker:
    return Worker()


EXECUTORS: dict[str, Callable[..., Executor]] = {"local": LocalExecutor, "ray": RayExecutor}

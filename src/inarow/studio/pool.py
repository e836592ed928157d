"""The workers: a bounded number of processes that live on, one search each, replaced when they die."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from inarow.studio.errors import StudioError
from inarow.studio.searches import Search
from inarow.studio.settings import Settings

LONGEST_LINE = 1 << 24
START_SECONDS = 60.0
STUDY_SECONDS = 3.0  # after which a study is no longer put off for moves
RESTART_SECONDS = 1.0  # between attempts to start a worker that does not come up
ENGINE_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class WorkerDiedError(Exception):
    """The process has ended, by itself or by a signal."""


class WorkerProcess:
    """One worker as the studio sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @staticmethod
    async def started(memory: int) -> WorkerProcess:
        """A new worker that is ready for a task."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "inarow.studio.worker", str(memory), str(os.getpid())),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, **ENGINE_ENVIRONMENT},
        )
        worker = WorkerProcess(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.event()  # it says that it is ready
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    def send(self, message: dict[str, Any]) -> None:
        """Tell the worker something."""
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # that it is gone is seen when its events are read
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def event(self) -> tuple[str, dict[str, Any]]:
        """The next thing that the worker says."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            message = json.loads(line)
        except (ValueError, ConnectionError):  # it ended in the middle of a line, or before one
            raise WorkerDiedError from None
        return message["event"], message["data"]

    async def task_events(self) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """What the worker says of its task, from the beginning to the end."""
        while (found := await self.event())[0] != "done":
            yield found

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Wait until the process is gone, whatever ends it."""
        await self._process.wait()

    async def end(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        await self._process.wait()


class Pool:
    """Gives searches to workers: moves first, and studies never to all workers at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._moves: deque[Search] = deque()
        self._studies: deque[Search] = deque()
        self._studying = 0
        self._most_studies = max(1, settings.workers - 1)
        self._has_work = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the workers; searches may be submitted at once."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self._settings.workers)]

    async def close(self) -> None:
        """End the workers and everything that waits for them."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for search in [*self._moves, *self._studies]:
            search.fail("closing", "the studio is closing", retry=True)
            search.end()

    async def submit(self, search: Search) -> None:
        """Put the search in the queue. StudioError if that is full."""
        if len(self._moves) + len(self._studies) >= self._settings.queue:
            raise StudioError("busy", "all engines are busy and many wait already; try again in a moment")
        queue = self._studies if search.is_study else self._moves
        queue.append(search)
        self._tell_places()
        async with self._has_work:
            self._has_work.notify_all()

    def cancel(self, search: Search) -> None:
        """Nobody wants the search any more: it stops now or never begins."""
        if not search.is_wanted:
            return
        search.is_wanted = False
        for queue in (self._moves, self._studies):
            with suppress(ValueError):
                queue.remove(search)
                search.end()
        if search.stop is not None:
            search.stop()

    def _tell_places(self) -> None:
        for ahead, search in enumerate(self._moves):
            search.tell("queued", {"ahead": ahead})
        for ahead, search in enumerate(self._studies, start=len(self._moves)):
            search.tell("queued", {"ahead": ahead})

    async def _keep(self) -> None:
        """Keep one worker running and busy."""
        while True:
            worker = await self._started()
            watcher = asyncio.create_task(self._tell_of_death(worker))
            try:
                while (search := await self._next(worker)) is not None:
                    await self._run(worker, search)
            except WorkerDiedError:
                pass
            finally:
                watcher.cancel()
                await worker.end()

    async def _tell_of_death(self, worker: WorkerProcess) -> None:
        """Wake whoever waits for work for the worker once its process has ended."""
        await worker.ended()
        async with self._has_work:
            self._has_work.notify_all()

    async def _started(self) -> WorkerProcess:
        while True:
            try:
                return await WorkerProcess.started(self._settings.memory)
            except (WorkerDiedError, OSError, TimeoutError):
                await asyncio.sleep(RESTART_SECONDS)

    async def _next(self, worker: WorkerProcess) -> Search | None:
        """The next search for the worker; None if it has died meanwhile."""
        async with self._has_work:
            await self._has_work.wait_for(lambda: self._has_next() or not worker.is_alive)
            if not worker.is_alive:
                return None
            search = self._first()
        self._studying += search.is_study
        self._tell_places()
        return search

    def _first(self) -> Search:
        """Whose turn it is: a move's, unless a study has waited for long enough."""
        may_study = bool(self._studies) and self._studying < self._most_studies
        if may_study and (not self._moves or self._studies[0].waited >= STUDY_SECONDS):
            return self._studies.popleft()
        return self._moves.popleft()

    def _has_next(self) -> bool:
        return bool(self._moves or (self._studies and self._studying < self._most_studies))

    async def _run(self, worker: WorkerProcess, search: Search) -> None:
        """Let the worker search, and hand on what it says."""
        if not search.is_wanted:
            search.end()
            await self._is_done(search)
            return
        killing: list[asyncio.TimerHandle] = []

        def stop() -> None:
            worker.send({"stop": search.id})
            later = asyncio.get_running_loop().call_later(self._settings.stop_seconds, worker.kill)
            killing.append(later)

        search.stop = stop
        worker.send({"task": search.task})
        has_begun = False
        try:
            async with asyncio.timeout(search.most_seconds):
                async for event, data in worker.task_events():
                    has_begun = True
                    search.tell(event, data)
        except TimeoutError:
            search.fail("stuck", "the engine did not come to an end in its time", retry=False)
            raise WorkerDiedError from None
        except WorkerDiedError:
            if has_begun or not search.is_wanted:
                search.fail("worker_died", "the engine's process ended; another one is ready", retry=True)
            else:
                self._take_back(search)  # it was dead already, and only now it shows
            raise
        except asyncio.CancelledError:
            search.fail("closing", "the studio is closing", retry=True)
            raise
        finally:
            search.stop = None
            for later in killing:
                later.cancel()
            if not self._is_waiting(search):
                search.end()
            await self._is_done(search)

    def _take_back(self, search: Search) -> None:
        (self._studies if search.is_study else self._moves).appendleft(search)

    def _is_waiting(self, search: Search) -> bool:
        return search in self._moves or search in self._studies

    async def _is_done(self, search: Search) -> None:
        self._studying -= search.is_study
        async with self._has_work:
            self._has_work.notify_all()

"""A search in a thread of its own, so that an engine goes on reading what its world tells it meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable

from inarow.engine.player import Player

STOP_SECONDS = 0.005
FINISH_SECONDS = 60.0


class Thinking:
    """What a player thinks about, one thing at a time."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._player: Player | None = None

    def start(self, player: Player, act: Callable[[], None]) -> None:
        """Do this, for which the player searches, in another thread, once the last is done."""
        self.wait()
        self._player = player
        self._thread = threading.Thread(target=act)
        self._thread.start()

    def wait(self) -> None:
        """Until it is done."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def finish(self) -> None:
        """Until it is done, but not for ever: who has asked may be gone."""
        if self._thread is not None:
            self._thread.join(FINISH_SECONDS)
        self.halt()

    def halt(self) -> None:
        """End the search that is running; again and again, since it may be about to begin."""
        stop = getattr(self._player, "stop", None)
        while stop is not None and self._thread is not None and self._thread.is_alive():
            stop()
            self._thread.join(STOP_SECONDS)
        self.wait()

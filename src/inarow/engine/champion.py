"""The champion of games without gravity as a player."""

from __future__ import annotations

from inarow._core import Champion, Rules
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import SearchPlayer, SearchSettings
from inarow.game.position import Position


class ChampionPlayer(SearchPlayer):
    """A player that looks for forced wins, then searches whole turns. It keeps its table between moves."""

    def __init__(self, name: str = "champion", limits: Limits = NO_LIMITS) -> None:
        super().__init__(name, SearchSettings("champion", limits=limits))
        self._champions: dict[Rules, Champion] = {}

    def _searcher_for(self, position: Position, limits: Limits) -> Champion:
        """One champion for both sides: its scores do not depend on who asks."""
        if position.rules not in self._champions:
            self._champions[position.rules] = Champion(position.rules)
        return self._champions[position.rules]

    def stop(self) -> None:
        """End the search that is running, from any thread; it answers with the best found so far."""
        for champion in self._champions.values():
            champion.stop()

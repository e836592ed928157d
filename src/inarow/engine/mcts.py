"""Monte Carlo tree search as a player."""

from __future__ import annotations

from dataclasses import replace

from inarow._core import Champion, Mcts, Rules, Searcher
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import SearchPlayer, SearchSettings
from inarow.engine.weights import SHIPPED, weights_named
from inarow.game.position import Position


class MctsPlayer(SearchPlayer):
    """Grows a tree of positions where good moves are likely, for every game. It keeps the tree between moves."""

    def __init__(
        self,
        name: str = "mcts",
        limits: Limits = NO_LIMITS,
        exploration: float = 1.4,
        width: int = 16,
        weights: str = SHIPPED,
    ) -> None:
        super().__init__(name, SearchSettings("deepening", limits=limits))
        self._exploration = exploration
        self._width = width
        self._weights = weights
        self._trees: dict[Rules, Mcts] = {}

    def limits(self, outer: Limits) -> Limits:
        """The tighter limits, without a depth: a tree has none. Its usual time if nothing else ends the search."""
        both = replace(self.settings.limits.within(outer), depth=None)
        return both.otherwise(self.settings.usual) if both.is_open else both

    def stop(self) -> None:
        """End the search that is running, from any thread; it answers with the best found so far."""
        for tree in list(self._trees.values()):
            tree.stop()

    def forget(self) -> None:
        """Give up the trees, so that the next search does not depend on those before."""
        for tree in self._trees.values():
            tree.forget()

    def _searcher_for(self, position: Position, limits: Limits) -> Searcher | Champion | Mcts:
        """One tree for both sides of a game."""
        rules = position.rules
        if rules not in self._trees:
            weights = weights_named(self._weights, rules)
            self._trees[rules] = Mcts(rules, weights, exploration=self._exploration, width=self._width)
        return self._trees[rules]

"""What a worker does for the studio: choose a move, analyse a position, review a game, explain a loss."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import perf_counter
from typing import Any

from inarow._core import WIN, Rules, SearchError, SearchResult, final_stones
from inarow.engine import catalog
from inarow.engine.champion import within_reach
from inarow.engine.limits import Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.solver import ScoredMove, Solver
from inarow.game.position import Position
from inarow.studio.views import score_view, with_share

Send = Callable[[str, dict[str, Any]], None]
MOST_PLAYERS = 2  # kept with their tables


class TaskError(ValueError):
    """A task that cannot be done, with a code for the page."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Bench:
    """Where tasks are done: it keeps the last players, whose tables make the next search quicker."""

    def __init__(self, table_memory: int) -> None:
        self._table_memory = table_memory
        self._players: OrderedDict[tuple[str, str], Player] = OrderedDict()
        self._solver: Solver | None = None
        self._kinds = {"move": self._move, "analyse": self._analyse}

    def run(self, task: dict[str, Any], send: Send) -> None:
        """Do the task: any number of `info`, then `result`."""
        position = Position.after(Rules.parse(task["game"]), task["moves"])
        self._kinds[task["kind"]](task, position, send)

    def _limits(self, seconds: float) -> Limits:
        return Limits(seconds=seconds, memory=self._table_memory, threads=1)

    def _player(self, text: str, position: Position) -> Player:
        key = text, position.rules.spec
        if key not in self._players:
            while len(self._players) >= MOST_PLAYERS:
                self._players.popitem(last=False)
            try:
                self._players[key] = catalog.player(text)
            except ValueError as error:
                raise TaskError("bad_player", str(error)) from error
        self._players.move_to_end(key)
        return self._players[key]

    def _move(self, task: dict[str, Any], position: Position, send: Send) -> None:
        """One whole turn of a player."""
        player = self._player(task["player"], position)
        began = perf_counter()
        limits = self._limits(task["seconds"])
        cells: list[int] = []
        thought, now = None, position
        while not now.is_over and now.to_move == position.to_move:
            cells.append(player.choose(now, limits))
            thought = thought or getattr(player, "thought", None)
            now = now.play(cells[-1])
        found = getattr(player, "found", None)
        send(
            "result",
            {
                "move": cells,
                "score": None if thought is None else thought_view(thought),
                "line": list(found.line) if found else cells,
                "depth": thought.depth if thought else None,
                "nodes": thought.nodes if thought else None,
                "seconds": round(perf_counter() - began, 3),
            },
        )

    def _analyse(self, task: dict[str, Any], position: Position, send: Send) -> None:
        analysis = Analysis(position, send)
        seconds = task["seconds"]
        if within_reach(position, Limits(seconds=seconds)) and self._solve(analysis, position, seconds / 2):
            return
        player = self._player(task["player"], position)
        if not isinstance(player, SearchPlayer):
            raise TaskError("bad_player", f"{player.name} does not search, so it has no scores to show")
        lines = len(position.moves) if position.rules.gravity else task["lines"]
        excluded: list[tuple[int, ...]] = []
        limits = self._limits(seconds / lines)
        for _ in range(lines):
            try:
                result = player.think(position, limits, excluded=excluded, progress=analysis.watch)
            except SearchError:
                if not excluded:
                    raise
                break  # there are no more turns than these
            analysis.keep(result)
            excluded.append(result.turn)
        send("result", analysis.view())

    def _solve(self, analysis: Analysis, position: Position, seconds: float) -> bool:
        if self._solver is None or self._solver.rules != position.rules:
            self._solver = Solver(position.rules, memory=self._table_memory)
        solution = self._solver.solve(position, seconds=seconds)
        if not solution.is_complete:
            return False
        analysis.keep_solution(solution.moves, solution.nodes)
        analysis.send("result", analysis.view())
        return True


def thought_view(thought: Any) -> dict[str, Any] | None:
    """The score of a thought as the API writes it."""
    if thought.wins_in is not None:
        return with_share({"result": "win", "stones": thought.wins_in})
    if thought.loses_in is not None:
        return with_share({"result": "loss", "stones": thought.loses_in})
    if thought.is_draw:
        return with_share({"result": "draw"})
    return None if thought.score is None else with_share({"value": thought.score})


class Analysis:
    """The best moves of a position as they are found."""

    def __init__(self, position: Position, send: Send) -> None:
        self.send = send
        self._position = position
        self._began = perf_counter()
        self._nodes = 0
        self._solved = False
        self._kept: list[dict[str, Any]] = []

    def watch(self, result: SearchResult) -> None:
        """A search has finished one more depth."""
        self.send("info", self.view(result))

    def keep(self, result: SearchResult) -> None:
        """The best move but for those that are kept already."""
        self._kept.append(self._move(result))
        self._nodes += result.nodes
        self.send("info", self.view())

    def keep_solution(self, moves: tuple[ScoredMove, ...], nodes: int) -> None:
        """All moves with their exact scores."""
        position = self._position
        for move in moves:
            assert move.score is not None
            end = final_stones(position.rules, position.stones, move.score)
            sign = (move.score > 0) - (move.score < 0)
            value = sign * (WIN - end)
            self._kept.append(
                {
                    "cell": move.cell,
                    "turn": [move.cell],
                    "score": score_view(value, position.stones, True),
                    "line": [move.cell],
                    "depth": None,
                }
            )
        self._nodes += nodes
        self._solved = True

    def view(self, latest: SearchResult | None = None) -> dict[str, Any]:
        """What is known so far."""
        moves = self._kept if latest is None else [*self._kept, self._move(latest)]
        nodes = self._nodes + (latest.nodes if latest else 0)
        seconds = perf_counter() - self._began
        best = moves[0] if moves else None
        return {
            "depth": best["depth"] if best else None,
            "nodes": nodes,
            "seconds": round(seconds, 3),
            "speed": round(nodes / seconds) if seconds > 0.001 else None,
            "score": best["score"] if best else None,
            "line": best["line"] if best else [],
            "moves": moves,
            "solved": self._solved,
        }

    def _move(self, result: SearchResult) -> dict[str, Any]:
        return {
            "cell": result.turn[0],
            "turn": list(result.turn),
            "score": score_view(result.score, self._position.stones, result.is_proven),
            "line": list(result.line),
            "depth": result.depth,
        }

"""What a worker does for the studio: choose a move, analyse a position, review a game, explain a loss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

from inarow._core import Rules, SearchResult, Side
from inarow.engine import catalog
from inarow.engine.analysis import Analysis, analyse
from inarow.engine.analyst import Analyst
from inarow.engine.limits import Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.review import Review, ReviewedTurn, reviewed_turns
from inarow.engine.threats import threats
from inarow.engine.value import Result
from inarow.game.position import Position
from inarow.game.record import Record, Thought
from inarow.game.turns import side_of_stone, turns
from inarow.studio.views import line_view, score_view, thought_view, threats_view, value_view

Send = Callable[[str, dict[str, Any]], None]
INFO_SECONDS = 0.08  # between two reports of one search


class TaskError(ValueError):
    """A task that cannot be done, with a code for the page."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Bench:
    """Where tasks are done. It keeps the last player and analyst: their tables make the next search quicker."""

    def __init__(self, table_memory: int) -> None:
        self._table_memory = table_memory
        self._player: tuple[tuple[str, Rules], Player] | None = None
        self._analyst: Analyst | None = None
        self._kinds = {
            "move": self._move,
            "analyse": self._analyse,
            "review": self._review,
            "explain": self._explain,
            "threats": self._threats,
        }

    def run(self, task: dict[str, Any], send: Send) -> None:
        """Do the task: any number of `info`, then `result`."""
        position = Position.after(Rules.parse(task["game"]), task["moves"])
        send("result", self._kinds[task["kind"]](task, position, _Reports(send)))

    def _limits(self, task: dict[str, Any]) -> Limits:
        return Limits(seconds=task["seconds"], memory=self._table_memory, threads=1)

    def _player_for(self, text: str, rules: Rules) -> Player:
        key = text, rules
        if self._player is None or self._player[0] != key:
            self._player = self._analyst = None  # before others take their memory
            try:
                self._player = key, catalog.player(text)
            except ValueError as error:
                raise TaskError("bad_player", str(error)) from error
        return self._player[1]

    def _analyst_for(self, task: dict[str, Any], rules: Rules) -> Analyst:
        player = self._player_for(task["player"], rules)
        if not isinstance(player, SearchPlayer):
            raise TaskError("bad_player", f"{player.name} does not search, so it has no scores to show")
        if self._analyst is None:
            self._analyst = Analyst(rules, thinker=player, memory=self._table_memory)
        return self._analyst

    def _move(self, task: dict[str, Any], position: Position, reports: _Reports) -> dict[str, Any]:
        """One whole turn of a player."""
        player = self._player_for(task["player"], position.rules)
        if isinstance(player, SearchPlayer):
            player.watch = lambda result: reports.tell(partial(search_view, position, result))
        began = perf_counter()
        cells: list[int] = []
        thought: Thought | None = None
        now = position
        while not now.is_over and now.to_move == position.to_move:
            cells.append(player.choose(now, self._limits(task)))
            thought = thought or getattr(player, "thought", None)
            now = now.play(cells[-1])
        found = getattr(player, "found", None)
        return {
            "move": cells,
            "score": thought_view(thought),
            "line": list(found.line) if found else cells,
            "depth": thought.depth if thought else None,
            "nodes": thought.nodes if thought else None,
            "seconds": round(perf_counter() - began, 3),
        }

    def _analyse(self, task: dict[str, Any], position: Position, reports: _Reports) -> dict[str, Any]:
        """The best turns; where stones fall, every column."""
        lines = max(task["lines"], len(position.moves)) if position.rules.gravity else task["lines"]
        analyst = self._analyst_for(task, position.rules)
        latest: Analysis | None = None
        for analysis in analyse(position, self._limits(task), lines=lines, analyst=analyst):
            latest = analysis
            reports.tell(partial(analysis_view, analysis))
        assert latest is not None  # a position that goes on has at least one turn
        return analysis_view(latest)

    def _review(self, task: dict[str, Any], position: Position, reports: _Reports) -> dict[str, Any]:
        """Every turn of the game, from the last to the first."""
        record = Record.of(position)
        analyst = self._analyst_for(task, position.rules)
        count = len(turns(position.rules, position.history))
        done: list[ReviewedTurn] = []
        for turn in reviewed_turns(record, self._limits(task), analyst=analyst):
            done.append(turn)
            reports.tell_surely({**turn_view(turn), "done": len(done), "of": count})
        review = Review(record, tuple(reversed(done)))
        return {
            "moves": [turn_view(turn) for turn in review.turns],
            "rates": {
                "first": rates_view(review, Side.FIRST),
                "second": rates_view(review, Side.SECOND),
            },
        }

    def _explain(self, task: dict[str, Any], position: Position, _: _Reports) -> dict[str, Any]:
        """Whether the last turn loses, and the play that shows it."""
        limits = self._limits(task)
        analyst = self._analyst_for(task, position.rules)
        judgement = analyst.judge(position, limits)
        mover = side_of_stone(position.rules, position.stones - 1)
        value = judgement.value if mover == position.to_move else judgement.value.for_other()
        return {
            "loses": value.result == Result.LOSS,
            "score": value_view(value, position.stones),
            "line": list(analyst.forced_line(position, judgement, limits)),
        }

    def _threats(self, _: dict[str, Any], position: Position, __: _Reports) -> dict[str, Any]:
        """All threats, double ones too, however long they take."""
        return threats_view(position, threats(position))


class _Reports:
    """What is told while a task goes on: not more often than a page can show it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._next = 0.0

    def tell(self, view: Callable[[], dict[str, Any]]) -> None:
        """Report, unless something was reported just now."""
        if perf_counter() >= self._next:
            self._send("info", view())
            self._next = perf_counter() + INFO_SECONDS

    def tell_surely(self, view: dict[str, Any]) -> None:
        """Report something that will not come again."""
        self._send("info", view)


def search_view(position: Position, result: SearchResult) -> dict[str, Any]:
    """What a search has found so far."""
    score = score_view(result.score, position.stones, result.is_proven)
    turn, line = list(result.turn), list(result.line)
    return {
        **_work_view(result.nodes, result.seconds),
        "depth": result.depth,
        "score": score,
        "line": line,
        "moves": [{"cell": turn[0], "turn": turn, "score": score, "line": line, "depth": result.depth}],
    }


def analysis_view(analysis: Analysis) -> dict[str, Any]:
    """What an analysis has found so far."""
    moves = [line_view(line, analysis.position.stones) for line in analysis.lines]
    best = moves[0] if moves else None
    return {
        **_work_view(analysis.nodes, analysis.seconds),
        "depth": analysis.depth or None,
        "score": best["score"] if best else None,
        "line": best["line"] if best else [],
        "moves": moves,
        "solved": analysis.is_solved,
    }


def turn_view(turn: ReviewedTurn) -> dict[str, Any]:
    """One turn of a review."""
    mistake = turn.mistake
    return {
        "ply": turn.stones,
        "side": 1 if turn.side == Side.FIRST else 2,
        "played": list(turn.turn),
        "best": list(turn.best),
        "line": list(turn.line),
        "score": value_view(turn.before, turn.stones),
        "played_score": value_view(turn.after, turn.stones),
        "good": turn.is_good,
        "perfect": turn.is_perfect,
        "mistake": None
        if mistake is None
        else {
            "kind": str(mistake.kind),
            "better": list(mistake.better),
            "refutation": list(mistake.refutation),
        },
    }


def rates_view(review: Review, side: Side) -> dict[str, Any]:
    """How well a side played."""
    rates = review.rates(side)
    return {"turns": rates.turns, "good": rates.good, "perfect": rates.perfect, "proven": rates.proven}


def _work_view(nodes: int, seconds: float) -> dict[str, Any]:
    speed = round(nodes / seconds) if seconds > 0.001 else None
    return {"nodes": nodes, "seconds": round(seconds, 3), "speed": speed}

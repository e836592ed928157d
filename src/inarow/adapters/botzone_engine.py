"""Our players as a Botzone bot, started anew for every turn or kept running."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from inarow._core import Rules
from inarow.adapters.botzone import KEEP_RUNNING
from inarow.engine.limits import Limits
from inarow.engine.player import Player
from inarow.engine.score import thought_in_words
from inarow.game.botzone import message, rules_of, stones_of
from inarow.game.position import Position

LONGEST_DEBUG = 1000  # bytes; Botzone keeps 1 KB


class BotzoneEngine:
    """Answers requests. It finds out the game by their fields unless it is told."""

    def __init__(
        self, player: Player, rules: Rules | None, limits: Limits, out: TextIO, keeps_running: bool
    ) -> None:
        self._player = player
        self._rules = rules
        self._limits = limits
        self._out = out
        self._keeps_running = keeps_running
        self._position: Position | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answer the first line; if kept running, all. ValueError for what is no request."""
        for line in lines:
            if line.strip():
                self._answer(_object(line))
                if not self._keeps_running:
                    return

    def _answer(self, data: dict[str, Any]) -> None:
        position = self._after_request(data)
        turn: list[int] = []
        words = ""
        side = position.to_move
        while not position.is_over and position.to_move == side:
            turn.append(self._player.choose(position, self._limits))
            thought = getattr(self._player, "thought", None)
            words = thought_in_words(thought) if thought else words
            position = position.play(turn[-1])
        self._position = position
        answer = {"response": message(position.rules, turn), "debug": words[:LONGEST_DEBUG]}
        self._out.write(json.dumps(answer) + "\n")
        if self._keeps_running:
            self._out.write(KEEP_RUNNING + "\n")
        self._out.flush()

    def _after_request(self, data: dict[str, Any]) -> Position:
        """The position in which we are to move: after the newest request, or after all of the game."""
        if "requests" not in data:
            if self._position is None:
                raise ValueError("the first line must hold all requests and responses")
            position = _after(self._position, data)
        else:
            requests, responses = data["requests"], data.get("responses", [])
            lists = isinstance(requests, list) and isinstance(responses, list)
            if not lists or not requests or len(requests) != len(responses) + 1:
                raise ValueError("requests and responses must be lists, with one request more")
            position = Position(self._rules or _rules_of(requests[0]))
            for index, request in enumerate(requests):
                position = _after(position, request)
                if index < len(responses):
                    position = _after(position, responses[index])
        if position.is_over:
            raise ValueError("the game is over")
        return position


def _rules_of(request: object) -> Rules:
    try:
        return rules_of(request)
    except ValueError as error:
        raise ValueError(f"{error}; say --game") from None


def _after(position: Position, data: object) -> Position:
    return Position.after(position.rules, [*position.history, *stones_of(position, data)])


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"a request must be one line of JSON: {error}") from error
    if not isinstance(data, dict):
        raise ValueError("a request must be a JSON object")
    return data

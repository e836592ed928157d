"""Our players as an engine of our own line protocol, one JSON object a line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from functools import partial
from typing import Any, TextIO

from inarow import __version__
from inarow._core import Rules, SearchResult
from inarow.adapters.thinking import Thinking
from inarow.engine.limits import NAMES, Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.score import in_words, thought_of
from inarow.game.position import Position
from inarow.game.record import Thought, known_fields


class JsonlEngine:
    """One conversation. It reads on while it thinks, so that it can be stopped and asked whether it lives."""

    def __init__(self, player: Player, rules: Rules | None, limits: Limits, out: TextIO) -> None:
        self._player = player
        self._rules = rules  # of questions that do not name a game
        self._given = limits
        self._out = out
        self._lock = threading.Lock()
        self._thinking = Thinking()

    def run(self, lines: Iterable[str]) -> None:
        """Answer until the other side says quit or has nothing more to say."""
        self._say({"name": self._player.name, "version": __version__, "program": "inarow"})
        for line in lines:
            if line.strip() and not self._obey(line):
                self._thinking.halt()
                return
        self._thinking.finish()

    def _obey(self, line: str) -> bool:
        """Do what the line asks for; whether the conversation goes on."""
        known: dict[str, Any] = {}
        try:
            data = _object(line)
            known = {"id": data["id"]} if "id" in data else {}
            match data.get("do"):
                case "move":
                    self._thinking.wait()
                    position, limits = self._position(data), self._limits(data)
                    act = partial(self._move, position, limits, known, bool(data.get("info")))
                    self._thinking.start(self._player, act)
                case "stop":
                    self._thinking.halt()
                case "ping":
                    self._say({**known, "pong": True})
                case "quit":
                    return False
                case other:
                    raise ValueError(
                        f"there is no 'do' {json.dumps(other)}: known are move, stop, ping, quit"
                    )
        except ValueError as error:
            self._say({**known, "error": str(error)})
        return True

    def _say(self, data: dict[str, Any]) -> None:
        with self._lock:
            self._out.write(json.dumps(data, ensure_ascii=False) + "\n")
            self._out.flush()

    def _position(self, data: dict[str, Any]) -> Position:
        game, moves = data.get("game"), data.get("moves", [])
        if game is None and self._rules is None:
            raise ValueError('the question names no game: expected "game": "connect-four" or another')
        if not (game is None or isinstance(game, str)):
            raise ValueError(f'"game" is {json.dumps(game)[:40]}; expected a name or a spec')
        rules = self._rules if game is None else Rules.parse(game)
        assert rules is not None
        if isinstance(moves, str):
            position = Position.parse(f"{rules.spec}/{moves}")
        elif isinstance(moves, list) and all(_is_move(one) for one in moves):
            position = Position.after(rules, moves)
        else:
            raise ValueError('"moves" must be a list of cells, or a text such as "4433" or "j10k11k9"')
        if position.is_over:
            raise ValueError("the game is over")
        return position

    def _limits(self, data: dict[str, Any]) -> Limits:
        told = {name: data[name] for name in NAMES if data.get(name) is not None}
        for name, value in told.items():
            kinds = (int, float) if name in ("seconds", "bank") else (int,)
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise ValueError(f'"{name}" is {json.dumps(value)[:40]}; expected a number')
        return self._given.within(Limits(**told))

    def _move(self, position: Position, limits: Limits, known: dict[str, Any], has_info: bool) -> None:
        """Think and answer with the whole turn."""
        try:
            turn, thought = self._turn(position, limits, known if has_info else None)
        except Exception as error:  # of a player that somebody else wrote
            self._say({**known, "error": f"{self._player.name} failed: {error}"})
            return
        names = [position.rules.move_name(cell) for cell in turn]
        told = known_fields(thought) if thought else {}
        self._say({**known, "move": turn[0] if len(turn) == 1 else turn, "names": names, **told})

    def _turn(
        self, position: Position, limits: Limits, known: dict[str, Any] | None
    ) -> tuple[list[int], Thought | None]:
        if known is not None and isinstance(self._player, SearchPlayer):
            progress = partial(self._inform, position, known)
            result = self._player.think(position, limits, progress=progress)
            return list(result.turn), _thought(position, result)
        side, turn, thought = position.to_move, list[int](), None
        while not position.is_over and position.to_move == side:
            turn.append(self._player.choose(position, limits))
            thought = thought or getattr(self._player, "thought", None)
            position = position.play(turn[-1])
        return turn, thought

    def _inform(self, position: Position, known: dict[str, Any], result: SearchResult) -> None:
        """A line about what the search has found so far."""
        words = in_words(result.score, position.stones, result.is_proven)
        info = {**known_fields(_thought(position, result)), "words": words, "line": list(result.line)}
        self._say({**known, "info": {**info, "seconds": round(result.seconds, 3)}})


def _thought(position: Position, result: SearchResult) -> Thought:
    return thought_of(result.score, position.stones, result.is_proven, nodes=result.nodes, depth=result.depth)


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise ValueError('expected an object, for example {"do": "ping"}')
    return data


def _is_move(one: object) -> bool:
    return isinstance(one, (int, str)) and not isinstance(one, bool)

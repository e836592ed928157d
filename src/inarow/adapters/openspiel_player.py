"""A bot of OpenSpiel as one of our players: `openspiel:mcts`, `openspiel:random`, `openspiel:file.py:make`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from inarow._core import Side
from inarow.adapters.openspiel import INDEX, InarowGame, game_of
from inarow.engine import catalog, plugins
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.game.actions import action_of, cell_of
from inarow.game.position import Position

SHARE_OF_TIME = 0.9
NO_TIME_LIMIT = -1.0  # as MCTSBot has it
USUAL_SIMULATIONS, MOST_SIMULATIONS = 1000, 10**9
FEW_SIMULATIONS = 50  # where the game is written in Python
MCTS_OPTIONS: dict[str, tuple[Callable[[str], Any], Any]] = {
    "simulations": (int, None),  # a move; unless given, as many as the time allows, or as above
    "c": (float, 2.0),  # how much MCTS explores
    "rollouts": (int, 1),  # random games for a new position
    "memory": (int, 1000),  # MiB
    "seed": (int, 0),
}

MakeBot = Callable[[pyspiel.Game, int, Limits], pyspiel.Bot]


class OpenSpielPlayer:
    """A bot that is kept informed of the game through a state of its own."""

    def __init__(self, name: str, make: MakeBot, *, is_made_anew: bool) -> None:
        self.name = name
        self._make = make
        self._is_made_anew = is_made_anew  # for every move, as its limits are given when it is made
        self._bots: dict[Side, pyspiel.Bot] = {}
        self._position: Position | None = None
        self._state: pyspiel.State | None = None

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The cell of the action that the bot takes."""
        state = self._follow(position)
        side = position.to_move
        if side not in self._bots or self._is_made_anew:
            self._bots[side] = self._make(state.get_game(), INDEX[side], limits)
            self._bots[side].restart_at(state)
        action = self._bots[side].step(state)
        if action not in state.legal_actions():
            raise ValueError(f"the bot took action {action}; legal are {state.legal_actions()}")
        cell = cell_of(position, action)
        # A bot knows what it did itself: only the others' actions are told to it.
        self._position = position.play(cell)
        state.apply_action(action)
        return cell

    def _follow(self, position: Position) -> pyspiel.State:
        """The state of the position, after the bots were told how it came about."""
        known, state = self._position, self._state
        if known is None or state is None or position.rules != known.rules or not _continues(position, known):
            known, state = Position(position.rules), game_of(position.rules).new_initial_state()
            self._bots.clear()
        for cell in position.history[known.stones :]:
            action = action_of(position.rules, cell)
            for bot in self._bots.values():
                bot.inform_action(state, INDEX[known.to_move], action)
            state.apply_action(action)
            known = known.play(cell)
        self._position, self._state = known, state
        return state


def openspiel_player(text: str, name: str, options: Mapping[str, str]) -> OpenSpielPlayer:
    """The player of `openspiel:NAME` with its options."""
    if name == "random":
        values = _values(name, {"seed": (int, 0)}, options)
        return OpenSpielPlayer(
            text,
            lambda game, index, limits: pyspiel.make_uniform_random_bot(index, values["seed"]),
            is_made_anew=False,
        )
    if name == "mcts":
        values = _values(name, MCTS_OPTIONS, options)
        return OpenSpielPlayer(
            text, lambda game, index, limits: _mcts(game, values, limits), is_made_anew=True
        )
    if not plugins.is_plugin(name):
        raise catalog.CatalogError(
            f"there is no bot '{name}': expected openspiel:mcts, openspiel:random or openspiel:file.py:make, "
            "where make(game, player_id) returns a pyspiel.Bot"
        )
    plugins.check_place(name)
    return OpenSpielPlayer(
        text, lambda game, index, limits: plugins.load(name)(game, index, **options), is_made_anew=False
    )


def _mcts(game: pyspiel.Game, values: Mapping[str, Any], limits: Limits) -> Any:
    """Their search in C++, or in Python for games that are written in Python, where the other one crashes."""
    simulations = values["simulations"] or limits.nodes
    if isinstance(game, InarowGame):
        from open_spiel.python.algorithms import mcts

        random = np.random.RandomState(values["seed"])
        judge = mcts.RandomRolloutEvaluator(values["rollouts"], random)
        return mcts.MCTSBot(game, values["c"], simulations or FEW_SIMULATIONS, judge, random_state=random)
    # Given seconds, the bot uses all of them, whatever the number of simulations.
    is_timed = simulations is None and limits.seconds is not None
    seconds = SHARE_OF_TIME * limits.seconds if is_timed and limits.seconds else NO_TIME_LIMIT
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(values["rollouts"], values["seed"]),
        values["c"],
        simulations or (MOST_SIMULATIONS if is_timed else USUAL_SIMULATIONS),
        values["memory"],
        True,  # proves wins and losses that it meets
        values["seed"],
        False,
        max_wall_clock_time=seconds,
    )


def _values(
    name: str, known: Mapping[str, tuple[Callable[[str], Any], Any]], given: Mapping[str, str]
) -> dict[str, Any]:
    """The options of a bot, given or default."""
    values = {key: default for key, (_, default) in known.items()}
    for key, text in given.items():
        if key not in known:
            raise catalog.CatalogError(f"openspiel:{name} has no option '{key}'; it has {', '.join(known)}")
        read, _ = known[key]
        try:
            values[key] = read(text)
        except ValueError:
            values[key] = -1
        if values[key] < 0:
            raise catalog.CatalogError(f"{key}={text}: expected a number of 0 or more")
    return values


def _continues(position: Position, known: Position) -> bool:
    return position.history[: known.stones] == known.history

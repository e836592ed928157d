"""OpenSpiel: our players as its bots, its bots as our players, and every game of ours as one of its games.

Needs OpenSpiel: pip install 'inarow[openspiel]'. Importing this module registers two games there: `connect6`, and
`inarow(rules=...)` for any other rules. One action is one stone: a column where stones fall, else
row * columns + column with row 0 at the top, as OpenSpiel's own games have it. A side that places several stones in
a turn stays the current player.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from inarow._core import Rules, Side
from inarow.adapters.players import player as player_of
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import Player
from inarow.game.actions import action_count, action_of, cell_of
from inarow.game.position import Position
from inarow.game.variants import CONNECT6

GAME_NAME, CONNECT6_NAME = "inarow", "connect6"
INDEX = {Side.FIRST: 0, Side.SECOND: 1}  # of the player that is the side, as OpenSpiel counts them
STONES = ".xo"


def rules_of(game: pyspiel.Game) -> Rules:
    """The rules of a game of OpenSpiel. ValueError for games that are not in this family."""
    return _rules_named(str(game))


@cache
def _rules_named(text: str) -> Rules:
    game = pyspiel.load_game(text)
    name, given = game.get_type().short_name, game.get_parameters()
    if name == "connect_four":
        return Rules(given["columns"], given["rows"], given["x_in_row"], gravity=True)
    if name == "tic_tac_toe":
        return Rules(3, 3, 3)
    if name == "mnk":
        return Rules(given["m"], given["n"], given["k"])
    if name == "gomoku" and given["dims"] == 2 and not given["wrap"] and not given["anti"]:
        return Rules(given["size"], given["size"], given["connect"])
    if name in (GAME_NAME, CONNECT6_NAME):
        return Rules.parse(given.get("rules", CONNECT6.name))
    raise ValueError(
        f"{text} is not a game of ours; known are connect_four, tic_tac_toe, mnk, gomoku without wrap and anti, "
        f"{CONNECT6_NAME} and {GAME_NAME}"
    )


@cache
def game_of(rules: Rules) -> pyspiel.Game:
    """OpenSpiel's own game of these rules, which is quick, or the one that is registered here."""
    if rules == Rules(rules.columns, rules.rows, rules.line_length, gravity=True):
        return pyspiel.load_game(
            f"connect_four(rows={rules.rows},columns={rules.columns},x_in_row={rules.line_length})"
        )
    if rules == Rules(rules.columns, rules.rows, rules.line_length):
        return pyspiel.load_game(f"mnk(m={rules.columns},n={rules.rows},k={rules.line_length})")
    return registered_game(rules)


def registered_game(rules: Rules) -> pyspiel.Game:
    """The game of these rules that is played by our core."""
    return pyspiel.load_game(CONNECT6_NAME if rules == CONNECT6 else f"{GAME_NAME}(rules={rules.spec})")


def position_of(state: pyspiel.State) -> Position:
    """The position of a state of any game that `rules_of` knows."""
    if isinstance(state, InarowState):
        return state.position
    position = Position(rules_of(state.get_game()))
    for action in state.history():
        position = position.play(cell_of(position, action))
    return position


class InarowBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our players as a bot, for `pyspiel.evaluate_bots` and all else that takes one.

    The player is one of ours or its text, such as "champion seconds=1"; limits are for a turn.
    """

    def __init__(self, player: Player | str, limits: Limits = NO_LIMITS) -> None:
        super().__init__()
        self._player = player_of(player) if isinstance(player, str) else player
        self._limits = limits

    def step(self, state: pyspiel.State) -> int:
        """The action that the player chooses."""
        position = position_of(state)
        return action_of(position.rules, self._player.choose(position, self._limits))

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """All legal actions with 1 for the chosen one, and that action."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def restart(self) -> None:
        """Nothing: a player needs to be told no more than the state."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing: a player needs to be told no more than the state."""

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        """Nothing: a player needs to be told no more than the state."""


class InarowGame(pyspiel.Game):  # type: ignore[misc]
    """A game of any rules, played by our core."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self._start(GAME_TYPE, Rules.parse((params or {}).get("rules", CONNECT6.name)), params)

    def _start(self, kind: pyspiel.GameType, rules: Rules, params: dict[str, Any] | None) -> None:
        self.rules = rules
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(rules),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.cells,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self, state: object = None) -> InarowState:
        """The empty board."""
        return InarowState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What sees the board; for those who ask for all that happened, the history."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class Connect6Game(InarowGame):
    """Connect6, which OpenSpiel does not have."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self._start(CONNECT6_TYPE, CONNECT6, params)


class InarowState(pyspiel.State):  # type: ignore[misc]
    """A position as a state."""

    def __init__(self, game: InarowGame) -> None:
        super().__init__(game)
        self.position = Position(game.rules)

    def current_player(self) -> int:
        """Who is to move."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return INDEX[self.position.to_move]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action_of(self.position.rules, cell) for cell in self.position.moves)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(cell_of(self.position, action))

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.position.rules
        name = str(action + 1) if rules.gravity else rules.cell_name(cell_of(self.position, action))
        return f"{STONES[player + 1]}({name})"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both while nobody has won."""
        winner = self.position.winner
        return [0.0 if winner is None else 1.0 if winner == side else -1.0 for side in INDEX]

    def __str__(self) -> str:
        return _drawn(self.position)


class BoardObserver:
    """The board as planes [empty | first | second, row from the top, column], and as text."""

    def __init__(self, rules: Rules, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation, but these were given: {params}")
        shape = (len(STONES), rules.rows, rules.columns)
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: InarowState, player: int) -> None:
        """Write the state into the tensor."""
        board = state.position.board[::-1]
        for stone in range(len(STONES)):
            self.dict["observation"][stone] = board == stone

    def string_from(self, state: InarowState, player: int) -> str:
        """The board as text."""
        return _drawn(state.position)


def _drawn(position: Position) -> str:
    return "\n".join("".join(STONES[stone] for stone in row) for row in position.board[::-1])


def _game_type(name: str, about: str, parameters: dict[str, Any]) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=about,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


GAME_TYPE = _game_type(GAME_NAME, "Any game of k in a row", {"rules": CONNECT6.name})
CONNECT6_TYPE = _game_type(CONNECT6_NAME, "Connect6", {})
pyspiel.register_game(GAME_TYPE, InarowGame)
pyspiel.register_game(CONNECT6_TYPE, Connect6Game)

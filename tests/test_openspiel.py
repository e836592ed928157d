"""OpenSpiel, the real one: our players as its bots, its bots as our players, our games as its games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from arena_testing import job, played_in_worker
from inarow import Ending, Position, Random, Rules, Side
from inarow.adapters.openspiel import InarowBot, game_of, position_of, registered_game, rules_of
from inarow.adapters.players import check_name, player
from inarow.engine.limits import Limits
from inarow.game.actions import action_of, cell_of
from inarow.game.variants import CONNECT6

THEIRS = [
    "connect_four",
    "connect_four(rows=5,columns=8,x_in_row=3)",
    "mnk(m=6,n=4,k=3)",
    "gomoku(size=7,connect=4)",
]


@pytest.mark.parametrize(
    "rules", ["connect6", "drop-7x6x4", "drop-6x5x4-p2-q1", "place-5x4x3-p3-q2", "place-6x6x4-exact"]
)
def test_our_games_pass_the_tests_of_openspiel(rules: str) -> None:
    game = registered_game(Rules.parse(rules))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_connect6_is_loaded_by_its_name() -> None:
    state = pyspiel.load_game("connect6").new_initial_state()
    assert state.current_player() == 0
    state.apply_action(9 * 19 + 9)
    assert [state.current_player(), state.action_to_string(1, 0)] == [1, "o(a19)"]
    state.apply_action(0)
    assert state.current_player() == 1  # it has another stone
    state.apply_action(1)
    assert state.current_player() == 0
    assert position_of(state).text == "connect6/j10a19b19"
    assert str(state).splitlines()[0] == "oo" + 17 * "."


def test_a_won_game_of_connect6_has_its_returns() -> None:
    state = pyspiel.load_game("connect6").new_initial_state()
    # First fills the middle row from the left, second the top and the bottom row with gaps.
    for action in (171, 0, 2, 172, 173, 4, 6, 174, 175, 8, 10, 176):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [1, -1]
    assert state.legal_actions() == []


@pytest.mark.parametrize("name", ["connect_four", "mnk(m=6,n=4,k=3)"])
def test_our_game_and_theirs_agree_on_random_games(name: str) -> None:
    theirs = pyspiel.load_game(name)
    ours = registered_game(rules_of(theirs))
    random = Random(3)
    for _ in range(20):
        states = [theirs.new_initial_state(), ours.new_initial_state()]
        while not states[0].is_terminal():
            legal = states[0].legal_actions()
            assert states[1].legal_actions() == legal
            action = legal[random.below(len(legal))]
            for state in states:
                state.apply_action(action)
            assert states[0].current_player() == states[1].current_player()
        assert states[1].is_terminal()
        assert states[0].returns() == states[1].returns()
        assert position_of(states[0]) == position_of(states[1])


@settings(max_examples=40, deadline=None)
@given(strategies.positions(largest=8), st.integers(0, 2**32))
def test_actions_and_cells_are_the_same_both_ways(position: Position, seed: int) -> None:
    for cell in position.moves:
        assert cell_of(position, action_of(position.rules, cell)) == cell


def test_the_observer_sees_the_board_from_the_top() -> None:
    state = registered_game(Rules.parse("drop-3x2x3")).new_initial_state()
    for action in (0, 1, 0):
        state.apply_action(action)
    planes = np.array(state.observation_tensor()).reshape(3, 2, 3)
    assert planes[1].tolist() == [[1, 0, 0], [1, 0, 0]]
    assert planes[2].tolist() == [[0, 0, 0], [0, 1, 0]]
    assert planes.sum() == 6
    assert state.observation_string() == "x..\nxo."
    assert state.information_state_string() == "0, 1, 0"


def test_rules_have_their_game_there() -> None:
    assert str(game_of(Rules.parse("connect-four"))) == "connect_four(columns=7,rows=6,x_in_row=4)"
    assert str(game_of(Rules.parse("gomoku"))) == "mnk(k=5,m=15,n=15)"
    assert str(game_of(CONNECT6)) == "connect6()"
    assert str(game_of(Rules.parse("gomoku-exact"))) == "inarow(rules=place-15x15x5-exact)"
    for name in (*THEIRS, "tic_tac_toe", "inarow(rules=drop-6x5x4-p2-q1)"):
        assert rules_of(game_of(rules_of(pyspiel.load_game(name)))) == rules_of(pyspiel.load_game(name))


@pytest.mark.parametrize("name", ["chess", "gomoku(wrap=true)", "gomoku(anti=true)", "gomoku(dims=3,size=4)"])
def test_a_game_of_another_family_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a game of ours; known are connect_four"):
        rules_of(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [*THEIRS, "tic_tac_toe", "connect6", "inarow(rules=drop-6x5x4-p2-q1)"])
def test_our_players_play_in_evaluate_bots(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [InarowBot("alphabeta depth=2 nodes=300 candidates=near"), pyspiel.make_uniform_random_bot(1, 5)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    assert returns in ([1, -1], [0, 0]) or name == "tic_tac_toe"
    assert sum(returns) == 0


def test_our_champion_beats_their_mcts_in_evaluate_bots() -> None:
    game = pyspiel.load_game("connect_four")
    judge = pyspiel.RandomRolloutEvaluator(1, 7)
    for seat in (0, 1):
        mcts = pyspiel.MCTSBot(game, judge, 2.0, 50, 10, True, 7, False)
        bots = [mcts, mcts]
        bots[seat] = InarowBot("champion", Limits(nodes=20_000))
        assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[seat] == 1


def test_a_bot_of_ours_says_what_it_would_do() -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    policy, action = InarowBot("first").step_with_policy(state)
    assert action == 0
    assert policy == [(0, 1.0), *((other, 0.0) for other in range(1, 7))]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("openspiel:mcts simulations=20 seed=3", "connect-four"),
        ("openspiel:mcts simulations=5 rollouts=2 c=1.4 memory=10", "tic-tac-toe"),
        ("openspiel:mcts simulations=2", "place-5x5x4-p2-q1"),
        ("openspiel:random seed=4", "connect6"),
    ],
)
def test_their_bots_play_in_our_arena(text: str, rules: str) -> None:
    [record] = played_in_worker(job(text, "random seed=1", rules=rules))
    assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note
    assert record.players[0] == text


def test_their_mcts_wins_where_it_can() -> None:
    position = Position.parse("connect-four/414141")
    assert player("openspiel:mcts simulations=200").choose(position) == position.move("4")
    assert player("openspiel:mcts").choose(position, Limits(nodes=200)) == position.move("4")
    assert player("openspiel:mcts").choose(position, Limits(seconds=0.5)) in position.moves


class Recorder(pyspiel.Bot):  # type: ignore[misc]
    """Plays the first action and writes down what it is told."""

    def __init__(self, told: list[Any]) -> None:
        super().__init__()
        self.told = told

    def step(self, state: pyspiel.State) -> int:
        self.told.append(("step", list(state.history())))
        return int(state.legal_actions()[0])

    def restart_at(self, state: pyspiel.State) -> None:
        self.told.append(("restart_at", list(state.history())))

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        self.told.append(("inform", player_id, action))


told: list[Any] = []


def make(game: pyspiel.Game, player_id: int, answer: str = "") -> pyspiel.Bot:
    return Recorder(told)


def nonsense(game: pyspiel.Game, player_id: int) -> pyspiel.Bot:
    bot = Recorder([])
    bot.step = lambda state: 99  # type: ignore[method-assign]
    return bot


def test_a_bot_of_the_user_is_told_what_happens() -> None:
    from inarow.engine import plugins

    place = str(Path(__file__).resolve())
    heard = plugins.load(f"{place}:told")
    asked = player(f"openspiel:{place}:make answer=yes")
    position = Position.parse("connect-four/7")
    position = position.play(asked.choose(position)).play("4")
    asked.choose(position)
    asked.choose(Position.parse("connect-four"))
    assert heard == [
        ("restart_at", [6]),
        ("step", [6]),
        ("inform", 0, 3),
        ("step", [6, 0, 3]),
        ("restart_at", []),
        ("step", []),
    ]


def test_what_is_wrong_with_a_bot_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match="there is no bot 'alphazero': expected openspiel:mcts, openspiel:random"
    ):
        check_name("openspiel:alphazero")
    with pytest.raises(ValueError, match="openspiel:mcts has no option 'depth'; it has simulations, c"):
        check_name("openspiel:mcts depth=3")
    with pytest.raises(ValueError, match="simulations=many: expected a number"):
        check_name("openspiel:mcts simulations=many")
    with pytest.raises(ValueError, match="there is no file"):
        check_name(f"openspiel:{tmp_path}/none.py:make")
    asked = player(f"openspiel:{Path(__file__).resolve()}:nonsense")
    with pytest.raises(ValueError, match="the bot took action 99; legal are"):
        asked.choose(Position.parse("connect-four"))


def test_a_player_of_theirs_can_sit_on_both_sides() -> None:
    asked = player("openspiel:random seed=1")
    position = Position.parse("tic-tac-toe")
    while not position.is_over:
        position = position.play(asked.choose(position))
    assert position.winner in (None, Side.FIRST, Side.SECOND)

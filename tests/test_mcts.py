"""Monte Carlo tree search: what it proves is true, it plays every game, and it keeps to its limits."""

import pytest

from inarow import Position, Random, Rules
from inarow._core import LARGEST_GUESS, WIN, Mcts, SearchError
from inarow.engine.catalog import player
from inarow.engine.limits import Limits
from inarow.engine.mcts import MctsPlayer
from inarow.engine.solver import Solver

GAMES = [
    "tic-tac-toe",
    "connect-four",
    "gomoku",
    "gomoku-exact",
    "connect6",
    "drop-5x4x4-exact",
    "drop-6x5x4-p2-q1",
    "place-7x7x4-p3-q2",
    "place-8x8x6-p2-q3",
    "drop-40x8x5",
    "place-1x1x1",
]
SOLVED = [  # by exhaustive search
    ("tic-tac-toe", 0),
    ("place-4x3x3", 1),
    ("place-4x4x3-p2-q1", 1),
    ("place-4x4x3-p3-q1", -1),
    ("drop-4x4x3", 1),
    ("drop-4x4x3-p2-q1", -1),
    ("drop-3x3x3", 0),
]


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.parametrize(("game", "value"), SOLVED)
def test_small_games_are_proved(game: str, value: int) -> None:
    rules = Rules.parse(game)
    result = Mcts(rules).search(Position(rules), nodes=400_000)
    assert result.is_proven
    assert sign(result.score) == value


@pytest.mark.parametrize("game", ["drop-4x4x3", "drop-5x4x4", "drop-4x5x3"])
def test_what_it_proves_is_what_the_solver_says(game: str) -> None:
    rules = Rules.parse(game)
    solver = Solver(rules, memory=1, book=None)
    proved = 0
    for seed in range(40):
        random = Random(seed)
        position = Position(rules)
        for _ in range(4 + seed % 8):
            after = position.play(random.move(position))
            if not after.is_over:
                position = after
        result = Mcts(rules).search(position, nodes=3000)
        if result.is_proven:
            proved += 1
            score = solver.solve(position, moves=False).score
            assert score is not None
            assert sign(result.score) == sign(score)
    assert proved > 10


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game_to_its_end_by_the_rules(game: str) -> None:
    rules = Rules.parse(game)
    mcts = Mcts(rules)
    position = Position(rules)
    while not position.is_over and position.stones < 60:
        result = mcts.search(position, nodes=40)
        assert 1 <= len(result.turn) <= position.stones_left
        played = position
        for cell in result.line:
            played = played.play(cell)
        for cell in result.turn:
            position = position.play(cell)
            if position.is_over:
                break


def test_the_same_nodes_give_the_same_search() -> None:
    position = Position.parse("connect6/j10k11k9")
    one, two = (Mcts(position.rules).search(position, nodes=500) for _ in range(2))
    assert (one.turn, one.score, one.line, one.nodes) == (two.turn, two.score, two.line, two.nodes)
    assert one.nodes == 500


def test_a_win_is_taken_and_a_threat_is_stopped() -> None:
    winning = Position.parse("connect-four/112233")
    result = Mcts(winning.rules).search(winning, nodes=50)
    assert result.is_proven
    assert result.score == WIN - 7
    stopping = Position.parse("connect-four/11223")
    assert Mcts(stopping.rules).search(stopping, nodes=400).turn == (3,)


def test_one_node_is_enough_for_a_move() -> None:
    position = Position.parse("connect-four/4354")
    assert position.is_legal(Mcts(position.rules).search(position, nodes=1).turn[0])


def test_the_tree_is_kept_from_move_to_move() -> None:
    rules = Rules.parse("drop-4x4x3")
    mcts = Mcts(rules)
    first = mcts.search(Position(rules), nodes=400_000)
    assert first.is_proven
    after = Position(rules).play(first.turn[0])
    again = mcts.search(after, nodes=1_000_000)
    assert again.is_proven
    assert again.nodes < first.nodes
    mcts.forget()
    assert mcts.search(Position(rules), nodes=10).nodes == 10


def test_little_memory_is_recycled() -> None:
    position = Position.parse("gomoku/h8i9")
    small = Mcts(position.rules).search(position, nodes=6000, memory=1 << 18)
    assert small.nodes == 6000
    assert small.table_bytes <= 1 << 18
    assert position.is_legal(small.turn[0])


def test_threads_add_up_what_they_found() -> None:
    position = Position.parse("drop-9x9x5/4545")
    result = Mcts(position.rules).search(position, nodes=600, threads=3)
    assert 600 <= result.nodes <= 603
    assert position.is_legal(result.turn[0])


def test_excluded_turns_are_not_chosen() -> None:
    position = Position.parse("connect-four/44")
    mcts = Mcts(position.rules)
    best = mcts.search(position, nodes=300).turn
    second = mcts.search(position, nodes=300, excluded=[best]).turn
    assert second != best
    pair = Position.parse("connect6/j10")
    mcts = Mcts(pair.rules)
    best = mcts.search(pair, nodes=300).turn
    assert mcts.search(pair, nodes=300, excluded=[best]).turn != best
    with pytest.raises(SearchError, match="excluded"):
        Mcts(position.rules).search(position, nodes=9, excluded=[[cell] for cell in position.moves])


def test_wrong_wishes_are_refused() -> None:
    rules = Rules.parse("tic-tac-toe")
    with pytest.raises(SearchError, match="no depth"):
        Mcts(rules).search(Position(rules), depth=3)
    with pytest.raises(SearchError, match="another game"):
        Mcts(rules).search(Position(Rules.parse("connect-four")), nodes=3)
    with pytest.raises(SearchError, match="exploration"):
        Mcts(rules, exploration=0)
    with pytest.raises(ValueError, match="exploration=0: expected a number above 0"):
        player("mcts exploration=0")


def test_the_player_chooses_whole_turns() -> None:
    chosen = MctsPlayer(limits=Limits(nodes=200))
    position = Position.parse("connect6/j10")
    first = chosen.choose(position)
    second = chosen.choose(position.play(first))
    assert position.play(first).is_legal(second)
    assert chosen.thought is None  # the second stone was planned with the first
    assert abs(player("mcts nodes=50").think(position).score) <= LARGEST_GUESS  # type: ignore[attr-defined]

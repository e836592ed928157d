"""The exact solver against a slow search, known values, and its own promises."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from inarow import Outcome, Position, Rules
from inarow._core import DropSolver, SolveError, SolveResult, final_stones
from inarow.engine.solver import Proof, Solver

Board = tuple[str, ...]  # a string of X and O for each column, from the bottom


def has_line(rules: Rules, board: Board, column: int) -> bool:
    """Whether the top stone of the column is in a line."""
    row = len(board[column]) - 1
    stone = board[column][row]

    def run(right: int, up: int) -> int:
        x, y, length = column + right, row + up, 0
        while 0 <= x < rules.columns and 0 <= y < len(board[x]) and board[x][y] == stone:
            x, y, length = x + right, y + up, length + 1
        return length

    return any(1 + run(x, y) + run(-x, -y) >= rules.line_length for x, y in ((0, 1), (1, 0), (1, 1), (1, -1)))


def slow_scores(rules: Rules, last: int | None = None) -> Callable[[Board], int]:
    """A function from boards to scores that tries everything, until so many stones are on the board."""
    cells = rules.columns * rules.rows
    last = cells if last is None else last

    @cache
    def score(board: Board) -> int:
        stones = sum(map(len, board))
        best = -cells
        for column in range(rules.columns):
            if len(board[column]) == rules.rows:
                continue
            after = (*board[:column], board[column] + "XO"[stones % 2], *board[column + 1 :])
            if has_line(rules, after, column):
                return (cells - stones - 1) // 2 + 1
            best = max(best, -score(after) if stones + 1 < last else 0)
        return best

    return score


def board_of(position: Position) -> Board:
    """The same stones by columns."""
    columns = [""] * position.rules.columns
    for number, cell in enumerate(position.history):
        columns[cell % position.rules.columns] += "XO"[number % 2]
    return tuple(columns)


def random_position(rules: Rules, empty: int, seed: int) -> Position:
    """A position of a game that goes on, with so many empty cells."""
    generator = random.Random(seed)
    while True:
        position = Position(rules)
        while position.stones < rules.columns * rules.rows - empty:
            going_on = [after for after in map(position.play, position.moves) if not after.is_over]
            if not going_on:
                break
            position = generator.choice(going_on)
        else:
            return position


# One, two and several machine words; odd and even heights; lines of three to six.
@pytest.mark.parametrize(
    ("game", "empty"),
    [
        ("drop-3x3x3", 9),
        ("drop-4x3x3", 10),
        ("drop-4x4x4", 10),
        ("drop-5x5x3", 9),
        ("drop-5x4x4", 9),
        ("drop-4x5x4", 10),
        ("drop-5x6x5", 9),
        ("drop-6x5x4", 9),
        ("drop-7x6x4", 8),
        ("drop-7x7x5", 8),
        ("drop-8x7x4", 7),
        ("drop-2x9x3", 12),
        ("drop-9x2x3", 8),
        ("drop-9x7x5", 7),
        ("drop-11x10x6", 6),
        ("drop-6x19x5", 7),
        ("drop-8x15x5", 7),
        ("drop-12x12x6", 6),
        ("drop-20x20x6", 5),
        ("drop-25x19x8", 5),
    ],
)
def test_scores_are_those_of_a_search_that_tries_everything(game: str, empty: int) -> None:
    rules = Rules.parse(game)
    solver = Solver(rules, memory=1, book=None)
    slow_score = slow_scores(rules)
    for seed in range(5):
        position = random_position(rules, empty, seed)
        solution = solver.solve(position)
        assert solution.score == slow_score(board_of(position))
        assert solution.is_complete
        assert solution.moves[0].score == solution.score
        for move in solution.moves:
            after = position.play(move.cell)
            if not after.is_over:
                assert move.score == -slow_score(board_of(after))


@pytest.mark.parametrize(
    ("game", "winner", "stones"),
    [
        ("drop-4x4x4", 0, 16),
        ("drop-5x4x4", 0, 20),
        ("drop-6x4x4", -1, 24),
        ("drop-7x4x4", 0, 28),
        ("drop-4x5x4", 0, 20),
        ("drop-5x5x4", 0, 25),
        ("drop-6x5x4", 0, 30),
        ("drop-4x6x4", 0, 24),
        ("drop-4x7x4", 0, 28),
        ("drop-4x9x4", 0, 36),
    ],
)
def test_small_boards_have_their_known_values(game: str, winner: int, stones: int) -> None:
    position = Position(Rules.parse(game))
    solution = Solver(position.rules, memory=8, book=None).solve(position, moves=False)
    assert solution.proof.sign() == Proof(winner, winner)
    assert solution.stones == stones


def test_a_win_at_once_scores_the_stones_it_saves() -> None:
    position = Position.parse("connect-four/121212")
    solution = Solver(position.rules, memory=1, book=None).solve(position)
    assert solution.score == 18  # of 21 stones the winner uses 4
    assert solution.stones == 1
    assert solution.moves[0].cell == 3 * 7


def test_a_finished_game_has_the_score_of_its_end() -> None:
    won = Position.parse("connect-four/1212121")
    solution = Solver(won.rules, memory=1, book=None).solve(won)
    assert (solution.score, solution.stones, solution.moves) == (-18, 0, ())
    drawn = Position.parse("drop-4x4x4/1113233214423442")
    assert drawn.outcome == Outcome.DRAW
    assert Solver(drawn.rules, memory=1, book=None).solve(drawn).score == 0


def test_the_weak_question_has_the_sign_of_the_score() -> None:
    rules = Rules.parse("drop-6x5x4")
    solver = Solver(rules, memory=1, book=None)
    for seed in range(20):
        position = random_position(rules, 15, seed)
        score = solver.solve(position, moves=False).score
        assert score is not None
        solver.forget()
        weak = solver.solve(position, weak=True)
        assert weak.score == (score > 0) - (score < 0)
        assert weak.moves[0].score == weak.score


def test_mirror_images_have_one_key_and_one_score() -> None:
    rules = Rules.parse("drop-7x6x4")
    solver = Solver(rules, memory=1, book=None)
    for seed in range(10):
        position = random_position(rules, 16, seed)
        mirrored = Position(rules)
        for cell in position.history:
            column = cell % rules.columns
            mirrored = mirrored.play(cell - column + rules.columns - 1 - column)
        assert solver.key(position) == solver.key(mirrored)
        assert solver.solve(position, moves=False).score == solver.solve(mirrored, moves=False).score


@pytest.mark.parametrize(
    "idea", ["following", "zugzwang", "transposition_cuts", "threat_order", "mirror", "near_table"]
)
def test_no_idea_changes_a_score(idea: str) -> None:
    rules = Rules.parse("drop-7x6x4")
    full = DropSolver(rules, memory=1 << 20)
    without = DropSolver(rules, memory=1 << 20, **{idea: False})
    for seed in range(12):
        position = random_position(rules, 18, seed)
        assert full.solve(position).lower == without.solve(position).lower


@pytest.mark.parametrize(("seed", "score"), [(298, 23), (354, -23)])
def test_a_quick_end_on_a_wide_board_is_found_at_once(seed: int, score: int) -> None:
    position = random_position(Rules.parse("drop-10x6x4"), 50, seed)
    slow_score = slow_scores(position.rules, last=final_stones(position.rules, position.stones, score))
    assert slow_score(board_of(position)) == score
    found = DropSolver(position.rules, memory=1 << 20).solve(position, nodes=5_000)
    assert (found.lower, found.upper) == (score, score)
    without = DropSolver(position.rules, memory=1 << 20, short_ends=False).solve(position, nodes=5_000)
    assert without.lower < score < without.upper


def test_quick_ends_change_no_score_of_a_wide_board() -> None:
    rules = Rules.parse("drop-9x5x4")
    full = DropSolver(rules, memory=1 << 20)
    without = DropSolver(rules, memory=1 << 20, short_ends=False)
    for seed in range(12):
        position = random_position(rules, 22, seed)
        for weak in (False, True):
            ours, theirs = full.solve(position, weak=weak), without.solve(position, weak=weak)
            assert Proof(ours.lower, ours.upper).sign() == Proof(theirs.lower, theirs.upper).sign()
            assert weak or ours.lower == theirs.lower == theirs.upper


def test_two_threads_find_the_same_scores() -> None:
    rules = Rules.parse("drop-7x6x4")
    one = Solver(rules, memory=2, book=None)
    two = Solver(rules, memory=2, threads=2, book=None)
    for seed in range(12):
        position = random_position(rules, 18, seed)
        assert one.solve(position, moves=False).score == two.solve(position, moves=False).score


def test_a_limit_leaves_bounds_that_hold() -> None:
    rules = Rules.parse("drop-7x6x4")
    solver = Solver(rules, memory=1, book=None)
    empty = solver.solve(Position(rules), nodes=1)
    assert empty.score is None
    assert empty.stones is None
    assert not empty.is_complete
    assert empty.lower <= 1 <= empty.upper  # the first side wins with its last stone but one
    for seed in range(10):
        position = random_position(rules, 20, seed)
        solver.forget()
        limited = solver.solve(position, nodes=1, moves=False)
        score = solver.solve(position, moves=False).score
        assert score is not None
        assert limited.lower <= score <= limited.upper


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_left_of_a_question_out_of_time_spoils_no_other(threads: int) -> None:
    """The answer does not wait for it: it may still be at work when the next question comes."""
    rules = Rules.parse("drop-7x6x4")
    solver, other = (Solver(rules, memory=4, threads=threads, book=None) for _ in range(2))
    told: list[SolveResult] = []
    for seed in range(12):
        position = random_position(rules, 14 + seed % 4, seed)
        for seconds in (1e-6, 0.002, 0.02):
            limited = solver.solve(position, seconds=seconds, progress=told.append)
            if seed % 3 == 0:
                solver.forget()
            score = other.solve(position, moves=False).score
            assert score is not None
            assert limited.lower <= score <= limited.upper
            assert {move.cell for move in limited.moves} == set(position.moves)
        assert solver.solve(position, moves=False).score == score
        assert solver.solve(position, moves=False, seconds=600).score == score
    assert told


@pytest.mark.parametrize("seconds", [None, 3600])
@pytest.mark.parametrize("moves", [False, True])
def test_a_solver_can_be_stopped_from_another_thread(moves: bool, seconds: float | None) -> None:
    position = Position(Rules.parse("drop-10x10x5"))
    solver = Solver(position.rules, memory=1, book=None)
    has_begun = threading.Event()

    def stop() -> None:
        has_begun.wait()
        solver.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    solution = solver.solve(position, moves=moves, seconds=seconds, progress=lambda result: has_begun.set())
    thread.join()
    assert solution.score is None


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_progress_ends_the_search_and_the_solver_still_works(threads: int) -> None:
    position = Position(Rules.parse("drop-10x10x5"))
    solver = Solver(position.rules, memory=2, threads=threads, book=None)

    def interrupt(result: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(position, progress=interrupt)
    assert solver.solve(random_position(position.rules, 6, 1)).is_complete


@pytest.mark.parametrize(
    ("game", "word"),
    [
        ("gomoku", "gravity"),
        ("drop-7x6x4-exact", "longer"),
        ("drop-7x6x4-p2", "one stone"),
        ("drop-40x40x10", "too large"),
    ],
)
def test_other_games_are_refused_with_the_reason(game: str, word: str) -> None:
    with pytest.raises(SolveError, match=word):
        Solver(Rules.parse(game))


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(SolveError, match="another game"):
        Solver(Rules.parse("drop-7x6x4"), memory=1, book=None).solve(Position(Rules.parse("drop-6x5x4")))


@pytest.mark.parametrize("game", ["drop-22x22x10", "drop-128x3x3", "drop-4x127x5"])
def test_the_longest_games_of_the_largest_boards_fit_into_the_stack(game: str) -> None:
    rules = Rules.parse(game)
    result = DropSolver(rules, memory=1 << 20, threads=2).solve(Position(rules), nodes=2000)
    assert result.nodes >= 512
    assert result.lower < result.upper


@pytest.mark.parametrize("game", ["drop-3x3x3", "drop-7x6x4", "drop-8x7x4", "drop-10x6x4", "drop-20x20x8"])
@pytest.mark.parametrize("memory", [1, 3, 64])
def test_the_tables_stay_within_the_memory(game: str, memory: int) -> None:
    solver = DropSolver(Rules.parse(game), memory=memory << 20, threads=2)
    assert 0 < solver.table_bytes <= memory << 20


def test_too_little_memory_is_refused() -> None:
    rules = Rules.parse("drop-7x6x4")
    with pytest.raises(ValueError, match="1 or more"):
        Solver(rules, memory=0)
    with pytest.raises(SolveError, match="1 MiB"):
        DropSolver(rules, memory=1000)
    with pytest.raises(SolveError, match="threads"):
        Solver(rules, threads=0)


def test_as_many_questions_are_answered_at_a_time_as_the_solver_was_made_for() -> None:
    rules = Rules.parse("drop-7x5x4")
    late = Position.parse("drop-7x5x4/44333255211")
    for askers, is_refused in ((1, True), (2, False)):
        solver = DropSolver(rules, memory=4 << 20, askers=askers)
        answers: list[tuple[int, int] | str] = []

        def ask(so_far: SolveResult, solver: DropSolver = solver, answers: list[Any] = answers) -> None:
            try:
                result = solver.solve(late)
                answers.append((result.lower, result.upper))
            except SolveError as error:
                answers.append(str(error))

        result = solver.solve(Position(rules), progress=ask)
        assert (result.lower, result.upper) == (0, 0)
        assert answers
        expected = DropSolver(rules, memory=4 << 20).solve(late)
        for answer in answers:
            if is_refused:
                assert "is solving" in str(answer)
            else:
                assert answer == (expected.lower, expected.upper)
    with pytest.raises(SolveError, match="askers is 0"):
        DropSolver(rules, memory=4 << 20, askers=0)

"""The champion where stones fall: what it calls won or lost is, and it always has a move."""

import os
from dataclasses import replace
from typing import Any

import pytest

from inarow import Position, Rules
from inarow._core import LARGEST_GUESS, WIN, Champion, Outcome, SearchError
from inarow.engine.book import shipped_book
from inarow.engine.champion import ChampionPlayer, keeping_moves, within_reach
from inarow.engine.limits import Limits
from inarow.engine.solver import Proof, ScoredMove, Solution, Solver
from strategies import wandered


def champions_score(position: Position, solution: Solution) -> int:
    """What the solver proves, as the champion says it."""
    assert solution.score is not None
    if solution.score == 0:
        return 0
    assert solution.stones is not None
    return (1 if solution.score > 0 else -1) * (WIN - position.stones - solution.stones)


@pytest.mark.parametrize("spec", ["drop-4x4x3", "drop-5x4x4", "drop-4x5x3", "drop-6x3x4", "drop-3x6x4"])
def test_a_search_to_the_end_finds_what_the_solver_proves(spec: str) -> None:
    rules = Rules.parse(spec)
    solver = Solver(rules, memory=1, book=None)
    for seed in range(30):
        position = wandered(rules, seed % (rules.cells - 2), seed)
        solution = solver.solve(position, moves=False)
        result = Champion(rules).search(position, depth=rules.cells, memory=1 << 20)
        assert result.is_proven
        assert result.score == champions_score(position, solution)
        assert position.is_legal(result.turn[0])


@pytest.mark.parametrize("spec", ["drop-5x4x3", "drop-7x4x4", "drop-6x6x5"])
def test_a_champion_that_follows_a_game_finds_what_a_new_one_finds(spec: str) -> None:
    """The windows that are left become fewer as the game goes on: proofs must not change by it."""
    rules = Rules.parse(spec)
    solver = Solver(rules, memory=1, book=None)
    for seed in range(12):
        game = wandered(rules, rules.cells - 1, seed)
        following = Champion(rules)
        position = Position(rules)
        for cell in game.history:
            if rules.cells - position.stones <= 12:
                solution = solver.solve(position, moves=False)
                found = following.search(position, depth=rules.cells, memory=1 << 20)
                assert found.score == champions_score(position, solution)
            position = position.play(cell)


@pytest.mark.parametrize("spec", ["drop-3x20x10", "drop-4x16x7", "drop-20x20x10"])
@pytest.mark.parametrize("side", [0, 1])
def test_nobody_gets_a_column_though_verticals_that_lack_much_are_left_out(spec: str, side: int) -> None:
    """The opponent builds towers only; the champion has few nodes."""
    rules = Rules.parse(spec)
    champion = Champion(rules)
    position = Position(rules)
    while not position.is_over:
        if position.stones % 2 == side:
            cell = champion.search(position, nodes=200, memory=1 << 20).turn[0]
        else:
            cell = position.moves[-1]
        position = position.play(cell)
    assert position.outcome is not (Outcome.SECOND_WINS if side == 0 else Outcome.FIRST_WINS)


def test_an_end_that_a_vertical_left_out_could_come_before_is_not_called_proven() -> None:
    rules = Rules.parse("drop-20x20x10")
    claims = guesses = 0
    for seed in range(40):
        position = wandered(rules, rules.cells - 60, seed)
        result = Champion(rules).search(position, nodes=20_000, memory=1 << 20)
        claims += abs(result.score) > LARGEST_GUESS
        guesses += abs(result.score) == LARGEST_GUESS
        if abs(result.score) > LARGEST_GUESS:
            assert result.is_proven
            assert WIN - abs(result.score) - position.stones <= 12
        else:
            assert not result.is_proven
    assert claims > 3
    assert guesses > 3


@pytest.mark.parametrize(
    "spec", ["connect-four", "drop-9x9x5", "drop-30x30x10", "drop-100x100x30", "drop-2x128x3"]
)
def test_there_is_a_move_however_little_may_be_used(spec: str) -> None:
    rules = Rules.parse(spec)
    champion = Champion(rules)
    for seed in range(3):
        position = wandered(rules, rules.cells // 3, seed)
        for limits in ({"nodes": 1}, {"nodes": 3000}, {"depth": 1}):
            result = champion.search(position, **limits)
            assert position.is_legal(result.turn[0])
            played = position
            for cell in result.line:
                played = played.play(cell)


def test_a_win_is_taken_at_once_and_a_threat_is_blocked_even_when_lost() -> None:
    position = Position.parse("connect-four/112233")
    assert Champion(position.rules).search(position, nodes=1000).turn == (position.move("4"),)
    position = Position.parse("connect-four/4455")  # X threatens both ends next
    lost = position.play("3")
    result = Champion(position.rules).search(lost, nodes=20_000)
    assert result.score < -LARGEST_GUESS
    assert lost.rules.move_name(result.turn[0]) in ("2", "6")


@pytest.mark.parametrize("spec", ["connect-four", "drop-9x9x5", "drop-6x6x4"])
def test_without_time_for_a_node_it_still_wins_blocks_and_keeps_out_from_under_threats(spec: str) -> None:
    rules = Rules.parse(spec)
    champion = Champion(rules)
    wins = blocks = poisoned = 0
    for seed in range(300):
        position = wandered(rules, rules.cells // 3 + seed % (rules.cells // 2), seed)
        winning = [cell for cell in position.moves if position.play(cell).is_over]
        losing = {  # moves after which the opponent wins at once
            cell
            for cell in position.moves
            if not position.play(cell).is_over
            and any(
                position.play(cell).play(reply).outcome in (Outcome.FIRST_WINS, Outcome.SECOND_WINS)
                for reply in position.play(cell).moves
            )
        }
        saving = set(position.moves) - losing
        cell = champion.search(position, nodes=1, seconds=1e-9).turn[0]
        if winning and position.play(winning[0]).outcome != Outcome.DRAW:
            wins += 1
            assert cell in winning
        elif saving:
            blocks += len(saving) == 1
            poisoned += len(losing) > 0
            assert cell in saving
    assert wins > 3
    assert blocks > 3
    assert poisoned > 3


def test_one_thread_with_fixed_nodes_is_deterministic() -> None:
    position = Position.parse("drop-9x9x5/5566")
    runs = [Champion(position.rules).search(position, nodes=20_000) for _ in range(2)]
    assert (runs[0].turn, runs[0].score, runs[0].nodes) == (runs[1].turn, runs[1].score, runs[1].nodes)


def test_two_threads_find_the_same_proven_score() -> None:
    position = Position.parse("drop-5x4x4/33")
    scores = {
        Champion(position.rules).search(position, depth=20, threads=threads).score for threads in (1, 2)
    }
    assert len(scores) == 1


def test_excluded_columns_are_not_chosen() -> None:
    position = Position.parse("connect-four/112233")
    best = Champion(position.rules).search(position, nodes=1000).turn
    other = Champion(position.rules).search(position, nodes=1000, excluded=[best]).turn
    assert other != best
    with pytest.raises(SearchError, match="every turn is excluded"):
        Champion(position.rules).search(position, nodes=1000, excluded=[[cell] for cell in position.moves])


@pytest.mark.parametrize("spec", ["drop-5x5x3-p2-q1", "drop-7x6x4-exact"])
def test_rules_that_it_does_not_play_are_refused_by_the_core_and_played_by_a_rung(spec: str) -> None:
    rules = Rules.parse(spec)
    assert not Champion.plays(rules)
    with pytest.raises(SearchError, match="with gravity the champion plays one stone a turn"):
        Champion(rules)
    assert ChampionPlayer().choose(Position(rules), Limits(nodes=500)) in Position(rules).moves


def test_a_position_within_reach_is_solved() -> None:
    position = Position.parse("drop-5x4x4/3324")
    assert within_reach(position, Limits(seconds=60.0))
    champion = ChampionPlayer()
    cell = champion.choose(position, Limits(seconds=60.0))
    solution = Solver(position.rules).solve(position)
    assert cell in [move.cell for move in solution.moves if move.score == solution.score]
    assert champion.thought is not None
    known = (champion.thought.wins_in, champion.thought.loses_in, champion.thought.is_draw)
    assert any(value is not None for value in known)


def test_a_draw_is_kept_by_the_move_that_sets_the_deepest_traps() -> None:
    rules = Rules.parse("drop-5x4x4")
    solver = Solver(rules, memory=1)

    def stones_to_punish(after: Position) -> float:
        """The stones that the side which has just moved places until it has won, over all replies."""
        if after.is_over:
            return -1.0
        found = [(reply.score, solver.solve(after.play(reply.cell))) for reply in solver.solve(after).moves]
        stones = [((won.stones or 0) + 1) // 2 for score, won in found if score is not None and score < 0]
        return sum(stones) / len(found)

    differed = 0
    for seed in range(40):
        position = wandered(rules, 4 + seed % 8, seed)
        solution = solver.solve(position)
        if solution.score != 0:
            continue
        depths = {m.cell: stones_to_punish(position.play(m.cell)) for m in solution.moves if m.score == 0}
        differed += len(set(depths.values())) > 1
        assert depths[ChampionPlayer().choose(position, Limits(seconds=60.0))] == max(depths.values())
    assert differed > 3


def test_openings_of_connect_four_come_from_the_book() -> None:
    champion = ChampionPlayer()
    shipped_book.cache_clear()
    champion.prepare(Rules.parse("connect-four"))
    assert shipped_book.cache_info().currsize == 1  # loaded before any clock runs
    position = Position.parse("connect-four")
    assert not within_reach(position, Limits(seconds=1.0))
    assert champion.choose(position, Limits(seconds=1.0)) == position.move("4")
    assert champion.thought is not None
    assert (champion.thought.wins_in, champion.thought.nodes) == (41, 0)


def test_a_copy_of_the_process_thinks_with_threads_of_its_own() -> None:
    position = Position.parse("drop-9x9x5/5")
    champion = ChampionPlayer()
    champion.choose(position, Limits(seconds=0.01))
    child = os.fork()
    if child == 0:
        champion.choose(position, Limits(seconds=60.0, depth=3))
        os._exit(0 if champion.found is not None and champion.found.depth == 3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_being_made_ready_changes_no_move() -> None:
    for game in ("drop-9x9x5/5", "drop-5x4x4/33", "drop-20x20x10/1"):
        position = Position.parse(game)
        ready, other = ChampionPlayer(), ChampionPlayer()
        ready.prepare(position.rules)
        assert (ready.thought, ready.found) == (None, None)
        limits = Limits(nodes=3000)
        assert ready.choose(position, limits) == other.choose(position, limits)
        assert ready.thought == other.thought


def test_a_position_that_is_not_solved_in_its_share_of_the_time_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inarow.engine.champion.within_reach", lambda position, limits: True)
    position = Position.parse("drop-8x8x4")
    champion = ChampionPlayer()
    assert champion.choose(position, Limits(seconds=0.01)) in position.moves
    assert champion.found is not None  # a search had the rest of the time
    assert not champion.found.is_proven


def test_a_win_that_is_proved_but_not_measured_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search, which has a node to think, may choose among the moves that keep the win, and no other."""
    rules = Rules.parse("drop-5x4x4")
    solver = Solver(rules, memory=1)
    solve = Solver.solve

    def only_signs(self: Solver, position: Position, **how: Any) -> Solution:
        solution = solve(self, position, **how)
        return solution if solution.is_weak else replace(solution, proof=Proof(-1, 1))

    narrow = searched = 0
    for seed in range(60):
        position = wandered(rules, 5 + seed % 6, seed)
        solution = solver.solve(position, weak=True)
        assert solution.score is not None
        if solution.score <= 0:
            continue
        keeping = [move.cell for move in solution.moves if move.score == solution.score]
        narrow += len(keeping) < len(solution.moves)
        with monkeypatch.context() as patched:
            patched.setattr(Solver, "solve", only_signs)
            champion = ChampionPlayer(limits=Limits(nodes=1))
            assert champion.choose(position, Limits(seconds=60.0)) in keeping
        searched += champion.found is not None
    assert narrow > 5
    assert searched > 5


def test_what_is_proved_of_some_moves_counts_when_others_are_not_solved() -> None:
    def solution(lower: int, upper: int, *moves: tuple[int, int]) -> Solution:
        scored = tuple(ScoredMove(cell, Proof(*bounds)) for cell, bounds in enumerate(moves))
        return Solution(Proof(lower, upper), True, None, scored, 0, 0.0)

    assert keeping_moves(solution(0, 0, (-1, 1), (0, 0), (-1, 0))) == {1}  # the draw that is sure
    assert keeping_moves(solution(-1, 1, (-1, -1), (-1, 1), (0, 0))) == {1, 2}  # a win is still possible
    assert keeping_moves(solution(-1, 1, (-1, 1), (-1, -1), (-1, 1))) == {0, 2}  # all but the sure loss
    assert keeping_moves(solution(1, 1, (0, 0), (1, 1), (1, 1))) == {1, 2}


def test_only_small_boards_with_time_to_solve_them_are_within_reach() -> None:
    small, large = Position.parse("drop-4x4x4"), Position.parse("drop-100x100x30")
    assert not within_reach(large, Limits(seconds=60.0))
    assert not within_reach(small, Limits(nodes=1000))
    assert not within_reach(Position.parse("connect-four"), Limits(seconds=1.0))
    assert not within_reach(Position.parse("gomoku"), Limits(seconds=1.0))

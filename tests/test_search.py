"""The ladder of searches: every rung against the one below, limits, threads and candidates."""

import signal
import threading
from collections.abc import Iterator, Sequence

import pytest

from inarow import Position, Random, Rules, Side
from inarow._core import (
    WIN,
    Evaluator,
    EvaluatorError,
    Searcher,
    SearchError,
    SearchResult,
    evaluators,
    rungs,
)

RUNGS = tuple(rungs())
SMALL_TABLE = 1 << 18  # bytes


def scatter(position: Position) -> int:
    """A score without sense but for its spread: two positions seldom have the same."""
    return position.canonical_key % 201 - 100


SCATTER = Evaluator.from_callable(scatter)


def random_rules(random: Random) -> Rules:
    """Rules of any kind on a board of at most 4x4."""
    stones_per_turn = 1 + random.below(2)
    return Rules(
        columns=1 + random.below(4),
        rows=1 + random.below(4),
        line_length=2 + random.below(3),
        gravity=random.below(2) == 1,
        stones_per_turn=stones_per_turn,
        stones_first_turn=1 + random.below(stones_per_turn),
        exact=random.below(4) == 0,
    )


def random_positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of random rules in which the game goes on."""
    random = Random(seed)
    while count > 0:
        position = Position(random_rules(random))
        for _ in range(random.below(position.rules.cells)):
            if position.is_over:
                break
            position = position.play(random.move(position))
        if not position.is_over:
            count -= 1
            yield position


def played(game: str, moves: Sequence[int] = ()) -> Position:
    position = Position(Rules.parse(game))
    for move in moves:
        position = position.play(move)
    return position


def search(
    rung: str, position: Position, depth: int, evaluator: Evaluator = SCATTER, threads: int = 1
) -> SearchResult:
    searcher = Searcher(position.rules, rung, evaluator)
    return searcher.search(position, depth=depth, memory=SMALL_TABLE, threads=threads)


def makes_sense(evaluator: Evaluator, position: Position) -> bool:
    try:
        evaluator.evaluate(position)
    except EvaluatorError:
        return False
    return True


def slow_score(position: Position, depth: int, side: Side) -> int:
    """The score for `side` by minimax over single stones, the turn changing only with the side to move."""
    if position.is_over:
        if position.outcome.name == "DRAW":
            return 0
        is_won = position.outcome.name == f"{side.name}_WINS"
        return WIN - position.stones if is_won else position.stones - WIN
    if depth == 0:
        return scatter(position) if position.to_move == side else -scatter(position)
    scores = []
    for move in position.moves:
        after = position.play(move)
        is_turn_over = after.to_move != position.to_move
        scores.append(slow_score(after, depth - 1 if is_turn_over else depth, side))
    return max(scores) if position.to_move == side else min(scores)


def test_a_search_over_turns_scores_as_one_over_single_stones() -> None:
    for position in random_positions(60, seed=1):
        depth = 1 + position.stones % 2
        expected = slow_score(position, depth, position.to_move)
        assert search("minimax", position, depth).score == expected, position


def test_all_rungs_return_the_score_of_minimax_and_a_line_that_reaches_it() -> None:
    for position in random_positions(200, seed=2):
        depth = 1 + position.stones % 3
        expected = search("minimax", position, depth)
        for rung in RUNGS:
            found = search(rung, position, depth)
            assert found.score == expected.score, (rung, position, depth)
            assert found.is_complete
            after = position
            for move in found.turn:
                after = after.play(move)
            assert found.line[: len(found.turn)] == found.turn
            if after.is_over:
                reached = slow_score(after, 0, position.to_move)
            elif depth == 1:
                reached = -scatter(after)
            else:
                reached = -search("minimax", after, depth - 1).score
            assert reached == found.score, (rung, position, depth)
            for move in found.line[len(found.turn) :]:
                after = after.play(move)


def test_alphabeta_visits_no_more_nodes_than_negamax() -> None:
    for position in random_positions(100, seed=3):
        negamax = search("negamax", position, 3)
        alphabeta = search("alphabeta", position, 3)
        assert negamax.nodes == search("minimax", position, 3).nodes
        assert alphabeta.nodes <= negamax.nodes
        assert negamax.cutoffs == 0


def test_each_idea_of_the_ladder_spares_nodes_in_connect_four() -> None:
    position = played("connect-four", [3, 10, 2])
    windows = Evaluator("windows")
    negamax, alphabeta, ordered, memory = (
        search(rung, position, 7, windows).nodes for rung in ("negamax", "alphabeta", "ordered", "memory")
    )
    assert negamax > alphabeta > ordered > memory


def test_negamax_visits_every_pair_of_connect6_once() -> None:
    position = played("connect6", [180, 181, 199])
    found = search("negamax", position, 1, Evaluator("ultimate"))
    assert (found.nodes, found.evaluations) == (63_904, 63_903)
    assert len(found.turn) == 2


@pytest.mark.parametrize("rung", RUNGS)
def test_a_search_without_time_or_nodes_has_a_legal_move(rung: str) -> None:
    for game in ("connect-four", "connect6", "drop-100x100x30", "drop-5x5x3-p2-q2"):
        position = played(game)
        searcher = Searcher(position.rules, rung, Evaluator("windows"))
        for found in (searcher.search(position, seconds=0), searcher.search(position, nodes=1)):
            assert found.depth == 0
            after = position
            for move in found.turn:
                after = after.play(move)


@pytest.mark.parametrize("evaluator", ["windows", "tokens"])
def test_a_short_search_on_a_huge_board_has_a_legal_move(evaluator: str) -> None:
    position = played("drop-100x100x30", [50, 51, 150])
    for rung in RUNGS:
        found = Searcher(position.rules, rung, Evaluator(evaluator)).search(position, seconds=0.02)
        assert position.is_legal(found.turn[0])
        assert position.is_legal(found.line[0])


@pytest.mark.parametrize("rung", RUNGS)
def test_nodes_are_limited_exactly_and_alike_every_time(rung: str) -> None:
    position = played("connect-four")
    results = [
        Searcher(position.rules, rung, Evaluator("windows")).search(position, nodes=3000) for _ in range(2)
    ]
    facts = [(r.score, r.line, r.depth, r.nodes, r.evaluations, r.cutoffs, r.table_hits) for r in results]
    assert facts[0] == facts[1]
    assert results[0].nodes == 3000
    assert not results[0].is_complete


def test_another_thread_can_stop_a_search_without_limits() -> None:
    position = played("connect6", [180])
    searcher = Searcher(position.rules, "deepening", Evaluator("windows"), candidates="near")
    has_ended = threading.Event()

    def keep_stopping() -> None:
        while not has_ended.wait(0.01):
            searcher.stop()

    stopper = threading.Thread(target=keep_stopping)
    stopper.start()
    try:
        found = searcher.search(position)
    finally:
        has_ended.set()
        stopper.join()
    assert not found.is_complete
    assert len(found.turn) == 2


def test_a_signal_ends_a_search_and_its_exception_comes_out() -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    position = played("connect6", [180])
    searcher = Searcher(position.rules, "pvs", Evaluator("windows"), candidates="near")
    timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGUSR1])

    def search_until_the_signal() -> None:
        timer.start()
        searcher.search(position)

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with pytest.raises(InterruptedError):
            search_until_the_signal()
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)
    assert searcher.search(position, depth=1).is_complete


@pytest.mark.parametrize("threads", [1, 2])
def test_what_an_evaluator_in_python_raises_comes_out_of_the_search(threads: int) -> None:
    calls = iter(range(100))

    def broken(position: Position) -> int:
        return next(calls)

    position = played("connect-four")
    searcher = Searcher(position.rules, "alphabeta", Evaluator.from_callable(broken))
    with pytest.raises(StopIteration):
        searcher.search(position, depth=6, threads=threads)


def test_two_threads_find_the_same_score() -> None:
    for position in random_positions(60, seed=4):
        for rung in RUNGS:
            assert search(rung, position, 3, threads=2).score == search("minimax", position, 3).score


def test_one_searcher_runs_one_search_at_a_time() -> None:
    position = played("connect-four")

    def reenter(_: SearchResult) -> None:
        searcher.search(position, depth=1)

    searcher = Searcher(position.rules, "pvs", Evaluator("windows"))
    with pytest.raises(SearchError, match="searching"):
        searcher.search(position, depth=2, progress=reenter)
    assert searcher.search(position, depth=2).is_complete


def test_a_table_keeps_to_its_bytes_and_its_size_changes_no_score() -> None:
    position = played("connect-four")
    expected = search("ordered", position, 6, Evaluator("windows"))
    assert expected.table_bytes == 0
    for rung in ("memory", "killers", "pvs", "mtdf", "deepening"):
        searcher = Searcher(position.rules, rung, Evaluator("windows"))
        for memory in (0, 100, 4096, 1_000_000):
            found = searcher.search(position, depth=6, memory=memory)
            assert found.table_bytes <= memory
            assert found.score == expected.score
    assert searcher.search(position, depth=1).table_bytes == 64 << 20


def test_a_table_that_was_filled_before_changes_no_score_and_spares_nodes() -> None:
    position = played("connect-four")
    searcher = Searcher(position.rules, "pvs", Evaluator("windows"))
    first, again = (searcher.search(position, depth=6, memory=1 << 22) for _ in range(2))
    assert again.score == first.score
    assert again.nodes < first.nodes
    searcher.forget()
    assert searcher.search(position, depth=6, memory=1 << 22).nodes == first.nodes


def test_symmetric_positions_may_share_an_entry() -> None:
    position = played("tic-tac-toe")
    plain, shared = (
        Searcher(position.rules, "memory", SCATTER, symmetry=symmetry).search(position, depth=9)
        for symmetry in (False, True)
    )
    assert (plain.score, shared.score) == (0, 0)
    assert shared.nodes < plain.nodes


def test_a_search_to_the_end_of_the_game_is_a_proof() -> None:
    position = played("tic-tac-toe")
    for rung in RUNGS[2:]:
        found = search(rung, position, 9)
        assert found.is_proven
        assert found.score == 0
        assert not search(rung, position, 3).is_proven


#   s s s . . . .
#   F F F x . . .     x wins at once
WON = [0, 7, 1, 8, 2, 9]
#   . . s s . . .
#   . x F F F x .     SECOND cannot fill both
LOST = [2, 9, 3, 10, 4]


@pytest.mark.parametrize("rung", RUNGS)
def test_a_win_or_loss_is_found_with_the_stones_it_takes(rung: str) -> None:
    won = search(rung, played("connect-four", WON), 3)
    assert (won.score, won.turn, won.is_proven) == (WIN - 7, (3,), True)
    lost = search(rung, played("connect-four", LOST), 3)
    assert (lost.score, lost.is_proven) == (7 - WIN, True)


def test_flat_wins_do_not_tell_quick_from_slow() -> None:
    position = played("connect-four", WON)
    searcher = Searcher(position.rules, "alphabeta", Evaluator("windows"), flat_wins=True)
    found = searcher.search(position, depth=3)
    assert found.score == WIN - position.rules.cells
    assert found.is_proven


def test_excluded_turns_are_left_out_until_none_remains() -> None:
    position = played("tic-tac-toe", [0, 3, 1, 4])
    searcher = Searcher(position.rules, "pvs", Evaluator("windows"))
    excluded: list[tuple[int, ...]] = []
    for _ in position.moves:
        excluded.append(searcher.search(position, depth=2, excluded=excluded).turn)
    assert excluded[0] == (2,)
    assert sorted(excluded) == [(move,) for move in position.moves]
    with pytest.raises(SearchError, match="excluded"):
        searcher.search(position, depth=2, excluded=excluded)


def test_progress_tells_of_every_depth() -> None:
    position = played("connect-four")
    told: list[SearchResult] = []
    searcher = Searcher(position.rules, "alphabeta", Evaluator("windows"), from_centre=True, deepening=True)
    found = searcher.search(position, depth=4, progress=told.append)
    assert [result.depth for result in told] == [1, 2, 3, 4]
    assert told[-1].line == found.line


@pytest.mark.parametrize("game", ["connect-four", "connect6"])
def test_every_evaluator_serves_every_rung(game: str) -> None:
    position = played(game, [3])
    made = [Evaluator(name) for name in evaluators()]
    fitting = [evaluator for evaluator in made if makes_sense(evaluator, position)]
    assert {evaluator.name for evaluator in fitting} >= {"windows", "open-lines"}
    for evaluator in fitting:
        for rung in RUNGS:
            searcher = Searcher(position.rules, rung, evaluator, candidates="near", cells=5)
            assert searcher.search(position, depth=2, memory=SMALL_TABLE).depth == 2


@pytest.mark.parametrize("candidates", ["near", "chains"])
def test_few_candidates_open_in_the_centre(candidates: str) -> None:
    position = played("connect6")
    searcher = Searcher(position.rules, "alphabeta", Evaluator("chains"), candidates=candidates)
    assert searcher.search(position, depth=1).turn == (180,)


def test_too_many_turns_meet_an_error_that_says_what_to_do() -> None:
    position = played("place-100x100x6-p2-q2")
    with pytest.raises(SearchError, match="candidates=near"):
        Searcher(position.rules, "pvs", Evaluator("windows")).search(position, depth=1)
    near = Searcher(position.rules, "pvs", Evaluator("windows"), candidates="near")
    assert len(near.search(position, depth=1).turn) == 2


def test_wrong_names_numbers_and_positions_are_refused() -> None:
    position = played("connect-four")
    rules = position.rules
    windows = Evaluator("windows")
    with pytest.raises(SearchError, match="minimax, negamax"):
        Searcher(rules, "alphazero", windows)
    with pytest.raises(SearchError, match="all, near or chains"):
        Searcher(rules, "pvs", windows, candidates="far")
    with pytest.raises(SearchError, match="distance"):
        Searcher(rules, "pvs", windows, distance=0)
    with pytest.raises(SearchError, match="cells"):
        Searcher(rules, "pvs", windows, cells=-1)
    with pytest.raises(SearchError, match="width"):
        Searcher(rules, "pvs", windows, width=-1)
    searcher = Searcher(rules, "pvs", windows)
    with pytest.raises(SearchError, match="depth"):
        searcher.search(position, depth=0)
    with pytest.raises(SearchError, match="seconds"):
        searcher.search(position, seconds=-1)
    with pytest.raises(SearchError, match="seconds"):
        searcher.search(position, seconds=float("nan"))
    with pytest.raises(SearchError, match="nodes"):
        searcher.search(position, nodes=-5)
    with pytest.raises(SearchError, match="memory"):
        searcher.search(position, memory=-1)
    with pytest.raises(SearchError, match="threads"):
        searcher.search(position, threads=0)
    with pytest.raises(SearchError, match="no cell 42"):
        searcher.search(position, excluded=[[42]])
    with pytest.raises(SearchError, match="other rules"):
        searcher.search(played("connect6"), depth=1)
    with pytest.raises(SearchError, match="over"):
        searcher.search(played("connect-four", [0, 1, 7, 8, 14, 15, 21]), depth=1)

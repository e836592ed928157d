"""submission.py for Kaggle's Connect X: the player of kaggle_submission with a table of solved openings."""

from __future__ import annotations

from importlib.resources import files

from inarow._core import Rules
from inarow.adapters import kaggle_submission as submission
from inarow.engine.book import Book, shipped_book
from inarow.engine.solver import Solver
from inarow.game.position import Position

HEADER = """\
# A player of Connect X written by inarow. Upload this file as it is: it needs no package, keeps its time and
# plays every board. The last function of the file, agent, is the one that is called.
"""
PLACE = 'OPENINGS = ""'


def submission_text() -> str:
    """The text of a self-contained submission.py."""
    source = files("inarow.adapters").joinpath("kaggle_submission.py").read_text(encoding="utf-8")
    before, place, after = source.partition(PLACE)
    return f"{HEADER}{before}{place[:-2]}{openings()!r}{after}"


def openings() -> str:
    """What to play in every opening that our book of Connect Four knows, as the submission reads it."""
    columns, rows, line = submission.OPENING_BOARD
    rules = Rules(columns, rows, line, gravity=True)
    book = shipped_book(rules)
    if book is None:
        return ""
    solver = Solver(rules, memory=1)
    chosen: list[int] = []

    def choose(own: int, mask: int, moves: tuple[int, ...]) -> int | None:
        if len(moves) >= book.stones:
            return None
        chosen.append(best_column(book, solver, Position.after(rules, [str(move + 1) for move in moves])))
        return chosen[-1]

    submission.walked(submission.board_of(columns, rows, line), choose)
    return submission.packed(book.stones - 1, bytes(chosen))


def best_column(book: Book, solver: Solver, position: Position) -> int:
    """The column that wins at once, or has the best score by the book, which must know all positions after it.

    Where nothing wins, the one that leaves the other side the fewest good answers comes first: it may err.
    """
    columns = position.rules.columns
    middle = (columns - 1) / 2
    scored = []
    for cell in position.moves:
        after = position.play(cell)
        if after.is_over:  # won: the book ends long before the board is full
            return cell % columns
        score = book.score(solver.key(after))  # the other side's
        if score is not None:
            share = good_answers(book, solver, after, score) if score >= 0 else 0.0
            scored.append(
                (max(-1, min(score, 1)), share, score, abs(cell % columns - middle), cell % columns)
            )
    return min(scored)[-1]


def good_answers(book: Book, solver: Solver, position: Position, score: int) -> float:
    """The share of moves that keep the side's win, or its draw; 1 where the book ends."""
    if position.stones >= book.stones:
        return 1.0
    kept = 0
    for cell in position.moves:
        after = position.play(cell)
        left = None if after.is_over else book.score(solver.key(after))
        kept += left is None or left < 0 or left == score == 0
    return kept / len(position.moves)

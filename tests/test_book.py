"""Books: what they hold, how they are built, and what is done about damaged ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from inarow import Position, Rules
from inarow._core import DropSolver
from inarow.engine.book import Book, BookError, shipped_book
from inarow.engine.book_building import build_book, openings
from inarow.engine.solver import Solver

RULES = Rules.parse("drop-5x4x4")


def test_a_book_holds_the_score_of_every_opening(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build_book(RULES, 4, path, memory=2, threads=2)
    book = Book.load(path)
    solver = Solver(RULES, memory=1, book=None)
    layers = [*openings(RULES, 4, solver.key)]
    assert len(book) == sum(map(len, layers))
    for layer in layers:
        for key, position in layer.items():
            assert book.score(key) == solver.solve(position, moves=False).score


def test_openings_are_counted_without_mirror_images() -> None:
    rules = Rules.parse("drop-7x6x4")
    solver = Solver(rules, memory=1, book=None)
    assert [len(layer) for layer in openings(rules, 3, solver.key)] == [1, 4, 25, 121]


def test_a_solver_takes_openings_from_its_book(tmp_path: Path) -> None:
    book = build_book(RULES, 3, tmp_path / "small.book", memory=1)
    solution = Solver(RULES, memory=1, book=book).solve(Position(RULES))
    assert solution.nodes == 0
    assert solution.score == 0
    assert len(solution.moves) == 5
    deeper = Position.parse("drop-5x4x4/1122")
    assert Solver(RULES, memory=1, book=book).solve(deeper).nodes > 0


def test_a_build_that_was_stopped_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "small.book"

    def interrupt(solved: int, count: int) -> None:
        if solved == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(RULES, 4, path, memory=1, progress=interrupt)
    assert not path.exists()
    with path.with_name("small.book.journal").open("a") as journal:
        journal.write("00ab")  # a line that was being written when the machine went down
    seen: list[int] = []
    build_book(RULES, 4, path, memory=1, progress=lambda solved, count: seen.append(solved))
    assert seen[0] == 20
    build_book(RULES, 4, tmp_path / "again.book", memory=1)
    assert path.read_bytes() == (tmp_path / "again.book").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["again.book", "small.book"]


def test_two_threads_that_share_a_table_build_the_same_book(tmp_path: Path) -> None:
    build_book(RULES, 4, tmp_path / "one.book", memory=1)
    build_book(RULES, 4, tmp_path / "two.book", memory=1, threads=2)
    assert (tmp_path / "one.book").read_bytes() == (tmp_path / "two.book").read_bytes()


def test_a_build_with_threads_that_was_stopped_goes_on_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "small.book"

    def interrupt(solved: int, count: int) -> None:
        if solved == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_book(RULES, 4, path, memory=1, threads=2, progress=interrupt)
    seen: list[int] = []
    build_book(RULES, 4, path, memory=1, threads=2, progress=lambda solved, count: seen.append(solved))
    assert seen[0] == 20
    assert seen[1:] == [*range(21, seen[-1] + 1)]
    build_book(RULES, 4, tmp_path / "again.book", memory=1)
    assert path.read_bytes() == (tmp_path / "again.book").read_bytes()


def test_the_journal_of_another_book_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    journal = tmp_path / "small.book.journal"
    journal.write_text("something else\n")
    with pytest.raises(BookError, match="another book"):
        build_book(RULES, 2, path, memory=1)
    assert journal.read_text() == "something else\n"


def test_a_damaged_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build_book(RULES, 2, path, memory=1)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(BookError, match="checksum"):
        Book.load(path)
    path.write_bytes(b"no book at all\n")
    with pytest.raises(BookError, match="not a book"):
        Book.load(path)
    path.write_bytes(whole.replace(b'"version": 1', b'"version": 9'))
    with pytest.raises(BookError, match="version 9"):
        Book.load(path)


def test_a_book_of_another_game_is_refused(tmp_path: Path) -> None:
    book = build_book(RULES, 1, tmp_path / "small.book", memory=1)
    with pytest.raises(BookError, match="drop-5x4x4"):
        Solver(Rules.parse("drop-5x5x4"), book=book)


def test_more_stones_than_the_board_holds_make_no_book(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="from 0 to 19"):
        build_book(RULES, 20, tmp_path / "small.book")


def test_positions_just_beyond_a_book_have_their_scores_too(tmp_path: Path) -> None:
    book = build_book(RULES, 3, tmp_path / "small.book", memory=2)
    with_book, without = Solver(RULES, memory=1, book=book), Solver(RULES, memory=1, book=None)
    *_, last = openings(RULES, 4, without.key)
    for position in last.values():
        with_book.forget()
        assert with_book.solve(position, moves=False).score == without.solve(position, moves=False).score


def test_a_position_is_among_the_parents_of_what_its_moves_lead_to() -> None:
    solver = DropSolver(RULES, memory=1 << 20)
    position = Position.parse("drop-5x4x4/3314")
    for cell in position.moves:
        assert solver.key(position) in solver.parents(position.play(cell))
    assert solver.parents(Position(RULES)) == []


# Openings of 0, 1, ... stones of Connect Four that the first side wins, draws and loses (Boeck, arXiv 2507.05267).
KNOWN_OPENINGS = [
    (1, 0, 0),
    (1, 2, 4),
    (27, 12, 10),
    (35, 58, 145),
    (690, 200, 230),
    (1_080, 697, 2_486),
    (10_889, 1_943, 3_590),
    (17_507, 5_944, 31_408),
    (124_624, 14_676, 44_975),
]


def test_the_book_of_connect_four_has_the_known_numbers_of_won_drawn_and_lost_openings() -> None:
    rules = Rules.parse("connect-four")
    book = shipped_book(rules)
    assert book is not None
    solver = Solver(rules, memory=1, book=None)
    layer = {Position(rules)}
    for stones, known in enumerate(KNOWN_OPENINGS[: book.stones + 1]):
        signs: Counter[int] = Counter()
        for position in layer:
            score = -1 if position.is_over else book.score(solver.key(position))
            assert score is not None
            signs[(score > 0) - (score < 0)] += 1
        for_the_first = 1 if stones % 2 == 0 else -1
        assert (signs[for_the_first], signs[0], signs[-for_the_first]) == known
        going_on = (position for position in layer if not position.is_over)
        layer = {position.play(cell) for position in going_on for cell in position.moves}

"""Books: what they hold, how they are built, and what is done about damaged ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from inarow import Position, Rules
from inarow._core import DropSolver
from inarow.engine.book import BLOCK_OPENINGS, Book, BookError, key_bytes, shipped_book
from inarow.engine.book_building import build_book, openings
from inarow.engine.journal import JournalError
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


def test_a_book_tells_of_each_number_of_stones_what_it_knows(tmp_path: Path) -> None:
    rules = Rules.parse("drop-4x4x3")
    book = build_book(rules, 5, tmp_path / "small.book", memory=1)
    solver = Solver(rules, memory=1, book=None)
    layer = {Position(rules)}
    for known in book.layers():
        scores = [solver.solve(position, moves=False).score or 0 for position in layer]
        assert known.openings == len({solver.key(position) for position in layer})
        assert known.won == sum(score > 0 for score in scores)
        assert known.drawn == sum(score == 0 for score in scores)
        assert known.lost == sum(score < 0 for score in scores)
        after = {position.play(cell) for position in layer for cell in position.moves}
        layer = {position for position in after if not position.is_over}


def test_a_book_of_many_blocks_finds_every_opening_and_nothing_else(tmp_path: Path) -> None:
    rules = Rules.parse("drop-12x12x5")  # keys of 20 bytes
    generator = random.Random(1)
    numbers = [generator.getrandbits(150) for _ in range(3 * BLOCK_OPENINGS + 1)]
    keys = [number.to_bytes(key_bytes(rules)) for number in numbers]
    scores = {key: number % 143 - 71 for key, number in zip(keys, numbers, strict=True)}
    missing = keys.pop()
    known = {key: scores[key] for key in keys[:-1]} | {b"\0" * key_bytes(rules): 7, keys[-1]: 0}
    Book.of(rules, 4, known).save(tmp_path / "many.book")
    book = Book.load(tmp_path / "many.book")
    assert len(book) == len(known)
    assert {key: book.score(key) for key in known} == known
    assert book.score(missing) is None
    assert Book.of(rules, 4, {keys[0]: 1}).score(b"\0" * key_bytes(rules)) is None


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
    with pytest.raises(JournalError, match="not a journal of this work"):
        build_book(RULES, 2, path, memory=1)
    assert journal.read_text() == "something else\n"
    head = json.dumps({"format": "inarow book journal", "rules": RULES.spec, "stones": 2})
    journal.write_text(f"{head}\nkey 1 2\n")
    with pytest.raises(JournalError, match="line 2: 3 words do not fit; remove the line"):
        build_book(RULES, 2, path, memory=1)


def test_a_damaged_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    build_book(RULES, 2, path, memory=1)
    whole = path.read_bytes()
    path.with_name("whole.book").write_bytes(whole)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(BookError, match="checksum"):
        Book.load(path)
    path.write_bytes(b"no book at all\n")
    with pytest.raises(BookError, match="not a file of inarow book: make one"):
        Book.load(path)
    path.write_bytes(whole.replace(b"drop-5x4x4", b"drop-5x4"))
    with pytest.raises(BookError, match="does not say what is in it"):
        Book.load(path)
    count = len(Book.load(path.with_name("whole.book")))
    for other in (0, count + 1, count + BLOCK_OPENINGS):
        path.write_bytes(whole.replace(b'"openings": %d' % count, b'"openings": %d' % other))
        with pytest.raises(BookError, match="does not say what is in it"):
            Book.load(path)
    path.write_bytes(whole[:-1])
    with pytest.raises(BookError, match="bytes of data"):
        Book.load(path)
    path.write_bytes(whole.replace(b'"version": 2', b'"version": 9'))
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


# Positions of 0, 1, ... stones of Connect Four that the first side wins, draws and loses, and how many of them are over
# (Boeck, arXiv 2507.05267).
KNOWN_POSITIONS = [
    (1, 0, 0, 0),
    (1, 2, 4, 0),
    (27, 12, 10, 0),
    (35, 58, 145, 0),
    (690, 200, 230, 0),
    (1_080, 697, 2_486, 0),
    (10_889, 1_943, 3_590, 0),
    (17_507, 5_944, 31_408, 728),
    (124_624, 14_676, 44_975, 1_892),
    (197_749, 42_896, 317_541, 19_412),
    (1_122_696, 97_532, 442_395, 44_225),
]


def test_the_book_of_connect_four_has_the_known_numbers_of_won_drawn_and_lost_positions() -> None:
    book = shipped_book(Rules.parse("connect-four"))
    assert book is not None
    layers = book.layers()
    assert [layer.stones for layer in layers] == [*range(book.stones + 1)]
    for layer, (first, drawn, second, over) in zip(layers, KNOWN_POSITIONS, strict=False):
        won, lost = (first, second) if layer.stones % 2 == 0 else (second, first)
        assert (layer.won, layer.drawn, layer.lost) == (won, drawn, lost - over)  # who is to move has lost

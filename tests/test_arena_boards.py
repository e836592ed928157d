"""Boards of a running tournament: shown while somebody watches, gone when the game is."""

from pathlib import Path

from inarow.arena.boards import Board, BoardWriter, boards_folder, forget_boards, running_boards, watch_boards
from inarow.arena.executor import HereExecutor, LocalExecutor
from inarow.arena.game import played
from inarow.arena.job import Clock, Job
from inarow.game.position import Position

JOB = Job("game 1", "pair 1", "tic-tac-toe", ("first", "random"), clock=Clock(depth=1), is_trusted=True)


class Spy(BoardWriter):
    """Notes what a watcher would see after every stone."""

    def __init__(self, store: Path) -> None:
        super().__init__(store)
        self.store = store
        self.seen: list[list[Board]] = []

    def show(self, job: Job, position: Position) -> None:
        super().show(job, position)
        self.seen.append(running_boards(self.store))


def test_a_game_is_shown_while_it_is_played_and_no_longer(tmp_path: Path) -> None:
    store = tmp_path / "spring.sqlite"
    watch_boards(store)
    spy = Spy(store)
    record = played(JOB, spy)
    assert len(spy.seen) == len(record.moves)
    assert spy.seen[0] == [Board("game 1", ("first", "random"), "tic-tac-toe/a1")]
    assert running_boards(store) == []
    forget_boards(store)
    assert not boards_folder(store).exists()


def test_nothing_is_written_where_nobody_watches(tmp_path: Path) -> None:
    for executor in (HereExecutor(tmp_path / "a.sqlite"), LocalExecutor(1, tmp_path / "a.sqlite")):
        assert len(list(executor.run([JOB]))) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_board_of_a_process_that_died_is_not_shown(tmp_path: Path) -> None:
    store = tmp_path / "spring.sqlite"
    watch_boards(store)
    (boards_folder(store) / "999999999.json").write_text(
        '{"key": "1", "players": ["a", "b"], "position": "x"}'
    )
    (boards_folder(store) / "1.json").write_text("half a boa")
    assert running_boards(store) == []
    assert not (boards_folder(store) / "999999999.json").exists()

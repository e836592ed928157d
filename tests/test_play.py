"""A game in the terminal, typed by a user who makes mistakes."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from inarow import Ending, Outcome, Position, Rules, read_records
from inarow.cli import terminal

PLAY = [sys.executable, "-m", "inarow.cli", "play"]


def played(*words: str, typed: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PLAY, *words], input=typed, capture_output=True, text=True, cwd=cwd, timeout=300, check=False
    )


def test_two_people_play_a_game_to_its_end() -> None:
    done = played("connect-four", typed="1\n2\n1\n2\n1\n2\n1\n")
    assert done.returncode == 0
    assert "X (first) wins" in done.stdout
    assert "4#X" in done.stdout.replace(" ", "")


def test_mistakes_are_told_and_nothing_is_lost() -> None:
    done = played("tic-tac-toe", typed="z9\na1\na1\nb1 b2\nnonsense words\nposition\n")
    assert done.returncode == 0
    assert "is not on the board" in done.stderr
    assert "a1 cannot be played: it is occupied" in done.stderr
    assert "more than the 1 stone of this turn" in done.stderr
    assert "'help' lists the commands" in done.stderr
    assert "tic-tac-toe/a1\n" in done.stdout


def test_the_end_of_input_ends_the_game() -> None:
    assert played("connect-four", typed="").returncode == 0


def test_undo_and_redo_go_by_turns() -> None:
    done = played(
        "connect6",
        typed="j10\nk11 k9\nl1\nundo\nposition\nundo\nposition\nredo\nposition\nundo\nundo\nundo\n",
    )
    shown = [line.removeprefix("> ") for line in done.stdout.splitlines() if "connect6/" in line]
    assert shown == ["connect6/j10k11k9", "connect6/j10", "connect6/j10k11k9"]
    assert "there is nothing to take back" in done.stderr


def test_undo_against_a_player_takes_back_its_answer_too() -> None:
    done = played("connect-four", "--against", "first", typed="4\n5\nundo\nposition\nredo\nposition\n")
    shown = [line.removeprefix("> ") for line in done.stdout.splitlines() if "connect-four/" in line]
    assert shown == ["connect-four/41", "connect-four/4151"]


def test_a_player_answers_and_says_what_it_thought() -> None:
    done = played("connect-four", "--against", "pvs eval=windows depth=2", "--side", "second", typed="quit\n")
    assert "pvs eval=windows depth=2 plays" in done.stdout
    assert "(depth 2 turns, " in done.stdout


def test_console_commands_list_stones_runs_and_a_hint() -> None:
    typed = "4\n3\n4\n3\nstones\nruns\nhint\nhelp\n"
    done = played("connect-four", "--seconds", "0.05", typed=typed)
    assert "X (first): d1 d2" in done.stdout
    assert "O (second): 2 stones, longest run 2" in done.stdout
    assert "champion:" in done.stdout
    assert "take back" in done.stdout


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    played(
        "connect-four",
        "--against",
        "first",
        typed="4\n4\nsave game.jsonl\nsave\nsave game.xyz\nload\n",
        cwd=tmp_path,
    )
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record.players == ("human", "first")
    assert Position.after(record.rules, record.moves).text == "connect-four/4141"
    done = played("--load", "game.jsonl", typed="position\n", cwd=tmp_path)
    assert "connect-four/4141" in done.stdout
    done = played("connect-four", typed="load game.jsonl\nposition\n", cwd=tmp_path)
    assert "connect-four/4141" in done.stdout


def test_a_resigned_game_is_saved_as_one(tmp_path: Path) -> None:
    done = played("connect-four", typed="4\nresign\n5\nsave game.jsonl\nundo\n5\nposition\n", cwd=tmp_path)
    assert "O (second) resigns: X (first) wins" in done.stdout
    assert "resigns: X (first) wins; 'undo', 'save FILE' or 'quit'" in done.stderr
    (record,) = read_records(tmp_path / "game.jsonl")
    assert (record.outcome, record.ending) == (Outcome.FIRST_WINS, Ending.RESIGNATION)
    assert "connect-four/45" in done.stdout


def test_a_finished_game_can_be_saved_or_taken_back(tmp_path: Path) -> None:
    typed = "1\n2\n1\n2\n1\n2\n1\n3\nsave won.jsonl\nundo\nposition\n"
    done = played("connect-four", typed=typed, cwd=tmp_path)
    (record,) = read_records(tmp_path / "won.jsonl")
    assert (record.outcome, record.ending) == (Outcome.FIRST_WINS, Ending.LINE)
    assert "X (first) wins; 'undo'" in done.stderr
    assert "connect-four/121212\n" in done.stdout


def test_an_opponent_that_does_not_fit_the_game_is_told_before_it_begins() -> None:
    done = played("tic-tac-toe", "--against", "gaussian", "--side", "second", typed="")
    assert done.returncode == 1
    assert "gaussian needs gravity" in done.stderr
    assert "left at" not in done.stdout


def test_an_opponent_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "class Wild:\n    def choose(self, position, limits):\n        return 99\n"
    )
    done = played("connect-four", "--against", "own.py:Wild", typed="4\n", cwd=tmp_path)
    assert done.returncode == 1
    assert "own.py:Wild answers 99: cell 99 is not on the board" in done.stderr
    assert "left at connect-four/4; to go on: inarow play connect-four/4 --against own.py:Wild" in done.stdout


def test_a_board_that_is_too_wide_is_cut_around_the_last_stone() -> None:
    position = Position(Rules.parse("drop-100x4x4")).play("90")
    text = terminal.fitted(position, position.diagram(marks=True), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert ">X" in text
    assert " 90" in text
    assert "a part of the board" in text


@pytest.mark.parametrize("no_color", [None, "1"])
def test_colour_is_only_for_a_terminal_that_wants_it(no_color: str | None) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    if no_color:
        environment["NO_COLOR"] = no_color
    shown = at_terminal(["show", "connect-four/44"], environment)
    assert ("\x1b[" in shown) == (no_color is None)


def at_terminal(words: list[str], environment: dict[str, str]) -> str:
    """What the command prints on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "inarow.cli", *words], stdout=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # how Linux says that the terminal is closed
        pass
    process.wait()
    os.close(ours)
    return shown.decode()


class Keyboard:
    """A command at a terminal, and somebody who types and presses Ctrl-C."""

    def __init__(self, *words: str) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "inarow.cli", *words]
        environment = os.environ | {"TERM": "xterm", "NO_COLOR": "1"}
        self._process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def wait_for(self, text: str, seconds: float = 300) -> bool:
        """Whether the text has been shown before the command ended or the time was over."""
        while text not in self.shown and select.select([self._ours], [], [], seconds)[0]:
            try:
                self.shown += os.read(self._ours, 4096).decode()
            except OSError:
                break
        return text in self.shown

    def interrupt(self, until: str) -> None:
        """Press Ctrl-C until the text is shown: a prompt that is just being set up may overhear the first."""
        for _ in range(10):
            time.sleep(0.5)
            self._process.send_signal(signal.SIGINT)
            if self.wait_for(until, seconds=60):
                return

    def end(self) -> int:
        """The exit code."""
        try:
            while os.read(self._ours, 4096):
                pass
        except OSError:
            pass
        return self._process.wait()


def test_ctrl_c_while_the_opponent_thinks_does_not_lose_the_game() -> None:
    with Keyboard("play", "connect-four", "--against", "minimax depth=40") as keyboard:
        assert keyboard.wait_for("type a move")
        keyboard.type("4\n")
        assert keyboard.wait_for("thinks ...")
        keyboard.interrupt(until="inarow: interrupted")
        assert "left at connect-four/4; to go on" in keyboard.shown
        assert "inarow play connect-four/4 --against 'minimax depth=40' --side first" in keyboard.shown
        assert keyboard.end() == 130


def test_ctrl_c_at_the_prompt_does_not_lose_the_game() -> None:
    with Keyboard("play", "connect6") as keyboard:
        assert keyboard.wait_for("type a move")
        keyboard.type("j10\n")
        assert keyboard.wait_for("(2 stones)")
        keyboard.interrupt(until="inarow: interrupted")
        assert "left at connect6/j10; to go on: inarow play connect6/j10" in keyboard.shown
        assert keyboard.end() == 130


def test_ctrl_c_shows_what_an_analysis_has_found() -> None:
    with Keyboard("analyse", "connect-four", "--player", "pvs seconds=100000", "--lines", "1") as keyboard:
        assert keyboard.wait_for("depth 3: ")
        keyboard.interrupt(until="inarow: interrupted")
        assert "1. " in keyboard.shown
        assert keyboard.end() == 130


def test_who_says_nothing_is_asked_for_game_opponent_side_and_time() -> None:
    with Keyboard("play") as keyboard:
        assert keyboard.wait_for("game [connect-four]: ")
        keyboard.type("hopscotch\ntic-tac-toe\nfrist\nfirst\nthird\nsecond\nlong\n0.5\n")
        assert keyboard.wait_for("first plays a1")
        assert "expected a game" in keyboard.shown
        assert "did you mean first" in keyboard.shown
        assert "expected first or second" in keyboard.shown
        assert "is no number of seconds" in keyboard.shown
        keyboard.type("quit\n")
        assert keyboard.end() == 0

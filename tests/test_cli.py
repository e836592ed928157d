"""The commands: what they print, their exit codes, and how their errors sound."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inarow import Position, Record, read_records, write_records
from inarow.cli.main import COMMANDS, main, parser_for


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as left:
        code = int(left.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)
    assert run(capsys) == (0, out, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"inarow {command}" in out
    assert "example" in out
    assert run(capsys, "help", command)[1] == out


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[1].startswith("inarow ")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["shwo", "44"], 2, "did you mean 'show'"),
        (["show"], 2, "the following arguments are required"),
        (["show", "connect-five/44"], 2, "expected a game"),
        (["show", "connect-four/9"], 2, "move 1 at character 14"),
        (["show", "connect-four/4444444"], 2, "column 4 is full"),
        (["perft", "connect-four", "0"], 2, "expected 1 or more"),
        (["analyse", "44", "--player", "pvss"], 2, "did you mean pvs"),
        (["analyse", "44", "--player", "random"], 2, "does not search"),
        (["analyse", "44", "--lines", "0"], 2, "--lines is 0"),
        (["analyse", "44", "--depth", "0"], 2, "depth is 0"),
        (["analyse", "1212121"], 1, "the game is over"),
        (["replay", "nowhere.jsonl"], 1, "nowhere.jsonl: No such file"),
        (["replay", "nowhere.xyz"], 1, "nowhere.xyz: No such file"),
        (["convert", os.devnull, "games.xyz"], 1, "does not say the format"),
        (["players", "windows"], 2, "windows is an evaluator"),
        (["analyse", "44", "--depth", "1001"], 2, "depth is 1001; it must be from 1 to 1,000"),
        (["play", "connect-four", "--against", "nobody"], 2, "no player 'nobody'"),
        (["games", "drop-0x6x4"], 2, "columns is 0; it must be from 1 to 128"),
    ],
)
def test_a_mistake_is_told_on_standard_error_with_its_exit_code(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str
) -> None:
    found, out, err = run(capsys, *words)
    assert (found, out) == (code, "")
    assert message in err


def test_show_prints_the_board_and_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "show", "connect-four/4433")
    assert out.splitlines() == [
        "6 . . . . . . .",
        "5 . . . . . . .",
        "4 . . . . . . .",
        "3 . . . . . . .",
        "2 . .>O O . . .",
        "1 . . X X . . .",
        "  1 2 3 4 5 6 7",
        "X (first) to move",
        "X (first): 2 stones, longest run 2",
        "O (second): 2 stones, longest run 2",
    ]


def test_show_as_json_and_as_picture(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(run(capsys, "show", "connect6/j10k11k9", "--json")[1])
    assert shown["position"] == "connect6/j10k11k9"
    assert (shown["to_move"], shown["stones_left"]) == ("FIRST", 2)
    assert shown["sides"]["SECOND"]["stones"] == ["k11", "k9"]
    assert run(capsys, "show", "44", "--svg")[1].startswith("<svg")


def test_games_lists_names_and_describes_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "connect6" in run(capsys, "games")[1]
    assert "drop-9x9x5" in run(capsys, "games", "connect-m 9 5")[1]
    described = json.loads(run(capsys, "games", "connect6", "--json")[1])
    assert described[0]["stones_per_turn"] == 2


def test_perft_counts_every_depth(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "perft", "tic-tac-toe", "5", "--json")
    assert [json.loads(line)["sequences"] for line in out.splitlines()] == [9, 72, 504, 3024, 15120]
    assert "15,120" in run(capsys, "perft", "tic-tac-toe", "5")[1]


def test_players_lists_all_and_explains_one(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "players")[1]
    assert "system B" in out
    assert "windows" in out
    assert "threads=     threads to search with (default: 1)" in run(capsys, "players", "chains")[1]
    assert json.loads(run(capsys, "players", "random", "--json")[1])[0]["options"][0]["name"] == "seed"


def test_analyse_shows_the_best_moves_first(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "connect-four/4433", "--player", "pvs eval=windows depth=3"]
    lines = [json.loads(line) for line in run(capsys, *words, "--lines", "3", "--json")[1].splitlines()]
    assert [line["score"] for line in lines[:2]] == [{"result": "win", "stones": 3}] * 2
    assert {line["move"][0] for line in lines[:2]} == {"2", "5"}
    assert "wins in 3 stones" in run(capsys, *words)[1]


def test_analyse_ends_when_there_are_no_more_moves(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "analyse", "place-2x1x2/a1", "--lines", "5", "--depth", "1", "--json")
    assert (code, len(out.splitlines())) == (0, 1)


def test_games_are_replayed_and_converted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, target = tmp_path / "games.jsonl", tmp_path / "games.sgf"
    records = [Record.of(Position.parse(text)) for text in ("connect-four/1212121", "connect6/j10k11k9")]
    write_records(source, records)
    assert run(capsys, "convert", str(source), str(target))[0] == 0
    back = tmp_path / "back.jsonl"
    assert run(capsys, "convert", str(target), str(back), "--json")[1] == (
        '{"games": 2, "format": "jsonl", "lost": [], "variations_left_out": 0}\n'
    )
    assert [record.moves for record in read_records(back)] == [record.moves for record in records]
    assert (
        run(capsys, "convert", str(source), "-", "--to", "text")[1]
        == "connect-four/1212121\nconnect6/j10k11k9\n"
    )
    out = run(capsys, "replay", str(source))[1]
    assert "first wins by line after 7 stones" in out
    assert run(capsys, "replay", str(source), "--game", "2", "--moves")[1].count("to move") == 3
    assert json.loads(run(capsys, "replay", str(target), "--game", "1", "--json")[1])["moves"] == "1212121"
    assert "connect6, first against second, unfinished after 3 stones" in out
    assert run(capsys, "replay", str(source), "--game", "3")[0] == 1
    nowhere = tmp_path / "nowhere" / "games.sgf"
    assert (
        run(capsys, "convert", str(source), str(nowhere))[2]
        == f"inarow: {nowhere}: No such file or directory\n"
    )


def test_a_damaged_file_is_refused_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, target = tmp_path / "games.txt", tmp_path / "games.sgf"
    source.write_text("connect-four/44\nconnect-four/4x\n")
    code, _, err = run(capsys, "convert", str(source), str(target))
    assert code == 1
    assert "line 2" in err
    assert not target.exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_learn_every_command(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    out = run(capsys, "completion", shell)[1]
    assert all(command in out for command in COMMANDS)
    assert "connect-four" in out


def test_bash_completes_a_command_and_its_options(tmp_path: Path) -> None:
    script = tmp_path / "complete.sh"
    made = subprocess.run(
        [sys.executable, "-m", "inarow.cli", "completion", "bash"], capture_output=True, text=True, check=True
    )
    script.write_text(
        made.stdout + 'COMP_WORDS=(inarow ana); COMP_CWORD=1; _inarow; echo "${COMPREPLY[@]}"\n'
        'COMP_WORDS=(inarow show --j); COMP_CWORD=2; _inarow; echo "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(["bash", str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["analyse", "--json"]


def test_output_that_nobody_reads_is_no_error() -> None:
    command = f"{sys.executable} -m inarow.cli games | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
    assert done.stderr == ""


def test_the_commands_import_neither_numpy_nor_rich_to_start() -> None:
    program = (
        "import sys; from inarow.cli.main import main; main(['show', '44']); "
        "sys.exit(any(name in sys.modules for name in ('numpy', 'rich', 'matplotlib', 'sqlite3')))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_but_the_talking_ones_has_json(command: str) -> None:
    assert ("--json" in options_of(parser_for(command))) == (
        command not in ("play", "studio", "completion", "engine")
    )


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """The options of the parser and of those below it."""
    found = set()
    for action in parser._actions:
        found |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            found |= set().union(*map(options_of, action.choices.values()))
    return found

"""Training from zero: killed at any moment it goes on as if nothing had been, and what comes out plays perfectly."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inarow import Position, Rules
from inarow.arena.executor import HereExecutor
from inarow.cli.main import main
from inarow.engine.catalog import player
from inarow.engine.network import NAMES, TrainedNetwork
from inarow.learn.dataset import DatasetError
from inarow.learn.perfect import check_player, exact_values
from inarow.learn.spread import InThreads
from inarow.learn.training import Event, Training, TrainSettings

RULES = Rules.parse("tic-tac-toe")


def quiet(event: Event) -> None:
    pass


HERE: Any = {"executor": HereExecutor(), "spread": InThreads(), "tell": quiet}
SMALL = TrainSettings(
    generations=2, games=20, nodes=20, epochs=2, width=16, gate_games=4, gate_nodes=1, seed=4
)


def trained(folder: Path, settings: TrainSettings = SMALL, rules: Rules = RULES) -> Training:
    training = Training(folder, rules, settings, **HERE)
    training.run()
    return training


def assert_same(one: Path, two: Path) -> None:
    for name in ("best.network", "candidate-1.network", "candidate-2.network"):
        left, right = (TrainedNetwork.load(folder / name) for folder in (one, two))
        assert all(np.array_equal(left.parts[part], right.parts[part]) for part in NAMES)


# Runs a command again and again, each time killed by signal 9 one write or rename later than the last time, in
# the same place, until it ends by itself. PyTorch is loaded once, before the children are forked.
KILLER = """
import os, signal, sys
from pathlib import Path
from typing import Any
import inarow.learn.network_fit
from inarow.cli.main import main

def run(last):
    steps = 0
    def counted(function):
        def step(*args, **options):
            nonlocal steps
            steps += 1
            if steps == last:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **options)
        return step
    os.fsync, Path.replace = counted(os.fsync), counted(Path.replace)
    os._exit(main(sys.argv[1:]))

kills = 0
while True:
    child = os.fork()
    if child == 0:
        run(1 + kills % 5)
    if os.WIFSIGNALED(status := os.waitpid(child, 0)[1]):
        kills += 1
    else:
        print(kills, file=sys.stderr)
        sys.exit(os.waitstatus_to_exitcode(status))
"""


def killed_often(words: list[str]) -> int:
    """How often the command was killed before it came to its end."""
    command = [sys.executable, "-c", KILLER, *words]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1])


def test_training_that_is_killed_at_every_step_ends_the_same(tmp_path: Path) -> None:
    words = ["learn", "train", "tic-tac-toe", "--generations", "2", "--games", "20", "--nodes", "20"]
    words += ["--epochs", "2", "--width", "16", "--gate-games", "4", "--gate-nodes", "1", "--seed", "4"]
    whole, killed = trained(tmp_path / "whole"), tmp_path / "killed"
    assert killed_often([*words, "--folder", str(killed), "--json"]) > 10
    assert_same(tmp_path / "whole", killed)
    after = Training(killed, RULES, SMALL, **HERE)
    for one, two in zip(whole.history, after.history, strict=True):
        assert {**one, "positions a second": 0} == {**two, "positions a second": 0}


def test_tuning_that_is_killed_at_every_step_ends_the_same(tmp_path: Path) -> None:
    words = ["learn", "tune", "drop-5x4x4", "--games", "1100", "--nodes", "20", "--json"]
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
        files = [
            "--data",
            str(tmp_path / name / "some.games"),
            "--output",
            str(tmp_path / name / "mine.weights"),
        ]
        if name == "whole":
            assert main([*words, *files]) == 0
        else:
            assert killed_often([*words, *files]) > 3
    for name in ("some.games", "mine.weights"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    trained(tmp_path)
    with pytest.raises(DatasetError, match="needs another folder"):
        Training(tmp_path, Rules.parse("drop-4x4x3"), SMALL, **HERE)
    more = TrainSettings(**{**vars(SMALL), "generations": 3})
    assert Training(tmp_path, RULES, more, **HERE).state["generation"] == 2


def test_a_network_from_zero_learns_and_plays_a_small_game_perfectly(tmp_path: Path) -> None:
    rules = Rules.parse("drop-4x4x3")
    settings = TrainSettings(
        generations=2, games=150, nodes=40, epochs=4, width=16, gate_games=100, gate_nodes=1, seed=1
    )
    training = trained(tmp_path, settings, rules)
    epochs = [point for point in training.history if point["kind"] == "epoch"]
    gates = [point for point in training.history if point["kind"] == "gate"]
    assert epochs[-1]["held-out policy"] < epochs[0]["held-out policy"]
    assert len(gates) == 2
    assert any(point["accepted"] for point in gates)
    verdict = check_player(player(f"network weights={training.best} nodes=500"), rules, 100, 1)
    assert verdict.losing == ()
    assert verdict.moves > 100


@pytest.mark.parametrize("game", ["tic-tac-toe", "drop-4x4x3"])
def test_exact_values_find_a_move_that_gives_something_away(game: str) -> None:
    rules = Rules.parse(game)
    values = exact_values(rules)
    assert max(values(Position(rules)).values()) == (0 if game == "tic-tac-toe" else 1)
    verdict = check_player(player("first"), rules, 20, 1)
    assert verdict.losing
    for text, cell in verdict.losing:
        position = Position.parse(text)
        worth = values(position)
        assert worth[cell] < max(worth.values())


def test_unknown_values_are_refused() -> None:
    with pytest.raises(ValueError, match="not known"):
        exact_values(Rules.parse("connect6"))


def test_the_commands_train_draw_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    words = ["learn", "train", "tic-tac-toe", "--folder", str(folder), "--generations", "1", "--games", "30"]
    assert main([*words, "--nodes", "20", "--epochs", "2", "--gate-games", "4"]) == 0
    told = capsys.readouterr().out
    assert "generation 1, epoch 2: value" in told
    assert "games, LLR" in told
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    words = [
        "learn",
        "check",
        f"network weights={folder / 'best.network'} nodes=300",
        "--game",
        "tic-tac-toe",
    ]
    assert main([*words, "--games", "10"]) == 0
    assert "moves gave something away, in 10 games" in capsys.readouterr().out
    assert main(["learn", "train", "tic-tac-toe", "--games", "0"]) == 1
    assert "must be 1 or more" in capsys.readouterr().err

"""Tuning: games kept through a crash, a fit that finds what is there, weights that come out of it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from inarow import Outcome, Position, Record, Rules
from inarow._core import SelfPlay, Weights, judge
from inarow.cli.main import main
from inarow.engine.weights import TunedWeights
from inarow.game.files import write_games
from inarow.learn.dataset import Dataset, DatasetError, LearningGame
from inarow.learn.fit import fit, log_loss, probability
from inarow.learn.games import ChampionGames, SelfPlaySettings, games_of_file
from inarow.learn.spread import InThreads, make_games
from inarow.learn.tuning import TuneSettings, positions_of, tune

DROP = Rules.parse("drop-5x4x4")
SETTINGS = SelfPlaySettings(nodes=20, fewest_turns=1, most_turns=4, seed=5)


def play_games(path: Path, rules: Rules, settings: SelfPlaySettings, games: int, threads: int = 1) -> None:
    make_games(path, ChampionGames(rules.spec, settings), games, InThreads(threads), lambda done, total: None)


@pytest.mark.parametrize("game", ["drop-6x5x4", "connect6", "gomoku", "place-6x6x4-p3-q2"])
def test_self_play_gives_the_same_game_for_the_same_number(game: str) -> None:
    rules = Rules.parse(game)
    one, two = (SelfPlay(rules, Weights.standard(rules), nodes=30, seed=3) for _ in range(2))
    two.play(0)
    for number in (4, 2):
        left, right = one.play(number), two.play(number)
        assert (left.moves, left.scores, left.outcome) == (right.moves, right.scores, right.outcome)
        position = Position.after(rules, left.moves)
        assert left.outcome != Outcome.ONGOING
        assert not position.is_over or position.outcome == left.outcome
        assert left.opening <= len(left.moves)
    assert one.play(0).moves != one.play(1).moves


def test_a_file_goes_on_where_it_stands(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.games", tmp_path / "parts.games"
    play_games(whole, DROP, SETTINGS, 230)
    play_games(parts, DROP, SETTINGS, 100)
    play_games(parts, DROP, SETTINGS, 230, threads=2)
    assert parts.read_bytes() == whole.read_bytes()
    _, games = Dataset.read(whole)
    assert len(games) == 230


def test_whatever_a_crash_leaves_is_cut_off_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    play_games(path, DROP, SETTINGS, 120)
    whole = path.read_bytes()
    for size in [*range(0, 200, 9), len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:size])
        play_games(path, DROP, SETTINGS, 120)
        assert path.read_bytes() == whole


def test_a_killed_process_loses_no_game_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "killed.games"
    command = [
        *(sys.executable, "-m", "inarow.cli", "learn", "tune", DROP.spec, "--nodes", "20", "--seed", "5"),
        *("--games", "100000", "--data", str(path), "--output", str(tmp_path / "mine.weights")),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = monotonic() + 60
        while (not path.exists() or path.stat().st_size < 3000) and monotonic() < deadline:
            sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    _, kept = Dataset.read(path)
    assert kept
    settings = SelfPlaySettings.usual(DROP, 20, 5)
    play_games(path, DROP, settings, len(kept) + 50)
    _, games = Dataset.read(path)
    assert games[: len(kept)] == kept
    other = tmp_path / "other.games"
    play_games(other, DROP, settings, 100)
    assert Dataset.read(other)[1] == games[:100]


def test_files_of_other_games_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    play_games(path, DROP, SETTINGS, 10)
    with pytest.raises(DatasetError, match="name another file"):
        play_games(path, DROP, SelfPlaySettings(nodes=21), 10)
    with pytest.raises(DatasetError, match="holds games of drop-5x4x4 and not of connect-four"):
        games_of_file(path, Rules.parse("connect-four"))
    path.write_bytes(b"hello\n")
    with pytest.raises(DatasetError, match="no file of games to learn from"):
        play_games(path, DROP, SETTINGS, 10)
    assert path.read_bytes() == b"hello\n"


def test_a_file_is_added_to_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    with (
        Dataset.opened(path, DROP, {}),
        pytest.raises(DatasetError, match="another process"),
        Dataset.opened(path, DROP, {}),
    ):
        pass


def test_a_fit_finds_the_coefficients_that_made_the_labels() -> None:
    random = np.random.default_rng(1)
    rows = random.normal(size=(20_000, 4))
    truth = np.array([1.0, -2.0, 0.5, 0.0])
    labels = (random.random(20_000) < probability(rows @ truth)).astype(float)
    ones = np.ones(len(labels))
    found = fit(rows, labels, ones, np.zeros(4), np.full(4, 1e-6))
    assert np.allclose(found.coefficients, truth, atol=0.1)
    held = fit(rows, labels, ones, np.zeros(4), np.full(4, 1e6))
    assert np.allclose(held.coefficients, 0, atol=1e-3)
    assert found.loss < log_loss(np.zeros(len(labels)), labels)


def test_positions_are_seen_by_the_side_to_move() -> None:
    moves = Position.parse("drop-5x4x4/3324").history
    game = LearningGame(tuple(moves), 1, Outcome.FIRST_WINS, (5, 6, 7))
    found = positions_of(DROP, [game], quiet_only=False)
    assert list(found.stones) == [1, 2, 3]
    assert list(found.results) == [0, 1, 0]
    assert list(found.searched) == [5, 6, 7]
    position = Position.after(DROP, moves[:2])
    assert list(found.features[1]) == judge(position, Weights.standard(DROP)).features


def test_tuned_weights_tell_the_result_better_than_those_set_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    rules = Rules.parse("drop-6x5x4")
    play_games(path, rules, SelfPlaySettings(nodes=60, seed=2), 400)
    _, games = Dataset.read(path)
    tuning = tune(rules, games, TuneSettings(seed=1), "test")
    assert tuning.losses["tuned"] < tuning.losses["hand"] < tuning.losses["constant"]
    assert [point[0] for point in tuning.curve] == sorted(point[0] for point in tuning.curve)
    assert tuning.tuned.provenance["games"] == 400
    again = tune(rules, games, TuneSettings(seed=1), "test")
    assert again.tuned == tuning.tuned
    for settings in (
        TuneSettings(symmetric=True),
        TuneSettings(phases=False, labels=0.7),
        TuneSettings(quiet_only=False),
    ):
        tuned = tune(rules, games, settings, "test").tuned
        tuned.weights_for(rules)
        if not settings.phases:
            assert tuned.early == tuned.late
        if settings.symmetric:
            assert tuned.early[1] == -tuned.early[rules.line_length]


def test_the_command_plays_tunes_and_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "mine.weights"
    words = ["learn", "tune", "drop-5x4x4", "--games", "150", "--nodes", "30", "--output", str(output)]
    plot = tmp_path / "curve.png"
    assert main([*words, "--data", str(tmp_path / "some.games"), "--plot", str(plot), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 150
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert TunedWeights.load(output).family.name == "drop-k4-p1"
    assert main(["learn", "show", str(output)]) == 0
    assert "own windows with 1" in capsys.readouterr().out
    output.write_bytes(output.read_bytes()[:50])
    assert main(["learn", "show", str(output)]) == 1
    assert "inarow learn tune" in capsys.readouterr().err


def test_records_and_tables_can_be_learned_from(tmp_path: Path) -> None:
    rules = Rules.parse("connect6")
    table = tmp_path / "games.csv"
    table.write_text('id,moves,winner\n1,"j10,k11,k9,j9,i9",black\n2,"j10,k11,k9",white\n', encoding="utf-8")
    _, games = games_of_file(table, rules)
    assert [game.outcome for game in games] == [Outcome.FIRST_WINS, Outcome.SECOND_WINS]
    assert len(games[0].moves) == 5
    table.write_text("id,moves,winner\n1,zz99,black\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="line 2"):
        games_of_file(table, rules)
    with pytest.raises(DatasetError, match="name the game"):
        games_of_file(table)
    records = tmp_path / "games.jsonl"
    write_games(records, [Record.of(Position.parse("drop-5x4x4/112233"))])
    with pytest.raises(DatasetError, match="no finished game"):
        games_of_file(records)
    write_games(records, [Record.of(Position.parse("connect-four/1122334"))])
    assert games_of_file(records)[1][0].outcome == Outcome.FIRST_WINS


def test_too_few_games_are_refused() -> None:
    with pytest.raises(DatasetError, match="too few"):
        tune(DROP, [], TuneSettings(), "test")
    for wrong in ({"labels": 2.0}, {"held_out": 0.0}, {"penalty": 0.0}):
        with pytest.raises(ValueError, match="must be"):
            TuneSettings(**wrong)  # type: ignore[arg-type]

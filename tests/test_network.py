"""Networks: integers that agree with what was trained, stone by stone, with AVX2 and without."""

from pathlib import Path

import numpy as np
import pytest

from inarow import Outcome, Position, Rules, Side
from inarow._core import (
    Mcts,
    Network,
    NetworkPlay,
    WeightsError,
    exercise_network,
    game_codes,
    network_codes,
    network_judgement,
)
from inarow.engine.catalog import player
from inarow.engine.network import TrainedNetwork
from inarow.engine.sealed import SealError
from inarow.learn.dataset import LearningGame
from inarow.learn.games import ChampionGames, SelfPlaySettings
from inarow.learn.network_data import SCORE_UNIT, TaughtGames, batch_of
from inarow.learn.network_fit import NAMES, Trainer, forward, losses_of, tensors_of
from strategies import wandered

GAMES = ["tic-tac-toe", "connect-four", "connect6", "gomoku-exact", "drop-6x5x4-p2-q1", "place-7x5x4-p3-q1"]


def large(rules: Rules, seed: int) -> TrainedNetwork:
    """A network with numbers large enough that rounding and clipping matter."""
    fresh = TrainedNetwork.fresh(rules, 32, 16, seed)
    return TrainedNetwork(
        fresh.line_length, fresh.gravity, {name: 3 * part for name, part in fresh.parts.items()}
    )


@pytest.mark.parametrize("game", GAMES)
def test_avx2_and_plain_loops_give_equal_numbers(game: str) -> None:
    rules = Rules.parse(game)
    for seed in range(3):
        network = large(rules, seed)
        for stones in (0, 5, 9, 17):
            moves = list(wandered(rules, stones, seed + stones).history)
            quick, plain = (
                network_judgement(rules, moves, network.network_for(rules, simd=simd))
                for simd in (True, False)
            )
            assert quick == plain


@pytest.mark.parametrize("game", GAMES)
def test_stones_that_are_taken_back_leave_no_trace(game: str) -> None:
    rules = Rules.parse(game)
    network = large(rules, 1).network_for(rules)
    moves = list(wandered(rules, 12, 4).history)
    once = exercise_network(rules, moves, network, 1)
    assert exercise_network(rules, moves, network, 5) == 5 * once


@pytest.mark.parametrize("game", GAMES)
def test_the_integers_say_what_the_trained_numbers_say(game: str) -> None:
    rules = Rules.parse(game)
    network = TrainedNetwork.fresh(rules, 32, 16, 2)
    moves = wandered(rules, 11, 3).history
    batch = batch_of(rules, network, [as_game(rules, tuple(moves))], 0.0)
    values, logarithms = (found.detach().numpy() for found in forward(tensors_of(network.parts), batch))
    chances = np.exp(logarithms)
    for index in range(len(batch)):
        value, promises = network_judgement(rules, list(moves[:index]), network.network_for(rules))
        output = value / 16384
        assert abs(output / (1 + abs(output)) - values[index]) < 0.05
        legal = list(promises)
        shares = np.exp(np.array([promises[cell] for cell in legal]) / 16384)
        assert np.allclose(shares / shares.sum(), chances[index, legal], atol=0.02)


def as_game(rules: Rules, moves: tuple[int, ...]) -> LearningGame:
    """A game in which the search thought of nothing but the move that was played."""
    return LearningGame(
        moves,
        0,
        Position.after(rules, moves).outcome,
        (0,) * len(moves),
        tuple(((cell, 1),) for cell in moves),
    )


def reference_class(position: Position, cell: int, step: tuple[int, int], owner: Side) -> int:
    """How far the best window through an empty cell has come, with sets and loops."""
    rules = position.rules
    column, row = cell % rules.columns, cell // rules.columns
    best, count = -1, 0
    for start in range(1 - rules.line_length, 1):
        places = [
            (column + (start + i) * step[0], row + (start + i) * step[1]) for i in range(rules.line_length)
        ]
        if not all(0 <= x < rules.columns and 0 <= y < rules.rows for x, y in places):
            continue
        found = [position.at(y * rules.columns + x) for x, y in places]
        if any(side not in (owner, None) for side in found):
            continue
        stones = found.count(owner)
        best, count = max(best, stones), 1 if stones > best else count + (stones == best)
    return 0 if best < 0 else 1 + 2 * best + (count > 1)


@pytest.mark.parametrize("game", [*GAMES, "drop-9x9x5", "place-15x15x8"])
def test_the_codes_say_how_far_windows_have_come(game: str) -> None:
    rules = Rules.parse(game)
    network = TrainedNetwork.fresh(rules, 16, 16, 1).network_for(rules)
    moves = list(wandered(rules, 14, 8).history)
    codes = np.frombuffer(game_codes(rules, moves, network), dtype=np.int16).reshape(-1, rules.cells, 4)
    classes = 2 * rules.line_length + 1
    for index in range(0, len(moves), 3):
        position = Position.after(rules, moves[:index])
        is_first = position.to_move == Side.FIRST
        sides = (Side.FIRST, Side.SECOND) if is_first else (Side.SECOND, Side.FIRST)
        for cell in range(rules.cells):
            if position.at(cell) is not None:
                assert list(codes[index, cell]) == [-1] * 4
                continue
            for direction, step in enumerate(((1, 0), (0, 1), (1, 1), (1, -1))):
                own, other = (reference_class(position, cell, step, side) for side in sides)
                expected = own * classes + other
                if rules.gravity:
                    row = cell // rules.columns
                    height = sum(
                        position.at(cell % rules.columns + y * rules.columns) is not None
                        for y in range(rules.rows)
                    )
                    parity = (row + (not is_first)) % 2
                    expected = expected * 6 + 2 * min(row - height, 2) + parity
                assert codes[index, cell, direction] == expected < network_codes(rules)


@pytest.mark.parametrize("game", ["connect6", "drop-9x9x5"])
def test_the_champion_teaches_every_stone_of_its_turns(game: str) -> None:
    rules = Rules.parse(game)
    champion = ChampionGames(rules.spec, SelfPlaySettings.usual(rules, 30, 1))
    for raw, told in zip(champion.games(range(4)), TaughtGames(champion).games(range(4)), strict=True):
        assert told.moves == raw.moves
        assert len(told.visits) == len(told.scores) == len(raw.moves) - raw.opening
        assert all(abs(score) <= SCORE_UNIT for score in told.scores)
        position = Position.after(rules, raw.moves[: raw.opening])
        for move, visits in zip(raw.moves[raw.opening :], told.visits, strict=True):
            assert visits[0] == (move, 1)
            assert len(visits) == position.stones_left or position.play(move).is_over
            position = position.play(move)


def test_a_move_for_variety_hides_the_result_from_the_positions_before_it() -> None:
    rules = Rules.parse("drop-4x4x3")
    moves = tuple(Position.parse("drop-4x4x3/12131").history)
    visits = tuple(((cell, 1),) if index != 2 else ((3, 5), (cell, 1)) for index, cell in enumerate(moves))
    scores = (1000, -2000, 3000, -4000, 5000)
    game = LearningGame(moves, 0, Outcome.FIRST_WINS, scores, visits)
    network = TrainedNetwork.fresh(rules, 16, 16, 1)
    results = batch_of(rules, network, [game], 0.0).values
    assert np.allclose(results, [0.3, -0.3, 0.3, -1, 1])
    mixed = batch_of(rules, network, [game], 0.5).values
    assert np.allclose(mixed, [0.2, -0.25, 0.3, -0.7, 0.75])
    assert np.allclose(batch_of(rules, network, [game], 0.0).extras[:, 1], [0, 1, 0, 1, 0])


def test_training_learns_what_there_is_to_learn() -> None:
    rules = Rules.parse("drop-4x4x3")
    network = TrainedNetwork.fresh(rules, 16, 16, 1)
    play = NetworkPlay(rules, network.network_for(rules), nodes=30, seed=2)
    games = []
    for number in range(40):
        game = play.play(number)
        visits = tuple(tuple(stone) for stone in game.visits)
        games.append(LearningGame(tuple(game.moves), game.opening, game.outcome, (0,) * len(visits), visits))
    batch = batch_of(rules, network, games, 0.0)
    trainer = Trainer(network.parts, 1, 12)
    before = losses_of(trainer.parts, batch)
    for _ in range(12):
        trainer.epoch(batch, 32)
    after = losses_of(trainer.parts, batch)
    assert after.value < 0.9 * before.value
    assert after.policy < 0.9 * before.policy


def test_a_trainer_goes_on_from_its_state() -> None:
    rules = Rules.parse("drop-4x4x3")
    network = TrainedNetwork.fresh(rules, 16, 16, 1)
    batch = batch_of(rules, network, [as_game(rules, tuple(wandered(rules, 9, 1).history))], 0.0)
    one = Trainer(network.parts, 1, 4)
    for _ in range(4):
        one.epoch(batch, 4)
    two = Trainer(network.parts, 1, 4)
    for _ in range(2):
        two.epoch(batch, 4)
    three = Trainer(network.parts, 1, 4)
    three.restore(two.state())
    for _ in range(2):
        three.epoch(batch, 4)
    for name in NAMES:
        assert np.array_equal(one.parts[name], three.parts[name])


def test_a_file_gives_back_what_was_saved_and_damage_is_refused(tmp_path: Path) -> None:
    rules = Rules.parse("drop-5x4x4")
    path = tmp_path / "mine.network"
    network = TrainedNetwork.fresh(rules, 16, 16, 3)
    network.save(path)
    loaded = TrainedNetwork.load(path)
    assert all(np.array_equal(loaded.parts[name], network.parts[name]) for name in NAMES)
    whole = path.read_bytes()
    for size in range(0, len(whole), len(whole) // 40):
        path.write_bytes(whole[:size])
        with pytest.raises(SealError, match="inarow learn train"):
            TrainedNetwork.load(path)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(SealError, match="damaged"):
        TrainedNetwork.load(path)
    with pytest.raises(ValueError, match="damaged"):
        player(f"network weights={path}")


def test_a_network_for_connect6_comes_with_the_package() -> None:
    position = Position.parse("connect6/j10k11k9")
    assert position.is_legal(player("network nodes=30").choose(position))
    with pytest.raises(SealError, match="no network comes with the package for gomoku"):
        player("network nodes=30").choose(Position.parse("gomoku/h8"))


def test_a_network_of_another_game_is_refused() -> None:
    network = TrainedNetwork.fresh(Rules.parse("drop-5x4x4"), 16, 16, 3)
    with pytest.raises(SealError, match="drop games of 4 in a row"):
        network.network_for(Rules.parse("connect6"))
    core = network.network_for(Rules.parse("connect-four"))  # every board of the family
    with pytest.raises(WeightsError, match="another line length"):
        Mcts(Rules.parse("gomoku"), network=core)
    nothing = np.zeros(0, dtype=np.int16)
    with pytest.raises(WeightsError, match="rows has 0 numbers"):
        Network(
            Rules.parse("tic-tac-toe"), 16, 16, nothing, nothing, nothing, nothing,
            np.zeros(0, dtype=np.int32), nothing, 0,
        )  # fmt: skip


def test_the_player_plays_legal_moves(tmp_path: Path) -> None:
    path = tmp_path / "mine.network"
    for game in ("tic-tac-toe", "drop-6x5x4-p2-q1", "connect6"):
        rules = Rules.parse(game)
        TrainedNetwork.fresh(rules, 16, 16, 3).save(path)
        chosen = player(f"network weights={path} nodes=30")
        position = Position(rules)
        while not position.is_over and position.stones < 12:
            position = position.play(chosen.choose(position))

"""How fast a network sees stones: with AVX2 and without, and how fast it is trained.

.venv/bin/python bench/network.py
"""

from __future__ import annotations

from time import process_time

import numpy as np

from inarow import Rules
from inarow._core import NetworkPlay, Random, SelfPlay, Weights, exercise_network
from inarow.engine.network import TrainedNetwork
from inarow.game.position import Position
from inarow.learn.dataset import LearningGame
from inarow.learn.network_data import batch_of
from inarow.learn.network_fit import Trainer

ROUNDS = 60


def inference(game: str) -> None:
    """Stones a second, each with its undo and a value."""
    rules = Rules.parse(game)
    network = TrainedNetwork.fresh(rules, 32, 16, 1)
    random = Random(1)
    moves: list[int] = []
    position = Position(rules)
    while len(moves) < 40 and not position.is_over:
        moves.append(random.move(position))
        position = position.play(moves[-1])
    rates = []
    for simd in (True, False):
        core = network.network_for(rules, simd=simd)
        exercise_network(rules, moves, core, 2)
        start = process_time()
        exercise_network(rules, moves, core, ROUNDS)
        rates.append(ROUNDS * len(moves) / (process_time() - start))
    print(
        f"{game:12} inference  AVX2 {rates[0]:10,.0f}  plain {rates[1]:10,.0f} stones/s  "
        f"ratio {rates[0] / rates[1]:.2f}"
    )


def training(game: str, games: int) -> None:
    """Positions a second of self-play and of the trainer."""
    rules = Rules.parse(game)
    network = TrainedNetwork.fresh(rules, 32, 16, 1)
    play = NetworkPlay(rules, network.network_for(rules), nodes=50)
    start = process_time()
    played = [play.play(number) for number in range(games)]
    rate = sum(len(one.visits) for one in played) / (process_time() - start)
    learned = [
        LearningGame(
            tuple(one.moves),
            one.opening,
            one.outcome,
            (0,) * len(one.visits),
            tuple(tuple(stone) for stone in one.visits),
        )
        for one in played
    ]
    batch = batch_of(rules, network, learned, 0.0)
    trainer = Trainer(network.parts, 1, 2)
    start = process_time()
    trainer.epoch(batch, 64)
    speed = len(batch) / (process_time() - start)
    print(f"{game:12} self-play with 50 nodes {rate:8,.0f} positions/s  training {speed:8,.0f} positions/s")


def tuning(game: str, nodes: int, games: int) -> None:
    """Games and positions a second of the champion's self-play."""
    rules = Rules.parse(game)
    play = SelfPlay(rules, Weights.standard(rules), nodes=nodes, fewest_turns=2, most_turns=4)
    start = process_time()
    played = [play.play(number) for number in range(games)]
    seconds = process_time() - start
    positions = sum(len(one.scores) for one in played)
    print(
        f"{game:12} self-play of the champion, {nodes} nodes: {games / seconds:6.0f} games/s "
        f"{positions / seconds:8,.0f} positions/s"
    )


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    for name in ("connect6", "drop-9x9x5"):
        inference(name)
    training("drop-5x4x4", 60)
    training("connect6", 4)
    tuning("connect6", 500, 100)
    tuning("drop-9x9x5", 500, 60)

"""The same jobs on a Ray cluster of two nodes, of which one dies while games are played; and the same training."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from arena_testing import MARK, all_ended, bad
from inarow import Ending, Rules
from inarow.arena.executor import Executor, HereExecutor, RayExecutor
from inarow.arena.job import Clock, Job
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.arena.tournament import Tournament
from inarow.game.record import Record
from inarow.learn.spread import InThreads, OnRay, Spread
from inarow.learn.training import Training, TrainSettings

NODE = {"num_cpus": 2, "object_store_memory": 80 << 20, "include_dashboard": False}


TRIES = 3  # of starting Ray, which does not always come up on a machine that is busy


def started() -> Any:
    """A cluster with its first node."""
    for _ in range(TRIES - 1):
        try:
            return Cluster(initialize_head=True, head_node_args=NODE)
        except Exception:
            ray.shutdown()
    return Cluster(initialize_head=True, head_node_args=NODE)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A cluster of two nodes on this machine; nothing of it or of its games is left at the end."""
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "300")  # a slow machine is no fault
    found = started()
    try:
        yield found
    finally:
        ray.shutdown()
        found.shutdown()
    assert all_ended(str(tmp_path))


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_every_game_is_played_once_though_a_node_dies(cluster: Any, tmp_path: Path) -> None:
    doomed = cluster.add_node(**NODE)
    cluster.wait_for_nodes(timeout=300)
    plan = Plan(
        players=("random", "first", bad("Crasher"), bad("Unhurried")),
        games=("connect-four",),
        pairs=3,
        clock=Clock(seconds=60.0),
    )
    store = Store.open(tmp_path / "store.sqlite", plan.to_dict())
    games: list[Job] = []

    def report(job: Job, record: Record) -> None:
        games.append(job)
        if len(games) == 5:
            cluster.remove_node(doomed, allow_graceful=False)

    Tournament(plan, store).run(RayExecutor(cluster.address), report)
    found = list(store.games())
    store.close()
    keys = [job.key for job, _ in found]
    assert len(keys) == len(set(keys)) == 36
    assert {job.key for job in games} == set(keys)
    for job, record in found:
        crashes = any("Crasher" in player for player in job.players)
        assert (record.ending == Ending.CRASH) == crashes, record.note


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_network_is_trained_on_a_cluster_as_it_is_here(cluster: Any, tmp_path: Path) -> None:
    cluster.add_node(**NODE)
    cluster.wait_for_nodes(timeout=300)
    rules = Rules.parse("tic-tac-toe")
    settings = TrainSettings(
        generations=1, games=230, nodes=10, epochs=1, width=16, gate_games=4, gate_nodes=1
    )
    ways: list[tuple[str, Executor, Spread]] = [
        ("there", RayExecutor(cluster.address), OnRay()),
        ("here", HereExecutor(), InThreads()),
    ]
    for name, executor, spread in ways:
        folder = tmp_path / name
        Training(folder, rules, settings, executor=executor, spread=spread, tell=lambda event: None).run()
    for name in ("games-1.games", "candidate-1.network", "best.network"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()

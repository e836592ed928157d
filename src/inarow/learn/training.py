"""Networks from zero: play, train, and replace the best only after a match that proves it.

Everything lies in one folder, and every step can be killed at any moment: games are added in chunks with
checksums, checkpoints and networks are written whole or not at all, and matches are kept game by game. The same
call goes on where the last one stopped.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from inarow._core import Rules
from inarow.arena.executor import Executor
from inarow.arena.job import Clock
from inarow.arena.openings import OpeningSettings
from inarow.arena.plan import Plan
from inarow.arena.sprt import Decision, Sprt, pair_counts
from inarow.arena.store import Store
from inarow.arena.tournament import Tournament, pair_points
from inarow.engine.network import TrainedNetwork
from inarow.engine.sealed import read_sealed, write_sealed
from inarow.engine.weights import SHIPPED
from inarow.game.record import write_whole
from inarow.learn.dataset import Dataset, DatasetError
from inarow.learn.games import ChampionGames, SelfPlaySettings
from inarow.learn.network_data import Batch, NetworkPlaySettings, OwnGames, TaughtGames, batch_of
from inarow.learn.spread import Maker, Spread, make_games

if TYPE_CHECKING:
    from inarow.learn.network_fit import Losses, Trainer

CHECKPOINT, CHECKPOINT_VERSION = "inarow checkpoint", 2
ITSELF, CHAMPION = TEACHERS = ("itself", "champion")
STATE = "training.json"
BEST = "best.network"


@dataclass(frozen=True)
class TrainSettings:
    """How a network learns, and from whose games. Games, nodes and epochs are those of a generation."""

    teacher: str = ITSELF
    generations: int = 4
    games: int = 200
    nodes: int = 100
    epochs: int = 8
    batch: int = 64
    width: int = 32
    hidden: int = 16
    window: int = 4  # generations whose games are learned from
    search_share: float = 0.5  # of what a search said in the value to learn
    held_out: float = 0.1
    gate_games: int = 200
    gate_nodes: int = 4
    gate_elo: tuple[float, float] = (0.0, 50.0)
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "generations",
            "games",
            "nodes",
            "epochs",
            "batch",
            "window",
            "gate_games",
            "gate_nodes",
        ):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be 1 or more")
        if self.teacher not in TEACHERS:
            raise ValueError(f"the teacher is {self.teacher}; it must be one of {', '.join(TEACHERS)}")


@dataclass(frozen=True)
class Event:
    """Something that happened: what, in which generation, with its numbers."""

    kind: str  # games, epoch, gate
    generation: int
    numbers: dict[str, float]


class Training:
    """The training of one network in one folder."""

    def __init__(
        self,
        folder: Path,
        rules: Rules,
        settings: TrainSettings,
        *,
        executor: Executor,
        spread: Spread,
        tell: Callable[[Event], None],
    ) -> None:
        self.folder = folder
        self.rules = rules
        self.settings = settings
        self._executor = executor
        self._spread = spread
        self._tell = tell
        folder.mkdir(parents=True, exist_ok=True)
        self.state = self._state()

    @property
    def best(self) -> Path:
        """The file of the best network so far."""
        return self.folder / BEST

    @property
    def history(self) -> list[dict[str, Any]]:
        """What every epoch and every match said."""
        return list(self.state["history"])

    def run(self) -> None:
        """Go on until all generations are done."""
        if not self.best.exists():
            fresh = TrainedNetwork.fresh(
                self.rules, self.settings.width, self.settings.hidden, self.settings.seed
            )
            fresh.save(self.best)
        while self.state["generation"] < self.settings.generations:
            generation = self.state["generation"] + 1
            self._play(generation)
            candidate = self._train(generation)
            accepted = self._gate(generation, candidate)
            if accepted:
                TrainedNetwork.load(candidate).save(self.best)
            self._keep(generation=generation)

    def _state(self) -> dict[str, Any]:
        """What is done. A folder of another game or other settings is refused; more generations are not."""
        wanted = {"rules": self.rules.spec, "settings": asdict(replace(self.settings, generations=1))}
        wanted = json.loads(json.dumps(wanted))
        path = self.folder / STATE
        if not path.exists():
            return {**wanted, "generation": 0, "history": []}
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found = {key: state.get(key) for key in wanted}
        if found != wanted:
            raise DatasetError(
                f"{self.folder} holds the training of {found['rules']} with {found['settings']}; the same "
                "command goes on with it, another one needs another folder"
            )
        return state

    def _keep(self, **changes: Any) -> None:
        self.state.update(changes)
        write_whole(self.folder / STATE, json.dumps(self.state, indent=1) + "\n")

    def _note(self, event: Event) -> None:
        """Keep what happened, once: after a crash an epoch or a match may be told again."""
        point = {"kind": event.kind, "generation": event.generation, **event.numbers}
        same = ("kind", "generation", "epoch")
        others = [old for old in self.history if any(old.get(key) != point.get(key) for key in same)]
        self._keep(history=[*others, point])
        self._tell(event)

    def _games(self, generation: int) -> Path:
        return self.folder / f"games-{generation}.games"

    def _play(self, generation: int) -> None:
        def progress(done: int, total: int) -> None:
            self._tell(Event("games", generation, {"done": done, "total": total}))

        maker = self._maker(generation)
        make_games(self._games(generation), maker, self.settings.games, self._spread, progress)

    def _maker(self, generation: int) -> Maker:
        settings, rules = self.settings, self.rules
        if settings.teacher == CHAMPION:
            how = SelfPlaySettings.usual(rules, settings.nodes, settings.seed + 1000 * generation)
            return TaughtGames(ChampionGames(rules.spec, replace(how, weights=SHIPPED)))
        play = NetworkPlaySettings(
            settings.nodes,
            random_stones=min(12, rules.cells // 2),
            varied_stones=max(2, min(12, rules.cells // 4)),
            seed=settings.seed,
            generation=generation,
        )
        return OwnGames(rules.spec, play, TrainedNetwork.load(self.best))

    def _train(self, generation: int) -> Path:
        """The candidate of a generation, trained from the best on the games of the last generations."""
        path = self.folder / f"candidate-{generation}.network"
        if path.exists():
            return path
        from inarow.learn.network_fit import Trainer, losses_of  # PyTorch takes seconds to load

        settings = self.settings
        learned, held = self._batches(generation)
        best = TrainedNetwork.load(self.best)
        trainer = Trainer(best.parts, settings.seed + generation, settings.epochs)
        checkpoint = self.folder / f"checkpoint-{generation}"
        if checkpoint.exists():
            trainer.restore(_loaded(checkpoint))
        while trainer.epochs < settings.epochs:
            start = perf_counter()
            losses = trainer.epoch(learned, settings.batch)
            seconds = perf_counter() - start
            outer = losses_of(trainer.parts, held)
            self._note(
                Event("epoch", generation, _numbers(trainer.epochs, losses, outer, len(learned) / seconds))
            )
            _save(checkpoint, trainer)
        made = {
            "rules": self.rules.spec,
            "generation": generation,
            "positions": len(learned),
            "settings": asdict(settings),
            "held-out losses": asdict(losses_of(trainer.parts, held)),
            "date": date.today().isoformat(),
        }
        TrainedNetwork(best.line_length, best.gravity, trainer.parts, made).save(path)
        return path

    def _batches(self, generation: int) -> tuple[Batch, Batch]:
        """The positions to learn from and those held out, by game."""
        games = []
        for number in range(max(1, generation - self.settings.window + 1), generation + 1):
            games += Dataset.read(self._games(number))[1]
        random = np.random.default_rng([self.settings.seed, generation])
        is_held = random.random(len(games)) < self.settings.held_out
        is_held[0], is_held[-1] = True, False  # some of each, however few there are
        network = TrainedNetwork.load(self.best)
        batches = [
            batch_of(
                self.rules,
                network,
                [game for game, held in zip(games, is_held, strict=True) if held == wanted],
                self.settings.search_share,
            )
            for wanted in (False, True)
        ]
        return batches[0], batches[1]

    def _gate(self, generation: int, candidate: Path) -> bool:
        """Whether the candidate wins an SPRT match against the best."""
        settings = self.settings
        old = self.folder / f"before-{generation}.network"
        if not old.exists():
            TrainedNetwork.load(self.best).save(old)
        names = tuple(f"network weights={path} nodes={settings.gate_nodes}" for path in (candidate, old))
        plan = Plan(
            players=names,
            games=(self.rules.name,),
            pairs=max(1, settings.gate_games // 2),
            clock=Clock(nodes=settings.gate_nodes),
            openings=OpeningSettings(seed=settings.seed + generation),
            sprt=Sprt(*settings.gate_elo),
            seed=settings.seed + generation,
            trusted=True,
        )
        store = Store.open(self.folder / f"gate-{generation}.sqlite", plan.to_dict())
        try:
            Tournament(plan, store).run(self._executor, lambda job, record: None)
            counts = pair_counts(pair_points(names[0], store.games()))
        finally:
            store.close()
        assert plan.sprt is not None
        status = plan.sprt.status(counts)
        accepted = status.decision == Decision.ACCEPT_H1
        score, error = _score(counts)
        numbers = {"games": 2.0 * sum(counts), "score": score, "error": error}
        self._note(
            Event("gate", generation, {**numbers, "llr": float(status.llr), "accepted": float(accepted)})
        )
        return accepted


def _score(counts: Sequence[int]) -> tuple[float, float]:
    """The mean score of a game, from how many pairs made 0, 1/2, 1, 3/2 or 2 points, and its standard error."""
    pairs = max(1, sum(counts))
    score = sum(points / 4 * count for points, count in enumerate(counts)) / pairs
    variance = sum(count * (points / 4 - score) ** 2 for points, count in enumerate(counts)) / pairs
    return score, math.sqrt(variance / pairs)


def _numbers(epoch: int, inner: Losses, outer: Losses, rate: float) -> dict[str, float]:
    return {
        "epoch": epoch,
        "value": inner.value,
        "policy": inner.policy,
        "held-out value": outer.value,
        "held-out policy": outer.policy,
        "positions a second": rate,
    }


def _save(path: Path, trainer: Trainer) -> None:
    """Keep the trainer's state, whole or not at all."""
    data = io.BytesIO()
    np.savez(data, allow_pickle=False, **trainer.state())
    write_sealed(path, {"format": CHECKPOINT, "version": CHECKPOINT_VERSION}, data.getvalue())


def _loaded(path: Path) -> dict[str, Any]:
    _, data = read_sealed(
        path, CHECKPOINT, CHECKPOINT_VERSION, "delete it, and this generation is trained anew"
    )
    with np.load(io.BytesIO(data)) as arrays:
        return {name: arrays[name] for name in arrays.files}

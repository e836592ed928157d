"""Meet the real programs of other worlds and print what came of it; exit code 1 if anything went wrong.

    python tools/worlds.py --kaggle PYTHON    Kaggle's environment too, with a Python that has kaggle-environments

Kaggle: our exported submission against negamax and random, and its episodes back through our converter. OpenSpiel:
our champion against its MCTS in evaluate_bots, and its MCTS in our arena. PettingZoo and Gymnasium: their own tests on
every game that has a name.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inarow.adapters.kaggle_export import submission_text
from inarow.arena.executor import LocalExecutor
from inarow.arena.job import Clock, Job
from inarow.engine.limits import Limits
from inarow.game.files import games_text, parse_games, read_games
from inarow.game.variants import CONNECT_FOUR, RULES_BY_NAME

KAGGLE_GAMES = Path(__file__).parent / "kaggle_games.py"
OPPONENTS = ("negamax", "random")
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Finding:
    """One thing that was tried, and whether it went well."""

    what: str
    is_good: bool
    detail: str


def kaggle(python: str, games: int, seconds: float) -> Iterator[Finding]:
    """Our submission in Kaggle's own environment, both opponents at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        submission = folder / "submission.py"
        submission.write_text(submission_text(), encoding="utf-8")
        size = submission.stat().st_size
        yield Finding("kaggle: the size of submission.py", size < MOST_BYTES, f"{size:,} bytes")
        arguments = ["--games", str(games), "--seconds", str(seconds)]
        running = [
            subprocess.Popen(
                [python, KAGGLE_GAMES, submission, opponent, folder, *arguments],
                stdout=subprocess.PIPE,
                text=True,
            )
            for opponent in OPPONENTS
        ]
        for opponent, process in zip(OPPONENTS, running, strict=True):
            said, _ = process.communicate()
            score = json.loads(said.splitlines()[-1]) if process.returncode == 0 else {}
            yield Finding(
                f"kaggle: submission.py against {opponent}", score.get("won") == games, json.dumps(score)
            )
            if score:
                yield episodes_back(folder / f"{opponent}.json", games)


def episodes_back(path: Path, games: int) -> Finding:
    """Kaggle's episodes, read and written and read again."""
    records = read_games(path, "kaggle")
    again = parse_games(games_text(records, "kaggle"), "kaggle")
    is_good = len(records) == games and all(record.replay().is_over for record in records)
    return Finding(
        f"kaggle: the episodes of {path.stem} through our converter",
        is_good and [record.moves for record in records] == [record.moves for record in again],
        f"{len(records)} games, {sum(len(record.moves) for record in records)} moves",
    )


def openspiel(games: int) -> Iterator[Finding]:
    """Our champion in evaluate_bots, and their MCTS in our arena."""
    import pyspiel

    from inarow.adapters.openspiel import InarowBot, registered_game

    game = pyspiel.load_game("connect_four")
    won = 0
    for number in range(games):
        judge = pyspiel.RandomRolloutEvaluator(1, number)
        mcts = pyspiel.MCTSBot(game, judge, 2.0, 1000, 100, True, number, False)
        bots = [mcts, mcts]
        bots[number % 2] = InarowBot("champion", Limits(nodes=100_000))
        won += pyspiel.evaluate_bots(game.new_initial_state(), bots, number)[number % 2] == 1
    yield Finding("openspiel: champion against MCTS in evaluate_bots", won == games, f"{won} of {games} won")
    theirs, ours = "openspiel:mcts simulations=1000", "alphabeta depth=4"
    jobs = [
        Job(f"{number} {first}", str(number), CONNECT_FOUR.spec, (first, second), clock=Clock(seconds=60.0))
        for number in range(games // 2)
        for first, second in ((theirs, ours), (ours, theirs))
    ]
    ended = [record.ending for _, record in LocalExecutor(workers=2).run(jobs)]
    yield Finding(
        "openspiel: MCTS in our arena",
        all(ending in ("line", "full board") for ending in ended),
        f"{len(ended)} games ended on the board",
    )
    pyspiel.random_sim_test(
        registered_game(RULES_BY_NAME["connect6"]), num_sims=5, serialize=True, verbose=False
    )
    yield Finding("openspiel: random_sim_test of connect6", True, "passed")


def environments() -> Iterator[Finding]:
    """The tests of PettingZoo and Gymnasium on every game that has a name."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    from inarow.adapters import pettingzoo
    from inarow.adapters.gymnasium import GameEnv

    warnings.simplefilter("ignore")  # their remarks on dicts and on boards that are empty
    for name in RULES_BY_NAME:
        api_test(pettingzoo.env(name), num_cycles=1000)
        seed_test(lambda name=name: pettingzoo.env(name), num_cycles=100)
        check_env(GameEnv(name, side="either"), skip_render_check=True)
    yield Finding("pettingzoo: api_test and seed_test", True, f"{len(RULES_BY_NAME)} games")
    yield Finding("gymnasium: check_env", True, f"{len(RULES_BY_NAME)} games")


def findings(args: argparse.Namespace) -> Iterator[Finding]:
    """Everything that is asked for."""
    yield from environments()
    yield from openspiel(10)
    if args.kaggle:
        yield from kaggle(args.kaggle, args.games, args.seconds)


def main() -> int:
    """Print every finding as it comes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kaggle", metavar="PYTHON")
    parser.add_argument("--games", type=int, default=100, help="against each of Kaggle's (default: 100)")
    parser.add_argument("--seconds", type=float, default=2.0, help="actTimeout there (default: 2)")
    failures = 0
    for finding in findings(parser.parse_args()):
        failures += not finding.is_good
        print(f"{'ok  ' if finding.is_good else 'FAIL'}  {finding.what}: {finding.detail}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

"""Let a submission play an agent of kaggle-environments there, and write the episodes as JSON.

    PYTHON tools/kaggle_games.py SUBMISSION OPPONENT FOLDER --games 100

PYTHON is one that has kaggle-environments, which needs an environment of its own; nothing of inarow is imported.
The submission begins in every second game. The last line is a JSON object: games won, drawn and lost, moves, and how
long the slowest move took.
"""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from kaggle_environments import make


@dataclass
class Score:
    """The games so far, as the submission sees them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: int = 0
    slowest_seconds: float = 0.0
    bank_seconds: float = 0.0  # the most of the overage bank that it used in a game


def play(score: Score, submission: str, opponent: str, seat: int, seconds: float) -> dict[str, object]:
    """One game, added to the score; its episode."""
    env = make("connectx", configuration={"actTimeout": seconds})
    env.run([submission, opponent] if seat == 0 else [opponent, submission])
    episode: dict[str, object] = env.toJSON()
    state = env.state[seat]
    if any(agent.status != "DONE" for agent in env.state) or state.reward == -1:
        score.lost += 1
    elif state.reward == 1:
        score.won += 1
    else:
        score.drawn += 1
    for logs in env.logs:
        if len(logs) == 2 and "duration" in logs[seat]:
            score.moves += 1
            score.slowest_seconds = max(score.slowest_seconds, logs[seat]["duration"])
    bank = env.specification.observation.remainingOverageTime.default
    score.bank_seconds = max(score.bank_seconds, bank - state.observation.remainingOverageTime)
    return episode


def main() -> int:
    """Play, write and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("submission")
    parser.add_argument("opponent", help="negamax or random")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0, help="actTimeout")
    args = parser.parse_args()
    score, episodes = Score(), []
    for game in range(args.games):
        episodes.append(play(score, args.submission, args.opponent, game % 2, args.seconds))
        print(f"{args.opponent} game {game + 1}: {score}", file=sys.stderr, flush=True)
    args.folder.mkdir(parents=True, exist_ok=True)
    (args.folder / f"{args.opponent}.json").write_text(json.dumps(episodes), encoding="utf-8")
    print(json.dumps({"opponent": args.opponent, **asdict(score)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

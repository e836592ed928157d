"""A mock player of our own line protocol, well-behaved or, by its first argument, not."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

LOG = os.environ.get("INAROW_TEST_LOG")


def say(**data: object) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


def answer(habit: str, question: dict[str, object]) -> None:
    legal = question["legal"]
    assert isinstance(legal, list)
    match habit:
        case "whole_turn":
            count = question["stones_left"]
            assert isinstance(count, int)
            say(id=question["id"], move=legal[:count], nodes=12, depth=3, score=-7)
        case "chatters":
            sys.stdout.write("thinking aloud\n")
            say(info={"depth": 1})
            say(pong=True)
            say(move=legal[0])
        case "out_of_turn":  # both lines at once
            sys.stdout.write(f'{{"move": {legal[0]}}}\n{{"move": {legal[1]}}}\n')
            sys.stdout.flush()
        case "stalls":
            time.sleep(10_000)
        case "dies":
            sys.exit("nothing left to say")
        case "broken":
            sys.stdout.write('{"move": \n')
            sys.stdout.flush()
        case _:
            wrong: dict[str, dict[str, object]] = {
                "occupied": {"move": [0, 0]},
                "outside": {"move": 9999},
                "nonsense": {"move": {"x": 1}},
                "boaster": {"move": legal[0], "nodes": "many"},
                "resigns": {"resign": True},
                "refuses": {"error": "I do not play that"},
                "other_id": {"id": 99, "move": legal[0]},
            }
            say(**wrong.get(habit, {"id": question["id"], "move": legal[0]}))


def main() -> None:
    habit = sys.argv[1] if len(sys.argv) > 1 else "good"
    say(name="Mock")
    for line in sys.stdin:
        if LOG:
            with Path(LOG).open("a") as file:
                file.write(line)
        question = json.loads(line)
        if question["do"] == "move":
            answer(habit, question)
        elif question["do"] == "quit" or habit == "forgetful":
            return


if __name__ == "__main__":
    main()

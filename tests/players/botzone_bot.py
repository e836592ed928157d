"""A mock Botzone bot of any game there, started anew for every turn or kept running, or ill-behaved."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

LOG = os.environ.get("INAROW_TEST_LOG")
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
SIZE = 15


class Bot:
    """Plays the first free points, row by row; where stones fall, column by column in turn."""

    def __init__(self) -> None:
        self.taken: list[tuple[int, int]] = []
        self.is_first_turn = False

    def note(self, turn: dict[str, int]) -> None:
        for number in ("", "0", "1"):
            if turn.get(f"x{number}", -1) >= 0:
                self.taken.append((turn[f"x{number}"], turn.get(f"y{number}", 0)))

    def response(self, like: dict[str, int]) -> dict[str, int]:
        free = [(x, y) for y in range(SIZE) for x in range(SIZE) if (x, y) not in self.taken]
        if "x0" in like:
            first, second = free[:2] if self.taken else (free[0], (-1, -1))
            return {"x0": first[0], "y0": first[1], "x1": second[0], "y1": second[1]}
        return {"x": free[0][0], "y": free[0][1]} if "y" in like else {"x": len(self.taken) % 7}


def read() -> dict[str, object]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    if LOG:
        with Path(LOG).open("a") as file:
            file.write(line)
    data: dict[str, object] = json.loads(line)
    return data


def main() -> None:
    habit = sys.argv[1] if len(sys.argv) > 1 else "restarts"
    bot, data = Bot(), read()
    requests, responses = data["requests"], data["responses"]
    assert isinstance(requests, list)
    assert isinstance(responses, list)
    for turn in [*requests, *responses]:
        bot.note(turn)
    like = requests[0]
    while True:
        if habit == "stalls":
            time.sleep(10_000)
        if habit == "dies":
            sys.exit("out of memory")
        response = bot.response(like)
        wrong = {"outside": {"x": 99, "y": 0}, "nonsense": "7,7", "single": {**response, "x1": -1}}
        response = wrong.get(habit, response)
        if habit == "mute":
            return
        indent = 2 if habit == "pretty" else None
        answer = {"response": response, "debug": "hm", "data": "kept", "globaldata": {"games": 1}}
        sys.stdout.write(json.dumps(answer, indent=indent))
        if habit != "keeps_running":
            return  # without the end of the line
        sys.stdout.write(f"\n{KEEP_RUNNING}\n")
        sys.stdout.flush()
        bot.note(response)
        request = read()
        assert "requests" not in request
        bot.note(request)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()

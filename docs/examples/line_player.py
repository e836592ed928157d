"""A player of every game in our own line protocol: 'process:python line_player.py' protocol=jsonl."""

import json
import sys


def from_centre(question, cell):
    """How far the cell lies from the middle of the board, in half steps."""
    row, column = divmod(cell, question["columns"])
    return abs(2 * column + 1 - question["columns"]) + abs(2 * row + 1 - question["rows"])


print(json.dumps({"name": "near the centre"}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "move":
        move = min(question["legal"], key=lambda cell, about=question: from_centre(about, cell))
        print(json.dumps({"id": question["id"], "move": move}), flush=True)

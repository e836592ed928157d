"""A player of every game in our own line protocol: 'process:python line_player.py' protocol=jsonl."""

import json
import sys


def edge_distance(question, cell):
    """Steps from the cell to the nearest edge of the board."""
    row, column = divmod(cell, question["columns"])
    return min(column, question["columns"] - 1 - column, row, question["rows"] - 1 - row)


print(json.dumps({"name": "far from the edge"}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "move":
        move = max(question["legal"], key=lambda cell, about=question: edge_distance(about, cell))
        print(json.dumps({"id": question["id"], "move": move}), flush=True)

"""Solve the puzzles that `inarow review --puzzles` made of mistakes: find the turn that wins, or saves the draw.

Type a turn (a column such as 4 where stones fall, else cells such as j10 k11), or: hint, the first stone of a
solution; line, the solution and what follows; next; quit.

examples:
  inarow puzzle puzzles.jsonl
  inarow puzzle puzzles.jsonl --number 3
  inarow puzzle puzzles.jsonl --json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.cli import arguments, terminal
from inarow.engine.puzzles import Puzzle, parse_puzzles, puzzle_fields
from inarow.engine.score import counted
from inarow.engine.value import Result
from inarow.game.notation import moves_text, split_moves
from inarow.game.position import side_name
from inarow.game.record import RecordError, decoded


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow puzzle`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="puzzles as JSON Lines")
    parser.add_argument("--number", type=int, metavar="N", help="only this puzzle, counted from 1")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Ask the puzzles one by one until the file, the input or the patience ends."""
    puzzles = list(enumerate(_read(args.file), start=1))
    if args.number is not None:
        if not 1 <= args.number <= len(puzzles):
            raise ValueError(
                f"{args.file} has {counted(len(puzzles), 'puzzle')}; there is no puzzle {args.number}"
            )
        puzzles = [puzzles[args.number - 1]]
    if args.json:
        for number, puzzle in puzzles:
            arguments.print_json({"number": number, **puzzle_fields(puzzle)})
        return 0
    solved = asked = 0
    for number, puzzle in puzzles:
        answer = _asked(number, puzzle)
        if answer is None:
            break
        asked, solved = asked + 1, solved + answer
    arguments.print_text(f"{solved} of {counted(asked, 'puzzle')} solved")
    return 0


def _read(path: Path) -> list[Puzzle]:
    try:
        return parse_puzzles(decoded(path.read_bytes()))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _asked(number: int, puzzle: Puzzle) -> bool | None:
    """Whether the user found a solution without being shown one; None if the user left."""
    arguments.print_text(f"{terminal.board(puzzle.position)}\npuzzle {number}: {question(puzzle)}")
    while True:
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in ("quit", "q", "exit"):
            return None
        if words == "next":
            return False
        if words == "hint":
            name = puzzle.position.rules.move_name(puzzle.solutions[0][0])
            arguments.print_text(f"one solution begins with {name}")
        elif words == "line":
            arguments.print_text(_solution(puzzle))
            return False
        elif words and _answered(puzzle, line.strip()):
            arguments.print_text(f"right: {_solution(puzzle)}\n")
            return True


def question(puzzle: Puzzle) -> str:
    """'X (first) to move wins in 3 stones', or saves the draw."""
    if puzzle.goal != Result.WIN:
        return f"{side_name(puzzle.side)} to move saves the draw"
    stones = f" in {counted(puzzle.stones, 'stone')}" if puzzle.stones is not None else ""
    return f"{side_name(puzzle.side)} to move wins{stones}"


def _answered(puzzle: Puzzle, text: str) -> bool:
    """Whether the text is a solution; says why if it is not."""
    position, cells = puzzle.position, []
    try:
        for move in split_moves(position.rules, text):
            cells.append(position.move(move.text))
            position = position.play(cells[-1])
    except ValueError as error:
        terminal.complain(str(error))
        return False
    if any(set(cells) == set(turn) for turn in puzzle.solutions):
        return True
    if len(cells) < len(puzzle.solutions[0]):
        arguments.print_text(f"a turn has {counted(puzzle.position.stones_left, 'stone')} here")
    else:
        arguments.print_text("no" if puzzle.is_complete else "not the solution that is known")
    return False


def _solution(puzzle: Puzzle) -> str:
    rules = puzzle.position.rules
    others = [moves_text(rules, turn) for turn in puzzle.solutions]
    line = " ".join(rules.move_name(cell) for cell in puzzle.line)
    return f"{' or '.join(others)}; the play is {line}"

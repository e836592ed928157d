"""Connect6 games in the two forms of Little Golem, both ways.

    1.j10 2.i9l10 3.k11k9

is its plain form: turns by number, cells as letter and row from the bottom, a game on one line or several. Its
SGF is read by `inarow.game.sgf` too and is not quite SGF: no size and no kind of game, two stones a node, the
same cells.

    (;FF[4]EV[connect6.ch.26.1.1]PB[Ada]PW[Bob]SO[http://www.littlegolem.com];B[j10];W[i9l10];B[k11k9])
"""

import re

from inarow._core import NotationError, Outcome, Rules, Side
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, after_stone
from inarow.game.sgf_tree import escaped
from inarow.game.turns import side_of_stone, turn_of_stone, turns
from inarow.game.variants import CONNECT6

SITE = "http://www.littlegolem.com"
PLAIN = re.compile(r"\s*1\.\s*[A-Sa-s]\d")
_TURN = re.compile(r"\s*(\d{1,3})\.\s*([A-Za-z]\d{1,2})\s*([A-Za-z]\d{1,2})?(?!\w)", re.ASCII)
_COLOURS = {Side.FIRST: "B", Side.SECOND: "W"}


def to_golem(record: Record) -> str:
    """The moves as a line of turns. NotationError for a game that is not Connect6."""
    _check(record.rules)
    if not record.moves:
        raise NotationError(
            f"a game of {CONNECT6.name} without stones has no line in Little Golem's plain form"
        )
    played = [
        f"{number}.{_cells(turn)}" for number, turn in enumerate(turns(CONNECT6, record.moves), start=1)
    ]
    return " ".join(played) + "\n"


def parse_golem(text: str) -> list[Record]:
    """The games of lines like 1.j10 2.i9l10; a game may go on in the next line. RecordError says where it is wrong."""
    games: list[list[tuple[int, str]]] = []  # the lines of each, with their numbers
    for number, line in enumerate(text.split("\n"), start=1):
        if PLAIN.match(line):
            games.append([])
        if line.strip():
            if not games:
                raise RecordError(f"line {number}: expected turns like 1.j10 2.i9l10")
            games[-1].append((number, line))
    return [Record.of(_played(lines)) for lines in games]


def _played(lines: list[tuple[int, str]]) -> Position:
    """The position after all turns of the lines."""
    position, stones, turn = Position(CONNECT6), 0, 0
    for number, line in lines:
        at = 0
        while line[at:].strip():
            found = _TURN.match(line, at)
            where = f"line {number}: move {stones + 1} at character {at + 1}"
            is_whole = turn_of_stone(CONNECT6, stones) == turn  # the turn before this one
            if not found or int(found[1]) != turn + 1 or not is_whole or (turn == 0 and found[3]):
                raise RecordError(f"{where}: expected turn {turn + 1} of turns like 1.j10 2.i9l10")
            for name in filter(None, found.groups()[1:]):
                try:
                    position = after_stone(position, CONNECT6.parse_cell(name), stones)
                except ValueError as error:
                    raise RecordError(f"{where}: {error}") from None
                stones += 1
            turn, at = turn + 1, found.end()
    return position


def to_golem_sgf(record: Record) -> str:
    """The record as Little Golem writes SGF. NotationError for a game that is not Connect6."""
    _check(record.rules)
    root = {"FF": "4", "EV": record.event, "PB": record.players[0], "PW": record.players[1]}
    if record.outcome != Outcome.ONGOING:
        root["RE"] = "0" if record.winner is None else _COLOURS[record.winner]
    root["SO"] = SITE
    nodes = ["".join(f"{name}[{escaped(value)}]" for name, value in root.items() if value)]
    stones = 0
    for turn in turns(CONNECT6, record.moves):
        nodes.append(f"{_COLOURS[side_of_stone(CONNECT6, stones)]}[{_cells(turn)}]")
        stones += len(turn)
    if record.ending == Ending.RESIGNATION and record.winner is not None:
        nodes.append(f"{_COLOURS[record.winner.other]}[resign]")
    return "(;" + ";".join(nodes) + ")\n"


def _check(rules: Rules) -> None:
    if rules != CONNECT6:
        raise NotationError(f"of Little Golem's games only Connect6 is known here, not {rules.name}")


def _cells(turn: tuple[int, ...]) -> str:
    return "".join(CONNECT6.cell_name(cell) for cell in turn)

"""Connect6 games in the two forms of Little Golem, both ways.

    1.j10 2.i9l10 3.k11k9

is its plain form: a game a line, turns by number, cells as letter and row from the bottom. Its SGF is read by
`inarow.game.sgf` too and is not quite SGF: no size and no kind of game, two stones a node, the same cells.

    (;FF[4]EV[connect6.ch.26.1.1]PB[Ada]PW[Bob]SO[http://www.littlegolem.com];B[j10];W[i9l10];B[k11k9])
"""

import re

from inarow._core import NotationError, Outcome, Rules, Side
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError
from inarow.game.sgf_tree import escaped
from inarow.game.turns import side_of_stone, turns
from inarow.game.variants import CONNECT6

SITE = "http://www.littlegolem.com"
PLAIN = re.compile(r"\s*1\.\s*[A-Sa-s]\d")
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
    """The games of lines like 1.j10 2.i9l10. RecordError says which line is wrong, and how."""
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if not PLAIN.match(line):
            raise RecordError(f"line {number}: expected turns like 1.j10 2.i9l10")
        try:
            records.append(Record.of(Position.parse(f"{CONNECT6.name}/{line.strip()}")))
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from None
    return records


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

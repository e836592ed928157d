"""Games of Piskvork and Gomocup (psq), both ways.

    Piskvorky 20x20, 11:11, 0
    11,11,0
    12,11,78
    pbrain-ada.exe
    pbrain-bob.exe
    -1
    0,Freestyle

The board, the levels of both players (11 for a program) and which of the two begins; then a stone a line: its
column and its row, counted from 1 at the top left, and the milliseconds it took. Tournaments add the names,
a code (15: the player to move was too late) and the rule. Five in a row, one stone a turn; one game a file.
"""

import re
from collections.abc import Iterable

from inarow._core import NotationError, Outcome, Rules, Side
from inarow.game.notation import quoted
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, Thought, ending_on_board

LINE_LENGTH = 5
TOO_LATE = 15
_HEADER = re.compile(  # other programs write "0 - 0" and leave out who begins
    r"Piskvorky (\d{1,4})x(\d{1,4}) *, *-?\d+ *[:-] *-?\d+(?:, *([01]))?", re.ASCII
)
_STONE = re.compile(r"(\d{1,4}), *(\d{1,4})(?:, *(\d{1,9}))?", re.ASCII)
_BROKEN_STONE = re.compile(r"[^,]*,[^,]*,[^,]*")
_CODE = re.compile(r"-?\d{1,9}", re.ASCII)
_RULE = re.compile(r"-?\d{1,9},(\S.*)", re.ASCII)
_OUR_RULE = re.compile(r"(?:Freestyle|Standard)\w*", re.ASCII)
_USUAL_RULES = ("Freestyle", "Standard")
_WINS = {Side.FIRST: Outcome.FIRST_WINS, Side.SECOND: Outcome.SECOND_WINS}


def psq_text(records: Iterable[Record]) -> str:
    """The text of a file with the game. NotationError for more than one, or a game that Piskvork cannot play."""
    games = list(records)
    if len(games) != 1:
        raise NotationError(f"a psq file holds one game, and there are {len(games)}: choose one of them")
    return to_psq(games[0])


def to_psq(record: Record) -> str:
    """The record as a psq file. NotationError for a game that Piskvork cannot play."""
    rules = record.rules
    _check_rules(rules)
    position = record.replay()
    lines = [f"Piskvorky {rules.columns}x{rules.rows}, 11:11, 0"]
    thoughts = record.thoughts or (None,) * len(record.moves)
    for cell, thought in zip(record.moves, thoughts, strict=True):
        seconds = thought.seconds if thought and thought.seconds else 0.0
        lines.append(
            f"{cell % rules.columns + 1},{rules.rows - cell // rules.columns},{round(seconds * 1000)}"
        )
    is_late = record.ending == Ending.TIME and record.winner == position.to_move.other
    lines += [_checked_name(name) for name in record.players]
    lines += [str(TOO_LATE if is_late else -1), f"0,{_rule_name(record)}"]
    return "\n".join(lines) + "\n"


def parse_psq(text: str) -> list[Record]:
    """The game of a psq file, alone in a list. RecordError says which line is wrong, and how."""
    lines = [line.strip() for line in text.replace("\r\n", "\n").rstrip().split("\n")]
    header = _HEADER.fullmatch(lines[0])
    if header is None:
        raise RecordError(f"line 1: expected Piskvorky 20x20, 11:11, 0, found {quoted(lines[0])}")
    end = next((at for at in range(1, len(lines)) if not _STONE.fullmatch(lines[at])), len(lines))
    players, code, rule = _tail(lines, end, is_cut=not text.endswith("\n"))
    rules = _rules_of(int(header[1]), int(header[2]), rule)
    position, thoughts = _played(rules, lines[1:end])
    outcome, ending = position.outcome, ending_on_board(position)
    note = ""
    if not position.is_over and code == TOO_LATE:
        outcome, ending = _WINS[position.to_move.other], Ending.TIME
    elif code not in (-1, 0, TOO_LATE):
        note = f"Piskvork's code {code}"
    event = "" if rule in _USUAL_RULES else rule
    first, second = players[::-1] if header[3] == "1" else players
    return [
        Record(rules, position.history, (first, second), outcome, ending, thoughts, event=event, note=note)
    ]


def _check_rules(rules: Rules) -> None:
    if rules.gravity or rules.line_length != LINE_LENGTH:
        raise NotationError(f"Piskvork plays five in a row on a free board; {rules.name} is another game")
    if (rules.stones_per_turn, rules.stones_first_turn) != (1, 1):
        raise NotationError(f"Piskvork knows one stone a turn; {rules.name} has more")


def _checked_name(name: str) -> str:
    """The name if it can stand on a line of its own and be told from a number."""
    if name != " ".join(name.split()) or not name or not _can_be_name(name):
        raise NotationError(f"{quoted(name)} cannot be a name in a psq file: expected words on one line")
    return name


def _can_be_name(line: str) -> bool:
    return not any(kind.fullmatch(line) for kind in (_CODE, _STONE, _BROKEN_STONE))


def _rule_name(record: Record) -> str:
    usual = _USUAL_RULES[record.rules.exact]
    is_said = _OUR_RULE.fullmatch(record.event) and record.event.startswith(usual)
    return record.event if is_said else usual


def _tail(lines: list[str], at: int, *, is_cut: bool) -> tuple[tuple[str, str], int, str]:
    """The players, the code and the rule after the stones, where the file has them.

    Half a stone at the end of a file that was cut looks like a code above 0, and is none.
    """
    rest = [(number, line) for number, line in enumerate(lines[at:], start=at + 1) if line]
    begin = rest[0] if rest else (len(lines) + 1, "")
    names: list[str] = []
    while rest and len(names) < 2 and _can_be_name(rest[0][1]):
        names.append(rest.pop(0)[1])
    is_code = _CODE.fullmatch(begin[1]) and not (is_cut and int(begin[1]) > 0)
    if len(names) == 1 or (rest and not names and not is_code):
        raise RecordError(
            f"line {begin[0]}: expected a stone like 11,11,0 or two names, found {quoted(begin[1])}"
        )
    if not rest or not _CODE.fullmatch(rest[0][1]):
        number, line = rest[0] if rest else (len(lines) + 1, "")
        raise RecordError(f"line {number}: expected Piskvork's code, -1 in most files, found {quoted(line)}")
    code = int(rest.pop(0)[1])
    rule = _RULE.fullmatch(rest[0][1]) if rest else None
    if rule:
        rest.pop(0)
    if rest:
        raise RecordError(f"line {rest[0][0]}: expected the end of the file, found {quoted(rest[0][1])}")
    first, second = names or ("first", "second")
    return (first, second), code, rule[1] if rule else ""


def _rules_of(columns: int, rows: int, rule: str) -> Rules:
    if rule.lower().startswith(("renju", "caro")):
        raise RecordError(
            f"the rule is {quoted(rule)}: of Piskvork's rules only Freestyle and Standard are known"
        )
    try:
        return Rules(columns, rows, LINE_LENGTH, exact=rule.lower().startswith("standard"))
    except ValueError as error:
        raise RecordError(f"line 1: {error}") from None


def _played(rules: Rules, lines: list[str]) -> tuple[Position, tuple[Thought | None, ...]]:
    position = Position(rules)
    milliseconds = []
    for number, line in enumerate(lines, start=2):
        stone = _STONE.fullmatch(line)
        assert stone is not None  # they were told apart by this
        column, row = int(stone[1]), int(stone[2])
        if not (1 <= column <= rules.columns and 1 <= row <= rules.rows):
            raise RecordError(
                f"line {number}: {column},{row} is not on the board: they go from 1,1 to {rules.columns},{rules.rows}"
            )
        try:
            position = position.play((rules.rows - row) * rules.columns + column - 1)
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from None
        milliseconds.append(int(stone[3] or 0))
    if not any(milliseconds):
        return position, ()
    return position, tuple(Thought(seconds=one / 1000) for one in milliseconds)

"""Records as SGF FF[4], both ways.

Written: GM[4], RU[connect(columns,rows,k,p,q)] with ",drop" and ",exact" where they hold, one stone a node.
Points are two letters, column and row from the top left, as everywhere in SGF, so boards end at 52. Read as
well: the Connect6 files of Little Golem (no GM, no SZ, two stones a node, points like j10) and of GoGui (no
RU).

SGF keeps the moves, players, end, event, date and guessed scores; seconds, nodes and depth go into comments.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_letters, ascii_lowercase

from inarow._core import NotationError, Outcome, Rules, Side
from inarow.game.notation import quoted
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, Thought, after_stone, claimed_ending
from inarow.game.sgf_tree import Node, all_lines, escaped, main_lines
from inarow.game.turns import side_of_stone
from inarow.game.variants import CONNECT6, GOMOKU

LARGEST_BOARD = len(ascii_letters)
_COLOURS = {Side.FIRST: "B", Side.SECOND: "W"}
_RULES = re.compile(
    r"connect\((\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})(,drop)?(,exact)?\)", re.ASCII
)
_SIZE = re.compile(r"(\d{1,6})(?::(\d{1,6}))?", re.ASCII)
_CELL = re.compile(r"[A-Za-z]+[0-9]+")
_CELLS = re.compile(r"(?:[A-Za-z]+[0-9]+)+")
_POINTS = re.compile(r"(?:[A-Za-z]{2})+")
RESIGN = "resign"
_RESULTS = {
    "B": Outcome.FIRST_WINS,
    "W": Outcome.SECOND_WINS,
    "B+": Outcome.FIRST_WINS,
    "W+": Outcome.SECOND_WINS,
    "0": Outcome.DRAW,
    "Draw": Outcome.DRAW,
}
_ENDINGS = {"R": Ending.RESIGNATION, "T": Ending.TIME, "F": Ending.ILLEGAL_MOVE}
GOMOKU_NUMBER, GO_NUMBER = "4", "1"  # of the list of games in the SGF standard


def to_sgf(record: Record) -> str:
    """The record as one SGF game. NotationError for a board that SGF points do not reach."""
    rules = record.rules
    if max(rules.columns, rules.rows) > LARGEST_BOARD:
        raise NotationError(
            f"SGF points reach {LARGEST_BOARD} columns and rows; {rules.name} has more: write JSON Lines"
        )
    root = {
        "FF": "4",
        "GM": GOMOKU_NUMBER,
        "CA": "UTF-8",
        "AP": "inarow",
        "RU": rules_text(rules),
        "SZ": str(rules.columns) if rules.columns == rules.rows else f"{rules.columns}:{rules.rows}",
        "PB": record.players[0],
        "PW": record.players[1],
        "EV": record.event,
        "DT": record.date,
        "RE": _result_text(record),
        "ENDING": str(record.ending),
        "REASON": record.note,
    }
    lines = ["(;" + "".join(f"{name}[{escaped(value)}]" for name, value in root.items() if value)]
    thoughts = record.thoughts or (None,) * len(record.moves)
    for index, (move, thought) in enumerate(zip(record.moves, thoughts, strict=True)):
        side = side_of_stone(rules, index)
        lines.append(f";{_COLOURS[side]}[{_point(rules, move)}]{_annotation(side, thought)}")
    return "\n".join(lines) + ")\n"


def rules_text(rules: Rules) -> str:
    """The rules as the RU property says them: connect(19,19,6,2,1)."""
    numbers = (
        rules.columns,
        rules.rows,
        rules.line_length,
        rules.stones_per_turn,
        rules.stones_first_turn,
    )
    words = ["drop"] * rules.gravity + ["exact"] * rules.exact
    return f"connect({','.join([*map(str, numbers), *words])})"


def parse_sgf(text: str, rules: Rules | None = None) -> list[Record]:
    """The games of an SGF text, of several variations the first. The rules overrule what the file says."""
    return [_record_of(nodes, rules) for nodes in main_lines(text)]


def parse_sgf_variations(text: str) -> list[Record]:
    """Every variation of the games of an SGF text as a game of its own, the main line before the others.

    The end that the file claims is that of the main line; a variation ends as the board says.
    """
    records = []
    for lines in all_lines(text):
        rules = _record_of(lines[0], None).rules
        for number, nodes in enumerate(lines):
            record = _record_of(nodes, rules, is_main=number == 0)
            records.append(record)
    return records


def _record_of(nodes: list[Node], given: Rules | None, *, is_main: bool = True) -> Record:
    root = nodes[0] if nodes else Node(1)
    stones = list(_stones(nodes))
    resigned = _resignation(stones)
    rules = given or _rules_of(root, stones)
    position, cells = Position(rules), []
    for number, (node, colour, point) in enumerate(stones, start=1):
        where = f"move {number} (node at character {node.character})"
        expected = _COLOURS[side_of_stone(rules, number - 1)]
        if colour != expected:
            raise RecordError(f"{where}: {colour} plays where {rules.name} expects {expected}")
        try:
            cells.append(_cell_of(rules, point))
            position = after_stone(position, cells[-1], number - 1)
        except ValueError as error:
            raise RecordError(f"{where}: {error}") from None
    claim = (Outcome.ONGOING, Ending.UNFINISHED)
    if is_main:
        claim = _claim(root)
    if resigned:
        claim = {"B": Outcome.SECOND_WINS, "W": Outcome.FIRST_WINS}[resigned], Ending.RESIGNATION
    outcome, ending = claimed_ending(position, *claim, f" (game at character {root.character})")
    thoughts = dict(zip(cells, _thoughts(stones), strict=False))
    return Record(
        rules,
        position.history,
        (root.text("PB") or "first", root.text("PW") or "second"),
        outcome,
        ending,
        tuple(thoughts[cell] for cell in position.history) if thoughts else (),
        date=root.text("DT"),
        event=root.text("EV"),
        note=root.text("REASON"),
    )


def _resignation(stones: list[tuple[Node, str, str]]) -> str:
    """The colour that resigned with the last move, as Little Golem writes it; it is taken from the stones."""
    if stones and stones[-1][2] == RESIGN:
        return stones.pop()[1]
    return ""


def _stones(nodes: list[Node]) -> Iterator[tuple[Node, str, str]]:
    """(node, colour, point) for every stone of the game."""
    for node in nodes:
        for name, values in node.properties:
            if name in ("AB", "AW", "AE"):
                raise RecordError(
                    f"the node at character {node.character} sets up stones: only games can be read"
                )
            if name in ("B", "W"):
                yield from ((node, name, point) for value in values for point in _points(node, value))


def _points(node: Node, value: str) -> list[str]:
    """The points of a move: one, or the two stones of a Little Golem turn."""
    value = "".join(value.split())
    if value.lower() == RESIGN:
        return [RESIGN]
    if _CELLS.fullmatch(value):
        return _CELL.findall(value)
    if _POINTS.fullmatch(value):
        return [value[at : at + 2] for at in range(0, len(value), 2)]
    raise RecordError(
        f"the node at character {node.character} plays {quoted(value)}: expected points like jj or j10"
    )


def _cell_of(rules: Rules, point: str) -> int:
    if point == RESIGN:
        raise RecordError("only the last move can be to resign")
    if point[-1].isdigit():
        return rules.parse_cell(point)
    if max(rules.columns, rules.rows) <= len(ascii_lowercase):
        point = point.lower()  # some programs write capitals, which mean 27 and more in SGF
    column, row = map(ascii_letters.index, point)
    if column >= rules.columns or row >= rules.rows:
        last = ascii_letters[rules.columns - 1] + ascii_letters[rules.rows - 1]
        raise NotationError(f"{quoted(point)} is not on the board: points go from aa to {last}")
    return (rules.rows - 1 - row) * rules.columns + column


def _rules_of(root: Node, stones: list[tuple[Node, str, str]]) -> Rules:
    """The rules that the file names or, if it does not, those that its moves and its title suggest."""
    said = _said_rules(root)
    size = _SIZE.fullmatch(root.text("SZ"))
    if size is None and any(name == "SZ" for name, _ in root.properties):
        raise RecordError(f"SZ[{root.text('SZ')}]: expected SZ[19] or SZ[7:6]")
    columns, rows = (int(size[1]), int(size[2] or size[1])) if size else (0, 0)
    if said:
        if size and (columns, rows) != (said.columns, said.rows):
            raise RecordError(f"SZ[{root.text('SZ')}] does not fit RU[{root.text('RU')}]")
        return said
    colours = [colour for _, colour, _ in stones]
    pairs = any(one == other for one, other in pairwise(colours))
    is_golem = "littlegolem" in root.text("SO").lower() and size is None  # its other games have a size
    if pairs or is_golem or "connect6" in f"{root.text('EV')} {root.text('GN')}".lower():
        likely = CONNECT6
    elif root.text("GM") in ("", GOMOKU_NUMBER):
        likely = GOMOKU
    else:
        raise RecordError(f"GM[{root.text('GM')}] is none of the games that can be read: expected GM[4]")
    return Rules(
        columns or likely.columns,
        rows or likely.rows,
        likely.line_length,
        stones_per_turn=likely.stones_per_turn,
    )


def _said_rules(root: Node) -> Rules | None:
    text = "".join(root.text("RU").lower().split())
    if said := _RULES.fullmatch(text):
        columns, rows, line_length, per_turn, first_turn = map(int, said.groups()[:5])
        return Rules(
            columns,
            rows,
            line_length,
            gravity=bool(said[6]),
            stones_per_turn=per_turn,
            stones_first_turn=first_turn,
            exact=bool(said[7]),
        )
    if text.startswith("connect("):
        raise RecordError(
            f"RU[{text}]: expected connect(columns,rows,k,p,q), then ,drop and ,exact where they hold"
        )
    try:
        return Rules.parse(text)
    except ValueError:
        return None  # rules of other programs in their own words


def _claim(root: Node) -> tuple[Outcome, Ending]:
    """The outcome and the ending that the file claims."""
    text = root.text("RE")
    outcome = _RESULTS.get(text[:2], _RESULTS.get(text, Outcome.ONGOING))
    ending = _ENDINGS.get(text[2:3].upper(), Ending.ADJUDICATION)
    own = root.text("ENDING")
    if own in list(Ending) and own not in (Ending.LINE, Ending.FULL_BOARD, Ending.UNFINISHED):
        ending = Ending(own)
    return outcome, ending


def _result_text(record: Record) -> str:
    if record.winner is None:
        return "0" if record.outcome == Outcome.DRAW else "?"
    letters = {ending: letter for letter, ending in _ENDINGS.items()} | {Ending.CRASH: "F"}
    return f"{_COLOURS[record.winner]}+{letters.get(record.ending, '')}"


def _point(rules: Rules, cell: int) -> str:
    return ascii_letters[cell % rules.columns] + ascii_letters[rules.rows - 1 - cell // rules.columns]


def _annotation(side: Side, thought: Thought | None) -> str:
    """V for the guess, as always in SGF for Black, and a comment with the rest."""
    if thought is None:
        return ""
    value = "" if thought.score is None else f"V[{thought.score if side == Side.FIRST else -thought.score}]"
    words = [
        "" if thought.seconds is None else f"{thought.seconds:.3g} s",
        "" if thought.nodes is None else f"{thought.nodes} nodes",
        "" if thought.depth is None else f"depth {thought.depth}",
        "" if thought.wins_in is None else f"wins in {thought.wins_in} stones",
        "" if thought.loses_in is None else f"loses in {thought.loses_in} stones",
        "draw" if thought.is_draw else "",
    ]
    comment = ", ".join(filter(None, words))
    return value + (f"C[{escaped(comment)}]" if comment else "")


def _thoughts(stones: list[tuple[Node, str, str]]) -> tuple[Thought | None, ...]:
    """The guesses of nodes with one stone; empty where no node has one."""
    scores = [(re.fullmatch(r"[+-]?[0-9]{1,12}", node.text("V")), colour) for node, colour, _ in stones]
    if not any(score for score, _ in scores):
        return ()
    return tuple(
        Thought(score=int(score[0]) * (1 if colour == "B" else -1)) if score else None
        for score, colour in scores
    )

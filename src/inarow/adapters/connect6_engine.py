"""Our players as an engine of the Connect6 text protocol, for the ConnectMore GUI and its tournaments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TextIO

from inarow._core import SearchResult, Side
from inarow.engine.limits import Limits
from inarow.engine.player import SearchPlayer
from inarow.engine.score import UNIT
from inarow.game.notation import letter_pairs, parse_letter_pairs
from inarow.game.position import Position
from inarow.game.variants import CONNECT6

HELP = """\
Help of {name}, which plays Connect6:
            name        - say what I am called
            print       - draw the board
            exit/quit   - leave
            black XXXX  - black stones on two points, each a column and a row from A to S
            white XXXX  - the same for white
            next        - find and play a turn for the side that did not play last
            move XXXX   - tell me the opponent's turn; I answer it
            new black   - an empty board, I am black and begin
            new white   - an empty board, I am white
            depth d     - look 1 to 9 turns ahead; 6, as at first, is as deep as the time allows
            time s      - seconds for a turn
            vcf         - look for forced wins
            unvcf       - do not look for forced wins
            help        - this list
"""
COLOURS = {"black": Side.FIRST, "white": Side.SECOND}
OTHER = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}
STONES = re.compile(r"(?:[A-S]{2}){1,2}")
LETTERS = "ABCDEFGHIJKLMNOPQRS"
CENTRE = CONNECT6.columns // 2 * (CONNECT6.columns + 1)
USUAL_DEPTH = 6  # what the GUI calls high: from here on only the time ends a search
MOST_DEPTH = 9


class Connect6Engine:
    """One conversation with a GUI: commands in, answers out. What is wrong with a command is ignored."""

    def __init__(self, player: SearchPlayer, name: str, limits: Limits, out: TextIO) -> None:
        self._player = player
        self._name = name
        self._limits = limits
        self._out = out
        self._depth = USUAL_DEPTH
        self._stones: dict[int, Side] = {}  # in the order in which they were placed
        self._last: tuple[int, ...] = ()
        self._last_side = Side.SECOND  # after which Black is to move
        self._own_side = Side.SECOND

    def run(self, lines: Iterable[str]) -> None:
        """Answer the commands until `quit` or the end of the lines."""
        self._say(HELP.format(name=self._name))
        for line in lines:
            command, _, rest = line.strip().partition(" ")
            if command in ("quit", "exit"):
                return
            self._obey(command, rest.strip())

    def _obey(self, command: str, rest: str) -> None:
        match command:
            case "name":
                self._say(f"name {self._name}\n")
            case "print":
                self._say(self._board())
            case "black" | "white":
                self._place(COLOURS[command], rest)
            case "next":
                self._move(OTHER[self._last_side])
            case "move":
                self._answer(rest)
            case "new":
                self._new(rest)
            case "depth":
                if re.fullmatch(r"[1-9]", rest):
                    self._depth = int(rest)
                self._say(f"Set the search depth to {self._depth}.\n\n")
            case "time":
                self._set_time(rest)
            case "help":
                self._say(HELP.format(name=self._name))
            case _:  # vcf and unvcf too: forced wins are a part of every search
                pass

    def _say(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    def _set_time(self, text: str) -> None:
        if re.fullmatch(r"\d+(\.\d+)?", text) and float(text) > 0:
            self._limits = Limits(seconds=float(text)).otherwise(self._limits)

    def _new(self, colour: str) -> None:
        self._stones = {}
        self._last = ()
        self._last_side = Side.SECOND
        self._own_side = Side.SECOND
        if colour == "black":
            self._move(Side.FIRST)

    def _place(self, side: Side, letters: str) -> bool:
        """Put the stones on the board; False, and nothing done, if they cannot lie there."""
        if not STONES.fullmatch(letters):
            return False
        cells = tuple(dict.fromkeys(parse_letter_pairs(CONNECT6, letters)))
        if any(cell in self._stones for cell in cells):
            return False
        self._stones.update(dict.fromkeys(cells, side))
        self._last = cells
        self._last_side = side
        return True

    def _answer(self, letters: str) -> None:
        """The opponent's move, and our own unless it has won."""
        opponent = OTHER[self._own_side]
        if not self._place(opponent, letters):
            return
        position = self._position(self._own_side)
        if position is not None and position.is_over:
            self._say("We loss!\n")
        else:
            self._move(self._own_side)

    def _move(self, side: Side) -> None:
        """Think, say the move and play it."""
        self._own_side = side
        turn = self._turn(side)
        self._stones.update(dict.fromkeys(turn, side))
        self._last = turn
        self._last_side = side
        self._say(f"move {letter_pairs(CONNECT6, turn or (CENTRE,))}\n")

    def _turn(self, side: Side) -> tuple[int, ...]:
        position = self._position(side)
        if position is None or position.is_over:
            return self._any_turn()
        if position.stones == 0:
            return (CENTRE,)
        result = self._player.think(position, self._search_limits(), progress=self._show_progress)
        self._say(
            f"AB Time :\t{result.seconds:.3f}\nNode :\t{result.nodes}\n\nScore :\t{result.score / UNIT:.3f}\n"
        )
        return self._whole(result.turn)

    def _search_limits(self) -> Limits:
        return self._limits if self._depth >= USUAL_DEPTH else Limits(depth=self._depth).within(self._limits)

    def _show_progress(self, result: SearchResult) -> None:
        """The line from which the GUI makes its dots."""
        self._say(f"Searching {result.depth}/{max(result.depth, MOST_DEPTH)}\n")

    def _whole(self, turn: tuple[int, ...]) -> tuple[int, ...]:
        """Two stones: where one wins alone, any other comes with it."""
        return (*turn, *(cell for cell in self._nearest() if cell not in turn))[:2]

    def _any_turn(self) -> tuple[int, ...]:
        """Free cells for a board on which no game is going on."""
        return tuple(self._nearest()[:2])

    def _nearest(self) -> list[int]:
        """The empty cells, from the centre outwards."""
        width = CONNECT6.columns
        middle = width // 2

        def distance(cell: int) -> int:
            return max(abs(cell % width - middle), abs(cell // width - middle))

        return sorted((cell for cell in range(width * width) if cell not in self._stones), key=distance)

    def _position(self, side: Side) -> Position | None:
        """The position on the board with the side to move; None if no game can lead there."""
        own: dict[Side, list[int]] = {Side.FIRST: [], Side.SECOND: []}
        for cell, owner in self._stones.items():
            own[owner].append(cell)
        position = Position(CONNECT6)
        while not position.is_over and own[position.to_move]:
            position = position.play(own[position.to_move].pop(0))
        if own[Side.FIRST] or own[Side.SECOND]:
            return None
        if position.is_over:
            return position
        is_whole_turn = position.stones == 0 or position.stones_left == CONNECT6.stones_per_turn
        return position if position.to_move == side and is_whole_turn else None

    def _board(self) -> str:
        """The board as the reference engine prints it: `*` black, `O` white, `X` the last move."""
        header = f"   {' '.join(LETTERS)}\n"
        signs = {Side.FIRST: "*", Side.SECOND: "O"}
        rows = []
        for row in reversed(range(CONNECT6.rows)):
            cells = [row * CONNECT6.columns + column for column in range(CONNECT6.columns)]
            drawn = [
                "X" if cell in self._last else signs[self._stones[cell]] if cell in self._stones else "-"
                for cell in cells
            ]
            rows.append(f" {LETTERS[row]} {' '.join(drawn)} {LETTERS[row]}\n")
        return header + "".join(rows) + header

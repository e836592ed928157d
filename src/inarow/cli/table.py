"""A game at the terminal: the board, the people and players at it, and the commands that they give."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

from inarow._core import IllegalMove, NotationError, Outcome, SearchResult, Side
from inarow.adapters.process import PlayerFault
from inarow.cli import terminal
from inarow.cli.analyse import summary
from inarow.cli.show import facts, stones_of
from inarow.engine.catalog import player, usual_player
from inarow.engine.limits import Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.score import counted, thought_in_words
from inarow.game.files import read_games, write_games
from inarow.game.notation import moves_text
from inarow.game.position import Position, side_name
from inarow.game.record import Ending, Record, Thought

HINT_LIMITS = Limits(seconds=1.0)
AT_THE_END = "  ('save FILE', 'undo' or 'quit')"


class Leave(Exception):  # noqa: N818 - a wish, not an error
    """The user wants to leave."""


class Table:
    """One game in the terminal. `opponent` plays the other side; without one, people play both."""

    def __init__(self, position: Position, opponent: Player | None, side: Side, limits: Limits) -> None:
        self._position = position
        self._opponent = opponent
        self._side = side
        self._limits = limits
        self._thoughts: list[Thought | None] = [None] * position.stones
        self._resigned: Side | None = None
        self._undone: list[int] = []
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "undo": (self._undo, "take back your last turn (and the opponent's answer)"),
            "redo": (self._redo, "play again what was taken back"),
            "hint": (self._hint, "what a good player would do"),
            "stones": (self._stones, "the stones of each side"),
            "runs": (self._runs, "the longest run of each side"),
            "position": (self._text, "the position as text, for 'inarow show' or 'inarow analyse'"),
            "save": (self._save, "save FILE: keep the game (.jsonl, .sgf or .txt)"),
            "load": (self._load, "load FILE: go on with the last game of a file"),
            "resign": (self._resign, "give up"),
            "board": (lambda _: self._show(), "draw the board again"),
            "help": (self._help, "this list"),
            "quit": (self._quit, "leave"),
        }

    def play(self) -> int:
        """Play until the game is over or the user leaves; the exit code."""
        start = self._position
        self._show()
        self._say("type a move, or 'help'")
        try:
            while True:
                self._opponents_move() if self._is_opponents else self._read_line()
        except Leave:
            return 0
        except BaseException:  # Ctrl-C, or an opponent that fails: the game must not be lost
            terminal.progress("")
            if self._position != start:
                self._say(f"\nleft at {self._position.text}; to go on: {self._command()}")
            raise

    @property
    def _is_over(self) -> bool:
        return self._position.is_over or self._resigned is not None

    @property
    def _is_opponents(self) -> bool:
        return not self._is_over and self._opponent is not None and self._position.to_move != self._side

    def _result(self) -> str:
        if self._resigned is not None:
            return f"{side_name(self._resigned)} resigns: {side_name(self._resigned.other)} wins"
        return self._position.status

    def _command(self) -> str:
        """What goes on with this game from here."""
        words = ["inarow", "play", self._position.text]
        if self._opponent is not None:
            words += ["--against", self._opponent.name, "--side", self._side.name.lower()]
        for name, value in self._limits.given().items():
            words += [f"--{name}", f"{value:g}"]
        return shlex.join(words)

    def _show(self) -> None:
        self._say(terminal.board(self._position))
        self._say(self._result() + AT_THE_END if self._is_over else self._position.status)

    def _opponents_move(self) -> None:
        """The opponent's whole turn, with what it thought."""
        assert self._opponent is not None
        start = self._position
        terminal.progress(f"{self._opponent.name} thinks ...")
        words = ""
        while not self._position.is_over and self._position.to_move == start.to_move:
            thought = self._opponents_stone(self._opponent)
            words = thought_in_words(thought) if thought else words
        terminal.progress("")
        found: SearchResult | None = getattr(self._opponent, "found", None)
        words = summary(start, found).strip() if found else words
        played = moves_text(start.rules, self._position.history[start.stones :])
        self._say(f"{self._opponent.name} plays {played}" + (f": {words}" if words else ""))
        self._show()

    def _opponents_stone(self, opponent: Player) -> Thought | None:
        """Place the opponent's next stone; what it thought."""
        try:
            cell = opponent.choose(self._position, self._limits)
        except PlayerFault as fault:
            raise RuntimeError(f"{opponent.name} {fault}") from fault
        thought: Thought | None = getattr(opponent, "thought", None)
        try:
            self._place(cell, thought)
        except (ValueError, TypeError) as error:
            raise IllegalMove(f"{opponent.name} answers {cell!r}: {error}") from None
        return thought

    def _read_line(self) -> None:
        try:
            line = input("> ").strip()
        except EOFError:
            self._say("")
            raise Leave from None
        word, _, rest = line.partition(" ")
        if word.lower() in self._commands:
            self._try(lambda: self._commands[word.lower()][0](rest.strip()))
        elif line:
            self._try(lambda: self._moves(line))

    def _try(self, act: Callable[[], None]) -> None:
        """Do it, or say what is wrong with it; nothing is lost."""
        try:
            act()
        except (ValueError, OSError) as error:
            terminal.complain(terminal.in_words(error))

    def _moves(self, line: str) -> None:
        """The stones of one line: all of them, or none if one cannot be played."""
        if self._is_over:
            raise IllegalMove(f"{self._result()}; 'undo', 'save FILE' or 'quit'")
        position, side = self._position, self._position.to_move
        cells = []
        for word in line.replace(",", " ").split():
            if position.is_over or position.to_move != side:
                stones = counted(self._position.stones_left, "stone")
                raise IllegalMove(f"{word}: that is more than the {stones} of this turn")
            try:
                cells.append(position.move(word))
            except NotationError as error:
                raise NotationError(f"{error}; 'help' lists the commands") from None
            position = position.play(cells[-1])
        for cell in cells:
            self._place(cell, None)
        self._undone.clear()
        if self._is_over or not self._is_opponents:
            self._show()

    def _place(self, cell: int, thought: Thought | None) -> None:
        self._position = self._position.play(cell)
        self._thoughts.append(thought)

    def _undo(self, _: str) -> None:
        """Back to the start of the user's last turn or of the turn under way, or to before a resignation."""
        if self._resigned is not None:
            self._resigned = None
            return self._show()
        stones = self._position.stones
        while stones > 0:
            stones -= 1
            before = self._position.taken_back(self._position.stones - stones)
            is_start = stones == 0 or before.to_move != before.taken_back().to_move
            if is_start and (self._opponent is None or before.to_move == self._side):
                self._undone += reversed(self._position.history[stones:])
                self._position = before
                del self._thoughts[stones:]
                return self._show()
        raise ValueError("there is nothing to take back")

    def _redo(self, _: str) -> None:
        if not self._undone:
            raise ValueError("there is nothing to play again")
        self._place(self._undone.pop(), None)
        while self._undone and (self._is_opponents or not self._starts_turn()):
            self._place(self._undone.pop(), None)
        self._show()

    def _starts_turn(self) -> bool:
        return self._position.to_move != self._position.taken_back().to_move

    def _hint(self, _: str) -> None:
        helper = (
            self._opponent
            if isinstance(self._opponent, SearchPlayer)
            else player(usual_player(self._position.rules))
        )
        assert isinstance(helper, SearchPlayer)
        terminal.progress("thinking ...")
        result = helper.think(self._position, HINT_LIMITS.within(self._limits))
        terminal.progress("")
        self._say(f"{helper.name}: {summary(self._position, result).strip()}")

    def _stones(self, _: str) -> None:
        for side in Side:
            cells = " ".join(map(self._position.rules.cell_name, stones_of(self._position, side)))
            self._say(f"{side_name(side)}: {cells or 'none'}")

    def _runs(self, _: str) -> None:
        for side in Side:
            self._say(facts(self._position, side))

    def _text(self, _: str) -> None:
        self._say(self._position.text)

    def _resign(self, _: str) -> None:
        if not self._is_over:
            self._resigned = self._position.to_move
        self._say(self._result())

    def _quit(self, _: str) -> None:
        raise Leave

    def _help(self, _: str) -> None:
        width = max(map(len, self._commands))
        for name, (_act, about) in self._commands.items():
            self._say(f"  {name:<{width}}  {about}")
        self._say(f"  {'move':<{width}}  {_how_to_move(self._position)}")

    def _save(self, file: str) -> None:
        if not file:
            raise ValueError("save where? for example: save game.jsonl")
        write_games(Path(file), [self._record()])
        self._say(f"saved to {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise ValueError("load what? for example: load game.jsonl")
        games = read_games(Path(file))
        if not games:
            raise ValueError(f"{file} holds no game")
        *_, self._position = games[-1].positions()
        self._resigned = None
        self._thoughts = [None] * self._position.stones
        self._undone.clear()
        self._show()

    def _record(self) -> Record:
        opponent = self._opponent.name if self._opponent else "human"
        names = ("human", opponent) if self._side == Side.FIRST else (opponent, "human")
        thoughts = tuple(self._thoughts) if any(self._thoughts) else ()
        record = Record.of(self._position, names, thoughts=thoughts, date=date.today().isoformat())
        if self._resigned is None:
            return record
        won = Outcome.SECOND_WINS if self._resigned == Side.FIRST else Outcome.FIRST_WINS
        return Record(record.rules, record.moves, names, won, Ending.RESIGNATION, thoughts, date=record.date)

    @staticmethod
    def _say(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def _how_to_move(position: Position) -> str:
    example = "4" if position.rules.gravity else position.rules.cell_name(position.rules.cells // 2)
    several = (
        f"; {position.rules.stones_per_turn} a turn, one line or several"
        if position.rules.stones_per_turn > 1
        else ""
    )
    return f"for example {example}{several}"

"""One game between two players, with a referee that trusts neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inarow._core import Outcome, Rules, Side
from inarow.arena.adjudication import judges
from inarow.arena.boards import BoardWriter
from inarow.arena.job import Clock, Job
from inarow.arena.seat import Answer, Forfeit, GuardedSeat, OpenSeat, Seat
from inarow.game.position import Position
from inarow.game.record import Ending, Record, Thought, ending_on_board

WINS = {Side.FIRST: Outcome.FIRST_WINS, Side.SECOND: Outcome.SECOND_WINS}
OUT_OF_CLOCK_SECONDS = 600.0  # the longest wait for a player that has no time limit: it hangs


def played(job: Job, boards: BoardWriter | None = None) -> Record:
    """The record of the job's game. Whatever the players do, there is one. `boards` shows it meanwhile."""
    rules = Rules.parse(job.rules)
    seats: list[Seat] = []
    try:
        for name in job.players:
            seats.append(
                OpenSeat(name, rules)
                if job.is_trusted
                else GuardedSeat(name, rules, job.bounds, job.suspends)
            )
        return Referee(job, rules, seats, boards).play()
    except Forfeit as forfeit:  # only a trusted player that cannot be made gets here
        side = (Side.FIRST, Side.SECOND)[len(seats)]
        return Referee(job, rules, seats).forfeited(side, forfeit)
    finally:
        for seat in seats:
            seat.close()
        if boards is not None:
            boards.clear()


def check_legal(position: Position, cell: int) -> None:
    """Forfeit with the reason if the cell cannot be played."""
    if not 0 <= cell < position.rules.cells:
        raise Forfeit(
            Ending.ILLEGAL_MOVE,
            f"played cell {cell}; the cells of this board are 0 to {position.rules.cells - 1}",
        )
    if not position.is_legal(cell):
        try:
            position.play(cell)
        except ValueError as error:
            raise Forfeit(Ending.ILLEGAL_MOVE, f"played an illegal move: {error}") from error


@dataclass
class SideClock:
    """The time of one side: what is left of its bank, and what it has used of this turn."""

    clock: Clock
    bank: float | None = None
    used: float = 0.0

    def seconds(self) -> float | None:
        """What is left for this turn."""
        bounds = [bound for bound in (self.clock.seconds, self.bank) if bound is not None]
        return max(0.0, min(bounds) - self.used) if bounds else None

    def left(self) -> float | None:
        """What is left of the bank."""
        return None if self.bank is None else max(0.0, self.bank - self.used)

    def take(self, seconds: float) -> None:
        """The player has thought for so long."""
        self.used += seconds

    def end_turn(self) -> None:
        """The turn is done: it is paid from the bank."""
        if self.bank is not None:
            self.bank = max(0.0, self.bank - self.used) + self.clock.increment
        self.used = 0.0


class Referee:
    """Asks the players in turn, keeps the time, and writes down what happened."""

    def __init__(
        self, job: Job, rules: Rules, seats: Sequence[Seat], boards: BoardWriter | None = None
    ) -> None:
        self._job = job
        self._boards = boards
        self._seats = dict(zip((Side.FIRST, Side.SECOND), seats, strict=False))
        self._clocks = {side: SideClock(job.clock, job.clock.bank) for side in (Side.FIRST, Side.SECOND)}
        self._position = Position.after(rules, job.opening)
        self._thoughts: list[Thought | None] = [None for _ in job.opening]

    def play(self) -> Record:
        """Play the game to its end."""
        asked = judges(self._job.adjudication, self._position.rules)
        thought: Thought | None = None  # the last one of this turn: not every stone has one
        while not self._position.is_over:
            side = self._position.to_move
            try:
                answer = self._ask(side)
            except Forfeit as forfeit:
                return self.forfeited(side, forfeit)
            self._write_down(side, answer)
            thought = answer.thought or thought
            if self._position.to_move != side and not self._position.is_over:
                for judge in asked:
                    if (verdict := judge.verdict(self._position, side, thought)) is not None:
                        return self._record(verdict.outcome, Ending.ADJUDICATION, verdict.reason)
                thought = None
        return self._record(self._position.outcome, ending_on_board(self._position))

    def forfeited(self, side: Side, forfeit: Forfeit) -> Record:
        """The game is lost for the side, with the reason and its last words."""
        player = self._job.players[0 if side == Side.FIRST else 1]
        note = f"{player} {forfeit.reason}"
        if forfeit.last_words:
            note += f"; it said last: {forfeit.last_words}"
        return self._record(WINS[side.other], forfeit.ending, note)

    def _ask(self, side: Side) -> Answer:
        clock = self._clocks[side]
        seconds = clock.seconds()
        allowed = OUT_OF_CLOCK_SECONDS if seconds is None else seconds + self._job.clock.margin
        limits = self._job.clock.limits(seconds, clock.left())
        answer = self._seats[side].ask(self._position, limits, allowed)
        check_legal(self._position, answer.cell)
        clock.take(answer.seconds)
        return answer

    def _write_down(self, side: Side, answer: Answer) -> None:
        self._position = self._position.play(answer.cell)
        self._thoughts.append(replace(answer.thought or Thought(), seconds=round(answer.seconds, 6)))
        if self._position.to_move != side:
            self._clocks[side].end_turn()
        if self._boards is not None:
            self._boards.show(self._job, self._position)

    def _record(self, outcome: Outcome, ending: Ending, note: str = "") -> Record:
        return Record(
            rules=self._position.rules,
            moves=self._position.history,
            players=self._job.players,
            outcome=outcome,
            ending=ending,
            thoughts=tuple(self._thoughts),
            seed=self._job.seed,
            note=note,
        )

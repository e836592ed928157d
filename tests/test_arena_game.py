"""The referee: clocks, limits, adjudication, and what the record of a game says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from arena_testing import bad, job
from inarow import Ending, Outcome, Position, Rules, Side, Thought
from inarow.arena.game import Referee, played
from inarow.arena.job import Adjudication, Bounds, Clock, Job
from inarow.arena.seat import Answer, Forfeit
from inarow.engine.limits import Limits


@dataclass
class ScriptedSeat:
    """Plays the first legal move after as many seconds as the script says, and notes what it is told."""

    seconds: list[float]
    thought: Thought | None = None
    told: list[Limits] = field(default_factory=list)
    allowed: list[float | None] = field(default_factory=list)

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        self.told.append(limits)
        self.allowed.append(allowed)
        seconds = self.seconds[min(len(self.told), len(self.seconds)) - 1]
        if allowed is not None and seconds > allowed:
            raise Forfeit(Ending.TIME, "too late")
        return Answer(position.moves[0], seconds, self.thought)

    def close(self) -> None:
        """Nothing to put away."""


def refereed(one: Job, *seats: ScriptedSeat) -> Any:
    return Referee(one, Rules.parse(one.rules), seats).play()


def test_a_time_bank_pays_for_turns_and_grows_by_the_increment() -> None:
    first, second = ScriptedSeat([3.0, 3.0, 0.5]), ScriptedSeat([0.5])
    record = refereed(job("a", "b", clock=Clock(bank=10.0, increment=1.0)), first, second)
    assert record.ending == Ending.LINE
    assert [limits.seconds for limits in first.told][:3] == [10.0, 8.0, 6.0]
    assert [limits.seconds for limits in second.told][:3] == [10.0, 10.5, 11.0]
    assert record.thoughts[0].seconds == 3.0


def test_a_bank_that_is_used_up_loses_on_time() -> None:
    first, second = ScriptedSeat([2.0, 2.0, 1.2]), ScriptedSeat([0.1])
    record = refereed(job("a", "b", clock=Clock(bank=5.0)), first, second)
    assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)
    assert first.allowed == [pytest.approx(5.1), pytest.approx(3.1), pytest.approx(1.1)]


def test_the_tighter_of_turn_and_bank_counts() -> None:
    first, second = ScriptedSeat([1.5]), ScriptedSeat([0.1])
    refereed(job("a", "b", clock=Clock(seconds=2.0, bank=4.0)), first, second)
    assert [limits.seconds for limits in first.told][:3] == [2.0, 2.0, 1.0]


def test_the_stones_of_one_turn_share_its_time() -> None:
    first, second = ScriptedSeat([0.25]), ScriptedSeat([0.5, 0.25])
    refereed(job("a", "b", rules="connect6", clock=Clock(seconds=2.0)), first, second)
    assert [limits.seconds for limits in second.told][:4] == [2.0, 1.5, 2.0, 1.75]


def test_depth_nodes_memory_and_threads_are_told() -> None:
    first, second = ScriptedSeat([0.1]), ScriptedSeat([0.1])
    clock = Clock(depth=3, nodes=50, memory=16, threads=1)
    refereed(job("a", "b", clock=clock), first, second)
    assert first.told[0] == Limits(depth=3, nodes=50, memory=16, threads=1)


def test_a_search_keeps_to_the_nodes_and_depth_of_the_clock() -> None:
    one = job("pvs eval=windows", "alphabeta eval=windows", clock=Clock(nodes=200, depth=4), is_trusted=True)
    record = played(one)
    thoughts = [thought for thought in record.thoughts if thought and thought.nodes]
    assert thoughts
    assert all(thought.nodes is not None and thought.nodes <= 400 for thought in thoughts)
    assert all(thought.depth is not None and thought.depth <= 4 for thought in thoughts)


@pytest.mark.parametrize("rules", ["connect-four", "connect6"])
def test_both_sides_agreeing_on_a_winner_ends_the_game_with_the_claim(rules: str) -> None:
    adjudication = Adjudication(turns=2, value=400)
    record = played(
        job(bad("Certain"), bad("Certain"), rules=rules, adjudication=adjudication, is_trusted=True)
    )
    assert (record.ending, record.outcome) == (Ending.ADJUDICATION, Outcome.FIRST_WINS)
    assert record.note == "both sides claimed for 2 turns each that FIRST wins"
    assert len(record.moves) == (4 if rules == "connect-four" else 7)


@pytest.mark.parametrize("adjudication", [None, Adjudication(turns=2), Adjudication(turns=2, value=501)])
def test_no_game_is_ended_by_claims_that_are_too_weak(adjudication: Adjudication | None) -> None:
    record = played(job(bad("Certain"), bad("Certain"), adjudication=adjudication, is_trusted=True))
    assert record.ending == Ending.LINE


def test_a_claim_of_one_side_alone_does_not_end_the_game() -> None:
    record = played(
        job(bad("Certain"), "first", adjudication=Adjudication(turns=1, value=400), is_trusted=True)
    )
    assert record.ending == Ending.LINE


def test_the_solver_ends_a_game_whose_result_it_has_proved() -> None:
    opening = Position.parse("drop-5x4x4/1122").history  # whoever moves first makes a line of four next
    one = job("first", "random", rules="drop-5x4x4", opening=opening, is_trusted=True)
    judged = played(replace(one, adjudication=Adjudication(solver_nodes=10**6)))
    assert judged.ending == Ending.ADJUDICATION
    assert judged.note.startswith("the solver proved '")
    assert len(judged.moves) == len(opening) + 1
    assert played(replace(one, adjudication=Adjudication(solver_nodes=1))).moves


def test_a_game_that_the_solver_does_not_know_is_played_to_its_end() -> None:
    one = job("first", "random", rules="tic-tac-toe", adjudication=Adjudication(solver_nodes=9))
    assert played(replace(one, is_trusted=True)).ending in (Ending.LINE, Ending.FULL_BOARD)


def test_an_adjudication_without_a_judge_is_refused() -> None:
    with pytest.raises(ValueError, match="needs the turns of a claim, the nodes of the solver"):
        Adjudication()
    with pytest.raises(ValueError, match="stones = 0"):
        Adjudication(stones=0)


def test_a_game_that_nobody_can_win_any_more_is_a_draw_at_once() -> None:
    opening = Position.parse("drop-4x2x4/123412").history  # both rows hold stones of both sides
    one = job("first", "first", rules="drop-4x2x4", opening=opening, is_trusted=True)
    assert len(played(one).moves) == 8
    judged = played(replace(one, adjudication=Adjudication(dead=True)))
    assert (judged.ending, judged.outcome, len(judged.moves)) == (Ending.ADJUDICATION, Outcome.DRAW, 7)
    assert judged.note == "nobody can complete a line any more"
    opening = Position.parse("drop-4x2x4/12").history  # the upper row is open until both have a stone there
    alive = played(replace(one, opening=opening, adjudication=Adjudication(dead=True)))
    assert len(alive.moves) == 4


def test_a_game_that_goes_on_for_too_long_is_a_draw() -> None:
    judged = played(job("random", "random", adjudication=Adjudication(stones=5), is_trusted=True))
    assert (judged.ending, judged.outcome, len(judged.moves)) == (Ending.ADJUDICATION, Outcome.DRAW, 5)


def test_a_job_is_plain_data_and_back() -> None:
    one = job("first", "random", opening=(3, 10), adjudication=Adjudication(2), bounds=Bounds(start=3.5))
    assert Job.from_dict(one.to_dict()) == one
    assert Job.from_dict(replace(one, adjudication=None).to_dict()) == replace(one, adjudication=None)


@pytest.mark.parametrize("values", [{"seconds": 0}, {"bank": -1}, {"increment": -0.1}, {"margin": -1}])
def test_a_clock_that_makes_no_sense_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="it must be"):
        Clock(**values)  # type: ignore[arg-type]

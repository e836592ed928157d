"""The examples of docs/examples: each runs as its page says, and the evaluators agree with the core's own."""

import sys
from pathlib import Path

import pytest

from inarow import Position, Random, Rules
from inarow._core import Evaluator
from inarow.adapters.players import player as any_player
from inarow.cli.main import main
from inarow.engine.catalog import player
from inarow.engine.limits import Limits
from inarow.engine.player import SearchPlayer, evaluator_named

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
CENTRE = f"'{EXAMPLES}/own_player.py:Centre'"
OPEN_LINES = [f"{EXAMPLES}/{name}_evaluator.py:open_lines" for name in ("own", "numba", "ctypes")]


def random_position(rules: Rules, seed: int, stones: int) -> Position:
    random, position = Random(seed), Position(rules)
    while position.stones < stones and not position.is_over:
        position = position.play(random.move(position))
    return position


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("connect-four/", "4"),
        ("connect-four/415161", "3"),  # four in the bottom row
        ("connect-four/12131", "1"),  # three on top of each other are stopped
    ],
)
def test_the_example_player_wins_blocks_and_likes_the_centre(position: str, move: str) -> None:
    start = Position.parse(position)
    assert start.rules.move_name(player(CENTRE).choose(start)) == move


@pytest.mark.parametrize(("position", "move"), [("414141", "4"), ("112131", "4"), ("12131", "1"), ("4", "4")])
def test_the_example_submission_wins_blocks_and_likes_the_middle(position: str, move: str) -> None:
    start = Position.parse(position)
    submission = any_player(f"kaggle:{EXAMPLES}/submission.py")
    assert start.rules.move_name(submission.choose(start)) == move
    submission.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["connect-four", "tic-tac-toe", "place-7x7x4-p2-q1", "drop-6x6x4-p3"])
def test_the_example_player_plays_any_game_to_its_end(game: str) -> None:
    sides = [player(CENTRE), player(f"{CENTRE} careful=no")]
    position = Position(Rules.parse(game))
    while not position.is_over:
        position = position.play(sides[position.to_move.value - 1].choose(position, Limits(depth=1)))
    assert position.stones > 0


def test_the_example_player_sits_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert main(["play", "connect-four", "--against", CENTRE]) == 0
    assert "own_player.py:Centre' plays 4" in capsys.readouterr().out


@pytest.mark.parametrize("text", OPEN_LINES)
@pytest.mark.parametrize("game", ["connect-four", "place-6x5x4"])
def test_the_example_evaluators_agree_with_the_core(text: str, game: str) -> None:
    rules = Rules.parse(game)
    for seed in range(20):
        position = random_position(rules, seed, stones=seed)
        if not position.is_over:
            own = evaluator_named(text, position.to_move)
            assert own.evaluate(position) == Evaluator("open-lines").evaluate(position)


@pytest.mark.parametrize("text", OPEN_LINES)
def test_a_search_visits_the_same_nodes_with_an_example_as_with_the_core(text: str) -> None:
    found = [player(f"alphabeta depth=3 'eval={name}'") for name in (text, "open-lines")]
    results = []
    for searcher in found:
        assert isinstance(searcher, SearchPlayer)
        results.append(searcher.think(Position.parse("connect-four/444")))
    own, core = results
    assert (own.score, own.line, own.nodes) == (core.score, core.line, core.nodes)


def test_the_bench_of_evaluators_prints_a_row_for_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import evaluators

    monkeypatch.setattr(evaluators, "DEPTH", 2)
    monkeypatch.setattr(evaluators, "ROUNDS", 1)
    evaluators.main()
    out = capsys.readouterr().out
    assert all(name in out for name in evaluators.EVALUATORS)
    del sys.modules["evaluators"]

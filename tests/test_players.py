"""Players: what they choose, that they keep their limits, and that they are deterministic."""

import pytest

from inarow import Position, Rules, Side
from inarow.engine.catalog import player
from inarow.engine.genetic import GeneticPlayer, candidate_cells
from inarow.engine.limits import Limits
from inarow.engine.player import FirstPlayer, RandomPlayer, SearchPlayer, TurnPlan


def game_of(first: str, second: str, game: str, limits: Limits) -> tuple[int, ...]:
    sides = {Side.FIRST: player(first), Side.SECOND: player(second)}
    position = Position(Rules.parse(game))
    while not position.is_over:
        position = position.play(sides[position.to_move].choose(position, limits))
    return position.history


def test_a_random_player_repeats_its_game_for_its_seed() -> None:
    games = [game_of(f"random seed={seed}", "random seed=9", "connect-four", Limits()) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_the_first_player_plays_the_first_move() -> None:
    assert FirstPlayer().choose(Position.parse("drop-3x2x2/1")) == 3


@pytest.mark.parametrize(
    "name", ["genetic seed=4 population=6 generations=3", "chains", "pvs depth=2", "mtdf depth=2"]
)
def test_a_fixed_search_or_seed_gives_the_same_game_again(name: str) -> None:
    games = [game_of(name, "random seed=3", "place-9x9x5-p2-q1", Limits(nodes=3000)) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["chains", "ultimate", "pvs eval=windows", "genetic"])
def test_two_stones_that_win_are_played_at_once(name: str) -> None:
    # X has b5..e5 and O is far away: f5 and g5 (or a5) complete six.
    position = Position.parse("place-9x9x6-p2-q1/b5a1i1c5d5a9i9e5b2")
    position = position.play("h8").play("g9")
    assert position.to_move == Side.SECOND or position.stones_left == 2
    while position.to_move == Side.SECOND:
        position = position.play(position.moves[-1])
    chosen = player(name)
    side = position.to_move
    while not position.is_over and position.to_move == side:
        position = position.play(chosen.choose(position, Limits(nodes=200_000)))
    assert position.winner == Side.FIRST


def test_the_second_stone_of_a_turn_is_the_one_that_was_planned() -> None:
    thinker = player("pvs eval=windows depth=1 candidates=near")
    assert isinstance(thinker, SearchPlayer)
    position = Position.parse("connect6/j10")
    planned = thinker.think(position).turn
    first = thinker.choose(position)
    assert thinker.thought is not None
    second = thinker.choose(position.play(first))
    assert (first, second) == planned
    assert thinker.thought is None


def test_a_plan_holds_only_for_the_position_it_was_made_for() -> None:
    plan = TurnPlan()
    position = Position.parse("connect6/j10")
    assert plan.make(position, (0, 1)) == 0
    assert plan.next_stone(position.play(5)) is None
    assert plan.next_stone(position.play(0)) == 1
    assert plan.next_stone(position.play(0)) is None


def test_a_search_player_keeps_the_tighter_limits() -> None:
    thinker = player("pvs depth=3")
    assert isinstance(thinker, SearchPlayer)
    position = Position.parse("connect-four/4")
    assert thinker.think(position).depth == 3
    assert thinker.think(position, Limits(depth=2)).depth == 2
    assert thinker.think(position, Limits(depth=9)).depth == 3


@pytest.mark.parametrize("name", ["open-lines", "tokens", "gaussian", "chains", "ultimate", "pvs"])
def test_a_search_player_has_a_move_however_little_it_may_use(name: str) -> None:
    position = Position.parse("drop-20x20x5/10.10.11")
    for limits in (Limits(nodes=1), Limits(seconds=0.0)):
        assert position.is_legal(player(name).choose(position, limits))


def test_a_genetic_player_finds_the_win_among_few_candidates() -> None:
    position = Position.parse("tic-tac-toe/a1b1a2b2")  # X completes column a
    assert GeneticPlayer(population=20, generations=5).choose(position) == position.rules.parse_cell("a3")


def test_genetic_candidates_lie_beside_stones() -> None:
    position = Position.parse("connect6/j10")
    cells = {position.rules.cell_name(cell) for cell in candidate_cells(position)}
    assert len(cells) == 16
    assert {"k10", "l10", "k11", "l12", "h8"} <= cells
    assert "l11" not in cells


def test_a_random_player_is_not_asked_to_move_after_the_end() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        RandomPlayer().choose(Position.parse("connect-four/1212121"))


def test_a_choice_of_candidates_does_not_miss_a_win_at_once() -> None:
    # O has a1..d1 on the edge; f1 lies beyond the gap, where few cells look promising.
    position = Position.parse("place-12x12x6-p2-q1/l12a1b1h8h9c1d1l1k12")
    assert position.to_move == Side.SECOND
    for name in ("ultimate", "ultimate cells=2 width=1", "chains", "pvs candidates=near distance=1 cells=2"):
        result = position
        chosen = player(name)
        while not result.is_over and result.to_move == Side.SECOND:
            result = result.play(chosen.choose(result, Limits(nodes=2000)))
        assert result.winner == Side.SECOND, name


@pytest.mark.parametrize(
    "game", ["drop-1x1x1", "drop-60x60x8-p4", "drop-128x128x9-p8-q8", "place-40x40x6-p3-q3"]
)
def test_the_champion_sits_at_a_board_of_any_size(game: str) -> None:
    position = Position(Rules.parse(game))
    assert position.is_legal(player("champion nodes=50").choose(position))

"""Good and perfect move rates: how often a player's turns keep the value of the game, on any board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inarow._core import Random, Rules
from inarow.engine.analyst import Analyst
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import Player
from inarow.engine.review import ReviewedTurn, judged_turn
from inarow.game.position import Position

NEAR = 2  # steps from another stone: where stones of sampled positions lie if they do not fall
MOST_STONES_ON_LARGE_BOARDS = 40


def rated_turns(
    player: Player,
    positions: Iterable[Position],
    limits: Limits = NO_LIMITS,
    *,
    judge_limits: Limits = NO_LIMITS,
    analyst: Analyst | None = None,
    margin: int | None = None,
) -> Iterator[ReviewedTurn]:
    """What the player's turn from each position is worth beside the best; Rates.of counts them.

    `limits` are the player's, `judge_limits` those of each judgement.
    """
    for position in positions:
        analyst = analyst or Analyst(position.rules)
        turn = chosen_turn(player, position, limits)
        yield judged_turn(position, turn, judge_limits, analyst=analyst, margin=margin)
        if analyst.is_stopped:
            return


def chosen_turn(player: Player, position: Position, limits: Limits = NO_LIMITS) -> tuple[int, ...]:
    """The whole turn that the player plays."""
    side, turn = position.to_move, []
    for _ in range(position.stones_left):
        if position.is_over or position.to_move != side:
            break
        turn.append(position.move(player.choose(position, limits)))
        position = position.play(turn[-1])
    return tuple(turn)


def sampled_positions(rules: Rules, count: int, seed: int = 0) -> Iterator[Position]:
    """Different positions of random games at the beginning of a turn, the same ones for the same seed.

    How far each game has gone is random too. Where stones do not fall they lie near each other. There may
    be fewer positions than asked for if the game has no more.
    """
    random = Random(seed)
    seen: set[int] = set()
    found = failed = 0
    while found < count and failed < 1000:
        position = _random_position(rules, random)
        if position is None or position.canonical_key in seen:
            failed += 1
            continue
        seen.add(position.canonical_key)
        found, failed = found + 1, 0
        yield position


def game_positions(player: Player, rules: Rules, games: int, seed: int = 0) -> Iterator[Position]:
    """The positions of games of the player against itself, each after an opening of random stones.

    The player is asked again about every position when it is rated; it should answer alike.
    """
    random = Random(seed)
    for _ in range(games):
        position = Position(rules)
        for _ in range(random.below(2 * rules.stones_per_turn + 1)):
            if not position.is_over:
                position = position.play(_random_move(position, random))
        while not position.is_over:
            if _is_turn_start(position):
                yield position
            for cell in chosen_turn(player, position):
                position = position.play(cell)


def _random_position(rules: Rules, random: Random) -> Position | None:
    """A position at the beginning of a turn, or None if the game was over before."""
    most = rules.cells if rules.gravity else min(rules.cells, MOST_STONES_ON_LARGE_BOARDS)
    stones = random.below(most)
    position = Position(rules)
    while position.stones < stones or not _is_turn_start(position):
        position = position.play(_random_move(position, random))
        if position.is_over:
            return None
    return position


def _random_move(position: Position, random: Random) -> int:
    if position.rules.gravity or not position.stones:
        return random.move(position)
    near = _near(position)
    return near[random.below(len(near))] if near else random.move(position)


def _near(position: Position) -> list[int]:
    """The free cells within so many steps of a stone."""
    columns, rows = position.rules.columns, position.rules.rows
    around = set()
    for cell in position.history:
        column, row = cell % columns, cell // columns
        for across in range(max(0, column - NEAR), min(columns, column + NEAR + 1)):
            for up in range(max(0, row - NEAR), min(rows, row + NEAR + 1)):
                around.add(up * columns + across)
    return sorted(around - set(position.history))


def _is_turn_start(position: Position) -> bool:
    rules = position.rules
    return position.stones == 0 or position.stones_left == rules.stones_per_turn

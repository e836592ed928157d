"""The weights of the champion's evaluation: what they mean, and the files that hold them."""

import json
from pathlib import Path

import pytest

from inarow import Position, Random, Rules, Side
from inarow._core import Champion, Weights, WeightsError, feature_names, judge
from inarow.engine.catalog import player
from inarow.engine.champion import ChampionPlayer
from inarow.engine.limits import Limits
from inarow.engine.sealed import SealError
from inarow.engine.weights import Family, TunedWeights, shipped_weights, weights_named
from reference import windows

CONNECT6 = Rules.parse("connect6")
DROP = Rules.parse("drop-9x9x5")
GAMES = ["connect6", "gomoku-exact", "place-9x9x5-p3-q2", "drop-9x9x5", "drop-6x5x4"]


def wandered(rules: Rules, stones: int, seed: int) -> Position:
    """A position of random stones at the start of a turn."""
    random = Random(seed)
    position = Position(rules)
    while position.stones < stones or position.stones_left != rules.stones_per_turn:
        after = position.play(random.move(position))
        if after.is_over:
            return (
                position
                if position.stones_left == rules.stones_per_turn
                else wandered(rules, stones, seed + 99)
            )
        position = after
    return position


def some_weights(rules: Rules, seed: int) -> Weights:
    """Weights of all sizes and signs."""
    random = Random(seed)
    count = len(feature_names(rules))
    early, late = ([random.below(4001) - 2000 for _ in range(count)] for _ in range(2))
    return Weights(Weights.standard(rules).window_values, early, late, 1 + random.below(60))


@pytest.mark.parametrize("game", GAMES)
def test_a_score_is_the_weighted_sum_of_the_features_between_early_and_late(game: str) -> None:
    rules = Rules.parse(game)
    for seed in range(12):
        weights = some_weights(rules, seed)
        position = wandered(rules, 3 * seed, seed)
        found = judge(position, weights)
        share = min(1.0, position.stones / weights.late_stones)
        sums = [
            sum(a * b for a, b in zip(side, found.features, strict=True))
            for side in (weights.early, weights.late)
        ]
        expected = (sums[0] * (1 - share) + sums[1] * share) / 256
        # The phase is rounded to a 256th, and the threats of columns to whole weights.
        assert abs(found.score - expected) <= 3 + abs(sums[1] - sums[0]) / 256 / 256


@pytest.mark.parametrize("game", GAMES)
def test_windows_are_counted_as_the_rules_say(game: str) -> None:
    rules = Rules.parse(game)
    position = wandered(rules, 14, 5)
    features = dict(zip(feature_names(rules), judge(position, Weights.standard(rules)).features, strict=True))
    assert features["to move"] == 1
    if rules.exact:
        return  # windows beside own stones are closed: the core's own tests count those
    for owner, side in (("own", position.to_move), ("opponent's", position.to_move.other)):
        for stones in range(1, rules.line_length):
            assert features[f"{owner} windows with {stones}"] == open_windows(position, side, stones)


def open_windows(position: Position, side: object, stones: int) -> int:
    """Windows with so many stones of the side and none of the other, the slow way."""
    rules = position.rules
    count = 0
    for row in range(rules.rows):
        for column in range(rules.columns):
            for up, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + up * i, column + across * i) for i in range(rules.line_length)]
                if not all(0 <= r < rules.rows and 0 <= c < rules.columns for r, c in cells):
                    continue
                owners = [position.at(r * rules.columns + c) for r, c in cells]
                mine = sum(owner == side for owner in owners)
                count += mine == stones and all(owner in (side, None) for owner in owners)
    return count


@pytest.mark.parametrize("game", ["drop-9x9x5", "drop-6x5x4", "drop-5x6x4", "drop-8x4x4"])
def test_a_window_is_peaceful_if_filling_the_columns_in_pairs_gives_it_to_its_owner(game: str) -> None:
    rules = Rules.parse(game)
    names = feature_names(rules)
    seen = 0
    for seed in range(20):
        position = wandered(rules, 3 * seed % (rules.cells - 4), seed)
        features = dict(zip(names, judge(position, Weights.standard(rules)).features, strict=True))
        for owner, side in (("own", position.to_move), ("opponent's", position.to_move.other)):
            for stones in range(rules.line_length):
                expected = peaceful_windows(position, side, stones)
                seen += expected
                assert features[f"{owner} peaceful windows with {stones}"] == expected
    assert seen > 100


def peaceful_windows(position: Position, side: Side, stones: int) -> int:
    """Windows with so many stones of the side whose other cells are empty and fall to it in peace.

    Whoever fills the board gets the top row, and every other row below it.
    """
    rules = position.rules
    last_mover = Side.SECOND if rules.cells % 2 == 0 else Side.FIRST
    count = 0
    for window in windows(rules):
        owners = [position.at(row * rules.columns + column) for column, row in window]
        empty_rows = [row for (_, row), owner in zip(window, owners, strict=True) if owner is None]
        is_open = owners.count(side) == stones and len(empty_rows) == rules.line_length - stones
        falls = [(rules.rows - 1 - row) % 2 == 0 for row in empty_rows]
        count += is_open and all(fall == (side == last_mover) for fall in falls)
    return count


def test_windows_count_by_their_place_where_long_lines_fall() -> None:
    rules = Rules.parse("drop-20x20x10")
    hand = Weights.standard(rules)
    assert hand.weighs_places
    assert not any(Weights.standard(Rules.parse(game)).weighs_places for game in ("drop-12x12x6", "gomoku"))
    plain = Weights(hand.window_values, hand.early, hand.late, hand.late_stones)
    assert not plain.weighs_places
    position = wandered(rules, 60, 1)
    scores = [Champion(rules, weights).search(position, depth=1).score for weights in (hand, plain)]
    assert scores[0] != scores[1]
    assert (
        judge(position, hand).score == judge(position, plain).score
    )  # the sum of the features, as one learns it


def test_weights_for_another_game_are_refused() -> None:
    with pytest.raises(WeightsError, match="needs"):
        Champion(CONNECT6, Weights.standard(DROP))
    with pytest.raises(SealError, match=r"place-k6-p2 and not for drop-9x9x5, which is drop-k5-p1"):
        tuned(CONNECT6).weights_for(DROP)
    with pytest.raises(WeightsError, match="beyond"):
        Champion(DROP, Weights([1 << 21] * 7, [0] * 16, [0] * 16, 1))


def test_only_the_start_of_a_turn_can_be_judged() -> None:
    position = Position.parse("connect6/j10k10")
    with pytest.raises(ValueError, match="start of a turn"):
        judge(position, Weights.standard(CONNECT6))


def tuned(rules: Rules) -> TunedWeights:
    weights = some_weights(rules, 3)
    return TunedWeights(
        Family.of(rules),
        tuple(weights.window_values),
        tuple(weights.early),
        tuple(weights.late),
        40,
        {"seed": 3, "games": 12},
    )


def test_a_file_gives_back_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.weights"
    tuned(CONNECT6).save(path)
    assert TunedWeights.load(path) == tuned(CONNECT6)
    head = json.loads(path.read_bytes().partition(b"\n")[0])
    assert head["format"] == "inarow weights"
    assert head["made"] == {"seed": 3, "games": 12}
    assert [file.name for file in tmp_path.iterdir()] == ["mine.weights"]


def test_a_file_fits_every_board_of_its_family(tmp_path: Path) -> None:
    path = tmp_path / "mine.weights"
    tuned(DROP).save(path)
    assert weights_named(str(path), DROP).late_stones == 81 * 40 // 1000
    assert weights_named(str(path), Rules.parse("drop-20x20x5")).late_stones == 16
    chosen = player(f"champion nodes=500 weights={path}").choose(Position(DROP))
    assert Position(DROP).is_legal(chosen)


def test_every_truncated_or_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.weights"
    tuned(DROP).save(path)
    whole = path.read_bytes()
    for size in range(0, len(whole), 7):
        path.write_bytes(whole[:size])
        with pytest.raises(SealError, match="inarow learn tune"):
            TunedWeights.load(path)
    damaged = bytearray(whole)
    damaged[-10] ^= 1
    for foreign in (bytes(damaged), b'{"format": "inarow book"}\nx', b"PK\x03\x04\n", b"[]\n"):
        path.write_bytes(foreign)
        with pytest.raises(SealError):
            TunedWeights.load(path)
        with pytest.raises(ValueError, match="weights"):
            player(f"champion weights={path}")


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.weights"
    tuned(DROP).save(path)
    path.write_bytes(path.read_bytes().replace(b'"version": 1', b'"version": 9', 1))
    with pytest.raises(SealError, match="version 9; this program reads 1"):
        TunedWeights.load(path)


def test_games_without_a_file_have_the_weights_set_by_hand() -> None:
    rules = Rules.parse("place-9x9x7-p4")
    assert shipped_weights(Family.of(rules)) is None
    assert weights_named("shipped", rules).early == Weights.standard(rules).early


def test_other_weights_make_another_search() -> None:
    position = Position.parse("drop-9x9x5/4545")
    by_hand = ChampionPlayer(weights="hand").think(position, Limits(nodes=3000))
    assert by_hand.score == ChampionPlayer(weights="hand").think(position, Limits(nodes=3000)).score
    other = Champion(DROP, some_weights(DROP, 1)).search(position, nodes=3000)
    assert other.score != by_hand.score


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ValueError, match=r"No such file.*expected hand, shipped or a file"):
        player("champion weights=nowhere.weights")

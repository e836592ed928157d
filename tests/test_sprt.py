"""The sequential test, Elo estimates and the worth of repeated games."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from inarow.arena.sprt import (
    ELO_PER_DEVIATION,
    CountsError,
    Decision,
    Sprt,
    SprtError,
    effective_sample,
    elo_of_score,
    estimate,
    game_counts,
    los,
    normalised_elo_of_score,
    pair_counts,
    sample_of,
    score_of_elo,
    score_of_normalised_elo,
    wilson_interval,
)

# --- published values ---

# fastchess, app/tests/sprt_test.cpp (github.com/Disservin/fastchess): its own tolerance is 1%.
FASTCHESS = [
    ("normalised", 0, 2, (36027, 68692, 36433), 0.92),
    ("normalised", -1.75, 0.25, (10650, 20431, 10871), 2.30),
    ("normalised", 0, 10, (0, 0, 4250), 120.56),
    ("logistic", 0.5, 2.5, (21184, 40708, 21404), -1.57),
    ("logistic", 0, 2, (57030, 106593, 57433), -2.59),
    ("normalised", 0, 2, (365, 16618, 36029 + 200, 16974, 390), 2.25),
    ("normalised", -1.75, 0.25, (127, 4883, 10311 + 401, 5150, 104), 3.01),
    ("normalised", 0, 5, (0, 0, 0, 0, 5550), 111.82),
    ("logistic", 0.5, 2.5, (223, 9863, 20279 + 1000, 10037, 246), -3.07),
    ("logistic", 0, 2, (871, 26175, 55003 + 980, 26678, 821), -4.98),
]

# Runs of fishtest as quoted in pull requests of github.com/official-stockfish/Stockfish, with the request.
# Bounds in braces there are logistic, in angle brackets normalised. Printed to two decimals.
FISHTEST = [
    ("logistic", -0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94),  # 3209
    ("logistic", 0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97),  # 3209
    ("logistic", -0.50, 1.50, (17, 253, 1042, 337, 39), 2.96),  # 2971
    ("logistic", 0.25, 1.75, (33, 1185, 8378, 1302, 50), 2.95),  # 2951
    ("logistic", 0.25, 1.75, (149, 4748, 32785, 5063, 159), 2.95),  # 2950
    ("normalised", -0.50, 2.50, (264, 5737, 31270, 5964, 269), 2.97),  # 3514
    ("normalised", 0.50, 3.50, (29, 2205, 35000, 2392, 34), 2.94),  # 3514
    ("normalised", 0.00, 2.00, (831, 31795, 68460, 32448, 834), 2.93),  # 5712
    ("normalised", 0.50, 2.50, (307, 54901, 140959, 56230, 281), 2.95),  # 5712
]


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "llr"), FASTCHESS)
def test_the_ratio_is_that_of_fastchess(model, elo0, elo1, counts, llr):
    assert Sprt(elo0, elo1, model=model).status(counts).llr == pytest.approx(llr, rel=0.01)


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "llr"), FISHTEST)
def test_the_ratio_is_that_of_fishtest(model, elo0, elo1, counts, llr):
    assert Sprt(elo0, elo1, model=model).status(counts).llr == pytest.approx(llr, abs=0.0051)


# fastchess, app/tests/elo_test.cpp: LOS in percent, normalised Elo and its error, Elo and its error.
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((89, 123, 76), [15.53, -20.76, 40.13]),
        ((96, 111, 136), [99.60, 49.77, 36.77, 40.70, 30.43]),
        ((356, 0, 34), [0.00, -508.44, 34.48]),
        ((34, 54, 31 + 32, 64, 75), [100.00, 57.94, 28.28, 55.58, 27.65]),
        ((332, 433, 457 + 41, 333, 334), [5.05, -9.17, 10.96, -8.64, 10.33]),
        ((7895, 8757, 5485 + 200, 568, 9999), [0.00, -19.01, 2.65, -21.04, 2.95]),
    ],
)
def test_an_estimate_is_that_of_fastchess(counts, expected):
    found = estimate(counts)
    elo_error = (found.elo_high - found.elo_low) / 2
    values = [100 * found.los, found.normalised_elo, found.normalised_elo_error, found.elo, elo_error]
    assert values[: len(expected)] == pytest.approx(expected, abs=0.0051)


def test_an_estimate_is_that_of_cutechess():
    # cutechess-cli's report of a match of 99 wins, 97 losses and 104 draws, as kept in
    # archive/data/results/v16_lazysmp.md of github.com/PS-Wizard/OopsMate:
    # "Elo difference: 2.3 +/- 31.8, LOS: 55.7 %".
    found = estimate((97, 104, 99))
    assert found.elo == pytest.approx(2.3, abs=0.051)
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(31.8, abs=0.1)
    assert 100 * found.los == pytest.approx(55.7, abs=0.051)


def test_the_bounds_of_five_percent_are_the_well_known_ones():
    status = Sprt(0, 5).status((0, 0, 0))
    assert (round(status.lower, 2), round(status.upper, 2)) == (-2.94, 2.94)
    assert (status.decision, status.llr) == (Decision.CONTINUE, 0.0)


# --- conversions and counts ---


def test_elo_and_score_are_each_other_s_inverse():
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(score_of_elo(123.4)) == pytest.approx(123.4)
    assert score_of_normalised_elo(normalised_elo_of_score(0.6, 0.4), 0.4) == pytest.approx(0.6)
    assert (elo_of_score(0.0), elo_of_score(1.0)) == (-math.inf, math.inf)


def test_one_deviation_of_score_is_347_normalised_elo():
    assert round(ELO_PER_DEVIATION, 6) == 347.435586
    assert normalised_elo_of_score(0.5 + 0.3, 0.3) == pytest.approx(ELO_PER_DEVIATION)


def test_normalised_elo_of_a_sample_without_variance_is_infinite_unless_level():
    assert normalised_elo_of_score(1.0, 0.0) == math.inf
    assert normalised_elo_of_score(0.5, 0.0) == 0.0


def test_points_are_counted_in_ascending_order():
    assert game_counts([1, 0, 0.5, 1, 1]) == (1, 1, 3)
    assert pair_counts([2, 1.5, 0, 0.5, 1, 2]) == (1, 1, 1, 1, 2)


@pytest.mark.parametrize("points", [[0.25], [1.5], [-1]])
def test_points_that_no_game_gives_are_refused(points):
    with pytest.raises(CountsError, match=r"0, 0\.5 or 1"):
        game_counts(points)


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, 3, 4), (1, -1, 1), (0, 0, 0)])
def test_counts_that_are_no_sample_are_refused(counts):
    with pytest.raises(CountsError):
        sample_of(counts)


def test_a_pair_has_the_mean_of_its_games_and_half_their_variance_when_they_are_independent():
    lose, draw, win = 0.2, 0.3, 0.5
    games = sample_of((20, 30, 50))
    pairs = sample_of(
        [
            round(10_000 * share)
            for share in (
                lose * lose,
                2 * lose * draw,
                2 * lose * win + draw * draw,
                2 * draw * win,
                win * win,
            )
        ]
    )
    assert pairs.score == pytest.approx(games.score)
    assert pairs.variance == pytest.approx(games.variance / 2)
    assert pairs.deviation == pytest.approx(games.deviation)
    assert pairs.games == 2 * pairs.observations


def test_pairs_tell_more_than_games_when_the_opening_decides():
    # The first side always wins but for 10 games in 200: as pairs nearly nothing varies.
    pairs = (0, 0, 90, 0, 10)
    games = (90, 0, 110)
    assert estimate(pairs).elo == pytest.approx(estimate(games).elo)
    assert estimate(pairs).elo_low > 0 > estimate(games).elo_low


# --- intervals ---


def test_wilson_s_interval_of_nothing_and_of_everything_stays_inside():
    # Zero of ten: the upper limit is z^2 / (n + z^2).
    low, high = wilson_interval(0, 10)
    assert low == 0.0
    assert high == pytest.approx(3.841459 / 13.841459, abs=1e-6)
    assert wilson_interval(10, 10) == pytest.approx((1 - high, 1.0))


def test_wilson_s_limits_solve_their_equation():
    # A limit p is where the observed share lies just z standard errors of p away.
    for limit in wilson_interval(37.5, 60):
        assert abs(37.5 / 60 - limit) == pytest.approx(
            1.959964 * math.sqrt(limit * (1 - limit) / 60), rel=1e-6
        )


def test_an_interval_of_a_match_without_variance_is_wilson_s():
    found = estimate((0, 0, 0, 0, 20))
    assert found.elo == math.inf
    assert found.elo_low == pytest.approx(elo_of_score(wilson_interval(20, 20)[0]))
    assert found.los == 1.0


def test_a_level_match_is_even_money():
    assert los((10, 5, 10)) == 0.5
    assert los((0, 7, 0)) == 0.5


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_that_is_no_chance_is_refused(confidence):
    with pytest.raises(ValueError, match=r"0\.95"):
        estimate((1, 1, 1), confidence)


def test_a_95_percent_interval_covers_the_truth_in_95_of_100_matches():
    shares = _tilted([0.1, 0.2, 0.4, 0.2, 0.1], 40.0, "logistic")
    matches = np.random.default_rng(7).multinomial(200, shares, size=2000)
    covered = sum(found.elo_low <= 40 <= found.elo_high for found in map(estimate, matches.tolist()))
    assert covered / 2000 == pytest.approx(0.95, abs=0.015)


# --- repeated games ---


def test_games_that_all_differ_count_fully():
    assert effective_sample(["a", "b", "c"]) == effective_sample([1, 2, 3])
    assert effective_sample(range(5)).effective == 5


def test_one_game_played_again_and_again_is_worth_one():
    found = effective_sample(["same"] * 9)
    assert (found.games, found.distinct, found.effective) == (9, 1, 1.0)
    assert effective_sample([]).effective == 0.0


def test_copies_are_worth_as_much_as_the_variance_of_their_mean_says():
    copies = [1, 1, 1, 4, 9]
    found = effective_sample([name for name, count in enumerate(copies) for _ in range(count)])
    assert (found.games, found.distinct) == (16, 5)
    values = np.random.default_rng(3).normal(size=(200_000, 5))
    variance = float((values @ np.array(copies) / 16).var())
    assert 1 / variance == pytest.approx(found.effective, rel=0.02)


def test_copies_widen_the_interval_and_slow_the_test():
    counts = (5, 20, 50, 40, 25)
    plain, copied = estimate(counts), estimate(counts, effective_games=70)
    assert copied.normalised_elo_error == pytest.approx(2 * plain.normalised_elo_error)
    assert copied.elo == plain.elo
    assert copied.los < plain.los
    sprt = Sprt(0, 30)
    assert sprt.status(counts, 70).llr == pytest.approx(sprt.status(counts).llr / 4)
    with pytest.raises(CountsError, match="effective games"):
        estimate(counts, effective_games=281)


# --- the sequential test ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5), "below"),
        ((0, 5, 0.0), "above 0"),
        ((0, 5, 0.6, 0.5), "less than 1"),
        ((0, 5, 0.05, 0.05, "bayesian"), "'normalised' or 'logistic'"),
        ((0, 300), "fixed length"),
    ],
)
def test_a_test_that_cannot_be_run_is_refused(arguments, message):
    with pytest.raises(SprtError, match=message):
        Sprt(*arguments)


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_the_ratio_changes_its_sign_with_the_players(model):
    counts = (3, 11, 40, 21, 8)
    assert Sprt(-20, 20, model=model).status(counts).llr == pytest.approx(
        -Sprt(-20, 20, model=model).status(counts[::-1]).llr
    )


def test_the_ratio_is_that_of_the_best_distributions_found_by_search():
    # Trinomial, logistic: with the mean fixed one share is free, so a fine grid finds the maximum.
    counts = np.array([30.0, 25.0, 45.0])

    def best(mean: float) -> float:
        win = np.linspace(1e-6, mean, 200_001)[:-1]
        draw = 2 * (mean - win)
        lose = 1 - win - draw
        keep = (lose > 0) & (draw > 0)
        logs = np.log(np.stack([lose[keep], draw[keep], win[keep]]))
        return float((counts[:, None] * logs).sum(axis=0).max())

    expected = best(score_of_elo(30)) - best(score_of_elo(0))
    assert Sprt(0, 30, model="logistic").status((30, 25, 45)).llr == pytest.approx(expected, abs=1e-6)


def test_the_ratio_of_many_matches_is_that_of_each():
    matches = np.random.default_rng(5).multinomial(40, [0.1, 0.2, 0.4, 0.2, 0.1], size=50)
    sprt = Sprt(0, 50)
    assert sprt.llr(matches) == pytest.approx([sprt.status(row).llr for row in matches.tolist()])


@pytest.mark.parametrize("kinds", [3, 5])
def test_the_ratio_is_finite_for_every_sample_up_to_the_widest_bounds(kinds):
    random = np.random.default_rng(11)
    shares = random.dirichlet(np.full(kinds, 0.3), size=300)
    matches = np.array([random.multinomial(random.integers(1, 400), row) for row in shares])
    assert np.isfinite(Sprt(-200, 200).llr(matches)).all()


Shares = NDArray[np.float64]


def _tilted(shape: list[float], elo: float, model: str) -> Shares:
    """Shares of this shape, tilted until they have the Elo: found by bisection."""
    values = np.linspace(0, 1, len(shape))
    low, high = -30.0, 30.0
    for _ in range(80):
        middle = (low + high) / 2
        shares = np.array(shape) * np.exp(middle * values)
        shares /= shares.sum()
        mean = float(shares @ values)
        deviation = math.sqrt(float(shares @ (values - mean) ** 2) * (2 if len(shape) == 5 else 1))
        found = elo_of_score(mean) if model == "logistic" else normalised_elo_of_score(mean, deviation)
        low, high = (middle, high) if found < elo else (low, middle)
    return shares


def _share_of_h1(sprt: Sprt, shares: Shares, matches: int, seed: int, every: int = 8) -> float:
    """How many of the matches end with H1, when looked at after so many games or pairs."""
    random = np.random.default_rng(seed)
    counts = np.zeros((matches, len(shares)), dtype=np.int64)
    accepted = 0
    while len(counts):
        counts = counts + random.multinomial(every, shares, size=len(counts))
        names = counts @ 4096 ** np.arange(len(shares))  # equal matches need one ratio
        _, examples, which = np.unique(names, return_index=True, return_inverse=True)
        ratio = sprt.llr(counts[examples])[which]
        accepted += int((ratio >= sprt.upper).sum())
        counts = counts[(sprt.lower < ratio) & (ratio < sprt.upper)]
    return accepted / matches


@pytest.mark.parametrize(
    ("sprt", "shape", "every"),
    [
        (Sprt(0, 90), [0.1, 0.2, 0.4, 0.2, 0.1], 8),
        (Sprt(-30, 50), [0.3, 0.0, 0.4, 0.0, 0.3], 8),  # no game is drawn
        (Sprt(0, 80, model="logistic"), [0.1, 0.2, 0.4, 0.2, 0.1], 1),
        (Sprt(0, 110), [0.3, 0.4, 0.3], 8),
    ],
)
def test_10000_simulated_matches_are_decided_with_the_promised_error_rates(sprt, shape, every):
    false_h1 = _share_of_h1(sprt, _tilted(shape, sprt.elo0, sprt.model), 10_000, 1, every)
    false_h0 = 1 - _share_of_h1(sprt, _tilted(shape, sprt.elo1, sprt.model), 10_000, 2, every)
    slack = 3 * math.sqrt(0.05 * 0.95 / 10_000)
    assert 0.02 < false_h1 < 0.05 + slack
    assert 0.02 < false_h0 < 0.05 + slack


def test_unequal_error_rates_are_kept_too():
    sprt = Sprt(0, 90, alpha=0.01, beta=0.2, model="logistic")
    shape = [0.1, 0.2, 0.4, 0.2, 0.1]
    assert _share_of_h1(sprt, _tilted(shape, 0, "logistic"), 4_000, seed=3) < 0.0147
    assert 0.08 < 1 - _share_of_h1(sprt, _tilted(shape, 90, "logistic"), 4_000, seed=4) < 0.219

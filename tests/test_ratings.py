"""Ratings of many players: published examples, known strengths and awkward tables."""

import math

import numpy as np
import pytest

from inarow.arena.ratings import ELO_PER_UNIT, GameResult, RatingError, Ratings, rate
from inarow.arena.sprt import elo_of_score, estimate

DEVIATES_95 = 1.959964


def played(first: str, second: str, wins: int, draws: int, losses: int) -> list[GameResult]:
    """Games with these results for the first side."""
    points = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [GameResult(first, second, each) for each in points]


def both_ways(one: str, other: str, wins: int, draws: int, losses: int) -> list[GameResult]:
    """The results of one against other, once with either of them first: no first-move advantage."""
    return played(one, other, wins, draws, losses) + played(other, one, losses, draws, wins)


def unit(ratings: Ratings) -> float:
    """Elo of one natural unit of strength."""
    return ELO_PER_UNIT * (1 - ratings.draw_rate)


# --- published examples ---

# Home wins and away wins of the home team (row) against the visitors (column): the American League East
# of 1987, page 438 of Agresti, Categorical Data Analysis (2nd edition, 2002), as given in
# inst/home_advantage.Rmd of github.com/RobinHankin/hyper2.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
BASEBALL = """
 -   4-3 4-2 4-3 6-1 4-2 6-0
3-3   -  4-2 4-3 6-0 6-1 4-3
2-5  4-3  -  2-4 4-3 4-2 6-0
3-3  5-1 2-5  -  4-3 4-2 6-1
5-1  2-5 3-3 4-2  -  5-2 6-0
2-5  3-3 3-4 4-3 4-2  -  2-4
2-5  1-5 1-6 2-4 1-6 3-4  -
"""


def baseball() -> list[GameResult]:
    return [
        game
        for home, row in zip(TEAMS, BASEBALL.strip().splitlines(), strict=True)
        for away, cell in zip(TEAMS, row.split(), strict=True)
        if cell != "-"
        for game in played(home, away, int(cell[0]), 0, int(cell[2]))
    ]


def test_baseball_teams_are_as_strong_as_in_agresti_s_table():
    # Shares of strength and the home advantage: tests/testthat/test-baseball.R of the R package
    # BradleyTerry2, which checks them against Agresti's table 10.11.
    ratings = rate(baseball(), prior_elo=None)
    worth = {each.player: math.exp(each.elo / unit(ratings)) for each in ratings.players}
    shares = [round(each / sum(worth.values()), 3) for each in worth.values()]
    assert shares == [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]
    assert [each.player for each in ratings.players] == TEAMS
    assert ratings.first_move_elo / ELO_PER_UNIT == pytest.approx(0.302, abs=0.0005)
    assert ratings.draw_rate == 0


# Brands i and j of chocolate pudding: preferences for i, for j and for neither (Davidson 1970, example 2;
# data set "pudding" of the R package PlackettLuce).
PUDDING = [
    (1, 2, 19, 22, 16),
    (1, 3, 16, 19, 12),
    (2, 3, 19, 19, 10),
    (1, 4, 18, 23, 13),
    (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15),
    (1, 5, 13, 19, 18),
    (2, 5, 16, 20, 12),
    (3, 5, 16, 15, 17),
    (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12),
    (2, 6, 22, 20, 12),
    (3, 6, 13, 18, 10),
    (4, 6, 14, 19, 18),
    (5, 6, 11, 21, 12),
]


def test_puddings_are_as_good_as_in_davidson_s_paper():
    # The vignette "Overview" of PlackettLuce prints, after the seven iterations of the paper, the shares of
    # strength and the weight of a tie, and with the mean as reference the standard errors of the logarithms.
    games = [
        game for i, j, wins, losses, ties in PUDDING for game in both_ways(str(i), str(j), wins, ties, losses)
    ]
    ratings = rate(games, prior_elo=None)
    logs = [ratings[str(brand)].elo / unit(ratings) for brand in range(1, 7)]
    worth = np.exp(logs) / np.exp(logs).sum()
    assert worth == pytest.approx(
        [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855], abs=3e-5
    )
    tie = 2 * ratings.draw_rate / (1 - ratings.draw_rate)
    assert tie == pytest.approx(0.7468147, abs=3e-5)
    # Every comparison is here twice, which divides the errors by the root of two.
    errors = [ratings[str(brand)].error / DEVIATES_95 / unit(ratings) * math.sqrt(2) for brand in range(1, 7)]
    expected = [0.121949, 0.121818, 0.126823, 0.122003, 0.127054, 0.126594]
    assert errors == pytest.approx(expected, rel=2e-3)
    assert ratings.first_move_elo == pytest.approx(0, abs=1e-9)


# --- cases that can be solved by hand ---


def test_two_players_without_draws_are_as_far_apart_as_their_score_says():
    ratings = rate(both_ways("a", "b", 30, 0, 10), prior_elo=None)
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(elo_of_score(0.75))
    # The information of n games in the difference is n p (1 - p).
    _, error = ratings.difference("a", "b")
    assert error == pytest.approx(DEVIATES_95 * ELO_PER_UNIT / math.sqrt(80 * 0.75 * 0.25), rel=1e-5)


def test_davidson_s_model_of_two_players_is_solved_by_their_ratios():
    # wins : losses is exp(d), and draws : root of wins times losses is nu.
    ratings = rate(both_ways("a", "b", 40, 30, 10), prior_elo=None)
    nu = 30 / math.sqrt(40 * 10)
    assert ratings.draw_rate == pytest.approx(nu / (2 + nu))
    assert ratings.difference("a", "b")[0] == pytest.approx(math.log(4) * ELO_PER_UNIT * 2 / (2 + nu))


def test_the_first_move_is_rated_apart_from_the_players():
    # First sides win three of four, whoever they are: d + h = log 3 = h - d.
    ratings = rate(played("a", "b", 30, 0, 10) + played("b", "a", 30, 0, 10), prior_elo=None)
    assert ratings["a"].elo == pytest.approx(0, abs=1e-9)
    assert ratings.first_move_elo == pytest.approx(math.log(3) * ELO_PER_UNIT)


def test_a_rating_agrees_with_the_estimate_of_a_match_with_draws():
    ratings = rate(both_ways("a", "b", 120, 160, 100))
    found = estimate((200, 320, 240))
    elo, error = ratings.difference("a", "b")
    assert elo == pytest.approx(found.elo, rel=0.02)
    assert error == pytest.approx((found.elo_high - found.elo_low) / 2, rel=0.02)
    assert ratings.los("a", "b") == pytest.approx(found.los, abs=0.01)
    assert ratings.los("b", "a") == pytest.approx(1 - ratings.los("a", "b"))


# --- known strengths ---


def simulated(
    strengths: list[float], first_move: float, nu: float, games_each: int, seed: int
) -> list[GameResult]:
    """Games of everyone against everyone, drawn from the model; strengths in natural units."""
    random = np.random.default_rng(seed)
    games = []
    for one, strength in enumerate(strengths):
        for other, opponent in enumerate(strengths):
            if one != other:
                lead = strength - opponent + first_move
                weights = np.array([math.exp(-lead / 2), nu, math.exp(lead / 2)])
                losses, draws, wins = random.multinomial(games_each, weights / weights.sum())
                games += played(f"p{one}", f"p{other}", wins, draws, losses)
    return games


def test_known_strengths_of_fifty_players_are_found_within_their_errors():
    strengths = list(np.random.default_rng(1).normal(0, 1.2, 50))
    ratings = rate(simulated(strengths, first_move=0.3, nu=0.5, games_each=4, seed=2))
    scale = ELO_PER_UNIT * 2 / 2.5
    centre = sum(strengths) / 50
    misses = [
        (ratings[f"p{number}"].elo - scale * (strength - centre))
        / (ratings[f"p{number}"].error / DEVIATES_95)
        for number, strength in enumerate(strengths)
    ]
    assert np.std(misses) == pytest.approx(1, abs=0.3)
    assert sum(abs(miss) < 1.96 for miss in misses) >= 44
    assert abs(ratings.first_move_elo - scale * 0.3) < 1.5 * ratings.first_move_error
    assert ratings.draw_rate == pytest.approx(0.2, abs=0.03)
    assert ratings.is_connected
    assert sum(each.elo for each in ratings.players) == pytest.approx(0, abs=1e-6)


def test_95_percent_error_bars_hold_in_95_of_100_tournaments():
    strengths = [0.8, 0.1, -0.2, -0.7]
    inside = 0
    for seed in range(200):
        ratings = rate(simulated(strengths, 0.4, 0.6, games_each=30, seed=seed))
        true = ELO_PER_UNIT * 2 / 2.6
        inside += sum(
            abs(ratings[f"p{number}"].elo - true * strength) < ratings[f"p{number}"].error
            for number, strength in enumerate(strengths)
        )
        inside += abs(ratings.first_move_elo - true * 0.4) < ratings.first_move_error
    assert inside / 1000 == pytest.approx(0.95, abs=0.025)


# --- awkward tables ---


def test_a_player_who_won_everything_gets_a_finite_rating_with_a_wide_error():
    ratings = rate(both_ways("champion", "middle", 10, 0, 0) + both_ways("middle", "beginner", 6, 0, 4))
    assert [each.player for each in ratings.players] == ["champion", "middle", "beginner"]
    champion = ratings["champion"]
    assert 200 < champion.elo < 2000
    assert champion.error > 1.5 * ratings["beginner"].error
    assert (champion.games, champion.points) == (20, 20.0)


def test_more_wins_without_a_loss_raise_the_rating():
    few, many = (rate(both_ways("a", "b", wins, 0, 0))["a"].elo for wins in (5, 500))
    assert few < many < math.inf


def test_without_a_prior_someone_who_never_lost_cannot_be_rated():
    with pytest.raises(RatingError, match="prior_elo"):
        rate(both_ways("a", "b", 10, 0, 0), prior_elo=None)


def test_the_prior_hardly_moves_a_rating_that_rests_on_many_games():
    games = both_ways("a", "b", 300, 20, 100)
    with_prior, without = rate(games), rate(games, prior_elo=None)
    assert with_prior["a"].elo == pytest.approx(without["a"].elo, rel=0.01)


def test_only_draws_leave_everyone_level():
    ratings = rate(both_ways("a", "b", 0, 50, 0))
    assert ratings["a"].elo == pytest.approx(0, abs=1e-9)
    assert ratings.draw_rate > 0.9


def test_players_no_chain_of_games_links_are_rated_in_groups():
    ratings = rate(both_ways("a", "b", 3, 0, 1) + both_ways("c", "d", 1, 0, 3), players=["idle"])
    assert not ratings.is_connected
    assert sorted(map(sorted, ratings.groups)) == [["a", "b"], ["c", "d"], ["idle"]]
    assert ratings["a"].elo == pytest.approx(-ratings["b"].elo)
    assert (ratings["idle"].elo, ratings["idle"].games) == (0, 0)
    assert ratings["idle"].error > 1000
    assert all(each.player in ratings.groups[each.group] for each in ratings.players)
    with pytest.raises(RatingError, match="no chain of games"):
        ratings.difference("a", "c")


def test_no_games_give_no_ratings():
    assert rate([]).players == ()


@pytest.mark.parametrize(("first", "second", "points"), [("a", "b", 0.7), ("a", "b", 2), ("a", "a", 1)])
def test_a_game_that_cannot_have_been_played_is_refused(first, second, points):
    with pytest.raises(RatingError):
        GameResult(first, second, points)


def test_an_unknown_player_has_no_rating():
    with pytest.raises(RatingError, match="not among the players"):
        rate(both_ways("a", "b", 1, 0, 1))["z"]


def test_the_order_of_the_games_does_not_matter():
    games = baseball()
    forward, backward = rate(games), rate(games[::-1])
    assert [each.player for each in forward.players] == [each.player for each in backward.players]
    assert [each.elo for each in forward.players] == pytest.approx([each.elo for each in backward.players])

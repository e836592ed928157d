"""Who plays whom: every form of tournament."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from inarow.arena.matching import Matching
from inarow.arena.schedule import (
    Gauntlet,
    Knockout,
    Pairing,
    PairingResult,
    RoundRobin,
    Schedule,
    ScheduleError,
    Swiss,
    standings,
)


def play_out(schedule: Schedule, seed: int, chunk: int = 3) -> list[PairingResult]:
    """Play a tournament to its end, a few of the due pairings at a time and in any order."""
    chance = random.Random(seed)
    results: list[PairingResult] = []
    while due := schedule.due(results):
        for pairing in chance.sample(due, min(chunk, len(due))):
            results.append(PairingResult(pairing, chance.randrange(4 * pairing.pairs + 1) / 2))
    return results


def meetings(pairings: list[Pairing]) -> Counter[frozenset[int]]:
    return Counter(frozenset((each.player, each.opponent)) for each in pairings)


def seated(pairings: Iterable[Pairing]) -> set[int]:
    return {player for each in pairings for player in (each.player, each.opponent)}


def nobody_plays_twice(pairings: tuple[Pairing, ...]) -> bool:
    return len(seated(pairings)) == 2 * len(pairings)


def test_games_come_in_pairs_with_sides_swapped():
    assert Pairing(0, 3, 5, pairs=2).games() == ((3, 5), (5, 3), (3, 5), (5, 3))


# --- round robin and gauntlet ---


@pytest.mark.parametrize("players", range(2, 14))
def test_in_a_round_robin_everyone_meets_everyone_once(players):
    rounds = RoundRobin(players).rounds()
    assert all(nobody_plays_twice(each) for each in rounds)
    assert len(rounds) == players - 1 + players % 2
    assert meetings(list(itertools.chain(*rounds))) == Counter(
        frozenset(couple) for couple in itertools.combinations(range(players), 2)
    )


def test_the_rounds_of_four_players_are_those_of_the_circle():
    rounds = [[(each.player, each.opponent) for each in row] for row in RoundRobin(4).rounds()]
    assert rounds == [[(0, 3), (1, 2)], [(0, 1), (2, 3)], [(0, 2), (1, 3)]]


def test_cycles_repeat_a_round_robin_with_rounds_of_their_own():
    rounds = RoundRobin(4, cycles=3, pairs=2).rounds()
    assert [each.round for row in rounds for each in row] == [number for number in range(9) for _ in range(2)]
    assert set(meetings(list(itertools.chain(*rounds))).values()) == {3}
    assert {each.pairs for row in rounds for each in row} == {2}


@pytest.mark.parametrize(("players", "challengers"), [(2, 1), (6, 1), (6, 2), (7, 5), (8, 4)])
def test_in_a_gauntlet_challengers_meet_all_the_others(players, challengers):
    rounds = Gauntlet(players, challengers).rounds()
    assert all(nobody_plays_twice(each) for each in rounds)
    assert meetings(list(itertools.chain(*rounds))) == Counter(
        frozenset((one, other)) for one in range(challengers) for other in range(challengers, players)
    )


def test_what_is_due_is_what_has_no_result():
    schedule = RoundRobin(4)
    played = schedule.due(())[2]
    due = schedule.due([PairingResult(played, 1.5)])
    assert len(due) == 5
    assert played not in due
    assert schedule.due([PairingResult(each, 1) for each in schedule.due(())]) == ()


# --- Swiss ---


def test_the_first_swiss_round_pairs_the_upper_with_the_lower_half():
    assert [(each.player, each.opponent) for each in Swiss(8, 3).due(())] == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_the_second_swiss_round_pairs_winners_with_winners():
    schedule = Swiss(8, 3)
    first = [PairingResult(each, 2) for each in schedule.due(())]
    assert [(each.player, each.opponent) for each in schedule.due(first)] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_a_swiss_round_waits_for_the_round_before():
    schedule = Swiss(6, 2)
    first = schedule.due(())
    some = [PairingResult(first[1], 2)]
    assert schedule.due(some) == (first[0], first[2])
    assert {each.round for each in schedule.due([PairingResult(each, 1) for each in first])} == {1}


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (6, 5), (8, 7), (7, 7), (9, 9), (10, 9), (16, 10), (31, 12)]
)
def test_in_a_swiss_nobody_meets_twice_while_it_can_be_avoided(players, rounds):
    # Whether it can be avoided is asked of a matching of those who have not met: round by round.
    for seed in range(3):
        results = play_out(Swiss(players, rounds), seed)
        assert len(results) == rounds * (players // 2)
        met: Counter[frozenset[int]] = Counter()
        for number in range(rounds):
            row = tuple(each.pairing for each in results if each.pairing.round == number)
            couples = meetings(list(row))
            resting = set(range(players)) - seated(row)
            couples.update(frozenset((player, players)) for player in resting)
            seats = players + players % 2
            fresh = Matching(
                [[b for b in range(seats) if a != b and not met[frozenset((a, b))]] for a in range(seats)]
            )
            assert nobody_plays_twice(row)
            assert not fresh.is_perfect or not any(met[couple] for couple in couples)
            met.update(couples)


def test_a_long_swiss_goes_on_with_rematches():
    results = play_out(Swiss(4, 6), seed=1)
    assert set(meetings([each.pairing for each in results]).values()) == {2}


def test_who_rests_in_a_swiss_is_the_last_who_has_not_yet_and_gets_full_points():
    schedule = Swiss(5, 3, pairs=2)
    first = [PairingResult(each, 4) for each in schedule.due(())]
    assert seated([each.pairing for each in first]) == {0, 1, 2, 3}
    table = {each.player: each.points for each in schedule.standings(first)}
    assert table == {0: 4, 1: 4, 2: 0, 3: 0, 4: 4}
    assert seated(schedule.due(first)) == {0, 1, 2, 4}


def test_a_swiss_of_the_same_results_in_another_order_is_the_same():
    schedule = Swiss(9, 4)
    results = play_out(schedule, seed=5)
    for number in range(4):
        earlier = [each for each in results if each.pairing.round < number]
        assert schedule.due(earlier) == schedule.due(earlier[::-1])


def test_swiss_finds_the_strongest_of_fifty():
    schedule = Swiss(50, 7)
    results: list[PairingResult] = []
    strength = random.Random(3).sample(range(50), 50)
    while due := schedule.due(results):
        for each in due:
            results.append(PairingResult(each, 2 * (strength[each.player] > strength[each.opponent])))
    assert strength[schedule.standings(results)[0].player] == 49


# --- knockout ---


def test_a_bracket_of_eight_keeps_the_best_seeds_apart():
    first = Knockout(8).due(())
    assert [(each.player, each.opponent) for each in first] == [(0, 7), (3, 4), (1, 6), (2, 5)]


def test_the_best_seeds_rest_when_places_are_empty():
    assert Knockout(6).due(()) == (Pairing(0, 3, 4), Pairing(0, 2, 5))
    assert Knockout(5).due(()) == (Pairing(0, 3, 4), Pairing(1, 1, 2))


@pytest.mark.parametrize("players", range(2, 20))
def test_a_knockout_ends_with_one_winner_whoever_wins(players):
    schedule = Knockout(players)
    results = play_out(schedule, seed=players)
    assert len([each for each in results if each.pairing.leg == 0]) == players - 1
    assert schedule.winner(results) in range(players)


@pytest.mark.parametrize("players", [2, 5, 8, 13])
def test_the_better_seed_wins_a_knockout_of_good_seeds(players):
    schedule = Knockout(players)
    results: list[PairingResult] = []
    while due := schedule.due(results):
        assert schedule.winner(results) is None
        results += [PairingResult(each, 2) for each in due]
    assert schedule.winner(results) == 0


def test_a_level_meeting_gets_more_pairs_and_then_goes_to_the_seed():
    schedule = Knockout(2, pairs=3, extra_pairs=2)
    results = []
    for pairs, leg in ((3, 0), (1, 1), (1, 2)):
        assert schedule.due(results) == (Pairing(0, 0, 1, pairs, leg),)
        results.append(PairingResult(*schedule.due(results), pairs))
    assert schedule.due(results) == ()
    assert schedule.winner(results) == 0


def test_an_extra_pair_decides_a_level_meeting():
    schedule = Knockout(2)
    results = [PairingResult(Pairing(0, 0, 1), 1), PairingResult(Pairing(0, 0, 1, 1, 1), 0.5)]
    assert schedule.winner(results) == 1


def test_a_semifinal_need_not_wait_for_the_other_quarterfinals():
    schedule = Knockout(8)
    quarters = schedule.due(())
    due = schedule.due([PairingResult(each, 2) for each in quarters[:2]])
    assert Pairing(1, 0, 3) in due


# --- standings, and results that cannot be ---


def test_points_and_then_the_points_of_those_met_decide_the_standings():
    results = [
        PairingResult(Pairing(0, 0, 1), 2),
        PairingResult(Pairing(0, 2, 3), 2),
        PairingResult(Pairing(1, 1, 3), 2),
    ]
    table = standings(4, results)
    assert [(each.player, each.points, each.buchholz) for each in table] == [
        (0, 2, 2),
        (1, 2, 2),
        (2, 2, 0),
        (3, 0, 4),
    ]


@pytest.mark.parametrize("points", [-0.5, 2.5, 0.3])
def test_points_that_a_pair_cannot_give_are_refused(points):
    with pytest.raises(ScheduleError, match="in halves"):
        PairingResult(Pairing(0, 0, 1), points)


@pytest.mark.parametrize("schedule", [RoundRobin(4), Gauntlet(4), Swiss(4, 2), Knockout(4)])
def test_results_of_another_tournament_are_refused(schedule):
    with pytest.raises(ScheduleError, match="another one"):
        schedule.due([PairingResult(Pairing(0, 0, 9), 1)])
    due = schedule.due(())[0]
    with pytest.raises(ScheduleError, match="each pairing once"):
        schedule.due([PairingResult(due, 1), PairingResult(due, 1)])


def test_a_swiss_round_in_which_someone_played_twice_is_refused():
    played = [PairingResult(Pairing(0, 0, 1), 1), PairingResult(Pairing(0, 0, 2), 1)]
    with pytest.raises(ScheduleError, match="round 0"):
        Swiss(4, 2).due(played)


@pytest.mark.parametrize(
    "make",
    [
        lambda: RoundRobin(1),
        lambda: RoundRobin(4, cycles=0),
        lambda: Gauntlet(4, challengers=4),
        lambda: Swiss(4, 0),
        lambda: Knockout(4, pairs=0),
        lambda: Knockout(4, extra_pairs=-1),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(make):
    with pytest.raises(ScheduleError):
        make()

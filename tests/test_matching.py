"""Largest matchings, checked against trying everything."""

import itertools

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inarow.arena.matching import FREE, Matching


def largest_matching(vertices: int, edges: frozenset[tuple[int, int]]) -> int:
    """How many pairs at most, by trying everything."""
    if not edges:
        return 0
    one, other = min(edges)
    apart = frozenset(edge for edge in edges if one not in edge and other not in edge)
    return max(largest_matching(vertices, edges - {(one, other)}), 1 + largest_matching(vertices, apart))


repeatable = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

graphs = st.integers(2, 8).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.frozensets(st.sampled_from(list(itertools.combinations(range(size), 2))), max_size=14),
    )
)


@repeatable
@given(graphs)
def test_a_matching_is_the_largest_there_is(graph):
    size, edges = graph
    near = [[b for a, b in edges if a == one] + [a for a, b in edges if b == one] for one in range(size)]
    partner = Matching(near).partner
    pairs = {(one, other) for one, other in enumerate(partner) if one < other}
    assert all(partner[other] == one for one, other in pairs)
    assert pairs <= edges
    assert len(pairs) == largest_matching(size, edges)
    assert partner.count(FREE) == size - 2 * len(pairs)


@repeatable
@given(graphs)
def test_a_pair_is_taken_just_when_the_others_can_still_be_paired(graph):
    size, edges = graph
    near = [[b for a, b in edges if a == one] + [a for a, b in edges if b == one] for one in range(size)]
    if not Matching(near).is_perfect:
        return
    for one, other in edges:
        apart = frozenset(edge for edge in edges if one not in edge and other not in edge)
        matching = Matching(near)
        before = list(matching.partner)
        possible = largest_matching(size, apart) == size // 2 - 1
        assert matching.take(one, other) == possible
        assert matching.is_perfect
        assert possible or matching.partner == before

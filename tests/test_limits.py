"""Limits: bounds that a player keeps, and how two sets of them go together."""

import pytest

from inarow.engine.limits import NO_LIMITS, Limits


def test_the_tighter_of_two_bounds_counts() -> None:
    both = Limits(depth=6, seconds=2.0).within(Limits(depth=4, nodes=100))
    assert both == Limits(depth=4, seconds=2.0, nodes=100)


def test_what_is_left_open_is_filled_in() -> None:
    assert Limits(depth=3).otherwise(Limits(depth=9, seconds=1.0)) == Limits(depth=3, seconds=1.0)


def test_only_depth_seconds_and_nodes_end_a_search() -> None:
    assert NO_LIMITS.is_open
    assert Limits(memory=1, threads=2).is_open
    assert not any(limits.is_open for limits in (Limits(depth=1), Limits(seconds=0.0), Limits(nodes=1)))


def test_only_bounds_that_are_set_are_given() -> None:
    assert Limits(seconds=0.5, threads=2).given() == {"seconds": 0.5, "threads": 2}


@pytest.mark.parametrize(
    "wrong", [{"depth": 0}, {"seconds": -1}, {"nodes": 0}, {"memory": 0}, {"threads": 257}]
)
def test_a_bound_out_of_range_is_named(wrong: dict[str, int]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=f"{name} is .* it must be from"):
        Limits(**wrong)

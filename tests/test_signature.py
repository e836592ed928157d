"""The bench signature: behaviour changes only when it is meant to."""

from collections.abc import Callable

import pytest

import signature

ROWS = dict(signature.rows())


def test_the_kept_signature_has_exactly_the_rows_that_are_measured() -> None:
    assert list(signature.kept()) == list(ROWS)


@pytest.mark.parametrize(("name", "work"), ROWS.items(), ids=ROWS)
def test_a_row_of_the_signature_is_as_it_was(name: str, work: Callable[[], int]) -> None:
    assert work() == signature.kept()[name]

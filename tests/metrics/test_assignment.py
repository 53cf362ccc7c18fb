"""The best one-to-one assignment."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.assignment import best_assignment

tables = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, 6).map(lambda number: number / 6), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


@given(tables)
def test_no_assignment_is_better(scores: list[list[float]]) -> None:
    """The sum is that of the best of all assignments, and each row and column is used at most once."""
    pairs = best_assignment(scores)
    rows, columns = len(scores), len(scores[0])
    assert len(pairs) == min(rows, columns)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)
    flipped = [list(column) for column in zip(*scores, strict=True)]
    tall = scores if rows <= columns else flipped
    best = max(
        sum(tall[row][column] for row, column in enumerate(order))
        for order in permutations(range(len(tall[0])), len(tall))
    )
    assert sum(scores[row][column] for row, column in pairs) == pytest.approx(best)


def test_nothing_to_assign() -> None:
    """Without rows or columns there are no pairs."""
    assert best_assignment([]) == best_assignment([[]]) == []

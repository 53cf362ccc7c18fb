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


@given(tables, st.data())
def test_the_best_sum_knows_no_order(scores: list[list[float]], data: st.DataObject) -> None:
    """Rows and columns in another order, or exchanged, have the same best sum."""

    def best(table: list[list[float]]) -> float:
        return sum(table[row][column] for row, column in best_assignment(table))

    rows = data.draw(st.permutations(range(len(scores))))
    columns = data.draw(st.permutations(range(len(scores[0]))))
    assert best([[scores[row][column] for column in columns] for row in rows]) == pytest.approx(best(scores))
    assert best([list(column) for column in zip(*scores, strict=True)]) == pytest.approx(best(scores))


@given(tables, st.data())
def test_the_best_sum_grows_with_a_score(scores: list[list[float]], data: st.DataObject) -> None:
    """Raising one score by one raises the best sum by at most one, and never lowers it."""
    row = data.draw(st.integers(0, len(scores) - 1))
    column = data.draw(st.integers(0, len(scores[0]) - 1))
    raised = [list(line) for line in scores]
    raised[row][column] += 1
    before, after = (sum(table[r][c] for r, c in best_assignment(table)) for table in (scores, raised))
    assert before - 1e-9 <= after <= before + 1 + 1e-9
